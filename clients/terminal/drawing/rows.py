"""What a screen is made of: rows of fragments, each with a style, a text and what a click on it means. Pure.

Text that people typed is cleaned here once more before it can reach a row. It is never read as markup: a fragment's
text is shown as it is.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from prompt_toolkit.utils import get_cwidth

from clients.terminal.state import Intent
from odin_net.game.text import BadText, clean_chat

ELLIPSIS = "…"
# Of Unicode: they take no cell, and keep the direction of what is between them to itself.
ISOLATES, POP = "\u2066\u2067\u2068", "\u2069"
FROM_THE_RIGHT = "\u2067"


class Size(NamedTuple):
    """Of a terminal."""

    columns: int
    rows: int


class Fragment(NamedTuple):
    """Some text in one style."""

    style: str
    text: str
    click: Intent | None = None


Row: TypeAlias = tuple[Fragment, ...]


class Picture(NamedTuple):
    """A whole screen, and where the terminal's cursor stands on it, if somebody types."""

    rows: tuple[Row, ...]
    cursor: tuple[int, int] | None = None
    """Column and row."""
    is_turned: bool = False
    """Whether the rows are in the order of the eye already: then the terminal must not turn them."""
    is_whole: bool = False
    """Whether they fill the window already, each from its first to its last column."""


def width_of(text: str) -> int:
    """How many columns a text takes on the screen."""
    return len(text) if text.isascii() else get_cwidth(text)


def row_width(row: Row) -> int:
    """How many columns a row takes."""
    return sum(width_of(fragment.text) for fragment in row)


def fit(text: str, width: int, *, dots: str = ELLIPSIS) -> str:
    """The text, cut to so many columns with a sign that something is missing."""
    if width_of(text) <= width:
        return text
    if width < len(dots):
        return ""
    kept, used = "", 0
    for char in text:
        wide = get_cwidth(char)
        if used + wide > width - len(dots):
            break
        kept, used = kept + char, used + wide
    return kept.rstrip() + dots


def left(text: str, width: int) -> str:
    """The text in a field of so many columns, cut or filled."""
    text = fit(text, width)
    return text + " " * (width - width_of(text))


def right(text: str, width: int) -> str:
    """The same, at the field's right side."""
    text = fit(text, width)
    return " " * (width - width_of(text)) + text


def centre(text: str, width: int) -> str:
    """The same, in the middle of the field."""
    text = fit(text, width)
    free = width - width_of(text)
    return " " * (free // 2) + text + " " * (free - free // 2)


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most so many columns, broken between words where that can be."""
    lines, line = [], ""
    for word in _pieces(text, max(1, width)):
        if line and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return _closed([*lines, line] if line or not lines else lines)


def _closed(lines: list[str]) -> list[str]:
    """The lines with what keeps a direction to itself closed at the end of each, and open again in the next."""
    if len(lines) < 2 or not any(POP in line for line in lines):
        return lines
    found, still_open = [], ""
    for line in lines:
        start = still_open
        for char in line:
            if char in ISOLATES:
                still_open += char
            elif char == POP:
                still_open = still_open[:-1]
        found.append(start + line + POP * len(still_open))
    return found


def first_lines(lines: list[str], most: int, width: int) -> list[str]:
    """So many lines of a wrapped text, the last with a sign if there were more."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], fit(" ".join(lines[most - 1 : most + 1]), width)] if most > 0 else []


def _pieces(text: str, width: int) -> Iterator[str]:
    # Only at spaces that may be broken: in French one that may not stands before a colon.
    for word in filter(None, text.split(" ")):
        piece = ""
        for char in word:
            if width_of(piece) + get_cwidth(char) > width:
                yield piece
                piece = ""
            piece += char
        yield piece


def cut(row: Row, width: int) -> Row:
    """The row, without what does not fit."""
    kept: list[Fragment] = []
    for fragment in row:
        wide = width_of(fragment.text)
        if wide > width:
            text = fit(fragment.text, width)
            return (*kept, fragment._replace(text=text)) if text else tuple(kept)
        kept.append(fragment)
        width -= wide
    return tuple(kept)


def plain(text: str, style: str = "") -> Row:
    """A row of one fragment."""
    return (Fragment(style, text),)


def padded(row: Row, width: int, style: str = "") -> Row:
    """The row, filled up to so many columns."""
    row = cut(row, width)
    return (*row, Fragment(style, " " * (width - row_width(row))))


def beside(left_row: Row, right_row: Row, width: int, style: str = "") -> Row:
    """Two rows in one: the second at the right side, if there is room for both."""
    free = width - row_width(left_row) - row_width(right_row)
    if free < 1:
        return padded(left_row, width, style)
    return (*left_row, Fragment(style, " " * free), *right_row)


def text_of(rows: Iterable[Row]) -> str:
    """What a reader sees, without styles."""
    return "\n".join("".join(fragment.text for fragment in row) for row in rows)


def shown_chat(text: str) -> str:
    """A line of chat, fit to be shown; nothing if it cannot be."""
    try:
        return clean_chat(text)
    except BadText:
        return ""
