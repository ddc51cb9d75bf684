"""A session and a table in one process, linked in memory: the hosting player's own seat, and `odin play`."""

import asyncio
import secrets
from functools import partial

from clients.interfaces import Listener, SeatSecret
from clients.seat_store import NoStore
from clients.session import Wish
from clients.transport import Pump
from odin_net.host.peer import Way
from odin_net.host.server import InsideLink, Server
from odin_net.lan.endpoint import Address
from protocol import pake
from protocol.inside import InsideClient


class InsideWire(Pump):
    """One session with the table of this process. The seat of this secret is its own."""

    def __init__(self, server: Server, wish: Wish, secret: bytes, listener: Listener) -> None:
        store = OwnSeat(secret, wish.name)
        super().__init__(wish, store, listener, partial(_Inside, server), InsideClient)


class OwnSeat(NoStore):
    """The secret of the hosting player: the table has known it from the start, and no file needs to."""

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret, self._name = secret, name

    def find(self, table: bytes | None) -> SeatSecret | None:
        """The seat at this table. Before it is known which one that is, we join like everybody."""
        return None if table is None else SeatSecret(table, self._secret, self._name)


class _Inside:
    """What the session asks for, within this process."""

    def __init__(self, server: Server, wire: Pump) -> None:
        self._server, self._wire = server, wire
        self._loop = asyncio.get_running_loop()

    def now(self) -> float:
        return self._loop.time()

    def draw(self, count: int) -> bytes:
        return secrets.token_bytes(count)

    def connect(self, _: Address) -> None:
        self._loop.call_soon(self._dial)

    def look_for(self, table: bytes) -> None:
        pass  # It is in this very process.

    def _dial(self) -> None:
        session = self._wire.session
        link = InsideLink(
            self._server,
            Way.OWNER,
            "inside",
            lambda data: self._wire.call(partial(session.received, data)),
            lambda: self._wire.call(session.lost),
        )
        self._wire.call(partial(session.connected, link))

    def run(self, _: pake.Job) -> None:
        raise AssertionError("nothing is proved within one process")

    async def end(self) -> None:
        await asyncio.sleep(0)  # What was written last is on its way.
