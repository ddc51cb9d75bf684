"""Writes records in a thread, while the next game goes on."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from odin_net.errors import OdinError, Saying
from odin_net.records.folder import write_record
from odin_net.records.record import PlayedGame


class RecordWriter:
    """Writes each game that it is given, one after the other."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._tasks: list[asyncio.Task[None]] = []
        self._one_at_a_time = asyncio.Lock()
        self.written: list[Path] = []
        self.failed: Saying | str | None = None
        """Why the last one that could not be written was not."""

    def write(self, seen: Callable[[], PlayedGame], *, replaces: bool) -> None:
        """Write this game soon. `seen` is called in the thread: to decode a whole log takes a moment."""
        self._tasks.append(asyncio.create_task(self._write(seen, replaces)))

    async def close(self) -> None:
        """Wait until all are written."""
        await asyncio.gather(*self._tasks)

    async def _write(self, seen: Callable[[], PlayedGame], replaces: bool) -> None:
        async with self._one_at_a_time:
            try:
                path = await asyncio.to_thread(lambda: write_record(self._data, seen(), replaces=replaces))
            except OdinError as error:
                self.failed = error.saying
            except OSError as error:
                self.failed = error.strerror or str(error)
            else:
                if path is not None and path not in self.written:
                    self.written.append(path)
