"""What the tests of the native session do, a page's session does beside it, to the byte."""

import inspect
from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from tests.clients import test_robot, test_rollback, test_session
from tests.clients.web.engines import Engine
from tests.clients.web.shadow import ShadowedSession
from tests.helpers import simulation

# What a page does otherwise, or has not; `test_sessions.py` has what it does instead.
OTHERWISE = {
    # A native client gives up.
    "test_nobody_there_ends_a_person_at_once_and_a_robot_after_five_seconds",
    "test_a_robot_waits_for_a_host_that_is_being_started",
    "test_a_robot_gives_a_host_up_that_is_away_for_longer_than_its_patience",
    "test_a_host_whose_handshake_has_no_end_is_gone_too",
    # Conversations and stores of their own.
    "test_a_stored_seat_of_that_table_is_joined_with_its_secret",
    "test_a_conversation_that_needs_no_handshake_is_open_at_once",
    "test_a_host_that_says_good_bye_in_one_piece_with_its_accept_is_understood",
}
# Ten minutes of tries, an hour of which a native session makes.
AWAY = 600
LONG_ONES = {
    "test_no_hint_ends_the_return_to_a_seat_and_no_secret_is_lost",
    "test_a_person_waits_for_ever_with_longer_and_longer_pauses",
}


def scenarios(module: ModuleType) -> Iterator[Any]:
    """The tests of a module that need nothing of pytest, each with its parameters."""
    for name, test in vars(module).items():
        if not name.startswith("test_") or name in OTHERWISE or hasattr(test, "hypothesis"):
            continue
        is_long = module is test_robot or name in LONG_ONES
        marks = getattr(test, "pytestmark", [])
        names, rows = parameters(marks[0]) if len(marks) == 1 else ([], [()])
        if set(inspect.signature(test).parameters) == set(names):
            for number, row in enumerate(rows):
                marks = [pytest.mark.slow] if is_long else []
                scenario = partial(test, **dict(zip(names, row, strict=True)))
                yield pytest.param(scenario, id=f"{name}-{number}", marks=marks)


def parameters(mark: pytest.Mark) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names that a mark gives values to, and those values, a row a run."""
    names, values = mark.args[:2]
    names = names.replace(" ", "").split(",") if isinstance(names, str) else list(names)
    return names, [row if len(names) > 1 else (row,) for row in values]


@pytest.mark.parametrize("scenario", [*scenarios(test_session), *scenarios(test_rollback), *scenarios(test_robot)])
def test_a_page_does_the_same(cheap_engine: Engine, scenario: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ShadowedSession, "engine", cheap_engine, raising=False)
    monkeypatch.setattr(simulation, "Session", ShadowedSession)
    monkeypatch.setattr(test_session, "AWAY", AWAY)
    scenario()
