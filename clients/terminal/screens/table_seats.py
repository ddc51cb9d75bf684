"""The seats around the felt, or in a list: who sits there, their cards face down, what they do."""

from typing import NamedTuple

from clients.model import SeatAct
from clients.terminal.drawing.cards import draw_frame
from clients.terminal.drawing.numerals import SMALL_HEIGHT, small
from clients.terminal.drawing.rows import fit, width_of
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.screens import common, parts
from clients.terminal.screens.reactions import draw_calls
from clients.terminal.screens.table_sheet import NAME, Part, TableSheet
from clients.terminal.selection import in_order
from odin_net.game.cards import Card, format_card, mask_of
from odin_net.game.events import Kind, Presence
from odin_net.game.sets import value_of
from odin_net.game.state import Phase

# From so few cards on it is said in words.
FEW = 2
# The seat below the felt, for who watches.
FIRST_SEAT, FIRST_ROWS = 40, 5
# Nine cards, side by side, that all may see.
OPEN_HAND = 18


def kind_of(table: TableSheet, seat: int) -> str:
    """What sits there."""
    language, seen, occupant = table.frame.language, table.frame.seen, table.board.game.seats[seat]
    if occupant.kind is Kind.BOT:
        # Room for 10 cells.
        return language("bot", "column")
    if seen.is_cut_off or table.frame.watched is not None:
        return ""
    if seat == seen.seat and occupant.presence is not Presence.COVERED:
        return ""
    match occupant.presence:
        case Presence.AWAY:
            # Room for 10 cells.
            return language("away", "column")
        case Presence.COVERED:
            # Room for 10 cells.
            return language("covered", "column")
        case Presence.HERE:
            # Room for 10 cells.
            return language("here", "column")


def clock_of(table: TableSheet, seat: int) -> str:
    """The time that somebody has left, or that they have kept all waiting for."""
    frame, clock = table.frame, table.frame.seen.clock
    if clock is not None and clock[0] == seat:
        shown = parts.seconds_left(frame, clock[1])
    elif common.may_cover(frame.seen, frame.now) and table.board.turn == seat:
        shown = int(frame.now - frame.seen.turn_began)
    else:
        return ""
    minutes, seconds = divmod(shown, 60)
    return f"{minutes}:{seconds:02}"


