// The page with invented models and a client that only writes down what it is asked: for pictures and for tests in a
// real browser, without a host. `show(name)` shows one of `MODELS`; `asked` is what the page wanted from its client.
import { Model } from "../client/model.js";
import { COLOURS, NUMBERS } from "../game/cards.js";
import { evolve, openLobby } from "../game/state.js";
import { gameEnd } from "./game_end.js";
import { handEnd } from "./hand_end.js";
import { lobby } from "./lobby.js";
import { Page } from "./page.js";
import { codeIn } from "./sit_down.js";
import { Screen } from "./state.js";
import { table } from "./table.js";
import { watch } from "./watch.js";

const GAME = new Uint8Array(16).fill(7);
const cardOf = ([letter, number]) => COLOURS.indexOf(letter) * NUMBERS + Number(number) - 1;
const cardsOf = (text) => text.split(" ").filter(Boolean).map(cardOf).sort((one, other) => one - other);
const person = (name, more = {}) => ({ name, kind: "person", level: "", presence: "here", ready: false, ...more });
const bot = (name, level) => ({ name, kind: "bot", level, presence: "here", ready: true });

const LATIN = ["Ann", "Bo", "Eve", "Freydis", "Hoskuld", "Sigrún"];
const ARABIC = ["آن", "عمر", "Eve", "فريدة", "Hoskuld", "سلمى"];
const OPTIONS = { points: 15, colours: "4", starter: "left" };
const OPEN = { kind: "LinkChanged", stage: "open", attempt: 0, retryAt: null, hint: null, close: null, closed: false };
const HAND = "P1 G2 B3 R4 Y4 O6 P7 G8 O9";

/** A state after these events, with the scores of hands before. */
function stateOf(names, scores, events, seats = names.map((name) => person(name))) {
    let state = openLobby({ game: GAME, seats, options: OPTIONS, tally: [] });
    state = { ...state, game: { ...state.game, scores, hand: scores.length } };
    return events.reduce(evolve, state);
}

const dealt = (opener, hand = 3) => ({ kind: "HandDealt", hand, opener, colours: "ROYGBP", attempt: 1, sealed: [] });
const known = (cards, seat = 0) => ({ kind: "HandKnown", seat, cards: cardsOf(cards) });
const play = (seat, cards, taken = null) => ({
    kind: "CardsPlayed",
    seat,
    cards: cardsOf(cards),
    taken: taken === null ? null : cardOf(taken),
    by: 0,
});
const pass = (seat) => ({ kind: "Passed", seat, by: 0 });

/** Acts as the model has them: what each did since the last play. */
function actsOf(events) {
    const acts = new Array(6).fill(null);
    for (const event of events) {
        if (event.kind === "CardsPlayed") acts.fill(null);
        if (event.kind === "CardsPlayed" || event.kind === "Passed") {
            acts[event.seat] = { cards: [], taken: null, ...event };
        }
    }
    return acts;
}

/** What was told of these events. */
function toldOf(before, events, seat) {
    let state = before;
    return events.map((event) => {
        const told = { kind: "Told", event, before: state, after: evolve(state, event), seat, history: false };
        state = told.after;
        return told;
    });
}

const SCORES = [[2, 4, 1, 5, 0, 7], [2, 3, 2, 4, 1, 5]];

function tableModel(names, events, changes = {}, seats = names.map((name) => person(name))) {
    const start = stateOf(names, SCORES, [], seats);
    const state = events.reduce(evolve, start);
    return new Model(
        {
            state,
            seat: 0,
            acts: actsOf(events),
            told: toldOf(start, events, 0),
            link: OPEN,
            caughtUp: true,
            wasIn: true,
            turnBegan: 1000,
            ...changes,
        },
    );
}

// As in the design: Freydis has played 85, and others have passed.
const ROUND = [
    dealt(4),
    known(HAND),
    play(4, "R4"),
    play(5, "B6", "R4"),
    pass(0),
    play(1, "O5 O2", "B6"),
    pass(2),
    play(3, "B8 B5", "O5"),
];
const MINE = [...ROUND, pass(4), pass(5)];
const LAST = [
    dealt(4), known(
        "P1 B3 Y4 B6 B8 R2 O5 G7 P9",
    ), play(4, "R4"), play(5, "Y6", "R4"), play(0, "R2 O2", "Y6"), pass(1), pass(2), play(3, "R9 R7", "O2"),
];

