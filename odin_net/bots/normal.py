"""The normal bot: the move that can be expected to cost the fewest points. Fast, and the same every time."""

from random import Random

from odin_net.bots.judgement import cost_of_move, is_in_danger
from odin_net.game import Move, PlayerView, legal_moves


def judged_moves(view: PlayerView) -> list[tuple[float, Move]]:
    """Every legal move with the points that it can be expected to cost, the best first."""
    danger = is_in_danger(view.board.counts, view.seat)
    judged = [(cost_of_move(view.hand, cards, take, danger=danger), (cards, take)) for cards, take in legal_moves(view)]
    return sorted(judged, key=lambda one: (one[0], one[1][0], -1 if one[1][1] is None else one[1][1]))


def choose_normal(view: PlayerView, _: Random) -> Move:
    """The best move by judgement."""
    return judged_moves(view)[0][1]
