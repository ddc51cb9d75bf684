"""Robots in this process, on real sockets, that can be cut or killed, at a host that is a process of its own."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

from clients.news import Ended, Judged, LinkChanged, LinkStage, Logged, News
from clients.robot import Robot
from clients.seat_store import SeatStore
from clients.session import JoinRequest
from clients.transport import Wire, call_later
from odin_net.bots.policies import POLICIES
from odin_net.game.events import Event, Presence, SeatChanged
from odin_net.game.replay import replay
from odin_net.game.rules import Move
from odin_net.game.state import Phase, PlayerView
from protocol.audit import Result
from protocol.codec import decode_event
from tests.helpers import LONG
from tests.helpers.host import CODE, Host


class Guest:
    """A robot in this process that remembers all that it heard."""

    def __init__(self, host: Host, data: Path, name: str, level: str = "random", *, watch: bool = False) -> None:
        self.name = name
        self.news: list[News] = []
        self.plays = True
        """Whether it moves when it is its turn."""
        self.on_event: Callable[[Event], None] = lambda _: None
        self.code = CODE
        self._host, self._data, self._watch = host, data, watch
        self._choose = POLICIES[level]
        self._running: asyncio.Task[Ended] | None = None
        self._heard = asyncio.Event()
        self.wire: Wire

    def sit(self) -> "Guest":
        """Join, or come back as a process would that was started again."""
        self._robot = Robot(self._think, lambda _: None, call_later)
        store = SeatStore(self._data, f"127.0.0.1:{self._host.port}", self.name, watches=self._watch)
        join_request = JoinRequest(self.name, self.code, watch=self._watch, patience=LONG, first_patience=LONG)
        self.wire = Wire("127.0.0.1", self._host.port, join_request, store, self)
        self._robot.attach(self.wire.session)
        self._store = store
        self._running = asyncio.create_task(self.wire.take_part())
        return self

    def _think(self, view: PlayerView, done: Callable[[Move], None]) -> None:
        if self.plays:
            done(self._choose(view, Random(secrets.token_bytes(8))))

    def heard(self, news: News) -> None:
        self.news.append(news)
        self._heard.set()
        if isinstance(news, Logged):
            self.on_event(news.event)
        if not self._watch:
            self._robot.heard(news)

    @property
    def raw(self) -> list[bytes]:
        """The log of its game, byte for byte."""
        log = self.wire.session.log
        return [] if log is None else log.raw

    def events(self) -> list[Event]:
        """The log of its game."""
        return list(map(decode_event, self.raw))

    def has_seen_away(self, seat: int) -> bool:
        """Whether it was told that this seat's person was away."""
        changes = [event for event in self.events() if isinstance(event, SeatChanged) and event.seat == seat]
        return any(change.occupant is not None and change.occupant.presence is Presence.AWAY for change in changes)

    def stop_reading(self) -> None:
        """Stay connected and take nothing in, and do not mind the silence."""
        self._transport().pause_reading()
        assert self.wire._timer is not None
        self.wire._timer.cancel()

    def read_again(self) -> None:
        self._transport().resume_reading()

    def _transport(self) -> asyncio.Transport:
        link = self.wire._world._link
        assert link is not None
        assert link._transport is not None
        return link._transport

    async def cut(self) -> None:
        """Pull the cable: the connection is reset, and nobody says good-bye."""
        before, link = self.drops(), self.wire._world._link
        if link is not None:
            link.abort()
            await self.until(lambda: self.drops() > before)

    async def kill(self) -> None:
        """End as a killed process ends: without a word, its lock freed by the system."""
        assert self._running is not None
        link = self.wire._world._link
        if link is not None:
            link.closed = True  # It says nothing more.
            link.abort()
        self._store.release()
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until this is so."""
        async with asyncio.timeout(LONG):
            while not condition():
                assert self._running is not None
                if self._running.done():
                    self._running.result()
                    raise AssertionError("the session has ended")
                self._heard.clear()
                await self._heard.wait()

    async def ended(self) -> Ended:
        """How its evening ended."""
        assert self._running is not None
        async with asyncio.timeout(LONG):
            return await self._running

    def drops(self) -> int:
        """How often its link was lost."""
        return sum(isinstance(news, LinkChanged) and news.stage is LinkStage.WAITING for news in self.news)

    def verdicts(self) -> list[Judged]:
        return [news for news in self.news if isinstance(news, Judged)]

    async def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._running


@asynccontextmanager
async def seated(host: Host, data: Path, names: Sequence[str]) -> AsyncIterator[list[Guest]]:
    """People with one data folder: they are people in seats of their own."""
    guests = [Guest(host, data, name).sit() for name in names]
    try:
        yield guests
    finally:
        for guest in guests:
            await guest.close()


async def back_at_the_table(guest: Guest) -> None:
    """Wait until somebody has seat and log again."""
    await guest.until(lambda: guest.wire.session.caught_up)


def assert_nothing_is_wrong(guests: Sequence[Guest]) -> None:
    """No check of anybody has failed."""
    for guest in guests:
        assert all(judged.verdict.result is not Result.WRONG for judged in guest.verdicts())


def assert_complete(path: Path) -> None:
    """The record is legal, and was played to its end."""
    *_, last = replay(path.read_text(encoding="utf-8"))
    assert last.state.board.phase is Phase.OVER
    assert last.state.board.game.winners
