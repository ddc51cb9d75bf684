// A page's side of one table: it dials, joins, follows the log, and comes back by itself after any drop.
//
// It does what `clients/session.py` does, and stands where that stands. A session outlives its links: it has at most
// one, and at most one conversation on it. Three things are remembered from one link to the next, each a state of its
// own: its stage; its claim, what it has at the table; and whom it has met. What is said before the channel is open is
// a hint that anybody on the network could have sent: none of them makes it give a secret up. Whatever happens to a
// link (it is lost, silent, malformed, refused for now) ends in `#comeBack`: hang up, wait a little, longer each time,
// and dial again.
//
// A page differs in little: it knows one address only, whose page it is; it never gives up by itself, since whoever
// waits sees that and may close it; and it may have been asleep (`wake`).
//
// It does no I/O. Time, chance and links come from `outside` {now(), randomBytes(count), connect()}; a link is
// {write(bytes), close()}, and says nothing more after `close`; secrets are in `store` (`store.js` says how);
// `heard(news)` is told.
import { equal } from "../crypto/bytes.js";
import { ENTROPY } from "../crypto/spake2.js";
import { passwordOf } from "../protocol/codes.js";
import { ClientConnection } from "../protocol/connection.js";
import { Close, Hint, LocalProtocolError, RemoteProtocolError } from "../protocol/errors.js";
import { Intent } from "../protocol/messages.js";
import { FIRST_TAGS, Follower, Forked, Misplaced, viewFrom } from "./follower.js";
import { How, LinkStage, NO_LINK } from "./news.js";
import {
    ANSWER_TIMEOUT,
    BUSY_FOR,
    LINK_TIMEOUT,
    MOST_UNANSWERED_PROOFS,
    delayBefore,
    delayWhenBusy,
    endOf,
    isSeatOver,
    refusesNewcomers,
} from "./reconnect.js";

const NONCE = 16;
const SECRET = 32;
const JITTER = 4;

/** What a session has at its table. */
const Claim = Object.freeze({
    // Nothing yet: it comes in with the code, and with a secret that is stored before anybody hears of it.
    NONE: "none",
    // A secret that was stored before: it comes back with that. If the host does not know its table or its seat and the
    // user gave a code, the secret is of another evening: the claim becomes NONE (other table) or LOST (no seat).
    STORED: "stored",
    // A seat: it comes back with its secret, and no hint changes that.
    SEAT: "seat",
    // A place to watch, or to wait for a seat: it comes back with its secret. If the host has forgotten the place, the
    // claim becomes LOST. To leave gives the place up, and its secret is forgotten.
    QUEUE: "queue",
    // The host does not know the secret: it comes in with the code, and with a new one.
    LOST: "lost",
});

const COMES_BACK = [Claim.STORED, Claim.SEAT, Claim.QUEUE];

/** Who has answered so far. It only rises: somebody has spoken our protocol; the channel was open. */
const Met = Object.freeze({ NOBODY: 0, SOMEBODY: 1, TABLE: 2 });

/** Call `start`, then tell it what happens. `wakeAt` is when it wants a `tick`. */
export class Session {
    stage = LinkStage.IDLE;
    #request;
    #outside;
    #store;
    #heard;
    #follower;
    #link = null;
    #conversation = null;
    #intent = Intent.SEAT;
    #held = null;
    #claim = Claim.NONE;
    #met = Met.NOBODY;
    #joinRefused = null;
    // Whether the host closed the table on purpose while we were there.
    #isClosed = false;
    #attempt = 0;
    #heardAt = 0;
    #answerBy = Infinity;
    #retryAt = 0;
    #busySince = null;
    // How often we proved the code to somebody who did not prove it to us; and whether we did on this link.
    #unansweredProofs = 0;
    #hasProved = false;

    /** `request`: {name, code, watches}; the code in its one spelling, empty for an open table, null if not given. */
    constructor(request, outside, store, heard) {
        this.name = request.name;
        this.#request = request;
        this.#outside = outside;
        this.#store = store;
        this.#heard = heard;
        const say = (message) => this.send(message);
        this.#follower = new Follower((count) => outside.randomBytes(count), say, (news) => this.#tell(news));
    }

    // --- what is known ---

    /** Our seat, or null. */
    get seat() {
        return this.#follower.seat;
    }

    /** The game as far as we know it, or null. */
    get state() {
        return this.#follower.state;
    }

    /** What our seat sees, once its hand is known; else null. */
    get view() {
        return viewFrom(this.state, this.seat);
    }

