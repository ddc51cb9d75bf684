// The end of a hand in three beats: who went out and with what, the hands turned over, the points. A tap ends any beat.
import { inReadingOrder } from "../game/cards.js";
import { Phase, totals } from "../game/state.js";
import { enumerated, say } from "../language.js";
import { Result } from "../protocol/audit.js";
import { h } from "./dom.js";
import { button, capital, card, middleSet, naming, valueClass } from "./parts.js";
import { nameAt, shownName } from "./sentences/names.js";
import { optionRules } from "./sentences/options.js";
import { verdictSentence } from "./sentences/verdicts.js";
import { hostIsAway, keptSentence } from "./trouble.js";

const BEATS = [1, 2, 3];
const TONES = { [Result.CHECKED]: "good", [Result.NOT_CHECKED]: "soft", [Result.WRONG]: "bad" };

/** The whole screen. */
export function handEnd(model, ui, act) {
    const { result } = model;
    const beat = ui.beat;
    const steps = h(
        "div",
        { class: "steps", "aria-hidden": "true" },
        BEATS.map((one) => h("s", { class: one === beat ? "on" : "" })),
    );
    const inside = [goesOut, turnOver, standing][beat - 1](model, ui, act);
    const isLast = beat === BEATS.length;
    return h(
        "main",
        { key: `hand end ${beat}`, class: "page", onclick: isLast ? null : act.nextBeat, "data-hand": result.number },
        steps,
        inside,
    );
}

// --- who went out, and with which set ---

function goesOut({ result }) {
    const { state, number, seat } = result;
    return [
        h("div", { class: "rays push" }, outTitle(result, seat), outSet(state)),
        h("div", { class: "push" }),
        h("p", { class: "soft center" }, say("Hand {number} is over", { number })),
        goOn(),
    ];
}

/** Who went out, large. */
export function outTitle({ state }, seat) {
    const { wentOut, seats } = state.game;
    if (wentOut === seat) return h("h1", {}, say("You go out!"));
    return h("h1", {}, naming(nameAt(seats, wentOut), (name) => say("{name} goes out!", { name })));
}

/** The set that did it, with its value and what it beat. */
export function outSet(state) {
    const plays = state.story.filter(({ cards }) => cards.length > 0);
    const before = state.roundBegan < state.story.length - 1 ? plays[plays.length - 2] : undefined;
    const beaten = before === undefined
        ? null
        : Number(inReadingOrder(before.cards).map((one) => (one % 9) + 1).join(""));
    return [
        h("div", { class: "set big" }, middleSet(state).children),
        h("p", { class: `value ${valueClass(state.value)}` }, state.value),
        beaten !== null && h(
            "p",
            { class: "soft text" },
            say("{value} beats {middle}.", { value: state.value, middle: beaten }),
        ),
    ];
}

// It is for keys and ears: a tap on it is one on the whole screen.
const goOn = () => h("button", { class: "quiet", type: "button" }, capital(say("go on", {}, "key")));

// --- the hands turned over ---

function turnOver({ result }) {
    return [
        h("h1", { class: "center" }, say("The hands turn over")),
        laid(result),
        h("div", { class: "push" }),
        h("p", { class: "soft center" }, say("One point for each card left")),
        goOn(),
    ];
}

/** Everybody's cards, and what they cost. */
export function laid({ state, seat: mine }, className = "") {
    const { game, hands } = state;
    const points = game.scores[game.scores.length - 1];
    const first = mine === null ? 0 : mine;
    const order = game.seats.map((_, step) => (first + step) % game.seats.length);
    const rows = order.map((seat, place) => {
        const cards = inReadingOrder(hands[seat] ?? []).map((one) => card(one));
        return h(
            "li",
            { key: seat, style: { "--place": place } },
            h("bdi", { class: "name" }, shownName(game.seats[seat].name)),
            cards.length > 0 ? h("div", { class: "set" }, cards) : h(
                "span",
                { class: "gold rune" },
                say("out", {}, "state"),
            ),
            h("b", { class: "plus" }, points[seat] > 0 ? `\u200e+${points[seat]}` : "0"),
        );
    });
    return h("ol", { class: `laid ${className}` }, rows);
}

// --- the points ---

function standing(model, ui, act) {
    const { result } = model;
    const { options } = result.state.game;
    return [
        h("h1", { class: "center" }, say("Hand {number} is over", { number: result.number })),
        race(result.state, ui.hasCounted),
        h("p", { class: "soft center small rule" }, optionRules(options)[1]),
        checked(model, ui, act),
        h("div", { class: "push" }),
        next(model, ui, act),
    ];
}

/** A bar for each: what they had, and what this hand has added. */
export function race({ game }, hasCounted = true, className = "") {
    const sums = totals(game);
    const last = game.scores[game.scores.length - 1] ?? sums.map(() => 0);
    const most = Math.max(game.options.points, ...sums);
    const order = game.seats.map((_, seat) => seat).sort((one, other) => sums[one] - sums[other] || one - other);
    const rows = order.map((seat) => {
        const was = sums[seat] - last[seat];
        const now = hasCounted ? sums[seat] : was;
        const marks = [sums[seat] >= game.options.points && "over", game.winners.includes(seat) && "winner"];
        return h(
            "li",
            { key: seat, class: marks.filter(Boolean).join(" ") },
            h("bdi", { class: "name" }, shownName(game.seats[seat].name)),
            h(
                "span",
                { class: "track", "aria-hidden": "true" },
                h("s", { class: "now", style: { "--p": now / most } }),
                h("s", { class: "was", style: { "--p": was / most } }),
            ),
            h("b", {}, sums[seat]),
        );
    });
    return h("ol", { class: `race ${className}` }, rows);
}

function checked({ result, alarm }, ui, act) {
    const verdict = result.verdict ?? alarm;
    if (verdict === null) return null;
    const words = ui.words ? h("p", { class: "four ltr" }, ui.words) : null;
    const ask = button(
        capital(say("four words")),
        () => act.findWords(result.digest),
        { className: "slim", disabled: ui.words === "" },
    );
    const about = say(
        "Read them aloud: whoever has the same four words saw the same game. The host's computer can see all hands.",
    );
    return h(
        "section",
        { class: "panel checked" },
        h(
            "p",
            { class: TONES[verdict.result], role: verdict.result === Result.WRONG ? "alert" : null },
            verdictSentence(verdict),
        ),
        words === null ? ask : [words, h("p", { class: "soft small" }, about)],
    );
}

/** Whether no other hand of this game follows. */
const isLast = ({ over, ended, phase }) => over !== null || ended !== null || phase === Phase.LOBBY;

function next(model, ui, act) {
    if (isLast(model)) return button(capital(say("final standing")), act.readHand, { className: "main" });
    if (model.isCutOff) {
        return [
            h("p", { class: "center bad" }, hostIsAway()),
            h("p", { class: "center soft small" }, keptSentence(model)),
        ];
    }
    if (model.seat === null) {
        return h(
            "p",
            { class: "soft center" },
            say("The next hand comes when the players are ready."),
        );
    }
    if (ui.isReady || model.amReady) {
        const text = say("You are ready. The next hand comes when all are, 20 seconds after the first at the latest.");
        return [h("p", { class: "soft center" }, text), missing(model)];
    }
    return [button(say("Next hand"), () => act.ready(true), { className: "main" }), missing(model)];
}

function missing({ awaited, seats }) {
    if (awaited.length === 0) return null;
    const names = enumerated(awaited.map((seat) => nameAt(seats, seat)));
    return h("p", { class: "soft center small" }, say("Not ready yet: {names}.", { names }));
}
