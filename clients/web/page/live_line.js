// The one sentence above the hand: what to beat, what the picked cards do, or the one reason why not.
import { isSet } from "../game/sets.js";
import { Phase } from "../game/state.js";
import { say, sayNumber } from "../language.js";
import { canPlay, judge, wholeHand } from "./selection.js";
import { nameAt } from "./sentences/names.js";
import { refusal } from "./sentences/refusals.js";
import { watchingSentence } from "./sentences/told.js";
import { isSent } from "./state.js";

const plain = (text) => ({ text, tone: "" });

/** What is true now, and its tone: "yes", "no", or "" for neither. */
export function liveLine(model, ui) {
    const { state, view } = model;
    if (view === null) return plain(withoutHand(model));
    if (state.phase !== Phase.PLAYING) return plain("");
    if (ui.isTaking) return plain(say("The others fall to Valhalla."));
    if (ui.notSent) return { text: say("The host is away: that was not sent."), tone: "no" };
    if (model.refused !== null && model.refused.action === state.action) {
        return { text: refusal(model.refused.reason, view, ui.picked), tone: "no" };
    }
    if (isSent(ui, state)) return plain(say("Sent; the host is about to answer."));
    return ui.picked.length > 0 ? aboutPicked(view, ui.picked) : plain(aboutTurn(model));
}

function withoutHand(model) {
    if (model.seat === null) return watchingSentence(model);
    if (model.phase === Phase.PLAYING) return say("Your hand is not known here yet; the next deal brings you one.");
    return "";
}

function aboutTurn(model) {
    const { state, view } = model;
    if (view.hand.length === 0) return "";
    if (!model.myTurn) {
        return say("{name} plays now. You may pick cards already.", { name: nameAt(model.seats, state.turn) });
    }
    const what = whatToDo(view);
    return model.nudged ? `${say("The table waits for you.")} ${what}` : what;
}

function whatToDo(view) {
    const { middle, value } = view.board;
    if (middle.length === 0) {
        const isWhole = view.hand.length > 1 && wholeHand(view).length > 0;
        if (isWhole) return say("Your turn: open with one card, or with your whole hand at once.");
        return say("Your turn: open the round with one card.");
    }
    if (!canPlay(view)) return say("Nothing that you hold beats {value}: pass.", { value });
    return sayNumber(
        "Your turn: beat {value} with {count} card or {more}, or pass.",
        "Your turn: beat {value} with {count} cards or {more}, or pass.",
        middle.length,
        { value, more: middle.length + 1 },
    );
}

function aboutPicked(view, picked) {
    const { board } = view;
    const isMine = board.turn === view.seat;
    if (!isMine && board.middle.length === 0 && isSet(picked)) {
        // Somebody else opens: what these cards will have to beat is not known.
        const name = nameAt(board.game.seats, board.turn);
        return plain(say("{name} opens first. You see then what your cards beat.", { name }));
    }
    const outcome = judge(view, picked);
    if (outcome.refusal !== null) return { text: refusal(outcome.refusal, view, picked), tone: "no" };
    return { text: whatItDoes(board, picked, outcome, isMine), tone: "yes" };
}

function whatItDoes(board, picked, { value, goesOut }, isMine) {
    const places = { value, middle: board.value };
    if (board.middle.length === 0) {
        if (goesOut) return say("With {value} you go out!", { value });
        return say("You open with {what}.", { what: String(value) });
    }
    if (!isMine) return say("{value} beats {middle}: play it when your turn comes.", places);
    if (goesOut) return say("{value} beats {middle}, and you go out!", places);
    if (picked.length > board.middle.length) return say("{value} beats {middle}: one card more.", places);
    return say("{value} beats {middle}.", places);
}
