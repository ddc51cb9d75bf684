// The last game, shown again: the host steps, and everybody's page follows. Each may leave it with one tap.
import { stepsOf } from "../client/steps.js";
import { inReadingOrder } from "../game/cards.js";
import { say } from "../language.js";
import { h } from "./dom.js";
import { race } from "./hand_end.js";
import { button, capital, card, middleSet, title, valueClass } from "./parts.js";
import { eventSentence } from "./sentences/events.js";
import { shownName } from "./sentences/names.js";
import { tools, whereWeAre } from "./table.js";

// Those of the game that was shown last: to make them takes a moment.
let kept = { events: null, steps: [] };

/** The whole screen; at a television nobody is who could leave it. */
export function replay(model, ui, act, isWatch) {
    const { events, step } = model.replay;
    if (kept.events !== events) kept = { events, steps: events === null ? [] : stepsOf(events) };
    const { steps } = kept;
    const at = Math.min(step, steps.length - 1);
    const number = say("{number} of {count}", { number: at + 1, count: steps.length });
    const where = at < 0 ? "" : `${number} · ${whereWeAre(steps[at].model)}`;
    const shown =
        at < 0
            ? h("p", {}, say("Something in it is wrong, so it cannot be shown here."))
            : picture(steps[at], isWatch);
    if (isWatch) return h("main", { key: "replay", class: "big-screen replay" }, ring(where, shown));
    return h(
        "main",
        { key: "replay", class: "page replay" },
        h("header", { class: "bar" }, title(), h("span", { class: "where" }, where), tools(model, ui, act)),
        shown,
        h("div", { class: "push" }),
        button(capital(say("to the lobby")), act.leaveReplay, { className: "main" }),
    );
}

const ring = (where, shown) => h("div", { class: "ring" }, h("p", { class: "text" }, where), shown);

/** What was done, what lies there then, and everybody's cards. */
function picture({ event, before, model }, isWatch) {
    const { state } = model;
    const lies = [middleSet(state), h("p", { class: `value ${valueClass(state.value)}` }, state.value)];
    const done = eventSentence(event, { before, after: state, seat: null });
    return [
        h("p", { class: "text loud center", role: "status" }, done),
        state.middle.length > 0 && h("div", { class: "rays tight both" }, lies),
        event.kind === "HandEnded" || event.kind === "GameEnded" ? race(state) : laid(model, isWatch),
    ];
}

function laid({ state, totals }, isWatch) {
    const rows = state.game.seats.map(({ name }, seat) =>
        h(
            "li",
            { key: seat, class: seat === state.turn ? "gold" : "" },
            h("bdi", { class: "name" }, shownName(name)),
            h("div", { class: "set" }, inReadingOrder(state.hands[seat] ?? []).map((one) => card(one))),
            h("b", { class: "plus" }, totals[seat]),
        ),
    );
    return h("ol", { class: isWatch ? "laid wide" : "laid" }, rows);
}
