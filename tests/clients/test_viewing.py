"""A recorded game as a list of positions."""

import pytest

from clients import viewing
from clients.viewing import Position, Viewing, positions_of, through
from odin_net.game.events import CardsPlayed, HandDealt, HandEnded, Passed
from odin_net.game.replay import RecordError, replay
from odin_net.game.state import Phase
from tests.afterwards.pasts import bots_record
from tests.game.test_records import PLAYED


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Those of a game of three."""
    return positions_of(replay(bots_record(players=3)))


def test_each_line_but_the_first_is_a_position() -> None:
    positions = positions_of(replay(PLAYED))
    assert len(positions) == len(PLAYED.splitlines()) - 1
    assert isinstance(positions[0].done, HandDealt)
    assert positions[-2].is_hand_end
    assert positions[-1].is_game_end
    assert positions[-1].seen.over is not None


def test_all_hands_are_open_or_one_is(positions: list[Position]) -> None:
    for position in positions:
        state = position.seen.state
        assert state is not None
        assert None not in state.hands
        seen = through(position.seen, 1)
        assert seen.seat == 1
        assert seen.state is not None
        if state.board.phase is Phase.PLAYING:
            assert [hand is not None for hand in seen.state.hands] == [False, True, False]
            assert seen.state.hands[1] == state.hands[1]
        assert through(position.seen, None) is position.seen


def test_one_steps_by_positions_rounds_and_hands(positions: list[Position]) -> None:
    view = Viewing(positions)
    view.go(-1)
    assert view.at == 0
    view.step_hand(1)
    second = view.at
    assert (view.position.hand, view.position.turn) == (2, 0)
    view.go(second + 3)
    view.step_hand(-1)
    assert view.at == second
    view.step_hand(-1)
    assert view.at == 0
    view.step_round(1)
    assert (view.position.hand, view.position.round) == (1, 2)
    assert view.position.seen.board is not None
    assert not view.position.seen.board.middle
    view.step_round(-1)
    assert view.at == 0
    view.go(10**9)
    assert view.is_last
    view.step_hand(1)
    view.step_round(1)
    assert view.is_last


def test_every_round_is_reached_once_on_the_way_through(positions: list[Position]) -> None:
    view, found = Viewing(positions), []
    while not view.is_last:
        found.append((view.position.hand, view.position.round))
        view.step_round(1)
    assert len(found) == len(set(found))
    assert {place for place in found if place[1]} == {(one.hand, one.round) for one in positions if one.round}


def test_one_jumps_to_a_hand_a_round_or_a_turn(positions: list[Position]) -> None:
    view = Viewing(positions)
    assert view.to_hand(2)
    assert view.to_round(2)
    assert (view.position.hand, view.position.round) == (2, 2)
    assert view.to_turn(3)
    assert (view.position.hand, view.position.turn) == (2, 2)
    at = view.at
    assert not view.to_hand(99)
    assert not view.to_round(0) or view.position.is_hand_end
    view.go(at)
    assert not view.to_turn(999)
    assert view.at == at


def test_what_was_played_is_known_from_the_position_before(positions: list[Position]) -> None:
    view = Viewing(positions)
    for place, position in enumerate(positions[1:]):
        view.go(place)
        done = position.done
        match done:
            case CardsPlayed():
                played = view.played()
                assert played is not None
                assert (played[0].bit_count(), played[1]) == (len(done.cards), done.taken)
                assert view.view() is not None
            case Passed():
                assert view.played() == (0, None)
            case HandEnded():
                assert (view.view(), view.played()) == (None, None)


def test_a_game_that_is_too_long_or_broken_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RecordError) as error:
        positions_of(replay(PLAYED.replace('"take": "R9"', '"take": "R8"')))
    assert error.value.line == 4
    monkeypatch.setattr(viewing, "MOST_POSITIONS", 3)
    with pytest.raises(RecordError, match="too long to be watched"):
        positions_of(replay(PLAYED))
