"""A progress bar for work that takes a while: on a terminal's stderr, and nowhere else."""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")

REDRAW_SECONDS = 0.1


def with_progress(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """The same items, while a bar on stderr shows how many of them have come and how long the rest may take."""
    stream = sys.stderr
    return _drawn(items, total, unit, stream) if stream is not None and stream.isatty() else iter(items)


def _drawn(items: Iterable[T], total: int, unit: str, stream: TextIO) -> Iterator[T]:
    started = drawn = time.monotonic()
    try:
        _draw(stream, bar(0, total, unit, None, columns_of(stream)))
        for done, item in enumerate(items, 1):
            yield item
            now = time.monotonic()
            if now - drawn >= REDRAW_SECONDS:
                drawn = now
                left = (now - started) / done * (total - done)
                _draw(stream, bar(done, total, unit, left, columns_of(stream)))
    finally:
        _draw(stream, "")
        stream.write("\r")  # The result takes the bar's place.
        stream.flush()


def _draw(stream: TextIO, line: str) -> None:
    """In place of the line before it, which may have been longer."""
    stream.write("\r" + line.ljust(columns_of(stream) - 1))
    stream.flush()


def columns_of(stream: TextIO) -> int:
    """How wide the terminal behind this stream is, not the one behind stdout, which may be a file."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80


def bar(done: int, total: int, unit: str, seconds: float | None, columns: int) -> str:
    """One line that fits so many columns: `[####......] 40 of 100 games, 12 s left`."""
    words = f" {done:,} of {total:,} {unit}" + ("" if seconds is None else f", {duration(seconds)} left")
    width = min(30, columns - len(words) - 3)
    if width < 1:
        return words.strip()[: columns - 1]
    full = width * done // total
    return f"[{'#' * full}{'.' * (width - full)}]{words}"


def duration(seconds: float) -> str:
    """A time that people can take in at a glance."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02} s"
