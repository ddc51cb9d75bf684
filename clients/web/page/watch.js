// The big screen: a table for a television or a laptop in the middle of the room. All seats around the middle, large
// cards, what was just played, points, the way in for latecomers; no secrets.
import { Phase, valhalla } from "../game/state.js";
import { say, sayNumber } from "../language.js";
import { h } from "./dom.js";
import { frame } from "./drawings.js";
import { resultSentence } from "./game_end.js";
import { laid, outSet, outTitle, race } from "./hand_end.js";
import { middleSet, title, tool, valueClass } from "./parts.js";
import { qr } from "./qr.js";
import { agreed } from "./sentences/options.js";
import { endedSentence } from "./sentences/refusals.js";
import { lastCards, newsOf, sagaOf, seatOf, whereWeAre } from "./table.js";
import { veil } from "./trouble.js";

// Where seats are, clockwise, in hundredths of the picture: for a screen that lies and for one that stands.
const LYING = [
    [11.2, 50],
    [35, 11],
    [65, 11],
    [88.8, 50],
    [65, 89],
    [35, 89],
];
const STANDING = [
    [26, 14],
    [74, 14],
    [74, 24],
    [74, 77],
    [26, 77],
    [26, 24],
];
// Which of them are taken by so many, so that they face each other.
const TAKEN = { 1: [1], 2: [0, 3], 3: [0, 1, 2], 4: [1, 2, 4, 5], 5: [0, 1, 2, 4, 5], 6: [0, 1, 2, 3, 4, 5] };
const LINES = 4;

/** The whole screen. */
export function watch(model, ui, act) {
    const over = veil(model, ui, act);
    return h(
        "main",
        { key: "watch", class: over === null ? "big-screen" : "big-screen veiled" },
        h(
            "section",
            { class: "ring middle-of-room", "aria-label": say("The middle") },
            frame(),
            over ?? middle(model, ui, act),
        ),
        h("ol", { class: "around", "aria-label": say("The players") }, seats(model, ui, act)),
        h("div", { class: "corner top" }, title(), about(model).map((text) => h("p", {}, text))),
        h("div", { class: "corner low" }, h("ol", { class: "saga" }, sagaOf(model, LINES))),
        door(act),
        h("div", { class: "corner tools-up" }, tool("menu", say("Menu"), () => act.open("menu"))),
    );
}

function seats(model, ui, act) {
    const places = innerHeight > innerWidth ? STANDING : LYING;
    const taken = TAKEN[model.seats.length] ?? [];
    return model.seats.map((_, seat) => {
        const [left, top] = places[taken[seat]];
        return seatOf(model, ui, seat, act.now(), { left: `${left}%`, top: `${top}%` });
    });
}

function about(model) {
    if (model.phase === Phase.LOBBY) return agreed(model.game.options, model.seats.length, model.terms).slice(0, 1);
    const fallen = valhalla(model.state).length;
    const where = whereWeAre(model);
    return [
        where.slice(0, 1).toLocaleUpperCase() + where.slice(1),
        sayNumber("Valhalla: {count} card", "Valhalla: {count} cards", fallen),
    ];
}

function middle(model, ui, act) {
    const { result, over, state } = model;
    // A game that was stopped within a hand has no end of that hand to show.
    if (over !== null && (result === null || ui.beat > 2)) {
        return [
            h("p", { class: "text loud" }, resultSentence({ ...over, seat: null })),
            race(over.state, true, "won"),
            model.ended !== null && h("p", { class: "text" }, endedSentence(model.ended, act.place())),
        ];
    }
    if (result !== null) return handEnd(result, ui);
    if (model.phase === Phase.LOBBY) return lobby(model);
    const isAlarm = lastCards(model).length > 0;
    const news = h("p", { class: isAlarm ? "text alarm" : "text" }, newsOf(model));
    if (state.middle.length === 0) return [news];
    const left = model.passesLeft;
    return [
        news,
        h(
            "div",
            { class: "both" },
            middleSet(state),
            h("p", { class: `value ${valueClass(state.value)}` }, state.value),
        ),
        left > 0 && h(
            "p",
            { class: "text" },
            sayNumber("{count} more pass ends the round", "{count} more passes end the round", left),
        ),
    ];
}

function handEnd(result, ui) {
    if (ui.beat === 1) return [outTitle(result, null), outSet(result.state)];
    if (ui.beat === 2) return [laid({ ...result, seat: null }, "wide")];
    return [
        h("p", { class: "text loud" }, say("Hand {number} is over", { number: result.number })),
        race(result.state, ui.hasCounted),
    ];
}

function lobby(model) {
    const ready = model.seats.filter((one) => one.ready || one.kind === "bot").length;
    return [
        h("p", { class: "text loud" }, say("The table is open")),
        h("p", { class: "text" }, say("{count} of {all} are ready", { count: ready, all: model.seats.length })),
    ];
}

/** The way in: with the code with which this page came in. */
function door(act) {
    const { address, code } = act.invitation();
    const text = code === null ? say("Scan to join, and ask the host for the words.") : say("Scan to join");
    return h("div", { class: "corner door" }, qr(address, say("A QR code that leads to this table")), h("p", {}, text));
}
