"""A table on a real socket, and those at its other end who do not read, or write without end."""

import asyncio
import secrets
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from odin_net.host import server, shelf
from odin_net.host.hall import Hall
from odin_net.host.server import Server, listen
from odin_net.host.table import Opening, open_table
from protocol import messages as wire
from protocol import pake
from protocol.codes import password_of
from protocol.connection import ClientConnection, Opened, PakeWanted
from protocol.errors import Close
from protocol.handshake import Chance
from protocol.messages import FromClient, Intent

CODE = "raven-oak-fjord"
LONG = 30.0


@asynccontextmanager
async def served(data: Path) -> AsyncIterator[tuple[Server, int]]:
    table, first = open_table(Opening(code=CODE), secrets.token_bytes, time.time())
    journal = shelf.new_journal(data, table.memo.table)
    listener = listen("127.0.0.1", 0)
    running = Server(table, first, journal, lambda _: None)
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
        chance = Chance(secrets.token_bytes(16), secrets.token_bytes(64))
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
    received = Hall.received

    def spy(self: Hall, now: float, number: int, data: bytes) -> None:
        sizes.append(len(data))
        received(self, now, number, data)

    async with asyncio.timeout(LONG), served(tmp_path) as (running, port):
        rude = await Rude(port).join("Ann")
        monkeypatch.setattr(Hall, "received", spy)
        await rude.say(*[wire.Start()] * 1000)
        rude.connection.close(Close.DONE)
        await rude.flush()
        await running._all_gone.wait()
        rude.socket.close()
    assert sum(sizes) > 20 * server.TURN
    assert max(sizes) <= server.TURN
