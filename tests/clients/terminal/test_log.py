"""The log as the screen keeps it: who sat where when it was written."""

from clients.news import CaughtUp, Logged, SeatTaken, Watching
from clients.terminal.model import Glance, Seen, fold
from clients.texts import Tongue
from odin_net.game.events import Event, Kind, LobbyOpened, Occupant, SeatChanged
from odin_net.game.options import Options
from odin_net.game.state import State, evolve, open_lobby

ENGLISH = Tongue("en")


def bot(name: str) -> Occupant:
    return Occupant(name, Kind.BOT, "normal", ready=True)


def sentences(seen: Seen) -> list[str | None]:
    return [ENGLISH.event(*told[:4]) for told in seen.told[1:]]


def log_of(events: list[Event], seat: int) -> Seen:
    """What somebody at this seat sees who came when all of these had happened."""
    first = LobbyOpened(bytes(16), (), Options())
    state: State = open_lobby(first)
    seen = fold(Seen(), SeatTaken(seat, owner=False), glance(None, seat))
    seen = fold(seen, Logged(0, first, history=True), glance(state, seat))
    for number, event in enumerate(events, 1):
        state = evolve(state, event)
        seen = fold(seen, Logged(number, event, history=True), glance(state, seat))
    return fold(seen, CaughtUp(), glance(state, seat))


def glance(state: State | None, seat: int | None) -> Glance:
    return Glance(state, seat, owner=False, now=0.0)


def test_a_bot_that_sat_there_before_is_not_you() -> None:
    events: list[Event] = [
        SeatChanged(0, Occupant("Ann")),
        SeatChanged(1, bot("Njal")),
        SeatChanged(2, bot("Egil")),
        SeatChanged(1, None),
        SeatChanged(2, Occupant("Bo")),
    ]
    assert sentences(log_of(events, 2)) == [
        "Ann sits down.",
        "Njal (bot, normal) sits down.",
        "Egil (bot, normal) sits down.",
        "Njal leaves the table.",
        "You sit at seat 3.",
    ]


def test_who_waited_for_a_seat_reads_that_it_is_theirs() -> None:
    first = LobbyOpened(bytes(16), (Occupant("Cy"),), Options())
    state = open_lobby(first)
    seen = fold(Seen(), Watching(0), glance(None, None))
    seen = fold(seen, Logged(0, first, history=True), glance(state, None))
    seen = fold(seen, CaughtUp(), glance(state, None))
    for number, event in enumerate([SeatChanged(1, Occupant("Ann")), SeatChanged(2, Occupant("Bo"))], 1):
        state = evolve(state, event)
        seen = fold(seen, Logged(number, event, history=False), glance(state, None))
    assert sentences(seen) == ["Ann sits down.", "Bo sits down."]
    seen = fold(seen, SeatTaken(2, owner=False), glance(state, 2))
    assert sentences(seen) == ["Ann sits down.", "You sit at seat 3."]


def test_who_moved_up_was_somewhere_else_before() -> None:
    events: list[Event] = [
        SeatChanged(0, Occupant("Ann")),
        SeatChanged(1, Occupant("Cy")),
        SeatChanged(2, Occupant("Bo")),
        SeatChanged(1, None),
    ]
    assert sentences(log_of(events, 1))[1:3] == ["Cy sits down.", "You sit at seat 3."]
