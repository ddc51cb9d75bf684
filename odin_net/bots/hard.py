"""The hard bot: supposes hands that fit what it has seen, plays them out with good moves, and takes what goes best.

It sees a `PlayerView` and nothing else.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple, TypeAlias

from odin_net.bots.judgement import Judgement, Weights
from odin_net.bots.normal import NORMALLY, judged_moves
from odin_net.bots.plans import Plans
from odin_net.bots.suppositions import supposed_hands
from odin_net.game import Move, PlayerView
from odin_net.game.cards import Mask, mask_of
from odin_net.game.options import HAND_SIZE

# So many moves are looked at, the best by judgement.
CANDIDATES: Final = 8
# The judgement of a move weighs as much as so many playouts.
JUDGEMENT: Final = 5
# How much is played out at most: a playout's effort is about the cube of the cards in all hands.
EFFORT: Final = 18_000_000
MOST_PLAYOUTS: Final = 2_500
# To suppose hands takes as long as so many playouts.
SUPPOSING: Final = 3
# After so many worlds, moves are compared for the first time, and again each time after so many more.
FIRST: Final = 20
AGAIN: Final = 10
# A move is dropped if it is worse than the best one by so many standard errors.
WORSE: Final = 2.5
# What it is worth to go out, in points, besides those that the others get: the evening is won by hands.
WIN: Final = 10.0

# How it plays its own hand in a playout: fitted to win hands from normal bots, and points.
BOLD: Final = Weights(
    card=1.88,
    card_squared=-0.038,
    turns=(0.0, -1.95, -0.77, -0.82, 0.64, 2.42),
    largest=(0.0, 1.84, 1.21, -0.9, -3.13),
    second=(0.0, -0.04, 0.25, -1.47),
    loner=0.47,
    height=-0.044,
    danger=(0, 1.3, 0.98, 0.61),
    strength=0.88,
    size=-0.09,
    strength_of_size=0.31,
    passed=0.43,
    passed_last=0.98,
    strength_before_end=(0, -0.17, -0.5),
    size_before_end=(0, -0.92, -0.57),
    passed_before_end=(0, -0.84, -1.58),
)
BOLDLY: Final = Judgement(BOLD)

# What chooses moves in a playout.
Mind: TypeAlias = Judgement | Plans


def choose_hard(view: PlayerView, rng: Random) -> Move:
    """The move that does best in the playouts."""
    judged = judged_moves(view, BOLDLY)
    if len(judged) == 1 or judged[0][0] == float("-inf"):
        return judged[0][1]
    return search(view, judged[:CANDIDATES], rng)


def search(view: PlayerView, judged: list[tuple[float, Move]], rng: Random) -> Move:
    """Try all moves in the same worlds, so that luck cancels, and drop what is clearly worse until one is left.

    The judgement counts as some playouts of its own: few playouts tell less than it.
    """
    worlds = supposed_hands(view, rng)
    plans = Plans(BOLDLY)
    trials = [Trial(move, JUDGEMENT * cost, []) for cost, move in judged]
    budget, batch = min(MOST_PLAYOUTS, EFFORT // sum(view.board.counts) ** 3), FIRST
    while len(trials) > 1 and budget > 0:
        for _ in range(batch):
            hands = next(worlds)
            for trial in trials:
                trial.costs.append(cost_of(view, trial.move, hands, plans))
        budget -= batch * (len(trials) + SUPPOSING)
        batch = AGAIN
        trials = _not_clearly_worse(trials)
    return trials[0].move


class Trial(NamedTuple):
    """A move, what speaks against it from the start, and what it came to in each world."""

    move: Move
    prejudice: float
    costs: list[float]


def _not_clearly_worse(trials: list[Trial]) -> list[Trial]:
    """What is left, the best first."""
    trials = sorted(trials, key=lambda trial: trial.prejudice + sum(trial.costs))
    best = trials[0]
    left = [best]
    for trial in trials[1:]:
        differences = [cost - least for cost, least in zip(trial.costs, best.costs, strict=True)]
        total = sum(differences)
        # The one is for moves that came to the same in all worlds so far: they may still differ.
        spread = sum([difference * difference for difference in differences]) - total * total / len(differences) + 1
        if trial.prejudice - best.prejudice + total < WORSE * sqrt(spread):
            left.append(trial)
    return left


def cost_of(view: PlayerView, move: Move, supposed: list[Mask], plans: Plans) -> float:
    """What this move comes to in this world: the points by which this seat does worse than the others."""
    board, seat, _ = view
    cards, take = move
    hands = [*supposed]
    middle, passes = mask_of(board.middle), board.passes
    if cards:
        hands[seat] = hands[seat] ^ cards | (0 if take is None else 1 << take)
        middle, passes = cards, 0
    else:
        passes += 1
    minds: list[Mind] = [NORMALLY] * len(hands)
    minds[seat] = plans
    play_on(hands, (seat + 1) % len(hands), middle, passes, minds)
    left = hands[seat].bit_count()
    others = sum([hand.bit_count() for hand in hands]) - left
    cost = (left or -WIN) - others / (len(hands) - 1)
    plans.learn(cost)
    return cost


def play_on(hands: list[Mask], turn: int, middle: Mask, passes: int, minds: Sequence[Mind]) -> None:
    """Play a hand to its end, every seat as it has a mind to."""
    last = len(hands) - 1
    counts = [hand.bit_count() for hand in hands]
    while True:
        hand = hands[turn]
        if not middle or passes == last:
            middle = minds[turn].opening(hand)
            hand ^= middle
            passes = 0
        else:
            counts[turn] = HAND_SIZE
            cards, taken = minds[turn].answer(hand, middle, min(counts), passes + 1 == last)
            if cards:
                hand = hand ^ cards | taken
                middle, passes = cards, 0
            else:
                passes += 1
        hands[turn] = hand
        if not hand:
            return
        counts[turn] = hand.bit_count()
        turn = turn + 1 if turn < last else 0
