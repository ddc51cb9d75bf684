"""A progress bar for work that takes a while: on a terminal's stderr, and nowhere else."""

import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")

REDRAW_SECONDS = 0.1


def with_progress(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """The same items, while a bar on stderr shows how many of them have come and how long the rest may take."""
    return _drawn(items, total, unit, sys.stderr) if sys.stderr.isatty() else iter(items)


def _drawn(items: Iterable[T], total: int, unit: str, stream: TextIO) -> Iterator[T]:
    started = drawn = time.monotonic()
    try:
        for done, item in enumerate(items, 1):
            yield item
            now = time.monotonic()
            if now - drawn >= REDRAW_SECONDS:
                drawn = now
                left = (now - started) / done * (total - done)
                stream.write("\r" + bar(done, total, unit, left, shutil.get_terminal_size().columns))
                stream.flush()
    finally:
        # The result takes the bar's place.
        stream.write("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r")
        stream.flush()


def bar(done: int, total: int, unit: str, seconds: float, columns: int) -> str:
    """One line that fits so many columns: `[####......] 40 of 100 games, 12 s left`."""
    words = f" {done:,} of {total:,} {unit}, {duration(seconds)} left"
    width = max(0, min(30, columns - len(words) - 3))
    full = width * done // total
    return f"[{'#' * full}{'.' * (width - full)}]{words}"[: columns - 1]


def duration(seconds: float) -> str:
    """A time that people can take in at a glance."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02} s"
