// Hashes over parts that cannot run into each other. SPEC 2.
import { concat, u32 } from "../crypto/bytes.js";
import { sha256 } from "../crypto/sha256.js";

/** The parts, each behind its length as four bytes. */
export const lp = (...parts) => concat(...parts.flatMap((part) => [u32(part.length), part]));

/** H of the specification: SHA-256 over length-prefixed parts. */
export const digest = (...parts) => sha256(lp(...parts));
