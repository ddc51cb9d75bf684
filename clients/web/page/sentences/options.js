// What a table can choose, in sentences: how each option is told when it changes, and what the page of rules says.
import { say, sayNumber } from "../../language.js";

/** How far a game goes. */
export function target(points) {
    // RULES: end of the game. A game of a single hand is the target 1.
    return points === 1 ? say("one hand") : sayNumber("to {count} point", "to {count} points", points);
}

/** What two players play with. */
export function coloursForTwo(colours) {
    if (colours === "6") return say("With two players, all six colours are in play.");
    if (colours === "4") return say("With two players, four random colours are in play.");
    return say("With two players, the colours are {letters}.", { letters: [...colours].join(" ") });
}

function goal(points) {
    if (points === 1) return say("The game is one hand.");
    return sayNumber("The game goes to {count} point.", "The game goes to {count} points.", points);
}

function starter(who) {
    if (who === "last") return say("Whoever went out opens the next hand.");
    return say("The left neighbour of who opened this hand opens the next one.");
}

const SENTENCES = { points: goal, colours: coloursForTwo, starter };

/** How long a turn may take, in milliseconds. */
export function turnClock(people) {
    if (people === 0) return say("There is no turn clock.");
    const seconds = Math.round(people / 1000);
    return sayNumber("Each turn may take {count} second.", "Each turn may take {count} seconds.", seconds);
}

/** All that is agreed, a sentence each. */
export function agreed(options, players, terms) {
    const colours = players === 2 ? [coloursForTwo(options.colours)] : [];
    const opener = options.points === 1 ? [] : [starter(options.starter)];
    return [goal(options.points), ...colours, ...opener, ...(terms.people > 0 ? [turnClock(terms.people)] : [])];
}

/** What was agreed anew: only what is different now. Whoever was ready has to say so again. */
export function optionsChanged(options, before, seat) {
    const old = before?.game.options;
    const changed = Object.keys(SENTENCES).filter((field) => old === undefined || old[field] !== options[field]);
    const said = changed.map((field) => SENTENCES[field](options[field]));
    if (said.length > 0 && before?.game.seats[seat]?.ready) said.push(say("Confirm again that you are ready."));
    return said.join(" ");
}

/** What the page of rules says of the options, a paragraph each. */
export const optionRules = (options) => [openers(options), end(options.points)];

function openers({ points, starter: who }) {
    if (points === 1) return say("Who opens is drawn by lot.");
    if (who === "last") {
        return say(
            "Who opens the first hand is drawn by lot. Whoever ended a hand opens the next one.",
        );
    }
    return say(
        "Who opens the first hand is drawn by lot. After that, the player to the left of a hand's opener opens the next one.",
    );
}

function end(points) {
    if (points === 1) return say("The game is one hand. The fewest points win, and ties share the victory.");
    return sayNumber(
        "The game ends with the hand in which somebody reaches {count} point. The fewest points win, and ties share the victory.",
        "The game ends with the hand in which somebody reaches {count} points. The fewest points win, and ties share the victory.",
        points,
    );
}
