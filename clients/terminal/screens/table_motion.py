"""What moves on the table between two moments: cards that are dealt, played, taken and fall, and the gold of a turn.

The table is new at once; for a few frames it is drawn as if things were still on their way. Each kind of motion draws
its frames over the finished picture, so that nothing else on the screen differs from it. Pure.
"""

from functools import cached_property

from msgspec.structs import replace

from clients.terminal.drawing.cards import GAP, CardSize, Look, draw_back, draw_card, looks_of
from clients.terminal.drawing.rows import Picture
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.screens.table_beside import Beside
from clients.terminal.screens.table_felt import Felt, Laid
from clients.terminal.screens.table_picture import Title
from clients.terminal.screens.table_seats import Seats
from clients.terminal.screens.table_sheet import TableSheet
from clients.terminal.selection import in_order
from clients.terminal.state import Mode
from odin_net.game.cards import Card, Mask, format_card, mask_of
from odin_net.game.state import Board, Done, Phase

# Over these nothing lies that would hide what moves.
MODES = (Mode.PLAY, Mode.PASSING, Mode.TAKING)
# How far a set is on its way to the middle, frame by frame; from the third on it pushes the old one aside.
ON_ITS_WAY = (0.0, 0.2, 0.45, 0.7, 0.9)
PUSHED = (0.0, 0.0, 0.0, 0.5, 1.0)
# From here on a set lies as it will in the middle.
ABOVE_HAND = 0.5
# The same of cards that are taken or fall, once that set lies there.
LEAVING = (0.5, 0.85)
FALLING = (0.0, 0.3, 0.6, 0.9)
# For so many frames the cards of others are chips, before they are large.
AS_CHIPS = 3
DEALT_AT_ONCE = 3
# The felt darkens from that of all days to that of a last card.
DARKER = ("felt", "felt", "felt-last-1", "felt-last-1", "felt-last-2", "felt-last-2")
HEAVY_FRAMES = 3
CHIP = 3


class Part:
    """One thing that moves, for so many frames."""

    frames = 0

    def draw(self, table: TableSheet, step: int) -> None:
        """This frame, over the finished picture."""
        raise NotImplementedError


class TableMotion:
    """All that moves between two moments of one table."""

    def __init__(self, after: Frame, picture: Picture, moving: list[Part]) -> None:
        self._after, self._picture, self._moving = after, picture, moving
        self.frames = max(part.frames for part in moving)

    @cached_property
    def _sheet(self) -> Sheet:
        size = self._after.size
        return Sheet(size.columns, size.rows, self._after.turn_text).on(self._picture.rows)

    def picture(self, step: int) -> Picture:
        """One frame; a click on it means what it will mean at the end."""
        board = self._after.seen.board
        assert board is not None
        sheet = self._sheet.twin()
        table = TableSheet(self._after, board, sheet)
        for part in self._moving:
            if step < part.frames:
                part.draw(table, step)
        return parts.fitted(self._after, self._picture._replace(rows=sheet.click_as(self._sheet).rows()))


def table_motion(before: Frame, after: Frame, picture: Picture) -> TableMotion | None:
    """What moves from one moment to the next, whose picture this is; None: nothing does."""
    old, new = before.seen.board, after.seen.board
    if old is None or new is None or old.game.id != new.game.id or new.phase is not Phase.PLAYING:
        return None
    if after.ui.mode not in MODES or any(parts.trouble(frame) is not None for frame in (before, after)):
        return None
    moving: list[Part] = []
    if _is_dealt(before, after, new):
        moving.append(_Deal(after))
    elif old.phase is Phase.PLAYING and old.game.hand == new.game.hand:
        moving += _moves(before, after, old, new)
    else:
        return None
    if old.turn != new.turn or old.phase is not Phase.PLAYING:
        moving.append(_TurnBegins(new.turn))
    return TableMotion(after, picture, moving) if moving else None


