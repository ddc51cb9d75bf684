// What there is to show: the fold of a session's news. Pure: the time comes in with each piece of news, in seconds.
//
// A model is never changed: `fold` gives the next one. Its fields are those of `clients/model.py`, without what only
// the owner of a table is told:
//
//     state          the game as far as it is known, or null: see `game/state.js`. It is also the board:
//                    game {id, seats, options, tally, hand, opener, colours, scores, wentOut, winners}, phase, action,
//                    turn, middle, value, owner (of the middle), passes, story, hands (null where not known)
//     seat           where we sit, or null
//     gamesLeft      how many games the table still plays, this one included; 0: as many as people like
//     acts           what each seat did since the middle was last beaten: {seat, cards, taken, by} or null; no cards:
//                    it passed
//     newCard        the card that we took last, or null; `newIn` says whether it is still in the hand
//     told           what was told of this table, the newest last: {kind: "Told", event, before, after, seat, history},
//                    {kind: "NeverShown", verdict}, {kind: "TermsChanged", before, now},
//                    {kind: "Reacted", seat, name, code}, {kind: "ReplayTold", isShown}
//     latest         what the last piece of news added to `told`
//     known          {game, seq}: the game, and how many of its events were told
//     chat           the lines of chat, events of kind ChatSaid {seat, name, text}
//     chatCount      how many lines were ever said: tells what was not read yet
//     verdict        {result, why, seq} of the hand whose end is told next
//     alarm          a verdict that is *wrong*, or null
//     rollback       HostRolledBack, until the log goes on: ask whether to go on
//     result         the hand that is over: {number, state, verdict, digest, seat}, until the next one is dealt
//     digest         of all before the end of the last hand: what the four words are made of
//     hands          those of this game that are over: [{story, points}]
//     over           the game that is over: {state, seat, stopped, awards}, until the next one starts
//     replay         what the owner shows of the game before: {events, step}, or null
//     paused         the seats of which one must come back, or null; none: the host's disk is full
//     terms          {bots, people, coverAfter, stopAfter, muted}, milliseconds
//     knownTerms     those that were told last, also before the link was lost
//     clock          {seat, at}: whose turn runs out, and when
//     turnBegan      when
//     link           LinkChanged: {stage, attempt, retryAt, hint, close, closed}
//     caughtUp       whether the link is up and all history is in
//     wasIn          whether we were at this table
//     ended          Ended {how, hint, close, reason}, or null
//     watching       how many wait before us for a seat, if we have none; null
//     onlyWatches    whether that is what was wanted here, and no seat
//     nameRefused    a reason, while we are not in because another name is wanted
//     refused        what the host refused last, {about, action, reason}; null after the next event
//     nudged         whether the table waits for us
//     notKept        whether this browser does not keep our seat: a reload would lose it
//     otherTab       whether another tab of this browser has our seat: offer to take over
//
// and what follows from them: board, game, phase, view {board, seat, hand}, hand, counts, totals, coverAt, myTurn, me,
// amReady, amCovered, seatsFromMe, nextSeat, passesLeft, isCutOff, othersHere, isIn, awaited, forRematch, mayCover.
import { equal } from "../crypto/bytes.js";
import { awardsOf, chosen } from "../game/awards.js";
import { inReadingOrder } from "../game/cards.js";
import { MAX_PLAYERS } from "../game/options.js";
import { legalMoves } from "../game/rules.js";
import { valueOf } from "../game/sets.js";
import { NOBODY, Phase, counts, totals } from "../game/state.js";
import { Result, Why } from "../protocol/audit.js";
import { USUAL_TERMS } from "../protocol/messages.js";
import { NAME_TAGS, isSettled, viewFrom } from "./follower.js";
import { LinkStage, NO_LINK } from "./news.js";

