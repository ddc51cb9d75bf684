// The part of msgpack that is on the wire: nil, bool, ints from 0, str, bin and array. SPEC 3.
//
// A length is compared with what is left before anything is kept, and arrays nest as deep as messages do: nobody can
// make us hold more than they have sent.
import { concat, u32 } from "../crypto/bytes.js";
import { LocalProtocolError, RemoteProtocolError } from "./errors.js";
import { decodeText, encodeText } from "./utf8.js";

/** A message, a list in it, and a part in that. */
const MAX_DEPTH = 3;
const MAX_INT = 2 ** 32 - 1;

// First bytes. Of each three, those with a length of one, two and four bytes; there is no array of one.
const NIL = 0xc0;
const FALSE = 0xc2;
const TRUE = 0xc3;
const BIN = [0xc4, 0xc5, 0xc6];
const INT = [0xcc, 0xcd, 0xce];
const INT64 = 0xcf;
const SIGNED = [0xd0, 0xd1, 0xd2, 0xd3];
const STR = [0xd9, 0xda, 0xdb];
const ARRAY = [null, 0xdc, 0xdd];
const SMALL_ARRAY = 0x90;
const SMALL_STR = 0xa0;

/** A value in its shortest form. */
export function pack(value) {
    if (value === null) return Uint8Array.of(NIL);
    if (typeof value === "boolean") return Uint8Array.of(value ? TRUE : FALSE);
    if (Number.isInteger(value) && value >= 0 && value <= MAX_INT) return head(value, 0, 0x80, INT);
    if (typeof value === "string") return packText(value);
    if (value instanceof Uint8Array) return concat(head(value.length, 0, 0, BIN), value);
    if (Array.isArray(value)) return concat(head(value.length, SMALL_ARRAY, 16, ARRAY), ...value.map(pack));
    throw new LocalProtocolError("no message has such a value in it");
}

function packText(text) {
    const bytes = encodeText(text);
    return concat(head(bytes.length, SMALL_STR, 32, STR), bytes);
}

/** A number in the first byte itself if it is below the limit, or else behind it. */
function head(number, small, limit, codes) {
    if (number < limit) return Uint8Array.of(small | number);
    if (number < 0x100 && codes[0] !== null) return Uint8Array.of(codes[0], number);
    if (number < 0x10000) return Uint8Array.of(codes[1], number >> 8, number);
    return concat(Uint8Array.of(codes[2]), u32(number));
}

/** The one value that these bytes are; RemoteProtocolError if they are none, or more. */
export function unpack(bytes) {
    const reader = new Reader(bytes);
    const value = reader.value(0);
    if (reader.left !== 0) throw malformed();
    return value;
}

const malformed = () => new RemoteProtocolError("a body is not msgpack as it is on the wire");

class Reader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }

    get left() {
        return this.bytes.length - this.at;
    }

    value(depth) {
        const code = this.number(1);
        if (code < 0x80) return code;
        if (code >= SMALL_ARRAY && code < SMALL_STR) return this.array(code - SMALL_ARRAY, depth);
        if (code >= SMALL_STR && code < NIL) return this.text(code - SMALL_STR);
        if (code === NIL) return null;
        if (code === FALSE || code === TRUE) return code === TRUE;
        if (INT.includes(code)) return this.number(1 << INT.indexOf(code));
        if (code === INT64) return this.number(8);
        if (SIGNED.includes(code)) return this.positive(1 << SIGNED.indexOf(code));
        if (BIN.includes(code)) return this.take(this.number(1 << BIN.indexOf(code))).slice();
        if (STR.includes(code)) return this.text(this.number(1 << STR.indexOf(code)));
        if (ARRAY.includes(code)) return this.array(this.number(1 << ARRAY.indexOf(code)), depth);
        throw malformed(); // Maps, floats, extensions, small negative ints, and the code that is never used.
    }

    take(length) {
        if (length > this.left) throw malformed();
        this.at += length;
        return this.bytes.subarray(this.at - length, this.at);
    }

    /** An int of so many bytes. Of eight it may be rounded: it is far above all that a field takes then. */
    number(length) {
        return this.take(length).reduce((number, byte) => number * 0x100 + byte, 0);
    }

    /** A signed int, which is never below zero here. */
    positive(length) {
        if (this.bytes[this.at] >= 0x80) throw malformed();
        return this.number(length);
    }

    text(length) {
        const text = decodeText(this.take(length));
        if (text === null) throw malformed();
        return text;
    }

    array(length, depth) {
        // Each element has a byte or more.
        if (depth >= MAX_DEPTH || length > this.left) throw malformed();
        const values = [];
        while (values.length < length) values.push(this.value(depth + 1));
        return values;
    }
}
