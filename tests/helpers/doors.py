"""A table on a real socket with its doors, and clients that say what they like to it."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from odin_net.doors.guest_thread import ask
from odin_net.doors.ssh import Anteroom, SshDoor
from odin_net.host.doorway import Door
from odin_net.host.journal import NoJournal
from odin_net.host.server import Server, listen
from odin_net.host.table import Opening, open_table

CODE = "raven-oak-fjord"
OPENING = Opening()

T = TypeVar("T")


@asynccontextmanager
async def served(
    *doors: Door, code: str = CODE, bots: int = 0, pace: int = 1000, opening: Opening = OPENING
) -> AsyncIterator[tuple[Server, int]]:
    """A table with these doors, and its port."""
    opening = opening._replace(code=code, bots=bots, bot_ms=pace)
    table, first = open_table(opening, secrets.token_bytes, time.time())
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = Server(table, first, NoJournal(), lambda _: None)
    await server.open(listener, doors)
    try:
        yield server, port
    finally:
        await server.close()


async def said_to(port: int, *pieces: bytes) -> bytes:
    """All that a table answers to these bytes, sent piece by piece, until it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)  # The table reads it before the next one is sent.
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def among_guests(door: SshDoor, call: Callable[..., T], *arguments: object) -> T:
    """Call this in the thread of guests, to which all that belongs to them belongs."""
    assert door._thread is not None
    return await ask(door._thread.loop, call, *arguments)


def unsent_to_the_one_guest(anteroom: Anteroom) -> int:
    """How many bytes wait for the one guest by ssh; 0 if nobody is there any more."""
    if not anteroom.sockets:
        return 0
    assert anteroom.servers is not None
    (socket,), sessions = anteroom.sockets, anteroom.servers.sessions
    in_channels = sum(session._channel.get_write_buffer_size() for session in sessions)
    return in_channels + socket._transport.get_write_buffer_size()
