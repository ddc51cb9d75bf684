// The rules in a minute, with pictures of cards.
import { COLOURS, NUMBERS } from "../../game/cards.js";
import { valueOf } from "../../game/sets.js";
import { say } from "../../language.js";
import { h } from "../dom.js";
import { card, set } from "../parts.js";
import { rulesOf } from "../sentences/rules.js";

const cardsOf = (text) => text.split(" ").map(
    ([letter, number]) => COLOURS.indexOf(letter) * NUMBERS + Number(number) - 1,
);

/** What the dialog is called, and what is in it. */
export function rules({ state }) {
    const texts = rulesOf(state);
    const paragraph = (text) => text && h("p", {}, text);
    const inside = h(
        "div",
        { class: "rules" },
        paragraph(texts.cards),
        h("div", { class: "set" }, cardsOf("R1 O3 Y5 G6 B8 P9").map((one) => card(one))),
        paragraph(texts.colours),
        paragraph(texts.sets),
        example("B8 B5"),
        example("G9 G4 G2"),
        example("R7 Y7 P7"),
        paragraph(texts.opening),
        paragraph(texts.beating),
        beats("B8 B5", "O9 O6"),
        beats("B8 B5", "G4 G2 G1"),
        paragraph(texts.taking),
        paragraph(texts.round),
        paragraph(texts.end),
        texts.options.map(paragraph),
        h("p", { class: "soft small" }, texts.vikings),
    );
    return { title: say("The rules in a minute"), inside };
}

/** A set and its value. */
const example = (text) => h("figure", {}, set(cardsOf(text)), h("figcaption", {}, valueOf(cardsOf(text))));

function beats(low, high) {
    const [middle, value] = [valueOf(cardsOf(low)), valueOf(cardsOf(high))];
    return h(
        "figure",
        {},
        set(cardsOf(high)),
        h("figcaption", { class: "good small" }, say("{value} beats {middle}.", { value, middle })),
    );
}
