// The table: the others' seats, the middle with the value to beat, one sentence, one's own hand, Pass and Play.
//
// The order here is that of the keyboard: sentence, hand, Pass, Play, middle, seats, bar; the style places them.
import { middleOf, newIn } from "../client/model.js";
import { formatCard } from "../game/cards.js";
import { refusePass } from "../game/rules.js";
import { valueOf } from "../game/sets.js";
import { NOBODY, Phase, valhalla } from "../game/state.js";
import { enumerated, listed, say, sayNumber } from "../language.js";
import { h } from "./dom.js";
import { frame, sign } from "./drawings.js";
import { liveLine } from "./live_line.js";
import { button, capital, card, middleSet, naming, points, set, shield, title, tool, valueClass } from "./parts.js";
import { reactionRow } from "./reactions.js";
import { canJoin, inOrder, judge } from "./selection.js";
import { nameAt, shownName } from "./sentences/names.js";
import { target } from "./sentences/options.js";
import { toldSentence } from "./sentences/told.js";
import { isSent } from "./state.js";
import { veil } from "./trouble.js";

const FEW = 5;
// From so many characters on a sentence is set smaller: on a small phone, and on any.
const LONGISH = 34;
const LONG = 52;
const SAGA = 14;

/** The whole screen. */
export function table(model, ui, act) {
    const over = veil(model, ui, act);
    const classes = [
        "table",
        model.myTurn && "mine",
        model.isCutOff && "lost",
        over !== null && "veiled",
    ].filter(Boolean);
    return h(
        "main",
        { key: "table", class: classes.join(" ") },
        own(model, ui, act),
        middle(model, ui, act, over),
        h(
            "ol",
            { class: "seats", "aria-label": say("The others") },
            othersOf(model).map((seat) => seatOf(model, ui, seat, act.now())),
        ),
        bar(model, ui, act),
        side(model, act),
    );
}

/** Those who sit there, from the one after us to the one before us; for who watches, all. */
const othersOf = (model) => (model.me === null ? model.seatsFromMe : model.seatsFromMe.slice(1));

// --- the bar ---

function bar(model, ui, act) {
    return h(
        "header",
        { class: "bar" },
        title(),
        h("span", { class: "where" }, capital(whereWeAre(model))),
        tools(model, ui, act),
    );
}

/** Which hand this is, how far the game goes, and which colours are out. */
export function whereWeAre({ game, terms }) {
    const hand = game.hand > 0 ? say("hand {number}", { number: game.hand }) : say("the first deal");
    const goal = terms.stopAfter ? say("the last hand") : target(game.options.points);
    const out = game.colours === "" ? [] : [..."ROYGBP"].filter((letter) => !game.colours.includes(letter));
    const left = out.length > 0 ? [say("out: {colours}", { colours: enumerated(out) })] : [];
    return [hand, goal, ...left].join(" · ");
}

/** Sound, chat and the menu: on every screen with a bar. */
export function tools(model, ui, act) {
    const { sound } = act.settings();
    return h(
        "div",
        { class: "tools" },
        tool(sound ? "sound" : "silence", sound ? say("Sound off") : say("Sound on"), () => act.set({ sound: !sound })),
        tool("talk", say("Chat"), () => act.open("chat"), { badge: model.chatCount - ui.chatRead }),
        tool("menu", say("Menu"), () => act.open("menu")),
    );
}

// --- the seats ---

/** One seat: name, shield with a plate for each card, the last act, points. */
export function seatOf(model, ui, seat, now, style = {}) {
    const occupant = model.seats[seat];
    const count = model.counts[seat];
    const isTurn = model.state.turn === seat && model.phase === Phase.PLAYING;
    const isLast = count === 1 && model.phase === Phase.PLAYING;
    const isAway = occupant.presence !== "here" && !model.isCutOff;
    const classes = ["seat", isTurn && "turn", isLast && "last", isAway && "away"].filter(Boolean);
    const name = shownName(occupant.name);
    const doing = doingOf(model, seat, now);
    return h(
        "li",
        {
            key: `seat ${seat}`,
            class: classes.join(" "),
            "data-seat": seat,
            "aria-current": isTurn ? "true" : null,
            style,
        },
        // Its own direction says on which side it is cut off.
        h("bdi", { class: "name" }, name),
        shield(count, String(count)),
        h("span", { class: "spoken" }, sayNumber("{count} card", "{count} cards", count)),
        doing !== "" && h("span", { class: "act" }, doing),
        h("span", { class: "points" }, points(model.totals[seat])),
        saidBy(ui, seat),
    );
}

