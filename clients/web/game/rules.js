// The law of the game: what may be done, and what follows from it. Nothing here does I/O, reads a clock or draws lots.
import { Refusal } from "./refusals.js";
import { isSet, setsBeating, valueOf } from "./sets.js";
import { NOBODY, Phase, totals } from "./state.js";

/** A move that plays nothing. */
export const PASS = Object.freeze({ cards: Object.freeze([]), take: null });

/** Every legal move { cards, take } of the seat whose turn it is, each once. Empty if it is not this seat's turn. */
export function legalMoves({ board, seat, hand }) {
    if (board.turn !== seat || seat === NOBODY) return [];
    if (board.middle.length === 0) return openings(hand);
    // RULES: a round. Each player either plays or passes.
    const sets = setsBeating(hand, board.middle.length, board.value);
    // RULES: end of a hand. A play that empties the hand takes nothing.
    const out = sets.filter((cards) => cards.length === hand.length).map((cards) => ({ cards, take: null }));
    // RULES: a round. The player takes exactly one card of the set that was in the middle before.
    const others = sets.filter((cards) => cards.length < hand.length);
    const plays = board.middle.flatMap((take) => others.map((cards) => ({ cards, take })));
    return [...out, ...plays, PASS];
}

function openings(hand) {
    // RULES: a round. The opener plays exactly 1 card, and cannot pass.
    const singles = hand.map((card) => ({ cards: [card], take: null }));
    // RULES: opening with all cards. A hand that is one set may go out at once; it is a choice.
    return hand.length > 1 && isSet(hand) ? [...singles, { cards: hand, take: null }] : singles;
}

/** Why this seat may not play these cards and take that one now, or null if it may. */
export function refusePlay({ board, seat, hand }, cards, take) {
    return refuseTurn(board, seat) ?? refuseCards(hand, cards) ?? refuseOn(board, hand, cards, take);
}

/** Why this seat may not pass now, or null if it may. */
export function refusePass({ board, seat }) {
    // RULES: a round. The opener cannot pass.
    return refuseTurn(board, seat) ?? (board.middle.length > 0 ? null : Refusal.OPENER_CANNOT_PASS);
}

function refuseTurn({ turn, phase }, seat) {
    if (turn === seat && seat !== NOBODY) return null;
    if (phase === Phase.OVER) return Refusal.GAME_OVER;
    return phase === Phase.PLAYING ? Refusal.NOT_YOUR_TURN : Refusal.HAND_OVER;
}

function refuseCards(hand, cards) {
    if (cards.some((card) => !hand.includes(card))) return Refusal.NOT_YOUR_CARD;
    if (new Set(cards).size !== cards.length) return Refusal.SAME_CARD_TWICE;
    return cards.length > 0 && !isSet(cards) ? Refusal.NOT_ONE_SET : null;
}

function refuseOn({ middle, value }, hand, cards, take) {
    const goesOut = cards.length === hand.length;
    if (middle.length === 0) {
        // RULES: a round. One card opens, or the whole hand if it is one set. Who opens takes nothing.
        if (cards.length !== 1 && (!goesOut || cards.length === 0)) return Refusal.WRONG_NUMBER_OF_CARDS;
        return take === null ? null : Refusal.NOT_IN_THE_MIDDLE;
    }
    // RULES: a round. A play is a set of n or n+1 cards.
    if (cards.length !== middle.length && cards.length !== middle.length + 1) return Refusal.WRONG_NUMBER_OF_CARDS;
    // RULES: a round. The value must be strictly higher than the value in the middle.
    if (valueOf(cards) <= value) return Refusal.VALUE_TOO_LOW;
    // RULES: a round. All but who goes out take exactly one card of the old middle.
    if (take === null) return goesOut ? null : Refusal.CHOOSE_A_CARD_TO_TAKE;
    if (!middle.includes(take)) return Refusal.NOT_IN_THE_MIDDLE;
    return goesOut ? Refusal.NOTHING_TO_TAKE : null;
}

/** A play or pass that the rules refuse, by its reason. */
export class IllegalMove extends Error {
    name = "IllegalMove";

    constructor(reason) {
        super("the rules do not allow this");
        this.reason = reason;
    }
}

/** What happens if this seat plays these cards, all hands being known; IllegalMove if the rules refuse it. */
export function play(state, seat, cards, take, by) {
    const hand = state.hands[seat] ?? [];
    const reason = refusePlay({ board: state, seat, hand }, cards, take);
    if (reason !== null) throw new IllegalMove(reason);
    const played = { kind: "CardsPlayed", seat, cards, taken: take, by };
    // RULES: end of a hand. It ends when somebody has played all cards.
    return cards.length < hand.length ? [played] : [played, ...endHand(state, seat)];
}

/** What happens if this seat passes; IllegalMove if the rules refuse it. */
export function pass(state, seat, by) {
    const reason = refusePass({ board: state, seat });
    if (reason !== null) throw new IllegalMove(reason);
    const passed = { kind: "Passed", seat, by };
    // RULES: a round. It ends when all but the player of the set in the middle have passed in a row.
    const isLast = state.passes + 2 === state.hands.length;
    return isLast ? [passed, { kind: "RoundEnded", opener: state.owner }] : [passed];
}

function endHand({ game, hands }, out) {
    // RULES: end of a hand. One point for each card left, and all hands are shown.
    const left = hands.map((hand, seat) => (seat === out ? [] : hand));
    const points = left.map((hand) => hand.length);
    const ended = { kind: "HandEnded", hands: left, points };
    const sums = totals({ scores: [...game.scores, points], seats: game.seats });
    // RULES: end of the game. It ends after the hand in which somebody reaches the target.
    if (Math.max(...sums) < game.options.points) return [ended];
    // RULES: end of the game. Fewest points wins; ties share the victory.
    const fewest = Math.min(...sums);
    const winners = sums.flatMap((sum, seat) => (sum === fewest ? [seat] : []));
    return [ended, { kind: "GameEnded", winners }];
}

/** Who opens the next hand, once a first one was dealt. */
export function nextOpener({ options, wentOut, opener, seats }) {
    // RULES: end of a hand. The player to the left of the previous opener, or by the option who acted last.
    return options.starter === "last" ? wentOut : (opener + 1) % seats.length;
}
