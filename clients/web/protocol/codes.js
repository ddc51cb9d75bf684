// Join codes: three spoken words that let people in. Forgiving to type, and a slip is found without costing a guess.
//
// The host puts the list of words into the page, from its own.
import { ascii } from "../crypto/bytes.js";
import { WORDS } from "./words.js";

const CODE_WORDS = 3;
const MAX_SLIPS = 2;
const MAX_SUGGESTIONS = 3;

/** A code that cannot be right: too few or too many words (`word` is null), or one that is not in the list. */
export class CodeError extends Error {
    name = "CodeError";

    constructor(word, suggestions = []) {
        super("that is no code");
        this.word = word;
        this.suggestions = suggestions;
    }
}

/** The code that somebody means, in its one spelling; CodeError if it cannot be one. */
export function parseCode(typed) {
    const words = typed.toLowerCase().split(/[\s,.-]+/u).filter((word) => word !== "");
    if (words.length !== CODE_WORDS) throw new CodeError(null);
    return words.map(meantBy).join("-");
}

/** The words that begin so, for a prompt. */
export function completions(typed) {
    const start = typed.toLowerCase().trim();
    return start === "" ? [] : WORDS.filter((word) => word.startsWith(start));
}

/** What is proved: the code in its one spelling, or nothing for an open table. */
export const passwordOf = (code) => ascii(code);

/** Four bytes, or three, as the words that are said for them. SPEC 10. */
export const wordsOf = (bytes) => Array.from(bytes, (byte) => WORDS[byte]);

function meantBy(typed) {
    if (WORDS.includes(typed)) return typed;
    const meant = completions(typed);
    if (meant.length === 1) return meant[0];
    throw new CodeError(typed, (meant.length > 0 ? meant : near(typed)).slice(0, MAX_SUGGESTIONS));
}

/** The words that a slip or two turn into this one, the nearest first. */
function near(typed) {
    if (typed.length > 16) return [];
    const found = WORDS.map((word) => ({ word, slips: slipsBetween(typed, word) }));
    return found.filter(({ slips }) => slips <= MAX_SLIPS).sort((a, b) => a.slips - b.slips).map(({ word }) => word);
}

/** How many letters are changed, left out or too many: the distance of Levenshtein, row by row. */
function slipsBetween(one, other) {
    let row = Array.from({ length: other.length + 1 }, (_, i) => i);
    for (const [i, letter] of [...one].entries()) {
        const next = [i + 1];
        for (let k = 0; k < other.length; k++) {
            next.push(Math.min(next[k] + 1, row[k + 1] + 1, row[k] + (letter === other[k] ? 0 : 1)));
        }
        row = next;
    }
    return row[other.length];
}