/** What somebody has just called to the table. */
const saidBy = ({ said }, seat) => said[seat] !== undefined && h("span", { class: "said" }, said[seat]);

/** The most important thing about a seat now, in a word. */
function doingOf(model, seat, now) {
    const { state, clock, acts } = model;
    const { presence } = model.seats[seat];
    if (presence !== "here" && !model.isCutOff) {
        return presence === "away"
            ? say("away", {}, "column")
            : say("covered", {}, "column");
    }
    if (model.counts[seat] === 1 && state.phase === Phase.PLAYING) return say("last card");
    if (state.turn === seat && state.phase === Phase.PLAYING) {
        if (clock !== null && clock.seat === seat) {
            return say(
                "{seconds} s left",
                { seconds: secondsUntil(clock.at, now) },
            );
        }
        return say("thinks");
    }
    const act = acts[seat];
    if (act === null) return "";
    return act.cards.length === 0 ? say("passed") : String(valueOf(act.cards));
}

/** Whole seconds, rounded up, so that a countdown ends with 1. */
export const secondsUntil = (at, now) => Math.max(0, Math.ceil(at - now));

// --- the middle ---

function middle(model, ui, act, over) {
    const fallen = valhalla(model.state).length;
    const label = sayNumber("Valhalla: {count} card", "Valhalla: {count} cards", fallen);
    return h(
        "section",
        { class: "middle", "aria-label": say("The middle") },
        frame(),
        ui.isTaking ? offer(model, ui, act) : whatLies(model, ui, act),
        h(
            "button",
            { class: "valhalla", type: "button", "aria-label": label, onclick: () => act.open("valhalla") },
            say("Valhalla"),
            h("b", {}, fallen),
        ),
        over,
    );
}

function whatLies(model, ui, act) {
    const { state } = model;
    const news = h("p", { key: "news", class: lastCards(model).length > 0 ? "news alarm" : "news" }, newsOf(model));
    const last = cover(model, ui, act) ?? passes(model);
    if (state.middle.length === 0) return [news, cover(model, ui, act)];
    return [news, h("div", { key: "duel", class: "duel" }, middleSet(state), worth(state.value)), last];
}

/** A bot for who keeps all waiting. */
function cover(model, ui, act) {
    if (!model.mayCover(act.now())) return null;
    if (ui.askedToCover === model.state.action) {
        return h(
            "p",
            { key: "cover", class: "passes" },
            say("You are for letting a bot play. The host decides alone, others need to be two."),
        );
    }
    const text = say("a bot for {name}", { name: nameAt(model.seats, model.state.turn) });
    return h(
        "button",
        { key: "cover", class: "cover", type: "button", onclick: () => act.cover(model.state.turn) },
        capital(text),
    );
}

const worth = (value) => h(
    "p",
    { class: "worth" },
    h("small", {}, say("to beat")),
    h("b", { class: valueClass(value) }, value),
);

function passes(model) {
    const needed = model.seats.length - 1;
    const left = model.passesLeft;
    if (left <= 0 || model.phase !== Phase.PLAYING) return null;
    const pips = Array.from({ length: needed }, (_, i) => h("s", { class: i < needed - left ? "on" : "" }));
    const text = sayNumber("{count} more pass ends the round", "{count} more passes end the round", left);
    return h("p", { key: "passes", class: "passes" }, h("span", { class: "pips", "aria-hidden": "true" }, pips), text);
}

/** The others who hold one last card. */
export function lastCards(model) {
    if (model.phase !== Phase.PLAYING) return [];
    return othersOf(model).filter((seat) => model.counts[seat] === 1);
}

/** What was just done, or who holds a last card: that is what everybody has to know. */
export function newsOf(model) {
    const { state, seats } = model;
    const last = lastCards(model).map((seat) => nameAt(seats, seat));
    if (last.length === 1) return naming(last[0], (name) => say("{name} holds one last card.", { name }));
    if (last.length > 1) return [say("{names} hold one last card each.", { names: listed(last) })];
    if (state.phase !== Phase.PLAYING) return [say("The cards are being shuffled; all who are here help with it.")];
    if (state.middle.length === 0) {
        if (model.myTurn) return [say("The middle is empty: you open the round.")];
        return naming(
            nameAt(seats, state.turn),
            (name) => say("The middle is empty: {name} opens the round.", { name }),
        );
    }
    return state.owner === NOBODY ? [] : lastPlay(model);
}

