"""Lines from a stream and lines to one, around a narrator: the only place of plain mode that does I/O.

A thread reads, everywhere alike: Windows has no other way for its console, and asyncio none for files. It takes the
stream's raw bytes, so that no lock of a buffer is held when the program ends while it waits.
"""

import asyncio
import codecs
import io
import threading
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TextIO, cast

from clients.news import Ended
from clients.plain.narrator import Narrator
from clients.plain.parser import LONGEST_LINE

CHUNK = 4096


class RunningSession(Protocol):
    """A session that runs, such as `clients.transport.Wire`."""

    def call(self, what: Callable[[], None]) -> None: ...

    async def take_part(self) -> Ended: ...


def line_writer(stream: TextIO, fit: Callable[[str], str] = str) -> Callable[[str], None]:
    """Says one line, broken by `fit` if it is too long. No control character but that leaves here."""

    def say(line: str) -> None:
        stream.write(fit("".join(char if unicodedata.category(char) != "Cc" else "?" for char in line)) + "\n")
        stream.flush()

    return say


class Source(Protocol):
    """Bytes, some at a time; none at the end."""

    def read(self, size: int, /) -> bytes | None: ...


async def attend(table: RunningSession, narrator: Narrator, stream: TextIO | Source | None) -> Ended:
    """Be at the table until it is over, with what is typed into the stream."""
    reader = _Reader(table, narrator)
    thread = threading.Thread(target=reader.run, args=(_raw(stream),), daemon=True)

    def begin() -> None:
        if thread.ident is None:
            thread.start()

    # Not before: who was refused for a wrong code is asked again, and then the next line is the answer to that.
    narrator.when_linked = begin
    if narrator.is_linked:
        begin()
    try:
        return await table.take_part()
    finally:
        reader.stop()


def _raw(stream: TextIO | Source | None) -> Source:
    if stream is None:
        return io.BytesIO()  # A program without a terminal has no standard input.
    buffer: Any = getattr(stream, "buffer", stream)
    return cast(Source, getattr(buffer, "raw", buffer))


class Typist:
    """Types lines for a narrator as it has room for them, and asks for more."""

    def __init__(self, table: RunningSession, narrator: Narrator, more: Callable[[], None]) -> None:
        self._table, self._narrator, self._more = table, narrator, more
        self._loop = asyncio.get_running_loop()
        self._is_over = False
        self._rest = ""
        self._lines: list[str] = []
        self._has_ended = False

    def stop(self) -> None:
        """Nobody listens any more."""
        self._is_over = True

    def take(self, text: str, *, ended: bool = False) -> None:
        """This has come, and perhaps nothing more will. `more` is called when it is typed."""
        *lines, self._rest = (self._rest + text).split("\n")
        self._rest = self._rest[:LONGEST_LINE]
        if ended:
            self._has_ended = True
            lines.append(self._rest)
        self._lines += lines
        self._feed()

    def _feed(self) -> None:
        """Type on while the narrator has room; look again when it may have."""
        while self._lines and self._narrator.has_room:
            self._table.call(partial(self._narrator.typed, self._lines.pop(0)))
        if self._is_over:
            return
        if self._lines:
            self._narrator.when_room = self._feed_soon
        elif self._has_ended:
            self._table.call(self._narrator.input_ended)
        else:
            self._more()

    def _feed_soon(self) -> None:
        self._loop.call_soon(self._feed)


class _Reader:
    """Reads in a thread, hands over in the loop, and reads on when there is room."""

    def __init__(self, table: RunningSession, narrator: Narrator) -> None:
        self._loop = asyncio.get_running_loop()
        self._may_go_on = threading.Event()
        self._typist = Typist(table, narrator, self._may_go_on.set)
        self._is_over = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def stop(self) -> None:
        """Nobody listens any more."""
        self._is_over = True
        self._typist.stop()
        self._may_go_on.set()

    def run(self, stream: Source) -> None:
        """In the thread: until the stream ends, or nobody listens."""
        while not self._is_over:
            try:
                data = stream.read(CHUNK)
            except (OSError, ValueError):
                data = b""  # Closed, or no longer ours to read.
            self._may_go_on.clear()
            try:
                self._loop.call_soon_threadsafe(self._take, data or b"")
            except RuntimeError:
                return  # The loop has ended meanwhile.
            if not data:
                return
            self._may_go_on.wait()

    def _take(self, data: bytes) -> None:
        self._typist.take(self._decoder.decode(data, final=not data), ended=not data)
