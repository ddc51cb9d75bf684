"""A knock at an address: is an Odin table there, and which one? It costs the table no guess, since nothing is proved.

What answers is a hint that anybody could send: it chooses which of our secrets is tried, and a secret proves itself.
"""

import asyncio
import secrets
from contextlib import suppress

from protocol import pake
from protocol.connection import ClientConnection, PakeWanted, TurnedAway
from protocol.handshake import HandshakeRandom
from protocol.messages import Intent

CHUNK = 65536
ANSWER_SECONDS = 2.0
LONG_ANSWER_SECONDS = 15.0
# Who starts the table just now has so long, with so long between two knocks.
PATIENCE = 1.0
PAUSE = 0.2


async def speaks_odin(host: str, port: int) -> bool:
    """Whether an Odin table listens there."""
    return await _knock(host, port) is not None


async def answers(host: str, port: int) -> bool:
    """Whether an Odin table listens there, or begins to in a moment."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                if await speaks_odin(host, port):
                    return True
        if loop.time() >= until:
            return False
        await asyncio.sleep(PAUSE)


async def table_at(host: str, port: int) -> bytes | None:
    """The table that is there now; None if nothing says so in time."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            answer = await _knock(host, port)
    except TimeoutError:
        return None
    job = answer.job if isinstance(answer, PakeWanted) else None
    return job.table if isinstance(job, pake.ClientRuns) else None


async def first_answer(host: str, port: int, opening: bytes) -> bytes:
    """The first bytes that come from there for these; none if it hangs up, or says nothing for long.

    The first ssh client is answered when all that is needed for it is loaded.
    """
    try:
        async with asyncio.timeout(LONG_ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(opening)
                return await reader.read(CHUNK)
            finally:
                writer.close()
    except (OSError, TimeoutError, UnicodeError):
        return b""


async def _knock(host: str, port: int) -> PakeWanted | TurnedAway | None:
    try:
        reader, writer = await asyncio.open_connection(host, port)
    except (OSError, UnicodeError):  # No host has a name that is no IDNA.
        return None
    try:
        client = ClientConnection(Intent.WATCH, b"", _chance())
        writer.write(client.data_to_send())
        while data := await reader.read(CHUNK):
            for event in client.receive_data(data):
                return event if isinstance(event, PakeWanted | TurnedAway) else None
    except OSError:
        pass
    finally:
        writer.close()
    return None


def _chance() -> HandshakeRandom:
    return HandshakeRandom(secrets.token_bytes(16), secrets.token_bytes(pake.ENTROPY))
