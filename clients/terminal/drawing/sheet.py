"""A picture in which every thing has its place: boxes side by side, later ones on top. Pure.

A sheet of a language that is read from the right keeps its places, since those who sit around a table stay where they
sit: only the text within a box begins at its right side.
"""

from collections.abc import Callable
from copy import copy
from typing import NamedTuple

from clients.terminal.drawing.rows import Fragment, Row, fit, width_of
from clients.terminal.state import Intent


class Box(NamedTuple):
    """A part of the screen: its first column and row, and its size."""

    column: int
    row: int
    width: int
    height: int

    @property
    def inside(self) -> "Box":
        """What is left within a frame."""
        return Box(self.column + 1, self.row + 1, self.width - 2, self.height - 2)

    def line(self, place: int) -> "Box":
        """One of its rows; from the last one backwards if it is negative."""
        return Box(self.column, self.row + place % self.height, self.width, 1)

    def narrowed(self, margin: int) -> "Box":
        """The same without so many columns on both sides."""
        return self._replace(column=self.column + margin, width=self.width - 2 * margin)


def _as_it_is(text: str) -> str:
    return text


def _cells_of(text: str) -> list[str]:
    """One for each column; marks stay with the character that they sit on."""
    if text.isascii():
        return list(text)
    cells: list[str] = []
    for char in text:
        wide = width_of(char)
        if wide == 0 and cells:
            cells[-1] += char
        elif wide:
            cells += [char, *[""] * (wide - 1)]
    return cells


class Sheet:
    """Cells that are written one after the other, and become rows at the end."""

    def __init__(self, columns: int, rows: int, turn: Callable[[str], str] | None = None) -> None:
        """`turn` puts a text in the order of the eye, where it is read from the right."""
        self.columns, self.height = columns, rows
        self.is_rtl = turn is not None
        self._turn = turn or _as_it_is
        self._chars = [[" "] * columns for _ in range(rows)]
        self._styles = [[""] * columns for _ in range(rows)]
        self._clicks: list[list[Intent | None]] = [[None] * columns for _ in range(rows)]

    def paint(self, box: Box, style: str) -> None:
        """Give a part of the sheet a ground, with nothing on it."""
        self.fill(box, " ", style)

    def fill(self, box: Box, char: str, style: str = "") -> None:
        """The same character everywhere in a box."""
        for row in range(max(0, box.row), min(self.height, box.row + box.height)):
            self._write(box.column, row, [char] * box.width, style, None)

    def draw(self, column: int, row: int, text: str, style: str = "", click: Intent | None = None) -> None:
        """Write a picture's row as it is: it is nothing to be read."""
        self._write(column, row, list(text), style, click)

    def put(self, column: int, row: int, text: str, style: str = "", click: Intent | None = None) -> int:
        """Write a text from this column on, in the order of the eye; the column behind it."""
        cells = _cells_of(self._turn(text))
        self._write(column, row, cells, style, click)
        return column + len(cells)

    def start(self, box: Box, text: str, style: str = "", click: Intent | None = None) -> None:
        """A text where one begins to read in this box's first row, cut to fit."""
        text = fit(text, box.width)
        self.put(self._at_edge(box, text, at_start=True), box.row, text, style, click)

    def end(self, box: Box, text: str, style: str = "", click: Intent | None = None) -> None:
        """A text at the other side."""
        text = fit(text, box.width)
        self.put(self._at_edge(box, text, at_start=False), box.row, text, style, click)

    def centre(self, box: Box, text: str, style: str = "", click: Intent | None = None) -> None:
        """A text in the middle."""
        text = fit(text, box.width)
        self.put(box.column + (box.width - width_of(text)) // 2, box.row, text, style, click)

    def place(self, column: int, row: int, fragments: Row) -> None:
        """A row that is in the order of the eye already."""
        for style, text, click in fragments:
            cells = [cell for char in text for cell in (char, *[""] * (width_of(char) - 1)) if width_of(char)]
            self._write(column, row, cells, style, click)
            column += len(cells)

    def on(self, rows: tuple[Row, ...]) -> "Sheet":
        """The same sheet with a finished picture on it, which fills it."""
        for place, row in enumerate(rows[: self.height]):
            column = 0
            for style, text, click in row:
                cells = _cells_of(text)
                self._write(column, place, cells, style, click)
                column += len(cells)
        return self

    def twin(self) -> "Sheet":
        """Another one that looks the same, to draw on; a click means the same on both."""
        other = copy(self)
        other._chars = [row[:] for row in self._chars]
        other._styles = [row[:] for row in self._styles]
        other._clicks = [row[:] for row in self._clicks]
        return other

    def copy(self, other: "Sheet", box: Box) -> None:
        """A part of another sheet, as it is there."""
        for row in range(max(0, box.row), min(self.height, box.row + box.height)):
            span = slice(max(0, box.column), box.column + box.width)
            self._chars[row][span] = other._chars[row][span]
            self._styles[row][span] = other._styles[row][span]

    def style_at(self, column: int, row: int) -> str:
        """How a cell looks."""
        return self._styles[row][column]

    def char_at(self, column: int, row: int) -> str:
        """What stands in a cell."""
        return self._chars[row][column]

    def restyle(self, box: Box, change: Callable[[str], str]) -> None:
        """Let what stands in a box look differently."""
        for row in range(max(0, box.row), min(self.height, box.row + box.height)):
            for column in range(max(0, box.column), min(self.columns, box.column + box.width)):
                self._styles[row][column] = change(self._styles[row][column])

    def click_as(self, other: "Sheet") -> "Sheet":
        """The same sheet; a click on it means what it means on another one of the same size, whatever is drawn here."""
        self._clicks = other._clicks
        return self

    def rows(self) -> tuple[Row, ...]:
        """All that was written, each row from its first to its last column."""
        return tuple(map(self._row, range(self.height)))

    def _row(self, row: int) -> Row:
        """Neighbours of one style and one meaning are one fragment."""
        chars, styles, clicks = self._chars[row], self._styles[row], self._clicks[row]
        found: list[Fragment] = []
        start = 0
        for end in range(1, self.columns + 1):
            if end == self.columns or styles[end] != styles[start] or clicks[end] is not clicks[start]:
                found.append(Fragment(styles[start], "".join(chars[start:end]), clicks[start]))
                start = end
        return tuple(found)

    def _at_edge(self, box: Box, text: str, *, at_start: bool) -> int:
        return box.column if at_start != self.is_rtl else box.column + box.width - width_of(text)

    def _write(self, column: int, row: int, cells: list[str], style: str, click: Intent | None) -> None:
        """Whatever lies outside of the sheet is left out."""
        if not 0 <= row < self.height:
            return
        first, last = max(0, -column), max(0, min(len(cells), self.columns - column))
        cells = cells[first:last]
        span = slice(column + first, column + first + len(cells))
        self._chars[row][span] = cells
        self._styles[row][span] = [style] * len(cells)
        self._clicks[row][span] = [click] * len(cells)
