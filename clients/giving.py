"""Which seats the hosting player may give to somebody who waits for one. Pure."""

from odin_net.game.events import Kind, Presence
from odin_net.game.state import Board, Phase


def seats_to_give(board: Board | None, mine: int | None) -> tuple[int, ...]:
    """The seats of others that a bot covers in a game."""
    if board is None or board.phase not in (Phase.PLAYING, Phase.DEALING):
        return ()
    return tuple(
        seat
        for seat, occupant in enumerate(board.game.seats)
        if occupant.kind is Kind.PERSON and occupant.presence is Presence.COVERED and seat != mine
    )
