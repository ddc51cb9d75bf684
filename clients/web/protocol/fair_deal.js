// The fair deal: chance that the host and everybody at the table made together, and that all can compute again. SPEC 7.
//
// The host binds itself first, then every seat; only then are the shares shown. So one honest share makes the whole
// deal random. Commitments and shares stand in seat order; null is a seat that was left out.
import { EMPTY, ascii, concat, u32 } from "../crypto/bytes.js";
import { hmac } from "../crypto/hmac.js";
import { COLOURS, cardsOfColours } from "../game/cards.js";
import { fixedColours } from "../game/options.js";
import { nextOpener } from "../game/rules.js";
import { digest, lp } from "./hashing.js";

const COLOURS_OUT = 2;

/** `ctx` of the specification, for a deal { game, hand, attempt }. */
const contextOf = ({ game, hand, attempt }) => lp(game, u32(hand), u32(attempt));

/** What binds the host to its secret. */
export const hostCommitment = (deal, secret) => digest(ascii("odin/1 host"), contextOf(deal), secret);

/** What binds a seat to its share. */
export const seatCommitment = (deal, seat, share) => digest(ascii("odin/1 seat"), contextOf(deal), u32(seat), share);

/** What all chance of this hand comes from. */
export function seedOf(deal, secret, shares) {
    const parts = shares.flatMap((share, seat) => (share === null ? [] : [concat(u32(seat), share)]));
    return digest(ascii("odin/1 seed"), contextOf(deal), secret, ...parts);
}

/** `bound` of the specification: a hash of all that decides who gets which card. */
export function bindingOf(deal, host, commitments, shares, colours, opener) {
    const seats = commitments.flatMap((commitment, seat) => [commitment ?? EMPTY, shares[seat] ?? EMPTY]);
    return digest(ascii("odin/1 deal"), contextOf(deal), host, ...seats, ascii(colours), u32(opener));
}

/** Colours, opener and deck of the next hand of this game. */
export function draw(seed, game) {
    const players = game.seats.length;
    const colours = game.colours || (fixedColours(game.options, players) ?? drawnColours(seed));
    const opener = game.hand > 0 ? nextOpener(game) : drawnOpener(seed, players);
    return { colours, opener, deck: shuffledDeck(seed, colours) };
}

/** Four colours of six: the two that come first in a shuffle are out. */
export function drawnColours(seed) {
    const out = shuffle(new Stream(seed, "odin/1 colours"), [...COLOURS]).slice(0, COLOURS_OUT);
    return [...COLOURS].filter((letter) => !out.includes(letter)).join("");
}

/** Who opens the first hand. */
export const drawnOpener = (seed, players) => new Stream(seed, "odin/1 opener").below(players);

/** The cards in play, in the order in which they are dealt. */
export function shuffledDeck(seed, colours) {
    return shuffle(new Stream(seed, "odin/1 deck"), cardsOfColours(colours));
}

/** Fisher and Yates, from the last place down. */
function shuffle(stream, items) {
    for (let last = items.length - 1; last > 0; last--) {
        const other = stream.below(last + 1);
        [items[last], items[other]] = [items[other], items[last]];
    }
    return items;
}

/** Bytes from a seed under a label, and numbers drawn from them without bias. */
class Stream {
    #seed;
    #label;
    #counter = 0;
    #block = EMPTY;
    #at = 0;

    constructor(seed, label) {
        this.#seed = seed;
        this.#label = ascii(label);
    }

    /** A number from 0 to just below the limit; bytes that would favour the low ones are passed over. */
    below(limit) {
        let byte = this.#next();
        while (byte >= 256 - (256 % limit)) byte = this.#next();
        return byte % limit;
    }

    #next() {
        if (this.#at === this.#block.length) {
            this.#block = hmac(this.#seed, lp(this.#label, u32(this.#counter++)));
            this.#at = 0;
        }
        return this.#block[this.#at++];
    }
}
