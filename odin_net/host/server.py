"""The asyncio shell of the hub: it pumps bytes and timers, lets workers work, and decides nothing."""

import asyncio
import logging
import secrets
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import EACCES, EADDRINUSE
from functools import partial

from odin_net.bots.pool import BotPool
from odin_net.game import PASS
from odin_net.host import steps
from odin_net.host.doorway import READ_AT_ONCE, Door, Doorway, TableDoor
from odin_net.host.hub import LINGER, Hub
from odin_net.host.journal import JournalFile, NoJournal
from odin_net.host.pake_worker import PakeWorker
from odin_net.host.peer import Typed, Way
from odin_net.host.sync_pace import SyncPace
from odin_net.host.table import Table
from protocol import pake
from protocol.errors import Hint
from protocol.messages import Intent

# If a bot thinks for longer, the normal bot moves in its place.
THINKING = 5.0
# How often a slow disk is asked to make the journal durable.
SYNC = 1.0
SEND_BUFFER = 32 * 1024
# When the host goes, it waits so long for what is still to be sent.
FAREWELL = 0.5

log = logging.getLogger("odin.host")


class Server:
    """A table that listens. `announce` gets its news; `over` is set when all games are played."""

    def __init__(
        self, table: Table, first: steps.Step, journal: JournalFile | NoJournal, announce: Callable[[steps.News], None]
    ) -> None:
        self.loop = asyncio.get_running_loop()
        # Time that never goes back, and tells the date as well.
        self._base = time.time() - self.loop.time()
        self._journal = journal
        self._tell = announce
        self.hub = Hub(table, first, self, self, secrets.token_bytes)
        self._pake_worker = PakeWorker()
        self._bots = BotPool()
        self._thoughts: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = float("inf")
        self._listening: asyncio.Server | None = None
        self._doorway = Doorway(self._welcome)
        self._doors: Sequence[Door] = ()
        self._pace = SyncPace()
        self._syncing: asyncio.Task[None] | None = None
        self.disk_is_slow = asyncio.Event()
        self._closing = asyncio.Event()
        self._links: set[SocketLink] = set()
        self._all_gone = asyncio.Event()
        self._all_gone.set()
        self.over = asyncio.Event()

    def now(self) -> float:
        """Seconds since 1970, by a clock that never goes back."""
        return self._base + self.loop.time()

    # --- life ---

    async def open(self, listener: socket.socket | None = None, doors: Sequence[Door] = ()) -> None:
        """Begin the journal, and listen if there is somewhere to: for our own clients, and for who comes by a door."""
        self.hub.open(self.now())
        if listener is not None:
            self._pake_worker.start()
            self._doors, self._doorway = doors, Doorway(self._welcome, doors)
            for door in doors:
                if isinstance(door, TableDoor):
                    door.serve(self)
            self._listening = await self.loop.create_server(self._doorway, sock=listener)
        self.reschedule()

    def happened(self, happened: steps.Input) -> None:
        """Tell the table something that concerns it as a whole."""
        self.hub.happened(self.now(), happened)
        self.reschedule()

    async def close(self) -> None:
        """Tell everybody that the table closes, and close it: within a second."""
        if self._listening is not None:
            self._listening.close()
        self._doorway.close()
        self.happened(steps.ClosedDown())
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._all_gone.wait()
        await asyncio.gather(*[door.close() for door in self._doors])
        if self._timer is not None:
            self._timer.cancel()
        for task in self._thoughts:
            task.cancel()
        self._closing.set()
        # Not cancelled: a sync goes on in its thread, and the file must not be closed under it.
        await asyncio.gather(*self._thoughts, *([self._syncing] if self._syncing else []), return_exceptions=True)
        await self._bots.close()
        await self._pake_worker.stop()

    # --- what the hub wants ---

    def append(self, step: bytes, *, durable: bool) -> None:
        """Write a step of the table, durable before anybody sees it: on a slow disk within a second after that."""
        if not durable or self._pace.is_slow:
            self._journal.append(step, durable=False)
            return
        began = self.loop.time()
        self._journal.append(step, durable=True)
        self._pace.took(self.loop.time() - began)
        if self._pace.is_slow:
            self._slow_down()

    def _slow_down(self) -> None:
        """The disk is too slow to wait for it at every step."""
        self.disk_is_slow.set()
        self.announce(steps.DiskFoundSlow())
        self._syncing = asyncio.create_task(self._sync_each_second())

    def exchange(self, link: int, job: pake.Job) -> None:
        """Do a job of the handshake in the worker. SPAKE2 takes milliseconds: moves must not wait for it."""
        self._pake_worker.exchange(job, partial(self._exchanged, link), partial(self.hub.is_there, link))

    def _exchanged(self, link: int, result: pake.Exchanged | None) -> None:
        if result is None:
            log.info("the worker that proves codes has died: a newcomer is sent away")
            self.hub.exchange_failed(self.now(), link)
        else:
            self.hub.exchanged(self.now(), link, result)
        self.reschedule()

    def try_code(self, address: str, code: str, intent: Intent) -> bytes | Hint | None:
        """Compare three words that somebody has typed at another door; see `Hub.try_code`."""
        tried = self.hub.try_code(self.now(), address, code, intent)
        self.reschedule()
        return tried

    def think(self, ask: steps.Ask) -> None:
        """Let a bot think, elsewhere if it takes long."""
        task = asyncio.create_task(self._think(ask))
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)

    async def _think(self, ask: steps.Ask) -> None:
        try:
            move = await self._bots.choose(ask.level, ask.view, ask.seed, THINKING)
        except Exception:
            log.exception("a bot does not know what to do")
            move = PASS  # Where it may not, the table plays its lowest card.
        self.hub.thought(self.now(), ask.ask, move)
        self.reschedule()

    def announce(self, news: steps.News) -> None:
        """Pass news on."""
        if isinstance(news, steps.TableOver):
            self.over.set()
        self._tell(news)

    def _welcome(self, transport: asyncio.Transport, first: bytes, address: str, since: float) -> None:
        """Somebody speaks our protocol, or nothing that we know: the hub finds that out."""
        link = SocketLink(self)
        link.begin(transport, address, self._base + since)
        link.received(first)

    def link_made(self, link: "SocketLink") -> None:
        """A socket is there."""
        self._links.add(link)
        self._all_gone.clear()

    def link_gone(self, link: "SocketLink") -> None:
        """A socket is closed, and all is sent."""
        self._links.discard(link)
        if not self._links:
            self._all_gone.set()

    # --- time ---

    def reschedule(self) -> None:
        """Wake up when the hub wants to."""
        wake_at = self.hub.wake_at
        if wake_at is None:
            return
        if self._timer is not None:
            if self._timer_at <= wake_at:
                return
            self._timer.cancel()
        self._timer_at = wake_at
        self._timer = self.loop.call_at(wake_at - self._base, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.hub.tick(self.now())
        self.reschedule()

    async def _sync_each_second(self) -> None:
        while not self._closing.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(SYNC):
                    await self._closing.wait()
            try:
                if self._journal.is_dirty:
                    await asyncio.to_thread(self._journal.sync)
            except OSError as error:
                log.info("the journal cannot be synced (%s): the table pauses", error.strerror)
                self.hub.disk_failed(self.now())
                self.reschedule()


class InsideLink:
    """A link to the table from within this process; both ends of it. Who makes it says whose it is."""

    def __init__(
        self,
        server: Server,
        way: Way,
        address: str,
        received: Callable[[bytes], None],
        lost: Callable[[], None],
        typed: Typed | None = None,
    ) -> None:
        self._server, self._received, self._lost = server, received, lost
        self._loop = asyncio.get_running_loop()
        self._is_closed = False
        self._number = server.hub.connected(server.now(), _HostEnd(self), address, way, typed=typed)
        server.reschedule()

    def write(self, data: bytes) -> None:
        """From the client to the table."""
        self._loop.call_soon(self._to_host, data)

    def close(self) -> None:
        """The client hangs up; what it has written still arrives."""
        self._is_closed = True
        self._loop.call_soon(self._host_loses)

    def writable(self, can: bool) -> None:
        """The client takes no more for now, or takes it again: it has as long for that as any other link."""
        self._server.hub.writable(self._server.now(), self._number, can)
        self._server.reschedule()

    def _to_host(self, data: bytes) -> None:
        self._server.hub.received(self._server.now(), self._number, data)
        self._server.reschedule()

    def _host_loses(self) -> None:
        self._server.hub.lost(self._server.now(), self._number)
        self._server.reschedule()

    def to_client(self, data: bytes) -> None:
        self._loop.call_soon(self._deliver, data)

    def _deliver(self, data: bytes) -> None:
        if not self._is_closed:
            self._received(data)

    def hang_up(self) -> None:
        """The table hangs up; what it has sent still arrives."""
        self._loop.call_soon(self._client_loses)

    def _client_loses(self) -> None:
        if not self._is_closed:
            self._lost()


class _HostEnd:
    def __init__(self, link: InsideLink) -> None:
        self._link = link

    def write(self, data: bytes) -> None:
        self._link.to_client(data)

    def close(self) -> None:
        self._link.hang_up()

    abort = close


class SocketLink(asyncio.BufferedProtocol):
    """One socket. It is read in small pieces: who floods the table then delays nobody by more than one of them."""

    def __init__(self, server: Server, way: Way = Way.NETWORK) -> None:
        self._server = server
        self._hub = server.hub
        self._way = way
        self._transport: asyncio.Transport | None = None
        self._number = -1
        self._cut_off: asyncio.TimerHandle | None = None
        self._buffer = bytearray(READ_AT_ONCE)
        self.write: Callable[[bytes], None] = _to_nobody
        """Write these bytes: the transport's own method, without a call between, as long as there is a transport."""

    def begin(self, transport: asyncio.Transport, address: str, since: float) -> None:
        """Be the link of a socket that has been there since then."""
        transport.set_protocol(self)
        self._transport = transport
        self.write = transport.write
        connected = transport.get_extra_info("socket")
        if connected is not None:
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # Small buffers, so that a client that reads no more is noticed: the system would take megabytes for it.
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        transport.set_write_buffer_limits(high=SEND_BUFFER)
        self._server.link_made(self)
        self._number = self._hub.connected(self._server.now(), self, address, self._way, since)
        self._server.reschedule()

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002  asyncio's hint is far too large.
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.received(bytes(self._buffer[:nbytes]))

    def received(self, data: bytes) -> None:
        """Bytes of our protocol have come."""
        self._hub.received(self._server.now(), self._number, data)
        self._server.reschedule()

    def connection_lost(self, _: Exception | None) -> None:
        self._transport, self.write = None, _to_nobody
        if self._cut_off is not None:
            self._cut_off.cancel()
        self._hub.lost(self._server.now(), self._number)
        self._server.reschedule()
        self._server.link_gone(self)

    def pause_writing(self) -> None:
        self._hub.writable(self._server.now(), self._number, False)

    def resume_writing(self) -> None:
        self._hub.writable(self._server.now(), self._number, True)
        self._server.reschedule()

    def close(self) -> None:
        if self._transport is not None and self._cut_off is None:
            self._transport.close()
            # A client that reads no more would keep the socket for ever.
            self._cut_off = asyncio.get_running_loop().call_later(LINGER, self.abort)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


def _to_nobody(data: bytes) -> None:
    """Where bytes go for a socket that is gone."""


def listen(bind: str | None, port: int) -> socket.socket:
    """A socket that listens there, on all interfaces and both protocols if none is named; OSError if it cannot."""
    if bind is None and socket.has_dualstack_ipv6():
        try:
            return _listen("::", port, dualstack=True)
        except OSError as error:
            # Some systems would give us the IPv4 half of a port whose IPv6 half another program has.
            if is_taken(error):
                raise
    return _listen(bind or "0.0.0.0", port)  # noqa: S104  ARCHITECTURE: one port.


def _listen(host: str, port: int, *, dualstack: bool = False) -> socket.socket:
    is_ipv6 = ":" in host
    listener = socket.socket(socket.AF_INET6 if is_ipv6 else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # On Windows any program may take a port that another one has, unless that one forbids it.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # Elsewhere it may not, but connections of a host that has just died would keep the port from the next one.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_ipv6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not dualstack)
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def is_taken(error: OSError) -> bool:
    """Whether a port cannot be had because somebody else has it. Windows may call that forbidden."""
    return error.errno == EADDRINUSE or (sys.platform == "win32" and error.errno == EACCES)
