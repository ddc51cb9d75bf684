"""What each choice of a turn was worth, for who watches a recorded game: the hard bot's own playouts, told in numbers.

It sees a `PlayerView` and nothing else, so it says what somebody could have known then, not what would have happened.
"""

from math import sqrt
from random import Random
from typing import Final, NamedTuple

from odin_net.bots.hard import BOLDLY, CANDIDATES, EFFORT, SUPPOSING, WIN, choose_hard, cost_of
from odin_net.bots.normal import judged_moves
from odin_net.bots.plans import Plans
from odin_net.bots.suppositions import supposed_hands
from odin_net.game import Move, PlayerView
from odin_net.game.cards import Mask

# So many supposed deals are played out.
LEAST_WORLDS: Final = 30
MOST_WORLDS: Final = 200


class Choice(NamedTuple):
    """A move, and how many points better than the others this seat did with it: the mean, and its standard error."""

    move: Move
    worth: float
    spread: float


class Weighed(NamedTuple):
    """A turn."""

    best: Move
    """What the hard bot would have done."""
    choices: tuple[Choice, ...]
    """The best first; those that it has looked at, and what was done."""
    worlds: int

    def of(self, move: Move) -> Choice | None:
        return next((choice for choice in self.choices if choice.move == move), None)


def weigh(view: PlayerView, done: Move | None, seed: str) -> Weighed:
    """Try all choices in the same supposed deals; `done` is what was chosen, if that is known."""
    rng = Random(seed)
    best = choose_hard(view, rng)
    moves = [move for _, move in judged_moves(view, BOLDLY)[:CANDIDATES]]
    moves += [move for move in dict.fromkeys((best, done)) if move is not None and move not in moves]
    count = EFFORT // sum(view.board.counts) ** 3 // (len(moves) + SUPPOSING)
    count = max(LEAST_WORLDS, min(MOST_WORLDS, count))
    worlds, plans = supposed_hands(view, rng), Plans(BOLDLY)
    costs: list[list[float]] = [[] for _ in moves]
    for _ in range(count):
        hands = next(worlds)
        for place, move in enumerate(moves):
            costs[place].append(_cost(view, move, hands, plans))
    choices = [_choice(move, found) for move, found in zip(moves, costs, strict=True)]
    return Weighed(best, tuple(sorted(choices, key=lambda choice: -choice.worth)), count)


def _cost(view: PlayerView, move: Move, hands: list[Mask], plans: Plans) -> float:
    if move[0] != view.hand:
        return cost_of(view, move, hands, plans)
    others = sum(view.board.counts) - view.board.counts[view.seat]
    return -WIN - others / (len(view.board.counts) - 1)


def _choice(move: Move, costs: list[float]) -> Choice:
    mean = sum(costs) / len(costs)
    variance = sum([(cost - mean) ** 2 for cost in costs]) / (len(costs) - 1)
    return Choice(move, -mean, sqrt(variance / len(costs)))
