// Leaving: stay, go and come back, or go for good; the same three choices as on the host's screen.
import { say } from "../../language.js";
import { h } from "../dom.js";
import { capital } from "../parts.js";

/** What the dialog is called, and what is in it. */
export function leave(model, ui, act) {
    const choice = (text, onclick, className = "choice") => h(
        "button",
        { class: className, type: "button", onclick },
        capital(text),
    );
    const inside = h(
        "div",
        { class: "choices" },
        choice(say("stay", {}, "choice"), act.close, "choice main"),
        choice(leaving(model), () => act.leave(false)),
        model.seat !== null && !model.isCutOff && choice(
            say("leave for good; somebody else may have my seat"),
            () => act.leave(true),
        ),
    );
    return { title: say("Leave the table?"), inside };
}

function leaving(model) {
    if (model.seat === null) return say("leave", {}, "choice");
    // Without a host nobody is there who would let a bot play, or hear that it is for good.
    return model.isCutOff ? say("leave; my seat is kept") : say("leave; a bot covers, and my seat waits for me");
}
