"""The last rows of the table: one sentence about now, and the keys; or the chat."""

from typing import TYPE_CHECKING

from clients.terminal.bindings import Shown
from clients.terminal.drawing.rows import Row, cut, wrap
from clients.terminal.drawing.sheet import Box
from clients.terminal.screens import chat, parts
from clients.terminal.screens.live_line import live_line
from clients.terminal.screens.table_felt import Felt
from clients.terminal.screens.table_sheet import Part, TableSheet
from clients.terminal.state import Mode

if TYPE_CHECKING:
    from odin_net.bots.hint import Advice

# Over the seats below the table for a room.
CHAT_ABOVE = 6


class Foot(Part):
    """What there is to do."""

    def __init__(self, table: TableSheet) -> None:
        super().__init__(table)
        self._text, self._style = self._sentence()
        self._width = self._frame.line_width
        self._lines = wrap(self._text, self._width) if self._text else []

    @property
    def more(self) -> int:
        """How many rows the sentence needs beyond its own, so that the keys keep theirs."""
        return max(0, len(self._lines) - (self._layout.keys - self._layout.live))

    def draw(self, keys: list[Shown], felt: Felt) -> None:
        """One sentence, and the keys below it."""
        layout = self._table.layout
        self._keys(keys)
        if len(self._lines) > layout.keys - layout.live:
            # No room at all: until the next key it is read in the middle of the table.
            felt.ground()
            felt.say(self._text, self._style)
            return
        for place, line in enumerate(self._lines):
            self._sheet.start(Box(1, layout.live + place, self._width, 1), line, self._style)

    def _sentence(self) -> tuple[str, str]:
        if self._frame.watched is not None:
            return self._frame.watched, "class:mark"
        hint = self._frame.ui.hint
        if hint is not None and self._is_followed(hint):
            return self._language.advice(hint, self._frame.seen.view), "class:mark"
        return live_line(self._frame, self._board)

    def _is_followed(self, hint: "Advice") -> bool:
        """Whether this hint still has the line: other cards, a question or a refusal need it for themselves."""
        frame, ui = self._frame, self._frame.ui
        if frame.lesson or frame.seen.is_cut_off or ui.notice is not None:
            return False
        return ui.picked == hint.move[0] and ui.mode not in (Mode.TAKING, Mode.PASSING)

    def _keys(self, keys: list[Shown]) -> None:
        for row in parts.key_rows(self._frame, keys):
            self._row(self._layout.keys, row)

    def _row(self, place: int, row: Row) -> None:
        self._sheet.place(0, place, self._frame.turned_row(cut(row, self._sheet.columns)))

    def draw_chat(self, keys: list[Shown]) -> tuple[int, int]:
        """What was said, with a line to type in; where its cursor is."""
        layout = self._layout
        self._keys(keys)
        first = layout.own + 1 if layout.first is None else layout.first.row - CHAT_ABOVE
        for row in range(first, layout.keys):
            self._sheet.fill(Box(0, row, self._sheet.columns, 1), " ")
        panel, (column, row) = chat.chat_panel(self._frame, self._layout.keys - first)
        for place, line in enumerate(panel):
            self._row(first + place, line)
        typed, column = self._frame.turned_typed(panel[row], column)
        self._sheet.place(0, first + row, typed)
        return column, first + row
