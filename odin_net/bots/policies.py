"""How a bot of each level chooses its move: a policy a level, from the weakest to the strongest."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from odin_net.bots.easy import choose_easy
from odin_net.bots.hard import choose_hard
from odin_net.bots.normal import choose_normal
from odin_net.game import Move, PlayerView, legal_moves

# A policy sees what its seat sees. Its chance comes in, so that the same seed gives the same game.
Policy: TypeAlias = Callable[[PlayerView, Random], Move]


def choose_random(view: PlayerView, rng: Random) -> Move:
    """Any legal move, each as likely as the others."""
    return rng.choice(legal_moves(view))


# A policy for every level that `odin_net.levels` names.
POLICIES: dict[str, Policy] = {
    "random": choose_random,
    "easy": choose_easy,
    "normal": choose_normal,
    "hard": choose_hard,
}
