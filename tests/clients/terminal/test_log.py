"""The log as the screen keeps it: who sat where when it was written."""

from clients.language import Language
from clients.model import Seen, SessionFacts, Told, fold
from clients.news import CaughtUp, Logged, SeatTaken
from odin_net.game.events import Event, GameStarted, Kind, LobbyOpened, Occupant, SeatChanged, TableStopped
from odin_net.game.options import Options
from odin_net.game.state import State, evolve, open_lobby
from protocol.messages import Watching

ENGLISH = Language("en")


def bot(name: str) -> Occupant:
    return Occupant(name, Kind.BOT, "normal", ready=True)


FIRST = LobbyOpened(bytes(16), (), Options())
SECOND = LobbyOpened(b"\x01" * 16, (Occupant("Ann"), bot("Njal")), Options())


def sentences(seen: Seen) -> list[str | None]:
    return [ENGLISH.event(*told[:4]) for told in seen.told[1:]]


def log_of(events: list[Event], seat: int) -> Seen:
    """What somebody at this seat sees who came when all of these had happened."""
    state: State = open_lobby(FIRST)
    seen = fold(Seen(), SeatTaken(seat, owner=False), glance(None, seat))
    seen = fold(seen, Logged(0, FIRST, history=True), glance(state, seat))
    for number, event in enumerate(events, 1):
        state = evolve(state, event)
        seen = fold(seen, Logged(number, event, history=True), glance(state, seat))
    return fold(seen, CaughtUp(), glance(state, seat))


def told_after(seen: Seen, *events: Event) -> Seen:
    """The same after these happened, at seat 0."""
    for event in events:
        state = open_lobby(event) if isinstance(event, LobbyOpened) else evolve(seen.state or open_lobby(FIRST), event)
        seen = fold(seen, Logged(0, event, history=False), glance(state, 0))
    return seen


def glance(state: State | None, seat: int | None) -> SessionFacts:
    return SessionFacts(state, seat, owner=False, now=0.0)


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


def test_what_happened_in_a_game_is_read_until_the_next_one_begins() -> None:
    played = told_after(Seen(), FIRST, SeatChanged(0, Occupant("Ann")), SeatChanged(1, bot("Njal")), GameStarted(2))
    over = told_after(played, TableStopped(), SECOND)
    said = [ENGLISH.event(*told[:4]) for told in over.told if isinstance(told, Told)]
    assert said[-3] == "The game begins with 2 players."
    assert said[-2] == "The game stops here; nobody wins."
    assert (said[-1] or "").startswith("The next game is being prepared")
    begun = told_after(over, GameStarted(2))
    assert [type(told.event) for told in begun.told if isinstance(told, Told)] == [LobbyOpened, GameStarted]


def test_of_a_table_where_nobody_sits_yet_nobody_is_told() -> None:
    assert ENGLISH.event(FIRST, None, None, 0) == "The next game is being prepared, to 15 points."
    told = "The next game is being prepared, to 15 points. At the table: Ann, Njal (bot, normal)."
    assert ENGLISH.event(SECOND, None, None, 0) == told


def test_a_log_that_is_sent_once_more_is_told_once() -> None:
    once = told_after(Seen(), FIRST, SeatChanged(0, Occupant("Ann")))
    assert told_after(once, FIRST, SeatChanged(0, Occupant("Ann"))).told == once.told
