// Texts as UTF-8 (RFC 3629), strictly: what is not the one encoding of a text is refused, a lone surrogate too.
// TextEncoder and TextDecoder belong to browsers, not to the language.

/** For each length of a sequence: the smallest character that needs it, and the bits before it in its first byte. */
const SEQUENCES = [null, [0, 0x00], [0x80, 0xc0], [0x800, 0xe0], [0x10000, 0xf0]];

const isSurrogate = (code) => code >= 0xd800 && code <= 0xdfff;

/** The bytes of a text. */
export function encodeText(text) {
    const bytes = [];
    for (const character of text) {
        const code = character.codePointAt(0);
        if (isSurrogate(code)) throw new RangeError("half a character cannot be written");
        const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        bytes.push(SEQUENCES[length][1] | (code >> (6 * (length - 1))));
        for (let i = length - 2; i >= 0; i--) bytes.push(0x80 | ((code >> (6 * i)) & 0x3f));
    }
    return Uint8Array.from(bytes);
}

/** The text of these bytes; null if they are none. */
export function decodeText(bytes) {
    let text = "";
    for (let at = 0; at < bytes.length; ) {
        const length = lengthOf(bytes[at]);
        const code = length === 0 ? null : codeAt(bytes, at, length);
        if (code === null) return null;
        text += String.fromCodePoint(code);
        at += length;
    }
    return text;
}

/** How many bytes a sequence has that begins so; 0 if none does. */
function lengthOf(first) {
    if (first < 0x80) return 1;
    if (first < 0xc0) return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;
}

function codeAt(bytes, at, length) {
    const [smallest, mark] = SEQUENCES[length];
    let code = bytes[at] - mark;
    for (let i = 1; i < length; i++) {
        const byte = bytes[at + i];
        if (byte === undefined || (byte & 0xc0) !== 0x80) return null;
        code = (code << 6) | (byte & 0x3f);
    }
    return code < smallest || code > 0x10ffff || isSurrogate(code) ? null : code;
}