def _is_dealt(before: Frame, after: Frame, new: Board) -> bool:
    """Whether a hand is seen for the first time, and nobody has played yet."""
    had_none = before.seen.phase is not Phase.PLAYING or before.seen.view is None or not before.seen.view.hand
    has_one = after.seen.seat is None or (after.seen.view is not None and bool(after.seen.view.hand))
    watched_it = after.seen.seat is None and before.seen.phase is Phase.PLAYING
    return had_none and has_one and not watched_it and not new.story


def _moves(before: Frame, after: Frame, old: Board, new: Board) -> list[Part]:
    moving: list[Part] = []
    done = new.story[len(old.story) :] if new.story[: len(old.story)] == old.story else ()
    plays = [one for one in done if one[1]]
    if len(plays) == 1 and new.middle and (old.middle or not old.this_round):
        moving.append(_Play(before, after, plays[0]))
    elif old.middle and not new.middle:
        moving.append(_Fall(before))
    was_last, is_last = (TableSheet(frame, board).is_last for frame, board in ((before, old), (after, new)))
    if is_last and not was_last:
        moving.append(_LastCard())
    return moving


# --- places ---


def _between(start: float, end: float, share: float) -> int:
    return round(start + (end - start) * share)


def _hand_columns(table: TableSheet, hand: Mask) -> dict[Card, int]:
    """Where each card of a hand lies."""
    layout, cards = table.layout, in_order(hand, table.frame.ui.sort)
    size = layout.hand_size
    first = layout.hand.column + (layout.hand.width - size.across(len(cards))) // 2
    return {card: first + place * (size.columns + GAP) for place, card in enumerate(cards)}


def _seat_box(table: TableSheet, seat: int) -> Box:
    """Where somebody sits."""
    if seat in table.others:
        return table.layout.seats[table.others.index(seat)]
    return table.layout.first or table.layout.hand


