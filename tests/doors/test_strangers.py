"""Strangers at every door, whatever they send: who sits at the table moves and is answered meanwhile."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import asyncssh
import pytest

from odin_net.doors.ssh import MAX_NEW, SEND_BUFFER, Anteroom, SshDoor
from odin_net.doors.web import MAX_BROWSERS, WebDoor
from odin_net.game.options import Options
from odin_net.game.rules import Move
from odin_net.game.state import PlayerView
from odin_net.host.admission import MAX_AT_THE_DOOR, MAX_MORE
from odin_net.host.doorway import MAX_SILENT
from odin_net.host.server import Server
from odin_net.host.table import Opening
from tests.doors.test_doorway import hello
from tests.doors.test_websocket import asking
from tests.helpers.doors import CODE, among_guests, served, unsent_to_the_one_guest
from tests.helpers.guests import Guest
from tests.helpers.host import Host, eventually, hosted
from tests.helpers.needed import need

HALF_OPEN = 300
GUESSES, A_ROUND = 1000, 20
MOVES = 3
# Strangers have an address of their own, where a computer has several for itself.
STRANGE = ("127.0.0.2", 0) if sys.platform == "linux" else None
# How much more a host may hold after all of them were there; what it imports for the first ones is not counted.
MOST_KIB = 12 * 1024


# A long game, so that none of them outlasts it.
FOR_TWO = Opening(Options(points=99), seats=2)


class Player(Guest):
    """Somebody who moves when a test says so."""

    _due: Callable[[], None] | None = None

    def _think(self, view: PlayerView, done: Callable[[Move], None]) -> None:
        self._due = lambda: done(self._choose(view, Random(1)))
        self._heard.set()

    async def move(self) -> None:
        """Make one move, and see it in the log."""
        await self.until(lambda: self._due is not None)
        due, before, self._due = self._due, len(self.raw), None
        assert due is not None
        due()
        await self.until(lambda: len(self.raw) != before)


class Evening(NamedTuple):
    """A table with all its doors, and somebody who plays there with a bot."""

    server: Server
    port: int
    web: WebDoor
    ssh: SshDoor
    player: Player

    def crowds(self) -> dict[str, tuple[int, int]]:
        """How many stand somewhere who have proved nothing, and how many may."""
        return {
            "silent": (len(self.server._doorway.silent), MAX_SILENT),
            # Browsers that have a WebSocket have a door of their own.
            "links": (len(self.server.hub._at_the_door()), 2 * (MAX_AT_THE_DOOR + MAX_MORE)),
            "browsers": (len(self.web.room), MAX_BROWSERS),
            "ssh": (len(self.ssh.anteroom.sockets), MAX_NEW),
        }

    def is_bounded(self) -> bool:
        return all(count <= most for count, most in self.crowds().values())


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[Evening]:
    web, ssh = WebDoor(), SshDoor(folder / "data")
    async with served(web, ssh, bots=1, pace=0, opening=FOR_TWO) as (server, port):
        player = Player(cast(Host, Port(port)), folder / "player", "Ann")
        try:
            player.sit()
            await player.move()
            yield Evening(server, port, web, ssh, player)
            assert player.drops() == 0
        finally:
            await player.close()


class Port(NamedTuple):
    """Where a table is."""

    port: int


@pytest.fixture(autouse=True)
def nothing_is_complained_of(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """No traceback and no warning comes out of any of this."""
    with caplog.at_level(logging.WARNING):
        yield
    assert "Traceback" not in "".join(capfd.readouterr())
    assert not [record.getMessage() for record in caplog.records if record.name.startswith(("odin", "asyncio"))]


async def say_and_stay(port: int, stack: AsyncExitStack, first: bytes) -> asyncio.StreamReader:
    """Connect, say this, and nothing more until the stack is left."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    stack.callback(writer.close)
    writer.write(first)
    return reader


# --- connections that go no further ---

HALF: dict[str, Callable[[int], bytes]] = {
    "silent": lambda _: b"",
    "native": lambda _: b"\0",
    "native, hello": lambda _: hello().data_to_send(),
    "browser": lambda _: b"GET / HTTP/1.1\r\nHost: ",
    "websocket": asking,
    "ssh": lambda _: b"SSH-2.0-slow\r\n",
}


QUICK = ("native", "websocket", "ssh")


@pytest.mark.parametrize(
    "kind", [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.slow) for kind in HALF]
)
async def test_half_open_connections_are_not_noticed_at_the_table(tmp_path: Path, kind: str) -> None:
    async with playing(tmp_path) as here, AsyncExitStack() as stack:
        for number in range(HALF_OPEN):
            await say_and_stay(here.port, stack, HALF[kind](here.port))
            if number % 100 == 0:
                await here.player.move()
        await eventually(here.is_bounded)
        for _ in range(MOVES):
            await here.player.move()
        assert here.is_bounded(), here.crowds()


# --- what is not understood ---

