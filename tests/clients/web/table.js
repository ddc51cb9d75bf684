// Whole games for tests: told as the playthroughs tell them, moves that are refused, and audits.
import { formatCard, sorted } from "../game/cards.js";
import { legalMoves, refusePass, refusePlay } from "../game/rules.js";
import { counts, evolve, openLobby, totals, valhalla, viewOf } from "../game/state.js";
import { Auditor } from "../protocol/audit.js";
import { Log } from "../protocol/log.js";
import { decodeEvent } from "../protocol/messages.js";

const formatCards = (cards) => cards.map(formatCard).join(" ");
const tuple = (numbers) => `(${numbers.join(", ")})`;

/** The lines after each step, a list of events, as the host and each of the seats see them. */
export function told([opened], steps) {
    let host = openLobby(opened);
    let seats = opened.seats.map(() => host);
    return steps.map((events) => {
        for (const event of events) {
            host = evolve(host, event);
            seats = seats.map((state, seat) => (isHidden(event, seat) ? state : evolve(state, event)));
        }
        return [...boardLines(host), ...seats.map(viewLine)];
    });
}

const isHidden = (event, seat) => event.kind === "HandKnown" && event.seat !== seat;

/** The cards of each hand that everybody has seen it take. */
function shownCards({ game, story }) {
    const shown = game.seats.map(() => []);
    for (const { seat, cards, taken } of story) {
        const left = shown[seat].filter((card) => !cards.includes(card));
        shown[seat] = taken === null ? left : sorted([...left, taken]);
    }
    return shown;
}

function boardLines(state) {
    const { phase, action, turn, passes, owner, middle, value, game } = state;
    const shown = shownCards(state).map(formatCards).join(", ");
    return [
        `  ${phase}, action ${action}, turn ${turn}, passes ${passes}, owner ${owner}`,
        `  middle [${formatCards(middle)}] worth ${value}, counts ${tuple(counts(state))}, shown (${shown})`,
        `  Valhalla [${formatCards(valhalla(state))}], totals ${tuple(totals(game))}`,
    ];
}

function viewLine(state, seat) {
    const hands = state.hands.map((hand) => (hand === null ? "?" : formatCards(hand))).join(" | ");
    if (state.turn !== seat) return `  seat ${seat} sees ${hands}`;
    const moves = legalMoves(viewOf(state, seat)).map(moveText).sort();
    return `  seat ${seat} sees ${hands} and may: ${moves.join(", ")}`;
}

function moveText({ cards, take }) {
    if (cards.length === 0) return "pass";
    return sorted(cards).map(formatCard).join("+") + (take === null ? "" : `<${formatCard(take)}`);
}

/** Why each of these [seat, cards, take] is refused after these events; no cards at all, null, are a pass. */
export function refusals([opened, ...events], tries) {
    const state = events.reduce(evolve, openLobby(opened));
    return tries.map(([seat, cards, take]) => {
        const view = { board: state, seat, hand: state.hands[seat] ?? [] };
        return cards === null ? refusePass(view) : refusePlay(view, cards, take);
    });
}

/** Where the game stands after these events. */
export function stateAfter([opened, ...events]) {
    const { game, phase, action, turn, passes } = events.reduce(evolve, openLobby(opened));
    return { game, phase, action, turn, passes };
}

/** The verdicts of a reader who sits there and made these shares; and the hands that it opened. */
export function audited(game, seat, seatKey, shares, events) {
    const auditor = new Auditor(game);
    const log = new Log(game);
    if (seat !== null) auditor.seated(seat, seatKey);
    const verdicts = [];
    const hands = [];
    for (const raw of events) {
        const event = decodeEvent(raw);
        const verdict = auditor.feed(log.append(raw, event));
        if (verdict !== null) verdicts.push([verdict.result, verdict.why, verdict.seq]);
        if (event.kind === "HandDealt") hands.push(auditor.cards);
        if (event.kind !== "DealOpened" || verdict !== null) continue;
        for (const { hand, attempt, share } of shares) {
            if (hand === event.hand && attempt === event.attempt) auditor.contributed(event, share);
        }
    }
    return { verdicts, hands };
}

// An auditor that stays between calls, for what a reader does in the middle of a log.
let auditor = null;

export const auditorFeed = (seq, raw, before) => auditor.feed({ seq, event: decodeEvent(raw), before });

export function auditorCall(method, ...values) {
    if (method === "new") auditor = new Auditor(...values);
    else auditor[method](...values);
    return auditor.cards;
}
