// Sealed hands: nine cards that only their seat opens, until the hand's end shows all keys. SPEC 7.
import { ascii, u32 } from "../crypto/bytes.js";
import { NONCE, open } from "../crypto/chacha20poly1305.js";
import { expand, extract } from "../crypto/hkdf.js";
import { DECK_SIZE } from "../game/cards.js";
import { HAND_SIZE } from "../game/options.js";
import { lp } from "./hashing.js";

/** What an entry is, for the key and for the tag. */
export function entryInfo({ game, hand, attempt }, seat, bound) {
    return lp(ascii("odin/1 hand"), game, u32(hand), u32(attempt), u32(seat), bound);
}

/** The key of one seat for one hand. */
export const handKey = (seatKey, info) => expand(extract(new Uint8Array(32), seatKey), info);

/** The cards in an entry; null if it does not open, or not into nine different cards. */
export function openEntry(key, info, sealed) {
    const cards = open(key, new Uint8Array(NONCE), sealed, info);
    if (cards === null || cards.length !== HAND_SIZE || new Set(cards).size !== HAND_SIZE) return null;
    return cards.every((card) => card < DECK_SIZE) ? [...cards] : null;
}
