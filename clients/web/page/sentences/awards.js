// Sentences about a game that is over: what was remarkable in it, and who has won how often this evening.
import { enumerated, mark, say } from "../../language.js";
import { formatCard } from "../../game/cards.js";
import { shownName } from "./names.js";

// By their kinds.
const AWARDS = [
    mark("Comeback: {name}, once {count} behind."),
    mark("One card short most often: {name}, {count}."),
    mark("Fastest hand: {name}, out in turn {count}."),
    mark("Won without a pass: hand {number}, {name}."),
    mark("Biggest leap survived: {name}, +{count} in hand {number}."),
    mark("The longest set: {cards}, {name}."),
    mark("Most cards sent to Valhalla: {name}, {count}."),
    mark("Most hands won: {name}, {count}."),
    mark("The highest value: {count}, {name}."),
    mark("Most passes: {name}, {count}."),
];

/** A line for each award that is shown, and one for the evening. */
export function afterGame({ state: { game }, awards }) {
    const lines = awards.map(({ kind, seat, amount, hand, cards }) => say(AWARDS[kind], {
        name: shownName(game.seats[seat].name),
        count: amount,
        number: hand,
        cards: cards.map(formatCard).join(" "),
    }));
    return [...lines, ...tonight(game)];
}

/** What everybody has won this evening, this game included; nothing while that is this game alone. */
function tonight({ tally, seats, winners }) {
    if (tally.every(({ wins }) => wins === 0)) return [];
    const before = tally.map(({ name, wins }) => [name, wins]);
    const winsOf = new Map(before);
    const now = seats.map(({ name }, seat) => [name, (winsOf.get(name) ?? 0) + (winners.includes(seat) ? 1 : 0)]);
    // As the host counts: who played this game stands last, unless it was stopped.
    const others = before.filter(([name]) => !seats.some((one) => one.name === name));
    const won = (winners.length > 0 ? [...others, ...now] : before).filter(([, wins]) => wins > 0);
    const names = won.sort((one, other) => other[1] - one[1]).map(([name, wins]) => `${shownName(name)} ${wins}`);
    return [say("Won tonight: {names}", { names: enumerated(names) })];
}
