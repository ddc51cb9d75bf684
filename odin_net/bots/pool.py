"""Bots that think in worker processes, so that the host never waits for them: with a deadline, and with a stand-in.

Quick levels think at once, in this process. A worker that dies or takes too long costs its bot nothing but strength:
the normal bot moves in its place.
"""

import asyncio
import logging
from random import Random
from typing import TYPE_CHECKING

from odin_net.game import Move, PlayerView
from odin_net.levels import SLOW, USUAL
from odin_net.workers import Callers, WorkerDied

if TYPE_CHECKING:
    from odin_net.bots.policies import Policy
    from odin_net.bots.worth import Weighed

# People may think for minutes before a bot does; to start a worker takes as long as one of its thoughts.
IDLE = 600.0

log = logging.getLogger("odin.bots")


class BotPool:
    """Thinks for bots. Close it when the table closes."""

    def __init__(self) -> None:
        self._callers: Callers | None = None

    async def choose(self, level: str, view: PlayerView, seed: str, deadline: float) -> Move:
        """The move of a bot of this level, at the latest after so many seconds."""
        if level not in SLOW:
            return _policy(level)(view, Random(seed))
        return await self._choose_slowly(level, view, seed, deadline)

    async def _choose_slowly(self, level: str, view: PlayerView, seed: str, deadline: float) -> Move:
        if self._callers is None:
            self._callers = Callers(idle=IDLE)
        try:
            async with asyncio.timeout(deadline):
                return await self._callers.call(think, level, view, seed)
        except TimeoutError:
            pass  # The worker goes on, and is free for the next move when it is done.
        except WorkerDied:
            pass  # The next move has another one.
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # It was not we who were cancelled: the pool was closed.
        except Exception:
            # A robot may be told a story by its host in which no bot finds its way.
            log.info("a bot of level %s does not know what to do", level, exc_info=True)
        return _policy(USUAL)(view, Random(seed))

    async def close(self) -> None:
        """Stop thinking: who still waits for a move gets the stand-in's."""
        callers, self._callers = self._callers, None
        if callers is not None:
            await callers.stop()


def think(level: str, view: PlayerView, seed: str) -> Move:
    """What a worker does."""
    return _policy(level)(view, Random(seed))


def weigh_turn(view: PlayerView, done: Move | None, seed: str) -> "Weighed":
    """What a worker does for who watches a recorded game; here, where nothing is compiled, it is found by its name."""
    from odin_net.bots.worth import weigh  # noqa: PLC0415  No table needs it.

    return weigh(view, done, seed)


def _policy(level: str) -> "Policy":
    from odin_net.bots.policies import POLICIES  # noqa: PLC0415  A table is shown before its first bot thinks.

    return POLICIES[level]
