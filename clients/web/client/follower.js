// A page's replica of its table, game by game: what comes in the channel goes in, what it means is told.
//
// The host has one log a game, and sends the same bytes to everybody; what is for us alone comes beside them.
// `Replica` holds one game: its log byte for byte, its state, the auditor, the hand that our seat's key opens, and our
// shares in its deals. `Follower` holds the table: our seat, the replica of now and the one before it, and what we
// have still to say. It survives every drop: what it has is what a returning client tells the host.
// `clients/follower.py` says more.
import { equal } from "../crypto/bytes.js";
import { HAND_SIZE } from "../game/options.js";
import { Phase, counts, evolve, openLobby, viewOf } from "../game/state.js";
import { Auditor, Result, Why } from "../protocol/audit.js";
import { seatCommitment } from "../protocol/fair_deal.js";
import { Log } from "../protocol/log.js";
import { decodeEvent, tagOf } from "../protocol/messages.js";
import { isHostSaid } from "./news.js";

const SHARE = 32;

const tags = (...kinds) => new Set(kinds.map(tagOf));

/** What is said first on a link, by its numbers: if it is refused we are not in. */
export const FIRST_TAGS = tags("Join", "Watch", "Sync");
/** What may be refused for its name. */
export const NAME_TAGS = tags("Join", "Watch", "Rename");
const MOVE_TAGS = tags("Play", "PassTurn");

// --- one game ---

/** Whether the last play or pass is over: the end of a round or hand that it causes is an event of its own. */
export function isSettled(state) {
    if (state.phase !== Phase.PLAYING || state.middle.length === 0) return true;
    return state.passes + 1 < state.game.seats.length && counts(state)[state.owner] > 0;
}

/**
 * What a seat sees, once its hand is known; else null.
 *
 * Plays are checked at the hand's end. Until then a lying host may have told of some that cannot be: whose hand and
 * counts they have put out of step sees nothing any more.
 */
export function viewFrom(state, seat) {
    if (state === null || seat === null) return null;
    const hand = state.hands[seat] ?? null;
    const held = counts(state);
    const canBe = held.every((count) => count >= 0 && count <= HAND_SIZE);
    return hand === null || hand.length !== held[seat] || !canBe ? null : viewOf(state, seat);
}

/** One game, event by event. It knows the hand of its seat and no other before the hand's end. */
export class Replica {
    state = null;
    /** The verdict that something is wrong: from then on the fold stands still. */
    alarm = null;
    seat = null;
    #randomBytes;
    #auditor;
    // What I bound myself to in the deal under way, { deal, seat, share }.
    #share = null;
    #due = null;
    // The last *hand dealt*, the state behind it, and what has happened since, for a key that comes later.
    #dealt = null;
    #stateDealt = null;
    #since = [];

    /** `before`: the last digest of the game before, for who has seen all of that. */
    constructor(game, randomBytes, before = null) {
        this.log = new Log(game);
        this.#randomBytes = randomBytes;
        this.#auditor = new Auditor(game, before);
    }

    /** This is my seat from now on, { seat, seatKey }; null: I have none, or none any more. */
    sit(place) {
        this.seat = place === null ? null : place.seat;
        if (place === null) this.#auditor.unseated();
        else this.#auditor.seated(place.seat, place.seatKey);
    }

    /** The host has lost what stood behind the last event, and what was wrong there stays wrong. */
    rolledBack(alarm) {
        this.#auditor.rolledBack(alarm);
        this.alarm ??= alarm;
    }

    /** The key of the hand under way, given with a seat in the middle of it; whether it opens that. */
    takeKey({ hand, attempt, key }) {
        const dealt = this.#dealt;
        const isThis = dealt !== null && dealt.hand === hand && dealt.attempt === attempt;
        if (!isThis || this.alarm !== null) return false;
        this.#auditor.openHand(key);
        if (this.#auditor.cards === null || this.seat === null) return false;
        this.state = this.#since.reduce(evolve, this.#withMyHand(this.#stateDealt));
        return true;
    }

    /**
     * Take the next event in, as it stands in the log; RemoteProtocolError if it is one too many. History is not to be
     * acted on: no share is made for it. Gives { seq, verdict, answer }, the answer being what the deal wants to hear.
     */
    feed(raw, event, isHistory) {
        const entry = this.log.append(raw, event);
        const { seq } = entry;
        const verdict = this.#auditor.feed(entry);
        if (verdict?.result === Result.WRONG) {
            this.alarm = verdict;
            this.#due = null;
        }
        if (this.alarm !== null) {
            // A lobby that does not follow the last game still says who sits here.
            const isLobby = seq === 0 && event.kind === "LobbyOpened" && equal(event.game, this.log.game);
            if (isLobby) this.#fold(event);
            return { seq, verdict, answer: null };
        }
        this.#fold(event);
        const answer = this.#shareIn(event, isHistory);
        return { seq, verdict, answer: isHistory ? null : answer };
    }

    /** When all history is in: the share that a deal still waits for, if I had bound myself before I was away. */
    get due() {
        return this.#due;
    }

    #fold(event) {
        if (this.state === null) {
            this.state = openLobby(event);
            return;
        }
        this.state = evolve(this.state, event);
        this.#since.push(event);
        if (event.kind === "HandDealt") {
            this.#keepDealt(event, this.state);
            if (this.seat !== null && this.#auditor.cards !== null) this.state = this.#withMyHand(this.state);
        } else if (event.kind === "HandEnded" || event.kind === "DealAborted") {
            this.#keepDealt(null, null);
        }
    }

    #keepDealt(event, state) {
        this.#dealt = event;
        this.#stateDealt = state;
        this.#since = [];
    }

