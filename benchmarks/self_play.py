"""Random self-play through the public rules: what the speed of the rules is measured by."""

import time
from collections.abc import Callable
from random import Random
from statistics import median

from odin_net.game import (
    Deal,
    LobbyOpened,
    Occupant,
    Options,
    Phase,
    StartGame,
    command_of,
    decide,
    evolve,
    legal_moves,
    open_lobby,
    view_of,
)
from odin_net.game.cards import COLOURS, DECK_SIZE

PLAYERS = 4
SLICES = 10
SLICE_SECONDS = 0.2

OPENED = LobbyOpened(b"", tuple(Occupant(name) for name in "ABCD"), Options())
DECK = range(DECK_SIZE)


def public_game(rng: Random) -> int:
    """A game to 15 points through the public rules: every legal move listed, one decided and folded."""
    state = open_lobby(OPENED)
    for event in decide(state, StartGame()):
        state = evolve(state, event)
    random, playing, over = rng.random, Phase.PLAYING, Phase.OVER
    while state.board.phase is not over:
        for event in decide(state, Deal(tuple(rng.sample(DECK, 9 * PLAYERS)), 0, COLOURS)):
            state = evolve(state, event)
        while (board := state.board).phase is playing:
            turn = board.turn
            moves = legal_moves(view_of(state, turn))
            for event in decide(state, command_of(moves[int(random() * len(moves))], turn)):
                state = evolve(state, event)
    return state.board.action


def per_second(game: Callable[[], int]) -> float:
    """Actions per second over one slice of time."""
    started, actions = time.perf_counter(), 0
    while (passed := time.perf_counter() - started) < SLICE_SECONDS:
        actions += game()
    return actions / passed


def compare(ours: Callable[[], int], theirs: Callable[[], int]) -> tuple[float, float, float]:
    """Speeds of both and their ratio: medians over slices that take turns, so that a noisy machine hits both."""
    pairs = [(per_second(ours), per_second(theirs)) for _ in range(SLICES)]
    return median(one for one, _ in pairs), median(two for _, two in pairs), median(one / two for one, two in pairs)
