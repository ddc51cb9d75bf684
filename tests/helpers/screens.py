"""A terminal in memory: what an application writes is drawn by pyte, and read as people see it."""

import asyncio
from collections.abc import Callable

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from tests.helpers import LONG


class _Wire:
    """What prompt-toolkit takes for a terminal's file."""

    encoding = "utf-8"

    def __init__(self, stream: pyte.Stream, changed: Callable[[], None]) -> None:
        self._stream, self._changed = stream, changed
        self.raw: list[str] = []
        self.is_muted = False

    def write(self, data: str) -> int:
        if self.is_muted:
            return len(data)
        self.raw.append(data)
        self._stream.feed(data)
        self._changed()
        return len(data)

    def flush(self) -> None:
        pass

    def fileno(self) -> int:
        raise OSError("no file")

    def isatty(self) -> bool:
        return True


class Terminal:
    """A screen with so many columns and rows."""

    def __init__(self, columns: int = 80, rows: int = 24, depth: ColorDepth = ColorDepth.DEPTH_24_BIT) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.bells = 0
        setattr(self.screen, "bell", self._ring)  # noqa: B010  pyte calls it by this name.
        self._stream = pyte.Stream(self.screen)
        self._lines: list[str] | None = None
        self._wire = _Wire(self._stream, self._changed)
        self.output = Vt100_Output(
            self._wire,  # type: ignore[arg-type]
            lambda: Size(rows=self.screen.lines, columns=self.screen.columns),
            term="xterm-256color",
            default_color_depth=depth,
            enable_cpr=False,
        )

    def _ring(self, *_: object) -> None:
        self.bells += 1

    def _changed(self) -> None:
        self._lines = None

    @property
    def lines(self) -> list[str]:
        """What is shown, row by row, without the spaces at the end. Who waits looks often, and pyte takes long."""
        if self._lines is None:
            self._lines = [line.rstrip() for line in self.screen.display]
        return self._lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def written(self) -> str:
        """All that was ever sent to it."""
        return "".join(self._wire.raw)

    def mute(self, muted: bool = True) -> None:
        """Draw nothing more, so that a measure is not of pyte."""
        self._wire.is_muted = muted

    def freeze(self) -> None:
        """Keep what is shown: the end of an application would clear it."""
        self._wire.is_muted = True

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self._changed()

    async def until(self, seen: Callable[[str], bool] | str) -> str:
        """Wait until this is shown, and return what is."""
        test = (lambda text: seen in text) if isinstance(seen, str) else seen
        try:
            async with asyncio.timeout(LONG):
                while not test(self.text):  # noqa: ASYNC110  Whatever draws does not know of us.
                    await asyncio.sleep(0.002)
        except TimeoutError:
            raise AssertionError(f"never shown: {seen!r}\n{self.text}") from None
        return self.text
