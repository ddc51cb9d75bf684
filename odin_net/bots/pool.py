"""Bots that think in worker processes, so that the host never waits for them: with a deadline, and with a stand-in.

Quick levels think at once, in this process. A worker that dies or takes too long costs its bot nothing but strength:
the normal bot moves in its place.
"""

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from random import Random

from odin_net.bots.levels import LEVELS
from odin_net.bots.normal import choose_normal
from odin_net.game import Move, PlayerView

# The levels that are worth a worker.
SLOW = frozenset({"hard"})


class BotPool:
    """Thinks for bots. Close it when the table closes."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, level: str, view: PlayerView, seed: str, deadline: float) -> Move:
        """The move of a bot of this level, at the latest after so many seconds."""
        if level not in SLOW:
            return LEVELS[level](view, Random(seed))
        try:
            async with asyncio.timeout(deadline):
                return await asyncio.get_running_loop().run_in_executor(self._running(), think, level, view, seed)
        except TimeoutError:
            pass  # The worker goes on and is free for the next move when it is done.
        except BrokenProcessPool:
            self.close()  # The next move starts new workers.
        return choose_normal(view, Random(seed))

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fresh process, not a copy of this one: what the host holds is no bot's business.
            self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
        return self._pool

    def close(self) -> None:
        """Stop thinking."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def think(level: str, view: PlayerView, seed: str) -> Move:
    """What a worker does."""
    return LEVELS[level](view, Random(seed))
