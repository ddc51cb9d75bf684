// What is said aloud: one line for a screen reader, sentences that come together joined, and one for what cannot wait.
import { say, sayNumber } from "../language.js";
import { capital } from "./parts.js";
import { nameAt } from "./sentences/names.js";
import { toldSentence } from "./sentences/told.js";
import { verdictSentence } from "./sentences/verdicts.js";
import { hostIsAway, keptSentence } from "./trouble.js";

const KEPT_MS = 400;

export class Speech {
    #calm;
    #urgent;
    #sentences = [];
    #timer = null;

    constructor(root) {
        this.#calm = region(root, "polite");
        this.#urgent = region(root, "assertive");
    }

    /** Says what has changed between two models. */
    hear(before, model) {
        const urgent = urgentBetween(before, model);
        if (urgent.length > 0) this.#urgent.textContent = urgent.join(" ");
        const said = model.latest.filter(({ history }) => !history).flatMap((told) => sentencesOf(told, model));
        if (said.length > 0) this.say(said.join(" "));
    }

    /** Says this, together with whatever else comes within a moment. */
    say(text) {
        this.#sentences.push(text);
        this.#timer ??= setTimeout(() => {
            this.#calm.textContent = this.#sentences.join(" ");
            this.#sentences = [];
            this.#timer = null;
        }, KEPT_MS);
    }
}

function region(root, live) {
    const node = document.createElement("div");
    node.className = "spoken";
    node.setAttribute("aria-live", live);
    root.append(node);
    return node;
}

function sentencesOf(told, model) {
    const text = toldSentence(told);
    if (!text) return [];
    const left = model.passesLeft;
    if (told.event?.kind !== "Passed" || left === 0) return [text];
    const passes = sayNumber("{count} more pass ends the round", "{count} more passes end the round", left);
    return [text, `${capital(passes)}.`];
}

function urgentBetween(before, model) {
    const said = [];
    if (model.alarm !== null && before.alarm === null) said.push(verdictSentence(model.alarm));
    if (model.isCutOff && !before.isCutOff) said.push(`${hostIsAway()}.`, keptSentence(model));
    const isNew = (count, seat) => count === 1 && before.counts[seat] > 1 && seat !== model.seat;
    model.counts.forEach((count, seat) => {
        if (isNew(count, seat)) said.push(say("{name} holds one last card.", { name: nameAt(model.seats, seat) }));
    });
    return said;
}
