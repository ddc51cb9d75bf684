"""The small table on a real socket, for tests of what dials."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from protocol import pake
from protocol.connection import HostConnection
from protocol.handshake import HandshakeRandom
from tests.helpers.pairs import settle
from tests.helpers.tiny_table import Peer, TinyTable


class Served(asyncio.Protocol):
    """One connection to it."""

    def __init__(self, table: TinyTable, all_of_them: "list[Served]") -> None:
        self.table = table
        self.transport: asyncio.Transport | None = None
        self.peer: Peer | None = None
        self.gone = asyncio.Event()
        all_of_them.append(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        chance = HandshakeRandom(secrets.token_bytes(16), secrets.token_bytes(64))
        self.peer = Peer(self.table, HostConnection(self.table.id, chance), self.transport.write, self.transport.close)

    def data_received(self, data: bytes) -> None:
        assert self.peer is not None
        connection = self.peer.connection
        self.peer.take(settle(connection, connection.receive_data(data), self.table.admit, pake.run))
        self.peer.flush()

    def connection_lost(self, _: Exception | None) -> None:
        assert self.peer is not None
        self.peer.lost()
        self.gone.set()


class Server:
    """Where it listens, and who came."""

    def __init__(self, port: int, connections: list[Served]) -> None:
        self.port, self.connections = port, connections


@asynccontextmanager
async def served(table: TinyTable, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[Server]:
    connections: list[Served] = []
    server = await asyncio.get_running_loop().create_server(lambda: Served(table, connections), host, port)
    try:
        yield Server(server.sockets[0].getsockname()[1], connections)
    finally:
        server.close()
        for connection in connections:
            if connection.transport is not None:
                connection.transport.abort()
