"""A terminal at the other end of a connection: what is typed there, and what is shown there.

The connection tells it what comes in and how large its window is; whoever plays on it reads keys and writes. Nothing of
it waits: who types faster than keys are handled is asked to stop (`hold`), and who takes no more output is sent none.
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from typing import Protocol, TextIO, cast

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.output.vt100 import Vt100_Output

from clients.terminal.drawing.themes import offered
from clients.terminal.stage import Stage

# A window is never larger for us, whatever its owner says: a picture costs memory for each of its cells.
MOST_COLUMNS, MOST_ROWS = 300, 100
# Of which terminal we speak, at most.
LONGEST_TERM = 64
# So many characters are handled before others have their turn, and so many may wait.
AT_ONCE, MOST_WAITING = 32, 4096
# A key has so many characters at most, and so many can be pasted: prompt-toolkit keeps all of what does not end, and
# looks at all parts of what turns out to be no key, again for each of its characters.
LONGEST_KEY, LONGEST_PASTE = 32, 4096
PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
# What a key that can be of any length has begun with: the place of a cursor, or of a mouse.
BEGUN_KEY = re.compile(r"\x1b(?:\[<?[\d;]*)?")
# A picture that no key asked for begins so many seconds after what it shows, and after the one before it: the computer
# that draws it has a table to run, and a move that leads to pictures is to be with everybody before they are drawn.
BEFORE_PICTURE = 0.03
BETWEEN_PICTURES = 0.15


class Line(Protocol):
    """The connection to a terminal."""

    def write(self, text: str) -> None:
        """Send this."""

    def hold(self, is_held: bool) -> None:
        """Hand nothing over that is typed until this is called again."""


class FarTerminal:
    """Somebody's terminal. Without a `term` it has no window: it takes and gives lines."""

    def __init__(self, line: Line, term: str, columns: int, rows: int, environ: Mapping[str, str]) -> None:
        self._line, self.term, self.environ = line, term[:LONGEST_TERM], environ
        self.size = clamped(columns, rows)
        self.resized: Callable[[], None] = _nothing
        """Who wants to know of another size, and when what was shown has to be shown again."""
        self.writable: Callable[[bool], None] = _can
        """Who wants to know whether output is taken."""
        self.failed: Callable[[Exception], None] = _is_lost
        """Who wants to know that a defect of ours came up while it was handled."""
        self._typed: Callable[[str], None] | None = None
        self._waiting, self._has_ended, self._is_held = "", False, False
        self._is_blocked = self._has_gap = False
        self._loop = asyncio.get_running_loop()
        self._turn: asyncio.Handle | None = None
        self._shown_at = -BETWEEN_PICTURES
        self._showing: asyncio.TimerHandle | None = None

    @property
    def is_dumb(self) -> bool:
        """Whether nothing can be drawn there."""
        return self.term.lower() in ("", "dumb", "unknown")

    @property
    def is_ascii(self) -> bool:
        """Whether its owner has said that it has no other characters."""
        locale = next(filter(None, (self.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))), "utf-8")
        return "utf" not in locale.lower()

    # --- from the connection ---

    def type(self, text: str) -> None:
        """This was typed."""
        self._waiting += text
        if len(self._waiting) > MOST_WAITING:
            self._line.hold(True)
        self._take_turn()

    def end(self) -> None:
        """Nothing more will be typed."""
        self._has_ended = True
        self._take_turn()

    def resize(self, columns: int, rows: int) -> None:
        """The window has another size."""
        self.size = clamped(columns, rows)
        self._show_anew()

    def block(self, is_blocked: bool) -> None:
        """Output is not taken any more, or taken again; what was not sent meanwhile is shown anew."""
        self._is_blocked = is_blocked
        self.writable(not is_blocked)
        if not is_blocked and self._has_gap:
            self._has_gap = False
            self._show_anew()

    def _show_anew(self) -> None:
        """At once; or a little later, and once, for who says so again and again: all others wait for each picture."""
        if self._showing is None:
            due = self._shown_at + BETWEEN_PICTURES
            if due <= self._loop.time():
                self._show_now()
            else:
                self._showing = self._loop.call_at(due, self._show_now)

    def _show_now(self) -> None:
        self._showing = None
        self._shown_at = self._loop.time()
        self.resized()

    def listen(self, typed: Callable[[str], None]) -> None:
        """Who gets what is typed, a few characters at a time, and "" when nothing more will come."""
        self._typed = typed
        self._take_turn()

    def hold(self, is_held: bool) -> None:
        """Keep what is typed for later, or go on."""
        self._is_held = is_held
        if not is_held:
            self._take_turn()

    def _take_turn(self) -> None:
        if self._turn is None and not self._is_held:
            self._turn = self._loop.call_soon(self._hand_on)

    def _hand_on(self) -> None:
        self._turn = None
        if self._is_held or self._typed is None:
            return
        text, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
        if len(self._waiting) < AT_ONCE:
            self._line.hold(False)
        if not text and not self._has_ended:
            return
        try:
            self._typed(text)
        except Exception as error:
            self.failed(error)
            return
        if text:
            self._take_turn()

    # --- to the terminal ---

    def write(self, text: str) -> None:
        """Show this, unless nothing is taken now."""
        if self._is_blocked:
            self._has_gap = True
        else:
            self._line.write(text)

    def say(self, text: str) -> None:
        """Show lines."""
        self.write(text.replace("\n", "\r\n") if self.term else text)

    def stage(self) -> Stage:
        """A stage on it. There is at most one."""
        keys = Keys()
        self.listen(keys.feed)
        output = Vt100_Output(
            cast(TextIO, _File(self.write)),
            lambda: Size(rows=self.size.rows, columns=self.size.columns),
            term=self.term,
            enable_cpr=False,
        )
        depth = offered(output.get_default_color_depth(), self.environ)
        stage = Stage(keys, output, depth=depth, wait=BEFORE_PICTURE, rest=BETWEEN_PICTURES)
        self.resized = stage.resized
        return stage