const ENDED = [
    ...MINE,
    play(0, "O9 O6", "B8"), pass(1), pass(2), pass(3), play(4, "R9 R7", "O9"), pass(5), pass(0), pass(1), pass(2), pass(3), play(4, "G9 Y9 P9", "R7"),
];
const HANDS = ["P1 Y4", "R9 O7 G3 B2 P2", "B8 B4 R1", "Y8 O6 R5 G1", "", "O5 P4 B1"];

function endedModel(names, changes = {}) {
    const hands = HANDS.map(cardsOf);
    const end = {
        kind: "HandEnded",
        hands,
        points: hands.map((hand) => hand.length),
        secret: null,
        handKeys: [],
        digest: null,
    };
    const model = tableModel(names, [...ENDED, end]);
    const result = {
        number: 3,
        state: model.state,
        verdict: { result: "checked", why: null, seq: null },
        digest: new Uint8Array(32),
        seat: 0,
    };
    return model.with({ result, digest: result.digest, ...changes });
}

function overModel(names, winners = [0]) {
    const ended = endedModel(names);
    const scores = [...SCORES, [2, 5, 3, 4, 0, 3], [3, 1, 5, 1, 9, 1]];
    const game = {
        ...ended.state.game,
        scores,
        winners,
        hand: 6,
        tally: [{ name: names[0], wins: 2, games: 4 }, { name: names[3], wins: 1, games: 4 }],
    };
    const state = { ...ended.state, game, phase: "over" };
    const awards = [
        { kind: 0, seat: 0, amount: 6, hand: 2, cards: [] },
        { kind: 4, seat: 3, amount: 8, hand: 1, cards: [] },
        { kind: 5, seat: 1, amount: 5, hand: 4, cards: cardsOf("R9 R8 R7 R4 R2") },
    ];
    return ended.with({ result: null, state, over: { state, seat: 0, stopped: false, awards } });
}

function lobbyModel(names) {
    const [ann, bo, eve, freydis, hoskuld] = names;
    const seats = [
        person(hoskuld, { ready: true }),
        person(freydis, { ready: true }),
        bot(bo, "normal"),
        person(ann),
        person(eve),
    ];
    const state = openLobby({ game: GAME, seats, options: OPTIONS, tally: [{ name: freydis, wins: 1, games: 2 }] });
    return new Model({ state, seat: 3, link: OPEN, caughtUp: true, wasIn: true });
}

const away = (names, seat) => names.map((name, i) => person(name, i === seat ? { presence: "away" } : {}));
const LOST = { ...OPEN, stage: "waiting", attempt: 2, retryAt: 1008 };

/** All of them by name; each is made for these names. */
export const MODELS = {
    sit: () => new Model(),
    wrong: () => new Model({ ended: { kind: "Ended", how: "refused", hint: 5, close: null, reason: null } }),
    lobby: lobbyModel,
    wait: (names) => tableModel(names, [...ROUND, pass(4)], {}, away(names, 2)),
    mine: (names) => tableModel(names, MINE),
    last: (names) => tableModel(names, LAST, { state: lastState(names), acts: lastActs() }),
    many: (names) => tableModel(names, MINE, { state: manyState(names) }),
    open: (names) => tableModel(names, [dealt(0), known(HAND)]),
    again: (names) => tableModel(names, [...ROUND, pass(4)], { link: LOST, caughtUp: false }),
    alarm: (names) => tableModel(names, MINE, { alarm: { result: "wrong", why: "play", seq: 41 } }),
    paused: (names) => tableModel(names, MINE, { paused: [2, 3] }),
    covered: (names) => tableModel(
        names,
        MINE,
        {},
        names.map((name, i) => person(name, i === 0 ? { presence: "covered" } : {})),
    ),
    slow: (names) => tableModel(names, [...ROUND, pass(4)], { turnBegan: 900 }),
    clock: (names) => tableModel(
        names,
        [...ROUND, pass(4)],
        {
            clock: { seat: 5, at: 1012 },
            terms: { bots: 1000, people: 30_000, coverAfter: 60_000, stopAfter: false, muted: [] },
        },
    ),
    hand: endedModel,
    end: overModel,
    shared: (names) => overModel(names, [0, 3]),
    watching: (names) => tableModel(
        names,
        MINE.filter(({ kind }) => kind !== "HandKnown"),
        { seat: null, watching: 0 },
    ),
    watchHand: (names) => endedModel(names, { seat: null, watching: 0 }),
    watchEnd: (names) => overModel(names).with({ seat: null, watching: 0 }),
    watchDone: (names) => overModel(names).with({
        seat: null,
        watching: 0,
        ended: { kind: "Ended", how: "done", hint: null, close: 6, reason: null },
    }),
    watchLobby: (names) => lobbyModel(names).with({ seat: null, watching: 0 }),
    onlyWatches: (names) => lobbyModel(names).with({ seat: null, watching: 0, onlyWatches: true }),
    connecting: () => new Model({ link: { ...OPEN, stage: "waiting", attempt: 3, retryAt: 1004 } }),
    ended: (names) => tableModel(
        names,
        MINE,
        { ended: { kind: "Ended", how: "replaced", hint: null, close: 4, reason: null } },
    ),
    kicked: (names) => tableModel(
        names,
        MINE,
        { ended: { kind: "Ended", how: "kicked", hint: null, close: 5, reason: null } },
    ),
    rollback: (names) => tableModel(
        names,
        MINE,
        { rollback: { kind: "HostRolledBack", game: GAME, seq: 4, lost: 3, times: 1, withdrawn: [2] } },
    ),
    name: () => new Model({ nameRefused: 34, link: OPEN }),
    tab: () => new Model({ otherTab: true }),
};

