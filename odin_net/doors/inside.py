"""A session with the table of this very process: the hosting player's own, and those of guests by other doors.

The session may run in another loop than the table, in a thread of its own: all that goes between them is posted.
"""

import asyncio
import secrets
from functools import partial

from clients.interfaces import Listener, Store
from clients.session import JoinRequest
from clients.transport import Pump
from odin_net.doors.guest_thread import post
from odin_net.host.peer import Typed, Way
from odin_net.host.server import InsideLink, Server
from odin_net.lan.endpoint import Address
from protocol import pake
from protocol.inside import InsideClient

# Where the hosting player is.
HERE = "inside"


class InsideWire(Pump):
    """One session with the table of this process."""

    _world: "_Inside"

    def __init__(
        self,
        server: Server,
        join_request: JoinRequest,
        store: Store,
        listener: Listener,
        way: Way = Way.OWNER,
        address: str = HERE,
        typed: Typed | None = None,
    ) -> None:
        world = partial(_Inside, server, way, address, typed)
        super().__init__(join_request, store, listener, world, InsideClient)

    def writable(self, can: bool) -> None:
        """Who sits at this session takes no more for now, or takes it again. If they never do, the session ends."""
        self._world.writable(can)

    def cut(self) -> None:
        """Whoever sat at this session is gone without a word: the table loses them as it loses a client's link."""
        self._world.cut()


class _Inside:
    """What the session asks for, within this process."""

    def __init__(self, server: Server, way: Way, address: str, typed: Typed | None, wire: Pump) -> None:
        self._server, self._way, self._address, self._typed = server, way, address, typed
        self._wire = wire
        self._loop = asyncio.get_running_loop()
        self._table_loop = server.loop
        self._link: InsideLink | None = None  # Of the table's loop, as are all methods below that come from it.
        self._can_write = True

    def now(self) -> float:
        return self._loop.time()

    def random_bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)

    def connect(self, _: Address) -> None:
        post(self._table_loop, self._dial)

    def look_for(self, table: bytes) -> None:
        pass  # It is in this very process.

    def _dial(self) -> None:
        """In the table's loop."""
        session, call = self._wire.session, self._wire.call
        self._link = InsideLink(
            self._server,
            self._way,
            self._address,
            lambda data: post(self._loop, call, partial(session.received, data)),
            lambda: post(self._loop, call, self._lost),
            self._typed,
        )
        post(self._loop, call, partial(session.connected, _Link(self._link, self._table_loop)))
        if not self._can_write:
            self._link.writable(False)

    def _lost(self) -> None:
        session = self._wire.session
        if self._can_write:
            session.lost()
        else:
            session.leave(for_good=False)  # The table has cut off one who does not read: to dial again helps nobody.

    def writable(self, can: bool) -> None:
        self._can_write = can
        post(self._table_loop, self._tell_writable, can)

    def _tell_writable(self, can: bool) -> None:
        if self._link is not None:
            self._link.writable(can)

    def cut(self) -> None:
        post(self._table_loop, self._hang_up)

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()

    def run(self, _: pake.Job) -> None:
        raise AssertionError("nothing is proved within one process")

    async def end(self) -> None:
        await asyncio.sleep(0)  # What was written last is on its way.


class _Link:
    """The session's end of a link."""

    def __init__(self, link: InsideLink, table_loop: asyncio.AbstractEventLoop) -> None:
        self._link, self._table_loop = link, table_loop

    def write(self, data: bytes) -> None:
        post(self._table_loop, self._link.write, data)

    def close(self) -> None:
        post(self._table_loop, self._link.close)
