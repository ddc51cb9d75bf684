"""One port: the first bytes say by which door somebody comes, however they arrive, and no door fills another."""

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from odin_net.doors.web import WebDoor
from odin_net.host import doorway
from odin_net.host.admission import MAX_AT_THE_DOOR
from odin_net.host.doorway import Room
from odin_net.lan.probe import speaks_odin, table_at
from protocol.codec import encode
from protocol.connection import ClientConnection, PakeWanted
from protocol.errors import Hint
from protocol.framing import frame
from protocol.handshake import HandshakeRandom
from protocol.messages import Intent, Refuse
from tests.helpers import LONG
from tests.helpers.doors import said_to, served
from tests.helpers.host import hosted

ROOT = Path(__file__).parents[2]
REFUSED = frame(encode(Refuse(Hint.MALFORMED)))


class Visitor:
    def __init__(self, address: str) -> None:
        self.address, self.is_away = address, False

    def send_away(self) -> None:
        self.is_away = True


class Spy:
    """A door that keeps what comes."""

    openings = frozenset({b"SPY-"})

    def __init__(self) -> None:
        self.came: list[tuple[bytes, str]] = []

    def enter(self, transport: asyncio.Transport, first: bytes, address: str) -> None:
        self.came.append((first, address))
        transport.close()

    async def close(self) -> None:
        self.came.append((b"", "closed"))


def hello() -> ClientConnection:
    return ClientConnection(Intent.WATCH, b"", HandshakeRandom(bytes(16), bytes(range(64))))


async def until_there(room: Room[Any], count: int) -> None:
    """Wait until so many stand in this room."""
    while len(room) != count:  # noqa: ASYNC110  A room tells nobody who comes.
        await asyncio.sleep(0.001)


async def test_a_client_of_ours_is_answered_byte_by_byte() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        client = hello()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for byte in client.data_to_send():
            writer.write(bytes([byte]))
            await writer.drain()
        happened = client.receive_data(await reader.read(65536))
        assert any(isinstance(event, PakeWanted) for event in happened)
        assert len(server._doorway.silent) == 0
        writer.close()


@pytest.mark.parametrize("cut", range(1, 4))
async def test_a_door_gets_all_bytes_however_they_come(cut: int) -> None:
    spy = Spy()
    async with asyncio.timeout(LONG), served(spy) as (server, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"SPY-"[:cut])
        await until_there(server._doorway.silent, 1)
        assert not spy.came
        writer.write(b"SPY-"[cut:])
        assert await reader.read() == b""
        assert spy.came == [(b"SPY-", "127.0.0.1")]
        writer.close()
    assert spy.came[-1] == (b"", "closed")


@pytest.mark.parametrize(
    "first",
    [b"POST / HTTP/1.1\r\n\r\n", b"GEX /", b"\xff\xff\xff\xff", b"SSH-2.0-x\r\n", bytes(8)],
    ids=["post", "nearly", "long", "no door", "zero"],
)
async def test_what_no_door_knows_is_refused(first: bytes) -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        assert await said_to(port, first) == REFUSED
        # What is still on its way when the table hangs up may take the answer with it.
        assert await said_to(port, *[bytes([byte]) for byte in first]) in (REFUSED, b"")
        assert len(server._doorway.silent) == 0
        assert await speaks_odin("127.0.0.1", port)


async def test_a_browser_that_tries_https_is_hung_up_on_without_a_word() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        assert await said_to(port, b"\x16") == b""
        assert await said_to(port, b"\x16\x03\x01\x02\x00\x01") == b""
        assert len(server._doorway.silent) == 0


async def test_without_a_door_its_bytes_are_refused_as_any_others() -> None:
    async with asyncio.timeout(LONG), served() as (_, port):
        assert await said_to(port, b"GET / HTTP/1.1\r\n\r\n") == REFUSED


