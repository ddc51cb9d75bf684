"""Browsers at the table: clients play through a WebSocket, and who breaks its rules is closed, and nobody else."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from websockets.exceptions import ConnectionClosedOK
from websockets.frames import Frame, Opcode

from clients.news import How
from odin_net.doors import websocket
from odin_net.doors.web import WebDoor
from odin_net.host import steps
from odin_net.host.admission import MAX_AT_THE_DOOR
from odin_net.host.peer import Peer, Way
from odin_net.host.server import Server
from odin_net.lan.probe import speaks_odin, table_at
from protocol.audit import Result
from protocol.codec import encode
from protocol.connection import Closed, PakeWanted, TurnedAway
from protocol.errors import Close, Hint
from protocol.framing import MAX_BEFORE, frame
from protocol.messages import Refuse
from tests.doors.test_doorway import hello
from tests.helpers import LONG
from tests.helpers.doors import said_to, served
from tests.helpers.guests import Guest, assert_complete, assert_nothing_is_wrong, back_at_the_table
from tests.helpers.host import Host, hosted
from tests.helpers.web_bridge import Bridge, bridged

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
# How often strangers send all that they know, at most.
MOST_ROUNDS = 400


# --- whole evenings ---


@pytest.mark.slow
async def test_browsers_play_a_whole_game_with_others(tmp_path: Path) -> None:
    async with hosted(tmp_path / "host", "--seats", "3", "--games", "1") as host:
        async with bridged(host.port) as bridge:
            there = cast(Host, bridge)
            watching = Guest(there, tmp_path / "d", "Dag", watch=True).sit()
            await back_at_the_table(watching)  # Before the game, which is over when the last of them is.
            guests = [Guest(there, tmp_path / "a", "Ann"), Guest(there, tmp_path / "b", "Bo")]
            guests += [Guest(host, tmp_path / "c", "Cem")]
            for guest in guests:
                guest.sit()
            guests.append(watching)
            for guest in guests:
                await guest.ended()
            assert bridge.messages > 100
        assert_nothing_is_wrong(guests)
        assert any(judged.verdict.result is Result.CHECKED for judged in guests[0].verdicts())
        await host.wait()
        assert_complete(host.records()[0])


@pytest.mark.slow
async def test_a_browser_comes_back_to_its_seat_also_when_the_host_was_killed(tmp_path: Path) -> None:
    async with hosted(tmp_path / "host", "--seats", "2", "--games", "1") as host, bridged(host.port) as bridge:
        guests = [Guest(cast(Host, bridge), tmp_path / name, name).sit() for name in ("Ann", "Bo")]
        await guests[0].until(lambda: len(guests[0].raw) > 20)
        await guests[0].cut()
        await back_at_the_table(guests[0])
        await host.kill()
        await host.resume()
        for guest in guests:
            await guest.ended()
        assert_nothing_is_wrong(guests)


async def test_a_table_that_is_open_to_all_is_so_for_browsers(tmp_path: Path) -> None:
    async with asyncio.timeout(LONG), served(WebDoor(), code="") as (server, port), bridged(port) as bridge:
        guest = Guest(cast(Host, bridge), tmp_path, "Ann")
        guest.code = ""
        try:
            await guest.sit().until(lambda: guest.wire.session.caught_up)
            assert server.hub.table.players == 1
        finally:
            await guest.close()


async def test_a_browser_that_is_kicked_is_told_so_before_its_socket_closes(tmp_path: Path) -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port), bridged(port) as bridge:
        guest = Guest(cast(Host, bridge), tmp_path, "Ann")
        try:
            await guest.sit().until(lambda: guest.wire.session.caught_up)
            (link,) = server.hub._peers
            server.hub._do([steps.End(link, Close.KICKED, 0)])
            assert (await guest.ended()).how is How.KICKED
            assert not server.hub._peers
        finally:
            await guest.close()


# --- how a WebSocket begins ---


def asking(port: int, *without: str, **other: str) -> bytes:
    """The request for the WebSocket, without some of its header or with other values in it."""
    host = f"127.0.0.1:{port}"
    fields = {
        "Host": host,
        "Origin": f"http://{host}",
        "Connection": "keep-alive, Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
        "Sec-WebSocket-Protocol": "odin",
        **{name.replace("_", "-"): value.format(port=port) for name, value in other.items()},
    }
    lines = [f"{name}: {value}" for name, value in fields.items() if name not in without]
    return "\r\n".join(("GET /table HTTP/1.1", *lines, "", "")).encode()


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://localhost:{port}",
        "http://127.0.0.1:{port}/",
        "http://127.0.0.1:{port}.evil.example",
        "null",
        "",
    ],
)
async def test_a_web_site_elsewhere_gets_no_link(origin: str) -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        assert (await said_to(port, asking(port, Origin=origin))).startswith(b"HTTP/1.1 403 ")
        assert (await said_to(port, asking(port, "Origin"))).startswith(b"HTTP/1.1 403 ")
        assert server.hub._next_link == 0


async def test_under_another_name_there_is_no_link_however_the_origin_fits() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        evil = asking(port, Host="evil.example:{port}", Origin="http://evil.example:{port}")
        assert (await said_to(port, evil)).startswith(b"HTTP/1.1 421 ")
        assert server.hub._next_link == 0


@pytest.mark.parametrize(
    "other",
    [
        {"Upgrade": "h2c"},
        {"Connection": "close"},
        {"Sec_WebSocket_Version": "8"},
        {"Sec_WebSocket_Key": "short"},
        {"Sec_WebSocket_Protocol": "chat, mqtt"},
    ],
    ids=lambda other: next(iter(other)),
)
async def test_what_is_no_request_for_our_websocket_gets_no_link(other: dict[str, str]) -> None:
    (name,) = other
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        for request in (asking(port, **other), asking(port, name.replace("_", "-"))):
            said = await said_to(port, request)
            assert said.startswith(b"HTTP/1.1 400 ")
            assert said.endswith(b"There is nothing here: open the address that the host's screen shows.\n")
        assert server.hub._next_link == 0


async def test_who_speaks_before_the_answer_gets_no_link() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        assert (await said_to(port, asking(port) + b"\x82\x80\0\0\0\0")).startswith(b"HTTP/1.1 400 ")
        assert server.hub._next_link == 0


async def test_without_this_door_there_is_no_websocket() -> None:
    async with asyncio.timeout(LONG), served() as (_, port):
        assert await said_to(port, asking(port)) == frame(encode(Refuse(Hint.MALFORMED)))


# --- a browser that does what it likes ---


class Browser:
    """A WebSocket whose frames are written by hand."""

    def __init__(self, server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._server, self.reader, self.writer = server, reader, writer
        (self.peer,) = [peer for peer in server.hub._peers.values() if peer.number == server.hub._next_link - 1]

    def send(self, *frames: bytes) -> None:
        self.writer.write(b"".join(frames))

    async def closed(self) -> int | None:
        """The code with which the table closes, if it says one, once its link is gone."""
        try:
            said = await self.reader.read()
        except ConnectionError:
            said = b""
        assert self.peer.number not in self._server.hub._peers
        at = said.rfind(bytes([0x80 | Opcode.CLOSE]))
        return int.from_bytes(said[at + 2 : at + 4], "big") if at >= 0 else None


def masked(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@asynccontextmanager
async def browser_at(server: Server, port: int) -> AsyncIterator[Browser]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(asking(port))
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 ")
        assert b"Sec-WebSocket-Protocol: odin\r\n" in head
        assert b"Extensions" not in head
        yield Browser(server, reader, writer)
    finally:
        writer.close()


BAD: dict[str, tuple[Callable[[], bytes], int | None]] = {
    "text": (lambda: masked(Opcode.TEXT, b"hello"), 1003),
    "no utf-8": (lambda: masked(Opcode.TEXT, b"\xff"), 1003),
    "unmasked": (lambda: Frame(Opcode.BINARY, b"x").serialize(mask=False), 1002),
    "reserved bit": (lambda: b"\xc2\x81\0\0\0\0x", 1002),
    "reserved opcode": (lambda: b"\x83\x81\0\0\0\0x", 1002),
    "long": (lambda: masked(Opcode.BINARY, bytes(websocket.MAX_MESSAGE + 1)), 1009),
    "very long": (lambda: b"\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
    "longer than there are numbers": (lambda: b"\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
    # Its first piece is no hello.
    "long in pieces": (lambda: in_pieces(3, websocket.MAX_MESSAGE // 2), 1000),
    "many pieces": (lambda: in_pieces(websocket.MAX_FRAGMENTS + 2, 1), 1008),
    "many empty pieces": (lambda: in_pieces(websocket.MAX_EMPTY + 2, 0), 1008),
    "a piece of nothing": (lambda: masked(Opcode.CONT, b"x"), 1002),
    "two messages in one": (lambda: masked(Opcode.BINARY, b"\0", fin=False) + masked(Opcode.BINARY, b"\0"), 1002),
    "long ping": (lambda: b"\x89\xfe\x00\x7e\0\0\0\0" + bytes(126), 1002),
    "ping in pieces": (lambda: b"\x09\x81\0\0\0\0x", 1002),
    "many pings": (lambda: masked(Opcode.PING, b"x") * (websocket.MAX_EMPTY + 1), 1008),
    "many pongs": (lambda: masked(Opcode.PONG) * (websocket.MAX_EMPTY + 1), 1008),
    "many empty messages": (lambda: masked(Opcode.BINARY) * (websocket.MAX_EMPTY + 1), 1008),
    "good-bye": (lambda: masked(Opcode.CLOSE, (1000).to_bytes(2, "big")), 1000),
    "bad good-bye": (lambda: masked(Opcode.CLOSE, b"\0"), 1002),
}


def in_pieces(count: int, size: int) -> bytes:
    """A message that never ends, and in it a frame that is not whole yet."""
    begun = (MAX_BEFORE.to_bytes(4, "big") + bytes(count * size))[: count * size]
    parts = [begun[at * size : (at + 1) * size] for at in range(count)]
    opcodes = [Opcode.BINARY, *[Opcode.CONT] * (count - 1)]
    return b"".join(masked(opcode, part, fin=False) for opcode, part in zip(opcodes, parts, strict=True))


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("step", [1, 100_000], ids=["byte by byte", "whole"])
async def test_who_breaks_the_rules_of_frames_is_closed_and_nobody_else(case: str, step: int) -> None:
    make, code = BAD[case]
    data = make()
    if len(data) > 4096 and step == 1:
        step = 1000
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port):
        async with browser_at(server, port) as bad, browser_at(server, port) as good:
            for start in range(0, len(data), step):
                bad.send(data[start : start + step])
                await asyncio.sleep(0)
            assert await bad.closed() in (code, None)
            assert good.peer.number in server.hub._peers
            good.send(masked(Opcode.PING, b"there?"))
            assert await good.reader.readexactly(8) == b"\x8a\x06there?"
        assert await speaks_odin("127.0.0.1", port)


async def test_a_handshake_comes_in_pieces_and_is_answered_in_messages() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port), Bridge(port).dial() as link:
        client = hello()
        for byte in client.data_to_send():
            await link.send(bytes([byte]))
        message = await link.recv()
        assert isinstance(message, bytes)
        assert any(isinstance(event, PakeWanted) for event in client.receive_data(message))
        (peer,) = server.hub._peers.values()
        assert (peer.way, peer.address) == (Way.BROWSER, "127.0.0.1")


async def test_what_is_refused_is_told_before_the_socket_closes() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port), Bridge(port).dial() as link:
        await link.send(b"\xff\xff\xff\xff")
        assert await link.recv() == frame(encode(Refuse(Hint.MALFORMED)))
        with pytest.raises(ConnectionClosedOK):
            await link.recv()


async def test_when_the_table_closes_browsers_are_told() -> None:
    client = hello()
    async with asyncio.timeout(LONG), AsyncExitStack() as stack:
        async with served(WebDoor()) as (_, port):
            link = await stack.enter_async_context(Bridge(port).dial())
            await link.send(client.data_to_send())
            client.receive_data(bytes(await link.recv()))  # type: ignore[arg-type]
        happened = client.receive_data(bytes(await link.recv()))  # type: ignore[arg-type]
        assert any(isinstance(event, (TurnedAway, Closed)) for event in happened)
        with pytest.raises(ConnectionClosedOK):
            await link.recv()


# --- limits ---


async def test_browsers_and_other_clients_have_doors_of_their_own() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port), AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(browser_at(server, port)) for _ in range(MAX_AT_THE_DOOR)]
        assert await table_at("127.0.0.1", port) == server.hub.table.memo.table
        assert all(browser.peer.number in server.hub._peers for browser in crowd)
        await stack.enter_async_context(browser_at(server, port))
        assert await crowd[0].closed() == 1000
        assert all(browser.peer.number in server.hub._peers for browser in crowd[1:])


async def test_a_crowd_of_other_clients_does_not_keep_browsers_out() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port), AsyncExitStack() as stack:
        for _ in range(MAX_AT_THE_DOOR):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writer.write(hello().data_to_send())
            await reader.read(1)
        assert len(server.hub._at_the_door()) == MAX_AT_THE_DOOR
        link, client = await stack.enter_async_context(Bridge(port).dial()), hello()
        await link.send(client.data_to_send())
        happened = client.receive_data(bytes(await link.recv()))  # type: ignore[arg-type]
        assert any(isinstance(event, PakeWanted) for event in happened)
        assert len(server.hub._at_the_door()) == MAX_AT_THE_DOOR + 1


async def test_a_browser_that_says_no_hello_goes_as_any_other_client_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("odin_net.host.admission.HELLO", 0.05)
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port), browser_at(server, port) as browser:
        browser.send(masked(Opcode.PING, b"still here"))
        assert await browser.closed() in (1000, None)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  A table tells nobody who comes and goes.
        await asyncio.sleep(0.001)


def fill(peer: Peer) -> None:
    """Send somebody more than the system takes for them."""
    for _ in range(10_000):
        peer.link.write(bytes(4096))
        if peer.blocked_since is not None:
            return
    raise AssertionError("it never fills up")


async def test_a_browser_that_takes_no_bytes_is_known_to_the_table_and_costs_little() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port), browser_at(server, port) as browser:
        fill(browser.peer)
        transport = browser.peer.link._transport  # type: ignore[attr-defined]
        assert transport.get_write_buffer_size() < 64 * 1024
        reading = asyncio.create_task(browser.reader.read(1 << 20))
        await until(lambda: reading.done() or browser.peer.blocked_since is None)
        while browser.peer.blocked_since is not None:
            await browser.reader.read(1 << 20)
        reading.cancel()


async def test_pongs_do_not_pile_up_for_who_does_not_read_them() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (server, port), browser_at(server, port) as browser:
        fill(browser.peer)
        browser.send(masked(Opcode.PING, bytes(125)))
        await until(lambda: browser.peer.number not in server.hub._peers)


async def test_browsers_that_ask_and_go_leave_nothing_behind() -> None:
    door = WebDoor()
    async with asyncio.timeout(LONG), served(door) as (server, port):
        for _ in range(50):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(asking(port))
            writer.close()
        await until(lambda: not len(door.room) and not door.answering and not server.hub._peers)
        assert not server._links


# --- hostile company ---


def hostile(port: int) -> list[bytes]:
    """What strangers may send, each over a connection of its own."""
    host = f"Host: 127.0.0.1:{port}\r\n".encode()
    return [
        b"GET /../../etc/passwd HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /?lang=" + b"x" * 7000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"X: " + b"x" * 20_000,
        b"GET / HTTP/1.1\r\n" + host + b"Accept-Language: " + b"de;q=0.1," * 800 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"\r\n",
        b"HEAD / HTTP/1.1\r\n" + host + b"\r\n" * 500,
        asking(port, Origin="http://evil.example"),
        asking(port, Sec_WebSocket_Key="?"),
        asking(port) + masked(Opcode.TEXT, b"x" * 5000),
        b"\x16\x03\x01\x02\x00\x01",
    ]


async def send_and_go(port: int, data: bytes, *, waits: bool) -> None:
    with suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(OSError):
            writer.write(data)
            if waits:
                await reader.read()
        writer.close()


async def flood(port: int, done: asyncio.Event, rounds: list[int]) -> None:
    """Send all that again and again, some twenty at a time, and note each round that is over."""
    for count in range(1, MOST_ROUNDS + 1):
        if done.is_set():
            return
        asked = [send_and_go(port, data, waits=bool(count % 2)) for data in hostile(port) * 2]
        # Frames that break the rules, in sockets that were taken.
        asked += [break_rules(port, make()) for make, _ in list(BAD.values())[count % 4 :: 4]]
        await asyncio.gather(*asked)
        rounds.append(count)


async def break_rules(port: int, data: bytes) -> None:
    with suppress(OSError, asyncio.IncompleteReadError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(OSError, asyncio.IncompleteReadError):
            writer.write(asking(port))
            await reader.readuntil(b"\r\n\r\n")
            writer.write(data)
            await reader.read()
        writer.close()


@pytest.mark.slow
async def test_who_sits_there_notices_nothing_of_strangers(tmp_path: Path) -> None:
    async with hosted(tmp_path / "host", "--seats", "3", "--games", "1") as host, bridged(host.port) as bridge:
        guests = [Guest(cast(Host, bridge), tmp_path / "a", "Ann"), Guest(host, tmp_path / "b", "Bo")]
        for guest in guests:
            guest.sit()
        await until(lambda: all(guest.raw for guest in guests))
        done, rounds = asyncio.Event(), list[int]()
        flooding = asyncio.create_task(flood(host.port, done, rounds))
        await until(lambda: len(rounds) > 3)
        # Nobody is quick enough to play without them: with the last seat the game begins.
        guests.append(Guest(host, tmp_path / "c", "Cem"))
        guests[-1].sit()
        for guest in guests:
            await guest.ended()
        done.set()
        await flooding
        assert [guest.drops() for guest in guests] == [0, 0, 0]
        assert_nothing_is_wrong(guests)
        assert not host.errors
