// What is picked of a hand, and what would come of playing it. Pure. What `clients/terminal/selection.py` is there.
//
// Cards may be picked before one's turn: all here is asked as if it were.
import { legalPlays } from "../client/model.js";
import { inReadingOrder, numberOf } from "../game/cards.js";
import { Refusal } from "../game/refusals.js";
import { refusePlay } from "../game/rules.js";
import { isSet, valueOf } from "../game/sets.js";

export const Sort = Object.freeze({ NUMBER: "number", COLOUR: "colour" });

/** A hand's cards in the order in which they lie. */
export function inOrder(hand, sort) {
    if (sort === Sort.COLOUR) return [...hand];
    return [...hand].sort((one, other) => numberOf(one) - numberOf(other) || one - other);
}

const asIfMyTurn = (view) => ({ ...view, board: { ...view.board, turn: view.seat } });

/**
 * What would come of playing these cards on the middle of now: { refusal, value, goesOut, takes }; `takes` are the
 * cards of which one is taken then, none if nothing is.
 */
export function judge(view, picked) {
    const refusal = refusePlay(asIfMyTurn(view), picked, null);
    const value = isSet(picked) ? valueOf(picked) : 0;
    if (refusal !== null && refusal !== Refusal.CHOOSE_A_CARD_TO_TAKE) {
        return { refusal, value, goesOut: false, takes: [] };
    }
    const takes = refusal === null ? [] : inReadingOrder(view.board.middle);
    return { refusal: null, value, goesOut: picked.length === view.hand.length, takes };
}

/** Whether any set could be played on the middle of now. */
export const canPlay = (view) => legalPlays(asIfMyTurn(view)).length > 0;

/** Whether this card can lie beside those that are picked: together they are a set, and not too large a one. */
export function canJoin(view, picked, card) {
    if (picked.length === 0 || picked.includes(card)) return true;
    const together = [...picked, card];
    return isSet(together) && together.length <= mostCards(view);
}

function mostCards({ board, seat, hand }) {
    // RULES: a round. A play is as large as the middle or one card larger. One card opens, or a hand that is one set.
    if (board.middle.length > 0) return board.middle.length + 1;
    if (board.turn !== seat) return 2;
    return isSet(hand) ? hand.length : 1;
}

/** What is picked after a tap on a card: it joins, goes back, or, where it does not fit, begins a new pick. */
export function tapped(view, picked, card) {
    if (picked.includes(card)) return picked.filter((one) => one !== card);
    return canJoin(view, picked, card) ? [...picked, card] : [card];
}

/** The whole hand if it may go out at once, else no cards. */
export function wholeHand(view) {
    return view.hand.length > 0 && judge(view, view.hand).refusal === null ? [...view.hand] : [];
}
