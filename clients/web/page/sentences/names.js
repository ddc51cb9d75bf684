// Names: of the Vikings on the cards, of colours and levels, and of people, fit to be shown.
import { colourOf, numberOf } from "../../game/cards.js";
import { enumerated, mark, say } from "../../language.js";
import { cleanName } from "../../protocol/texts.js";

const VIKINGS = [
    mark("healer", "viking"),
    mark("skald", "viking"),
    mark("spy", "viking"),
    mark("seidmadr", "viking"),
    mark("völva", "viking"),
    mark("hirdman", "viking"),
    mark("berserker", "viking"),
    mark("styrimadr", "viking"),
    mark("jarl", "viking"),
];

// The same with a word for those who do not know these names.
const EXPLAINED = [
    VIKINGS[0],
    mark("skald (bard)", "viking"),
    VIKINGS[2],
    mark("seidmadr (sorcerer)", "viking"),
    mark("völva (seeress)", "viking"),
    mark("hirdman (guard)", "viking"),
    VIKINGS[6],
    mark("styrimadr (ship's captain)", "viking"),
    mark("jarl (chieftain)", "viking"),
];

const COLOURS = {
    R: mark("red", "colour"),
    O: mark("orange", "colour"),
    Y: mark("yellow", "colour"),
    G: mark("green", "colour"),
    B: mark("blue", "colour"),
    P: mark("purple", "colour"),
};

const LEVELS = {
    random: mark("random", "level"),
    easy: mark("easy", "level"),
    normal: mark("normal", "level"),
    hard: mark("hard", "level"),
};

/** Who stands on the cards of this number. */
export const viking = (number) => say(VIKINGS[number - 1]);

/** The same, and what that is, where the name does not say it. */
export const vikingExplained = (number) => say(EXPLAINED[number - 1]);

/** The name of a colour, by its letter. */
export const colour = (letter) => say(COLOURS[letter]);

/** A card in words: its number, its colour, and who stands on it. */
export function cardName(card) {
    const number = numberOf(card);
    return enumerated([`${number} ${colour(colourOf(card))}`, viking(number)]);
}

/** A bot of this level. */
export const level = (name) => (name in LEVELS ? say("bot, {level}", { level: say(LEVELS[name]) }) : say("bot"));

/** A name, fit to be shown. */
export const shownName = (name) => cleanName(name) ?? "?";

/** Who sits there. After an alarm the state stands still: it may not know the seat. */
export function nameAt(seats, seat) {
    return seats[seat] === undefined ? say("seat {seat}", { seat: seat + 1 }) : shownName(seats[seat].name);
}
