// What people typed, before it is shown: names and chat. The host has looked at it, and a client does so again. SPEC 3.
import { WIDE } from "./wide.js";

const NAME = { marks: 1, fits: (text) => columns(text) <= 16 };
const CHAT = { marks: 2, fits: (text) => [...text].length <= 200 };
// Nothing that long can be clean, and normalising it would cost time.
const MAX_TYPED = 800;

// They choose between two looks of the character before them; people type them with every heart, and need none.
const SELECTORS = /[\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
// Control, format, surrogate, private use, unassigned, line and paragraph separators; and fillers that show nothing.
const REFUSED = /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;
const MARK = /\p{M}/u;

/** The name as it is shown; null if it cannot be one. */
export const cleanName = (typed) => clean(typed, NAME);

/** The line as it is shown; null if it cannot be one. */
export const cleanChat = (typed) => clean(typed, CHAT);

function clean(typed, { marks, fits }) {
    if ([...typed].length > MAX_TYPED) return null;
    const text = typed.replace(SELECTORS, "").normalize("NFC");
    // A mark at the beginning, or behind a space, would sit on what stands before it.
    const tooMany = new RegExp(`(^|\\p{Zs})\\p{M}|\\p{M}{${marks + 1}}`, "u");
    if (REFUSED.test(text) || tooMany.test(text)) return null;
    const shown = text.replace(/\p{Zs}+/gu, " ").trim();
    return shown !== "" && fits(shown) ? shown : null;
}

/** How many columns a clean text takes. */
function columns(text) {
    return [...text].reduce((sum, character) => sum + (MARK.test(character) ? 0 : isWide(character) ? 2 : 1), 0);
}

/** Whether a character takes two columns: the host gives the ranges, first and last one after the other. */
function isWide(character) {
    const code = character.codePointAt(0);
    for (let i = 0; i < WIDE.length; i += 2) if (code <= WIDE[i + 1]) return code >= WIDE[i];
    return false;
}
