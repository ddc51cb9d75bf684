// Frames: four bytes of length, highest first, and that many bytes of body. SPEC 3.
import { EMPTY, concat, u32 } from "../crypto/bytes.js";
import { LocalProtocolError, RemoteProtocolError } from "./errors.js";

const HEADER = 4;
/** What a body may hold until the host has proved itself. */
export const MAX_BEFORE = 4 * 1024;
/** And afterwards. */
export const MAX_AFTER = 64 * 1024;

/** A body as it travels. */
export function frame(body, limit = MAX_AFTER) {
    if (body.length === 0 || body.length > limit) throw new LocalProtocolError("a frame of this size cannot be sent");
    return concat(u32(body.length), body);
}

/** Cuts a stream of bytes into bodies, however the bytes arrive. */
export class FrameReader {
    limit = MAX_BEFORE;
    #buffer = EMPTY;

    /** Take bytes in and give the bodies that are complete. The limit is looked at anew for each of them. */
    *feed(data) {
        this.#buffer = this.#buffer.length === 0 ? data : concat(this.#buffer, data);
        while (this.#buffer.length >= HEADER) {
            const end = HEADER + this.#length();
            if (this.#buffer.length < end) return;
            const body = this.#buffer.slice(HEADER, end);
            this.#buffer = this.#buffer.subarray(end);
            yield body;
        }
    }

    /** Checked as soon as it is there: nobody can make us hold more than one frame and what one call brings. */
    #length() {
        const length = new DataView(this.#buffer.buffer, this.#buffer.byteOffset).getUint32(0);
        if (length === 0 || length > this.limit) {
            throw new RemoteProtocolError("a frame has a length that it must not have");
        }
        return length;
    }
}
