// A client's connection, without I/O: bytes in, what happened out, bytes to send drained after either. SPEC 3 to 9.
//
// It puts frames, handshake, channel and messages together and knows which may come when. Whatever the host sends, the
// worst that comes of it is `Failed`: the connection is over, with a close code and no detail.
import { concat } from "../crypto/bytes.js";
import { Opener, Sealer } from "./channel.js";
import { Close, LocalProtocolError, RemoteProtocolError } from "./errors.js";
import { FrameReader, MAX_AFTER, MAX_BEFORE, frame } from "./frames.js";
import { ClientHandshake, HandshakeState } from "./handshake.js";
import { MAX_EVENTS } from "./log.js";
import { decodeEvent, decodeFromHost, encode, isEvent } from "./messages.js";

export const LinkPhase = Object.freeze({ HANDSHAKE: "handshake", OPEN: "open", OVER: "over" });

// SPEC 8: what a client alone may say.
const CLOSED_BY_CLIENT = [Close.AWAY, Close.LEFT];

/**
 * What happened is a list of objects with a `kind`: `Opened` {table}, `Received` {message}, `Logs` {raw, event},
 * `TurnedAway` {hint}, `Closed` {close} and `Failed` {reason}.
 */
export class ClientConnection {
    phase = LinkPhase.HANDSHAKE;
    #handshake;
    #reader = new FrameReader();
    #sealer = null;
    #opener = null;
    #logFollows = false;
    #out = [];

    /** To resume, the password is the seat's secret and the table is known. */
    constructor(intent, password, random, table = null) {
        this.#handshake = new ClientHandshake(intent, password, random, table);
        this.#flush();
    }

    /** Whether we have proved that we know the password, to whoever that is. */
    get hasProved() {
        return this.#handshake.table !== null;
    }

    /** Take bytes in and tell what they mean. Bytes that come after the end mean nothing. */
    receiveData(data) {
        const happened = [];
        if (this.phase === LinkPhase.OVER) return happened;
        try {
            for (const body of this.#reader.feed(data)) {
                happened.push(...this.#body(body));
                if (this.phase === LinkPhase.OVER) break;
            }
        } catch (error) {
            if (!(error instanceof RemoteProtocolError)) throw error;
            // SPEC 8: one number and no detail, so that nobody learns from us why it failed.
            this.close(Close.MALFORMED);
            happened.push({ kind: "Failed", reason: error.message });
        }
        return happened;
    }

    /** The host sends no more bytes. That is only fine after its good-bye. */
    receiveEnd() {
        if (this.phase === LinkPhase.OVER) return [];
        this.phase = LinkPhase.OVER;
        return [{ kind: "Failed", reason: "the other side has gone without a word" }];
    }

    /** Say something in the channel. */
    send(message) {
        if (this.phase !== LinkPhase.OPEN) throw new LocalProtocolError("the channel is not open");
        this.#out.push(this.#sealer.framed(encode(message)));
    }

    /** Say good-bye. Nothing is sent or taken in after it. */
    close(close) {
        if (this.phase === LinkPhase.OPEN) this.send({ kind: "Bye", close });
        this.phase = LinkPhase.OVER;
    }

    /** The bytes that are to go out now. Ask after every call. */
    dataToSend() {
        return concat(...this.#out.splice(0));
    }

    #body(body) {
        if (this.#opener !== null) return this.#take(this.#opener.open(body));
        this.#handshake.receive(body);
        this.#flush();
        return this.#advance();
    }

    /** Look where the handshake is now. */
    #advance() {
        const { state, hint, keys, table } = this.#handshake;
        if (state === HandshakeState.REFUSED) {
            this.phase = LinkPhase.OVER;
            return [{ kind: "TurnedAway", hint }];
        }
        if (state !== HandshakeState.DONE) return [];
        this.#sealer = new Sealer(keys.clientToHost);
        this.#opener = new Opener(keys.hostToClient);
        this.#reader.limit = MAX_AFTER;
        this.phase = LinkPhase.OPEN;
        return [{ kind: "Opened", table }];
    }

    /** What one body of the channel means. */
    #take(body) {
        const message = decodeFromHost(body);
        if (isEvent(message)) return this.#logs([[body, message]]);
        switch (message.kind) {
            case "Batch":
                return this.#logs(message.events.map((raw) => [raw, decodeEvent(raw)]));
            case "Bye":
                return [this.#closed(message.close)];
            case "LogFollows":
                this.#checkLog(message);
                break;
        }
        return [{ kind: "Received", message }];
    }

    #logs(events) {
        // SPEC 9: events have no number of their own; their place in the log must be known.
        if (!this.#logFollows) throw new RemoteProtocolError("an event has come before its place was told");
        return events.map(([raw, event]) => ({ kind: "Logs", raw, event }));
    }

    #checkLog({ seq, length }) {
        if (seq > length || length > MAX_EVENTS) {
            throw new RemoteProtocolError("a log cannot go on behind its end, nor be as long as that");
        }
        this.#logFollows = true;
    }

    #closed(close) {
        if (CLOSED_BY_CLIENT.includes(close)) throw new RemoteProtocolError("this is not for the other side to say");
        this.phase = LinkPhase.OVER;
        return { kind: "Closed", close };
    }

    #flush() {
        for (const body of this.#handshake.outgoing.splice(0)) this.#out.push(frame(body, MAX_BEFORE));
    }
}
