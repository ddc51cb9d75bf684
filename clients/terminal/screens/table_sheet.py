"""What the parts of a table's picture share: its places, its sheet, and what its felt looks like now."""

from clients.terminal.drawing.cards import Brush, Surface
from clients.terminal.drawing.rows import ISOLATES, POP
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.frame import Frame
from clients.terminal.screens.table_layout import Layout, for_lesson, for_watchers, layout_of
from odin_net.game.state import Board, Phase

SEPARATOR = " · "
# Of a name, in columns.
NAME = 16


class TableSheet:
    """One picture while it is drawn."""

    def __init__(self, frame: Frame, board: Board, sheet: Sheet | None = None) -> None:
        """On an empty sheet, or on this one."""
        self.frame, self.board = frame, board
        # Who watches looks over the first one's shoulder.
        self.first, *self.others = frame.seen.seats_from_me
        self.layout = self._places()
        self.sheet = sheet or Sheet(frame.size.columns, frame.size.rows, frame.turn_text)
        # It points to a name, from where one begins to read.
        self.mark = frame.glyphs.turn_back if frame.language.is_rtl else frame.glyphs.turn
        watched = self.others if frame.seen.seat is not None else frame.seen.seats_from_me
        self.is_last = any(board.counts[seat] == 1 for seat in watched) and board.phase is Phase.PLAYING
        felt = "class:felt-last" if self.is_last else "class:felt"
        self.felt = felt if frame.surface is Surface.PAINTED else ""

    def _places(self) -> Layout:
        size, others = self.frame.size, len(self.others)
        if self.frame.lesson:
            return for_lesson(size)
        return layout_of(size, others) if self.frame.seen.seat is not None else for_watchers(size, others)

    def joined(self, *facts: str) -> str:
        """Side by side; each in its own direction, where one reads from the right."""
        if self.sheet.is_rtl:
            facts = tuple(fact and f"{ISOLATES[-1]}{fact}{POP}" for fact in facts)
        return SEPARATOR.join(filter(None, facts))

    def start(self, line: Box, width: int) -> int:
        """The column of something so wide where one begins to read this line."""
        return line.column + line.width - width if self.sheet.is_rtl else line.column

    def brush(self, ground: str) -> Brush:
        """What cards are drawn with on this ground."""
        return Brush(self.frame.surface, self.frame.glyphs, ground)


class Part:
    """A part of the picture, on the sheet of all."""

    def __init__(self, table: TableSheet) -> None:
        self._table, self._sheet, self._layout = table, table.sheet, table.layout
        self._frame, self._board = table.frame, table.board
        self._language, self._glyphs = table.frame.language, table.frame.glyphs
        self._surface, self._felt = table.frame.surface, table.felt
