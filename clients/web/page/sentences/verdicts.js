// What the check of a hand came to, and what that means for people. What `clients/language/verdicts.py` is there.
import { mark, say, sayNumber } from "../../language.js";
import { Result, Why } from "../../protocol/audit.js";

const WHY = {
    [Why.AWAY]: mark("your screen was not at the table when the cards were shuffled"),
    [Why.CAME_DURING]: mark(
        "your screen came to the table during this hand and does not know its share in the shuffling",
    ),
    [Why.WATCHING]: mark("you only watch, so your computer did not help to shuffle"),
    [Why.LEFT_OUT]: mark("your share in the shuffling reached the host too late"),
    [Why.NOBODY]: mark("no person had a share in the shuffling"),
    [Why.BEGUN_AGAIN]: mark("the host broke a deal off and shuffled again"),
    [Why.ROLLED_BACK]: mark("the host's computer lost a part of this hand"),
    [Why.NEVER_SHOWN]: mark("the end of this hand was never shown"),
    [Why.ORDER]: mark("something happened where it may not"),
    [Why.COMMITMENT]: mark("the host's secret is not the one it was bound to"),
    [Why.SHARE]: mark("a share in the shuffling was changed"),
    [Why.DEAL]: mark("colours or opener are not those that were drawn"),
    [Why.ENTRY]: mark("a hand is not the one that was dealt"),
    [Why.PLAY]: mark("the rules do not allow a play"),
    [Why.SCORE]: mark("hands, points or winners are not right"),
    [Why.DIGEST]: mark("the host's story is not the one that came here"),
};

/** One line that says what a verdict means. */
export function verdictSentence({ result, why: reason, seq }) {
    const why = reason === null || reason === undefined ? "" : say(WHY[reason]);
    if (result === Result.CHECKED) {
        return say(
            "Checked on this phone: it helped to shuffle, so nobody could choose the cards; plays and points are right.",
        );
    }
    if (result === Result.WRONG) {
        return say(
            "WRONG: {why} (event {seq}). Stop, and show this to everybody at the table.",
            { why, seq: seq ?? "?" },
        );
    }
    if (reason === Why.CAME_DURING) return say("Not checked: {why}. Plays and points are right.", { why });
    if (reason === Why.NEVER_SHOWN) return say("Not checked: {why}.", { why });
    return say("Not checked: {why}. Plays and points are right, but chance was in the host's hands.", { why });
}

/** What a host has lost that it had shown, and how often it did. */
export function rolledBack({ lost, withdrawn, times }) {
    const what =
        lost > 0
            ? sayNumber(
                  "The host's computer lost the last {count} play or pass that you saw.",
                  "The host's computer lost the last {count} plays and passes that you saw.",
                  lost,
              )
            : say("The host's computer lost the last thing that you saw, but no play and no pass.");
    const ends = withdrawn.map((hand) => say("The end of hand {hand} and its check are taken back.", { hand }));
    const often = sayNumber(
        "That happened {count} time at this table.",
        "That happened {count} times at this table.",
        times,
    );
    return [what, ...ends, often];
}
