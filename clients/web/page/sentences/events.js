// What has happened at the table: one sentence for each event, to the one who hears it. No hand is known to a sentence
// before its end. What `clients/language/events.py` is there.
import { COLOURS, formatCard, inReadingOrder } from "../../game/cards.js";
import { valueOf } from "../../game/sets.js";
import { Phase, counts, totals } from "../../game/state.js";
import { enumerated, enumeratedAtLength, listed, say, sayNumber } from "../../language.js";
import { cleanChat } from "../../protocol/texts.js";
import { colour, nameAt, shownName } from "./names.js";
import { lobbyOpened, seatChanged } from "./seats.js";
import { optionsChanged } from "./options.js";

const PERSON = 0;
const BOT = 1;

/** One sentence about an event, or null; `around` has the states `before` and `after` it, and the hearer's `seat`. */
export function eventSentence(event, around) {
    return event.kind in SENTENCES ? SENTENCES[event.kind](event, around) : null;
}

const SENTENCES = {
    CardsPlayed: played,
    Passed: passed,
    RoundEnded: roundEnded,
    HandDealt: dealt,
    HandEnded: handEnded,
    GameEnded: ({ winners }, around) => gameEnded(winners, around),
    TableStopped: () => say("The game stops here; nobody wins."),
    DealAborted: aborted,
    ChatSaid: chat,
    LobbyOpened: (event) => lobbyOpened(event),
    SeatChanged: (event, { before, seat }) => seatChanged(event, before, seat),
    OptionsChanged: ({ options }, { before, seat }) => optionsChanged(options, before, seat),
    GameStarted: ({ players }) =>
        sayNumber("The game begins with {count} player.", "The game begins with {count} players.", players),
};

const seatsOf = ({ before, after }) => (after ?? before)?.game.seats ?? [];
const who = (around, seat) => nameAt(seatsOf(around), seat);

// --- the cards ---

/** Cards in words: their value and which; the value of one card is written on it. */
export function whatIsPlayed(played) {
    const cards = inReadingOrder(played).map(formatCard).join(" ");
    return played.length === 1 ? cards : say("{value} with {cards}", { value: valueOf(played), cards });
}

function played(event, around) {
    const what = whatIsPlayed(event.cards);
    const taken = event.taken === null ? "" : formatCard(event.taken);
    const opens = around.before !== null && around.before.middle.length === 0;
    const tell = event.seat === around.seat ? iPlay : theyPlay;
    const said = tell(who(around, event.seat), what, taken, opens, goesOut(event, around));
    return said + mover(event, around);
}

function iPlay(_, what, taken, opens, isOut) {
    if (isOut) return say("You play {what} and go out!", { what });
    if (taken) return say("You play {what} and take {taken}.", { what, taken });
    return opens ? say("You open with {what}.", { what }) : say("You play {what}.", { what });
}

function theyPlay(name, what, taken, opens, isOut) {
    if (isOut) return say("{name} plays {what} and goes out.", { name, what });
    if (taken) return say("{name} plays {what} and takes {taken}.", { name, what, taken });
    return opens ? say("{name} opens with {what}.", { name, what }) : say("{name} plays {what}.", { name, what });
}

function goesOut({ seat, cards, taken }, { before }) {
    if (before === null || seat >= before.game.seats.length) return false;
    return taken === null && counts(before)[seat] === cards.length;
}

/** Who moved, where it was not the player. */
function mover({ seat, by }, around) {
    const occupant = seatsOf(around)[seat];
    if (by === PERSON || occupant === undefined || (by === BOT && occupant.kind === "bot")) return "";
    if (seat === around.seat) return ` ${by === BOT ? say("A bot did that for you.") : say("You ran out of time.")}`;
    const name = who(around, seat);
    return ` ${by === BOT ? say("A bot did that for {name}.", { name }) : say("{name} ran out of time.", { name })}`;
}

function passed(event, around) {
    const name = who(around, event.seat);
    const said = event.seat === around.seat ? say("You pass.") : say("{name} passes.", { name });
    return said + mover(event, around);
}

function roundEnded({ opener }, around) {
    if (opener === around.seat) return say("All others have passed: you open the next round.");
    return say("All others have passed: {name} opens the next round.", { name: who(around, opener) });
}

function dealt({ hand, opener, colours }, around) {
    const said =
        opener === around.seat
            ? say("Hand {number} is dealt; you open.", { number: hand })
            : say("Hand {number} is dealt; {name} opens.", { number: hand, name: who(around, opener) });
    const out = [...COLOURS].filter((letter) => !colours.includes(letter)).map(
        (letter) => `${colour(letter)} (${letter})`,
    );
    if (hand !== 1 || out.length === 0) return said;
    return `${said} ${say("Out of this game: {colours}.", { colours: enumerated(out) })}`;
}

function handEnded({ points }, around) {
    const sums = around.after === null ? [] : totals(around.after.game);
    const parts = points.slice(0, sums.length).map((count, seat) => {
        const name = seat === around.seat ? say("you", {}, "name") : who(around, seat);
        const places = { name, total: sums[seat] };
        return sayNumber("{name} {count} point, now {total}", "{name} {count} points, now {total}", count, places);
    });
    return say("The hand is over: {points}.", { points: enumeratedAtLength(parts) });
}

function gameEnded(winners, around) {
    if (winners.length === 0) return say("The game stops here; nobody wins.");
    const others = listed(winners.filter((seat) => seat !== around.seat).map((seat) => who(around, seat)));
    const isAlone = winners.length === 1;
    if (winners.includes(around.seat)) {
        if (isAlone) return say("The game is over: you win!");
        return say("The game is over: you share the victory with {names}.", { names: others });
    }
    if (isAlone) return say("The game is over: {name} wins.", { name: others });
    return say("The game is over: {names} share the victory.", { names: others });
}

function aborted({ silent }, around) {
    if (around.before?.phase === Phase.PLAYING) {
        return say(
            "The host's computer lost a part of this hand, and somebody has seen all its cards: it is dealt again.",
        );
    }
    const names = listed(silent.map((seat) => who(around, seat)));
    if (names === "") return say("The cards are shuffled again.");
    return say("The cards are shuffled again without the help of {names}: no answer came.", { names });
}

function chat({ name, text }) {
    const clean = cleanChat(text);
    return clean === null ? null : say("{name} says: {text}", { name: shownName(name), text: clean });
}
