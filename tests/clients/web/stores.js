// Stores of seats in browsers of several kinds, which stay between calls.
import { SeatStore } from "../client/store.js";

class Full extends Error {
    name = "QuotaExceededError";
}

/** What a browser has as its localStorage: a map that is there, missing, full, or keeps nothing. */
class Storage {
    items = new Map();

    constructor(kind) {
        this.kind = kind;
    }

    open() {
        if (this.kind === "forbidden") throw new Error("SecurityError");
        return this.kind === "missing" ? undefined : this;
    }

    getItem(key) {
        return this.items.get(key) ?? null;
    }

    setItem(key, text) {
        if (this.kind === "full") throw new Full();
        if (this.kind !== "forgetful") this.items.set(key, text);
    }

    removeItem(key) {
        if (this.kind === "stubborn") throw new Error("no");
        this.items.delete(key);
    }
}

let storage = null;
let today = 0;
let stores = [];

/** A browser of this kind, with so many pages; the last of them is the big screen's. */
export function openStores(kind, pages) {
    storage = new Storage(kind);
    today = Date.UTC(2026, 10, 18);
    const isLast = (i) => i === pages - 1;
    stores = Array.from({ length: pages }, (_, i) => new SeatStore(() => storage.open(), () => today, isLast(i)));
}

export const storeCall = (number, method, ...values) => stores[number][method](...values);

/** All that stands in the storage; and what somebody else writes there. */
export const written = () => Object.fromEntries(storage.items);
export const write = (key, text) => storage.items.set(key, text).size;

export function daysPass(days) {
    today += days * 24 * 60 * 60 * 1000;
}
