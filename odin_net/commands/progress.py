"""A progress bar for work that takes a while: on a terminal's stderr, and nowhere else."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

REDRAW_SECONDS = 0.1


@contextmanager
def progress(total: int, unit: str) -> Iterator[Callable[[], None]]:
    """A bar on stderr shows how many of so many are done and how long the rest may take: to be called after each."""
    stream = sys.stderr
    if stream is None or not stream.isatty():
        yield lambda: None
        return
    drawn = _Bar(total, unit, stream)
    try:
        yield drawn.step
    finally:
        drawn.wipe()


class _Bar:
    def __init__(self, total: int, unit: str, stream: TextIO) -> None:
        self._total, self._unit, self._stream = total, unit, stream
        self._started = self._drawn = time.monotonic()
        self._done = 0
        _draw(stream, bar(0, total, unit, None, columns_of(stream)))

    def step(self) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._drawn >= REDRAW_SECONDS:
            self._drawn = now
            left = (now - self._started) / self._done * (self._total - self._done)
            _draw(self._stream, bar(self._done, self._total, self._unit, left, columns_of(self._stream)))

    def wipe(self) -> None:
        """The result takes the bar's place."""
        _draw(self._stream, "")
        self._stream.write("\r")
        self._stream.flush()


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
