// The channel: every body after the handshake, sealed with its direction's key and a counter. SPEC 5.
//
// A body that was changed, left out, repeated or moved does not open.
import { NONCE, TAG, open, seal } from "../crypto/chacha20poly1305.js";
import { LocalProtocolError, RemoteProtocolError } from "./errors.js";
import { MAX_AFTER, frame } from "./frames.js";

export const MAX_BODY = MAX_AFTER - TAG;

/** Four zeros, and how many bodies came before this one, as eight bytes. */
function nonceOf(counter) {
    const nonce = new Uint8Array(NONCE);
    new DataView(nonce.buffer).setBigUint64(4, counter);
    return nonce;
}

/** Seals the bodies of one direction, in order. */
export class Sealer {
    #key;
    #counter = 0n;

    constructor(key) {
        this.#key = key;
    }

    /** The body as only the other side can open it, once, with its length before it. */
    framed(body) {
        // Before it is sealed: a body that counts and is not sent would break the channel.
        if (body.length === 0 || body.length > MAX_BODY) {
            throw new LocalProtocolError("a body of this size cannot be sent");
        }
        return frame(seal(this.#key, nonceOf(this.#counter++), body));
    }
}

/** Opens the bodies of one direction, in order. */
export class Opener {
    #key;
    #counter = 0n;

    constructor(key) {
        this.#key = key;
    }

    /** The body; RemoteProtocolError if it is not just what was sealed next. */
    open(sealed) {
        const body = open(this.#key, nonceOf(this.#counter++), sealed);
        if (body === null) throw new RemoteProtocolError("a body does not open");
        return body;
    }
}