    #withMyHand(state) {
        return evolve(state, { kind: "HandKnown", seat: this.seat, cards: this.#auditor.cards });
    }

    /** SPEC 7: bind myself when the host has, show my share when all have. */
    #shareIn(event, isHistory) {
        switch (event.kind) {
            case "DealOpened":
                this.#share = this.#due = null;
                return isHistory ? null : this.#commit(event);
            case "DealCommitted":
                this.#due = this.#contribution(event);
                return this.#due;
            case "DealContributed":
            case "DealAborted":
            case "HandDealt":
                this.#share = this.#due = null;
        }
        return null;
    }

    #commit({ hand, attempt }) {
        const { seat } = this;
        if (seat === null || seat >= this.state.hands.length) return null;
        const deal = { game: this.log.game, hand, attempt };
        const share = this.#randomBytes(SHARE);
        this.#auditor.contributed(deal, share);
        this.#share = { deal, seat, share };
        return { kind: "Commit", hand, attempt, commitment: seatCommitment(deal, seat, share) };
    }

    #contribution({ commitments }) {
        if (this.#share === null) return null;
        const { deal, seat, share } = this.#share;
        const bound = commitments[seat] ?? null;
        // No commitment at my seat: I was left out. Another one: the auditor says so. My share stays secret in both.
        if (bound === null || !equal(bound, seatCommitment(deal, seat, share))) return null;
        return { kind: "Contribute", hand: deal.hand, attempt: deal.attempt, share };
    }
}

// --- a table: one game after the other ---

/** The host's log is not the one that we saw. */
export class Forked extends Error {
    name = "Forked";
}

/** The host goes on with a log where we did not stop, or says what it may not say now. */
export class Misplaced extends Error {
    name = "Misplaced";
}

/** Tells what it hears, and says what has to be said at once. */
export class Follower {
    /** Whether the log is in and events happen now. */
    caughtUp = false;
    /** The verdicts of the game of now, as Judged. */
    verdicts = [];
    replica = null;
    /** Whether the host was rolled back, and nobody has said yet that they go on from there. */
    isAsked = false;
    #randomBytes;
    #send;
    #tell;
    // Our seat and its key, as the host said last.
    #place = null;
    #history = 0;
    // What we saw of this game before its log was sent from the start once more.
    #seen = null;
    // A play or pass that the host has not answered yet, { game, command }.
    #pending = null;
    // The game before this one, { replica, verdicts, place }: a host that was rolled back may play it again.
    #before = null;
    // The same game as the host has sent it, because we were not there.
    #past = null;
    // What is shown again, {game, events}.
    #shown = null;
    #rollbacks = 0;
    // Whether we have told the host what we have, and it has not answered yet.
    #mayBeRolledBack = false;
    // What is gone of this game's log, until the host has gone on with it.
    #lost = [];
    // What is said when somebody goes on after a rollback; kept until the host's log follows.
    #goOnMessage = null;
    // Whether it was sent on this link.
    #isAnswered = false;

    constructor(randomBytes, send, tell) {
        this.#randomBytes = randomBytes;
        this.#send = send;
        this.#tell = tell;
    }

    /** Our seat, or null. */
    get seat() {
        return this.#place === null ? null : this.#place.seat;
    }

    get state() {
        return this.replica === null ? null : this.replica.state;
    }

    /** What we have of the log, to be told to the host. */
    sync() {
        this.#mayBeRolledBack = this.replica !== null;
        this.#isAnswered = false;
        return this.replica === null ? { kind: "Sync", game: null, seq: 0, digest: null } : this.replica.log.sync();
    }