    /** The game's log, byte for byte, or null. */
    get log() {
        return this.#follower.replica?.log ?? null;
    }

    /** What came of the hands of this game. */
    get verdicts() {
        return this.#follower.verdicts;
    }

    /** Whether the link is up, the log is in and events happen now. */
    get caughtUp() {
        return this.#follower.caughtUp;
    }

    /** Whether the host was rolled back and waits for us to say that we go on. */
    get isAsked() {
        return this.#follower.isAsked;
    }

    /** When `tick` is wanted, if nothing happens before; null: never. */
    get wakeAt() {
        switch (this.stage) {
            case LinkStage.WAITING:
                return this.isAsked ? null : this.#retryAt; // Who has not said whether to go on does not come back.
            case LinkStage.HANDSHAKE:
            case LinkStage.OPEN:
                return Math.min(this.#heardAt + LINK_TIMEOUT, this.#answerBy);
            default:
                return null;
        }
    }

    // --- what people want ---

    /** Begin; false if there is nothing to begin with: no seat is stored, and no code was given. */
    start() {
        this.#held = this.#store.find(null);
        this.#claim = this.#held === null ? Claim.NONE : Claim.STORED;
        if (this.#held === null && this.#request.code === null) return false;
        this.name ||= this.#held?.name ?? "";
        this.#dial();
        return true;
    }

    /** Go on with a host that was rolled back; who does not want to leaves. */
    goOn() {
        if (!this.isAsked) return;
        this.#follower.goOn();
        this.retry();
    }

    /** Play these cards and take that one. After a drop it is said again, if the table still waits for it. */
    play(cards, take) {
        if (this.state !== null) this.#follower.command({ kind: "Play", action: this.state.action, cards, take });
    }

    /** Play nothing. */
    passTurn() {
        if (this.state !== null) this.#follower.command({ kind: "PassTurn", action: this.state.action });
    }

    /** Say that we are ready for the game, or for the next hand. */
    ready(ready = true) {
        return this.state !== null && this.send({ kind: "Ready", after: this.state.game.scores.length, ready });
    }

    /** Try another name: after the first was refused, or in the lobby. */
    rename(name) {
        this.name = name;
        return this.send({ kind: "Rename", name });
    }

    /** Say this if the channel is open; whether it was. */
    send(message) {
        if (this.stage !== LinkStage.OPEN || this.#conversation === null) return false;
        try {
            this.#conversation.send(message);
        } catch (error) {
            // The host's good-bye came with what we answer here; or this is no message that can be sent.
            if (!(error instanceof LocalProtocolError)) throw error;
            return false;
        }
        this.#flush();
        return true;
    }

    /** Go. Not for good: the seat waits, and its secret stays. */
    leave(forGood) {
        if (this.stage === LinkStage.ENDED) return;
        const isHeard = this.stage === LinkStage.OPEN;
        this.#hangUp(this.seat === null ? Close.DONE : forGood ? Close.LEFT : Close.AWAY);
        // A host that did not hear it keeps the seat for us: so do we.
        this.#end({ how: How.LEFT, reason: this.#joinRefused }, isHeard && (forGood || this.#claim === Claim.QUEUE));
    }

    /** Another page of this browser has our seat now: end without a word, as after the host's *replaced*. */
    replaced() {
        if (this.stage === LinkStage.ENDED) return;
        this.#hangUp();
        this.#end({ how: How.REPLACED });
    }

    /** Dial now, if it waits for the next try. */
    retry() {
        if (this.stage === LinkStage.WAITING && !this.isAsked) this.#dial();
    }

    /**
     * Somebody looks at the page again, or the network is back: a lost link is dialled at once, one that may have died
     * in our sleep has to answer soon, and a bot that plays for us stops.
     */
    wake() {
        this.tick();
        this.retry();
        if (this.stage !== LinkStage.OPEN && this.stage !== LinkStage.HANDSHAKE) return;
        this.#answerBy = this.#outside.now() + ANSWER_TIMEOUT;
        this.send({ kind: "Ping", token: 0 });
        if (this.state?.game.seats[this.seat]?.presence === "covered") this.send({ kind: "Back" });
    }

    // --- what happens ---

    /** The link that was wanted is there. */
    connected(link) {
        if (this.stage !== LinkStage.CONNECTING) {
            link.close();
            return;
        }
        this.#link = link;
        this.#heardAt = this.#outside.now();
        this.#answerBy = Infinity;
        this.#hasProved = false;
        this.#intent = this.#chooseIntent();
        const random = { nonce: this.#outside.randomBytes(NONCE), entropy: this.#outside.randomBytes(ENTROPY) };
        const returns = this.#intent === Intent.RESUME;
        const password = returns ? this.#held.secret : passwordOf(this.#request.code ?? "");
        this.#conversation = new ClientConnection(this.#intent, password, random, returns ? this.#held.table : null);
        this.#change(LinkStage.HANDSHAKE);
        this.#flush();
    }

    /** There is no link to be had. */
    connectFailed() {
        if (this.stage === LinkStage.CONNECTING) this.#comeBack();
    }

    /** Bytes have come. */
    received(data) {
        const conversation = this.#conversation;
        if (conversation === null) return;
        this.#answerBy = Infinity;
        // In a handshake it stays as it is: the whole of it has one timeout.
        if (this.stage === LinkStage.OPEN) this.#heardAt = this.#outside.now();
        const happened = conversation.receiveData(data);
        if (conversation.hasProved && !this.#hasProved) {
            this.#hasProved = true;
            this.#met = Math.max(this.#met, Met.SOMEBODY);
            this.#unansweredProofs += this.#intent === Intent.RESUME ? 0 : 1;
        }
        this.#settle(happened);
    }

    /** The link is gone. */
    lost() {
        if (this.#conversation !== null) this.#settle(this.#conversation.receiveEnd());
    }

    /** It may be time for something. */
    tick() {
        const { wakeAt } = this;
        if (wakeAt === null || this.#outside.now() < wakeAt) return;
        if (this.stage === LinkStage.WAITING) this.#dial();
        else this.#comeBack();
    }

    // --- the way in ---

    #dial() {
        this.#attempt++;
        this.#change(LinkStage.CONNECTING);
        this.#outside.connect();
    }

    #chooseIntent() {
        if (COMES_BACK.includes(this.#claim)) return Intent.RESUME;
        return this.#request.watches ? Intent.WATCH : Intent.SEAT;
    }

    #settle(happened) {
        const conversation = this.#conversation;
        for (const event of happened) {
            if (this.#conversation !== conversation) return; // What was said before has ended it, or the listener has.
            try {
                this.#take(event);
            } catch (error) {
                this.#breakOff(error);
            }
        }
        this.#flush();
    }

    /** What the host may not say ends the link; that its log is another one ends all. */
    #breakOff(error) {
        if (error instanceof Forked) {
            this.#hangUp(Close.FORKED);
            this.#end({ how: How.FORKED, close: Close.FORKED });
        } else if (error instanceof Misplaced || error instanceof RemoteProtocolError) {
            this.#hangUp(Close.MALFORMED);
            this.#comeBack({ close: Close.MALFORMED });
        } else {
            throw error;
        }
    }

    #take(event) {
        switch (event.kind) {
            case "Opened":
                return this.#open(event.table);
            case "Received":
                return this.#hear(event.message);
            case "Logs":
                return this.#follower.follow(event.raw, event.event);
            case "TurnedAway":
                return this.#turnedAway(event.hint);
            case "Closed":
                return this.#closed(event.close);
            case "Failed":
                return this.#comeBack();
        }
    }

    #open(table) {
        this.#met = Met.TABLE;
        this.#joinRefused = this.#busySince = null;
        this.#isClosed = false;
        this.#unansweredProofs = 0;
        this.#heardAt = this.#outside.now();
        const first = this.#firstMessage(table);
        try {
            this.#conversation.send(first);
        } catch (error) {
            // The host's good-bye came with its word that we are in.
            if (!(error instanceof LocalProtocolError)) throw error;
        }
        this.#change(LinkStage.OPEN);
    }

    #firstMessage(table) {
        if (this.#intent === Intent.RESUME) return this.#follower.sync();
        const kind = this.#intent === Intent.WATCH ? "Watch" : "Join";
        return { kind, name: this.name, secret: this.#secretFor(table) };
    }

    /** The secret that we have or had there, or a new one, which is stored before anybody hears of it. */
    #secretFor(table) {
        if (this.#held === null || !equal(this.#held.table, table)) {
            this.#held = this.#claim === Claim.LOST ? null : this.#store.find(table);
        }
        if (this.#held === null) {
            this.#held = { table, secret: this.#outside.randomBytes(SECRET), name: this.name };
            if (!this.#store.keep(this.#held)) this.#tell({ kind: "NotKept" });
        }
        return this.#held.secret;
    }

    #turnedAway(hint) {
        this.#met = Math.max(this.#met, Met.SOMEBODY);
        if (this.#intent === Intent.RESUME) {
            this.#considerCode(hint);
            this.#comeBack({ hint });
        } else if (hint === Hint.BUSY && this.#met !== Met.TABLE) {
            this.#waitAtTheDoor();
        } else if (refusesNewcomers(hint) || this.#met !== Met.TABLE) {
            this.#hangUp();
            this.#end({ how: hint === Hint.TABLE_CLOSED ? How.GONE : How.REFUSED, hint });
        } else {
            this.#comeBack({ hint });
        }
    }

    /**
     * After a hint that our secret is not known, come in with the code instead, if the user gave one.
     *
     * Only for a stored secret, which may be of another evening and stays written down, and for a place in the queue,
     * which the host may have given to a newcomer. Never for a seat once this table has proved itself: anybody could
     * have sent the hint.
     */
    #considerCode(hint) {
        const isQueued = this.#claim === Claim.QUEUE;
        const isUnknown = hint === Hint.UNKNOWN_SEAT || (hint === Hint.UNKNOWN_TABLE && !isQueued);
        if (this.#request.code === null || !isUnknown || (this.#met === Met.TABLE && !isQueued)) return;
        this.#held = null;
        this.#claim = hint === Hint.UNKNOWN_SEAT ? Claim.LOST : Claim.NONE;
    }

    #waitAtTheDoor() {
        const now = this.#outside.now();
        this.#busySince ??= now;
        if (now >= this.#busySince + BUSY_FOR) {
            this.#hangUp();
            this.#end({ how: How.REFUSED, hint: Hint.BUSY });
        } else {
            this.#comeBack({ hint: Hint.BUSY, delay: delayWhenBusy(this.#outside.randomBytes(JITTER)) });
        }
    }

    // --- in the channel ---

    #hear(message) {
        if (message.kind === "Seated" || message.kind === "Watching") {
            this.#claim = message.kind === "Seated" ? Claim.SEAT : Claim.QUEUE;
            this.#joinRefused = null;
        } else if (message.kind === "Refused" && FIRST_TAGS.has(message.about)) {
            this.#joinRefused = message.reason;
        }
        this.#follower.hear(message);
    }

    // --- the end of a link, and of all ---

    #closed(close) {
        const end = endOf(close);
        if (end === null) {
            // A host whose disk fails says the same to who is not in yet, and is still there.
            this.#isClosed = close === Close.TABLE_CLOSED && this.caughtUp;
            this.#comeBack({ close });
            return;
        }
        if (end === How.DONE) this.#follower.neverShown();
        this.#hangUp();
        const how = end === How.GONE && this.#joinRefused !== null ? How.REFUSED : end;
        this.#end({ how, close, reason: this.#joinRefused }, isSeatOver(how));
    }

