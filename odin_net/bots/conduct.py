"""What each hand was seen to do, and whether a normal bot would have done so with the cards it is supposed to hold.

All actions are public, and so is every card taken from the middle. So whether the conduct of a hand fits depends on its
own hidden cards alone: those that it was dealt and has not played.
"""

from typing import NamedTuple

from odin_net.bots.judgement import Made, fewest_of_others
from odin_net.bots.normal import NORMALLY
from odin_net.game.cards import Mask
from odin_net.game.state import Board


class Act(NamedTuple):
    """What a hand did, and what it did so for, but for the hidden cards."""

    known: Mask
    """Those that it must have held then, as seen later."""
    middle: Mask
    made: Made
    fewest: int
    last: bool


class Conduct:
    """What one seat has done in this hand, and how odd that is with the cards that it is supposed to hide."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        """The latest first, for that tells most of what is hidden now, until others turn out to tell more."""
        self._counted: dict[Mask, int] = {}
        self._at_least: dict[Mask, int] = {}

    def oddities(self, hidden: Mask, most: int) -> int:
        """How many acts are odd with these hidden cards; more than `most` are not counted."""
        if hidden in self._counted:
            return self._counted[hidden]
        odd = self._at_least.get(hidden, 0)
        if odd <= most:
            odd = self._count(hidden, most)
            (self._counted if odd <= most else self._at_least)[hidden] = odd
        return odd

    def _count(self, hidden: Mask, most: int) -> int:
        odd, acts = 0, self.acts
        for index, act in enumerate(acts):
            if is_odd(act, hidden):
                odd += 1
                if odd > most:
                    # It is likely to be odd with other cards, too: from now on it comes earlier.
                    earlier = index // 2
                    acts[index], acts[earlier] = acts[earlier], act
                    break
        return odd


def conduct_of(board: Board) -> list[Conduct]:
    """What each seat has done in this hand."""
    conduct = [Conduct() for _ in board.game.seats]
    known, counts = [*board.shown], [*board.counts]
    for (seat, cards, taken), (middle, passes) in zip(reversed(board.story), reversed(_middles(board)), strict=True):
        known[seat] = known[seat] & ~taken | cards
        counts[seat] += cards.bit_count() - taken.bit_count()
        last = passes + 2 == len(counts)
        conduct[seat].acts.append(Act(known[seat], middle, (cards, taken), fewest_of_others(counts, seat), last))
    return conduct


def _middles(board: Board) -> list[tuple[Mask, int]]:
    """For each action: what lay in the middle, and how many had passed in a row."""
    middles = []
    middle = passes = 0
    seats = len(board.game.seats)
    for _, cards, _ in board.story:
        if passes + 1 == seats:
            middle = passes = 0
        middles.append((middle, passes))
        middle, passes = (cards, 0) if cards else (middle, passes + 1)
    return middles


def is_odd(act: Act, hidden: Mask) -> bool:
    """Whether a normal bot with these hidden cards would have done something else."""
    known, middle, made, fewest, last = act
    if not middle:
        return NORMALLY.opens_otherwise(known | hidden, made[0])
    return NORMALLY.answers_otherwise(known | hidden, middle, made, fewest, last=last)
