// When there is no table to be seen: connecting, a name that will not do, a host that lost something, another tab, the
// end.
import { LinkStage } from "../client/news.js";
import { say } from "../language.js";
import { Hint } from "../protocol/errors.js";
import { h } from "./dom.js";
import { ship } from "./drawings.js";
import { button, capital, paragraphs, title } from "./parts.js";
import { endedSentence, hintRefusal, refusal } from "./sentences/refusals.js";
import { rolledBack } from "./sentences/verdicts.js";
import { retrySentence } from "./trouble.js";

function page(key, heading, ...inside) {
    return h(
        "main",
        { key, class: "page" },
        h("div", { class: "hero" }, ship(), title()),
        h("h1", { class: "center" }, heading),
        inside,
    );
}

/** The table is not there yet. */
export function wait(model, act) {
    const { link } = model;
    const isOpen = link.stage === LinkStage.OPEN;
    const place = act.place();
    const text = isOpen ? say("Sitting down…") : say("Looking for the table at {place}…", { place });
    const isUnknown = link.hint === Hint.UNKNOWN_TABLE || link.hint === Hint.UNKNOWN_SEAT;
    const isWaiting = link.stage === LinkStage.WAITING;
    return page(
        "wait",
        text,
        h("div", { class: "row middling" }, h("span", { class: "sail", "aria-hidden": "true" })),
        link.hint !== null && h("p", { class: "bad center", role: "alert" }, hintRefusal(link.hint)),
        isWaiting && h("p", { class: "soft center" }, retrySentence(link, act.now())),
        h("div", { class: "push" }),
        isUnknown && button(capital(say("join with the code")), act.startAnew, { className: "main" }),
        isWaiting && !isUnknown && button(say("Try now"), act.retry),
        h(
            "div",
            { class: "row middling" },
            h("button", { class: "quiet", type: "button", onclick: act.startAnew }, capital(say("back"))),
        ),
    );
}

/** The host wants another name. */
export function anotherName(model, ui, act) {
    const submit = (event) => {
        event.preventDefault();
        act.rename();
    };
    const field = h("input", {
        id: "name",
        value: act.typed("name"),
        maxlength: 24,
        autocomplete: "nickname",
        enterkeyhint: "go",
        oninput: (event) => act.type("name", event.target.value),
    });
    return page(
        "name",
        say("Your name"),
        h("p", { class: "bad center", role: "alert" }, ui.nameFault || refusal(model.nameRefused)),
        h(
            "form",
            { class: "asked", onsubmit: submit },
            h("label", { class: "field" }, say("What do the others call you?"), field),
            h("button", { class: "button main", type: "submit" }, capital(say("take this name"))),
        ),
    );
}

/** What the host has lost. Go on all the same? */
export function askToGoOn(model, act) {
    return page(
        "rolled back",
        say("Go on?"),
        paragraphs(rolledBack(model.rollback), "center"),
        h("div", { class: "push" }),
        button(capital(say("go on", {}, "key")), act.goOn, { className: "main" }),
        button(capital(say("leave", {}, "key")), () => act.leave(false)),
    );
}

/** Another tab of this browser has our seat. */
export function otherTab(act) {
    return page(
        "other tab",
        say("Another tab is at this table"),
        h(
            "p",
            { class: "center soft" },
            say("Your seat is open in another tab of this browser. It can be in one tab only."),
        ),
        h("div", { class: "push" }),
        button(say("Go on in this tab"), act.takeOver, { className: "main" }),
    );
}

/** The last picture: how it ended, and what to do next. */
export function ended(model, act) {
    const { how } = model.ended;
    const isReplaced = how === "replaced";
    return page(
        "ended",
        endedSentence(model.ended, act.place()),
        h("div", { class: "push" }),
        isReplaced && button(say("Go on in this tab"), act.takeOver, { className: "main" }),
        !isReplaced && how !== "forked" && button(say("Join again"), act.startAnew, { className: "main" }),
        button(capital(say("log", {}, "key")), () => act.open("log")),
    );
}
