"""A thread with a loop of its own, in which guests are served: their connections, their sessions and their screens.

The sums of a key exchange take some milliseconds, and so does a picture; a move leads to a picture for each guest. In
the loop of the table the next move would wait for all of them. So it waits only until this thread lets go of the
interpreter, `SWITCH_SECONDS` after it was asked to. Nothing is shared between the two loops: each posts calls to the
other.
"""

import asyncio
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

# Python's own is fifty times as long: a move would wait so long for every picture that is being drawn.
SWITCH_SECONDS = 0.0001

T = TypeVar("T")


class GuestThread:
    """Runs until it is closed."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._closed = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="guests", daemon=True)
        self._interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        self._thread.start()

    def _run(self) -> None:
        # It ends whatever is left, and closes the loop.
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._until_closed())

    async def _until_closed(self) -> None:
        await self._closed.wait()

    def close(self) -> None:
        """End it. Nobody plays in it any more."""
        post(self.loop, self._closed.set)
        self._thread.join()
        sys.setswitchinterval(self._interval)


def post(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *arguments: object) -> None:
    """Call this soon in a loop, which may be that of another thread, or have ended."""
    if loop is asyncio._get_running_loop():
        loop.call_soon(call, *arguments)
        return
    with suppress(RuntimeError):  # It is closed: nobody there needs it any more.
        loop.call_soon_threadsafe(call, *arguments)


async def ask(loop: asyncio.AbstractEventLoop, call: Callable[..., T], *arguments: object) -> T:
    """Call this in the loop of another thread, and wait for what it returns."""

    async def answer() -> T:
        return call(*arguments)

    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(answer(), loop))
