"""The signals with which a person or the system ends a command: Ctrl-C, `kill`, a terminal that is closed."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# Windows has no SIGHUP; others have no SIGBREAK, which is Ctrl-Break.
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@contextmanager
def on_signals(call: Callable[[], None]) -> Iterator[None]:
    """Call this in the running loop when somebody wants us to end."""
    loop = asyncio.get_running_loop()

    def soon(*_: int | FrameType | None) -> None:
        loop.call_soon_threadsafe(call)

    # Not the loop's own way, which Windows does not have.
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {number: signal.signal(number, soon) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let a signal cancel the task that is in here, which so can say good-bye; then it is an interrupt."""
    task = asyncio.current_task()
    assert task is not None
    came = False

    def end() -> None:
        nonlocal came
        came = True
        task.cancel()

    try:
        with on_signals(end):
            yield
    except asyncio.CancelledError:
        if not came:
            raise
        raise KeyboardInterrupt from None
