// Why something was not done or came to an end, and what to do next. What `clients/language/refusals.py` is there.
import { formatCard } from "../../game/cards.js";
import { valueOf } from "../../game/sets.js";
import { enumerated, mark, say, sayNumber } from "../../language.js";
import { Hint } from "../../protocol/errors.js";
import { Reason } from "../../protocol/messages.js";
import { nameAt } from "./names.js";

const REASONS = {
    [Reason.GAME_OVER]: mark("The game is over."),
    [Reason.HAND_OVER]: mark("No hand is being played right now."),
    [Reason.NOT_YOUR_TURN]: mark("It is not your turn."),
    [Reason.NOT_YOUR_CARD]: mark("You do not hold all of these cards."),
    [Reason.SAME_CARD_TWICE]: mark("You named a card twice."),
    [Reason.NOT_ONE_SET]: mark("These cards are no set: a set has one colour or one number."),
    [Reason.OPENER_CANNOT_PASS]: mark("You open the round, so you cannot pass: play one card."),
    [Reason.WRONG_NUMBER_OF_CARDS]: mark("That is the wrong number of cards: play as many as lie there, or one more."),
    [Reason.VALUE_TOO_LOW]: mark("That is not worth more than what lies in the middle."),
    [Reason.CHOOSE_A_CARD_TO_TAKE]: mark("Choose a card of the middle to take."),
    [Reason.NOT_IN_THE_MIDDLE]: mark("You can only take a card that lay in the middle."),
    [Reason.NOTHING_TO_TAKE]: mark("You go out with this play, so you take no card."),
    [Reason.STALE]: mark("The table has moved on meanwhile: look again."),
    [Reason.BAD_NAME]: mark("The host does not take that name: choose up to 16 plain characters."),
    [Reason.NAME_TAKEN]: mark("Somebody at the table has that name already: choose another one."),
    [Reason.BAD_TEXT]: mark("The host does not take that text: write up to 200 plain characters."),
    [Reason.MUTED]: mark("The host has muted you: the others do not hear you."),
    [Reason.TOO_FAST]: mark("That was too much at once: wait a few seconds."),
    [Reason.NOT_THE_OWNER]: mark("Only the host of the table can do that."),
    [Reason.NOT_NOW]: mark("That is not possible right now."),
    [Reason.FULL]: mark("The table is full: watch, or try again later."),
    [Reason.SAID_ENOUGH]: mark("The lines that you may say in one game are used up: wait for the next one."),
};

const HINTS = {
    [Hint.BUSY]: mark("Too many are at the door of that table: try again in a minute."),
    // Translators: on a phone, whose page comes from the host: to load it again is enough.
    [Hint.VERSION]: mark("This page is older than the host's program: load it again."),
    [Hint.FULL]: mark("The table is full, and so are the places to watch: try again later."),
    [Hint.UNKNOWN_TABLE]: mark("Another table is there now: ask the host for its code."),
    [Hint.UNKNOWN_SEAT]: mark("The host does not know your seat any more: join again with the code."),
    [Hint.WRONG_PROOF]: mark("That is not the code of this table: ask the host to say it again."),
    [Hint.NEW_CODE_NEEDED]: mark("Too many wrong codes were tried here: ask the host for a new one."),
    [Hint.MALFORMED]: mark("This page is older than the host's program: load it again."),
    [Hint.TABLE_CLOSED]: mark("That table is closed: ask the host to open a new one."),
    [Hint.SHUT_OUT]: mark(
        "Too many wrong codes came from your address: wait some minutes, or ask the host for a new code.",
    ),
    [Hint.KICKED]: mark("The host has kicked somebody at your address from this table: talk to them."),
};

// What a session's end is told with, by `How`.
const ENDS = {
    done: mark("The table has played all its games. Thank you for playing!"),
    kicked: mark("The host has taken you from the table: talk to them."),
    given: mark(
        "While you were away the host gave your seat to another: join again to watch, or to have the next free seat.",
    ),
    replaced: mark("Your seat is open in another window now: go on there."),
    forked: mark("ALARM: the host shows another game than the one you saw. Talk to them."),
};

/** What the player reads, with all that is known about the position. */
export function refusal(reason, view = null, cards = []) {
    return exact(reason, view, cards) ?? say(REASONS[reason]);
}

function exact(reason, view, cards) {
    if (view === null) return null;
    const { middle, turn, value, game } = view.board;
    const ways = enumerated(middle.map(formatCard));
    switch (reason) {
        case Reason.NOT_YOUR_TURN:
            if (game.seats[turn] === undefined || turn === view.seat) return null;
            return say("It is not your turn: {name} plays now.", { name: nameAt(game.seats, turn) });
        case Reason.WRONG_NUMBER_OF_CARDS:
            return wrongNumber(middle.length);
        case Reason.VALUE_TOO_LOW:
            if (cards.length === 0 || middle.length === 0) return null;
            return say("{value} does not beat {middle}.", { value: valueOf(cards), middle: value });
        case Reason.CHOOSE_A_CARD_TO_TAKE:
            return middle.length === 0 ? null : say("Choose a card to take: {cards}.", { cards: ways });
        case Reason.NOT_IN_THE_MIDDLE:
            if (middle.length === 0) return say("You open the round: there is no card to take.");
            return say("That card does not lie in the middle: take one of {cards}.", { cards: ways });
        default:
            return null;
    }
}

function wrongNumber(count) {
    if (count === 0) return say("You open the round: play one card, or your whole hand if it is one set.");
    return sayNumber(
        "{count} card lies in the middle: play {count} or {more}.",
        "{count} cards lie in the middle: play {count} or {more}.",
        count,
        { more: count + 1 },
    );
}

/** Why the host did not let us in, and what to do next. */
export const hintRefusal = (hint) => say(HINTS[hint]);

/** What to type instead of a code that cannot be right. */
export function codeError({ word, suggestions }) {
    if (word && suggestions.length > 0) {
        return say("{word} is not a word of the list. Near it are: {words}.", { word, words: enumerated(suggestions) });
    }
    if (word) return say("{word} is not a word of the list: ask the host to spell it.", { word });
    return say("A code is three words, such as raven-oak-fjord: ask the host to say it again.");
}

/** How a session ended, and what to do next; `place` is the table's address. */
export function endedSentence({ how, hint, reason }, place) {
    if (how in ENDS) return say(ENDS[how]);
    if (how === "left" && reason === null) return say("You have left the table.");
    if (how === "unreachable") {
        return say(
            "No table answers at {place}: ask the host for its address and port.",
            { place },
        );
    }
    if (how === "gone" && (hint === Hint.UNKNOWN_TABLE || hint === Hint.UNKNOWN_SEAT)) return hintRefusal(hint);
    if (how === "gone") return say("The host at {place} has gone: join again when it is back.", { place });
    if (reason !== null && reason !== undefined) return refusal(reason);
    return hint === null || hint === undefined
        ? say("The table does not let you in: ask the host.")
        : hintRefusal(hint);
}
