"""The steps of a game that is shown again: a page makes the same of a log as the screen does of its record."""

from collections.abc import Iterable

import pytest

from clients.follower import record_from
from clients.viewing import Position, shared_positions
from odin_net.game.events import (
    CardsPlayed,
    DealAborted,
    DealOpened,
    Event,
    HandDealt,
    HandKnown,
    LobbyOpened,
    TableStopped,
)
from odin_net.game.options import Options
from protocol.codec import encode_event
from protocol.log import Log
from tests.clients.web.engines import Engine
from tests.clients.web.shadow import state_as_js
from tests.helpers.logged_game import logged_game

STATE = ("phase", "turn", "value", "owner", "passes", "hands")
GAME = ("hand", "opener", "colours", "scores", "wentOut", "winners")


def game(seed: int, players: int) -> list[Event]:
    return [event for event in logged_game(seed, players, Options(points=8)).events if not isinstance(event, HandKnown)]


def in_second_hand(events: list[Event]) -> int:
    """A place there, with some plays behind it."""
    dealt = [place for place, event in enumerate(events) if isinstance(event, HandDealt)]
    return [place for place, event in enumerate(events) if place > dealt[1] and isinstance(event, CardsPlayed)][3]


def whole(events: list[Event]) -> list[Event]:
    return events


def broken_off(events: list[Event]) -> list[Event]:
    """The second hand is dealt again."""
    place = in_second_hand(events)
    opened = [at for at, event in enumerate(events) if isinstance(event, DealOpened)][1]
    return [*events[:place], DealAborted((), bytes(32)), *events[opened:]]


def stopped(events: list[Event]) -> list[Event]:
    return [*events[: in_second_hand(events)], TableStopped()]


def as_shown(positions: Iterable[Position]) -> list[dict[str, object]]:
    return [{"kind": type(one.done).__name__, "state": brief(state_as_js(one.seen.state))} for one in positions]


def brief(state: dict[str, object] | None) -> dict[str, object]:
    assert state is not None
    of_game = state["game"]
    assert isinstance(of_game, dict)
    return {name: state[name] for name in STATE} | {name: of_game[name] for name in GAME}


def of_screen(events: list[Event]) -> list[dict[str, object]]:
    opened = events[0]
    assert isinstance(opened, LobbyOpened)
    log = Log(opened.game)
    for event in events:
        log.write(event)
    return as_shown(shared_positions(record_from(log)))


def of_page(engine: Engine, events: list[Event]) -> list[dict[str, object]]:
    found = engine.call("steps", [encode_event(event) for event in events])
    return [{"kind": step["kind"], "state": brief(step["state"])} for step in found]


@pytest.mark.parametrize("change", [whole, broken_off, stopped], ids=lambda change: change.__name__)
@pytest.mark.parametrize("seed", range(4))
def test_a_page_has_the_steps_of_the_screen(engine: Engine, seed: int, change: object) -> None:
    assert callable(change)
    events = change(game(seed, 2 + seed))
    right = of_screen(events)
    assert len(right) > 10
    assert of_page(engine, events) == right


def test_a_log_that_ends_anywhere_is_shown_as_on_the_screen_or_not_at_all(engine: Engine) -> None:
    """A host may send less of a game than there was."""
    events = game(1, 3)
    second = in_second_hand(events)
    shown = 0
    for end in range(1, second + 2):
        found = of_page(engine, events[:end])
        shown += bool(found)
        assert found in ([], of_screen(events[:end])), end
    assert shown > 0, "where a hand has just ended"