    #comeBack({ hint = null, close = null, delay = null } = {}) {
        this.#hangUp();
        if (this.#unansweredProofs >= MOST_UNANSWERED_PROOFS) {
            this.#end({ how: How.REFUSED });
            return;
        }
        const wait = delay ?? delayBefore(Math.max(1, this.#attempt), this.#outside.randomBytes(JITTER));
        this.#retryAt = this.#outside.now() + wait;
        this.#change(LinkStage.WAITING, hint, close);
    }

    #hangUp(close = null) {
        const link = this.#link;
        const conversation = this.#conversation;
        this.#link = this.#conversation = null;
        this.#follower.caughtUp = false;
        if (link === null) return;
        if (close !== null) conversation.close(close);
        const data = conversation.dataToSend();
        if (data.length > 0) link.write(data);
        link.close();
    }

    #end(ended, forget = false) {
        if (forget) this.#store.forget();
        this.#change(LinkStage.ENDED);
        this.#tell({ kind: "Ended", hint: null, close: null, reason: null, ...ended });
    }

    #change(stage, hint = null, close = null) {
        this.stage = stage;
        const retryAt = stage === LinkStage.WAITING ? this.#retryAt : null;
        this.#tell({ ...NO_LINK, stage, attempt: this.#attempt, retryAt, hint, close, closed: this.#isClosed });
    }

    #tell(news) {
        if (news.kind === "CaughtUp") this.#attempt = 0;
        if (this.stage !== LinkStage.ENDED || news.kind === "Ended" || news.kind === "LinkChanged") this.#heard(news);
    }

    #flush() {
        if (this.#conversation === null || this.#link === null) return;
        const data = this.#conversation.dataToSend();
        if (data.length > 0) this.#link.write(data);
    }
}
