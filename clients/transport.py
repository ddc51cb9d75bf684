"""A session on a real network: asyncio dials, pumps bytes and timers, and does the handshake's sums in a thread."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Protocol, Self, TypeAlias, cast

from clients.interfaces import Converse, Listener, Outside, Store
from clients.news import Ended, News
from clients.session import WITHIN, JoinRequest, Session
from odin_net.lan.endpoint import Address
from protocol import pake
from protocol.connection import ClientConnection

DIAL_SECONDS = 5.0
# IPv6 and IPv4 of one name are tried so soon after each other.
NEXT_ADDRESS_SECONDS = 0.25
# What was written at the end has so long to go out.
LAST_WORDS_SECONDS = 1.0
# A host that asks and asks and takes no answers is left, and dialled again.
MOST_UNSENT = 1 << 20


# Where the network says that a table is. It never fails; it may find nothing.
FindTable: TypeAlias = Callable[[bytes], Awaitable[Iterable[Address]]]


async def found_nowhere(_: bytes) -> Iterable[Address]:
    """For who cannot or need not look."""
    return ()


def call_later(seconds: float, call: Callable[[], None]) -> None:
    """For who decides without a clock: call this in so many seconds."""
    asyncio.get_running_loop().call_later(seconds, call)


class World(Outside, Protocol):
    """What a session needs, and how it comes to an end."""

    async def end(self) -> None:
        """Let last words go out; then nothing of us is left."""


class Pump:
    """One session in a running loop, until it ends. What it dials is made for it."""

    def __init__(
        self,
        join_request: JoinRequest,
        store: Store,
        listener: Listener,
        world: Callable[[Self], World],
        converse: Converse = ClientConnection,
        place: Address = WITHIN,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[Ended] = self._loop.create_future()
        self._listener = listener
        self._timer: asyncio.TimerHandle | None = None
        self._world = world(self)
        self.session = Session(join_request, self._world, store, self, converse, place)

    async def take_part(self) -> Ended:
        """Be at the table until it is over. If this is cancelled we go, and the seat waits."""
        try:
            self.call(self.session.start)
            return await self._ended
        finally:
            self.session.leave(for_good=False)
            if self._timer is not None:
                self._timer.cancel()
            await self._world.end()

    def call(self, what: Callable[[], None]) -> None:
        """Tell the session something. What goes wrong in it ends all."""
        if self._ended.done():
            return
        try:
            what()
        except Exception as error:
            if not self._ended.done():
                self._ended.set_exception(error)
        self._set_timer()

    def heard(self, news: News) -> None:
        """Pass the session's news on, and see the last."""
        self._listener.heard(news)
        if isinstance(news, Ended) and not self._ended.done():
            self._ended.set_result(news)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        wake_at = self.session.wake_at
        self._timer = None if wake_at is None else self._loop.call_at(wake_at, self.call, self.session.tick)


class Wire(Pump):
    """One session with the table at an address, or, if it cannot be reached there, where it is found instead."""

    _world: "_Net"

    def __init__(
        self,
        host: str,
        port: int,
        join_request: JoinRequest,
        store: Store,
        listener: Listener,
        find_table: FindTable = found_nowhere,
    ) -> None:
        super().__init__(join_request, store, listener, partial(_Net, find_table), place=Address(host, port))


class _Net:
    """What the session asks for, from asyncio and the system."""

    def __init__(self, find_table: FindTable, wire: Pump) -> None:
        self._find_table, self._wire = find_table, wire
        self._loop = asyncio.get_running_loop()
        self._link: _ClientLink | None = None
        self._links: set[_ClientLink] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_looking = False

    def now(self) -> float:
        return self._loop.time()

    def random_bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)

    def connect(self, place: Address) -> None:
        self._begin(self._dial(place))

    def look_for(self, table: bytes) -> None:
        if not self._is_looking:
            self._is_looking = True
            self._begin(self._look(table))

    def run(self, job: pake.Job) -> None:
        assert self._link is not None
        self._begin(self._exchange(self._link, job))

    async def end(self) -> None:
        """Let last words go out; then nothing of us is left."""
        for task in self._tasks:
            task.cancel()
        if self._links:
            await asyncio.wait([link.gone for link in self._links], timeout=LAST_WORDS_SECONDS)
        for link in [*self._links]:
            link.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, table: bytes) -> None:
        try:
            places = await self._find_table(table)
        finally:
            self._is_looking = False
        self._wire.call(partial(self._wire.session.found, places))

    async def _dial(self, place: Address) -> None:
        try:
            async with asyncio.timeout(DIAL_SECONDS):
                await self._loop.create_connection(
                    partial(_ClientLink, self), place.host, place.port, happy_eyeballs_delay=NEXT_ADDRESS_SECONDS
                )
        except (OSError, UnicodeError):  # a TimeoutError is one of them; no host has a name that is no IDNA
            self._wire.call(self._wire.session.connect_failed)

    def connected(self, link: "_ClientLink") -> None:
        self._links.add(link)
        link.gone.add_done_callback(lambda _: self._links.discard(link))
        self._link = link
        self._wire.call(partial(self._wire.session.connected, link))

    def received(self, data: bytes) -> None:
        self._wire.call(partial(self._wire.session.received, data))

    def lost(self) -> None:
        self._wire.call(self._wire.session.lost)

    async def _exchange(self, link: "_ClientLink", job: pake.Job) -> None:
        result = await asyncio.to_thread(pake.run, job)
        if not link.closed:
            self._wire.call(partial(self._wire.session.pake_done, result))


class _ClientLink(asyncio.Protocol):
    """One connection. asyncio turns Nagle's algorithm off by itself."""

    def __init__(self, world: _Net) -> None:
        self._world = world
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self.closed = False
        self.gone: asyncio.Future[None] = self._loop.create_future()

    def write(self, data: bytes) -> None:
        if self._transport is not None and not self.closed:
            self._transport.write(data)
            if self._transport.get_write_buffer_size() > MOST_UNSENT:
                self._transport.abort()

    def close(self) -> None:
        self.closed = True
        if self._transport is not None and not self.gone.done():
            self._transport.close()
            # A peer that reads no more would keep it for ever.
            self._loop.call_later(LAST_WORDS_SECONDS, self.abort)

    def abort(self) -> None:
        if self._transport is not None and not self.gone.done():
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._world.connected(self)

    def data_received(self, data: bytes) -> None:
        if not self.closed:
            self._world.received(data)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.gone.done():
            self.gone.set_result(None)
        if not self.closed:
            self._world.lost()
