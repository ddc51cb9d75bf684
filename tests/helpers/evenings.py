"""A hub and its guests in one process: the real table and the real wire, with links in memory."""

import asyncio
import secrets
from collections.abc import Callable
from random import Random

from clients.interfaces import Listener, SeatSecret
from clients.news import Ended, News
from clients.session import JoinRequest, Session
from clients.terminal.scene import TableScene
from odin_net.bots.policies import POLICIES
from odin_net.host import steps
from odin_net.host.hub import Hub
from odin_net.host.resume import games_of, resume_table
from odin_net.host.table import Opening, open_table
from odin_net.lan.endpoint import Address
from protocol import pake
from protocol.pake import Exchanged, Job
from tests.helpers.memory import MemoryDisk, MemoryStore


class _Pipe:
    """One end of a link; what is written arrives soon, in order."""

    def __init__(self, arrive: Callable[[bytes], None], end: Callable[[], None]) -> None:
        self._arrive, self._end = arrive, end
        self._loop = asyncio.get_running_loop()
        self.closed = False

    def write(self, data: bytes) -> None:
        if not self.closed:
            self._loop.call_soon(self._arrive, data)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._loop.call_soon(self._end)

    abort = close


class Guest:
    """A session with the evening's table, and its world."""

    def __init__(
        self, evening: "Evening", join_request: JoinRequest, listener: Listener, secret: SeatSecret | None = None
    ) -> None:
        self._evening = evening
        self._loop = asyncio.get_running_loop()
        self.store = MemoryStore(secret)
        self.session = Session(join_request, self, self.store, listener)
        self._near: _Pipe | None = None
        self._number = -1
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self.session.start()
        self._set_timer()

    def now(self) -> float:
        return self._loop.time()

    def random_bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)

    def connect(self, place: Address) -> None:  # noqa: ARG002  There is but one here.
        self._loop.call_soon(self._connect)

    def _connect(self) -> None:
        hub = self._evening.hub
        if not self._evening.is_open:
            self.session.connect_failed()
            self._set_timer()
            return
        number = -1
        far = _Pipe(lambda data: self._arrived(near, data), lambda: self._lost(near))
        near = _Pipe(
            lambda data: hub.received(self._evening.now(), number, data),
            lambda: hub.lost(self._evening.now(), number),
        )
        number = hub.connected(self._evening.now(), far, f"10.0.0.{id(self) % 200}")
        self._near, self._number = near, number
        self.session.connected(near)
        self._set_timer()

    def look_for(self, table: bytes) -> None:
        pass

    def run(self, job: Job) -> None:
        near = self._near
        result = self._evening.exchange_now(job)
        assert near is not None
        self._loop.call_soon(self._done, near, result)

    def _done(self, near: _Pipe, result: Exchanged) -> None:
        if not near.closed:
            self.session.pake_done(result)
            self._set_timer()

    def _arrived(self, near: _Pipe, data: bytes) -> None:
        if not near.closed:
            self.session.received(data)
            self._set_timer()

    def _lost(self, near: _Pipe) -> None:
        if not near.closed:
            self.session.lost()
            self._set_timer()

    def drop(self) -> None:
        """Cut the link."""
        self._evening.hub.lost(self._evening.now(), self._number)
        self.session.lost()
        self._set_timer()

    def lose(self) -> None:
        """The host is gone, and the link with it."""
        if self._near is not None:
            self._near.closed = True
        self.session.lost()
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        wake_at = self.session.wake_at
        self._timer = None if wake_at is None else self._loop.call_at(wake_at, self._tick)

    def _tick(self) -> None:
        self.session.tick()
        self._set_timer()

    def close(self) -> None:
        self.session.leave(for_good=False)
        if self._timer is not None:
            self._timer.cancel()


class Visit:
    """A guest whose listener is not there before it dials, such as the scene of a table."""

    def __init__(self, evening: "Evening") -> None:
        self._evening = evening
        self._over: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()
        self._has_begun = asyncio.Event()
        self._scene: TableScene | None = None

    async def begun(self) -> Guest:
        """The guest, once it has dialled."""
        await self._has_begun.wait()
        return self.guest

    async def dial(self, join_request: JoinRequest, scene: TableScene) -> Ended:
        """Take part until it ends."""
        self._scene = scene
        self.guest = self._evening.guest(join_request, self)
        scene.attach(self.guest.session)
        self.guest.start()
        self._has_begun.set()
        return await self._over

    def heard(self, news: News) -> None:
        assert self._scene is not None
        self._scene.heard(news)
        if isinstance(news, Ended) and not self._over.done():
            self._over.set_result(news)


class Evening:
    """A table that runs on the loop's clock. Use it as a context."""

    def __init__(self, opening: Opening = Opening(code="", bot_ms=0)) -> None:  # noqa: B008
        self._loop = asyncio.get_running_loop()
        self._rng = Random(7)
        self.news: list[steps.News] = []
        self.is_open = True
        table, first = open_table(opening, secrets.token_bytes, self.now())
        self.disk = MemoryDisk()
        self.hub = Hub(table, first, self.disk, self, secrets.token_bytes)
        self.code = table.memo.code
        self._ticker: asyncio.Task[None] | None = None
        self._guests: list[Guest] = []

    async def __aenter__(self) -> "Evening":
        self.hub.open(self.now())
        self._ticker = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        for guest in self._guests:
            guest.close()
        if self._ticker is not None:
            self._ticker.cancel()

    def restart(self, lost: int = 0) -> None:
        """Kill the host; another goes on with its journal, but for the last so many entries."""
        self.disk.lose(lost)
        memo, games = games_of(self.disk.entries)
        table, first = resume_table(memo, games, secrets.token_bytes, self.now())
        self.hub = Hub(table, first, self.disk, self, secrets.token_bytes)
        self.hub.open(self.now())
        for guest in self._guests:
            guest.lose()

    def pause(self) -> None:
        """Let no more time pass at the table."""
        if self._ticker is not None:
            self._ticker.cancel()

    def now(self) -> float:
        return self._loop.time()

    def guest(self, join_request: JoinRequest, listener: Listener, secret: SeatSecret | None = None) -> Guest:
        guest = Guest(self, join_request, listener, secret)
        self._guests.append(guest)
        return guest

    async def _tick(self) -> None:
        while True:
            wake_at = self.hub.wake_at
            await asyncio.sleep(0.001 if wake_at is None else min(0.001, max(0.0, wake_at - self.now())))
            if wake_at is not None and self.now() >= wake_at:
                self.hub.tick(self.now())

    # --- what the hub wants ---

    def exchange_now(self, job: Job) -> Exchanged:
        return pake.run(job)

    def exchange(self, link: int, job: Job) -> None:
        result = self.exchange_now(job)
        self._loop.call_soon(lambda: self.hub.exchanged(self.now(), link, result))

    def think(self, ask: steps.Ask) -> None:
        move = POLICIES["easy"](ask.view, self._rng)
        self._loop.call_soon(lambda: self.hub.thought(self.now(), ask.ask, move))

    def announce(self, news: steps.News) -> None:
        self.news.append(news)