const MOST_TOLD = 400;
const MOST_CHAT = 200;
const NO_ACTS = Object.freeze(new Array(MAX_PLAYERS).fill(null));
const CUT_OFF = [LinkStage.WAITING, LinkStage.CONNECTING, LinkStage.HANDSHAKE];

const EMPTY = Object.freeze({
    state: null,
    seat: null,
    gamesLeft: 0,
    acts: NO_ACTS,
    newCard: null,
    told: Object.freeze([]),
    latest: Object.freeze([]),
    known: Object.freeze({ game: null, seq: 0 }),
    chat: Object.freeze([]),
    chatCount: 0,
    verdict: null,
    alarm: null,
    rollback: null,
    result: null,
    digest: null,
    hands: [],
    over: null,
    replay: null,
    paused: null,
    terms: USUAL_TERMS,
    knownTerms: null,
    clock: null,
    turnBegan: 0,
    link: NO_LINK,
    caughtUp: false,
    wasIn: false,
    ended: null,
    watching: null,
    onlyWatches: false,
    nameRefused: null,
    refused: null,
    nudged: false,
    notKept: false,
    otherTab: false,
});

export class Model {
    constructor(fields = {}) {
        Object.assign(this, EMPTY, fields);
        Object.freeze(this);
    }

    /** This one with other values in these fields. */
    with(changes) {
        return new Model({ ...this, ...changes });
    }

    get board() {
        return this.state;
    }

    get game() {
        return this.state === null ? null : this.state.game;
    }

    get phase() {
        return this.state === null ? null : this.state.phase;
    }

    /** What our seat sees, once its hand is known. */
    get view() {
        return viewFrom(this.state, this.seat);
    }

    /** Our cards in ascending order; none while they are not known. */
    get hand() {
        return this.view?.hand ?? [];
    }

    /** How many cards each seat holds. */
    get counts() {
        return this.state === null ? [] : counts(this.state);
    }

    /** Each seat's points so far. */
    get totals() {
        return this.state === null ? [] : totals(this.game);
    }

    get seats() {
        return this.state === null ? [] : this.game.seats;
    }

    /** When the others may let a bot cover for who lets them wait. */
    get coverAt() {
        return this.turnBegan + this.terms.coverAfter / 1000;
    }

    /** Whether the table waits for us. It does not when a hand's or a round's end is about to be told. */
    get myTurn() {
        const { phase, seat, state } = this;
        return phase === Phase.PLAYING && seat !== null && state.turn === seat && isSettled(state);
    }

    get me() {
        return this.seat === null ? null : (this.seats[this.seat] ?? null);
    }

    /** Whether the table has heard that we are ready. */
    get amReady() {
        return this.me !== null && this.me.ready;
    }

    /** Whether a bot plays for us: say that we are back. */
    get amCovered() {
        return this.me !== null && this.me.presence === "covered";
    }

    /** All seats in turn order, ours first. */
    get seatsFromMe() {
        const count = this.seats.length;
        const first = this.me === null ? 0 : this.seat;
        return this.seats.map((_, step) => (first + step) % count);
    }

    /** Who comes after the one whose turn it is. */
    get nextSeat() {
        if (this.state === null || this.state.turn === NOBODY) return NOBODY;
        return (this.state.turn + 1) % this.seats.length;
    }

    /** How many more passes end the round; 0 when none can. */
    get passesLeft() {
        if (this.state === null || this.state.middle.length === 0) return 0;
        return this.seats.length - 1 - this.state.passes;
    }

    /** Whether the host, at whose table we were, does not answer now: what the others do is not known. */
    get isCutOff() {
        return this.wasIn && this.ended === null && CUT_OFF.includes(this.link.stage);
    }

    /** How many other people sit at the table now. */
    get othersHere() {
        return this.#others(() => true).length;
    }

    /** Whether the host has let us in, to a seat or to watch. */
    get isIn() {
        return this.wasIn || this.seat !== null || this.watching !== null;
    }

