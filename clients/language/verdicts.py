"""What the check of a hand came to, and what that means for people."""

from typing import assert_never

from clients.language.voice import Voice, mark
from clients.news import HostRolledBack
from clients.sentences import shown_name
from protocol.audit import Result, Verdict, Why

WHY: dict[Why, str] = {
    Why.AWAY: mark("your screen was not at the table when the cards were shuffled"),
    Why.CAME_DURING: mark(
        "your screen came to the table during this hand and does not know its share in the shuffling"
    ),
    Why.WATCHING: mark("you only watch, so your computer did not help to shuffle"),
    Why.LEFT_OUT: mark("your share in the shuffling reached the host too late"),
    Why.NOBODY: mark("no person had a share in the shuffling"),
    Why.BEGUN_AGAIN: mark("the host broke a deal off and shuffled again"),
    Why.ROLLED_BACK: mark("the host's computer lost a part of this hand"),
    Why.NEVER_SHOWN: mark("the end of this hand was never shown"),
    Why.ORDER: mark("something happened where it may not"),
    Why.COMMITMENT: mark("the host's secret is not the one it was bound to"),
    Why.SHARE: mark("a share in the shuffling was changed"),
    Why.DEAL: mark("colours or opener are not those that were drawn"),
    Why.ENTRY: mark("a hand is not the one that was dealt"),
    Why.PLAY: mark("the rules do not allow a play"),
    Why.SCORE: mark("hands, points or winners are not right"),
    Why.DIGEST: mark("the host's story is not the one that came here"),
}


def verdict(language: Voice, verdict: Verdict) -> str:
    """One line that says what it means."""
    why = "" if verdict.why is None else language(WHY[verdict.why])
    match verdict.result:
        case Result.CHECKED:
            return language(
                "Checked: your computer helped to shuffle, so nobody could choose the cards; plays and points are "
                "right."
            )
        case Result.NOT_CHECKED if verdict.why is Why.CAME_DURING:
            # There was a share of this seat: it only cannot be looked at here.
            return language("Not checked: {why}. Plays and points are right.", why=why)
        case Result.NOT_CHECKED if verdict.why is Why.NEVER_SHOWN:
            return language("Not checked: {why}.", why=why)
        case Result.NOT_CHECKED:
            return language(
                "Not checked: {why}. Plays and points are right, but chance was in the host's hands.", why=why
            )
        case Result.WRONG:
            seq = "?" if verdict.seq is None else verdict.seq
            return language(
                "WRONG: {why} (event {seq}). Stop, and show this to everybody at the table.", why=why, seq=seq
            )
        case _:
            assert_never(verdict.result)


def rolled_back(language: Voice, news: HostRolledBack) -> list[str]:
    """What a host has lost that it had shown, and how often it did."""
    lost = (
        language.many(
            "The host's computer lost the last {count} play or pass that you saw.",
            "The host's computer lost the last {count} plays and passes that you saw.",
            news.lost,
        )
        if news.lost
        else language("The host's computer lost the last thing that you saw, but no play and no pass.")
    )
    withdrawn = [language("The end of hand {hand} and its check are taken back.", hand=hand) for hand in news.withdrawn]
    often = language.many(
        "That happened {count} time at this table.", "That happened {count} times at this table.", news.times
    )
    return [lost, *withdrawn, often]


def seen_more(language: Voice, name: str) -> str:
    """For who keeps the table: its computer lost something that others saw."""
    return language("{name} had seen more of this game than this computer kept.", name=shown_name(name))
