// A list of calls as JSON in, a list of their results out. `hex:…` stands for bytes, as in the vectors.
import { fromHex, toHex } from "../crypto/bytes.js";
import { CALLS } from "./calls.js";

/** Make these calls, each [name, argument, …], one after the other. What a call throws is its result, by its name. */
export function run(calls) {
    return JSON.stringify(JSON.parse(calls, revive).map(([name, ...values]) => attempt(CALLS[name], values)), replace);
}

function attempt(call, values) {
    try {
        return call(...values) ?? null;
    } catch (error) {
        return { error: error.name, message: error.message };
    }
}

const isHex = (value) => typeof value === "string" && value.startsWith("hex:");
const revive = (_, value) => (isHex(value) ? fromHex(value.slice(4)) : value);

function replace(_, value) {
    if (value instanceof Uint8Array) return `hex:${toHex(value)}`;
    return typeof value === "bigint" ? String(value) : value;
}
