"""All moments of all kinds: python -m tests.promises [--moments 50] [--seed S]."""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from tests.promises.bad_manners import garbage_connections, silent_connections, wrong_codes
from tests.promises.client_kills import all_away, cut_clients, stay_away
from tests.promises.host_kills import kill_host
from tests.promises.mischief import bad_commands, full_disk, one_secret_twice, silent_logs, stalled_reader
from tests.promises.rollbacks import LOSSES, roll_back
from tests.promises.torn_journals import torn_journals

# A game is long enough for so many.
AN_EVENING = 10
MINUTE = 60.0


def evenings(moments: int) -> list[int]:
    """How many moments each evening has."""
    return [min(AN_EVENING, moments - done) for done in range(0, moments, AN_EVENING)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.promises", description=__doc__)
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    arguments = parser.parse_args()
    print(f"--seed {arguments.seed}", flush=True)
    for number, count in enumerate(evenings(arguments.moments)):
        seed = arguments.seed + number
        show(f"host killed at {count} moments, seed {seed}", partial(kill_host, seed=seed, count=count))
        show(f"clients cut or killed at {count} moments, seed {seed}", partial(cut_clients, seed=seed, count=count))
    for loss in LOSSES:
        show(f"the disk loses {loss}", partial(roll_back, loss=loss))
    show("somebody stays away", stay_away)
    show("everybody is away for a minute", lambda data: all_away(data, MINUTE))
    show("500 silent connections", silent_connections)
    show("500 connections with garbage, an endless frame", garbage_connections)
    show("20 wrong codes", wrong_codes)
    show("one secret twice", one_secret_twice)
    show("bad commands", bad_commands)
    show("a stalled reader", stalled_reader)
    if sys.platform == "linux":
        show("a full disk", full_disk)
    for moves in (3, 10, 20, 40, 80):
        show(f"a journal torn after {moves} moves", partial(torn_journals, moves=moves))
    show("200 games at debug level", lambda data: silent_logs(data, 200))
    return 0


def show(what: str, promise: Callable[[Path], Awaitable[object]]) -> None:
    """Try a promise; a traceback ends all."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        came_to = asyncio.run(_await(promise(Path(folder))))
    print(f"kept: {what} ({time.monotonic() - began:.0f} s){f': {came_to}' if came_to else ''}", flush=True)


async def _await(promise: Awaitable[object]) -> object:
    return await promise


if __name__ == "__main__":
    sys.exit(main())