    /** The others who are here and have not said that they are ready for the next hand: it waits for them. */
    get awaited() {
        return this.#others(({ ready }) => !ready);
    }

    /** The other people who are ready for the next game, once it is being prepared. */
    get forRematch() {
        return this.phase === Phase.LOBBY ? this.#others(({ ready }) => ready) : [];
    }

    /** Whether a bot may cover for who lets the table wait, at this time. */
    mayCover(now) {
        if (this.phase !== Phase.PLAYING || this.me === null || this.myTurn || this.paused !== null) return false;
        const awaited = this.seats[this.state.turn];
        return awaited?.kind === "person" && awaited.presence !== "covered" && now >= this.coverAt;
    }

    #others(fits) {
        const isOne = (occupant, seat) => isHere(occupant) && fits(occupant) && seat !== this.seat;
        return this.seats.flatMap((occupant, seat) => (isOne(occupant, seat) ? [seat] : []));
    }
}

const isHere = ({ kind, presence }) => kind === "person" && presence === "here";

/** The cards in the middle as they lie there: as their value is read. */
export const middleOf = ({ middle }) => inReadingOrder(middle);

/** Every set that may be played now, lowest first. */
export function legalPlays(view) {
    const sets = new Map(legalMoves(view).map(({ cards }) => [cards.join(), cards]));
    sets.delete("");
    return [...sets.values()].sort((one, other) => valueOf(one) - valueOf(other));
}

/** The card that was just taken, if it is still in this hand. */
export const newIn = (model, hand) => (hand.includes(model.newCard) ? model.newCard : null);

/**
 * What there is to show after this piece of news. `facts` is what the session knows then: {state, seat, now, name,
 * digest}, the digest being that of the log before the event that is told.
 */
export function fold(model, news, facts) {
    const before = model.state;
    const seen = model.with({ state: facts.state, seat: facts.seat, latest: [] });
    return news.kind in FOLDS ? FOLDS[news.kind](seen, news, facts, before) : seen;
}

const FOLDS = {
    Logged: logged,
    CaughtUp: (seen) =>
        seen.with({ caughtUp: true, wasIn: true, rollback: null, nameRefused: null, told: placed(seen) }),
    SeatTaken: (seen) => seen.with({ watching: null, nameRefused: null, told: placed(seen) }),
    Watching: (seen, { before }) => seen.with({ watching: before, nameRefused: null }),
    Refused: refused,
    Judged: judged,
    // What is left of the log is told once more, and makes all of this anew. It was counted already.
    HostRolledBack: (seen, news) =>
        seen.with({
            rollback: news,
            told: [],
            chat: [],
            known: { game: news.game, seq: news.seq },
            result: null,
            digest: null,
            over: null,
            verdict: null,
            acts: NO_ACTS,
            newCard: null,
            clock: null,
            nudged: false,
        }),
    Nudge: (seen) => seen.with({ nudged: true }),
    Clock: (seen, { seat, left }, { now }) => seen.with({ clock: { seat, at: now + left / 1000 } }),
    Paused: (seen, { seats }) => seen.with({ paused: seats }),
    Terms: termsTold,
    Reacted: (seen, news) => tell(seen, news),
    ReplayShown: (seen, { events, step }) => replaying(seen, { events, step }),
    ReplayEnded: (seen) => replaying(seen, null),
    LinkChanged: linkChanged,
    NotKept: (seen) => seen.with({ notKept: true }),
    Ended: (seen, news) => seen.with({ ended: news, caughtUp: false }),
};

function tell(seen, ...told) {
    return seen.with({ told: [...seen.told, ...told].slice(-MOST_TOLD), latest: told });
}

function replaying(seen, replay) {
    const isNews = (seen.replay === null) !== (replay === null);
    return tell(seen.with({ replay }), ...(isNews ? [{ kind: "ReplayTold", isShown: replay !== null }] : []));
}

