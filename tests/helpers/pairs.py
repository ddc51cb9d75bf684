"""A client's and a host's connection joined in memory."""

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from protocol import pake
from protocol.connection import (
    ClientConnection,
    Connection,
    Happened,
    HelloReceived,
    HostConnection,
    Opened,
    PakeWanted,
)
from protocol.errors import Hint
from protocol.handshake import HandshakeRandom
from protocol.hashing import lp
from protocol.messages import Hello, Intent

TABLE = b"table-of-sixteen"
CODE = b"raven-oak-fjord"
SECRET = bytes(range(32))
CLIENT_CHANCE = HandshakeRandom(b"c" * 16, b"C" * 64)
HOST_CHANCE = HandshakeRandom(b"h" * 16, b"H" * 64)

Admission = Callable[[Hello], bytes | Hint]


def cheap(job: pake.Job) -> pake.Exchanged:
    """An exchange that costs nothing and keeps no secret, of the same form as the real one."""
    match job:
        case pake.HostBegins(_, _, entropy):
            return pake.Exchanged(_point(b"B", entropy), None)
        case pake.HostEnds(pake.HostBegins(password, table, entropy), point):
            host = _point(b"B", entropy)
            return pake.Exchanged(host, None if point[:1] != b"A" else _key(password, table, point, host))
        case pake.ClientRuns(password, table, entropy, point):
            client = _point(b"A", entropy)
            return pake.Exchanged(client, None if point[:1] != b"B" else _key(password, table, client, point))


def _point(side: bytes, entropy: bytes) -> bytes:
    return side + hashlib.sha256(entropy).digest()


def _key(*parts: bytes) -> bytes:
    return hashlib.sha256(lp(*parts)).digest()


def code_for_all(_: Hello) -> bytes:
    """Admit everybody with the table's code."""
    return CODE


class Sent(NamedTuple):
    """What went over the wire, in chunks."""

    to_host: list[bytes]
    to_client: list[bytes]


class Pair:
    """Two connections and the wire between them."""

    def __init__(
        self,
        client: ClientConnection,
        host: HostConnection,
        admission: Admission = code_for_all,
        exchange: Callable[[pake.Job], pake.Exchanged] = cheap,
    ) -> None:
        self.client, self.host = client, host
        self._admission, self._exchange = admission, exchange
        self.sent = Sent([], [])
        self.client_happened: list[Happened] = []
        self.host_happened: list[Happened] = []

    def pump(self) -> "Pair":
        """Carry bytes until both are silent."""
        while True:
            to_host, to_client = self.client.data_to_send(), self.host.data_to_send()
            if not to_host and not to_client:
                return self
            if to_host:
                self.sent.to_host.append(to_host)
                self.host_happened += self._settle(self.host, self.host.receive_data(to_host))
            if to_client:
                self.sent.to_client.append(to_client)
                self.client_happened += self._settle(self.client, self.client.receive_data(to_client))

    def _settle(self, side: Connection, happened: list[Happened]) -> list[Happened]:
        return settle(side, happened, self._admission, self._exchange)


def settle(
    side: Connection,
    happened: list[Happened],
    admission: Admission = code_for_all,
    exchange: Callable[[pake.Job], pake.Exchanged] = cheap,
) -> list[Happened]:
    """Answer what a connection asks of its surroundings, and give what is left."""
    left: list[Happened] = []
    for event in happened:
        match event:
            case HelloReceived(hello) if isinstance(side, HostConnection):
                answer = admission(hello)
                asked = side.refuse(answer) if isinstance(answer, Hint) else side.admit(answer)
                left += settle(side, asked, admission, exchange)
            case PakeWanted(job):
                left += settle(side, side.pake_done(exchange(job)), admission, exchange)
            case _:
                left.append(event)
    return left


def client_for(intent: Intent = Intent.SEAT, password: bytes = CODE) -> ClientConnection:
    return ClientConnection(intent, password, CLIENT_CHANCE, TABLE if intent is Intent.RESUME else None)


def host_connection() -> HostConnection:
    return HostConnection(TABLE, HOST_CHANCE)


def opened_pair(intent: Intent = Intent.SEAT) -> Pair:
    """A pair whose channel is open."""
    password = SECRET if intent is Intent.RESUME else CODE
    pair = Pair(client_for(intent, password), host_connection(), lambda _: password).pump()
    assert pair.client_happened == pair.host_happened == [Opened(TABLE, intent)]
    pair.client_happened.clear()
    pair.host_happened.clear()
    return pair
