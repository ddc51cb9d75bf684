"""The hands of a log, opened with the keys that the log itself shows at each hand's end. SPEC 7."""

from collections.abc import Iterable, Sequence

from odin_net.game.events import (
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    HandDealt,
    HandEnded,
    HandKnown,
    LobbyOpened,
)
from protocol.fair_deal import DealId, binding
from protocol.sealing import entry_info, open_entry


def with_hands(events: Sequence[Event], hand_keys: tuple[bytes, ...] = ()) -> Iterable[Event]:
    """The events of a log after its first, with every hand as it was dealt; these keys open one that has no end yet.

    One that was broken off stays sealed: its keys were never shown.
    """
    lobby = events[0]
    assert isinstance(lobby, LobbyOpened)
    keys = iter(_keys_of_hands(events, hand_keys))
    opened: DealOpened | None = None
    commitments: tuple[bytes | None, ...] = ()
    shares: tuple[bytes | None, ...] = ()
    for event in events[1:]:
        yield event
        match event:
            case DealOpened():
                opened = event
            case DealCommitted():
                commitments = event.commitments
            case DealContributed():
                shares = event.contributions
            case HandDealt() if opened is not None:
                deal = DealId(lobby.game, event.hand, event.attempt)
                bound = binding(deal, opened.commitment, commitments, shares, event.colours, event.opener)
                for seat, key in enumerate(next(keys)):
                    yield HandKnown(seat, open_entry(key, entry_info(deal, seat, bound), event.sealed[seat]))


def _keys_of_hands(events: Sequence[Event], last: tuple[bytes, ...]) -> list[tuple[bytes, ...]]:
    """What opens the entries of each hand that was dealt; none for one that was broken off."""
    keys: list[tuple[bytes, ...]] = []
    is_played = False
    for event in events:
        match event:
            case HandDealt():
                keys.append(last)
                is_played = True
            case HandEnded():
                keys[-1] = event.hand_keys
                is_played = False
            case DealAborted() if is_played:
                keys[-1] = ()
                is_played = False
    return keys
