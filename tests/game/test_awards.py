"""Awards: each with the cases of `awards.json`, which the page is tried with, too."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from odin_net.bots.contest import Contest, play_game
from odin_net.game import Options
from odin_net.game.awards import (
    AWARDS,
    MOST_SHOWN,
    Award,
    AwardKind,
    GameStory,
    HandStory,
    awards_in,
    awards_of,
    chosen,
    tally_after,
)
from odin_net.game.cards import format_cards
from odin_net.game.events import GameEnded, Occupant, Tally
from odin_net.game.records import Recorder
from odin_net.game.replay import replay
from odin_net.game.state import Done, Game
from tests.helpers.tables import cards, mask, started

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "awards.json").read_text(encoding="utf-8"))


def done(text: str) -> Done:
    """A turn as the cases write it: `0 R1 R2 < Y3`, seat, set and what was taken; a seat alone passes."""
    turn, _, taken = text.partition(" < ")
    seat, _, played = turn.partition(" ")
    return int(seat), mask(played), mask(taken)


def story_of(case: dict[str, Any]) -> GameStory:
    hands = [HandStory(tuple(map(done, hand["story"])), tuple(hand["points"])) for hand in case["hands"]]
    return GameStory(hands, tuple(case["winners"]), case["target"])


def expected(case: dict[str, Any]) -> list[Award]:
    award = case["award"]
    if award is None:
        return []
    return [Award(AwardKind[case["kind"]], award["seat"], award["amount"], award["hand"], cards(award["cards"]))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_an_award(case: dict[str, Any]) -> None:
    assert [award for award in awards_of(story_of(case)) if award.kind.name == case["kind"]] == expected(case)


def test_every_award_has_a_case_and_one_where_it_is_not_given() -> None:
    given = {case["kind"] for case in CASES if case["award"]}
    withheld = {case["kind"] for case in CASES if not case["award"]}
    assert given == withheld == {kind.name for kind in AwardKind}
    assert len(AWARDS) == len(AwardKind) == 10


# --- which are shown ---


def kinds(awards: Sequence[Award]) -> list[str]:
    return [award.kind.name for award in awards]


def test_each_player_has_one_before_anybody_has_two() -> None:
    comeback, fast, leap = (Award(kind, 0, 9) for kind in (AwardKind.COMEBACK, AwardKind.FAST_HAND, AwardKind.LEAP))
    hands, passes = Award(AwardKind.MOST_HANDS, 1, 3), Award(AwardKind.MOST_PASSES, 2, 9)
    assert kinds(chosen([comeback, fast, leap, hands, passes])) == ["COMEBACK", "MOST_HANDS", "MOST_PASSES"]
    assert kinds(chosen([comeback, fast, leap, hands])) == ["COMEBACK", "FAST_HAND", "MOST_HANDS"]
    assert kinds(chosen([comeback, fast, leap])) == ["COMEBACK", "FAST_HAND", "LEAP"]
    assert kinds(chosen([])) == []


def test_a_set_is_told_of_once() -> None:
    longest = Award(AwardKind.LONG_SET, 0, 5, 2, cards("R9 R8 R7 R6 R5"))
    highest = Award(AwardKind.HIGH_VALUE, 0, 98765, 2, cards("R9 R8 R7 R6 R5"))
    assert chosen([longest, highest]) == [longest]
    assert chosen([longest, highest._replace(hand=3)]) == [longest, highest._replace(hand=3)]


# --- whole games ---


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_log_and_its_record_have_the_same_awards(players: int) -> None:
    for deal in range(3):
        events = play_game(Contest(("easy",) * players, Options(points=9), 5), deal, 0, lambda: 0.0).events
        awards = awards_in(events)
        assert awards
        assert 1 <= len(chosen(awards)) <= MOST_SHOWN
        recorder = Recorder()
        text = "".join(line for event in events for line in recorder.add(event))
        assert awards_in(event for step in replay(text) for event in step.events) == awards
        assert awards_in(event for event in events if not isinstance(event, GameEnded)) == []
        for award in awards:
            assert format_cards(award.cards) or award.kind not in (AwardKind.LONG_SET, AwardKind.HIGH_VALUE)


# --- the evening ---


def test_the_tally_has_this_game_in_it() -> None:
    tally = (Tally("Gone", 2, 2), Tally("Ann", 1, 3))
    game: Game = started(2).board.game._replace(seats=(Occupant("Ann"), Occupant("Bo")), tally=tally, winners=(1,))
    assert tally_after(game) == (Tally("Gone", 2, 2), Tally("Ann", 1, 4), Tally("Bo", 1, 1))
    assert tally_after(game._replace(winners=())) == tally
