"""A browser's way to a table for our own clients: what comes to a local port goes on in a WebSocket, and back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

CHUNK = 4096


class Bridge:
    """It cuts what clients send anywhere, since a message may be any part of the stream."""

    def __init__(self, table_port: int, seed: int = 1) -> None:
        self.table_port, self._random = table_port, Random(seed)
        self.port = 0
        self.messages = 0
        """How many messages the table has sent."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    def dial(self) -> connect:
        """As the page dials."""
        host = f"127.0.0.1:{self.table_port}"
        return connect(
            f"ws://{host}/table",
            origin=Origin(f"http://{host}"),
            subprotocols=[Subprotocol("odin")],
            compression=None,
            ping_interval=None,
            proxy=None,
        )

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client's connection, until one end of it is gone."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        try:
            async with self.dial() as table:
                ways = [asyncio.create_task(self._there(reader, table)), asyncio.create_task(self._back(table, writer))]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, ConnectionClosed, EOFError):
            pass  # Nobody is there: the client finds out.
        finally:
            writer.close()
            self._tasks.discard(task)
            self._writers.discard(writer)

    async def _there(self, reader: asyncio.StreamReader, table: ClientConnection) -> None:
        with suppress(ConnectionClosed, OSError):
            while data := await reader.read(CHUNK):
                cut = self._random.randint(0, len(data))
                for part in filter(None, (data[:cut], data[cut:])):
                    await table.send(part)

    async def _back(self, table: ClientConnection, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionClosed, OSError):
            async for message in table:
                assert isinstance(message, bytes)
                self.messages += 1
                writer.write(message)
                await writer.drain()

    async def close(self) -> None:
        # Cancelled, they would be reported by asyncio's streams: their clients go instead.
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def bridged(table_port: int) -> AsyncIterator[Bridge]:
    """A bridge to the table at this port."""
    bridge = Bridge(table_port)
    server = await asyncio.start_server(bridge.carry, "127.0.0.1", 0)
    bridge.port = server.sockets[0].getsockname()[1]
    try:
        yield bridge
    finally:
        server.close()
        await bridge.close()
