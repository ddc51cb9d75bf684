"""A join on this computer, from the first byte to the open channel: does what Odin needs work here at all?"""

import asyncio
import secrets
from collections.abc import Iterable

from protocol import pake
from protocol.codes import ENTROPY, code_from, password_of
from protocol.connection import (
    ClientConnection,
    Connection,
    Happened,
    HelloReceived,
    HostConnection,
    Opened,
    PakeWanted,
    Phase,
    TurnedAway,
)
from protocol.handshake import Chance
from protocol.messages import Intent

LOOPBACK = "127.0.0.1"
CHUNK = 65536


class JoinFailed(Exception):
    """The join was begun and came to nothing."""


async def loopback_join() -> None:
    """Open a door on the loopback and join there with a code. OSError or JoinFailed if that does not work."""
    password = password_of(code_from(secrets.token_bytes(ENTROPY)))
    served: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await _open(HostConnection(secrets.token_bytes(16), _chance()), reader, writer, password)
            served.set_result(None)
        except Exception as error:
            served.set_exception(error)
        finally:
            writer.close()

    server = await asyncio.start_server(serve, LOOPBACK, 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        try:
            client = ClientConnection(Intent.WATCH, password, _chance())
            await asyncio.gather(_open(client, reader, writer, password), served)
        finally:
            writer.close()


async def speaks_odin(host: str, port: int) -> bool:
    """Whether an Odin table listens there. It costs the table no guess: nothing is proved."""
    try:
        reader, writer = await asyncio.open_connection(host, port)
    except OSError:
        return False
    try:
        client = ClientConnection(Intent.WATCH, b"", _chance())
        writer.write(client.data_to_send())
        while data := await reader.read(CHUNK):
            for event in client.receive_data(data):
                return isinstance(event, PakeWanted | TurnedAway)
    except OSError:
        pass
    finally:
        writer.close()
    return False


async def _open(side: Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, password: bytes) -> None:
    """Carry bytes until the channel is open."""
    while side.phase is not Phase.OPEN:
        writer.write(side.data_to_send())
        await writer.drain()
        data = await reader.read(CHUNK)
        _answer(side, side.receive_data(data) if data else side.receive_eof(), password)
        if side.phase is Phase.OVER:
            raise JoinFailed
    writer.write(side.data_to_send())
    await writer.drain()


def _answer(side: Connection, happened: Iterable[Happened], password: bytes) -> None:
    for event in happened:
        match event:
            case HelloReceived() if isinstance(side, HostConnection):
                _answer(side, side.admit(password), password)
            case PakeWanted(job):
                _answer(side, side.pake_done(pake.run(job)), password)
            case Opened():
                pass
            case _:
                raise JoinFailed


def _chance() -> Chance:
    return Chance(secrets.token_bytes(16), secrets.token_bytes(pake.ENTROPY))
