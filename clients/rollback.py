"""What a client lost with a host that kept less than it had shown. Pure."""

from collections.abc import Iterable

from odin_net.game.events import CardsPlayed, DealAborted, HandDealt, HandEnded, Passed, TableStopped
from protocol.codec import decode_event


def actions_in(log: Iterable[bytes]) -> int:
    """How many plays and passes these events are."""
    return sum(isinstance(decode_event(raw), CardsPlayed | Passed) for raw in log)


def hands_ended(log: Iterable[bytes]) -> int:
    """How many hands have come to their end."""
    return sum(isinstance(decode_event(raw), HandEnded) for raw in log)


def secret_shown(kept: Iterable[bytes], lost: Iterable[bytes]) -> bytes | None:
    """The host's secret of the hand that is under way where a log stops, if it was shown behind that.

    It is, with all cards of the hand, at the hand's end and when the hand was broken off.
    """
    is_under_way = False
    for event in map(decode_event, kept):
        if isinstance(event, HandDealt | HandEnded | DealAborted | TableStopped):
            is_under_way = isinstance(event, HandDealt)
    if not is_under_way:
        return None
    ends = (event.secret for event in map(decode_event, lost) if isinstance(event, HandEnded | DealAborted))
    return next(ends, None)
