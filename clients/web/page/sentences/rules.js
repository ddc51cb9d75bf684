// The rules in a minute, as the table at hand plays them. What `clients/language/rules.py` is there.
import { COLOURS } from "../../game/cards.js";
import { fixedColours } from "../../game/options.js";
import { Phase } from "../../game/state.js";
import { enumerated, say } from "../../language.js";
import { colour, viking, vikingExplained } from "./names.js";
import { coloursForTwo, optionRules } from "./options.js";

const USUAL = { points: 15, colours: "4", starter: "left" };

/** The rules of this table, of a usual one where there is none yet: a paragraph each, by what it is about. */
export function rulesOf(state) {
    const options = state?.game.options ?? USUAL;
    // In the lobby people still come and go.
    const players = state === null || state.phase === Phase.LOBBY ? 0 : state.game.seats.length;
    const known = state?.game.colours || (players > 0 ? fixedColours(options, players) : null);
    const colours = enumerated([...(known || COLOURS)].map((letter) => `${colour(letter)} (${letter})`));
    return {
        cards: say(
            "Everybody is dealt nine cards, with a number from 1 to 9 and a colour, which is written as a letter: {colours}.",
            { colours },
        ),
        colours: known ? null : coloursForTwo(options.colours),
        sets: say(
            "A set is one card, or several of one number or of one colour. Its digits make its value, the highest first: 8 and 5 make 85; 2, 4 and 9 make 942.",
        ),
        opening: say(
            "You open a round with one card, and cannot pass then. If all your cards are one set, you may play them all at once, and the hand is over.",
        ),
        beating: say(
            "Then each in turn passes, or plays a set of higher value with as many cards as lie in the middle, or one more.",
        ),
        taking: say(
            "After a play you take one card of the set that lay there before, unless you have no cards left; its other cards fall and go to Valhalla.",
        ),
        round: say(
            "Who has passed may play again later. When all others have passed in a row, you open the next round.",
        ),
        end: say(
            "Who has no cards left ends the hand at once. Each card that the others still hold costs them a point.",
        ),
        options: optionRules(options),
        vikings: say("Vikings: {vikings}.", { vikings: explained() }),
    };
}

/** Those Vikings whose names do not say who they are. */
function explained() {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => viking(number) !== vikingExplained(number));
    return enumerated(numbers.map((number) => `${number} ${vikingExplained(number)}`));
}
