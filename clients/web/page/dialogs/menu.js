// The menu: everything that needs no place at the table.
import { Phase } from "../../game/state.js";
import { say } from "../../language.js";
import { h } from "../dom.js";
import { capital } from "../parts.js";

/** What the dialog is called, and what is in it. */
export function menu(model, ui, act) {
    const inLobby = model.me !== null && model.phase === Phase.LOBBY;
    const entries = [
        ["rules", say("The rules in a minute")],
        model.state !== null && ["log", say("The log")],
        model.state !== null && ["chat", say("Chat")],
        inLobby && ["name", capital(say("another name"))],
        model.digest !== null && ["words", capital(say("four words"))],
        ["settings", say("Settings")],
        ["trust", say("How safe is this page?")],
        ["leave", say("Leave the table")],
    ].filter(Boolean);
    const choices = entries.map(
        ([name, text]) => h("button", { class: "choice", type: "button", onclick: () => act.open(name) }, text),
    );
    return { title: say("Menu"), inside: h("div", { class: "choices" }, choices) };
}