class Seats(Part):
    """All but one's own."""

    def draw(self, *, has_head: bool = True) -> None:
        """All of them; a list with its head, unless news stands in its place."""
        if self._layout.is_list and has_head:
            self._list_head()
        seats = list(zip(self._table.others, self._layout.seats, strict=True))
        for seat, box in seats:
            self._seat(seat, box)
        draw_calls(self._frame, self._sheet, seats)

    def draw_first(self) -> None:
        """Where a hand would be, if we had one: the seat that is nearest to who watches."""
        hand, first = self._layout.hand, self._layout.first
        if first is not None:
            box = first
        elif self._layout.is_list:
            box = Box(1, hand.row + 1, hand.width - 2, 1)
        else:
            width = min(FIRST_SEAT, hand.width)
            box = Box((hand.width - width) // 2, hand.row, width, min(hand.height, FIRST_ROWS))
        self._seat(self._table.first, box)
        draw_calls(self._frame, self._sheet, [(self._table.first, box)])

    def _seat(self, seat: int, box: Box) -> None:
        (self._listed if self._layout.is_list else self._panel)(seat, box)

    def _panel(self, seat: int, box: Box) -> None:
        board, sheet = self._board, self._sheet
        is_turn, count = board.turn == seat, board.counts[seat]
        is_last = count == 1 and board.phase is Phase.PLAYING
        style = "class:turn" if is_turn else "class:alarm-line" if self._few(count) else "class:line"
        draw_frame(sheet, box, self._glyphs.heavy if is_turn or is_last else self._glyphs.corners, style)
        self._panel_head(seat, box, is_turn=is_turn)
        inside = box.inside
        inside = inside if box.width <= 22 else inside.narrowed(1)
        held = self._open_cards(seat)
        if held:
            self._open(inside.line(0), held)
        else:
            self._backs(inside.line(0), count)
        if inside.height > 3:
            self._count(inside, count)
            # Beside backs it has room; open cards need theirs.
            self._words(inside.line(1 if held else 0), count)
        elif not held or self._few(count):
            self._words_or_count(inside.line(0), count)
        self._points_and_act(seat, inside)

    def _panel_head(self, seat: int, box: Box, *, is_turn: bool) -> None:
        """The name in the frame, and at its other end what keeps somebody from the table."""
        edge = box.line(0).narrowed(2)
        name = fit(self._frame.name(seat), NAME)
        text = f"{self._table.mark} {name}" if is_turn else name
        style = "class:turn" if is_turn else "class:strong"
        self._sheet.start(edge, f" {text} ", style)
        kind = kind_of(self._table, seat)
        if kind and width_of(text) + width_of(kind) + 5 <= edge.width:
            self._sheet.end(edge, f" {kind} ", "class:faint")

    def _backs(self, line: Box, count: int) -> None:
        back = self._glyphs.back
        shown = back * min(count, (line.width - 2) // width_of(back))
        style = "class:alarm-line" if self._few(count) else "class:back"
        self._sheet.draw(self._table.start(line, width_of(shown)), line.row, shown, style)

    def _open_cards(self, seat: int) -> tuple[Card, ...]:
        """What somebody holds, where that is known: in a recorded game that is watched."""
        state = self._frame.seen.state
        if state is None or self._frame.watched is None or self._board.phase is not Phase.PLAYING:
            return ()
        return in_order(state.hands[seat] or 0, self._frame.ui.sort)

    def _open(self, line: Box, cards: tuple[Card, ...]) -> None:
        """Nine cards need 26 columns; without a space between them 18."""
        step = 3 if 3 * len(cards) <= line.width + 1 else 2
        shown = cards[: (line.width - 2) // step + 1]
        self._chips_at(self._table.start(line, step * len(shown) - step + 2), line.row, shown, step)

    def _chips_at(self, column: int, row: int, cards: tuple[Card, ...], step: int) -> None:
        for place, card in enumerate(cards):
            letter = format_card(card)[0].lower()
            self._sheet.draw(column + step * place, row, format_card(card), f"class:card-{letter}")

    def _words_or_count(self, line: Box, count: int) -> None:
        if self._few(count):
            self._words(line, count)
        else:
            self._sheet.end(line, str(count), "class:strong")

    def _words(self, line: Box, count: int) -> None:
        """That somebody is about to go out, if so."""
        words = self._few(count)
        if words:
            self._sheet.end(line, f" {words} ", "class:alarm")

    def _few(self, count: int) -> str:
        """That somebody is about to go out."""
        if not 0 < count <= FEW or self._board.phase is not Phase.PLAYING:
            return ""
        if count == 1:
            # Translators: in capitals, in reverse, at a player's seat.
            # Room for 14 cells.
            return self._language("LAST CARD")
        # Translators: how many cards somebody still holds, in capitals.
        # Room for 14 cells.
        return self._language("{count} LEFT", count=count)

    def _count(self, inside: Box, count: int) -> None:
        """In large digits, at the lower end."""
        style = "class:alarm-line" if self._few(count) else "class:strong"
        if self._frame.settings.ascii:
            self._sheet.end(inside.line(-1), str(count), style)
        else:
            digits = small(count)
            column = inside.column if self._sheet.is_rtl else inside.column + inside.width - len(digits[0])
            for row, text in enumerate(digits):
                self._sheet.draw(column, inside.row + inside.height - SMALL_HEIGHT + row, text, style)

    def _points_and_act(self, seat: int, inside: Box) -> None:
        language, board = self._language, self._board
        points = language.many("{count} point", "{count} points", board.game.totals[seat])
        is_turn = board.turn == seat
        style = "class:turn" if is_turn else ""
        if inside.height == 2:
            line = inside.line(1)
            self._sheet.start(line, points, "class:faint")
            room = line.width - width_of(points) - 2
            text = next((text for text in self._doing(seat) if width_of(text) <= room), "")
            self._sheet.end(line, text, style)
            return
        room = inside.width - (4 if inside.height > 3 else 0)
        self._sheet.start(inside.line(-2)._replace(width=inside.width), points, "class:faint")
        text = next((text for text in self._doing(seat) if width_of(text) <= room), "")
        self._sheet.start(inside.line(-1), text, style)

    def _doing(self, seat: int) -> list[str]:
        """What somebody does now or did last, at length and in short."""
        language, seen = self._language, self._frame.seen
        act = seen.acts[seat]
        if self._board.turn == seat:
            clock = clock_of(self._table, seat)
            thinks = language("thinks") if seat != seen.seat and not seen.is_cut_off else ""
            return [" ".join(filter(None, (thinks, clock))), clock]
        return [] if act is None else self._act(act)

    def _act(self, act: SeatAct) -> list[str]:
        language = self._language
        if not act.cards:
            return [language("passed")]
        value = value_of(mask_of(act.cards))
        # A number alone would be read as points; where there is no room for more, it is too long for that.
        # Translators: at a player's seat: what was played, if no card was taken for it.
        # Room for 11 cells.
        played = [language("played {value}", value=value), str(value)]
        if act.taken is None:
            return played
        # Translators: at a player's seat: what was played, and the card that was taken for it.
        # Room for 13 cells.
        return [language("{value}, took {taken}", value=value, taken=format_card(act.taken)), *played]

    def _list_head(self) -> None:
        line = Box(1, 1, self._sheet.columns - 2, 1)
        columns = _columns_of(self._sheet, is_open=self._is_open_list())
        # Room for 6 cells.
        self._sheet.start(
            line._replace(column=columns.cards, width=10), self._language("cards", "column"), "class:faint"
        )
        points = self._language("points", "column")
        if not self._is_open_list():
            self._sheet.end(line._replace(column=columns.points, width=7), points, "class:faint")

    def _is_open_list(self) -> bool:
        """Whether all hands are seen in it."""
        return self._frame.watched is not None and self._frame.seen.seat is None

    def _listed(self, seat: int, box: Box) -> None:
        board, sheet, columns = self._board, self._sheet, _columns_of(self._sheet, is_open=self._is_open_list())
        is_turn, count = board.turn == seat, board.counts[seat]
        style = "class:turn" if is_turn else ""
        if is_turn:
            sheet.draw(columns.mark, box.row, self._table.mark, "class:turn")
        line = box._replace(column=columns.name, width=NAME)
        few = "class:alarm-line" if self._few(count) else ""
        sheet.start(line, self._frame.name(seat), style or few or "class:strong")
        if self._is_open_list():
            self._open(box._replace(column=columns.cards, width=OPEN_HAND), self._open_cards(seat))
            sheet.end(box._replace(column=columns.points, width=4), str(board.game.totals[seat]))
        else:
            backs = self._glyphs.thin_back * min(count, 9)
            cards = box._replace(column=columns.cards, width=11)
            sheet.draw(self._table.start(cards, len(backs)), box.row, backs, few or "class:back")
            sheet.end(cards, str(count), "class:strong")
            sheet.end(box._replace(column=columns.points, width=7), str(board.game.totals[seat]))
        doing = box._replace(column=columns.doing, width=columns.doing_width)
        self._listed_doing(seat, doing, style)

    def _listed_doing(self, seat: int, line: Box, style: str) -> None:
        """What somebody does and who they are, side by side; that they are about to go out comes first."""
        words, kind = self._few(self._board.counts[seat]), kind_of(self._table, seat)
        if words:
            self._sheet.start(line, f" {words} ", "class:alarm")
        taken = width_of(words) + 3 if words else 0
        ways = [way for way in self._doing(seat) if taken + width_of(way) <= line.width]
        text = next((way for way in ways if taken + width_of(way) + 1 + width_of(kind) <= line.width), "")
        if text or not ways:
            self._sheet.end(line, kind if taken + width_of(kind) <= line.width else "", "class:faint")
        text = text or next(iter(ways), "")
        if text and self._sheet.is_rtl:
            self._sheet.start(line._replace(width=line.width - taken), text, style)
        elif text:
            self._sheet.start(line._replace(column=line.column + taken, width=line.width - taken), text, style)


class _ListColumns(NamedTuple):
    mark: int
    name: int
    cards: int
    points: int
    doing: int
    doing_width: int


def _columns_of(sheet: Sheet, *, is_open: bool) -> _ListColumns:
    """Where the columns of the list begin, from the side where one begins to read."""
    columns = sheet.columns
    free = columns - 40
    if is_open:
        # Cards take more room than their backs.
        free = columns - 44
        if sheet.is_rtl:
            return _ListColumns(columns - 2, columns - 2 - NAME, columns - 19 - OPEN_HAND, columns - 42, 1, free)
        return _ListColumns(0, 2, 19, 38, 43, free)
    if sheet.is_rtl:
        return _ListColumns(columns - 2, columns - 2 - NAME, columns - 30, columns - 38, 1, free)
    return _ListColumns(0, 2, 19, 30, 39, free)
