// Sessions that stay between calls, each with a clock, chance, links and a store that a test holds in its hands.
import { ascii, concat, equal } from "../crypto/bytes.js";
import { sha256 } from "../crypto/sha256.js";
import { Follower, isSettled } from "../client/follower.js";
import { legalMoves } from "../game/rules.js";
import { Phase } from "../game/state.js";
import { Model, fold, legalPlays, middleOf, newIn } from "../client/model.js";
import { Session } from "../client/session.js";
import { stepsOf } from "../client/steps.js";
import { decodeEvent, encode } from "../protocol/messages.js";

class Page {
    model = new Model();
    stored;
    isBroken = false;
    #seed;
    #drawn = 0;
    #random = [];
    #nested = [];
    #done;
    #now = 0;

    constructor(request, stored, seed) {
        this.stored = stored;
        this.#seed = seed;
        const outside = {
            now: () => this.#now,
            randomBytes: (count) => this.#draw(count),
            connect: () => this.#done.dials++,
        };
        const store = {
            find: (table) => this.#find(table),
            keep: (seat) => this.#keep(seat),
            forget: () => (this.stored = null),
        };
        this.session = new Session(request, outside, store, (news) => this.#heard(news));
    }

    /**
     * Call a method of the session at this time, with these random bytes to draw if it has no seed of its own. `nested`
     * are the calls that its listener makes, each [after how much news, method, value, …]. `looks`: what there is to
     * show is wanted, too.
     */
    call({ now, random = [], nested = [], looks = false }, method, ...values) {
        this.#now = now;
        this.#random.push(...random);
        this.#nested = nested;
        this.#done = { news: [], sent: [], dials: 0, closes: 0 };
        const answer = this.#invoke(method, values);
        const { stage, wakeAt, seat, caughtUp, isAsked, name } = this.session;
        const left = this.#random.length;
        const session = { stage, wakeAt, seat, caughtUp, isAsked, isMyTurn: isMyTurn(this.session), name, stored: this.stored };
        return { ...this.#done, answer: answer ?? null, left, session, shown: looks ? shownOf(this.model) : null };
    }

    #invoke(method, values) {
        return this.session[method](...(method === "connected" ? [this.#link()] : values));
    }

    #link() {
        const done = () => this.#done;
        return { write: (data) => done().sent.push(data), close: () => done().closes++ };
    }

    #draw(count) {
        if (this.#seed !== null) return this.#made(count);
        const bytes = this.#random.shift();
        if (bytes?.length !== count) throw new RangeError(`${count} bytes were wanted, not ${bytes?.length}`);
        return bytes;
    }

    #made(count) {
        const half = (number) => sha256(ascii(`${this.#seed} ${number}`));
        return concat(half(this.#drawn++), half(this.#drawn++)).slice(0, count);
    }

    #find(table) {
        const isThere = this.stored !== null && (table === null || equal(table, this.stored.table));
        return isThere ? this.stored : null;
    }

    #keep(seat) {
        if (!this.isBroken) this.stored = seat;
        return !this.isBroken;
    }

    #heard(news) {
        const { state, seat, name, log } = this.session;
        const digest = news.kind === "Logged" && news.event.kind === "HandEnded" ? log.digestAt(news.seq) : null;
        this.model = fold(this.model, news, { state, seat, name, digest, now: this.#now });
        this.#done.news.push(plain(news));
        const count = this.#done.news.length;
        for (const [after, method, ...values] of this.#nested) if (after === count) this.#invoke(method, values);
    }
}

/** With the bytes of an event instead of itself; of a game that is shown again, whether there is one. */
function plain(told) {
    if (told.kind === "ReplayShown") return { ...told, events: told.events !== null };
    return told.event === undefined ? told : { ...told, event: encode(told.event) };
}

const CARDS = ["hand", "counts", "totals", "myTurn", "seatsFromMe", "nextSeat", "passesLeft"];
const PEOPLE = ["me", "amReady", "amCovered", "isCutOff", "othersHere", "isIn", "awaited", "forRematch", "coverAt"];

/** A model as a test compares it. */
function shownOf(model) {
    const { told, latest, chat, state, result, over, replay, ...fields } = model;
    return {
        ...fields,
        ...Object.fromEntries([...CARDS, ...PEOPLE].map((name) => [name, model[name]])),
        state: stateOf(state),
        told: told.slice(-3).map(toldOf),
        seats: told.map(({ seat = null, history = false }) => [seat, history]),
        latest: latest.map(toldOf),
        chat: chat.map(encode),
        result: result && { ...result, state: stateOf(result.state) },
        over: over && { ...over, state: stateOf(over.state) },
        replay: replay && { ...replay, events: replay.events !== null },
        middle: state && middleOf(state),
        plays: model.view === null ? null : legalPlays(model.view).length,
        newIn: newIn(model, model.hand),
    };
}

function toldOf({ before, after, ...told }) {
    if (told.kind !== "Told") return { before, after, ...told };
    return plain({ ...told, before: briefOf(before), after: briefOf(after) });
}

const briefOf = (state) => state && [state.phase, state.action, state.turn, state.game.hand, state.game.seats.length];

function stateOf(state) {
    if (state === null) return null;
    const { game, phase, action, turn, value, owner, passes, hands } = state;
    const { id, seats, options, tally, hand, opener, colours, scores, wentOut, winners } = game;
    return {
        phase, action, turn, value, owner, passes, hands,
        game: { id, seats, options, tally, hand, opener, colours, scores, wentOut, winners },
    };
}

/** The steps of the game that these events are. */
export const steps = (events) =>
    stepsOf(events.map(decodeEvent)).map(({ event, model }) => ({ kind: event.kind, state: stateOf(model.state) }));

const pages = [];

/** A page, and what its browser has kept; without a seed it is told what to draw. */
export function openPage(request, stored, seed = null) {
    pages.push(new Page(request, stored, seed));
    return pages.length - 1;
}

export const pageCall = (number, ...values) => pages[number].call(...values);

/** Whether the browser of this page keeps nothing any more. */
export function breakStore(number) {
    pages[number].isBroken = true;
}

/** Whether the table waits for a play or pass of this session now. */
const isMyTurn = ({ view, state, caughtUp }) =>
    view !== null && caughtUp && view.board.turn === view.seat && isSettled(state);

/** What somebody does who plays by themselves: the number says which of the legal moves. Null: nothing. */
export function wish(number, choice) {
    const { session } = pages[number];
    const { state, seat, view, caughtUp } = session;
    const me = state?.game.seats[seat];
    if (!caughtUp || me === undefined) return null;
    if (isMyTurn(session)) {
        const moves = legalMoves(view);
        const { cards, take } = moves[choice % moves.length];
        return cards.length > 0 ? ["play", cards, take] : ["passTurn"];
    }
    const isBetween = state.phase === Phase.LOBBY || (state.phase === Phase.DEALING && state.game.scores.length > 0);
    return isBetween && !me.ready ? ["ready", true] : null;
}

/** What somebody sees who watches this log from its beginning. */
export function watched(game, events) {
    let model = new Model();
    const follower = new Follower(
        (count) => new Uint8Array(count),
        () => true,
        (news) => {
            model = fold(model, news, { state: follower.state, seat: null, name: "", digest: null, now: 0 });
            shownOf(model);
        },
    );
    follower.hear({ kind: "Watching", before: 0 });
    follower.hear({ kind: "LogFollows", game, seq: 0, length: 0 });
    for (const raw of events) follower.follow(raw, decodeEvent(raw));
    return shownOf(model);
}
