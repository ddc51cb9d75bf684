// What a client checks of every hand: deal, plays and score, computed again from what was revealed. SPEC 7.
//
// Each hand ends with one of three results. *Checked*: my commitment followed the host's, my share is in the seed, and
// all recomputes. *Not checked*: all recomputes, but I cannot vouch for the chance in it, and why. *Wrong*: the first
// event that differs from what it must be. The log may come from a liar: nothing in it may end in anything but a
// verdict.
import { equal } from "../crypto/bytes.js";
import { HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS } from "../game/options.js";
import { IllegalMove, pass, play } from "../game/rules.js";
import { Phase, evolve, openLobby } from "../game/state.js";
import { LocalProtocolError } from "./errors.js";
import { bindingOf, draw, hostCommitment, seatCommitment, seedOf } from "./fair_deal.js";
import { entryInfo, handKey, openEntry } from "./sealing.js";

export const Result = Object.freeze({ CHECKED: "checked", NOT_CHECKED: "not checked", WRONG: "wrong" });

/** Why a hand is not checked, or what is wrong with it. */
export const Why = Object.freeze({
    // I made no share for this deal.
    AWAY: "away",
    // The deal has a share of my seat, but not by me: another client made it before this one was started.
    CAME_DURING: "came during it",
    WATCHING: "watching",
    // I had bound myself, and the host says that it heard nothing from me, or too late.
    LEFT_OUT: "left out",
    // No person made a share: the host alone chose the deal.
    NOBODY: "nobody",
    // The host broke a deal off by itself when it could know the cards: it may have chosen among several.
    BEGUN_AGAIN: "begun again",
    // The host lost a part of this hand, or had it dealt anew because of that.
    ROLLED_BACK: "rolled back",
    // The host went on with another game, and this hand has no end.
    NEVER_SHOWN: "the end was never shown",

    // This event may not come here.
    ORDER: "order",
    // The host's secret is not the one it had bound itself to.
    COMMITMENT: "commitment",
    // A share is not the one that was bound, or one that was bound is missing.
    SHARE: "share",
    // Colours, opener or attempt are not those of the seed.
    DEAL: "deal",
    // A sealed hand is not what the seed gives to its seat, or not what I was shown.
    ENTRY: "entry",
    // The rules do not allow this, or not here.
    PLAY: "play",
    // Hands, points or winners are not those of the rules.
    SCORE: "score",
    // The host's log is not the one that I saw.
    DIGEST: "digest",
});

class Wrong extends Error {
    constructor(why, seq) {
        super(why);
        this.verdict = { result: Result.WRONG, why, seq };
    }
}

const notChecked = (why) => ({ result: Result.NOT_CHECKED, why, seq: null });

/** What is known of one attempt at a deal, and of the hand that came of it. */
const newAttempt = () => ({
    opened: null,
    committed: null,
    contributed: null,
    // My seat and my share in this deal, { seat, share }.
    mine: null,
    // The entry of *hand dealt*, and the state before it.
    dealt: null,
    before: null,
    // My seat and the key that opened its entry, { seat, key }.
    myKey: null,
    plays: [],
});

/** What was seen of one hand, from the opening of its first deal to its end. */
const newHand = () => ({
    attempts: 0,
    // Who fell silent in an earlier one.
    out: new Set(),
    begunAgain: false,
    rolledBack: false,
    boundMyself: false,
    ...newAttempt(),
});

/** Watches the log of one game for one reader, and opens the hand of its seat. Entries are { seq, event, before }. */
export class Auditor {
    /** The nine cards that my seat was dealt in this hand, if it has an entry that I can open. */
    cards = null;
    #game;
    #before;
    #seat = null;
    #seatKey = null;
    #state = null;
    #hand = newHand();
    #due = null;
    #alarm = null;

    /** `before`: the last digest of the game before, for who has seen all of that. */
    constructor(game, before = null) {
        this.#game = game;
        this.#before = before;
    }

    /** This is my seat from now on, and its key. */
    seated(seat, seatKey) {
        this.#seat = seat;
        this.#seatKey = seatKey;
    }

    /** I have no seat, or none any more. */
    unseated() {
        this.#seat = null;
        this.#seatKey = null;
    }

