"""Comes in to watch and goes again, over and over: python -m benchmarks.peers.newcomers PORT CODE."""

import asyncio
import os
import sys
from random import Random

from benchmarks.fields import OdinField


async def main(port: int, code: str) -> None:
    print(port, flush=True)
    os.nice(19)  # At a real table these sums are done by other computers.
    while True:
        field = await OdinField(code, Random(1), 0, 1).join(port)
        await field.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
