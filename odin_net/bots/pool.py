"""Bots that think in worker processes, so that the host never waits for them: with a deadline, and with a stand-in.

Quick levels think at once, in this process. A worker that dies or takes too long costs its bot nothing but strength:
the normal bot moves in its place.
"""

import asyncio
import logging
from random import Random
from typing import TYPE_CHECKING

from odin_net.bots.levels import LEVELS
from odin_net.bots.normal import choose_normal
from odin_net.game import Move, PlayerView

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

# The levels that are worth a worker.
SLOW = frozenset({"hard"})

log = logging.getLogger("odin.bots")


class BotPool:
    """Thinks for bots. Close it when the table closes."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, level: str, view: PlayerView, seed: str, deadline: float) -> Move:
        """The move of a bot of this level, at the latest after so many seconds."""
        if level not in SLOW:
            return LEVELS[level](view, Random(seed))
        return await self._choose_slowly(level, view, seed, deadline)

    async def _choose_slowly(self, level: str, view: PlayerView, seed: str, deadline: float) -> Move:
        # Processes take memory from the moment when their modules are there, and most tables need none.
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        from odin_net.bots.workers import start_workers  # noqa: PLC0415

        if self._pool is None:
            self._pool = start_workers(self._workers, yielding=True)
        pool = self._pool
        try:
            thinking = asyncio.wrap_future(pool.submit(think, level, view, seed))
            async with asyncio.timeout(deadline):
                return await thinking
        except TimeoutError:
            pass  # The worker goes on, and is free for the next move when it is done.
        except BrokenProcessPool:
            if self._pool is pool:
                self.close()  # The next move starts new workers.
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # It was not we who were cancelled: the pool was closed.
        except Exception:
            # A robot may be told a story by its host in which no bot finds its way.
            log.info("a bot of level %s does not know what to do", level, exc_info=True)
        return choose_normal(view, Random(seed))

    def close(self) -> None:
        """Stop thinking: who still waits for a move gets the stand-in's."""
        if self._pool is not None:
            from odin_net.bots.workers import stop_workers  # noqa: PLC0415  It is there already.

            stop_workers(self._pool)
            self._pool = None


def think(level: str, view: PlayerView, seed: str) -> Move:
    """What a worker does."""
    return LEVELS[level](view, Random(seed))