@pytest.mark.slow
async def test_a_resumed_table_has_all_its_doors_back(tmp_path: Path) -> None:
    async with asyncio.timeout(LONG), hosted(tmp_path, "--no-web", "--no-ssh") as host:
        for said in (b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n"):
            assert await said_to(host.port, said) == REFUSED
        await host.kill()
        await host.resume()
        assert b"<!doctype html>" in await said_to(
            host.port, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{host.port}\r\n\r\n".encode()
        )
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(b"SSH-2.0-x\r\n")
        assert await reader.readline() == b"SSH-2.0-Odin\r\n"
        writer.close()


WHAT_IS_LOADED = """
import asyncio, sys
from pathlib import Path
import odin_net.commands.host
from odin_net.doors.ssh import SshDoor
from odin_net.doors.web import WebDoor
from odin_net.lan.probe import first_answer, speaks_odin
from tests.helpers.doors import served

def tell():
    print(*[name for name in ("asyncssh", "websockets", "clients.web.page") if name in sys.modules])

async def main():
    async with served(SshDoor(Path(sys.argv[1])), WebDoor()) as (_, port):
        assert await speaks_odin("127.0.0.1", port)
        tell()
        assert await first_answer("127.0.0.1", port, b"SSH-2.0-x\\r\\n")
        tell()
        page = f"HEAD / HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n\\r\\n".encode()
        assert (await first_answer("127.0.0.1", port, page)).startswith(b"HTTP/1.1 200")
        tell()

asyncio.run(main())
"""


def test_what_a_door_needs_is_loaded_when_somebody_comes_through_it(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", WHAT_IS_LOADED, str(tmp_path)],
        stdout=subprocess.PIPE, cwd=ROOT, text=True, timeout=LONG, check=True,
    )  # fmt: skip
    assert said.stdout.splitlines() == ["", "asyncssh", "asyncssh websockets clients.web.page"]


async def test_silent_sockets_do_not_fill_the_door() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port), AsyncExitStack() as stack:
        for _ in range(doorway.MAX_SILENT):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
        await until_there(server._doorway.silent, doorway.MAX_SILENT)
        assert not server.hub._at_the_door()
        assert await table_at("127.0.0.1", port) == server.hub.table.memo.table


async def test_the_oldest_silent_socket_makes_room() -> None:
    async with asyncio.timeout(LONG), served() as (server, port), AsyncExitStack() as stack:
        readers = []
        for count in range(doorway.MAX_SILENT + 1):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            readers.append(reader)
            if count == 0:
                await until_there(server._doorway.silent, 1)
        assert await readers[0].read() == b""
        assert len(server._doorway.silent) == doorway.MAX_SILENT


@pytest.mark.parametrize("first", [b"", b"GE"], ids=["nothing", "half an opening"])
async def test_who_does_not_say_what_they_speak_is_hung_up_on(first: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorway, "HELLO", 0.05)
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        assert await said_to(port, first) == b""
        assert len(server._doorway.silent) == 0


async def test_browsers_do_not_fill_the_door_of_our_clients() -> None:
    door = WebDoor()
    async with asyncio.timeout(LONG), served(door) as (server, port), AsyncExitStack() as stack:
        for _ in range(2 * MAX_AT_THE_DOOR):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writer.write(b"GET / HTTP/1.1\r\n")
        await until_there(door.room, 2 * MAX_AT_THE_DOOR)
        assert not server.hub._at_the_door()
        assert await table_at("127.0.0.1", port) == server.hub.table.memo.table
    assert len(door.room) == 0


def test_a_full_room_sends_away_who_came_first() -> None:
    room: Room[Visitor] = Room(3, 2)
    ann, bo, cem, dag = (Visitor(address) for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.1"))
    for visitor in (ann, bo, cem):
        room.enter(visitor)
    assert not any(visitor.is_away for visitor in (ann, bo, cem))
    room.enter(dag)
    assert [visitor.is_away for visitor in (ann, bo, cem, dag)] == [True, False, False, False]
    eve, fay = Visitor("10.0.0.3"), Visitor("127.0.0.1")
    room.enter(eve)
    assert bo.is_away
    room.leave(cem)
    room.enter(fay)
    assert len(room) == 3
    room.clear()
    assert all(visitor.is_away for visitor in (dag, eve, fay))


def test_one_household_has_one_place_for_all_its_addresses() -> None:
    """Of a /64 anybody has as many as they like."""
    room: Room[Visitor] = Room(9, 2)
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "2001:db8::3%eth0", "10.0.0.1", "::ffff:10.0.0.1")
    visitors = [Visitor(address) for address in addresses]
    for visitor in visitors:
        room.enter(visitor)
    assert [visitor.is_away for visitor in visitors] == [True, False, False, False, False, False]
    room.enter(Visitor("10.0.0.1"))
    assert visitors[4].is_away


def test_one_computer_may_stand_in_a_room_as_often_as_there_is_room() -> None:
    room: Room[Visitor] = Room(3, 1)
    visitors = [Visitor("127.0.0.1") for _ in range(3)]
    for visitor in visitors:
        room.enter(visitor)
    assert len(room) == 3
