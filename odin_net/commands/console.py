"""The console of a command: its lines, its terminal and the screen on it, how far it is, and the signals that end it.

Every command needs a part of this, and an error message little of it: what takes long to import is imported where it is
used.
"""

import argparse
import os
import re
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from odin_net.errors import OdinError
from odin_net.files import data_folder
from odin_net.loading import loading

if TYPE_CHECKING:
    from clients.language import Language
    from clients.preferences import Preferences
    from clients.terminal.frame import Settings
    from clients.terminal.scene import Remember
    from clients.terminal.stage import Stage


# With less room for the text than this, it begins at the left again.
LEAST_ROOM = 30
# A command with its address and its flags, as it is to be copied; a folder's name may be quoted.
COMMAND = re.compile(r"odin [a-z]+(?: (?:'[^']*'|--?[a-z]+(?: (?:'[^']*'|[^-\s]\S*))?|[\[\d]\S*|[A-Z]{2,}\S*))*")
GLUE = "\ue000"
# So often a bar of progress is drawn.
REDRAW_SECONDS = 0.1
# Windows has no SIGHUP; others have no SIGBREAK, which is Ctrl-Break.
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


# --- lines ---


def printable(text: object) -> str:
    """A name from outside, a file's for example, without what could drive a terminal."""
    shown = str(text)
    return shown if shown.isprintable() else ascii(shown)


def columns_of(stream: TextIO | None) -> int | None:
    """How wide the terminal behind this stream is; None if there is none: whoever reads a pipe wants whole lines."""
    if stream is None or not stream.isatty():
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


