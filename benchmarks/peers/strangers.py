"""Strangers at every door, without pause: half a word, garbage, and wrong codes by ssh.

python -m benchmarks.peers.strangers PORT
"""

import asyncio
import os
import sys
from contextlib import suppress

import asyncssh

ADDRESS = "127.0.0.2"
WRONG = "oak-oak-oak"
HALF_WORDS = (
    b"SSH-2.0-slow\r\n",
    b"SSH-2.0-x\r\n" + b"\xff" * 4096,
    b"SSH-",
    b"",
    b"\0",
    b"GET / HTTP/1.1\r\nHost: ",
    b"HELP\r\n",
)


async def say(port: int, words: bytes) -> None:
    """Say this, and nothing more."""
    with suppress(OSError, TimeoutError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
        writer.write(words)
        try:
            async with asyncio.timeout(0.2):
                await reader.read()
        finally:
            writer.transport.abort()


async def guess(port: int) -> None:
    """Try a wrong code."""
    who = asyncssh.SSHClientConnectionOptions(username="eve", password=WRONG, known_hosts=None, config=None)
    with suppress(OSError, asyncssh.Error):
        await asyncssh.connect("127.0.0.1", port, local_addr=(ADDRESS, 0), options=who)


async def main(port: int) -> None:
    print(port, flush=True)
    os.nice(19)  # At a real table these are other computers.
    while True:
        await asyncio.gather(guess(port), *(say(port, words) for words in HALF_WORDS))
        await asyncio.sleep(0.01)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
