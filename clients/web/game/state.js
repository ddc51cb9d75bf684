// What a reader of the log knows: `evolve(state, event)` gives the next state, the one fold of the game.
//
// A player adds `HandKnown` for the own seat, a spectator none. Nothing here decides or checks anything: that is for
// the rules and the audit; events are facts. States are never changed.
import { sorted } from "./cards.js";
import { HAND_SIZE } from "./options.js";
import { isSet, valueOf } from "./sets.js";

/** Whose turn it is, who owns the middle and who went out, where it is nobody. */
export const NOBODY = -1;

export const Phase = Object.freeze({ LOBBY: "lobby", DEALING: "dealing", PLAYING: "playing", OVER: "over" });

const EMPTY_MIDDLE = { middle: [], value: 0, owner: NOBODY, passes: 0 };

/**
 * The state that a log's first event makes. `hands` holds those that this reader knows, null where it does not; `story`
 * what was played and passed in this hand, of which the last round begins at `roundBegan`; `action` is the number that
 * the next command answers.
 */
export function openLobby({ game, seats, options, tally }) {
    return {
        game: {
            id: game,
            seats,
            options,
            tally,
            hand: 0,
            opener: NOBODY,
            colours: "",
            scores: [],
            wentOut: NOBODY,
            winners: [],
            dealt: seats.map(() => 0),
        },
        phase: Phase.LOBBY,
        action: 0,
        turn: NOBODY,
        ...EMPTY_MIDDLE,
        story: [],
        roundBegan: 0,
        hands: seats.map(() => null),
    };
}

/** The state after this event. */
export function evolve(state, event) {
    return event.kind in FOLDS ? FOLDS[event.kind](state, event) : state;
}

const FOLDS = {
    LobbyOpened: (_, event) => openLobby(event),
    SeatChanged: seatChanged,
    OptionsChanged: (state, { options }) => withGame(state, { options }),
    GameStarted: (state) => ({ ...state, phase: Phase.DEALING }),
    DealAborted: (state) => (state.phase === Phase.PLAYING ? brokenOff(state) : state),
    HandDealt: handDealt,
    HandKnown: (state, { seat, cards }) => ({ ...state, hands: replaced(state.hands, seat, sorted(cards)) }),
    CardsPlayed: cardsPlayed,
    Passed: passed,
    RoundEnded: (state, { opener }) => ({
        ...state,
        ...EMPTY_MIDDLE,
        turn: opener,
        roundBegan: state.story.length,
    }),
    HandEnded: handEnded,
    GameEnded: (state, { winners }) => ({ ...withGame(state, { winners }), turn: NOBODY, phase: Phase.OVER }),
    TableStopped: (state) => ({ ...state, turn: NOBODY, phase: Phase.OVER }),
};

const withGame = (state, changes) => ({ ...state, game: { ...state.game, ...changes } });
const replaced = (items, index, item) => items.map((old, i) => (i === index ? item : old));
const seatAfter = (state, seat) => (seat + 1 < state.hands.length ? seat + 1 : 0);

function seatChanged(state, { seat, occupant }) {
    const before = state.game.seats;
    const seats = [...before.slice(0, seat), ...(occupant === null ? [] : [occupant]), ...before.slice(seat + 1)];
    if (seats.length === before.length) return withGame(state, { seats });
    const changed = withGame(state, { seats, dealt: seats.map(() => 0) });
    return { ...changed, story: [], roundBegan: 0, hands: seats.map(() => null) };
}

function handDealt(state, { hand, opener, colours }) {
    const dealt = state.game.seats.map(() => HAND_SIZE);
    return {
        ...withGame(state, { hand, opener, colours, dealt }),
        ...newHand(state),
        phase: Phase.PLAYING,
        turn: opener,
    };
}

const newHand = (state) => ({ ...EMPTY_MIDDLE, story: [], roundBegan: 0, hands: state.game.seats.map(() => null) });

/** As it was before this hand was dealt, but for the number of the next action: that was never used yet. */
function brokenOff(state) {
    const { hand, opener, colours, seats } = state.game;
    const isFirst = hand === 1;
    const game = {
        hand: hand - 1,
        // The same one opens again: who sits behind this one, or went out last. The first opener is drawn anew.
        opener: isFirst ? NOBODY : (opener - 1 + seats.length) % seats.length,
        colours: isFirst ? "" : colours,
        dealt: seats.map(() => 0),
    };
    return {
        ...withGame(state, game),
        ...newHand(state),
        phase: Phase.DEALING,
        action: state.action + 1,
        turn: NOBODY,
    };
}

function cardsPlayed(state, { seat, cards, taken }) {
    const hand = state.hands[seat];
    const took = taken === null ? [] : [taken];
    const left = hand === null ? null : sorted([...hand.filter((card) => !cards.includes(card)), ...took]);
    return {
        ...state,
        action: state.action + 1,
        turn: seatAfter(state, seat),
        middle: cards,
        value: isSet(cards) ? valueOf(cards) : 0,
        owner: seat,
        passes: 0,
        story: [...state.story, { seat, cards, taken }],
        hands: replaced(state.hands, seat, left),
    };
}

function passed(state) {
    return {
        ...state,
        action: state.action + 1,
        turn: seatAfter(state, state.turn),
        passes: state.passes + 1,
        story: [...state.story, { seat: state.turn, cards: [], taken: null }],
    };
}

function handEnded(state, { hands, points }) {
    const { scores, seats } = state.game;
    const wentOut = hands.findIndex((hand) => hand.length === 0);
    const game = { scores: [...scores, points], wentOut, seats: seats.map(unready) };
    return { ...withGame(state, game), phase: Phase.DEALING, turn: NOBODY, hands: hands.map(sorted) };
}

/** For the next hand people are ready anew; bots always are. */
const unready = (occupant) => ({ ...occupant, ready: occupant.kind === "bot" });

// --- What follows from a state ---

/** What this seat may see: the table, and its own hand of all hands. */
export function viewOf(state, seat) {
    const hand = state.hands[seat];
    if (hand === null) throw new RangeError("this reader does not know that hand");
    const { hands, ...board } = state;
    return { board, seat, hand };
}

/** Each seat's points so far. */
export function totals({ scores, seats }) {
    return seats.map((_, seat) => scores.reduce((sum, points) => sum + points[seat], 0));
}

/** How many cards each seat holds. */
export function counts({ game, story }) {
    const played = (seat) => story.filter((done) => done.seat === seat && done.cards.length > 0);
    const change = (sum, { cards, taken }) => sum - cards.length + (taken === null ? 0 : 1);
    return game.seats.map((_, seat) => played(seat).reduce(change, game.dealt[seat]));
}

/** The fallen cards of this hand. */
export function valhalla({ story, middle }) {
    const fallen = new Set();
    for (const { cards, taken } of story) {
        cards.forEach((card) => fallen.add(card));
        fallen.delete(taken);
    }
    return sorted(fallen).filter((card) => !middle.includes(card));
}
