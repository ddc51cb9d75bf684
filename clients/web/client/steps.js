// The steps of a game that is over, for who looks at it again: SPEC 6, "The game before, shown again". Pure.
import { openLobby, evolve } from "../game/state.js";
import { Model, fold } from "./model.js";

const STEPS = ["HandDealt", "CardsPlayed", "Passed", "HandEnded", "GameEnded", "TableStopped"];
const OF_HAND = ["HandDealt", "CardsPlayed", "Passed", "RoundEnded"];

/**
 * All steps of these events, each as {event, before, model}: what led to it, the state before, what is seen then. None
 * if a hand lacks its end, which no finished game does.
 */
export function stepsOf(events) {
    const shown = withoutUnshown(events);
    const kinds = shown.map(({ kind }) => kind);
    if (kinds.lastIndexOf("HandDealt") > kinds.lastIndexOf("HandEnded")) return [];
    const steps = [];
    let model = new Model();
    shown.forEach((event, seq) => {
        const before = model.state;
        const state = before === null ? openLobby(event) : evolve(before, event);
        const known = event.kind === "HandDealt" ? withHands(state, shown.slice(seq + 1)) : state;
        model = fold(model, { kind: "Logged", seq, event, history: false }, { ...NOBODYS, state: known });
        if (STEPS.includes(event.kind)) steps.push({ event, before, model });
        // The end of a round belongs to the pass that brought it about.
        else if (event.kind === "RoundEnded") steps[steps.length - 1].model = model;
    });
    return steps;
}

const NOBODYS = { seat: null, now: 0, name: "", digest: null };

/** Without hands that were broken off or stopped before their end: their cards were never shown. */
function withoutUnshown(events) {
    const unshown = new Set();
    let hand = [];
    for (const event of events) {
        const { kind } = event;
        if (kind === "HandDealt" || kind === "HandEnded") hand = [];
        if (OF_HAND.includes(kind)) hand.push(event);
        if (kind === "DealAborted" || kind === "TableStopped") hand.forEach((one) => unshown.add(one));
        if (kind === "DealAborted") unshown.add(event);
    }
    return events.filter((event) => !unshown.has(event));
}

/** The hands as they were dealt: what was left of them, with all that was played put back and all that was taken. */
function withHands(state, later) {
    const end = later.findIndex(({ kind }) => kind === "HandEnded");
    const plays = later.slice(0, end).filter(({ kind }) => kind === "CardsPlayed").reverse();
    return later[end].hands.reduce((known, left, seat) => {
        const mine = plays.filter((play) => play.seat === seat);
        const cards = mine.reduce((held, play) => [...held.filter((one) => one !== play.taken), ...play.cards], left);
        return evolve(known, { kind: "HandKnown", seat, cards });
    }, state);
}