function refused(seen, news, facts) {
    const wantsName = NAME_TAGS.has(news.about) && facts.seat === null && seen.watching === null;
    return seen.with({ nameRefused: wantsName ? news.reason : seen.nameRefused, refused: news });
}

function judged(seen, { verdict, again }) {
    if (verdict.why === Why.NEVER_SHOWN) {
        const said = tell(seen, { kind: "NeverShown", verdict });
        return again ? said.with({ latest: [] }) : said;
    }
    return seen.with({ verdict, alarm: verdict.result === Result.WRONG ? verdict : seen.alarm });
}

function termsTold(seen, { kind, ...now }) {
    const before = termsBefore(seen, now);
    const isNews = now.people !== before.people || now.stopAfter !== before.stopAfter;
    return tell(seen.with({ terms: now, knownTerms: now }), ...(isNews ? [{ kind: "TermsChanged", before, now }] : []));
}

/**
 * The terms to compare with. Who comes into a game in progress has none to compare with: the turn clock that holds
 * there is no news to them.
 */
function termsBefore(seen, { people }) {
    if (seen.knownTerms !== null) return seen.knownTerms;
    return seen.phase === Phase.LOBBY ? USUAL_TERMS : { ...USUAL_TERMS, people };
}

function linkChanged(seen, news) {
    const isOpen = news.stage === LinkStage.OPEN;
    return seen.with({
        link: news,
        caughtUp: seen.caughtUp && isOpen,
        paused: null,
        clock: null,
        replay: null,
        terms: isOpen ? seen.terms : USUAL_TERMS,
    });
}

// --- events of the log ---

function logged(model, { seq, event, history }, facts, before) {
    const told = {
        kind: "Told",
        event,
        before,
        after: model.state,
        seat: seatAt(model, event, facts),
        history,
    };
    const game = model.game === null ? null : model.game.id;
    const isNew = !isSame(game, model.known.game) || seq >= model.known.seq;
    let seen = model.with({ paused: null, refused: null, told: withThis(model.told, told).slice(-MOST_TOLD) });
    seen = event.kind in REMEMBERS ? REMEMBERS[event.kind](seen, told, facts, isNew) : seen;
    return isNew ? seen.with({ latest: [told], known: { game, seq: seq + 1 } }) : seen;
}

const isSame = (one, other) => (one === null || other === null ? one === other : equal(one, other));

/** Our seat after this event. Who waits for one reads *seat changed* before *seated*: then the name tells. */
function seatAt({ watching, seat }, event, { name }) {
    if (watching === null || event.kind !== "SeatChanged" || event.occupant === null) return seat;
    return event.occupant.name === name ? event.seat : seat;
}

/** What was told and this. A host who steps through options ends somewhere: only where from and where to is news. */
function withThis(told, now) {
    const last = told[told.length - 1];
    const isStep = now.event.kind === "OptionsChanged" && last?.event?.kind === "OptionsChanged";
    return isStep ? [...told.slice(0, -1), { ...now, before: last.before }] : [...told, now];
}

// What else changes stands in the state.
const REMEMBERS = {
    LobbyOpened: lobbyOpened,
    GameStarted: (seen) => seen.with({ result: null, over: null, replay: null, told: ofThisGame(seen.told) }),
    ChatSaid: (seen, { event }, _, isNew) =>
        seen.with({ chat: [...seen.chat, event].slice(-MOST_CHAT), chatCount: seen.chatCount + (isNew ? 1 : 0) }),
    HandDealt: (seen, _, facts) =>
        turn(seen.with({ acts: NO_ACTS, newCard: null, result: null, verdict: null }), facts),
    // In the middle of a hand: what was done in it does not count.
    DealAborted: (seen) => seen.with({ acts: NO_ACTS, newCard: null, clock: null }),
    CardsPlayed: cardsPlayed,
    Passed: (seen, { event: { seat, by } }, facts) =>
        turn(seen.with({ acts: seen.acts.map((act, i) => (i === seat ? actOf(seat, by) : act)) }), facts),
    RoundEnded: (seen, _, facts) => turn(seen.with({ acts: NO_ACTS }), facts),
    HandEnded: handEnded,
    GameEnded: gameOver,
    TableStopped: gameOver,
    SeatChanged: (seen) => seen.with({ nudged: false }),
};

