"""One port for everybody: whoever connects stands in the doorway until the first bytes say by which door they come.

A frame of ours begins with a zero byte, because a length that may be sent before anything is proved is at most
`MAX_BEFORE`: one byte is enough for it, and the socket is a link of the hub from then on. Every other door is known by
`OPENING` bytes. What no door knows goes to the hub, too, which refuses it.

Who is silent fills no door: browsers open spare sockets, and say nothing on them.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast, runtime_checkable

from odin_net.host.admission import HELLO, is_loopback, source_of

if TYPE_CHECKING:
    from odin_net.host.server import Server

# How many bytes are read of one link before the others are looked at: some forty of the smallest messages.
READ_AT_ONCE = 1024
# How many bytes tell which door it is.
OPENING = 4
# The first byte of TLS: a browser that tries https, and then http if we hang up.
TLS = 0x16
# How many may stand in the doorway, in all and of one address. A client of ours stands there for one packet.
MAX_SILENT = 64
MAX_SILENT_OF_ONE = 16


class Door(Protocol):
    """A way in for those who begin with certain bytes."""

    openings: frozenset[bytes]
    """What they begin with: `OPENING` bytes each, none of them `TLS` or zero at first."""

    def enter(self, transport: asyncio.Transport, first: bytes, address: str) -> None:
        """Take over a socket whose first bytes are these."""

    async def close(self) -> None:
        """Send everybody away who came in here, and leave nothing behind."""


@runtime_checkable
class TableDoor(Door, Protocol):
    """A door whose guests sit at the table without speaking our protocol."""

    def serve(self, server: "Server") -> None:
        """This is the table. It is said once, before anybody comes."""


class Visitor(Protocol):
    """Somebody who stands in a room."""

    address: str

    def send_away(self) -> None:
        """Hang up."""


V = TypeVar("V", bound=Visitor)


class Room(Generic[V]):
    """Where so many may stand who have not proved anything. If it is full, who has been there longest has to go."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._visitors: dict[V, str] = {}
        """Where each comes from, as it is counted; who has been there longest is the first."""

    def __len__(self) -> int:
        return len(self._visitors)

    def enter(self, visitor: V) -> None:
        """Let somebody in; loopback is limited as a whole only, as everywhere."""
        source = self._visitors[visitor] = source_of(visitor.address)
        if not is_loopback(source):
            neighbours = [other for other, theirs in self._visitors.items() if theirs == source]
            if len(neighbours) > self._most_of_one:
                self._send_away(neighbours[0])
        if len(self._visitors) > self._most:
            self._send_away(next(iter(self._visitors)))

    def leave(self, visitor: V) -> None:
        """Somebody is gone, or has gone on; it may be said twice."""
        self._visitors.pop(visitor, None)

    def clear(self) -> None:
        """Send everybody away."""
        for visitor in [*self._visitors]:
            self._send_away(visitor)

    def _send_away(self, visitor: V) -> None:
        self.leave(visitor)
        visitor.send_away()


# Make a socket a link of the hub: its transport, its first bytes, its address, and since when it is there.
Welcome = Callable[[asyncio.Transport, bytes, str, float], None]


class Doorway:
    """Looks at the first bytes of every socket, and hands it on."""

    def __init__(self, welcome: Welcome, doors: Sequence[Door] = ()) -> None:
        self._welcome = welcome
        self._doors = {opening: door for door in doors for opening in door.openings}
        self.silent: Room[_Newcomer] = Room(MAX_SILENT, MAX_SILENT_OF_ONE)

    def __call__(self) -> "_Newcomer":
        """The protocol for a socket that connects just now."""
        return _Newcomer(self)

    def is_undecided(self, first: bytes) -> bool:
        """Whether these bytes could still become those of a door."""
        return len(first) < OPENING and any(opening.startswith(first) for opening in self._doors)

    def hand_on(self, transport: asyncio.Transport, first: bytes, address: str, since: float) -> None:
        """Let somebody through the door that they have chosen."""
        door = self._doors.get(first[:OPENING])
        if door is not None:
            door.enter(transport, first, address)
        elif first[0] == TLS:
            transport.close()
        else:
            self._welcome(transport, first, address, since)

    def close(self) -> None:
        """Send those away who have not said anything."""
        self.silent.clear()


class _Newcomer(asyncio.BufferedProtocol):
    """A socket of which nobody knows yet what it speaks."""

    def __init__(self, doorway: Doorway) -> None:
        self._doorway = doorway
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._first = b""
        self._since = 0.0
        self._buffer = bytearray(READ_AT_ONCE)
        self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._since = self._loop.time()
        self.address = (transport.get_extra_info("peername") or ("",))[0]
        self._overdue = self._loop.call_later(HELLO, self.send_away)
        self._doorway.silent.enter(self)

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002  asyncio's hint is far too large.
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        transport = self._transport
        self._first += self._buffer[:nbytes]
        if transport is None or self._doorway.is_undecided(self._first):
            return
        self._go()
        self._doorway.hand_on(transport, self._first, self.address, self._since)

    def connection_lost(self, _: Exception | None) -> None:
        self._go()

    def send_away(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()
            self._go()

    def _go(self) -> None:
        """From here on others care for the socket, or nobody has to."""
        self._transport = None
        self._overdue.cancel()
        self._doorway.silent.leave(self)
