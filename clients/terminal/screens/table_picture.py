"""The table as people lean over it: the others around the felt, the set to be beaten on it, one's own cards below.

Three things are seen from across a room: whose turn it is (the only gold and heavy line), what is to be beaten (the
largest thing), and who is about to go out (words in reverse). Each part has a file: `table_seats.py`, `table_felt.py`,
`table_taking.py`, `table_beside.py`, `table_own.py`, `table_foot.py`.
"""

from clients.terminal.bindings import Shown
from clients.terminal.drawing.rows import FROM_THE_RIGHT, POP, Picture, width_of, wrap
from clients.terminal.drawing.sheet import Box
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.screens.table_beside import Beside
from clients.terminal.screens.table_felt import Felt
from clients.terminal.screens.table_foot import Foot
from clients.terminal.screens.table_layout import with_room_below
from clients.terminal.screens.table_news import what_is_new
from clients.terminal.screens.table_own import Own
from clients.terminal.screens.table_seats import Seats
from clients.terminal.screens.table_sheet import SEPARATOR, Part, TableSheet
from clients.terminal.screens.table_taking import Taking
from clients.terminal.state import Mode
from odin_net.game.state import Board, Phase

# The row of a list's head.
HEAD = 1


def draw_table(frame: Frame, board: Board, keys: list[Shown]) -> Picture:
    """The whole picture."""
    table = TableSheet(frame, board)
    foot = Foot(table)
    if foot.more and frame.ui.mode is not Mode.CHAT:
        has_hand, is_raised = frame.seen.seat is not None, bool(frame.ui.picked)
        table.layout = with_room_below(table.layout, foot.more, has_hand=has_hand, is_raised=is_raised)
    news, seats, own = what_is_new(table), Seats(table), Own(table)
    felt = (Taking if frame.ui.mode is Mode.TAKING else Felt)(table, news)
    Title(table).draw()
    if frame.lesson:
        _draw_lesson(table)
    else:
        # In a small window news may need the row of the head, and so may the seats.
        taken = [seat.row for seat in table.layout.seats]
        taken += [table.layout.news] if news.text and not news.is_beside else []
        seats.draw(has_head=HEAD not in taken)
    felt.ground()
    felt.draw()
    Beside(table).draw()
    own.draw_line()
    if frame.ui.mode is Mode.CHAT:
        return picture_of(table, foot.draw_chat(keys))
    if frame.seen.seat is None:
        seats.draw_first()
    else:
        own.draw_hand()
    foot.draw(keys, felt)
    return picture_of(table)


def picture_of(table: TableSheet, cursor: tuple[int, int] | None = None) -> Picture:
    """The sheet as it is shown."""
    return Picture(table.sheet.rows(), cursor, is_turned=table.frame.language.is_rtl, is_whole=True)


class Title(Part):
    """The first row."""

    def draw(self) -> None:
        """The whole row."""
        language, board, sheet = self._language, self._board, self._sheet
        hand = language("hand {number}", number=board.game.hand) if board.game.hand else language("the first deal")
        goal = language("the last hand") if self._frame.seen.terms.stop_after else parts.target(self._frame)
        facts = [language("the lesson")] if self._frame.lesson else [hand, goal]
        # Translators: which round of a hand this is, in the title.
        # Room for 12 cells.
        number = language("round {number}", number=board.round) if board.phase is Phase.PLAYING else ""
        fallen = language("Valhalla: {count}", count=board.valhalla.bit_count())
        counted = [number, parts.out_of_play(self._frame), self._unread(), fallen]
        more = [self._frame.progress] if self._frame.lesson else [self._frame.progress, *counted]
        whole = Box(0, 0, sheet.columns, 1)
        sheet.paint(whole, "class:title")
        line, name = whole.narrowed(1), language("Odin").upper()
        text, more = f"{name}  {SEPARATOR.join(facts)}", [*filter(None, more)]
        if width_of(text) + 1 + width_of(self._table.joined(*more)) > line.width and number in more:
            more.remove(number)
        while len(more) > 1 and width_of(text) + 1 + width_of(self._table.joined(*more)) > line.width:
            more.pop()
        right = self._table.joined(*more)
        sheet.start(line, text, "class:title")
        sheet.start(line, name, "class:title class:brand")
        if width_of(text) + 1 + width_of(right) <= line.width:
            sheet.end(line, right, "class:title")

    def _unread(self) -> str:
        """That something was said: a small window has no room for that in its line of keys."""
        count = self._frame.seen.chat_count - self._frame.ui.chat_read
        if count <= 0 or self._frame.ui.mode is Mode.CHAT or self._frame.seen.ended is not None:
            return ""
        said = f"C {self._language('chat ({count} new)', count=count)}"
        # It begins with a key, and is read from the right all the same.
        return f"{FROM_THE_RIGHT}{said}{POP}" if self._language.is_rtl else said


def _draw_lesson(table: TableSheet) -> None:
    """What the lesson says, in the place of players who are invented."""
    box = Box(2, 1, table.sheet.columns - 4, table.layout.felt.row - 1)
    for place, line in enumerate(wrap(table.frame.lesson, box.width)[: box.height]):
        table.sheet.start(box.line(place), line, "class:mark")
