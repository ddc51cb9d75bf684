// Chat and reactions. What people wrote is shown as text, never as markup.
import { say } from "../../language.js";
import { cleanChat } from "../../protocol/texts.js";
import { h } from "../dom.js";
import { reactionRow } from "../reactions.js";
import { shownName } from "../sentences/names.js";
import { refusal } from "../sentences/refusals.js";

/** What the dialog is called, and what is in it. */
export function chat(model, ui, act) {
    const submit = (event) => {
        event.preventDefault();
        act.sayTyped();
    };
    const lines = model.chat.map(line).filter(Boolean);
    const field = {
        id: "line",
        value: act.typed("line"),
        maxlength: 200,
        enterkeyhint: "send",
        autocomplete: "off",
        "aria-label": say("Chat"),
        oninput: (event) => act.type("line", event.target.value),
    };
    const why = model.refused !== null && model.refused.about >= 24 ? refusal(model.refused.reason) : "";
    return {
        title: say("Chat"),
        inside: lines.length > 0 ? h("ol", { class: "chat" }, lines) : h(
            "p",
            { class: "soft" },
            say("Nobody has said anything yet."),
        ),
        below: [
            why !== "" && h("p", { class: "bad small", role: "alert" }, why),
            reactionRow(act),
            h(
                "form",
                { class: "line", onsubmit: submit },
                h("input", field),
                h("button", { class: "button", type: "submit" }, say("Send")),
            ),
        ],
        atEnd: true,
    };
}

function line({ name, text }) {
    const clean = cleanChat(text);
    return clean !== null && h("li", {}, h("b", {}, h("bdi", {}, shownName(name))), ": ", h("bdi", {}, clean));
}
