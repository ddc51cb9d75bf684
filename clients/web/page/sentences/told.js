// What has happened at a table and how it stands there, in one sentence each. What `clients/language/told.py` is there.
import { Phase } from "../../game/state.js";
import { enumerated, say, sayNumber } from "../../language.js";
import { eventSentence } from "./events.js";
import { nameAt, shownName } from "./names.js";
import { reactionText } from "./reactions.js";
import { termsChanged } from "./seats.js";
import { verdictSentence } from "./verdicts.js";

/** What is said about an entry of `model.told`; null if nothing is. */
export function toldSentence(told) {
    switch (told.kind) {
        case "Told":
            return eventSentence(told.event, told);
        case "NeverShown":
            return verdictSentence(told.verdict);
        case "TermsChanged":
            return termsChanged(told.before, told.now);
        case "Reacted":
            return say("{name} says: {text}", { name: shownName(told.name), text: reactionText(told.code) });
        case "ReplayTold":
            return told.isShown
                ? say("The host shows the last game again, step by step.")
                : say("The last game is not shown any more.");
        default:
            return null;
    }
}

/** What somebody without a seat can hope for: seats are given in the lobby, in order of arrival. */
export function watchingSentence({ watching, phase, onlyWatches }) {
    if (onlyWatches) return say("You watch.");
    const before = watching ?? 0;
    if (phase === Phase.LOBBY) {
        if (before === 0) return say("You watch, for all seats are taken. The next one that becomes free is yours.");
        return sayNumber(
            "You watch, for all seats are taken. {count} waits for one before you.",
            "You watch, for all seats are taken. {count} wait for one before you.",
            before,
        );
    }
    if (before === 0) return say("You watch this game. From the next one on a free seat is yours.");
    return sayNumber(
        "You watch this game. Free seats are given before the next one; {count} waits before you.",
        "You watch this game. Free seats are given before the next one; {count} wait before you.",
        before,
    );
}

/** Why nothing moves; no seats: the host's disk takes no writes. */
export function pausedSentence({ paused, seats }) {
    const names = paused.map((seat) => nameAt(seats, seat));
    if (names.length > 0) {
        return say(
            "The table waits until one of them is back: {names}.",
            { names: enumerated(names) },
        );
    }
    return say("The table waits: the host's disk is full. It goes on by itself when there is room.");
}
