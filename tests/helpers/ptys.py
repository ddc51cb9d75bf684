"""The `odin` command, or another one, in a real terminal of a given size, drawn by pyte. POSIX only."""

import asyncio
import contextlib
import fcntl
import os
import struct
import subprocess
import sys
import termios
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

import pyte

from tests.helpers import LONG


class Pty:
    """A process, and what its terminal shows."""

    def __init__(self, process: "subprocess.Popen[bytes]", main: int, screen: pyte.Screen) -> None:
        self.process, self._main, self.screen = process, main, screen
        self._stream = pyte.ByteStream(screen)
        self.written = b""
        """All that was written to it."""
        self.is_looked_at = True
        """Whether anybody wants to see it; if not, what is written to it is thrown away."""
        self._is_over = False
        self._text: str | None = None

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    @property
    def text(self) -> str:
        """What is shown. Who waits for something looks often, and pyte takes long."""
        if self._text is None:
            self._text = "\n".join(line.rstrip() for line in self.screen.display)
        return self._text

    def press(self, text: str) -> None:
        os.write(self._main, text.encode())

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self._text = None
        fcntl.ioctl(self._main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def stop_reading(self) -> None:
        """Read no more of what it writes: its terminal stands still, and so does it when that is full."""
        self._is_over = True
        asyncio.get_running_loop().remove_reader(self._main)

    async def until(self, seen: Callable[[str], bool] | str) -> str:
        """Wait until this is shown."""
        test = (lambda text: seen in text) if isinstance(seen, str) else seen
        try:
            async with asyncio.timeout(LONG):
                while not test(self.text) and not self._is_over:  # noqa: ASYNC110  The process does not know of us.
                    await asyncio.sleep(0.01)
        except TimeoutError:
            pass
        assert test(self.text), f"never shown: {seen!r}\n{self.text}"
        return self.text

    async def ended(self) -> int:
        """How it ended, once all that it wrote is read."""
        async with asyncio.timeout(LONG):
            code = await self._gone()
            while not self._is_over:  # noqa: ASYNC110  As above.
                await asyncio.sleep(0.01)
        return code

    async def kill(self) -> None:
        """SIGKILL: it has no time to do anything. Processes of its own may have its terminal for a while."""
        self.process.kill()
        async with asyncio.timeout(LONG):
            await self._gone()

    async def _gone(self) -> int:
        while (code := self.process.poll()) is None:  # noqa: ASYNC110  Nor does its end.
            await asyncio.sleep(0.01)
        return code

    def read(self) -> None:
        try:
            data = os.read(self._main, 65536)
        except OSError:
            data = b""
        if data and not self.is_looked_at:
            return
        self.written += data
        if data:
            self._stream.feed(data)
            self._text = None
        else:
            self._is_over = True
            asyncio.get_running_loop().remove_reader(self._main)


@asynccontextmanager
async def odin_on(*arguments: str, columns: int = 80, rows: int = 24, **environ: str) -> AsyncIterator[Pty]:
    """`odin` with these arguments before a screen of its own."""
    async with program_on([sys.executable, "-m", "odin_net", *arguments], columns, rows, environ) as pty:
        yield pty


@asynccontextmanager
async def program_on(command: Sequence[str], columns: int, rows: int, environ: Mapping[str, str]) -> AsyncIterator[Pty]:
    """This command before a screen of its own."""
    main, side = os.openpty()
    screen = pyte.Screen(columns, rows)
    fcntl.ioctl(main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    env = {**os.environ, "PYTHONUTF8": "1", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environ}
    process = subprocess.Popen(  # noqa: ASYNC220  It takes a moment, and nothing else waits for it.
        command,
        stdin=side,
        stdout=side,
        stderr=side,
        env=env,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  Nothing else runs in this process yet.
    )
    os.close(side)
    pty = Pty(process, main, screen)
    loop = asyncio.get_running_loop()
    loop.add_reader(main, pty.read)
    try:
        yield pty
    finally:
        loop.remove_reader(main)
        if pty.is_running:
            process.kill()
        process.wait()
        with contextlib.suppress(OSError):
            os.close(main)