/** A hand near its end: one of the others holds a last card. */
function lastState(names) {
    const state = stateOf(names, SCORES, LAST);
    const held = [5, 6, 8, 5, 1, 4];
    const game = { ...state.game, dealt: held.map((count, seat) => count + 9 - countAfter(state, seat)) };
    const hands = state.hands.map((_, seat) => (seat === 0 ? cardsOf("P1 B3 Y4 B6 B8") : null));
    return { ...state, game, hands, turn: 0, passes: 1 };
}

const countAfter = ({ story }, seat) => story.filter((done) => done.seat === seat).reduce(
    (sum, { cards, taken }) => sum - cards.length + (taken === null ? 0 : 1),
    9,
);
const lastActs = () => actsOf([play(4, "R9 R7"), pass(3), pass(5)]);

function manyState(names) {
    const state = stateOf(names, SCORES, MINE);
    const game = { ...state.game, dealt: [4, 8, 9, 8, 8, 9].map((count, seat) => count + 9 - countAfter(state, seat)) };
    return {
        ...state,
        game,
        middle: cardsOf("G9 G8 G7 G5 G4 G2 G1"),
        value: 9875421,
        hands: [cardsOf("P1 O6 O9 Y4"), null, null, null, null, null],
    };
}

/** A client that has no host: it writes down what it is asked. */
class NoClient {
    model = new Model();
    code = "raven-oak-fjord";
    name = "";
    asked = [];

    now() {
        return 1001;
    }

    hasSeat() {
        return false;
    }

    words(digest) {
        this.asked.push(["words", digest.length]);
        return Promise.resolve("amber fox north oar");
    }
}
for (const name of ["join", "watch", "resume", "takeOver", "retry", "ready", "play", "passTurn", "say", "react", "rename", "back", "cover", "goOn", "leave"]) {
    NoClient.prototype[name] = function ask(...values) {
        this.asked.push([name, ...values]);
        return true;
    };
}

export const client = new NoClient();
export const readAddress = codeIn;
const names = document.documentElement.lang === "ar" ? ARABIC : LATIN;
const isWatch = location.hash.includes("big");
const screens = {
    [Screen.HAND_END]: handEnd,
    [Screen.GAME_END]: gameEnd,
    [Screen.LOBBY]: isWatch ? watch : lobby,
    [Screen.TABLE]: isWatch ? watch : table,
};
export const page = new Page(
    document.getElementById("page"),
    client,
    { screens, isWatch, code: location.hash.includes("nocode") ? null : client.code },
);

/** Shows this model; all but the first screens are of somebody who has sat down. */
export function show(name, news = { kind: "CaughtUp" }) {
    const model = MODELS[name](names);
    client.model = model;
    page.changed(model, ["sit", "wrong", "tab"].includes(name) ? null : news);
}

/** One more event at the table that is shown, as the client would tell it. */
export function happen(event) {
    const before = client.model;
    const state = evolve(before.state, event);
    const told = { kind: "Told", event, before: before.state, after: state, seat: before.seat, history: false };
    const isPlay = event.kind === "CardsPlayed";
    const actAt = (act, i) => (i === event.seat ? { cards: [], taken: null, ...event } : isPlay ? null : act);
    const acts = event.kind === "RoundEnded" ? new Array(6).fill(null) : before.acts.map(actAt);
    client.model = before.with(
        {
            state,
            acts,
            told: [...before.told, told],
            latest: [told],
            newCard: event.seat === before.seat ? (event.taken ?? before.newCard) : before.newCard,
        },
    );
    page.changed(client.model, { kind: "Logged", seq: 9, event, history: false });
}
export const make = { play, pass, cardOf, cardsOf };
