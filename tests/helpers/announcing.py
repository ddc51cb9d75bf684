"""Announces one table as a host does, until its input ends: `python -m tests.helpers.announcing NAME`."""

import asyncio
import sys

from odin_net.lan.addresses import chosen_address
from odin_net.lan.announcements import Announced
from odin_net.lan.discovery import Announcer


async def main(name: str) -> None:
    announcer = Announcer(chosen_address(None).address)
    print(await announcer.start(Announced(b"t" * 16, name, 9054, 1, 4, open=True)), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await announcer.stop()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
