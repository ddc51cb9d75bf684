// The lobby: who is there and ready, what is agreed, the way in for the next friend, one button.
import { enumerated, say, sayNumber } from "../language.js";
import { h } from "./dom.js";
import { sign } from "./drawings.js";
import { button, capital, paragraphs, shield, title } from "./parts.js";
import { qr } from "./qr.js";
import { level, shownName } from "./sentences/names.js";
import { agreed } from "./sentences/options.js";
import { watchingSentence } from "./sentences/told.js";
import { tools } from "./table.js";
import { veil } from "./trouble.js";

/** The whole screen. */
export function lobby(model, ui, act) {
    const over = veil(model, ui, act);
    const text = agreed(model.game.options, model.seats.length, model.terms).join(" ");
    const games = model.gamesLeft > 0 ? sayNumber("{count} game left", "{count} games left", model.gamesLeft) : "";
    return h(
        "main",
        { key: "lobby", class: "page" },
        h("header", { class: "bar" }, title(), h("span", { class: "where" }, games), tools(model, ui, act)),
        over === null ? null : h("section", { class: "panel trouble" }, over),
        model.notKept && h(
            "p",
            { class: "bad small", role: "alert" },
            say("This browser keeps nothing: do not close or reload this page, or your seat is lost."),
        ),
        h("section", { class: "panel" }, people(model)),
        invitation(act),
        h("p", { class: "soft center small" }, text),
        h("div", { class: "push" }),
        model.replay !== null && button(capital(say("watch with all")), act.watchReplay),
        model.me === null ? paragraphs([watchingSentence(model)], "soft center") : ready(model, act),
    );
}

function people(model) {
    // Who waits for a seat is told so because none is free.
    const waits = model.watching !== null && !model.onlyWatches;
    const free = model.seats.length < model.terms.seats && !waits && freeSeat();
    return h("ol", { class: "people" }, model.seats.map((occupant, seat) => person(model, occupant, seat)), free);
}

function person(model, occupant, seat) {
    const name = shownName(occupant.name);
    const isOn = occupant.kind === "bot" || (occupant.ready && occupant.presence === "here");
    return h(
        "li",
        { key: `person ${seat}` },
        shield(isOn ? 9 : 0, [...name][0]),
        h("bdi", { class: "name" }, name),
        h(
            "span",
            { class: isOn ? "state on" : "state" },
            isOn && sign("yes"),
            h("span", {}, enumerated(statesOf(model, occupant, seat))),
        ),
    );
}

/** How somebody is: the most important first. */
function statesOf(model, { kind, level: strength, presence, ready: isReady, name }, seat) {
    const wins = model.game.tally.find((entry) => entry.name === name)?.wins ?? 0;
    const won = wins > 0 ? [sayNumber("{count} win", "{count} wins", wins)] : [];
    if (kind === "bot") return [level(strength), ...won];
    if (presence !== "here") return [say("away", {}, "state")];
    const mine = seat === model.seat ? [say("you", {}, "state")] : [];
    return [...mine, isReady ? say("ready", {}, "state") : say("not ready", {}, "state"), ...won];
}

function freeSeat() {
    return h(
        "li",
        { key: "free" },
        shield(0, ""),
        h("span", { class: "name soft" }, capital(say("free"))),
        h("span", { class: "state" }, say("waits for a friend")),
    );
}

/** The way in for the next friend: the code with which this page came in, in a picture that no camera misreads. */
function invitation(act) {
    const { address, code, place } = act.invitation();
    return h(
        "section",
        { class: "panel row" },
        qr(address, say("A QR code that leads to this table")),
        h(
            "div",
            { class: "invite" },
            h("b", {}, say("The next friend scans this")),
            h("bdi", { class: "soft ltr" }, place),
            code === null ? h(
                "span",
                { class: "soft" },
                say("Ask the host for the words."),
            ) : h("bdi", { class: "gold ltr" }, code),
        ),
    );
}

function ready(model, act) {
    if (model.amReady) {
        const text = say("You are ready. The game begins when all are, or when the host starts it.");
        return [
            h("p", { class: "center good" }, text),
            button(capital(say("not ready", {}, "key")), () => act.ready(false)),
        ];
    }
    return [
        button(say("I am ready"), () => act.ready(true), { className: "main" }),
        h("p", { class: "soft center small" }, say("The game begins when all are ready.")),
    ];
}