def wrapped(text: str, columns: int | None, indent: int = 0) -> str:
    """One line as several that fit, later ones indented so far. What is to be typed or clicked is not broken."""
    if columns is None or len(text) < columns:
        return text
    # The last column stays free: some terminals begin a new line there.
    if columns - indent < LEAST_ROOM:
        indent = 0
    whole = COMMAND.sub(lambda found: found[0].replace(" ", GLUE), text)
    lines = textwrap.wrap(
        whole, columns - 1, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace(GLUE, " ")


def fitted_to(stream: TextIO | None) -> Callable[[str], str]:
    """Breaks lines for this stream between words, as wide as its terminal is by then."""
    return lambda line: wrapped(line, columns_of(stream))


def say(line: str) -> None:
    """A line for whoever reads our output; nobody may."""
    with suppress(OSError):
        print(line, flush=True)


def mention(line: str) -> None:
    """What only a person wants to know: a program that starts us reads the lines that it knows, and no others."""
    if sys.stderr is not None and sys.stderr.isatty():
        with suppress(OSError):
            print(wrapped(line, columns_of(sys.stderr)), file=sys.stderr, flush=True)


def warn(line: str) -> None:
    with suppress(OSError):
        print(wrapped(f"odin: {line}", columns_of(sys.stderr)), file=sys.stderr, flush=True)


def records_of(language: "Language", records: Sequence[Path]) -> list[str]:
    """Where the games that were played can be read."""
    if not records:
        return []
    if len(records) == 1:
        return [f"{language('The record of your game:')} {records[0]}"]
    return [f"{language('The records of your games:')} {records[0].parent}"]


def newest_game(data: Path) -> str:
    """The record of the game that was played last."""
    from odin_net.records.folder import newest_record  # noqa: PLC0415  Other commands do without.

    found = newest_record(data)
    if found is None:
        raise OdinError("there is no record of a game here yet: name a file, or play a game first.")
    return str(found)


# --- the screen ---


def language_of(arguments: argparse.Namespace) -> "Language":
    """The language that was asked for, or that of the environment."""
    from clients.language import language_for  # noqa: PLC0415  Errors are told without it, where it is missing.

    language = language_for(arguments.lang or remembered(arguments).language, os.environ)
    return language.spelled_out() if arguments.ascii else language


def remembered(arguments: argparse.Namespace) -> "Preferences":
    """What somebody has chosen for their screen before."""
    from clients.preferences import read_preferences  # noqa: PLC0415  Errors are told without it.

    return read_preferences(data_folder(getattr(arguments, "data", None)))


def keeper_of(arguments: argparse.Namespace) -> "Remember":
    """What keeps their choices for the next time."""
    from clients.preferences import remember  # noqa: PLC0415

    return partial(remember, data_folder(getattr(arguments, "data", None)))


def has_terminal() -> bool:
    """Whether somebody sits before a screen."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def has_keyboard() -> bool:
    """Whether somebody types what comes in."""
    return sys.stdin is not None and sys.stdin.isatty()


def require_terminal() -> None:
    """OdinError if nobody does."""
    if not has_terminal():
        raise OdinError("the screen needs a terminal for input and output: add --plain to play in lines.")


def settings_of(arguments: argparse.Namespace) -> "Settings":
    """How the screen is to look: by flags, then by the environment, then as it was chosen before."""
    with loading():
        # All of the screen, though only these two names are needed yet: whoever wants to know how it looks opens it.
        import clients.terminal.app  # noqa: PLC0415
        import clients.terminal.stage  # noqa: F401, PLC0415
        from clients.terminal.drawing.themes import Theme  # noqa: PLC0415
        from clients.terminal.frame import Settings  # noqa: PLC0415
        from clients.terminal.selection import Sort  # noqa: PLC0415

    chosen = remembered(arguments)
    theme = Theme(arguments.theme or chosen.theme or Theme.DEFAULT.value)
    # https://no-color.org: set and not empty. A theme that was asked for by name counts more.
    if arguments.no_color or (os.environ.get("NO_COLOR") and arguments.theme is None):
        theme = Theme.NONE
    return Settings(
        theme=theme,
        ascii=arguments.ascii or not _can_draw(),
        bell=chosen.sound is not False,
        sort=Sort.COLOUR if chosen.sort == "colour" else Sort.NUMBER,
        motion=not arguments.no_motion and _can_move(chosen.motion, os.environ),
    )


def _can_move(chosen: bool | None, environ: Mapping[str, str]) -> bool:
    """Whether cards are seen moving. Who came to this computer by ssh has to ask for it: nobody can tell from here how
    long a frame takes to them."""
    return "SSH_CONNECTION" not in environ if chosen is None else chosen


def _can_draw() -> bool:
    """Whether the terminal's encoding has frames and arrows at all."""
    try:
        "╭─►▮·é".encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def open_stage(settings: "Settings") -> "Stage":
    """The stage on this terminal. Make it in a running loop."""
    from prompt_toolkit.input import create_input  # noqa: PLC0415
    from prompt_toolkit.output import create_output  # noqa: PLC0415

    from clients.terminal.drawing.themes import offered  # noqa: PLC0415
    from clients.terminal.stage import Stage  # noqa: PLC0415

    output = create_output()
    depth = offered(output.get_default_color_depth(), os.environ)
    return Stage(create_input(), output, theme=settings.theme, mouse=settings.mouse, depth=depth, hears_signals=True)


# --- progress ---


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
        _draw(stream, bar(0, total, unit, None, _width(stream)))

    def step(self) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._drawn >= REDRAW_SECONDS:
            self._drawn = now
            left = (now - self._started) / self._done * (self._total - self._done)
            _draw(self._stream, bar(self._done, self._total, self._unit, left, _width(self._stream)))

    def wipe(self) -> None:
        """The result takes the bar's place."""
        _draw(self._stream, "")
        self._stream.write("\r")
        self._stream.flush()


def _width(stream: TextIO) -> int:
    return columns_of(stream) or 80


def _draw(stream: TextIO, line: str) -> None:
    """In place of the line before it, which may have been longer."""
    stream.write("\r" + line.ljust(_width(stream) - 1))
    stream.flush()


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


# --- signals ---


@contextmanager
def on_signals(call: Callable[[], None]) -> Iterator[None]:
    """Call this in the running loop when somebody wants us to end."""
    import asyncio  # noqa: PLC0415  Whoever runs a loop has it; other commands do without.

    loop = asyncio.get_running_loop()

    def soon(*_: int | FrameType | None) -> None:
        loop.call_soon_threadsafe(call)

    # Not the loop's own way, which Windows does not have.
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, soon) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let a signal cancel the task that is in here, which so can say good-bye; then it is an interrupt."""
    import asyncio  # noqa: PLC0415

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