function lastPlay(model) {
    const { owner, value, story } = model.state;
    const played = story.filter(({ cards }) => cards.length > 0);
    const taken = played[played.length - 1]?.taken ?? null;
    const what = String(value);
    if (owner === model.seat) {
        return [
            taken === null ? say("You open with {what}.", { what }) : say(
                "You play {what} and take {taken}.",
                { what, taken: formatCard(taken) },
            ),
        ];
    }
    return naming(nameAt(model.seats, owner), (name) =>
        taken === null ? say("{name} opens with {what}.", { name, what }) : say(
            "{name} plays {what} and takes {taken}.",
            { name, what, taken: formatCard(taken) },
        ),
    );
}

/** What is played, and the cards of the old middle of which one is taken. */
function offer({ state }, ui, act) {
    const offered = middleOf(state).map(
        (one) => card(one, { tag: "button", className: "offered", onclick: () => act.take(one) }),
    );
    return [
        h("p", { class: "passes" }, say("You play {what}.", { what: String(valueOf(ui.picked)) })),
        set(ui.picked, "mini"),
        h("p", { class: "news" }, h("b", {}, say("Tap the card that you take."))),
        h(
            "div",
            { class: "set offer", role: "group", "aria-label": say("Choose a card of the middle to take.") },
            offered,
        ),
    ];
}

// --- my own half ---

function own(model, ui, act) {
    const { text, tone } = liveLine(model, ui);
    return h(
        "section",
        { class: "own", "aria-label": say("Your cards") },
        h(
            "div",
            { class: `say ${tone}` },
            model.me !== null && h(
                "span",
                { class: "me" },
                h("b", {}, capital(say("you", {}, "column"))),
                points(model.totals[model.seat]),
                saidBy(ui, model.seat),
            ),
            h("p", { class: lengthOf(text), role: "status" }, tone !== "" && sign(tone), h("span", {}, text)),
            model.view !== null && tool("sort", capital(say("sort")), act.sort),
        ),
        model.view === null || model.phase !== Phase.PLAYING ? watcher(model, act) : hand(model, ui, act),
        model.view !== null && buttons(model, ui, act),
    );
}

const lengthOf = (text) => (text.length > LONG ? "long" : text.length > LONGISH ? "longish" : "");

function watcher(model, act) {
    const wantsSeat = model.seat === null;
    return h(
        "div",
        { class: "watcher" },
        wantsSeat && h(
            "button",
            { class: "quiet", type: "button", onclick: () => act.open("leave") },
            say("Leave the table"),
        ),
    );
}

function hand(model, ui, act) {
    const { view } = model;
    const { sort } = act.settings();
    const cards = inOrder(view.hand, sort).filter((one) => !ui.isTaking || !ui.picked.includes(one));
    const fresh = newIn(model, view.hand);
    const shown = cards.map((one, i) => {
        const isAwake = ui.isTaking || canJoin(view, ui.picked, one);
        return card(one, {
            tag: "button",
            className: isAwake ? "" : "asleep",
            key: i + 1,
            isNew: one === fresh,
            "aria-pressed": String(ui.picked.includes(one) && !ui.isTaking),
            "aria-description": isAwake ? null : say("cannot join"),
            disabled: ui.isTaking,
            onclick: () => act.tap(one),
        });
    });
    const label = say("your cards: {count}", { count: view.hand.length });
    return h("div", { class: cards.length <= FEW ? "hand few" : "hand", role: "group", "aria-label": label }, shown);
}

function buttons(model, ui, act) {
    const { view, state } = model;
    const isFree = model.myTurn && !isSent(ui, state) && !model.isCutOff;
    const outcome = ui.picked.length > 0 ? judge(view, ui.picked) : null;
    const fits = outcome !== null && outcome.refusal === null;
    const mayPlay = isFree && fits && !ui.isTaking;
    const text = fits ? say("Play {value}", { value: outcome.value }) : capital(say("play", {}, "key"));
    const mayPass = ui.isTaking || (isFree && refusePass(view) === null);
    return [
        button(capital(ui.isTaking ? say("back") : say("pass", {}, "key")), ui.isTaking ? act.back : act.pass, {
            className: "pass",
            key: ui.isTaking ? "Esc" : "P",
            disabled: !mayPass,
        }),
        button(text, act.play, { className: mayPlay ? "play main" : "play", key: "Enter", disabled: !mayPlay }),
    ];
}

// --- beside the table, where there is room ---

function side(model, act) {
    const lines = sagaOf(model, SAGA);
    return h(
        "aside",
        { class: "side", "aria-label": say("The log") },
        h("h2", {}, say("The log")),
        h("ol", { class: "saga" }, lines),
        reactionRow(act),
    );
}

/** The latest sentences, the newest last. */
export function sagaOf({ told }, most) {
    const said = told.slice(-3 * most).map(toldSentence).filter(Boolean).slice(-most);
    return said.map((text) => h("li", {}, text));
}
