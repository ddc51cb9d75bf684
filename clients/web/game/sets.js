// Sets and their values: what may lie in the middle, and what beats it.
import { COLOURS, NUMBERS, colourOf, inReadingOrder, numberOf, sorted } from "./cards.js";

/** Whether these cards are different ones that share one number or one colour. No cards are no set. */
export function isSet(cards) {
    // RULES: sets. One card, or several of one number or of one colour.
    if (cards.length === 0 || new Set(cards).size !== cards.length) return false;
    return new Set(cards.map(numberOf)).size === 1 || new Set(cards.map(colourOf)).size === 1;
}

/** The highest number that the digits of these cards can form: 2, 4 and 9 make 942. */
export function valueOf(cards) {
    // RULES: sets. The value is the highest number that the digits can make.
    return inReadingOrder(cards).reduce((value, card) => 10 * value + numberOf(card), 0);
}

/** Every set in the hand that may be played on a middle of this size and value, each once. */
export function setsBeating(hand, size, value) {
    const sets = new Map();
    for (const group of groupsIn(hand)) {
        // RULES: a round. A set of n or n+1 cards with a value strictly above the middle's.
        for (const cards of [...choices(group, size), ...choices(group, size + 1)]) {
            if (valueOf(cards) > value) sets.set(cards.join(), cards);
        }
    }
    return [...sets.values()];
}

/** The cards of each colour and of each number. A single card is in two of them. */
function groupsIn(hand) {
    const ofColours = [...COLOURS].map((letter) => hand.filter((card) => colourOf(card) === letter));
    const numbers = Array.from({ length: NUMBERS }, (_, i) => i + 1);
    return [...ofColours, ...numbers.map((number) => hand.filter((card) => numberOf(card) === number))].map(sorted);
}

/** All ways to choose so many of these items, in their order. */
function choices(items, count) {
    if (count === 0) return [[]];
    return items.flatMap((item, i) => choices(items.slice(i + 1), count - 1).map((rest) => [item, ...rest]));
}
