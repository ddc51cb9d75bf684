// SPAKE2 over Ed25519, as in the Python package spake2 0.9, the side of a client. SPEC 4.
import { EMPTY, ascii, bigEndian, concat, equal, fromHex } from "./bytes.js";
import { BASE, ORDER, add, decodePoint, encodePoint, multiply, negate } from "./ed25519.js";
import { expand, extract } from "./hkdf.js";
import { sha256 } from "./sha256.js";

export const ENTROPY = 64;
const CLIENT = 0x41;
const HOST = 0x42;

const M = decodePoint(fromHex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312"));
const N = decodePoint(fromHex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3"));

/** The client's half: its message is `point`, all else stays with it. */
export function begin(password, entropy) {
    if (entropy.length !== ENTROPY) throw new RangeError(`an exchange needs ${ENTROPY} bytes of entropy`);
    const w = bigEndian(expand(extract(EMPTY, password), ascii("SPAKE2 pw"), 48)) % ORDER;
    const a = bigEndian(entropy) % ORDER;
    const x = encodePoint(add(multiply(a, BASE), multiply(w, M)));
    return { password, w, a, point: concat(Uint8Array.of(CLIENT), x) };
}

/** The key that both have if both know the password; null if the host's message holds no point, or our own. */
export function finish({ password, w, a, point }, hostPoint, clientId, hostId) {
    const x = point.subarray(1);
    const y = hostPoint.subarray(1);
    if (hostPoint[0] !== HOST || equal(x, y)) return null;
    const host = decodePoint(y);
    if (host === null) return null;
    const z = encodePoint(multiply(a, add(host, negate(multiply(w, N)))));
    return sha256(concat(sha256(password), sha256(clientId), sha256(hostId), x, y, z));
}
