"""A table on a real socket, and those at its other end who do not read, or write without end."""

import asyncio
import errno
import secrets
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from odin_net.host import doorway, saved_tables, server, steps
from odin_net.host.hub import Hub
from odin_net.host.journal import JournalFile, Written, unpack
from odin_net.host.server import Server, listen
from odin_net.host.table import Opening, open_table
from protocol import messages as wire
from protocol import pake
from protocol.codes import password_of
from protocol.connection import ClientConnection, Opened, PakeWanted
from protocol.errors import Close
from protocol.handshake import HandshakeRandom
from protocol.messages import FromClient, Intent
from tests.helpers import LONG

CODE = "raven-oak-fjord"


@asynccontextmanager
async def served(data: Path, news: list[steps.News] | None = None) -> AsyncIterator[tuple[Server, int]]:
    table, first = open_table(Opening(code=CODE), secrets.token_bytes, time.time())
    journal = saved_tables.new_journal(data, table.memo.table)
    listener = listen("127.0.0.1", 0)
    running = Server(table, first, journal, ([] if news is None else news).append)
    await running.open(listener)
    try:
        yield running, listener.getsockname()[1]
    finally:
        await running.close()
        journal.close()


class Rude:
    """A client that may write without end and read nothing."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._loop = asyncio.get_running_loop()
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        chance = HandshakeRandom(secrets.token_bytes(16), secrets.token_bytes(64))
        self.connection = ClientConnection(Intent.SEAT, password_of(CODE), chance)

    async def join(self, name: str) -> "Rude":
        """Take a seat."""
        await self._loop.sock_connect(self.socket, ("127.0.0.1", self._port))
        is_open = False
        while not is_open:
            await self.flush()
            for event in self.connection.receive_data(await self._loop.sock_recv(self.socket, 4096)):
                if isinstance(event, PakeWanted):
                    self.connection.pake_done(pake.run(event.job))
                is_open |= isinstance(event, Opened)
        await self.say(wire.Join(name, secrets.token_bytes(32)))
        return self

    async def say(self, *messages: FromClient) -> None:
        for message in messages:
            self.connection.send(message)
        await self.flush()

    async def flush(self) -> None:
        await self._loop.sock_sendall(self.socket, self.connection.data_to_send())


async def test_who_breaks_the_protocol_and_reads_nothing_keeps_no_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LINGER", 0.2)
    async with asyncio.timeout(LONG), served(tmp_path) as (running, port):
        rude = await Rude(port).join("Ann")
        (link,) = running._links
        assert link._transport is not None
        while not link._transport.get_write_buffer_size():
            await rude.say(*[wire.Ping(1)] * 1000)
            await asyncio.sleep(0)
        rude.connection.send_raw(b"\xc1")
        await rude.flush()
        await running._all_gone.wait()
        rude.socket.close()


async def test_who_writes_without_end_is_read_in_small_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    received = Hub.received

    def spy(self: Hub, now: float, number: int, data: bytes) -> None:
        sizes.append(len(data))
        received(self, now, number, data)

    async with asyncio.timeout(LONG), served(tmp_path) as (running, port):
        rude = await Rude(port).join("Ann")
        monkeypatch.setattr(Hub, "received", spy)
        await rude.say(*[wire.Start()] * 1000)
        rude.connection.close(Close.DONE)
        await rude.flush()
        await running._all_gone.wait()
        rude.socket.close()
    assert sum(sizes) > 20 * doorway.READ_AT_ONCE
    assert max(sizes) <= doorway.READ_AT_ONCE


# --- a slow disk ---


class Clock:
    """How long each entry takes the disk, for who measures it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.passed = 0.0
        self.durable: list[bool] = []
        append, clock = JournalFile.append, self

        def slowly(journal: JournalFile, step: bytes, *, durable: bool) -> None:
            began = time.monotonic()
            append(journal, step, durable=durable)
            clock.durable.append(durable)
            clock.passed += seconds if durable else 0.0
            clock.passed -= time.monotonic() - began  # What the disk of this computer takes does not count.

        monkeypatch.setattr(JournalFile, "append", slowly)

    def attach(self, running: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        time = running.loop.time
        monkeypatch.setattr(running.loop, "time", lambda: time() + self.passed)


async def busy(running: Server, count: int) -> None:
    """Let so many steps be written that people see."""
    for _ in range(count):
        running.append(b"\x93\x00\xc0\x90", durable=True)
    await asyncio.sleep(0)


async def test_on_a_slow_disk_the_host_says_so_once_and_syncs_each_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SYNC", 0.01)
    clock = Clock(monkeypatch, 0.03)
    news: list[steps.News] = []
    synced, sync, loop = asyncio.Event(), JournalFile.sync, asyncio.get_running_loop()

    def spy(journal: JournalFile) -> None:
        sync(journal)
        loop.call_soon_threadsafe(synced.set)

    monkeypatch.setattr(JournalFile, "sync", spy)
    async with asyncio.timeout(LONG), served(tmp_path, news) as (running, _):
        clock.attach(running, monkeypatch)
        await busy(running, 40)
        assert running.disk_is_slow.is_set()
        assert news.count(steps.DiskFoundSlow()) == 1
        # The first few were waited for, all later ones were not, and become durable nevertheless.
        assert not any(clock.durable[-20:])
        assert running._journal.is_dirty
        await synced.wait()
        assert not running._journal.is_dirty


async def test_a_quick_disk_is_waited_for_at_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, 0.02)
    news: list[steps.News] = []
    async with asyncio.timeout(LONG), served(tmp_path, news) as (running, _):
        clock.attach(running, monkeypatch)
        await busy(running, 60)
        assert all(clock.durable)
        assert not running._journal.is_dirty
        assert not running.disk_is_slow.is_set()
        assert steps.DiskFoundSlow() not in news


async def test_a_sync_that_fails_on_a_slow_disk_pauses_the_table_until_all_of_it_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SYNC", 0.01)
    news: list[steps.News] = []
    async with asyncio.timeout(LONG), served(tmp_path, news) as (running, _):
        journal = running._journal
        assert isinstance(journal, JournalFile)

        failed, disk_failed = asyncio.Event(), running.hub.disk_failed

        def spy(now: float) -> None:
            disk_failed(now)
            failed.set()

        monkeypatch.setattr(running.hub, "disk_failed", spy)

        def fail(_: int) -> None:
            raise OSError(errno.EIO, "the disk has lost it")

        with monkeypatch.context() as broken:
            broken.setattr("odin_net.host.journal.sync_file", fail)
            broken.setattr(running._pace, "is_slow", True)
            running._slow_down()
            await busy(running, 3)
            await failed.wait()
        assert news[-1] == steps.DiskChanged(True)
        before = journal.path.stat().st_ino
        running.hub.tick(running.now() + 2)
        assert news[-1] == steps.DiskChanged(False)
        assert journal.path.stat().st_ino != before
        assert unpack(journal.path.read_bytes()).entries.count(Written(0, None, ())) == 3
