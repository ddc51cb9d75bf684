"""A `websockets` server that broadcasts JSON and checks nothing. Prints its port."""

import asyncio
import json

from websockets.asyncio.server import ServerConnection, broadcast, serve


async def main() -> None:
    everybody: set[ServerConnection] = set()

    async def handle(connection: ServerConnection) -> None:
        everybody.add(connection)
        async for message in connection:
            played = json.loads(message)
            broadcast(everybody, json.dumps({"event": "played", **played}))

    async with serve(handle, "127.0.0.1", 0, compression=None) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
