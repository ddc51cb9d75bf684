// Cards: a card is an int, `colour * 9 + number - 1`, so that 0 is R1 and 53 is P9. A hand is a list, in ascending
// order.

// RULES: cards. The letters are the same in every language.
export const COLOURS = "ROYGBP";
export const NUMBERS = 9;
export const DECK_SIZE = COLOURS.length * NUMBERS;

/** The number on a card, 1 to 9. */
export const numberOf = (card) => (card % NUMBERS) + 1;

/** The letter of a card's colour. */
export const colourOf = (card) => COLOURS[Math.floor(card / NUMBERS)];

/** A card as people write it: `R7`. */
export const formatCard = (card) => `${colourOf(card)}${numberOf(card)}`;

/** Cards in ascending order. */
export const sorted = (cards) => [...cards].sort((one, other) => one - other);

/** All cards of these colours, in ascending order. */
export function cardsOfColours(letters) {
    const all = Array.from({ length: DECK_SIZE }, (_, card) => card);
    return all.filter((card) => letters.includes(colourOf(card)));
}

/** Cards as their value is read: highest number first, then by colour. */
export function inReadingOrder(cards) {
    return [...cards].sort((one, other) => numberOf(other) - numberOf(one) || one - other);
}
