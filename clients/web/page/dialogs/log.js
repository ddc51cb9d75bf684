// All that has happened in this game, the newest at the bottom.
import { say } from "../../language.js";
import { h } from "../dom.js";
import { sagaOf } from "../table.js";

const MOST = 400;

/** What the dialog is called, and what is in it. */
export function log(model) {
    return { title: say("The log"), inside: h("ol", { class: "saga" }, sagaOf(model, MOST)), atEnd: true };
}
