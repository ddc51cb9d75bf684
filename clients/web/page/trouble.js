// What keeps the table from going on, laid over the middle: the table stays, with one's own cards, and says what to do.
import { say, sayNumber } from "../language.js";
import { Hint } from "../protocol/errors.js";
import { h } from "./dom.js";
import { button, capital } from "./parts.js";
import { hintRefusal } from "./sentences/refusals.js";
import { pausedSentence } from "./sentences/told.js";
import { verdictSentence } from "./sentences/verdicts.js";
import { isSent } from "./state.js";

// From this try on it is likely that the host is somewhere else, or stopped.
const PATIENT_TRIES = 5;

/** What lies over the middle, or null. */
export function veil(model, ui, act) {
    if (model.alarm !== null && !ui.knowsAlarm) return alarm(model, act);
    if (model.isCutOff) return cutOff(model, ui, act);
    if (model.amCovered) return covered(act);
    if (model.paused !== null) return over("paused", say("The table waits"), [pausedSentence(model)]);
    return null;
}

function over(key, title, texts, buttons = [], className = "") {
    const lines = texts.filter(Boolean).map((text) => h("p", {}, text));
    return h("div", { key, class: `veil ${className}` }, h("h2", {}, title), lines, buttons);
}

function alarm({ alarm: verdict }, act) {
    // Translators: the title of an alarm: the host shows something that cannot be.
    const title = say("Something is wrong");
    return over(
        "alarm",
        title,
        [verdictSentence(verdict)],
        [button(say("I have told the others"), act.dismissAlarm)],
        "alarm",
    );
}

function covered(act) {
    const text = say("You were away, so it played on for you.");
    const go = button(say("Go on yourself"), act.comeBack, { className: "main" });
    return over("covered", say("A bot plays for you"), [text], [go]);
}

function cutOff(model, ui, act) {
    const { link } = model;
    const isUnknown = link.hint === Hint.UNKNOWN_SEAT || link.hint === Hint.UNKNOWN_TABLE;
    const sail = h("span", { class: "sail", "aria-hidden": "true" });
    const texts = isUnknown
        ? [hintRefusal(link.hint)]
        : [keptSentence(model), moveSentence(model, ui), elsewhere(link)];
    const again = isUnknown
        ? button(capital(say("join with the code")), act.startAnew)
        : button(say("Try now"), act.retry);
    return over("cut off", hostIsAway(), texts, [sail, again]);
}

/** That the host does not answer: a title, and said aloud. */
export const hostIsAway = () => say("The host does not answer");

/** That nothing is lost. */
export function keptSentence(model) {
    if (model.link.closed) return closedSentence(model.seat !== null);
    if (model.seat === null) return say("The page goes on by itself as soon as the host is back.");
    return say("Your seat and your cards are kept. The page goes on by itself as soon as the host is back.");
}

function closedSentence(hasSeat) {
    if (!hasSeat) return say("The host has closed the table; I keep trying in case it is opened again.");
    const text = say("The host has closed the table. Your seat is kept: you are back by yourself when the host types:");
    return `${text} odin host --resume`;
}

function moveSentence(model, ui) {
    if (ui.notSent) return say("The host is away: that was not sent.");
    const isUnderWay = model.state !== null && isSent(ui, model.state);
    return isUnderWay ? say("Your move is sent again when the host is back.") : "";
}

function elsewhere({ attempt, closed }) {
    if (attempt <= PATIENT_TRIES || closed) return "";
    return say(
        "If the host is at another address now, scan its new code there and ask the host to give you your seat.",
    );
}

/** How long it is until the next try. */
export function retrySentence({ retryAt }, now) {
    const seconds = retryAt === null ? 0 : Math.max(0, Math.ceil(retryAt - now));
    return sayNumber(
        "No answer yet; trying again in {count} second.",
        "No answer yet; trying again in {count} seconds.",
        seconds,
    );
}
