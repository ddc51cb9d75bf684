// The client's side of the handshake: both prove that they know the code, or the seat's secret, and get keys. SPEC 4.
//
// It does no I/O, and chance comes in: `outgoing` is what is to be sent, `keys` what comes of it.
import { ascii, concat, equal } from "../crypto/bytes.js";
import { expand, extract } from "../crypto/hkdf.js";
import { begin, finish } from "../crypto/spake2.js";
import { LocalProtocolError, RemoteProtocolError } from "./errors.js";
import { digest } from "./hashing.js";
import { Intent, VERSION, decodeOpening, encode } from "./messages.js";

const CLIENT_ID = ascii("odin/1 client");
const HOST_ID = ascii("odin/1 host");
const TICKET = 8;

/** The name of a resume secret in the hello with this nonce: with it the host finds the seat, and nobody else. */
export const ticketOf = (secret, nonce) => digest(ascii("odin/1 ticket"), secret, nonce).slice(0, TICKET);

/** The key schedule, over the raw bodies as they travelled. */
export function schedule(hello, challenge, clientPoint, key) {
    const prk = extract(digest(hello, challenge, clientPoint), key);
    return {
        confirmClient: expand(prk, ascii("odin/1 confirm client")),
        confirmHost: expand(prk, ascii("odin/1 confirm host")),
        keys: {
            clientToHost: expand(prk, ascii("odin/1 client to host")),
            hostToClient: expand(prk, ascii("odin/1 host to client")),
        },
    };
}

export const HandshakeState = Object.freeze({
    AWAITS_CHALLENGE: "awaits challenge",
    AWAITS_ACCEPT: "awaits accept",
    DONE: "done",
    REFUSED: "refused",
});

export class ClientHandshake {
    state = HandshakeState.AWAITS_CHALLENGE;
    outgoing = [];
    /** The table's id, once the host has told it. */
    table = null;
    /** Why we are not let in, if somebody says so. */
    hint = null;
    keys = null;
    #hello;
    #exchange;
    #wantedTable;
    #schedule = null;

    /** `nonce` has 16 random bytes, `entropy` 64; `table` is the one that is expected, or null. */
    constructor(intent, password, { nonce, entropy }, table = null) {
        const resumes = intent === Intent.RESUME;
        if (resumes && table === null) throw new LocalProtocolError("to resume is to know the table");
        const ticket = resumes ? ticketOf(password, nonce) : null;
        this.#hello = encode({ kind: "Hello", version: VERSION, intent, table, ticket, nonce });
        this.#exchange = begin(password, entropy);
        this.#wantedTable = table;
        this.outgoing.push(this.#hello);
    }

    /** Take one body in. */
    receive(body) {
        const message = decodeOpening(body);
        if (message.kind === "Refuse") {
            this.hint = message.hint;
            this.state = HandshakeState.REFUSED;
        } else if (this.state === HandshakeState.AWAITS_CHALLENGE && message.kind === "Challenge") {
            this.#gotChallenge(body, message);
        } else if (this.state === HandshakeState.AWAITS_ACCEPT && message.kind === "Accept") {
            this.#gotAccept(message);
        } else {
            throw new RemoteProtocolError("this message may not come now");
        }
    }

    #gotChallenge(body, { version, table, point }) {
        if (version !== VERSION) throw new RemoteProtocolError("the host speaks another version");
        if (this.#wantedTable !== null && !equal(this.#wantedTable, table)) {
            throw new RemoteProtocolError("this is another table");
        }
        const key = finish(this.#exchange, point, CLIENT_ID, concat(HOST_ID, table));
        if (key === null) throw new RemoteProtocolError("the host's point is none");
        this.#schedule = schedule(this.#hello, body, this.#exchange.point, key);
        this.table = table;
        const { confirmClient } = this.#schedule;
        this.outgoing.push(encode({ kind: "Proof", point: this.#exchange.point, confirm: confirmClient }));
        this.state = HandshakeState.AWAITS_ACCEPT;
    }

    #gotAccept({ confirm }) {
        if (!equal(confirm, this.#schedule.confirmHost)) {
            throw new RemoteProtocolError("the host does not know the code");
        }
        this.keys = this.#schedule.keys;
        this.state = HandshakeState.DONE;
    }
}