# As programs send it that want to know what listens.
PROBES = (
    b"",
    b"\r\n\r\n",
    b"HELP\r\n",
    b"EHLO there\r\n",
    b"OPTIONS / RTSP/1.0\r\n\r\n",
    b"GET / HTTP/1.0\r\n\r\n",
    b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03",
    b"\x80\x2e\x01\x03\x01\x00\x15",
    b"\x00\x00\x00\xa4\xff\x53\x4d\x42",
    b"\x30\x0c\x02\x01\x01\x60\x07\x02\x01\x03",
    b"*1\r\n$4\r\nPING\r\n",
    bytes(64),
    b"\xff" * 64,
)
AFTER_SSH = (
    b"x" * 100_000,
    b"x\r\n" + bytes(4096),
    b"x\r\n" + b"\xff" * 4096,
    b"x\r\n" + b"\x00\x00\x00\x0c\x0a\x14" * 1000,
    b"\x1b[2J\r\n\0\0\0\0",
)


@pytest.mark.parametrize(
    "said", [PROBES, tuple(b"SSH-2.0-" + rest for rest in AFTER_SSH)], ids=["port scan", "garbage by ssh"]
)
async def test_what_is_not_understood_is_not_noticed_at_the_table(tmp_path: Path, said: tuple[bytes, ...]) -> None:
    async with playing(tmp_path) as here:
        async with AsyncExitStack() as stack:
            for first in said:
                for end in (b"", b"\n"):
                    await say_and_stay(here.port, stack, first + end)
                await here.player.move()
        await eventually(lambda: not here.ssh.anteroom.sockets)
        await eventually(lambda: not len(here.server._doorway.silent) and len(here.server._links) == 1)


# --- ssh clients ---


async def test_a_user_name_without_end_is_not_noticed_at_the_table(tmp_path: Path) -> None:
    async with playing(tmp_path) as here:
        for name in ("x" * 10_000, "é\0\x1b[2J+de+" + "plain+" * 1000):
            asked = asyncio.create_task(ssh_as(here.port, name, "nonsense"))
            await here.player.move()
            assert len((await asked).splitlines()) == 1
        await eventually(lambda: not here.ssh.anteroom.sockets)


async def ssh_as(port: int, name: str, password: str) -> str:
    """Come with this name and these words, by a client that sends them as they are; what it is told."""
    options = await asyncssh.SSHClientConnectionOptions.construct(
        username="?", password=password, known_hosts=None, client_keys=None, config=None, preferred_auth="password"
    )
    options.username = name  # Their own length is none of our concern.
    try:
        await asyncssh.connect("127.0.0.1", port, options=options, local_addr=STRANGE)
    except (asyncssh.Error, OSError) as error:
        return str(error)
    raise AssertionError("they came in")


@pytest.mark.skipif(sys.platform == "win32", reason="its pseudo terminals are others")
async def test_a_guest_who_stops_reading_is_not_noticed_at_the_table(tmp_path: Path) -> None:
    need("ssh", "openssh-client")
    from tests.helpers.ssh import SshHome  # noqa: PLC0415  There is none on Windows.

    async with playing(tmp_path) as here, SshHome(tmp_path, here.port).on_screen("eve+watch", answer=CODE) as eve:
        await eve.until("hand 1")
        eve.stop_reading()
        for _ in range(5 * MOVES):
            await here.player.move()
            await among_guests(here.ssh, resize_the_one_guest, here.ssh.anteroom)
            assert await among_guests(here.ssh, unsent_to_the_one_guest, here.ssh.anteroom) < 4 * SEND_BUFFER


def resize_the_one_guest(anteroom: Anteroom) -> None:
    assert anteroom.servers is not None
    (session,) = anteroom.servers.sessions
    session.terminal_size_changed(200, 60, 0, 0)


# --- all of them ---


def held_by(pid: int) -> int:
    """What a process holds in memory, in KiB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


async def come_and_go(port: int, count: int) -> None:
    """So many of every kind, and as many wrong codes by ssh as one connection has time for."""
    async with AsyncExitStack() as stack:
        for first in [make(port) for make in HALF.values()] * count + [*PROBES]:
            with suppress(OSError):
                await say_and_stay(port, stack, first)
        await asyncio.gather(*[ssh_as(port, "eve", "oak-oak-oak") for _ in range(count)])


@pytest.mark.slow
async def test_a_host_holds_no_more_after_a_thousand_wrong_codes_and_all_the_rest(tmp_path: Path) -> None:
    table = ("--seats", "2", "--bots", "1", "--pace", "0", "--points", "99")
    async with hosted(tmp_path / "data", *table) as host:
        player = Player(host, tmp_path / "player", "Ann")
        player.sit()
        await player.move()
        await come_and_go(host.port, A_ROUND)
        before = held_by(host.pid) if sys.platform == "linux" else 0
        for _ in range(GUESSES // A_ROUND):
            coming = asyncio.create_task(come_and_go(host.port, A_ROUND))
            await player.move()
            await coming
        if sys.platform == "linux":
            assert held_by(host.pid) < before + MOST_KIB
        await player.move()
        assert player.drops() == 0
        await player.close()
        assert not host.errors
        assert "Traceback" not in host.text
