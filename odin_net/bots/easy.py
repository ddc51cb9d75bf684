"""The easy bot: a fair partner for a child. Its moves are plausible, and it often overlooks the better one."""

from random import Random
from typing import Final

from odin_net.bots.normal import judged_moves
from odin_net.game import Move, PlayerView

# How often it does not look further and takes the next best move: again and again, so that bad ones stay rare.
OVERLOOKS: Final = 0.45


def choose_easy(view: PlayerView, rng: Random) -> Move:
    """The best move that it does not overlook."""
    moves = [move for _, move in judged_moves(view)]
    for move in moves:
        if rng.random() >= OVERLOOKS:
            return move
    return rng.choice(moves)
