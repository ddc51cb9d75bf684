"""Beside the felt: who has passed and what has fallen, in its corners; what happened, in a column of its own."""

from clients.terminal.drawing.cards import draw_frame
from clients.terminal.drawing.rows import width_of
from clients.terminal.drawing.sheet import Box
from clients.terminal.screens import parts
from clients.terminal.screens.table_sheet import Part, TableSheet
from odin_net.game.cards import COLOURS, NUMBERS, format_card, parse_card
from odin_net.game.state import Phase

# A log that is so high has a small Valhalla in its last rows, with the line above it.
TALL_LOG, VALHALLA_ROWS = 20, 7
LEAST_CORNER = 9


def dots_of(table: TableSheet) -> str:
    """A dot for each who may pass; full ones for those who have."""
    board, glyphs = table.board, table.frame.glyphs
    passes = board.passes if board.middle else 0
    return glyphs.full * passes + glyphs.empty * max(0, len(board.game.seats) - 1 - passes)


class Beside(Part):
    """What else there is to know."""

    def draw(self) -> None:
        """All of it, as far as there is room."""
        self.corners()
        self._log()

    def corners(self) -> None:
        """Each at its own edge of the screen, whichever way one reads."""
        row, felt = self._layout.corners, self._layout.felt
        if row is None or self._board.phase is not Phase.PLAYING:
            return
        edge = self._layout.log.column if self._layout.log is not None else self._sheet.columns - 1
        left = Box(2, row, felt.column - 3, 1)
        right = Box(felt.column + felt.width + 1, row, edge - felt.column - felt.width - 2, 1)
        if self._board.middle and left.width >= LEAST_CORNER:
            self._passes(left)
        if self._board.valhalla and right.width >= LEAST_CORNER:
            self._fallen(right)

    def _passes(self, box: Box) -> None:
        language, dots, others = self._language, dots_of(self._table), len(self._board.game.seats) - 1
        # Translators: how many have passed of those who may.
        # Room for 18 cells.
        text = language("passes {count} of {most}", count=self._board.passes, most=others)
        # Translators: the same where there is less room, with as many dots.
        # Room for 9 cells.
        short = language("passes")
        self._sheet.put(box.column, box.row, text if width_of(text) <= box.width else short, "class:faint")
        self._sheet.draw(box.column, box.row + 1, dots)

    def _fallen(self, box: Box) -> None:
        count, word, end = self._board.valhalla.bit_count(), self._language("Valhalla"), box.column + box.width
        backs = f"{self._glyphs.back * min(3, count)} {count}"
        self._sheet.put(end - width_of(word), box.row, word, "class:faint")
        self._sheet.draw(end - len(backs), box.row + 1, backs, "class:back")

    def _log(self) -> None:
        """What happened, where a window has room for it; below that what has fallen."""
        box, sheet = self._layout.log, self._sheet
        if box is None or self._frame.lesson:
            return
        draw_frame(sheet, box, self._glyphs.corners, "class:line")
        # Translators: above the log.
        # Room for 20 cells.
        sheet.start(box.line(0).narrowed(2), f" {self._language('What happened')} ", "class:faint")
        inside = box.inside.narrowed(1)
        if box.height >= TALL_LOG:
            inside = inside._replace(height=inside.height - VALHALLA_ROWS)
            self._small_valhalla(box)
        lines = parts.story(self._frame, inside.width, inside.height)
        for place, (text, style) in enumerate(lines):
            row = inside.height - len(lines) + place
            sheet.start(inside.line(row), text, style)

    def _small_valhalla(self, box: Box) -> None:
        sheet, board = self._sheet, self._board
        row = box.row + box.height - VALHALLA_ROWS - 1
        fallen = board.valhalla
        tees = self._glyphs.tees
        sheet.draw(box.column, row, tees[0] + self._glyphs.corners[4] * (box.width - 2) + tees[1], "class:line")
        title = self._language("Valhalla: {count}", count=fallen.bit_count())
        sheet.start(Box(box.column, row, box.width, 1).narrowed(2), f" {title} ", "class:faint")
        for place, letter in enumerate(COLOURS):
            column = box.column + (box.width - 2 * NUMBERS) // 2
            numbers = range(1, NUMBERS + 1)
            # They run as in the picture of all that has fallen.
            for number in reversed(numbers) if sheet.is_rtl else numbers:
                card = parse_card(f"{letter}{number}")
                has_fallen = fallen >> card & 1
                text = format_card(card) if has_fallen else f"{self._glyphs.dot} "
                sheet.draw(
                    column, row + 1 + place, text, f"class:card-{letter.lower()}" if has_fallen else "class:faint"
                )
                column += 2
