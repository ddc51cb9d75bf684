// What people call to the table: short words, a code on the wire, which each reads in their own language.
import { mark, say } from "../../language.js";
import { Reaction } from "../../protocol/messages.js";

const REACTIONS = {
    [Reaction.SKAL]: mark("Skål!"),
    [Reaction.WELL_PLAYED]: mark("Well played!"),
    [Reaction.THANK_YOU]: mark("Thank you!"),
    [Reaction.OH_NO]: mark("Oh no!"),
    [Reaction.OUCH]: mark("Ouch!"),
    [Reaction.HURRY_UP]: mark("Hurry up!"),
};

/** What is called. */
export const reactionText = (code) => say(REACTIONS[code]);
