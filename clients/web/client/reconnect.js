// When a session comes back, when it gives up, and how long it waits between tries. Pure; times in seconds.
//
// What a host says in the channel is its word; what is said before is a hint that anybody on the network could have
// sent. So no hint ever ends the return to a seat that we had.
import { Close, Hint } from "../protocol/errors.js";
import { How } from "./news.js";

const FIRST_DELAY = 0.2;
const LONGEST_DELAY = 5;
const BUSY_DELAY = 2;
/** SPEC 4: try again within 15 s, at random moments. */
export const BUSY_FOR = 15;
/** SPEC 6: who is silent for so long is gone. */
export const LINK_TIMEOUT = 15;
/** And when somebody looks at the page again: sockets of phones die in their sleep, without a word. */
export const ANSWER_TIMEOUT = 4;
/** SPEC 12: each proof of a code gives a false host one guess at it. An honest one that restarts needs less. */
export const MOST_UNANSWERED_PROOFS = 5;

const ENDS = new Map([
    [Close.DONE, How.GONE],
    [Close.REPLACED, How.REPLACED],
    [Close.KICKED, How.KICKED],
    [Close.GIVEN, How.GIVEN],
    [Close.FORKED, How.FORKED],
    [Close.GAME_OVER, How.DONE],
]);

/** SPEC 8: how a session ends after the host's good-bye; null: come back. */
export const endOf = (close) => ENDS.get(close) ?? null;

/** Whether the seat's secret is worth nothing after such an end. */
export const isSeatOver = (how) => how === How.KICKED || how === How.GIVEN || how === How.DONE;

// To go on proving a code that is wrong would cost the table its guesses; the others do not pass by themselves.
const REFUSES = [Hint.VERSION, Hint.FULL, Hint.WRONG_PROOF, Hint.NEW_CODE_NEEDED, Hint.SHUT_OUT, Hint.KICKED];

/** Whether a newcomer who is told so stays out. */
export const refusesNewcomers = (hint) => REFUSES.includes(hint);

/** How long to wait before this try, the first being 1: doubling, and half of it by chance. */
export function delayBefore(attempt, chance) {
    const full = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(attempt - 1, 16));
    return full * (0.5 + fraction(chance) / 2);
}

/** How long to wait at a door that is too full. */
export const delayWhenBusy = (chance) => FIRST_DELAY + BUSY_DELAY * fraction(chance);

/** Random bytes as a number from 0 to just below 1. */
const fraction = (chance) => chance.reduceRight((sum, byte) => (sum + byte) / 256, 0);
