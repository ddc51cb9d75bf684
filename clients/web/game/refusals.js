// Why a move is refused, by the number that it has on the wire; the words for it are found in the player's language.

// RULES: refusals. The first that applies counts.
export const Refusal = Object.freeze({
    GAME_OVER: 0,
    HAND_OVER: 1,
    NOT_YOUR_TURN: 2,
    NOT_YOUR_CARD: 3,
    SAME_CARD_TWICE: 4,
    NOT_ONE_SET: 5,
    OPENER_CANNOT_PASS: 6,
    WRONG_NUMBER_OF_CARDS: 7,
    VALUE_TOO_LOW: 8,
    CHOOSE_A_CARD_TO_TAKE: 9,
    NOT_IN_THE_MIDDLE: 10,
    NOTHING_TO_TAKE: 11,
});
