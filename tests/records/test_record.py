"""Records made from a log, and their deals proved again."""

import json
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from odin_net.game.events import (
    CardsPlayed,
    DealAborted,
    Event,
    GameEnded,
    HandEnded,
    Kind,
    LobbyOpened,
    Occupant,
    SeatChanged,
    TableStopped,
)
from odin_net.game.options import Options
from odin_net.game.replay import RecordError, replay
from odin_net.game.state import Phase
from odin_net.records.proofs import check_record
from odin_net.records.record import PlayedGame, record_of
from tests.helpers.logged_game import GAME, Broken, logged_game

TABLE = bytes(range(100, 116))
START = 1_790_000_000_000
FIRST_HAND = Options(points=1)


def played(events: list[Event], seconds: int = 2) -> PlayedGame:
    return PlayedGame(TABLE, events, [START + 1000 * seconds * place for place in range(len(events))])


def lines_of(game: PlayedGame) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record_of(game).splitlines()]


def proved(text: str) -> int:
    (last,) = deque(check_record(text), maxlen=1)
    return last.proved


def index(events: list[Event], kind: type[Event]) -> int:
    return next(place for place, event in enumerate(events) if isinstance(event, kind))


def test_the_first_line_says_which_game_it_was_and_when_and_at_which_table() -> None:
    header, *_ = lines_of(played(logged_game(1, 3).events))
    assert header["game"] == GAME.hex()
    assert header["table"] == TABLE.hex()
    assert header["date"] == "2026-09-21T14:13:20+00:00"
    assert "bots" not in header
    assert "drawn" not in header


def test_bots_are_marked_and_so_is_who_takes_over_from_one() -> None:
    events = logged_game(1, 3, FIRST_HAND).events
    lobby = events[0]
    assert isinstance(lobby, LobbyOpened)
    events[0] = lobby._replace(seats=(*lobby.seats[:2], Occupant("Bot", Kind.BOT, "hard")))
    at = index(events, CardsPlayed) + 1
    lines = lines_of(played([*events[:at], SeatChanged(2, Occupant("Frida")), *events[at:]]))
    assert lines[0]["bots"] == [None, None, "hard"]
    assert (lines[3]["players"], lines[3]["bots"]) == (["A", "B", "Frida"], [None, None, None])
    assert all("bots" not in line for line in lines[4:])
    text = "".join(json.dumps(line) + "\n" for line in lines)
    first, *_, last = replay(text)
    assert [seat.kind for seat in first.state.board.game.seats] == [Kind.PERSON, Kind.PERSON, Kind.BOT]
    assert first.state.board.game.seats[2].level == "hard"
    assert all(seat.kind is Kind.PERSON for seat in last.state.board.game.seats)


def test_seconds_are_there_where_they_were_seen() -> None:
    events = logged_game(1, 3, FIRST_HAND).events
    assert {line["seconds"] for line in lines_of(played(events)) if "seat" in line} == {2.0}
    game = played(events)
    at = index(events, CardsPlayed) + 3
    late = game._replace(times=[None if place < at else time for place, time in enumerate(game.times)])
    turns = [line for line in lines_of(late) if "seat" in line]
    assert "seconds" not in turns[0]
    assert turns[-1]["seconds"] == 2.0
    assert late.date.timestamp() * 1000 == game.times[at]
    nobody = game._replace(times=[None] * len(events))
    assert all("seconds" not in line for line in lines_of(nobody))
    assert [without(line) for line in lines_of(nobody)[1:]] == [without(line) for line in lines_of(game)[1:]]


def without(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "seconds"}


def test_a_hand_whose_cards_were_never_shown_is_in_no_record() -> None:
    events = logged_game(1, 3, Options(points=40)).events
    ends = [place for place, event in enumerate(events) if isinstance(event, HandEnded)]
    stopped = [*events[: ends[1] - 2], TableStopped()]
    lines = lines_of(played(stopped))
    assert lines[-2:] == [lines_of(played(events))[len(lines) - 2], {"stopped": True}]
    *_, last = replay(record_of(played(stopped)))
    assert (last.state.board.phase, len(last.state.board.game.scores)) == (Phase.OVER, 1)
    assert proved(record_of(played(stopped))) == 1
    assert record_of(played([*events[: ends[0] - 2], TableStopped()])) == ""


# --- proofs ---


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("colours", ["4", "6", "RYGP"])
def test_every_deal_is_proved_again(players: int, colours: str) -> None:
    game = logged_game(3, players, Options(points=20, colours=colours), broken=[Broken((0, 1), (1,))])
    text = record_of(played(game.events))
    (last,) = deque(check_record(text), maxlen=1)
    assert last.step.state.board.phase is Phase.OVER
    assert last.proved == len(last.step.state.board.game.scores) == len(game.deals) > 1
    assert ('"drawn": true' in text) == (players == 2 and colours == "4")


