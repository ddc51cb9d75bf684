"""Whose turn it is for people. Between a last play or pass and the event that follows from it, nobody's."""

from odin_net.game.state import NOBODY, Phase, PlayerView


def is_my_turn(view: PlayerView) -> bool:
    """Whether this seat is asked to move now.

    The fold counts on after every play and pass; who owns the middle has no turn before the round has ended, and nobody
    has one once a hand is empty.
    """
    board, seat, _ = view
    if board.phase is not Phase.PLAYING or board.turn != seat or seat == NOBODY:
        return False
    return board.owner != seat and 0 not in board.counts