const actOf = (seat, by, cards = [], taken = null) => ({ seat, cards, taken, by });
const turn = (seen, { now }) => seen.with({ turnBegan: now, clock: null, nudged: false });
const notStopping = (terms) => (terms === null ? null : { ...terms, stopAfter: false });

function lobbyOpened(seen, told) {
    // A log that is sent once more from its start says all again. The lobby of the next game takes nothing away: the
    // ends of the last one and its log may not be read yet.
    const isAgain = told.before !== null && equal(told.before.game.id, told.event.game);
    const opened = { ...told, before: null };
    // An alarm holds for its game. One about event 0 is of the game that begins here: its verdict comes first.
    const isOfThis = seen.rollback !== null || seen.alarm?.seq === 0;
    return seen.with({
        acts: NO_ACTS,
        newCard: null,
        gamesLeft: told.event.left,
        clock: null,
        nudged: false,
        alarm: isOfThis ? seen.alarm : null,
        told: isAgain ? [opened] : [...seen.told.slice(0, -1), opened],
        chat: isAgain ? [] : seen.chat,
        verdict: null,
        result: isAgain ? null : seen.result,
        over: isAgain ? null : seen.over,
        terms: notStopping(seen.terms),
        knownTerms: notStopping(seen.knownTerms),
    });
}

/** What was told since the lobby of this game was opened. */
function ofThisGame(told) {
    const opened = told.map(({ event }) => event?.kind === "LobbyOpened").lastIndexOf(true);
    return opened < 0 ? told : told.slice(opened);
}

function cardsPlayed(seen, { event: { seat, cards, taken, by } }, facts) {
    const acts = NO_ACTS.map((_, i) => (i === seat ? actOf(seat, by, cards, taken) : null));
    return turn(seen.with({ acts, newCard: seat === seen.seat ? taken : seen.newCard }), facts);
}

function handEnded(seen, _, { digest }) {
    const { state, verdict, seat } = seen;
    // From the first event that is wrong a replica's fold stands still: of such an end there is only the alarm to show.
    if (state === null || state.phase === Phase.PLAYING || state.game.scores.length === 0) return seen;
    const { hand, scores } = state.game;
    const result = { number: hand, state, verdict, digest, seat };
    // What was told of it before, or of another game, is told anew from here on.
    const hands = [...seen.hands.slice(0, hand - 1), { story: state.story, points: scores[scores.length - 1] }];
    return seen.with({ hands, result, digest, clock: null, nudged: false, verdict: null });
}

function gameOver(seen) {
    const { state, seat } = seen;
    if (state === null) return seen;
    const { winners, options } = state.game;
    const awards = chosen(awardsOf(seen.hands, winners, options.points));
    return seen.with({ over: { state, seat, stopped: winners.length === 0, awards }, clock: null });
}

/** `told` with our seat filled in for the events that came before we knew it; found by name, since seats move. */
function placed(seen) {
    const { me, told } = seen;
    if (me === null) return told;
    const isOpen = (one) => one.kind === "Told" && (one.history || one.seat === null);
    return told.map((one) => (isOpen(one) ? { ...one, seat: seatOf(me.name, one), history: false } : one));
}

/** Where somebody of this name sat then. */
function seatOf(name, { before, after }) {
    // Who has lost the seat with this event did not sit there any more: whoever took it over did.
    const seats = (after ?? before)?.game.seats ?? [];
    const seat = seats.findIndex((one) => one.kind === "person" && one.name === name);
    return seat < 0 ? null : seat;
}
