"""The playout path against the rules: the same choices at every step, the same end."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from odin_net.game import Move, Phase, State, command_of, decide, evolve, legal_moves, view_of
from odin_net.game.playout import play_out, position_of
from tests.helpers.tables import dealt, shuffled


def known(state: State) -> tuple[int, ...]:
    return tuple(hand or 0 for hand in state.hands)


def after(state: State, move: Move) -> State:
    for event in decide(state, command_of(move, state.board.turn)):
        state = evolve(state, event)
    return state


def first_moves(state: State, choices: int) -> set[Move]:
    """What the playout does first, for each value that its first draw can have."""
    moves = set()
    for choice in range(choices):
        draws = draws_beginning_with((choice + 0.5) / choices)
        trace: list[Move] = []
        play_out(position_of(state.board, known(state)), lambda draws=draws: next(draws), trace)  # type: ignore[misc]
        moves.add(trace[0])
    return moves


def draws_beginning_with(first: float) -> Iterator[float]:
    yield first
    rest = Random(0)
    while True:
        yield rest.random()


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_a_playout_is_a_legal_game_with_the_same_end(seed: int, players: int) -> None:
    state = dealt(players, shuffled(seed), opener=seed % players)
    trace: list[Move] = []
    left = play_out(position_of(state.board, known(state)), Random(seed).random, trace)
    for move in trace:
        assert move in legal_moves(view_of(state, state.board.turn))
        state = after(state, move)
    assert state.board.phase is not Phase.PLAYING
    assert list(known(state)) == left


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_a_playout_chooses_evenly_among_just_the_legal_moves(seed: int, players: int) -> None:
    state = dealt(players, shuffled(seed), opener=seed % players)
    rng = Random(seed)
    while state.board.phase is Phase.PLAYING:
        moves = legal_moves(view_of(state, state.board.turn))
        assert first_moves(state, len(moves)) == set(moves)
        state = after(state, rng.choice(moves))
