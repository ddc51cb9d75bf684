// What a table can choose: the target, the colours in play, who opens the next hand.
import { COLOURS } from "./cards.js";

export const MIN_PLAYERS = 2;
export const MAX_PLAYERS = 6;
export const HAND_SIZE = 9;

/** The colours in play for so many players, or null if four are to be drawn. */
export function fixedColours({ colours }, players) {
    // RULES: two players. The variant is the default for two and exists for two only.
    if (players !== 2 || colours === "6") return COLOURS;
    return colours === "4" ? null : colours;
}
