"""One connection as the hub sees it."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple, Protocol

from odin_net.host.feed import Feed
from protocol import pake
from protocol.connection import HostConnection


class PeerLink(Protocol):
    """A way to the other side: a socket, or two queues in one process."""

    def write(self, data: bytes) -> None:
        """Send these bytes. It may say at once that it takes no more for now."""

    def close(self) -> None:
        """Close once all is sent."""

    def abort(self) -> None:
        """Close now."""


class Way(Enum):
    """How somebody is linked to the table."""

    NETWORK = auto()
    BROWSER = auto()
    """Over the network, too, within a WebSocket."""
    INSIDE = auto()
    """From this very process: nothing is sealed."""
    OWNER = auto()
    """Likewise, and made by the host for its own seat. No limit holds for it, and it counts in none."""


# What comes these ways has to be proved and is sealed.
SEALED = frozenset({Way.NETWORK, Way.BROWSER})


class Typed(NamedTuple):
    """What somebody has typed at another door, who has proved themselves there before they are linked."""

    code: str
    """The code of the table; empty where it is open to all, and for who comes back with a secret."""
    words: str
    """Three words of their own, which are to bring them back to their seat."""

    def __repr__(self) -> str:
        return "Typed(<secret>)"


@dataclass(eq=False, repr=False)
class Peer:
    """A link, what is spoken over it, and how long it has been silent."""

    number: int
    link: PeerLink
    address: str
    source: str
    """The part of the address by which guesses and places are counted: see `admission.source_of`."""
    connection: HostConnection
    since: float
    way: Way = Way.NETWORK
    typed: Typed | None = None
    heard: float = 0.0
    next_ping: float = 0.0
    said_hello: bool = False
    has_joined: bool = False
    """Its first message in the channel has come."""
    code: bytes | None = None
    """The code of the table as it was when it said hello, if it proves that and not a secret."""
    is_guessing: bool = False
    """Its proof is being checked."""
    secret: bytes | None = None
    answer_at: float | None = None
    """When the answer to its proof leaves."""
    answer: pake.Exchanged | None = None
    blocked_since: float | None = None
    ending_since: float | None = None
    """Since when it waits for its good-bye to be sent; what it says meanwhile is ignored."""
    feed: Feed = field(init=False)

    def __post_init__(self) -> None:
        self.feed = Feed(self.connection)
        self.heard = self.since
