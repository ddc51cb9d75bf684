"""How the hard bot plays its own hand in its playouts: as it judges at first, then as it has done best from there.

A plan is made for what the seat would see then: its hand, the middle, and how near the others are to going out. Never
for the hands that were supposed in a playout, for who plans with those plans with what nobody will know.
"""

from math import log, sqrt
from typing import Final

from odin_net.bots.judgement import Judgement, Made
from odin_net.game.cards import Mask
from odin_net.game.sets import SETS, is_set, sets_beating

# So many moves are tried at each spot, the best by judgement.
TRIED: Final = 4
# So many spots a playout may come to that are planned for.
AHEAD: Final = 3
# The judgement of a move weighs as much as so many playouts.
JUDGEMENT: Final = 4
# How many points a move may seem worse and still be tried, where it was hardly tried yet.
CURIOSITY: Final = 2.0


class Spot:
    """A decision that playouts come to again and again, and how its moves have done."""

    __slots__ = ("costs", "moves", "times", "total", "tries", "worse")

    def __init__(self, judged: list[tuple[float, Made]]) -> None:
        judged.sort()
        best = judged[0][0]
        # Who can go out does.
        judged = judged[: 1 if best == float("-inf") else TRIED]
        self.moves = [move for _, move in judged]
        self.worse = [JUDGEMENT * (cost - best) for cost, _ in judged] if len(judged) > 1 else [0.0]
        self.tries = [0] * len(judged)
        self.costs = [0.0] * len(judged)
        self.times, self.total = 0, 0.0

    def choice(self) -> int:
        """The move that has done best, or one of which that is not known yet."""
        if not self.times or len(self.moves) == 1:
            return 0
        usual = JUDGEMENT * self.total / self.times
        curious = CURIOSITY * sqrt(log(self.times + 1))
        expected = [
            (usual + worse + cost) / (JUDGEMENT + tries) - curious / sqrt(JUDGEMENT + tries)
            for worse, cost, tries in zip(self.worse, self.costs, self.tries, strict=True)
        ]
        return expected.index(min(expected))

    def learn(self, choice: int, cost: float) -> None:
        self.tries[choice] += 1
        self.costs[choice] += cost
        self.times += 1
        self.total += cost


class Plans:
    """Chooses like a judgement, and learns from what came of it."""

    def __init__(self, judgement: Judgement) -> None:
        self._judgement = judgement
        self._spots: dict[tuple[Mask, Mask, int, bool], Spot | None] = {}
        self._way: list[tuple[Spot, int]] = []
        self._lost = False

    def opening(self, hand: Mask) -> Mask:
        return self._planned(hand, 0, 0, False)[0]

    def answer(self, hand: Mask, middle: Mask, fewest: int, last: bool) -> Made:
        return self._planned(hand, middle, fewest, last)

    def learn(self, cost: float) -> None:
        """What the playout came to, and an end to it."""
        for spot, choice in self._way:
            spot.learn(choice, cost)
        self._way.clear()
        self._lost = False

    def _planned(self, hand: Mask, middle: Mask, fewest: int, last: bool) -> Made:
        """The first time at a spot, and from there on, moves are as judged: few spots are seen twice."""
        if not self._lost and len(self._way) < AHEAD:
            key = hand, middle, fewest, last
            if key in self._spots:
                spot = self._spots[key]
                if spot is None:
                    self._spots[key] = spot = Spot(self._judged(hand, middle, fewest, last=last))
                choice = spot.choice()
                self._way.append((spot, choice))
                return spot.moves[choice]
            self._spots[key] = None
            self._lost = True
        if middle:
            return self._judgement.answer(hand, middle, fewest, last)
        return self._judgement.opening(hand), 0

    def _judged(self, hand: Mask, middle: Mask, fewest: int, *, last: bool) -> list[tuple[float, Made]]:
        cost_of_move = self._judgement.cost_of_move
        if not middle:
            openings = [hand] if is_set(hand) else [1 << card for card in SETS[hand][0]]
            return [(cost_of_move(hand, card, None, fewest, last=last), (card, 0)) for card in openings]
        takes, value = SETS[middle]
        sets = sets_beating(hand, len(takes), value)
        judged: list[tuple[float, Made]] = [(cost_of_move(hand, 0, None, fewest, last=last), (0, 0))]
        for cards in sets:
            for take in takes:
                judged.append((cost_of_move(hand, cards, take, fewest, last=last), (cards, 1 << take)))
        return [(float("-inf"), (hand, 0))] if hand in sets else judged
