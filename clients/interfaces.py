"""What a session needs from outside: a clock, chance, a link, a place for secrets, somebody who listens.

The session itself has none of them, so that a whole evening can run in one process on a clock of its own.
"""

from typing import NamedTuple, Protocol

from clients.news import News
from odin_net.lan.endpoint import Address
from protocol import pake
from protocol.connection import Happened
from protocol.errors import Close
from protocol.handshake import HandshakeRandom
from protocol.messages import Intent, Part


class Link(Protocol):
    """One connection of bytes. After `close` it says nothing more: no data, no loss, no result of a job."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None:
        """What was written still goes out."""


class Outside(Protocol):
    """The world."""

    def now(self) -> float:
        """Seconds of a clock that only goes on."""

    def random_bytes(self, count: int) -> bytes:
        """So many random bytes that nobody can guess."""

    def connect(self, place: Address) -> None:
        """Dial there, and call `connected` or `connect_failed` of the session within some seconds."""

    def look_for(self, table: bytes) -> None:
        """Look for this table on the network, for some seconds, and call `found` of the session if it is announced."""

    def run(self, job: pake.Job) -> None:
        """Do this job for the link of now and call `pake_done`, unless the link was closed meanwhile."""


class SeatSecret(NamedTuple):
    """What gives a seat back to whoever sat there."""

    table: bytes
    secret: bytes
    name: str
    """What the user wanted to be called."""

    def __repr__(self) -> str:
        return "SeatSecret(<secret>)"


class Store(Protocol):
    """Where secrets of seats are kept. A client holds at most one; no two hold the same."""

    def find(self, table: bytes | None) -> SeatSecret | None:
        """A seat that nobody uses now, at this table, or None: where we are about to dial. It is held from now on."""

    def keep(self, seat: SeatSecret) -> None:
        """Write this one down and hold it. When it returns the secret is safe; OdinError if it cannot be."""

    def moved(self, address: str) -> None:
        """The table of the seat that is held is there now: it has proved that."""

    def forget(self) -> None:
        """The seat that is held is given up for good."""

    def release(self) -> None:
        """Hold nothing any more; what is written stays."""


class Listener(Protocol):
    """Who wants to know. It may call the session's methods meanwhile."""

    def heard(self, news: News) -> None: ...


class Conversation(Protocol):
    """A client's side of the wire: `protocol.connection.ClientConnection`, or one that needs no handshake."""

    def receive_data(self, data: bytes) -> list[Happened]: ...

    def receive_eof(self) -> list[Happened]: ...

    def pake_done(self, result: pake.Exchanged) -> list[Happened]: ...

    def send(self, message: Part) -> None: ...

    def close(self, close: Close) -> None: ...

    def data_to_send(self) -> bytes: ...


class Converse(Protocol):
    """Begins a conversation on a new link."""

    def __call__(
        self, intent: Intent, password: bytes, chance: HandshakeRandom, table: bytes | None
    ) -> Conversation: ...