    /** Take a message in that is no event; Forked and Misplaced end the connection. */
    hear(message) {
        switch (message.kind) {
            case "Ping":
                this.#send({ kind: "Pong", token: message.token });
                break;
            case "Seated":
                this.#sit(message);
                this.#tell({ kind: "SeatTaken", seat: message.seat });
                break;
            case "Watching":
                this.#sit(null);
                break;
            case "LogFollows":
                this.#logFollows(message);
                break;
            case "HandKey":
                if (this.replica?.takeKey(message)) this.#tell({ kind: "HandOpened" });
                break;
            case "Refused":
                this.#refused(message);
                break;
            case "Fork":
                throw new Forked();
            case "RolledBack":
                this.#rolledBack(message);
                break;
            case "PastLog":
                this.#takePast(message);
                break;
            case "StepShown":
                this.#stepShown(message);
        }
        if (isHostSaid(message)) this.#tell(message);
    }

    /** This is our seat from now on; null: we have none, or lost the one that we had. */
    #sit(place) {
        this.#place = place;
        this.replica?.sit(place);
    }

    #refused({ about, action }) {
        if (MOVE_TAGS.has(about) && action === this.#pending?.command.action) this.#pending = null;
    }

    // --- the log ---

    #logFollows({ game, seq, length }) {
        const ours = this.replica?.log ?? null;
        const isSame = ours !== null && equal(ours.game, game);
        if (this.isAsked) throw new Misplaced(); // SPEC 9: nothing comes before we have said that we go on.
        if (!isSame || seq !== ours.length) {
            // SPEC 9: it goes on where we stopped, or begins.
            if (seq !== 0 || (this.#goOnMessage !== null && isSame)) throw new Misplaced();
            this.#seen = isSame ? ours : null;
            if (isSame && length < ours.length) throw new Forked();
            this.#begin(game);
        }
        this.caughtUp = false;
        this.#history = length;
        this.#proveAgain();
        this.#lookWhetherCaughtUp();
    }

    /** Begin with a log: another game's, or once more with the same. */
    #begin(game) {
        const last = this.replica;
        let before = null;
        if (last !== null && !equal(last.log.game, game)) {
            this.neverShown();
            this.#before = { replica: last, verdicts: this.verdicts, place: this.#place };
            // SPEC 7: who has followed the last log to here has all of it.
            before = this.caughtUp ? last.log.digest : null;
        }
        this.replica = new Replica(game, this.#randomBytes, before);
        this.verdicts = [];
        this.#sit(this.#place);
    }

    /** The game is over for the host, and if we have not seen its end we shall not: say so. */
    neverShown() {
        const { replica } = this;
        if (replica === null || replica.state === null || replica.alarm !== null) return;
        const { phase, game } = replica.state;
        if (phase !== Phase.DEALING && phase !== Phase.PLAYING) return;
        const verdict = { result: Result.NOT_CHECKED, why: Why.NEVER_SHOWN, seq: null };
        this.#judge({ kind: "Judged", verdict, hand: game.scores.length + 1, again: false });
    }

    #judge(judged) {
        this.verdicts.push(judged);
        this.#tell(judged);
    }

    /** Take the next event of the log in; RemoteProtocolError if it is one too many. */
    follow(raw, event) {
        const { replica } = this;
        const history = replica.log.length < this.#history;
        const { seq, verdict, answer } = replica.feed(raw, event, history);
        this.#compareWithSeen();
        if (answer !== null) this.#send(answer);
        // The verdict first: a listener that goes at the end of a game has heard it then.
        if (verdict !== null) {
            this.#judge({ kind: "Judged", verdict, hand: replica.state?.game.hand ?? 0, again: false });
        }
        this.#tell({ kind: "Logged", seq, event, history });
        if (!this.caughtUp) this.#lookWhetherCaughtUp();
    }

    #compareWithSeen() {
        const seen = this.#seen;
        const { log } = this.replica;
        if (seen === null || log.length !== seen.length) return;
        if (!equal(log.digest, seen.digest)) throw new Forked();
        this.#seen = null;
    }

    #lookWhetherCaughtUp() {
        const { replica } = this;
        if (replica.log.length < this.#history) return;
        this.caughtUp = true;
        if (replica.due !== null) this.#send(replica.due);
        this.#repeatPending();
        this.#tell({ kind: "CaughtUp" });
    }

    // --- the game before, shown again ---

    #takePast({ game, seq, events }) {
        if (seq === 0) this.#past = new Replica(game, this.#randomBytes);
        // SPEC 6: it comes whole, and in order.
        if (!isOf(game)(this.#past) || this.#past.log.length !== seq) throw new Misplaced();
        events.forEach((raw) => this.#past.feed(raw, decodeEvent(raw), true));
    }

    #stepShown({ game, step }) {
        if (step === null) return this.#tell({ kind: "ReplayEnded" });
        if (this.#shown === null || !equal(this.#shown.game, game)) {
            const ours = [this.#before?.replica, this.#past].find(isOf(game));
            if (ours === undefined) throw new Misplaced(); // SPEC 6: who has not followed it is sent it first.
            this.#shown = { game, events: ours.alarm === null ? eventsOf(ours.log) : null };
        }
        this.#tell({ kind: "ReplayShown", events: this.#shown.events, step });
    }

    // --- a host that kept less than it had shown ---

    /** SPEC 9: if what the host kept is the beginning of what we saw, drop the rest and ask whether to go on. */
    #rolledBack({ game, seq, digest }) {
        // It is an answer to what we said that we have, and to nothing else.
        if (!this.#mayBeRolledBack || this.replica === null) throw new Misplaced();
        this.#mayBeRolledBack = false;
        const now = { replica: this.replica, verdicts: this.verdicts, place: this.#place };
        const ours = [now, this.#before].find((kept) => kept?.replica.log.isBeginning(game, seq, digest));
        if (ours === undefined) throw new Forked();
        const events = eventsOf(ours.replica.log);
        const kept = events.slice(0, seq);
        const lost = events.slice(seq);
        let gone = actionsIn(lost);
        if (ours !== now) {
            gone += actionsIn(eventsOf(now.replica.log));
            this.#lost = [];
            this.#before = null;
        }
        this.#lost = [...lost, ...this.#lost];
        this.#rollbacks++;
        this.isAsked = true;
        this.#goOnMessage = this.#pending = null;
        const ends = kept.filter(({ kind }) => kind === "HandEnded").length;
        const withdrawn = ours.verdicts.map(({ hand }) => hand).filter((hand) => hand > ends);
        this.#tell({ kind: "HostRolledBack", game, seq, lost: gone, times: this.#rollbacks, withdrawn });
        this.#readAgain(ours, kept);
        this.#goOnMessage = { kind: "GoOn", secret: secretShown(kept, this.#lost) };
        if (!this.isAsked) this.#sayGoOn(); // Who was told has answered at once.
    }

    /** Follow the beginning of a log that we have once more, and tell it. What was said of its hands stands. */
    #readAgain({ replica: old, verdicts, place }, events) {
        const said = new Map(verdicts.map((judged) => [judged.hand, judged]));
        const replica = new Replica(old.log.game, this.#randomBytes);
        this.replica = replica;
        this.verdicts = [];
        this.#sit(place);
        old.log.first(events.length).forEach((raw, i) => {
            const { seq, verdict } = replica.feed(raw, events[i], true);
            if (verdict !== null && replica.state !== null) {
                const { hand } = replica.state.game;
                this.#judge({ ...(said.get(hand) ?? { kind: "Judged", verdict, hand }), again: true });
            }
            this.#tell({ kind: "Logged", seq, event: events[i], history: true });
        });
        replica.rolledBack(old.alarm);
    }

    /** Go on from where the host was rolled back to. */
    goOn() {
        this.isAsked = false;
        if (this.#goOnMessage !== null) this.#sayGoOn();
    }

    #sayGoOn() {
        this.#isAnswered = this.#send(this.#goOnMessage);
    }

    /** The host's log follows. Send the proof that we saw the end of its hand again, if our *go on* may be lost. */
    #proveAgain() {
        const answer = this.#goOnMessage;
        this.#goOnMessage = null;
        this.#lost = [];
        if (answer !== null && answer.secret !== null && !this.#isAnswered) this.#send(answer);
    }

    // --- plays and passes ---

    /** Say this play or pass, now or when the log is in again. */
    command(command) {
        this.#pending = { game: this.replica.log.game, command };
        if (this.caughtUp) this.#send(command);
    }

    /** Say again what was said before a drop. The host refuses another action's number, so that it acts once. */
    #repeatPending() {
        const pending = this.#pending;
        const { state, log } = this.replica;
        this.#pending = null;
        if (pending === null || state === null || !equal(log.game, pending.game)) return;
        if (state.action !== pending.command.action || state.turn !== this.seat) return;
        this.#pending = pending;
        this.#send(pending.command);
    }
}

const isOf = (game) => (replica) => Boolean(replica) && equal(replica.log.game, game);

const eventsOf = (log) => log.first(log.length).map(decodeEvent);

/** How many plays and passes these events are. */
const actionsIn = (events) => events.filter(({ kind }) => kind === "CardsPlayed" || kind === "Passed").length;

const ENDS_HAND = ["HandEnded", "DealAborted"];
const EDGES = ["HandDealt", "TableStopped", ...ENDS_HAND];

/**
 * The host's secret of the hand that is under way at the end of `kept`, if `lost` has it; else null. The host shows it
 * when a hand ends or is broken off. Who has it knows all cards of that hand.
 */
function secretShown(kept, lost) {
    const edges = kept.filter(({ kind }) => EDGES.includes(kind));
    if (edges[edges.length - 1]?.kind !== "HandDealt") return null;
    return lost.find(({ kind }) => ENDS_HAND.includes(kind))?.secret ?? null;
}