def _seat_place(table: TableSheet, seat: int, width: int) -> tuple[int, int]:
    """Where something so wide leaves a seat, or comes to it: at the edge towards the middle."""
    box, felt = _seat_box(table, seat), table.layout.felt
    middle = felt.column + felt.width // 2
    column = min(max(box.column, middle - width // 2), box.column + box.width - width)
    return column, min(max(box.row, felt.row + felt.height // 2), box.row + box.height - 1)


def _valhalla_place(table: TableSheet, count: int) -> tuple[int, int]:
    """Where chips lie beside the count of what has fallen; in the title where that has no corner."""
    layout, sheet = table.layout, table.sheet
    if layout.corners is None:
        return sheet.columns - CHIP * count - 16, 0
    edge = layout.log.column if layout.log is not None else sheet.columns - 1
    return edge - 11 - CHIP * count, layout.corners + 1


def _draw_chip(sheet: Sheet, column: int, row: int, card: Card) -> None:
    text = format_card(card)
    sheet.draw(column, row, text, f"class:card-{text[0].lower()}")


class _Old:
    """What of the table was so before: its title, its middle and what had fallen."""

    def __init__(self, before: Frame) -> None:
        board = before.seen.board
        assert board is not None
        frame = replace(before, ui=replace(before.ui, mode=Mode.PLAY))
        self.table = TableSheet(frame, board)
        self.felt = Felt(self.table)
        self.felt.ground()
        if board.middle:
            self.felt.draw()
        Title(self.table).draw()
        Beside(self.table).corners()
        self.lying = self.felt.lying() if board.middle else ()
        for laid in self.lying:
            rows = laid.size.rows if laid.size is not None else 1
            self.table.sheet.paint(Box(laid.column, laid.row, laid.width, rows), self.table.felt)

    def copy_felt(self, sheet: Sheet) -> None:
        """The middle without its cards. What is told below them is new at once; it may be wider than the felt, as the
        label above them may, which has no seats beside it."""
        layout, felt = self.table.layout, self.table.layout.felt
        if layout.is_list:
            sheet.copy(self.table.sheet, felt)
            return
        edge = layout.log.column if layout.log is not None else sheet.columns
        sheet.copy(self.table.sheet, Box(0, layout.label, edge, 1))
        sheet.copy(self.table.sheet, felt._replace(height=layout.news - felt.row))

    def copy_count(self, sheet: Sheet) -> None:
        """What had fallen, wherever that is counted."""
        layout = self.table.layout
        sheet.copy(self.table.sheet, Box(0, 0, sheet.columns, 1))
        if layout.corners is not None:
            start = layout.felt.column + layout.felt.width
            edge = layout.log.column if layout.log is not None else sheet.columns
            sheet.copy(self.table.sheet, Box(start, layout.corners, edge - start, 2))

    def cards_of(self, cards: Mask) -> list[tuple[Card, int, int]]:
        """Where these cards of the middle lay, as chips would lie in their middle."""
        laid = self.lying[-1]
        step = laid.size.columns + GAP if laid.size is not None else CHIP
        inset, below = (laid.size.columns // 2 - 1, laid.size.rows // 2) if laid.size is not None else (0, 0)
        return [
            (card, laid.column + place * step + inset, laid.row + below)
            for place, card in enumerate(laid.cards)
            if cards >> card & 1
        ]

    def draw_falling(self, table: TableSheet, fallen: Mask, share: float) -> None:
        """Chips on their way to Valhalla."""
        column, row = _valhalla_place(table, fallen.bit_count())
        for place, (card, start, top) in enumerate(self.cards_of(fallen)):
            at = _between(start, column + CHIP * place, share), _between(top, row, share)
            _draw_chip(table.sheet, *at, card)


# --- what moves ---


class _Play(Part):
    """A set leaves a hand or a seat, comes in and pushes the old one aside; then one card of that is taken."""

    def __init__(self, before: Frame, after: Frame, done: Done) -> None:
        self._before, self._after = before, after
        self._seat, self._cards, self._taken = done
        view, board = before.seen.view, before.seen.board
        self._hand = view.hand if view is not None and self._seat == after.seen.seat else 0
        self._fallen = 0 if board is None else mask_of(board.middle) & ~self._taken
        self.frames = len(ON_ITS_WAY) + (len(LEAVING) if self._taken or self._fallen else 0)

    @cached_property
    def _old(self) -> _Old:
        return _Old(self._before)

    @cached_property
    def _lying(self) -> tuple[Laid, ...]:
        board = self._after.seen.board
        assert board is not None
        return Felt(TableSheet(self._after, board)).lying()

    @property
    def _new(self) -> Laid:
        return self._lying[-1]

    def draw(self, table: TableSheet, step: int) -> None:
        if step >= len(ON_ITS_WAY):
            self._leave(table, LEAVING[step - len(ON_ITS_WAY)])
            return
        self._old.copy_felt(table.sheet)
        self._old.copy_count(table.sheet)
        self._push(table, PUSHED[step])
        if self._hand:
            self._from_hand(table, ON_ITS_WAY[step])
        else:
            self._from_seat(table, step)

    def _push(self, table: TableSheet, share: float) -> None:
        if not self._old.lying:
            return
        laid = self._old.lying[-1]
        # From the right seats cards come in from there; else from below or from the left.
        box, felt = _seat_box(table, self._seat), table.layout.felt
        aside = laid.width // 2 if not self._hand and box.column < felt.column else -(laid.width // 2)
        # Between two players the old set lies beside the new one at the end.
        end, row = self._lying[0][1:3] if len(self._lying) > 1 else (laid.column + aside, laid.row)
        moved = laid._replace(column=_between(laid.column, end, share), row=_between(laid.row, row, share))
        Felt(table).draw_laid(moved, dim=True)

    def _from_hand(self, table: TableSheet, share: float) -> None:
        layout, sheet, viking = table.layout, table.sheet, table.frame.language.viking
        sheet.paint(layout.hand, "")
        brush = table.brush("")
        columns = _hand_columns(table, self._hand)
        for look in looks_of([card for card in columns if not self._cards >> card & 1], viking):
            draw_card(sheet, columns[look.card], layout.hand.row + 1, look, layout.hand_size, brush)
        self._risen(table, [columns[card] for card in columns if self._cards >> card & 1], share)

    def _risen(self, table: TableSheet, starts: list[int], share: float) -> None:
        """The set above the hand: as it stood there, then as it will lie. Cards never cover each other."""
        new, layout = self._new, table.layout
        is_near = share >= ABOVE_HAND
        size = new.size if is_near else layout.hand_size
        step = size.columns + GAP if size is not None else CHIP
        middle = _between((starts[0] + starts[-1] + layout.hand_size.columns) / 2, new.column + new.width / 2, share)
        cards = new.cards if is_near else in_order(self._cards, table.frame.ui.sort)
        row, column = _between(layout.hand.row, new.row, share), middle - (step * len(cards) - GAP) // 2
        for place, look in enumerate(looks_of(cards, table.frame.language.viking)):
            # From where each card stands they come closer together on the way.
            apart = 0 if is_near else _between(starts[place] - starts[0] - place * step, 0, share / ABOVE_HAND)
            self._card(table, look, (starts[0] if not share else column) + place * step + apart, row, size)

    def _from_seat(self, table: TableSheet, step: int) -> None:
        """As chips, then large; those come in from not farther than half their size."""
        cards, share = self._new.cards, ON_ITS_WAY[step]
        start = _seat_place(table, self._seat, CHIP * len(cards))
        if step < AS_CHIPS or self._new.size is None:
            end = self._new.column + (self._new.width - CHIP * len(cards)) // 2
            at = _between(start[0], end, share), _between(start[1], self._new.row + 2, share)
            for place, card in enumerate(cards):
                _draw_chip(table.sheet, at[0] + CHIP * place, at[1], card)
            return
        moved = self._new._replace(
            column=_between(self._new.column, start[0], (1 - share) / 2),
            row=_between(self._new.row, start[1], (1 - share) / 2),
        )
        Felt(table).draw_laid(moved)

    def _leave(self, table: TableSheet, share: float) -> None:
        """The set lies there: what was below it is taken, or falls."""
        self._old.copy_count(table.sheet)
        if not self._old.lying:
            return
        self._old.draw_falling(table, self._fallen, share)
        for card, column, row in self._old.cards_of(self._taken):
            if self._hand:
                self._take(table, card, (column, row), share)
            else:
                end = _seat_place(table, self._seat, CHIP)
                _draw_chip(table.sheet, _between(column, end[0], share), _between(row, end[1], share), card)

    def _take(self, table: TableSheet, card: Card, start: tuple[int, int], share: float) -> None:
        """To its slot in our hand, which is empty meanwhile."""
        layout, size = table.layout, table.layout.hand_size
        end = _hand_columns(table, self._hand & ~self._cards | self._taken)[card], layout.hand.row + 1
        table.sheet.paint(Box(end[0], end[1], size.columns, size.rows), "")
        look = looks_of([card], table.frame.language.viking)[0]
        at = _between(start[0] - size.columns // 2, end[0], share), _between(start[1] - size.rows // 2, end[1], share)
        self._card(table, look, *at, size)

    def _card(self, table: TableSheet, look: Look, column: int, row: int, size: CardSize | None) -> None:
        if size is None:
            _draw_chip(table.sheet, column, row, look.card)
        else:
            draw_card(table.sheet, column, row, look, size, table.brush(""))


class _Fall(Part):
    """The round is over: what lay in the middle falls."""

    frames = len(FALLING)

    def __init__(self, before: Frame) -> None:
        self._before = before

    @cached_property
    def _old(self) -> _Old:
        return _Old(self._before)

    def draw(self, table: TableSheet, step: int) -> None:
        self._old.copy_felt(table.sheet)
        self._old.copy_count(table.sheet)
        laid = self._old.lying[-1]
        if step == 0:
            Felt(table).draw_laid(laid, dim=True)
        else:
            self._old.draw_falling(table, mask_of(laid.cards), FALLING[step])


class _Deal(Part):
    """Backs come to all seats, three at a time; our own cards are turned from left to right."""

    def __init__(self, after: Frame) -> None:
        board, view = after.seen.board, after.seen.view
        assert board is not None
        self._dealt, self._hand = board.game.dealt, 0 if view is None else view.hand
        self._coming = -(-max(self._dealt, default=0) // DEALT_AT_ONCE)
        self.frames = self._coming + 4

    def draw(self, table: TableSheet, step: int) -> None:
        count = DEALT_AT_ONCE * (step + 1)
        if step < self._coming:
            game = table.board.game._replace(dealt=tuple(min(count, dealt) for dealt in self._dealt))
            fewer = TableSheet(table.frame, table.board._replace(game=game), table.sheet)
            for box in table.layout.seats:
                table.sheet.paint(box, "")
            Seats(fewer).draw()
        self._turn_own(table, step)

    def _turn_own(self, table: TableSheet, step: int) -> None:
        """Those that were not turned yet lie face down; the one that is being turned is half as wide."""
        columns, size, hand = _hand_columns(table, self._hand), table.layout.hand_size, table.layout.hand
        turned = max(0, step - self._coming + 1) * len(columns) // 4
        for place, column in enumerate(columns.values()):
            box = Box(column, hand.row + 1, size.columns, size.rows)
            if place < turned:
                continue
            table.sheet.paint(box._replace(row=hand.row, height=hand.height), "")
            is_turning = place == turned and step >= self._coming
            if place < DEALT_AT_ONCE * (step + 1):
                quarter = size.columns // 4 if is_turning else 0
                draw_back(table.sheet, box.narrowed(quarter), table.brush(""))


class _LastCard(Part):
    """The frame of who holds one card is heavy first, then in alarm; the felt darkens in three steps."""

    frames = len(DARKER)

    def draw(self, table: TableSheet, step: int) -> None:
        for seat in table.others:
            box = _seat_box(table, seat)
            if step < HEAVY_FRAMES and table.board.counts[seat] == 1 and not table.layout.is_list:
                for edge in _edges(box):
                    table.sheet.restyle(edge, lambda style: style.replace("class:alarm-line", "class:strong"))
        table.sheet.restyle(table.layout.felt, lambda style: _felt_as(style, DARKER[step]))


def _felt_as(style: str, name: str) -> str:
    return " ".join(f"class:{name}" if word in ("class:felt", "class:felt-last") else word for word in style.split(" "))


def _edges(box: Box) -> tuple[Box, ...]:
    left, right = box._replace(width=1), box._replace(column=box.column + box.width - 1, width=1)
    return box.line(0), box.line(-1), left, right


class _TurnBegins(Part):
    """Gold runs along our own line, or around a seat, from the name on."""

    frames = 4

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def draw(self, table: TableSheet, step: int) -> None:
        cells = self._cells(table)
        glyphs, sheet = table.frame.glyphs, table.sheet
        thin = dict(zip(glyphs.heavy, glyphs.corners, strict=True))
        far = len(cells) * (step + 1) // (self.frames + 1)
        for column, row in cells[far:]:
            if sheet.style_at(column, row) == "class:turn":
                sheet.draw(column, row, thin.get(sheet.char_at(column, row), sheet.char_at(column, row)), "class:line")

    def _cells(self, table: TableSheet) -> list[tuple[int, int]]:
        """In the order in which they turn to gold."""
        if self._seat == table.frame.seen.seat:
            columns = range(table.sheet.columns)
            return [(column, table.layout.own) for column in (reversed(columns) if table.sheet.is_rtl else columns)]
        if table.layout.is_list or not 0 <= self._seat < len(table.board.game.seats):
            return []
        box = _seat_box(table, self._seat)
        last_column, last_row = box.column + box.width - 1, box.row + box.height - 1
        across = [(column, box.row) for column in range(box.column, last_column + 1)]
        down = [(column, row) for row in range(box.row + 1, last_row) for column in (box.column, last_column)]
        return [*across, *down, *((column, last_row) for column, _ in across)]
