// One-tap reactions, all of them to tap.
import { say } from "../language.js";
import { Reaction } from "../protocol/messages.js";
import { h } from "./dom.js";
import { button } from "./parts.js";
import { reactionText } from "./sentences/reactions.js";

/** A button for each. */
export function reactionRow(act) {
    const buttons = Object.values(Reaction).map((code) => button(reactionText(code), () => act.react(code)));
    return h("div", { class: "reactions", role: "group", "aria-label": say("Reactions") }, buttons);
}