def test_a_record_without_the_games_id_has_no_proof_and_is_no_worse_for_it() -> None:
    header, *rest = record_of(played(logged_game(1, 3).events)).splitlines(keepends=True)
    old = json.dumps({key: value for key, value in json.loads(header).items() if key != "game"}) + "\n"
    assert proved("".join([old, *rest])) == 0


def turned(text: str) -> str:
    """A hash with another first digit."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def change_share(deal: dict[str, Any]) -> None:
    deal["shares"][0] = turned(deal["shares"][0])


def take_share(deal: dict[str, Any]) -> None:
    deal["shares"][1] = None


def forge_share(deal: dict[str, Any]) -> None:
    deal["shares"][1] = deal["commitments"][1] = None


FORGED: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda deal: deal.update(secret=turned(deal["secret"])), "the host's secret"),
    (lambda deal: deal.update(commitment=turned(deal["commitment"])), "the host's secret"),
    (lambda deal: deal.update(attempt=1), "the host's secret"),
    (change_share, "the share of seat 0"),
    (take_share, "the share of seat 1"),
    (forge_share, "do not follow"),
    (lambda deal: deal.pop("secret"), '"secret" is missing'),
    (lambda deal: deal.pop("commitment"), '"commitment" is missing'),
    (lambda deal: deal.pop("shares"), '"shares" is no list'),
    (lambda deal: deal.update(commitments=[None]), '"commitments" is no list'),
    (lambda deal: deal.update(secret="é" * 64), '"secret" is missing'),
    (lambda deal: deal.update(secret=deal["secret"] + " "), '"secret" is missing'),
    (lambda deal: deal.update(secret=7), '"secret" is missing'),
    (lambda deal: deal.update(attempt=-1), '"attempt" is missing'),
    (lambda deal: deal.update(attempt=True), '"attempt" is missing'),
    (lambda deal: deal.update(attempt=2**40), '"attempt" is missing'),
]


@pytest.mark.parametrize(("forge", "reason"), FORGED, ids=range(len(FORGED)))
def test_a_forged_proof_is_found_at_its_line(forge: Callable[[dict[str, Any]], object], reason: str) -> None:
    lines = lines_of(played(logged_game(1, 3, FIRST_HAND).events))
    at = next(place for place, line in enumerate(lines) if "points" in line)
    forge(lines[at]["deal"])
    with pytest.raises(RecordError, match=reason) as refused:
        proved("".join(json.dumps(line) + "\n" for line in lines))
    assert refused.value.line == at + 1
    assert refused.value.reason.startswith("the deal is not proved: ")


def test_cards_that_were_exchanged_are_found_even_if_every_play_is_legal() -> None:
    lines = lines_of(played(logged_game(1, 2, FIRST_HAND).events))
    last = lines[-2]["deal"]
    assert last["attempt"] == 0
    # The order of a hand's cards is part of the deal, and no rule knows of it.
    lines[1]["hands"][0].reverse()
    with pytest.raises(RecordError, match="the cards do not follow"):
        proved("".join(json.dumps(line) + "\n" for line in lines))


def test_colours_that_were_not_drawn_are_found() -> None:
    lines = lines_of(played(logged_game(1, 2, Options(points=1, colours="RYGP")).events))
    lines[0]["drawn"] = True
    with pytest.raises(RecordError, match="the colours"):
        proved("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"game": "ab"}, '"game" has 32 hex digits'),
        ({"game": 7}, '"game" has 32 hex digits'),
        ({"game": "AB" * 16}, '"game" has 32 hex digits'),
        ({"bots": [None]}, '"bots" has a level'),
        ({"bots": "hard"}, '"bots" is missing or no list'),
        ({"bots": [None, None, "\x1b[2J"]}, '"bots" has a level'),
        ({"bots": [None, None, "x" * 17]}, '"bots" has a level'),
        ({"bots": [None, None, ""]}, '"bots" has a level'),
    ],
)
def test_what_the_first_line_says_besides_is_read_with_care(keys: dict[str, Any], reason: str) -> None:
    lines = lines_of(played(logged_game(1, 3, FIRST_HAND).events))
    with pytest.raises(RecordError, match=reason) as refused:
        proved("".join(json.dumps(line) + "\n" for line in [lines[0] | keys, *lines[1:]]))
    assert refused.value.line == 1


def test_a_game_ends_with_its_winners_or_as_stopped() -> None:
    events = logged_game(1, 3, FIRST_HAND).events
    assert isinstance(events[-1], GameEnded)
    assert not any(isinstance(event, DealAborted) for event in events)
    assert list(lines_of(played(events))[-1]) == ["winners"]
