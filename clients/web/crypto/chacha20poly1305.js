// ChaCha20 and Poly1305, and both as one sealed box (RFC 8439). Poly1305 is the sum of the RFC as it stands there.
import { EMPTY, concat, equal, littleEndian, toLittleEndian } from "./bytes.js";

export const KEY = 32;
export const NONCE = 12;
export const TAG = 16;
const BLOCK = 64;

// "expand 32-byte k"
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** RFC 8439 2.1. */
function quarterRound(state, a, b, c, d) {
    let x = 0;
    state[a] += state[b];
    x = state[d] ^ state[a];
    state[d] = (x << 16) | (x >>> 16);
    state[c] += state[d];
    x = state[b] ^ state[c];
    state[b] = (x << 12) | (x >>> 20);
    state[a] += state[b];
    x = state[d] ^ state[a];
    state[d] = (x << 8) | (x >>> 24);
    state[c] += state[d];
    x = state[b] ^ state[c];
    state[b] = (x << 7) | (x >>> 25);
}

/** RFC 8439 2.3: 64 bytes of the key stream. */
function writeBlock(initial, stream) {
    const state = initial.slice();
    for (let i = 0; i < 10; i++) {
        quarterRound(state, 0, 4, 8, 12);
        quarterRound(state, 1, 5, 9, 13);
        quarterRound(state, 2, 6, 10, 14);
        quarterRound(state, 3, 7, 11, 15);
        quarterRound(state, 0, 5, 10, 15);
        quarterRound(state, 1, 6, 11, 12);
        quarterRound(state, 2, 7, 8, 13);
        quarterRound(state, 3, 4, 9, 14);
    }
    for (let i = 0; i < 16; i++) stream.setUint32(4 * i, state[i] + initial[i], true);
}

function wordsOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
}

/** RFC 8439 2.4: encrypt, or decrypt, with the key stream from this block on. */
export function chacha20(key, counter, nonce, data) {
    const state = Uint32Array.of(...CONSTANTS, ...wordsOf(key), counter, ...wordsOf(nonce));
    const stream = new Uint8Array(BLOCK);
    const view = new DataView(stream.buffer);
    const output = new Uint8Array(data.length);
    for (let at = 0; at < data.length; at += BLOCK, state[12]++) {
        writeBlock(state, view);
        const end = Math.min(BLOCK, data.length - at);
        for (let i = 0; i < end; i++) output[at + i] = data[at + i] ^ stream[i];
    }
    return output;
}

const PRIME = (1n << 130n) - 5n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

/** RFC 8439 2.5: the authenticator of a message under a key that is used once. */
export function poly1305(key, message) {
    const r = littleEndian(key.subarray(0, 16)) & CLAMP;
    const s = littleEndian(key.subarray(16, 32));
    const view = new DataView(message.buffer, message.byteOffset, message.length);
    let sum = 0n;
    for (let at = 0; at < message.length; at += 16) {
        const block = message.length - at < 16 ? lastBlock(message.subarray(at)) : wholeBlock(view, at);
        sum = ((sum + block) * r) % PRIME;
    }
    return toLittleEndian(sum + s, TAG);
}

// Each block is a number with a one behind its last byte.
const lastBlock = (bytes) => littleEndian(bytes) | (1n << BigInt(8 * bytes.length));
const wholeBlock = (view, at) => view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n) | (1n << 128n);

/** RFC 8439 2.8: data that only this key and nonce open again, the tag behind it. */
export function seal(key, nonce, data, associated = EMPTY) {
    check(key, nonce);
    const sealed = chacha20(key, 1, nonce, data);
    return concat(sealed, tagOf(key, nonce, sealed, associated));
}

/** The data that was sealed so; null if any of it was changed. */
export function open(key, nonce, sealed, associated = EMPTY) {
    check(key, nonce);
    if (sealed.length < TAG) return null;
    const data = sealed.subarray(0, -TAG);
    const isGood = equal(tagOf(key, nonce, data, associated), sealed.subarray(-TAG));
    return isGood ? chacha20(key, 1, nonce, data) : null;
}

function check(key, nonce) {
    if (key.length !== KEY || nonce.length !== NONCE) throw new RangeError("a key has 32 bytes, a nonce 12");
}

/** RFC 8439 2.6 and 2.8: the one-time key is the first block; both parts are padded, their lengths stand behind. */
function tagOf(key, nonce, sealed, associated) {
    const lengths = concat(toLittleEndian(BigInt(associated.length), 8), toLittleEndian(BigInt(sealed.length), 8));
    const oneTimeKey = chacha20(key, 0, nonce, new Uint8Array(KEY));
    return poly1305(oneTimeKey, concat(associated, padding(associated), sealed, padding(sealed), lengths));
}

const padding = (part) => new Uint8Array((16 - (part.length % 16)) % 16);
