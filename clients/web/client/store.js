// The secret of a seat in this browser: one for the address and port from which the page came, and beside it one of a
// place to watch from, which is no seat.
//
// It is written before anybody hears of it, and taken away when the seat is over, and in any case after two days:
// another computer may have this address tomorrow. A browser may have no storage, a full one, or one that throws, and
// anything may stand in it: what is no seat is none. Then the seat is remembered until the page is closed.
import { fromHex, toHex } from "../crypto/bytes.js";

const DAY = 24 * 60 * 60 * 1000;
const LIFETIME = 2 * DAY;
const SEAT_KEY = "odin seat";
const WATCH_KEY = "odin watch";
const TABLE_FORM = /^[0-9a-f]{32}$/;
const SECRET_FORM = /^[0-9a-f]{64}$/;
const LONGEST_NAME = 400;

export class SeatStore {
    #storage;
    #key;
    #today;
    #held = null;

    /**
     * `storage` gives the browser's localStorage, or throws; `today` the milliseconds of the calendar. A seat is
     * {table, secret, name}, and `watches: true` if its person wants none and only watches.
     */
    constructor(storage, today, watches = false) {
        this.#storage = storage;
        this.#today = today;
        this.#key = watches ? WATCH_KEY : SEAT_KEY;
    }

    /** The seat that is kept, at this table, or, if that is null, at any; null if there is none. */
    find(table) {
        const kept = this.#read() ?? this.#held;
        const isThere = kept !== null && (table === null || toHex(kept.table) === toHex(table));
        if (isThere) this.#held = kept;
        return isThere ? kept : null;
    }

    /** Keep this one instead of the one before; whether it will be there after a reload. */
    keep(seat) {
        this.#held = seat;
        const { table, secret, name, watches } = seat;
        const written = { odin: 1, table: toHex(table), secret: toHex(secret), name, watches, at: this.#today() };
        const text = JSON.stringify(written);
        try {
            this.#storage().setItem(this.#key, text);
            return this.#storage().getItem(this.#key) === text;
        } catch {
            return false;
        }
    }

    /** The seat that was found or kept last is given up; one that another page has kept since stays. */
    forget() {
        const kept = this.#read();
        if (kept !== null && this.#held !== null && toHex(kept.secret) === toHex(this.#held.secret)) this.#remove();
        this.#held = null;
    }

    #read() {
        try {
            const text = this.#storage().getItem(this.#key);
            if (text === null) return null;
            const seat = parsed(text, this.#today());
            if (seat === null) this.#remove();
            return seat;
        } catch {
            return null;
        }
    }

    #remove() {
        try {
            this.#storage().removeItem(this.#key);
        } catch {
            // Then it lies there, and its time will be over.
        }
    }
}

/** A seat as it was written; null if it is none, or too old. */
function parsed(text, today) {
    let written;
    try {
        written = JSON.parse(text);
    } catch {
        return null;
    }
    const { table, secret, name, watches, at } = written ?? {};
    // A clock may have been set back since.
    if (typeof at !== "number" || !(Math.abs(today - at) < LIFETIME)) return null;
    if (![table, secret, name].every((one) => typeof one === "string") || name.length > LONGEST_NAME) return null;
    if (!TABLE_FORM.test(table) || !SECRET_FORM.test(secret)) return null;
    const seat = { table: fromHex(table), secret: fromHex(secret), name };
    return watches === true ? { ...seat, watches } : seat;
}