    /** Note the share that I bind myself to now. The host's commitment must have come before. */
    contributed({ hand, attempt }, share) {
        if (this.#alarm !== null) return;
        const { opened, committed } = this.#hand;
        const isOpen = opened !== null && committed === null && opened.hand === hand && opened.attempt === attempt;
        if (this.#seat === null || !isOpen) {
            throw new LocalProtocolError("a share is bound when the host is, and before the others are shown");
        }
        this.#hand.mine = { seat: this.#seat, share };
        this.#hand.boundMyself = true;
    }

    /**
     * The host has lost all that stood behind the last event, and what was dealt or played there may come anew. An
     * alarm that was raised stays one: whoever does wrong is not to take that back.
     */
    rolledBack(alarm = null) {
        this.#hand.rolledBack = true;
        this.#alarm ??= alarm;
    }

    /**
     * Take the next event in. A verdict { result, why, seq } comes at the end of each hand, and at once if something is
     * wrong; else null. After an alarm every hand ends with the same verdict.
     */
    feed(entry) {
        if (this.#alarm !== null) return entry.event.kind === "HandEnded" ? this.#alarm : null;
        try {
            return this.#feed(entry);
        } catch (error) {
            if (!(error instanceof Wrong)) throw error;
            this.#alarm = error.verdict;
            return error.verdict;
        }
    }

    #feed(entry) {
        if (this.#state === null) return this.#begin(entry);
        const { event, seq } = entry;
        this.#checkDue(entry);
        if (!mayCome(event, this.#state)) throw new Wrong(Why.ORDER, seq);
        const verdict = this.#watch(entry);
        // A seat that nobody has.
        if (event.kind === "CardsPlayed" && event.seat >= this.#state.hands.length) throw new Wrong(Why.PLAY, seq);
        this.#state = evolve(this.#state, event);
        return verdict;
    }

    #begin({ event, seq }) {
        if (event.kind !== "LobbyOpened" || !equal(event.game, this.#game)) throw new Wrong(Why.ORDER, seq);
        this.#state = openLobby(event);
        if (this.#before !== null && !isEqual(event.before, this.#before)) throw new Wrong(Why.DIGEST, seq);
        return null;
    }

    #watch(entry) {
        switch (entry.event.kind) {
            case "DealOpened":
                this.#opened(entry);
                break;
            case "DealCommitted":
                this.#committed(entry);
                break;
            case "DealContributed":
                this.#contributed(entry);
                break;
            case "DealAborted":
                this.#aborted(entry);
                break;
            case "HandDealt":
                this.#dealt(entry);
                break;
            case "CardsPlayed":
            case "Passed":
            case "RoundEnded":
                this.#hand.plays.push(entry);
                break;
            case "HandEnded":
                return this.#conclude(entry);
        }
        return null;
    }

    // --- the deal ---

    get #deal() {
        return { game: this.#game, hand: this.#hand.opened.hand, attempt: this.#hand.opened.attempt };
    }

    #opened({ event, seq }) {
        const hand = this.#hand;
        // A repeated attempt could be given the shares of the one before it.
        const isNext = event.hand === this.#state.game.hand + 1 && event.attempt === hand.attempts;
        if (hand.opened !== null || !isNext) throw new Wrong(Why.ORDER, seq);
        hand.opened = event;
        hand.attempts++;
    }

    #committed({ event, seq }) {
        const { opened, committed, out } = this.#hand;
        const { seats } = this.#state.game;
        if (opened === null || committed !== null || event.commitments.length !== seats.length) {
            throw new Wrong(Why.ORDER, seq);
        }
        // Bots have no share, or the host could let them fall silent until it likes the cards.
        const mayNot = (seat) => out.has(seat) || seats[seat].kind === "bot";
        if (event.commitments.some((commitment, seat) => commitment !== null && mayNot(seat))) {
            throw new Wrong(Why.SHARE, seq);
        }
        if (!this.#isMineOrNone(event.commitments)) throw new Wrong(Why.SHARE, seq);
        this.#hand.committed = event;
    }

    /** Whether my seat is bound to my share, if I made one, or was left out. */
    #isMineOrNone(commitments) {
        if (this.#hand.mine === null) return true;
        const { seat, share } = this.#hand.mine;
        const bound = commitments[seat] ?? null;
        return bound === null || isEqual(bound, seatCommitment(this.#deal, seat, share));
    }

    #contributed({ event, seq }) {
        const { committed, contributed } = this.#hand;
        const shares = event.contributions;
        if (committed === null || contributed !== null || shares.length !== this.#state.game.seats.length) {
            throw new Wrong(Why.ORDER, seq);
        }
        shares.forEach((share, seat) => {
            const right = share === null ? null : seatCommitment(this.#deal, seat, share);
            if (!isEqual(committed.commitments[seat], right)) throw new Wrong(Why.SHARE, seq);
        });
        this.#hand.contributed = event;
    }

    #aborted(entry) {
        const { event, seq } = entry;
        const hand = this.#hand;
        if (hand.opened === null) throw new Wrong(Why.ORDER, seq);
        this.#checkSecret(entry);
        const bound = hand.committed?.commitments ?? [];
        // Each attempt costs the host a seat that shares in it, so that it cannot have as many as it likes. When all
        // shares are in, nobody is silent any more.
        const isSilent = (seat) => hand.contributed === null && seat < bound.length && bound[seat] !== null;
        if (!event.silent.every(isSilent)) throw new Wrong(Why.SHARE, seq);
        hand.begunAgain ||= bound.length > 0 && event.silent.length === 0;
        // In the middle of a hand: it is as if it had never been dealt, but nobody calls what comes now checked.
        hand.rolledBack ||= hand.dealt !== null;
        event.silent.forEach((seat) => hand.out.add(seat));
        Object.assign(hand, newAttempt());
        this.cards = null;
    }

    #checkSecret({ event, seq }) {
        const right = hostCommitment(this.#deal, event.secret);
        if (!equal(right, this.#hand.opened.commitment)) throw new Wrong(Why.COMMITMENT, seq);
    }

    #dealt(entry) {
        const hand = this.#hand;
        if (hand.contributed === null || entry.event.sealed.length !== this.#state.game.seats.length) {
            throw new Wrong(Why.ORDER, entry.seq);
        }
        hand.dealt = entry;
        hand.before = this.#state;
        this.cards = null;
        if (this.#seat !== null) this.openHand(handKey(this.#seatKey, this.#info(this.#seat)));
        // Who has bound a share also has the key of the seat: its entry must open.
        if (hand.myKey === null && hand.mine !== null && hand.mine.seat === this.#seat) {
            throw new Wrong(Why.ENTRY, entry.seq);
        }
    }

    /** Open the entry of my seat with the key of this hand: mine, or the one that I was given with the seat. */
    openHand(key) {
        if (this.#alarm !== null || this.#hand.dealt === null || this.#seat === null) return;
        const sealed = this.#hand.dealt.event.sealed[this.#seat];
        // A seat that is not at this table has no entry.
        this.cards = sealed === undefined ? null : openEntry(key, this.#info(this.#seat), sealed);
        if (this.cards !== null) this.#hand.myKey = { seat: this.#seat, key };
    }

    #info(seat) {
        const { opened, committed, contributed, dealt } = this.#hand;
        const { commitments } = committed;
        const { contributions } = contributed;
        const { colours, opener } = dealt.event;
        const bound = bindingOf(this.#deal, opened.commitment, commitments, contributions, colours, opener);
        return entryInfo(this.#deal, seat, bound);
    }

    // --- the end of a hand ---

    #conclude(entry) {
        this.#checkSecret(entry);
        this.#checkPlays(this.#checkDealt(entry), entry);
        if (!equal(entry.event.digest, entry.before)) throw new Wrong(Why.DIGEST, entry.seq);
        const verdict = this.#vouch();
        this.#hand = newHand();
        return verdict;
    }

    /** Check what was dealt, and give the state in which all hands are known. */
    #checkDealt({ event: ended, seq }) {
        const { before, dealt, contributed } = this.#hand;
        const deal = this.#deal;
        const event = dealt.event;
        const drawn = draw(seedOf(deal, ended.secret, contributed.contributions), before.game);
        const isThisDeal = event.hand === deal.hand && event.attempt === deal.attempt;
        if (!isThisDeal || event.colours !== drawn.colours || event.opener !== drawn.opener) {
            throw new Wrong(Why.DEAL, dealt.seq);
        }
        if (ended.handKeys.length !== event.sealed.length) throw new Wrong(Why.ENTRY, seq);
        let state = evolve(before, event);
        ended.handKeys.forEach((key, seat) => {
            const cards = openEntry(key, this.#info(seat), event.sealed[seat]);
            if (cards === null) throw new Wrong(Why.ENTRY, seq);
            const right = drawn.deck.slice(HAND_SIZE * seat, HAND_SIZE * (seat + 1));
            if (cards.join() !== right.join() || !this.#isMyKey(seat, key)) throw new Wrong(Why.ENTRY, dealt.seq);
            state = evolve(state, { kind: "HandKnown", seat, cards });
        });
        return state;
    }

    /** Such a cipher can be made to open in two ways: the key that opened my hand then is the one shown now. */
    #isMyKey(seat, key) {
        const { myKey } = this.#hand;
        return myKey === null || myKey.seat !== seat || equal(myKey.key, key);
    }

    /** Each play and pass, and behind it just what the rules make follow, up to the hand's end. */
    #checkPlays(state, end) {
        const logged = [...this.#hand.plays, end];
        for (let at = 0; at < logged.length; ) {
            for (const right of expectedOf(state, logged[at])) {
                if (right.kind === "GameEnded") {
                    this.#due = right;
                    continue;
                }
                compare(logged[at] ?? end, right);
                state = evolve(state, right);
                at++;
            }
        }
    }

    /** What the rules make follow at once from the end of a hand. */
    #checkDue({ event, seq }) {
        const due = this.#due;
        this.#due = null;
        const isEnd = event.kind === "GameEnded";
        if (isEnd !== (due !== null) || (isEnd && event.winners.join() !== due.winners.join())) {
            throw new Wrong(Why.SCORE, seq);
        }
    }

    /** All recomputes. Can I vouch for the chance in it? */
    #vouch() {
        const hand = this.#hand;
        const shares = hand.contributed.contributions;
        if (hand.rolledBack) return notChecked(Why.ROLLED_BACK);
        if (shares.every((share) => share === null)) return notChecked(Why.NOBODY);
        if (this.#seat === null) return notChecked(Why.WATCHING);
        if (!hand.boundMyself) return notChecked((shares[this.#seat] ?? null) === null ? Why.AWAY : Why.CAME_DURING);
        if (hand.mine === null || shares[hand.mine.seat] === null) return notChecked(Why.LEFT_OUT);
        return hand.begunAgain ? notChecked(Why.BEGUN_AGAIN) : { result: Result.CHECKED, why: null, seq: null };
    }
}

/** Whether two byte strings are equal, of which either may be null. */
const isEqual = (one, other) => (one === null || other === null ? one === other : equal(one, other));

/** Whether this kind of event can stand here at all. SPEC 6. */
function mayCome(event, { phase, game }) {
    const seats = game.seats.length;
    switch (event.kind) {
        case "SeatChanged":
            if (phase === Phase.LOBBY && event.seat === seats) return event.occupant !== null && seats < MAX_PLAYERS;
            return event.seat < seats && (phase === Phase.LOBBY || event.occupant !== null);
        case "OptionsChanged":
            return phase === Phase.LOBBY;
        case "GameStarted":
            return phase === Phase.LOBBY && event.players === seats && seats >= MIN_PLAYERS;
        case "TableStopped":
        case "DealAborted": // SPEC 7: in the middle of a hand, too, after the host was rolled back.
            return phase === Phase.DEALING || phase === Phase.PLAYING;
        case "DealOpened":
        case "DealCommitted":
        case "DealContributed":
        case "HandDealt":
            return phase === Phase.DEALING;
        case "CardsPlayed":
        case "Passed":
        case "RoundEnded":
        case "HandEnded":
            return phase === Phase.PLAYING;
        case "LobbyOpened":
            return false;
        default:
            return true;
    }
}

/** What the rules make of the action that this event says was done. */
function expectedOf(state, { event, seq }) {
    try {
        if (event.kind === "CardsPlayed") return play(state, event.seat, event.cards, event.taken, event.by);
        if (event.kind === "Passed") return pass(state, event.seat, event.by);
    } catch (error) {
        if (!(error instanceof IllegalMove)) throw error;
    }
    throw new Wrong(Why.PLAY, seq);
}

function compare({ event, seq }, right) {
    if (event.kind !== right.kind) throw new Wrong(Why.PLAY, seq);
    if (right.kind === "RoundEnded" && event.opener !== right.opener) throw new Wrong(Why.PLAY, seq);
    if (right.kind === "HandEnded" && resultOf(event) !== resultOf(right)) throw new Wrong(Why.SCORE, seq);
}

const resultOf = ({ hands, points }) => JSON.stringify([hands, points]);
