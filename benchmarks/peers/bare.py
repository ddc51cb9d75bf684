"""A bare asyncio broadcast: every frame that comes goes to everybody, unread. Prints its port."""

import asyncio
import socket

HEADER = 4


class Broadcast(asyncio.Protocol):
    def __init__(self, transports: list[asyncio.Transport]) -> None:
        self._transports = transports
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._transports.append(transport)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while len(self._buffer) >= HEADER:
            end = HEADER + int.from_bytes(self._buffer[:HEADER], "big")
            if len(self._buffer) < end:
                return
            frame, self._buffer = self._buffer[:end], self._buffer[end:]
            for transport in self._transports:
                transport.write(frame)


async def main() -> None:
    transports: list[asyncio.Transport] = []
    server = await asyncio.get_running_loop().create_server(lambda: Broadcast(transports), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
