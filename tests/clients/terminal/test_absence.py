"""What is said about who is not there: nothing that nobody can know, and nothing that is over."""

import pytest
from msgspec.structs import replace

from clients.model import Seen, Told
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.screens.index import compose
from clients.terminal.state import Mode, Notice, Ui
from odin_net.game.events import Kind, Presence, SeatChanged
from odin_net.game.state import State, evolve
from tests.clients.terminal.moments import SETTINGS, Moment, moments, playing
from tests.clients.terminal.staging import frame_of, in_felt
from tests.helpers.tables import mask

SIZES = (Size(80, 24), Size(60, 20))
MOMENTS = moments()


def screen(seen: Seen, size: Size = SIZES[0], ui: Ui | None = None, *, hosting: bool = False) -> str:
    settings = replace(SETTINGS, hosting=hosting)
    return text_of(compose(frame_of(Moment(seen, ui or Ui(), ""), size, settings)).rows)


def with_presences(seen: Seen, seat: int, *presences: Presence) -> Seen:
    """The same after somebody went and came."""
    for presence in presences:
        assert seen.state is not None
        before = seen.state
        occupant = before.board.game.seats[seat]._replace(kind=Kind.PERSON, level="", presence=presence)
        event = SeatChanged(seat, occupant)
        after = evolve(before, event)
        seen = replace(seen, state=after, told=(*seen.told, Told(event, before, after, seen.seat)))
    return seen


def elsewhere(seen: Seen) -> Seen:
    """The same in somebody else's turn."""
    assert seen.state is not None
    return replace(seen, state=State(seen.state.board._replace(turn=3), seen.state.hands))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["waiting", "closed"])
def test_without_the_host_nobody_is_here_and_nobody_thinks(name: str, size: Size) -> None:
    assert " here " in screen(elsewhere(playing()), size)
    assert " thinks" in screen(elsewhere(playing()), size)
    text = screen(elsewhere(MOMENTS[name].seen), size)
    assert " here " not in text
    assert " thinks" not in text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_who_closed_the_table_is_not_said_to_be_away_for_a_while(size: Size) -> None:
    away = with_presences(playing(), 5, Presence.AWAY)
    assert "Finn is away. If that lasts, a bot plays for them." in screen(away, size)
    closed = with_presences(MOMENTS["closed"].seen, 5, Presence.AWAY)
    assert "The host has closed the table." in in_felt(frame_of(Moment(closed, Ui(), ""), size))
    assert "a bot plays for them" not in screen(closed, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["waiting", "closed"])
def test_without_the_host_the_help_and_the_way_out_are_in_sight(name: str, size: Size) -> None:
    last = screen(MOMENTS[name].seen, size).rstrip().splitlines()[-1]
    assert last.endswith(("? help  Q leave", "? more keys  Q leave"))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["waiting", "closed"])
def test_who_leaves_without_the_host_is_promised_no_bot(name: str, size: Size) -> None:
    text = screen(replace(MOMENTS[name].seen, owner=False), size, Ui(mode=Mode.QUITTING))
    assert "leave; my seat is kept" in text
    assert "a bot covers" not in text
    assert "for good" not in text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_of_who_went_and_came_back_only_the_latest_is_news(size: Size) -> None:
    gone = with_presences(playing(), 0, Presence.COVERED)
    assert "A bot plays for you now" in screen(gone, size)
    text = screen(with_presences(gone, 0, Presence.HERE), size)
    assert "You are back." in text
    assert "A bot plays for you now" not in text
    log = screen(with_presences(gone, 0, Presence.HERE), size, Ui(mode=Mode.LOG))
    assert "A bot plays for you now" in log, "the log tells all"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_line_of_keys_says_that_the_host_closes_the_table(size: Size) -> None:
    text = screen(playing(), size, Ui(mode=Mode.QUITTING), hosting=True)
    assert text.splitlines()[-1].rstrip().split("  ")[-1].strip() == "L close the table"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("name", ["waiting", "closed"])
def test_without_the_host_nothing_is_offered_that_cannot_be_played(name: str, turn: int, size: Size) -> None:
    here, gone = playing(turn=turn), replace(playing(turn=turn), link=MOMENTS[name].seen.link, caught_up=False)
    offers = ("YOUR TURN", "Enter play", "P pass") if turn == 0 else ("You may pick cards already.", "Bo plays")
    for ui in (Ui(), Ui(picked=mask("R9 R3")), Ui(picked=mask("R9 R3"), notice=Notice.YOUR_TURN)):
        text = screen(gone, size, ui)
        assert not any(word in text for word in (*offers, "H hint", "1–9", "Tab", "Enter: play"))
        assert "Nothing can be played" in text
    assert all(word in screen(here, size) for word in offers)
