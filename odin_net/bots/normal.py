"""The normal bot: the move that can be expected to cost the fewest points. Fast, and the same every time."""

from random import Random
from typing import Final

from odin_net.bots.judgement import NORMAL, Judgement, fewest_of_others
from odin_net.game import Move, PlayerView, legal_moves

NORMALLY: Final = Judgement(NORMAL)


def judged_moves(view: PlayerView, judgement: Judgement = NORMALLY) -> list[tuple[float, Move]]:
    """Every legal move with the points that it can be expected to cost, the best first."""
    board, seat, hand = view
    fewest, last = fewest_of_others(board.counts, seat), board.passes + 2 == len(board.game.seats)
    judged = [
        (judgement.cost_of_move(hand, cards, take, fewest, last=last), (cards, take))
        for cards, take in legal_moves(view)
    ]
    return sorted(judged, key=lambda one: (one[0], one[1][0], -1 if one[1][1] is None else one[1][1]))


def choose_normal(view: PlayerView, _: Random) -> Move:
    """The best move by judgement."""
    return judged_moves(view)[0][1]
