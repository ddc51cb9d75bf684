"""The door: how many may stand in it who have not come in yet. SPEC 4."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

from odin_net.host.peer import Peer

MAX_AT_THE_DOOR = 8
MAX_OF_ONE_ADDRESS = 3
# If the door is full, so many more may still say hello: if they come back to a seat they stay.
MAX_MORE = 2
# When a valid hello is due, and when the first message in the channel.
HELLO = 3.0
JOIN = 15.0


def who_makes_room(newcomer: Peer, waiting: Sequence[Peer]) -> Peer | None:
    """Who has to go because somebody has come; None if there is room. `waiting` are all at the door, oldest first."""
    if not is_loopback(newcomer.address):
        neighbours = [peer for peer in waiting if peer.source == newcomer.source]
        if len(neighbours) > MAX_OF_ONE_ADDRESS:
            return _first_without_hello(newcomer, neighbours) or newcomer
    if len(waiting) > MAX_AT_THE_DOOR:
        silent = _first_without_hello(newcomer, waiting)
        return newcomer if silent is None and len(waiting) > MAX_AT_THE_DOOR + MAX_MORE else silent
    return None


def is_full(waiting: Sequence[Peer]) -> bool:
    """Whether there is no room for one of these who has no seat to come back to."""
    return len(waiting) > MAX_AT_THE_DOOR


def _first_without_hello(newcomer: Peer, waiting: Sequence[Peer]) -> Peer | None:
    return next((peer for peer in waiting if not peer.said_hello and peer is not newcomer), None)


def is_overdue(peer: Peer, now: float) -> bool:
    """Whether somebody at the door takes too long: to say hello, or to join after that."""
    return now >= peer.since + (JOIN if peer.said_hello else HELLO)


def is_loopback(address: str) -> bool:
    """Whether this is an address of this computer's own."""
    parsed = _parsed(address)
    return parsed is not None and parsed.is_loopback


def source_of(address: str) -> str:
    """Where somebody comes from, as it is counted: an IPv4 address, or the /64 of an IPv6 one, which one household has.

    It may be applied to its own result, and so may `far_source`.
    """
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address) and not parsed.is_loopback:
        return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
    return address if parsed is None else str(parsed)


def far_source(address: str) -> str:
    """The same for an address of another computer; empty for this one's own, which is never counted or kept out."""
    parsed = _parsed(address)
    return "" if parsed is None or parsed.is_loopback else source_of(address)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address.removesuffix("/64").partition("%")[0])
    except ValueError:
        return None
    # A socket for both protocols writes IPv4 addresses as IPv6 ones.
    return getattr(parsed, "ipv4_mapped", None) or parsed
