// What lies over a screen, each as a dialog of the browser: it keeps the focus, and Escape closes it.
import { say } from "../../language.js";
import { h } from "../dom.js";
import { tool } from "../parts.js";
import { chat } from "./chat.js";
import { leave } from "./leave.js";
import { log } from "./log.js";
import { menu } from "./menu.js";
import { anotherName, trust, valhalla, words } from "./others.js";
import { rules } from "./rules.js";
import { settings } from "./settings.js";

const DIALOGS = { menu, rules, log, chat, leave, settings, valhalla, words, name: anotherName, trust };
const NEED_TABLE = new Set(["log", "chat", "valhalla"]);

/** The dialog that is open, or null. */
export function dialog(model, ui, act) {
    if (ui.dialog === null || (NEED_TABLE.has(ui.dialog) && model.state === null)) return null;
    const { title, inside, below = null, atEnd = false } = DIALOGS[ui.dialog](model, ui, act);
    const cancel = (event) => {
        event.preventDefault();
        act.close();
    };
    const outside = (event) => {
        if (event.target === event.currentTarget) act.close();
    };
    return h(
        "dialog",
        { key: `dialog ${ui.dialog}`, "aria-label": title, oncancel: cancel, onclick: outside },
        h("header", {}, h("h2", {}, title), tool("no", say("Close"), act.close)),
        h("div", { class: "inside", "data-end": atEnd ? "true" : null, tabindex: "-1" }, inside),
        below !== null && h("div", { class: "below" }, below),
    );
}
