// Byte strings, which are Uint8Arrays throughout.

export const EMPTY = new Uint8Array(0);

/** One byte string after the other. */
export function concat(...parts) {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

/** The bytes of a text that has ASCII characters only. */
export const ascii = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A number as four bytes, the highest first. */
export const u32 = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

/** Whether two byte strings are equal, in a time that does not tell where they differ. */
export function equal(one, other) {
    if (one.length !== other.length) return false;
    let difference = 0;
    for (let i = 0; i < one.length; i++) difference |= one[i] ^ other[i];
    return difference === 0;
}

/** A byte string as a number, its highest byte first. */
export const bigEndian = (bytes) => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

/** A byte string as a number, its lowest byte first. */
export const littleEndian = (bytes) => bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);

/** A number as so many bytes, the lowest first. */
export function toLittleEndian(number, length) {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = Number((number >> BigInt(8 * i)) & 0xffn);
    return bytes;
}

/** Bytes as text, two lower-case hex digits each. */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes that `toHex` writes so. */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
