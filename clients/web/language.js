// The one language of this page: what `clients/language/voice.py` is for Python.
//
// Sentences are English here, and that English, with its context, is their key in the catalogues. A page is made in one
// language, and what that says then stands in place of the English (`clients/web/catalogue.py`). They are found where
// they stand as texts in double quotes, as the first argument of `say`, `sayNumber` (two of them) or `mark`; a choice
// between two texts, `so ? "one" : "other"`, is understood. A line `// Translators: …` or `// Room for 6 cells.` above
// the call is for those who translate. What people typed goes into a place as it is.
import { CATALOGUE, pluralForm } from "./catalogue.js";

const PLACE = /\{([a-z_]+)\}/g;
// They keep a name's direction to itself, in a line of the other direction.
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";
// What the language itself put together is read from the right, whatever it begins with.
const RIGHT_TO_LEFT_ISOLATE = "\u2067";
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The code of the language: `en`, `ar`. */
export const code = CATALOGUE.code;

/** Whether lines are read from the right. */
export const isFromRight = CATALOGUE.isFromRight;

/** All languages that a page can have, as pairs of a code and the name that its speakers give it. */
export const languages = CATALOGUE.languages;

/** A sentence for the catalogues, to be said elsewhere with `say(marked, places)`: it has its context here. */
export const mark = (text) => text;

/** This English sentence in the page's language, its places filled: `say("{name} passes.", { name })`. */
export const say = (text, places = {}) => filled(text, places);

/** The same for a number of things: `sayNumber("{count} card", "{count} cards", count)` fills `{count}`, too. */
export function sayNumber(forms, _, count, places = {}) {
    return filled(forms[pluralForm(count)], { count, ...places });
}

/** One, two and three. */
export function listed(items) {
    if (items.length < 2) return items.join("");
    return say("{some} and {last}", { some: enumerated(items.slice(0, -1)), last: items[items.length - 1] });
}

/** One, two, three. */
export function enumerated(items) {
    return joined(items, say("{some}, {next}", { some: "", next: "" }, "list"));
}

/** One; two; three: where they may have commas of their own. */
export function enumeratedAtLength(items) {
    return joined(items, say("{some}; {next}", { some: "", next: "" }, "list"));
}

function joined(items, between) {
    const parts = isFromRight && items.length > 1 ? items.map(isolatedItem) : items;
    return parts.join(between.replace(/[\u2067-\u2069]/g, ""));
}

function filled(text, places) {
    return text.replace(PLACE, (_, name) => shown(places[name]));
}

function shown(value) {
    if (value === undefined) throw new Error("a place of a sentence is not filled");
    if (!isFromRight || typeof value !== "string") return String(value);
    return isolated(value, value.includes(POP_ISOLATE));
}

/** Each by itself: names in Latin letters would pull the commas between them into their direction. */
function isolatedItem(item) {
    return isolated(item, FROM_THE_RIGHT.test(item));
}

function isolated(text, isOurs) {
    return `${isOurs ? RIGHT_TO_LEFT_ISOLATE : FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}`;
}
