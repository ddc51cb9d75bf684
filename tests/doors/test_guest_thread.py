"""Guests are served in a thread of their own: their sockets go there, and the table waits for nothing that it does."""

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from odin_net.doors.guest_thread import GuestThread, ask
from odin_net.doors.handover import take_socket
from odin_net.doors.ssh import MAX_NEW, SshDoor
from odin_net.lan.probe import speaks_odin
from tests.helpers import LONG
from tests.helpers.doors import served
from tests.helpers.host import eventually

MUCH = 1 << 20


@pytest.fixture(params=["moved", "copied"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How a socket comes to another loop; that of Windows can only copy."""
    if request.param == "copied":
        monkeypatch.setattr("odin_net.doors.handover._can_be_moved", lambda: False)
    elif sys.platform == "win32":
        pytest.skip("this loop cannot let go of a socket")


@pytest.fixture
def thread() -> Iterator[GuestThread]:
    thread = GuestThread()
    yield thread
    thread.close()


class Echo(asyncio.Protocol):
    """In the other loop: says all again."""

    def __init__(self) -> None:
        self.threads: set[str] = set()
        self.is_gone = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.threads.add(threading.current_thread().name)
        self.transport.write(data)

    def pause_writing(self) -> None:
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        self.transport.resume_reading()

    def connection_lost(self, _: Exception | None) -> None:
        self.is_gone = True


class Opening(asyncio.Protocol):
    """In the loop that accepts: reads one piece, then hands the socket on."""

    def __init__(self, thread: GuestThread, echo: Echo) -> None:
        self._thread, self._echo = thread, echo

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        assert data == b"first"
        asyncio.run_coroutine_threadsafe(self._enter(take_socket(self._transport)), self._thread.loop)

    async def _enter(self, taken: socket.socket) -> None:
        await asyncio.get_running_loop().connect_accepted_socket(lambda: self._echo, taken)


@asynccontextmanager
async def handed_on(
    thread: GuestThread, echo: Echo
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that is answered in the other loop."""
    server = await asyncio.get_running_loop().create_server(lambda: Opening(thread, echo), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(b"first")
    async with asyncio.timeout(LONG):
        await eventually(lambda: hasattr(echo, "transport"))
        yield reader, writer
    writer.close()
    server.close()


@pytest.mark.usefixtures("way")
async def test_all_that_comes_later_is_answered_in_the_thread(thread: GuestThread) -> None:
    echo = Echo()
    async with handed_on(thread, echo) as (reader, writer):
        writer.write(bytes(MUCH))
        assert await reader.readexactly(MUCH) == bytes(MUCH)
        assert echo.threads == {"guests"}


@pytest.mark.usefixtures("way")
async def test_who_hangs_up_is_gone_there(thread: GuestThread) -> None:
    echo = Echo()
    async with handed_on(thread, echo) as (_, writer):
        writer.close()
        await eventually(lambda: echo.is_gone)


@pytest.mark.usefixtures("way")
async def test_who_is_hung_up_on_hears_the_last_words(thread: GuestThread) -> None:
    echo = Echo()
    async with handed_on(thread, echo) as (reader, _):
        await ask(thread.loop, echo.transport.write, b"bye")
        await ask(thread.loop, echo.transport.close)
        assert await reader.read() == b"bye"


async def test_a_question_is_answered_in_the_loop_that_is_asked(thread: GuestThread) -> None:
    assert (await ask(thread.loop, threading.current_thread)).name == "guests"
    with pytest.raises(ZeroDivisionError):
        await ask(thread.loop, divmod, 1, 0)


async def test_while_guests_keep_the_thread_busy_the_table_answers_and_few_ssh_clients_wait(tmp_path: Path) -> None:
    door, go_on = SshDoor(tmp_path), threading.Event()
    async with asyncio.timeout(LONG), served(door) as (_, port), AsyncExitStack() as stack:
        stack.callback(go_on.set)
        readers = []
        for count in range(MAX_NEW + 2):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writer.write(b"SSH-2.0-slow\r\n")
            readers.append(reader)
            if count == 0:
                assert (await reader.readline()).startswith(b"SSH-2.0-")
                assert door._thread is not None
                door._thread.loop.call_soon_threadsafe(go_on.wait)
        # As many as may be on their way are; the next one is not let in.
        assert await readers[-1].read() == b""
        assert await speaks_odin("127.0.0.1", port)
        assert len(door.anteroom.sockets) == 1
        go_on.set()
        assert (await readers[-2].readline()).startswith(b"SSH-2.0-")


def test_what_is_imported_for_guests_is_never_searched_for_garbage(tmp_path: Path) -> None:
    """Both threads would stand still for that, for longer than a move takes."""
    code = (
        "import gc, sys; from pathlib import Path; from odin_net.doors.ssh import _prepared\n"
        "_prepared(Path(sys.argv[1]))\n"
        "import asyncssh, prompt_toolkit\n"
        "searched = {id(one) for one in gc.get_objects()}\n"
        "assert gc.isenabled() and not searched & {id(vars(asyncssh)), id(vars(prompt_toolkit))}"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], timeout=LONG, check=True)