def clamped(columns: int, rows: int) -> Size:
    """A size that costs no more than a window does; 0 is what those say who do not know it."""
    return Size(columns=max(1, min(columns or 80, MOST_COLUMNS)), rows=max(1, min(rows or 24, MOST_ROWS)))


class _Bounds:
    """Leaves out of what is typed whatever makes a key or a paste too long."""

    def __init__(self) -> None:
        self._begun = ""
        self._pasted: int | None = None
        self._last = ""

    def within(self, text: str) -> str:
        """As much of what comes next as may be handled."""
        return "".join(self._pasting(char) if self._pasted is not None else self._typing(char) for char in text)

    def _typing(self, char: str) -> str:
        key = self._begun + char
        if key == PASTE_BEGINS:
            self._pasted, self._last = 0, ""
        if BEGUN_KEY.fullmatch(key) is None:
            self._begun = char if BEGUN_KEY.fullmatch(char) else ""
        elif len(key) > LONGEST_KEY:
            return ""
        else:
            self._begun = key
        return char

    def _pasting(self, char: str) -> str:
        assert self._pasted is not None
        is_too_long = self._pasted >= LONGEST_PASTE
        self._pasted += 1
        self._last = (self._last + char)[-len(PASTE_ENDS) :]
        if self._last == PASTE_ENDS:
            self._pasted = None
            # What was left out may have been the beginning of this.
            return PASTE_ENDS if is_too_long else char
        return "" if is_too_long else char


class Keys(Input):
    """What prompt-toolkit reads: text that somebody feeds it, without a file or a pipe between."""

    _numbers = count()

    def __init__(self) -> None:
        self._number = next(self._numbers)
        self._keys: list[KeyPress] = []
        self._parser = Vt100Parser(self._keys.append)
        self._bounds = _Bounds()
        self._is_ready: Callable[[], None] = _nothing
        self._is_closed = False

    def feed(self, text: str) -> None:
        """This was typed; "": nothing more will be."""
        if text:
            self._parser.feed(self._bounds.within(text))
        else:
            self._is_closed = True
        self._is_ready()

    def fileno(self) -> int:
        raise NotImplementedError("there is no file")

    def typeahead_hash(self) -> str:
        # By this prompt-toolkit finds what was typed too late for one screen, and types it at the next one.
        return f"far-{self._number}"

    def read_keys(self) -> list[KeyPress]:
        keys, self._keys[:] = [*self._keys], []
        return keys

    def flush_keys(self) -> list[KeyPress]:
        self._parser.flush()
        return self.read_keys()

    @property
    def closed(self) -> bool:
        return self._is_closed

    def raw_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    @contextmanager
    def attach(self, input_ready_callback: Callable[[], None]) -> Iterator[None]:
        before, self._is_ready = self._is_ready, input_ready_callback
        if self._keys or self._is_closed:
            asyncio.get_running_loop().call_soon(input_ready_callback)
        try:
            yield
        finally:
            self._is_ready = before

    @contextmanager
    def detach(self) -> Iterator[None]:
        before, self._is_ready = self._is_ready, _nothing
        try:
            yield
        finally:
            self._is_ready = before


class _File:
    """As much of a file as prompt-toolkit writes to."""

    encoding = "utf-8"

    def __init__(self, write: Callable[[str], None]) -> None:
        self.write = write

    def flush(self) -> None:
        pass

    def fileno(self) -> int:
        raise OSError("there is no file")

    def isatty(self) -> bool:
        return True


def _is_lost(error: Exception) -> None:
    raise error


def _nothing() -> None:
    pass


def _can(can: bool) -> None:
    pass
