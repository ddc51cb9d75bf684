// The log of a game, its digest, and what a returning client tells about it. SPEC 7 and 9.
import { ascii, equal } from "../crypto/bytes.js";
import { wordsOf } from "./codes.js";
import { RemoteProtocolError } from "./errors.js";
import { digest } from "./hashing.js";
import { spokenBytes } from "./spoken.js";

// SPEC 6: what a log may hold, so that no host can fill its clients' memory.
export const MAX_EVENTS = 65_536;
export const MAX_BYTES = 16 * 1024 * 1024;

/** d(0) of the specification. */
export const firstDigest = (game) => digest(ascii("odin/1 log"), game);

/** The digest after one more event. */
export const nextDigest = (before, raw) => digest(before, raw);

/** A digest as four words, for people who compare theirs aloud. */
export const spoken = (value) => wordsOf(spokenBytes(value)).join(" ");

/** An event with its place in the log. */
class Entry {
    #log;

    constructor(log, seq, event) {
        this.#log = log;
        this.seq = seq;
        this.event = event;
    }

    /** The digest of all before it: few are asked for it. */
    get before() {
        return this.#log.digestAt(this.seq);
    }
}

/** The events of one game, byte for byte. */
export class Log {
    #raw = [];
    #digests;
    #size = 0;

    constructor(game) {
        this.game = game;
        this.#digests = [firstDigest(game)];
    }

    get length() {
        return this.#raw.length;
    }

    /** The digest of all. */
    get digest() {
        return this.digestAt(this.length);
    }

    /** The digest of the first `seq` events, made when somebody asks. */
    digestAt(seq) {
        for (let known = this.#digests.length; known <= seq; known++) {
            this.#digests.push(nextDigest(this.#digests[known - 1], this.#raw[known - 1]));
        }
        return this.#digests[seq];
    }

    /** Add one event as it came, and give it with its place; RemoteProtocolError if it is more than a log may hold. */
    append(raw, event) {
        if (this.length >= MAX_EVENTS || this.#size + raw.length > MAX_BYTES) {
            throw new RemoteProtocolError("a log is longer than it may be");
        }
        this.#raw.push(raw);
        this.#size += raw.length;
        return new Entry(this, this.length - 1, event);
    }

    /** Its first `seq` events as they came. */
    first(seq) {
        return this.#raw.slice(0, seq);
    }

    /** What we have, to be told to the host. */
    sync() {
        return { kind: "Sync", game: this.game, seq: this.length, digest: this.digest };
    }

    /** Whether a host that was rolled back to here has a true beginning of what we saw. */
    isBeginning(game, seq, value) {
        return equal(game, this.game) && seq <= this.length && equal(value, this.digestAt(seq));
    }
}
