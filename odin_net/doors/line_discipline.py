"""What the terminal of a computer does for programs that read lines, for a terminal that is far away and does nothing.

It shows what is typed, lets the line be mended, and hands it over when it is done. Pure: characters in, lines and what
is to be shown out.
"""

import re
from typing import NamedTuple

from clients.terminal.drawing.rows import width_of

INTERRUPT, END, BACKSPACES, WIPE, RETURNS = "\x03", "\x04", "\x08\x7f", "\x15", "\r\n"
# Arrows and their like, which mean nothing here; the last one may still be coming.
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])")
BEGUN_ESCAPE = re.compile(r"\x1b(?:\[[0-?]{0,16}[ -/]{0,2}|O)?$")


class Taken(NamedTuple):
    """What some characters led to."""

    shown: str
    lines: list[str]
    ended: bool
    """Whether somebody wants to go: Ctrl-C, or Ctrl-D where nothing is typed."""


class LineDiscipline:
    """The line that is being typed, of at most so many characters."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._line = ""
        self._begun = ""

    def take(self, text: str) -> Taken:
        """Somebody typed this."""
        text = ESCAPES.sub("", self._begun + text)
        begun = BEGUN_ESCAPE.search(text)
        self._begun = "" if begun is None else begun[0]
        shown = ""
        lines: list[str] = []
        for char in text.removesuffix(self._begun):
            if char == INTERRUPT or (char == END and not self._line):
                return Taken(shown, lines, True)
            if char in RETURNS:
                lines.append(self._line)
                self._line, shown = "", shown + "\r\n"
            else:
                shown += self._mend(char)
        return Taken(shown, lines, False)

    def _mend(self, char: str) -> str:
        """Put one more character into the line, or take some out; what is to be shown for it."""
        if char in BACKSPACES:
            gone, self._line = self._line[-1:], self._line[:-1]
        elif char == WIPE:
            gone, self._line = self._line, ""
        elif char.isprintable() and len(self._line) < self._longest:
            self._line += char
            return char
        else:
            return ""
        return "\b \b" * width_of(gone)
