// What several screens have in common: cards, sets, shields, tools, the bar, sentences with a name in them.
import { middleOf } from "../client/model.js";
import { colourOf, formatCard, inReadingOrder, numberOf } from "../game/cards.js";
import { code, isFromRight, say, sayNumber } from "../language.js";
import { h } from "./dom.js";
import { sign, word } from "./drawings.js";
import { cardName, viking } from "./sentences/names.js";

// Where a name stands in a sentence until it is drawn as a node of its own; no name has it.
const NAME = "\uE000";

/** A text with a capital letter at its beginning, for buttons and titles. */
export const capital = (text) => text.slice(0, 1).toLocaleUpperCase(code) + text.slice(1);

/** A card to look at, or, as a button, to tap. `className` and further properties are added. */
export function card(which, { tag = "div", className = "", key = null, isNew = false, ...props } = {}) {
    const name = viking(numberOf(which));
    return h(
        tag,
        {
            key: `card ${which}`,
            class: `card ${colourOf(which)} ${className}`,
            "data-card": formatCard(which),
            "aria-label": cardName(which),
            role: tag === "div" ? "img" : null,
            type: tag === "button" ? "button" : null,
            ...props,
        },
        h("b", {}, numberOf(which)),
        h("i", {}, colourOf(which)),
        h("em", {}, name),
        isNew && h("span", { class: "new" }),
        key !== null && h("span", { class: "key", "aria-hidden": "true" }, key),
    );
}

/** A set: its cards spell its value, highest first. */
export const set = (cards, className = "") => h(
    "div",
    { class: `set ${className}` },
    inReadingOrder(cards).map((one) => card(one)),
);

/** The set in the middle, as it lies there. */
export const middleSet = (state) => h("div", { class: "set" }, middleOf(state).map((one) => card(one)));

/** A round shield with so many plates, and what stands on it. */
export const shield = (plates, text) =>
    h("span", { class: "shield", style: { "--n": plates }, "aria-hidden": "true" }, h("span", {}, text));

/** A small round button with a sign, and its name for ears. */
export function tool(name, label, onclick, { badge = 0, ...props } = {}) {
    const shown = badge > 0 && h("span", { class: "badge", "aria-hidden": "true" }, badge);
    return h(
        "button",
        { class: "tool", type: "button", "aria-label": label, title: label, onclick, ...props },
        sign(name),
        shown,
    );
}

/** A button with a word; the keys of a keyboard stand in small boxes. */
export function button(text, onclick, { className = "", key = null, ...props } = {}) {
    const box = key !== null && h("kbd", { "aria-hidden": "true" }, key);
    return h("button", { class: `button ${className}`, type: "button", onclick, ...props }, h("span", {}, text), box);
}

/** The name of the game. */
export const title = () => (isFromRight ? h("span", { class: "word" }, say("Odin")) : word());

export const points = (count) => sayNumber("{count} point", "{count} points", count);

/** A value in large digits; a long one is smaller. */
export const valueClass = (value) => (value > 99_999 ? "long" : "");

/** A sentence in which one name stands out: `tell` says it with the name that it is given. */
export function naming(name, tell) {
    const parts = tell(NAME).split(NAME);
    return parts.flatMap((part, i) => (i === 0 ? [part] : [h("b", {}, h("bdi", {}, name)), part]));
}

/** Sentences, a paragraph each. */
export const paragraphs = (texts, className = "") => texts.filter(Boolean).map(
    (text) => h("p", { class: className }, text),
);
