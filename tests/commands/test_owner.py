"""A host that was killed is started again: its own player is back at the table, whatever strangers or the disk do."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("it takes many addresses on one computer, and prlimit", allow_module_level=True)

import resource

from odin_net.game.events import Presence, SeatChanged
from odin_net.host.guesses import MAX_GUESSES
from odin_net.host.memo import Memo, decode_memo
from protocol.codes import password_of
from protocol.connection import ClientConnection
from protocol.handshake import HandshakeRandom
from protocol.messages import Intent
from tests.helpers.host import CODE, LINES, Host, eventually
from tests.helpers.ptys import Pty, odin_on
from tests.promises.bad_manners import guess_from_many

STRANGERS = 24
HERE = ("--bind", "127.0.0.1")
FULL = ("--seats", "2", "--spectators", "0")


@asynccontextmanager
async def hosting(face: str, data: Path, *flags: str) -> AsyncIterator[Host | Pty]:
    """`odin host` on a terminal, or in lines."""
    if face == "screen":
        async with odin_on("host", *HERE, "--lang", "en", "--data", str(data), *flags) as pty:
            yield pty
        return
    host = Host(data, face=(*LINES, *HERE))
    try:
        await host.spawn(*flags)
        yield host
    finally:
        await host.close()


@contextmanager
def files_of(most: int) -> Iterator[None]:
    """Whoever is started in here finds a disk on which no file becomes longer."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def memo_of(data: Path) -> Memo:
    return decode_memo(Host(data).memo())


def presence_of_ann(data: Path) -> Presence | None:
    changes = [event.occupant for event in Host(data).journalled() if isinstance(event, SeatChanged)]
    return next((one.presence for one in reversed(changes) if one is not None and one.name == "Ann"), None)


async def hold_the_door(port: int) -> None:
    """Connect, say hello and stay, again and again."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            chance = HandshakeRandom(os.urandom(16), os.urandom(64))
            writer.write(ClientConnection(Intent.SEAT, password_of(CODE), chance).data_to_send())
            try:
                while await reader.read(4096):
                    pass
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
        await asyncio.sleep(0.05)


@asynccontextmanager
async def strangers_at(port: int, count: int) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(hold_the_door(port)) for _ in range(count)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def killed_table(face: str, data: Path, trouble: str, *, playing: bool) -> AsyncIterator[int]:
    """A table that was killed; its port."""
    flags = ("--port", "0", "--name", "Ann", "--bots", "1", "--code", CODE, *(FULL if trouble == "full" else ()))
    async with hosting(face, data, *flags) as host:
        await host.until(CODE)
        await eventually(lambda: presence_of_ann(data) is Presence.HERE)
        if playing:
            host.press("s" if face == "screen" else "ready\n")
            await eventually(lambda: bool(memo_of(data).hand_keys))
        port = memo_of(data).port
        if trouble == "code":
            await guess_from_many(port, MAX_GUESSES)
            await eventually(lambda: memo_of(data).code != CODE)
            await host.until("Too many wrong codes were tried")
        await host.kill()
    yield port


@pytest.mark.slow
@pytest.mark.parametrize("face", ["screen", "lines"])
@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
@pytest.mark.parametrize("trouble", ["none", "code", "full", "strangers"])
async def test_the_owner_of_a_killed_host_is_back(trouble: str, playing: bool, face: str, tmp_path: Path) -> None:
    data = tmp_path / "host"
    async with killed_table(face, data, trouble, playing=playing) as port:
        count = STRANGERS if trouble == "strangers" else 0
        before = len(Host(data).journalled())
        async with strangers_at(port, count), hosting(face, data, "--resume") as host:
            await eventually(lambda: len(Host(data).journalled()) > before and presence_of_ann(data) is Presence.HERE)
            await host.until("hand 1" if playing and face == "screen" else "Ann")
            assert host.is_running
            assert "watch" not in host.text


@pytest.mark.slow
@pytest.mark.parametrize("face", ["screen", "lines"])
@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
async def test_the_owner_of_a_host_on_a_full_disk_is_there_and_plays_on_when_there_is_room(
    playing: bool, face: str, tmp_path: Path
) -> None:
    data = tmp_path / "host"
    async with killed_table(face, data, "none", playing=playing), AsyncExitStack() as stack:
        (journal,) = (data / "tables").glob("*.journal")
        size = journal.stat().st_size
        with files_of(size):
            host = await stack.enter_async_context(hosting(face, data, "--resume"))
        await host.until("The table waits")
        await host.until("Ann")
        assert "watch" not in host.text
        assert journal.stat().st_size == size
        resource.prlimit(host.pid, resource.RLIMIT_FSIZE, resource.getrlimit(resource.RLIMIT_FSIZE))
        await eventually(lambda: journal.stat().st_size > size and presence_of_ann(data) is Presence.HERE)
        assert host.is_running
