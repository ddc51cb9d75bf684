"""Legal moves against the slow and plain implementation: at random positions, and over whole trees of moves."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_net.game import PlayerView, legal_moves, view_of
from odin_net.game.cards import Card, cards_in, format_card
from odin_net.game.rules import PASS, Move, command_of, decide
from odin_net.game.state import Phase, State, evolve
from tests.helpers.slow_odin import SLOW_PASS, SlowHand, SlowMove, count_tree, slow_moves, slow_play
from tests.helpers.tables import dealt, position, shuffled


def slow(move: Move) -> SlowMove:
    cards, take = move
    return SlowMove(frozenset(map(format_card, cards_in(cards))), None if take is None else format_card(take))


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[Card], list[Card]]:
    """A hand of one to nine cards, of few colours so that it is rich in sets, and a middle that may be empty."""
    colours = draw(st.integers(1, 6))
    hand = draw(st.lists(st.integers(0, 9 * colours - 1), unique=True, min_size=1, max_size=9))
    size = draw(st.integers(0, 8))
    if draw(st.booleans()):
        colour = draw(st.integers(0, 5))
        group = [9 * colour + number for number in draw(st.lists(st.integers(0, 8), unique=True, max_size=size))]
    else:
        number = draw(st.integers(0, 8))
        group = [9 * colour + number for colour in draw(st.lists(st.integers(0, 5), unique=True, max_size=size))]
    return hand, [card for card in group if card not in hand]


@pytest.mark.slow
@settings(max_examples=10_000)
@given(positions())
def test_legal_moves_are_those_of_a_brute_force(cards: tuple[list[Card], list[Card]]) -> None:
    hand, middle = (" ".join(map(format_card, some)) for some in cards)
    state = position(hand, "P9", middle=middle)
    moves = legal_moves(view_of(state, 0))
    right = slow_moves(SlowHand((frozenset(hand.split()), frozenset()), 0, frozenset(middle.split())))
    assert len(moves) == len(set(moves)), "each once"
    assert {slow(move) for move in moves} == set(right)
    assert (PASS in moves) == (SLOW_PASS in right) == bool(middle)


def test_nobody_moves_out_of_turn() -> None:
    state = dealt(3, shuffled(1), opener=1)
    assert legal_moves(view_of(state, 0)) == []
    assert legal_moves(PlayerView(state.board, 1, state.hands[1] or 0))


# Counted once with the slow implementation, and again by the test below.
TREES = [
    (2, 1, 5, 75_496),
    (3, 2, 4, 6_237),
    (4, 3, 4, 12_386),
    (6, 4, 4, 22_128),
]


def tree(state: State, depth: int) -> int:
    if depth == 0 or state.board.phase is not Phase.PLAYING:
        return 1
    turn = state.board.turn
    return sum(tree(after(state, move), depth - 1) for move in legal_moves(view_of(state, turn)))


def after(state: State, move: Move) -> State:
    for event in decide(state, command_of(move, state.board.turn)):
        state = evolve(state, event)
    return state


@pytest.mark.parametrize(("players", "seed", "depth", "leaves"), TREES)
def test_the_tree_of_moves_has_so_many_leaves(players: int, seed: int, depth: int, leaves: int) -> None:
    state = dealt(players, shuffled(seed))
    assert tree(state, depth) == leaves
    assert count_tree(SlowHand(slow_hands(state), 0), depth) == leaves


def slow_hands(state: State) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(format_card, cards_in(hand or 0))) for hand in state.hands)


@settings(max_examples=80)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_a_whole_hand_goes_as_in_the_slow_implementation(seed: int, players: int) -> None:
    """At every step the same moves, and after each the same hands, middle, turn and passes; the same end."""
    state, rng = dealt(players, shuffled(seed), opener=seed % players), Random(seed)
    there: SlowHand | None = SlowHand(slow_hands(state), seed % players)
    last = seed % players
    while there is not None:
        board = state.board
        assert board.phase is Phase.PLAYING
        assert there == SlowHand(slow_hands(state), board.turn, frozenset(map(format_card, board.middle)), board.passes)
        moves = legal_moves(view_of(state, board.turn))
        assert {slow(move) for move in moves} == set(slow_moves(there))
        move = rng.choice(moves)
        last, there, state = there.turn, slow_play(there, slow(move)), after(state, move)
    assert state.board.phase is not Phase.PLAYING
    assert not state.hands[last], "whoever moved last has gone out"
    assert [hand or 0 for hand in state.hands].count(0) == 1
