// What somebody has picked, typed, opened and read on this page, and what news make of it. Pure.
//
// What there is to show stands in the model; this is the rest.
import { equal } from "../crypto/bytes.js";
import { Phase } from "../game/state.js";
import { wholeHand } from "./selection.js";

export const Screen = Object.freeze({
    SIT_DOWN: "sit down",
    NAME: "name",
    OTHER_TAB: "other tab",
    ROLLED_BACK: "rolled back",
    HAND_END: "hand end",
    GAME_END: "game end",
    ENDED: "ended",
    WAIT: "wait",
    LOBBY: "lobby",
    REPLAY: "replay",
    TABLE: "table",
});

export const NO_UI = Object.freeze({
    // Whether we are on our way in, or in: nobody is asked for a name any more.
    isComing: false,
    // Whether somebody wants to begin anew, whatever the last session came to.
    isAnew: false,
    nameFault: "",
    codeFault: "",
    picked: Object.freeze([]),
    isTaking: false,
    // The action that a move of ours answers, until it is answered: {game, action}.
    sent: null,
    notSent: false,
    // What is open over the screen, by its name.
    dialog: null,
    // The beat of a hand's end, 1 to 3; the hand whose end was read; the game whose end was.
    beat: 1,
    readHand: null,
    readGame: null,
    isReady: false,
    wentOn: 0,
    // How many lines of chat were read.
    chatRead: 0,
    // The four words, "" while they are computed.
    words: null,
    // The action at which we were for letting a bot play.
    askedToCover: null,
    knowsAlarm: false,
    // Whether the bars of the points have grown.
    hasCounted: false,
    // Whether somebody does not look at the game that is shown again.
    hasLeftReplay: false,
    // Reactions that are on a shield now, by seat, as texts.
    said: Object.freeze({}),
});

/** Which screen is drawn. Ends are read before anything that came after them. */
export function screenOf(model, ui, isWatch = false) {
    if (model.otherTab) return Screen.OTHER_TAB;
    const isRefused = model.ended?.how === "refused" && !model.wasIn;
    if (ui.isAnew || isRefused || (!ui.isComing && model.ended === null)) return Screen.SIT_DOWN;
    if (model.nameRefused !== null && model.ended === null) return Screen.NAME;
    if (model.rollback !== null && model.ended === null && ui.wentOn < model.rollback.times) return Screen.ROLLED_BACK;
    if (model.replay !== null && !ui.hasLeftReplay && model.ended === null) return Screen.REPLAY;
    if (model.result !== null && !isWatch && !isRead(ui.readHand, model.result)) return Screen.HAND_END;
    if (model.over !== null && !isWatch && !isSame(ui.readGame, model.over.state.game.id)) return Screen.GAME_END;
    // The big screen goes on showing who has won the last game.
    const isWon = isWatch && model.over !== null && model.ended?.how === "done";
    if (model.ended !== null && !isWon) return Screen.ENDED;
    if (model.state === null) return Screen.WAIT;
    return model.phase === Phase.LOBBY ? Screen.LOBBY : Screen.TABLE;
}

const isSame = (one, other) => one !== null && equal(one, other);
const isRead = (read, { state, number }) => read !== null && read.number === number && equal(read.game, state.game.id);

/** The hand of this result, once its end was read. */
export const handOf = ({ state, number }) => ({ game: state.game.id, number });

/** Whether the move of now was sent and is not answered yet. */
export function isSent(ui, state) {
    return ui.sent !== null && ui.sent.action === state.action && equal(ui.sent.game, state.game.id);
}

/** What news make of all this: nothing that somebody is doing is lost, unless it cannot be done any more. */
export function followed(ui, news, before, model) {
    if (news === null) return ui;
    const next = news.kind in FOLLOWS ? FOLLOWS[news.kind](ui, news, before, model) : ui;
    // Who has left what was shown again has left only that.
    return next.hasLeftReplay && model.replay === null ? { ...next, hasLeftReplay: false } : next;
}

const FOLLOWS = {
    Refused: (ui) => ({ ...ui, sent: null }),
    HostRolledBack: (ui) => ({
        ...ui,
        picked: [],
        isTaking: false,
        sent: null,
        isReady: false,
        words: null,
        readHand: null,
        readGame: null,
    }),
    CaughtUp: (ui, _, before, model) => {
        // What was said before we came stands in the log; whoever comes back may not have read it.
        const chatRead = before.wasIn ? ui.chatRead : model.chatCount;
        // The end of a hand that was missed is read at its last beat. The log of the next game is caught up with, too.
        const isMissed = model.result !== null && !before.caughtUp;
        const end = isMissed ? { beat: 3, hasCounted: true } : {};
        return offered({ ...ui, ...end, notSent: false, chatRead, isComing: true }, before, model);
    },
    Logged: (ui, { event }, before, model) =>
        offered(event.kind in EVENTS ? EVENTS[event.kind](ui, event, model) : ui, before, model),
};

const EVENTS = {
    HandDealt: (ui) => ({
        ...ui,
        picked: [],
        isTaking: false,
        isReady: false,
        words: null,
        beat: 1,
        askedToCover: null,
    }),
    HandEnded: (ui) => ({ ...ui, picked: [], isTaking: false, beat: 1, isReady: false }),
    LobbyOpened: (ui) => ({ ...ui, isReady: false }),
    CardsPlayed: moved,
    Passed: moved,
    RoundEnded: moved,
    DealAborted: (ui) => ({ ...ui, picked: [], isTaking: false }),
    ChatSaid: (ui, { seat }, model) =>
        ui.dialog === "chat" || seat === model.seat ? { ...ui, chatRead: model.chatCount } : ui,
};

/** What is still picked when somebody has moved. */
function moved(ui, _, model) {
    const hand = model.hand;
    const picked = ui.picked.filter((card) => hand.includes(card));
    return { ...ui, picked, isTaking: ui.isTaking && model.myTurn, notSent: false, askedToCover: null };
}

/** A hand that may go out at once is picked when our turn begins. */
function offered(ui, before, model) {
    const isNew = model.myTurn && !(before.myTurn && before.state.action === model.state.action);
    if (!isNew || ui.picked.length > 0 || model.view === null) return ui;
    return { ...ui, picked: wholeHand(model.view) };
}
