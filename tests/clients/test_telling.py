"""Events in words."""

import pytest

from clients.telling import WHY, tell, tell_verdict
from odin_net.game import LobbyOpened, Occupant, Options
from odin_net.game.events import (
    Actor,
    CardsPlayed,
    ChatSaid,
    DealAborted,
    DealOpened,
    Event,
    GameEnded,
    GameStarted,
    Kind,
    OptionsChanged,
    Passed,
    Presence,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.state import open_lobby
from protocol.audit import Result, Verdict, Why
from tests.helpers.tables import cards, started

AWAY = Occupant("A", presence=Presence.AWAY)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (CardsPlayed(0, cards("R5 R8"), cards("G3")[0]), "A plays 85 (R8 R5) and takes G3."),
        (CardsPlayed(0, cards("R5"), None, Actor.CLOCK), "A plays 5 (R5). [clock]"),
        (CardsPlayed(5, cards("R5")), "seat 6 plays 5 (R5)."),
        (Passed(1, Actor.BOT), "B passes. [bot]"),
        (RoundEnded(1), "The round ends. B opens."),
        (GameEnded((0, 1)), "The game ends. Won by A and B."),
        (GameEnded(()), "The game ends. Won by nobody."),
        (TableStopped(), "The table stops; nobody wins."),
        (GameStarted(2), "The game begins with 2 players."),
        (OptionsChanged(Options(points=7)), "The game goes to 7 points."),
        (DealAborted((1,), b""), "The deal begins again without B, who fell silent."),
        (DealAborted((), b""), "The deal begins again."),
        (DealOpened(1, 0, b""), ""),
        (ChatSaid(None, "Eve", "hello  there"), "Eve: hello there"),
        (ChatSaid(None, "E\x1b[2J", "hello"), "?: hello"),
        (ChatSaid(None, "Eve", "\x1b[2J"), ""),
        (SeatChanged(1, None), "Seat 2 is free."),
        (SeatChanged(0, AWAY), "Seat 1: A (away)."),
        (SeatChanged(0, AWAY._replace(presence=Presence.COVERED)), "Seat 1: A (away, a bot plays)."),
        (SeatChanged(0, Occupant("A", ready=True)), "Seat 1: A."),
        (SeatChanged(0, Occupant("A", Kind.BOT, "hard")), "Seat 1: A (hard bot)."),
    ],
)
def test_every_event_is_one_line_or_none(event: Event, line: str) -> None:
    assert tell(event, started(2)) == line


def test_ready_is_said_in_the_lobby() -> None:
    opened = LobbyOpened(b"game", (Occupant("A", ready=True),), Options())
    assert tell(opened, open_lobby(opened)) == "A game is prepared, to 15 points. At the table: A (ready)."
    assert tell(SeatChanged(0, Occupant("A", ready=True)), open_lobby(opened)) == "Seat 1: A (ready)."


def test_verdicts_in_words() -> None:
    assert set(WHY) == set(Why)
    assert tell_verdict(Verdict(Result.CHECKED)) == "checked"
    assert tell_verdict(Verdict(Result.NOT_CHECKED, Why.WATCHING)) == "not checked: you watch"
    assert tell_verdict(Verdict(Result.WRONG, Why.PLAY, 7)) == "WRONG at event 7: the rules do not allow it"
