// HKDF with SHA-256 (RFC 5869).
import { EMPTY, concat } from "./bytes.js";
import { hmac } from "./hmac.js";

/** RFC 5869 2.2: a key from a secret of any shape. */
export const extract = (salt, secret) => hmac(salt, secret);

/** RFC 5869 2.3: so many bytes for one purpose. */
export function expand(key, info, length = 32) {
    if (length > 255 * 32) throw new RangeError("HKDF gives no more than 255 blocks");
    let block = EMPTY;
    let output = EMPTY;
    for (let i = 1; output.length < length; i++) {
        block = hmac(key, concat(block, info, Uint8Array.of(i)));
        output = concat(output, block);
    }
    return output.slice(0, length);
}
