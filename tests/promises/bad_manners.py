"""Strangers who do their worst at the door, while people play."""

import asyncio
import secrets
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from clients.news import How
from odin_net.host.guesses import MAX_GUESSES, MAX_OF_ONE
from protocol import pake
from protocol.codes import password_of
from protocol.connection import ClientConnection, Connection, Opened, PakeWanted, TurnedAway
from protocol.errors import Hint
from protocol.framing import MAX_BEFORE
from protocol.handshake import HandshakeRandom
from protocol.messages import Intent
from tests.helpers import LONG
from tests.helpers.guests import Guest, assert_complete, assert_nothing_is_wrong, seated
from tests.helpers.host import CODE, Host, hosted

LOOPBACK = "127.0.0.1"
MANY = 500
WRONG = "raven-oak-owl"
MAX_GROWTH = 64 * 1024


@asynccontextmanager
async def undisturbed(data: Path, pace: str = "0.01") -> AsyncIterator[tuple[Host, list[Guest]]]:
    """A game that goes on; at its end nobody has noticed anything."""
    table = ("--seats", "3", "--bots", "1", "--pace", pace, "--points", "99", "--games", "1")
    async with hosted(data / "host", *table) as host, seated(host, data / "guests", ("Ann", "Bo")) as guests:
        await guests[0].until(lambda: guests[0].wire.session.view is not None)
        yield host, guests
        assert [(await guest.ended()).how for guest in guests] == [How.DONE] * 2
        assert await host.wait() == 0
        assert [guest.drops() for guest in guests] == [0, 0]
        assert_nothing_is_wrong(guests)
        assert_complete(host.records()[0])
        assert not [line for line in host.errors if "Traceback" in line]


async def a_newcomer_gets_in(host: Host, data: Path) -> None:
    """Somebody real who comes to watch."""
    guest = Guest(host, data, "Dag", watch=True).sit()
    await guest.until(lambda: guest.wire.session.state is not None)
    await guest.close()


async def silent_connections(data: Path) -> None:
    """500 that connect and send nothing."""
    async with undisturbed(data) as (host, _), many_streams(host, b""):
        await a_newcomer_gets_in(host, data / "newcomer")


async def garbage_connections(data: Path) -> None:
    """500 that send what is no frame, and one whose frame never ends."""
    before = 0
    async with undisturbed(data) as (host, _):
        before = memory(host)
        async with many_streams(host, secrets.token_bytes(3000)), endless_frame(host):
            await a_newcomer_gets_in(host, data / "newcomer")
            assert memory(host) - before < MAX_GROWTH


@asynccontextmanager
async def many_streams(host: Host, says: bytes) -> AsyncIterator[None]:
    writers = []
    for _ in range(MANY):
        with suppress(OSError):  # The host may send them away at once.
            _, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writers.append(writer)
            writer.write(says)
    try:
        yield
    finally:
        for writer in writers:
            writer.transport.abort()


@asynccontextmanager
async def endless_frame(host: Host) -> AsyncIterator[None]:
    """The longest frame that is allowed, a byte at a time, never whole."""
    reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
    writer.write(MAX_BEFORE.to_bytes(4, "big"))

    async def drip() -> None:
        with suppress(OSError):
            for _ in range(MAX_BEFORE - 1):
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.01)

    dripping = asyncio.create_task(drip())
    try:
        yield
        async with asyncio.timeout(LONG):
            # It is closed by the host, for it says no hello in time.
            with suppress(OSError):
                await reader.read()
    finally:
        dripping.cancel()
        writer.transport.abort()


def memory(host: Host) -> int:
    """What the host holds in memory, in KiB; nothing where the system does not say."""
    with suppress(OSError):
        for line in Path(f"/proc/{host.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


class Tried(NamedTuple):
    """What came of a handshake."""

    hint: Hint | None


async def try_code(port: int, code: str, address: str = LOOPBACK) -> Tried:
    """Prove a code at the door of a table on this computer, coming from this address of it, and go."""
    async with asyncio.timeout(LONG):
        reader, writer = await asyncio.open_connection(LOOPBACK, port, local_addr=(address, 0))
        writer.transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        chance = HandshakeRandom(secrets.token_bytes(16), secrets.token_bytes(64))
        connection: Connection = ClientConnection(Intent.WATCH, password_of(code), chance)
        try:
            while True:
                writer.write(connection.data_to_send())
                data = await reader.read(65536)
                if not data:
                    raise AssertionError("the host says nothing")
                for event in connection.receive_data(data):
                    if isinstance(event, PakeWanted):
                        connection.pake_done(pake.run(event.job))
                    elif isinstance(event, Opened):
                        return Tried(None)
                    elif isinstance(event, TurnedAway):
                        return Tried(event.hint)
        finally:
            writer.transport.abort()


async def guess_from_many(port: int, count: int) -> None:
    """So many wrong codes, from as few addresses as will do. Linux has all of 127.0.0.0/8; others have one address."""
    for number in range(count):
        tried = await try_code(port, WRONG, f"127.0.1.{number // MAX_OF_ONE + 1}")
        assert tried.hint is Hint.WRONG_PROOF


async def wrong_codes(data: Path) -> None:
    """Three wrong codes shut an address out, and 20 in all change the code; who sits there notices nothing."""
    async with undisturbed(data, pace="0.08") as (host, _):  # Every answer takes its time, and the game goes on.
        hints = [(await try_code(host.port, code)).hint for code in (WRONG, WRONG, CODE, WRONG, WRONG, CODE)]
        # A right one in between gives no new guesses.
        assert hints == [Hint.WRONG_PROOF, Hint.WRONG_PROOF, None, Hint.WRONG_PROOF, Hint.SHUT_OUT, Hint.SHUT_OUT]
        if sys.platform == "linux":
            assert (await try_code(host.port, CODE, "127.0.2.1")).hint is None
            await guess_from_many(host.port, MAX_GUESSES - MAX_OF_ONE)
            await host.until(lambda: len(_codes(host)) == 1)
            assert (await try_code(host.port, CODE, "127.0.2.1")).hint is Hint.WRONG_PROOF
            assert (await try_code(host.port, _codes(host)[0], "127.0.2.1")).hint is None
            assert (await try_code(host.port, _codes(host)[0])).hint is Hint.SHUT_OUT


def _codes(host: Host) -> list[str]:
    return [line.removeprefix("new code ") for line in host.lines if line.startswith("new code ")]
