// HMAC with SHA-256 (RFC 2104).
import { concat } from "./bytes.js";
import { BLOCK, sha256 } from "./sha256.js";

/** The 32-byte authenticator of a byte string under a key. */
export function hmac(key, data) {
    const block = new Uint8Array(BLOCK);
    block.set(key.length > BLOCK ? sha256(key) : key);
    const inner = sha256(concat(block.map((byte) => byte ^ 0x36), data));
    return sha256(concat(block.map((byte) => byte ^ 0x5c), inner));
}
