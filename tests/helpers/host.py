"""The host of all tests that need a real one: `odin host` as people run it, a process of its own.

What a table decides needs no process: `house` is a table on virtual time, `hallway` the hub around it with links in
memory, `tests/simulation` both with the sessions of clients and a network that fails. `evenings` is that hub on the
clock of asyncio, for screens. `tiny_table` is none of our hosts: it does what the test of a client tells it, also what
no host may do, in memory or (`serving`) on a socket.
"""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from odin_net.game.events import Event
from odin_net.host import saved_tables
from odin_net.host.journal import SUFFIX, Written, unpack
from odin_net.lan.probe import speaks_odin
from protocol.codec import decode_event
from tests.helpers import LONG
from tests.helpers.rooms import Computer

CODE = "raven-oak-fjord"
LOOK = 0.05


HEADLESS = ("--headless",)
LINES = ("--plain", "--lang", "en")


class Host:
    """A host without a player, unless its face says otherwise."""

    def __init__(
        self, data: Path, *flags: str, face: tuple[str, ...] = HEADLESS, computer: Computer | None = None
    ) -> None:
        self.data, self._flags, self._face, self._computer = data, flags, face, computer
        self.lines: list[str] = []
        self.errors: list[str] = []
        self.address = ""
        self._process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._said = asyncio.Event()

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_running(self) -> bool:
        return self.process.returncode is None

    async def open(self) -> "Host":
        """Open a new table; on this computer nobody else sees it, and it is not in anybody's way."""
        here = ("--port", "0", "--bind", "127.0.0.1") if self._computer is None else ()
        await self.start(*here, "--code", CODE, *self._flags)
        return self

    async def resume(self, *flags: str) -> None:
        """Go on with the table."""
        await self.start("--resume", *flags)

    async def start(self, *flags: str) -> None:
        """Start it with these flags, and wait until its table is open."""
        before = len(self.lines)
        await self.spawn(*flags)
        await self.until(lambda: any(line.startswith("table open") for line in self.lines[before:]))
        found = re.search(r"table open at (\S+:\d+),", "\n".join(self.lines[before:]))
        assert found is not None
        self.address = found[1]

    async def spawn(self, *flags: str) -> None:
        """Start it with these flags."""
        command = (sys.executable, "-m", "odin_net", "host", *self._face, "--data", str(self.data), *flags)
        self._process = await asyncio.create_subprocess_exec(
            *(command if self._computer is None else self._computer.inside(*command)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._readers = [
            asyncio.create_task(self._read(self.process.stdout, self.lines)),
            asyncio.create_task(self._read(self.process.stderr, self.errors)),
        ]

    async def _read(self, stream: asyncio.StreamReader, lines: list[str]) -> None:
        async for line in stream:
            lines.append(line.decode().rstrip("\n"))
            self._said.set()
        self._said.set()

    @property
    def text(self) -> str:
        """All that it has said."""
        return "\n".join((*self.lines, *self.errors))

    async def until(self, seen: Callable[[], bool] | str) -> None:
        """Wait until it has said this, or until what it has said fulfils this."""
        async with asyncio.timeout(LONG):
            while not (seen in self.text if isinstance(seen, str) else seen()):
                assert any(not reader.done() for reader in self._readers), self.text
                self._said.clear()
                await self._said.wait()

    def press(self, text: str) -> None:
        """Type this, where its face is lines."""
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())

    async def kill(self) -> None:
        """SIGKILL: it has no time to do anything."""
        with suppress(ProcessLookupError):  # It may be gone.
            self.process.kill()
        await self.process.wait()
        await asyncio.gather(*self._readers)

    async def end(self, number: int = signal.SIGTERM) -> int:
        """Ask it to end; how it did."""
        self.process.send_signal(number)
        return await self.wait()

    async def wait(self) -> int:
        """How it ended by itself."""
        async with asyncio.timeout(LONG):
            code = await self.process.wait()
            await asyncio.gather(*self._readers)
        return code

    @property
    def _journal(self) -> Path:
        (path,) = (self.data / saved_tables.FOLDER).glob(f"*{SUFFIX}")
        return path

    def _entries(self) -> list[Written]:
        return unpack(self._journal.read_bytes()).entries

    def forget(self, count: int) -> None:
        """Cut the last so many entries off its journal, as a disk does that lied about keeping them."""
        data = self._journal.read_bytes()
        data = data[: unpack(data).length]
        for _ in range(count):
            data = data[: unpack(data[:-1]).length]
        self._journal.write_bytes(data)

    def entries_of_last(self, seconds: float) -> int:
        """How many entries its journal got at its end in so much time."""
        times = [entry.ms for entry in self._entries()]
        return sum(ms > times[-1] - seconds * 1000 for ms in times)

    def journalled(self) -> list[Event]:
        """All events that its journal holds by now."""
        return [decode_event(raw) for entry in self._entries() for raw in entry.events]

    def memo(self) -> bytes:
        """What it remembers by now."""
        return [entry.memo for entry in self._entries() if entry.memo is not None][-1]

    def records(self) -> list[Path]:
        return [Path(line.removeprefix("record ")) for line in self.lines if line.startswith("record ")]

    async def close(self) -> None:
        if self._process is not None and self.is_running:
            await self.kill()


@asynccontextmanager
async def hosted(data: Path, *flags: str, computer: Computer | None = None) -> AsyncIterator[Host]:
    """A headless table."""
    host = Host(data, *flags, computer=computer)
    try:
        yield await host.open()
    finally:
        await host.close()


async def answers(address: str) -> None:
    """Wait until a table answers who knocks: `odin join` knocks too, and on a busy computer does not wait so long."""
    host, _, port = address.rpartition(":")
    async with asyncio.timeout(LONG):
        assert await speaks_odin(host, int(port))


async def eventually(condition: Callable[[], bool]) -> None:
    """Look again and again, for what nobody tells us."""
    for _ in range(int(LONG / LOOK)):
        if condition():
            return
        await asyncio.sleep(LOOK)
    raise AssertionError("it never came to be")
