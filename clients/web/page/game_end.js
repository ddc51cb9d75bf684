// The end of a game: who won, the standing, and who wants another one.
import { listed, say, sayNumber } from "../language.js";
import { totals } from "../game/state.js";
import { h } from "./dom.js";
import { plait, ship } from "./drawings.js";
import { race } from "./hand_end.js";
import { button, capital, points } from "./parts.js";
import { afterGame } from "./sentences/awards.js";
import { nameAt } from "./sentences/names.js";

/** The whole screen. */
export function gameEnd(model, ui, act) {
    const { over } = model;
    const { game } = over.state;
    const mayPlayAgain = model.seat !== null && model.ended === null;
    return h(
        "main",
        { key: "game end", class: "page" },
        h("div", { class: "rays tight" }, ship(), h("h1", {}, resultSentence(over)), wonWith(game)),
        race(over.state, true, "tight won"),
        plait(),
        h("p", { class: "soft center small" }, afterGame(over).map((line) => [line, h("br")])),
        rematch(model),
        h("div", { class: "push" }),
        h(
            "div",
            { class: "row" },
            button(capital(say("log", {}, "key")), () => act.open("log")),
            mayPlayAgain && button(capital(say("rematch")), act.rematch, { className: "main wide" }),
        ),
        h(
            "div",
            { class: "row middling" },
            h(
                "button",
                { class: "quiet", type: "button", onclick: act.readGame },
                model.ended === null ? capital(say("to the lobby")) : capital(say("go on", {}, "key")),
            ),
            model.ended === null && h(
                "button",
                { class: "quiet", type: "button", onclick: () => act.open("leave") },
                capital(say("leave", {}, "key")),
            ),
        ),
    );
}

/** Who won, in one sentence. */
export function resultSentence({ state, seat, stopped }) {
    const { winners, seats } = state.game;
    if (stopped) return say("The table stopped early: nobody wins.");
    const others = winners.filter((one) => one !== seat).map((one) => nameAt(seats, one));
    if (winners.includes(seat)) {
        return others.length > 0
            ? say("You share the victory with {names}!", { names: listed(others) })
            : say("You win!");
    }
    if (others.length === 1) return say("{name} wins.", { name: others[0] });
    return say("{names} share the victory.", { names: listed(others) });
}

function wonWith(game) {
    if (game.winners.length === 0) return null;
    return h("p", { class: "soft" }, points(totals(game)[game.winners[0]]));
}

function rematch({ forRematch, seats }) {
    const names = forRematch.map((seat) => nameAt(seats, seat));
    if (names.length === 0) return null;
    const text = sayNumber(
        "{names} wants a rematch.",
        "{names} want a rematch.",
        names.length,
        { names: listed(names) },
    );
    return h("p", { class: "center gold" }, text);
}
