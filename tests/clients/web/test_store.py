"""The secret of a seat in a browser, which may have no storage, a full one, or one with anything in it."""

import json
from typing import Any

import pytest

from tests.clients.web.engines import Engine

TABLE, OTHER = bytes(range(16)), bytes(16)
SEAT = {"table": TABLE, "secret": bytes(range(32)), "name": "Ann"}
KEY = "odin seat"
GOOD = {"odin": 1, "table": TABLE.hex(), "secret": SEAT["secret"].hex(), "name": "Ann", "at": 1_794_960_000_000}  # type: ignore[attr-defined]


def opened(engine: Engine, kind: str = "usual", pages: int = 3) -> None:
    engine.call("openStores", kind, pages)


def test_a_seat_is_there_after_a_reload_and_gone_when_it_is_over(engine: Engine) -> None:
    opened(engine)
    assert engine.call("storeCall", 0, "find", None) is None
    assert engine.call("storeCall", 0, "keep", SEAT) is True
    assert engine.call("storeCall", 1, "find", None) == SEAT
    assert engine.call("storeCall", 1, "find", TABLE) == SEAT
    assert engine.call("storeCall", 1, "find", OTHER) is None
    engine.call("storeCall", 1, "forget")
    assert engine.call("written") == {}


def test_a_place_to_watch_from_is_no_seat(engine: Engine) -> None:
    opened(engine)
    engine.call("storeCall", 0, "keep", SEAT)
    assert engine.call("storeCall", 2, "find", None) is None
    engine.call("storeCall", 2, "keep", {**SEAT, "name": "TV"})
    engine.call("storeCall", 0, "forget")
    assert engine.call("storeCall", 2, "find", None)["name"] == "TV"


def test_who_only_watches_does_so_after_a_reload(engine: Engine) -> None:
    opened(engine)
    engine.call("storeCall", 0, "keep", {**SEAT, "watches": True})
    assert engine.call("storeCall", 1, "find", None) == {**SEAT, "watches": True}
    engine.call("storeCall", 0, "keep", {**SEAT, "watches": False})
    assert engine.call("storeCall", 1, "find", None) == SEAT


def test_a_seat_that_another_page_has_kept_since_is_not_forgotten(engine: Engine) -> None:
    opened(engine)
    engine.call("storeCall", 0, "keep", SEAT)
    engine.call("storeCall", 1, "keep", {**SEAT, "secret": bytes(32)})
    engine.call("storeCall", 0, "forget")
    assert engine.call("storeCall", 1, "find", None)["secret"] == bytes(32)


@pytest.mark.parametrize(("days", "is_there"), [(1.9, True), (2, False), (-1.9, True), (-2, False)])
def test_after_two_days_a_seat_is_gone_and_nothing_of_it_is_left(engine: Engine, days: float, is_there: bool) -> None:
    opened(engine)
    engine.call("storeCall", 0, "keep", SEAT)
    engine.call("daysPass", days)
    assert (engine.call("storeCall", 1, "find", None) is not None) == is_there
    assert (engine.call("written") != {}) == is_there


@pytest.mark.parametrize("kind", ["forbidden", "missing", "full", "forgetful"])
def test_where_nothing_can_be_kept_the_page_remembers_it_and_says_so(engine: Engine, kind: str) -> None:
    opened(engine, kind)
    assert engine.call("storeCall", 0, "keep", SEAT) is False
    assert engine.call("storeCall", 0, "find", TABLE) == SEAT
    assert engine.call("storeCall", 1, "find", None) is None
    engine.call("storeCall", 0, "forget")
    assert engine.call("storeCall", 0, "find", None) is None


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "7", "{", '"x"', "{}", "x" * 10_000,
        *(json.dumps({**GOOD, **change}) for change in (
            {"table": "00"}, {"table": 7}, {"table": "G" * 32}, {"secret": "00" * 31}, {"secret": None}, {"name": 7},
            {"name": "x" * 401}, {"at": "now"}, {"at": None}, {"at": 1e400}, {"at": 0},
        )),
    ],
)  # fmt: skip
def test_what_is_no_seat_is_none_and_is_taken_away(engine: Engine, text: str) -> None:
    opened(engine)
    engine.call("write", KEY, text)
    assert engine.call("storeCall", 0, "find", None) is None
    assert engine.call("written") == {}


def test_what_cannot_be_taken_away_is_still_no_seat(engine: Engine) -> None:
    opened(engine, "stubborn")
    engine.call("write", KEY, "{}")
    found: Any = engine.call("storeCall", 0, "find", None)
    assert found is None
