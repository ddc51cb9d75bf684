"""The felt: the set to be beaten, the largest thing on the screen, and what is new about it."""

from typing import NamedTuple

from clients.model import middle_of
from clients.terminal.drawing.cards import GAP, CardSize, Surface, draw_cards, draw_frame, looks_of
from clients.terminal.drawing.numerals import huge, large, small
from clients.terminal.drawing.rows import fit, width_of, wrap
from clients.terminal.drawing.sheet import Box
from clients.terminal.screens import common, parts
from clients.terminal.screens.table_beside import dots_of
from clients.terminal.screens.table_news import BESIDE, NO_NEWS, News, beaten_by
from clients.terminal.screens.table_sheet import NAME, Part, TableSheet
from clients.terminal.state import Do, Mode
from odin_net.game.cards import Card, Mask, format_card, in_reading_order
from odin_net.game.sets import value_of
from odin_net.game.state import Phase

# Of the value in a small window.
LIST_VALUE = 28
# From a set that was beaten to the one beside it, with the sign.
BETWEEN = 5


class Laid(NamedTuple):
    """Cards side by side, and where the first of them is."""

    cards: tuple[Card, ...]
    column: int
    row: int
    size: CardSize | None
    """None: only as text."""

    @property
    def width(self) -> int:
        return self.size.across(len(self.cards)) if self.size is not None else 3 * len(self.cards) - 1


class Felt(Part):
    """The middle of the table."""

    def __init__(self, table: TableSheet, news: News = NO_NEWS) -> None:
        super().__init__(table)
        self._news = news

    def ground(self) -> None:
        felt = self._layout.felt
        if self._surface is Surface.PAINTED:
            self._sheet.paint(felt, self._felt)
        elif not self._layout.is_list:
            draw_frame(
                self._sheet, felt, self._glyphs.heavy if self._table.is_last else self._glyphs.corners, "class:line"
            )

    def draw(self) -> None:
        """What lies there, or what keeps it from being shown."""
        trouble = parts.trouble(self._frame)
        if trouble is not None:
            return self.say(*trouble)
        if not self._board.middle:
            return self._empty()
        self._label(self._to_beat(), "class:faint" if self._layout.first is None else "class:strong")
        beaten, lying = beaten_by(self._board).cards, self.lying()
        size = lying[-1].size
        self._value(value_of(beaten) if beaten and len(lying) == 1 else 0)
        if len(lying) == 1 or size is None:
            self.draw_laid(lying[-1])
        else:
            self._both(lying[0], lying[1], size)
        if self._layout.first is not None:
            # The table for a room has no corners, and no line of one's own.
            last = self._layout.felt.line(-2).narrowed(3)
            self._sheet.start(last, self._passed(), self._felt)
            # Translators: at the edge of a screen for a room: whose turn comes then. A name may have 16 cells.
            # Room for 20 cells.
            following = self._language("next: {name}", name=fit(self._frame.name(self._frame.seen.next_seat), NAME))
            self._sheet.end(last, following, self._felt)
        return self._say_news()

    def _label(self, text: str, look: str = "class:faint") -> None:
        felt = self._layout.felt
        line = Box(felt.column, self._layout.label, felt.width, 1).narrowed(2 if self._layout.is_list else 1)
        style = f"{self._felt} {look}"
        if self._layout.is_list:
            self._sheet.start(line, text, style)
            self._passes(line, width_of(text))
        elif width_of(text) <= line.width:
            self._sheet.centre(line, self._padded(text), style)
        else:
            self._across(self._layout.label, text, look)

    def _across(self, row: int, text: str, style: str, click: Do | None = None) -> None:
        """A text that is wider than the felt, across the whole table; both lie in a row without seats."""
        edge = self._layout.log.column if self._layout.log is not None else self._sheet.columns
        if not self._layout.is_list:
            self._sheet.fill(Box(self._layout.felt.column, row, self._layout.felt.width, 1), " ")
        self._sheet.centre(Box(0, row, edge, 1).narrowed(1), text, style, click)

    def _to_beat(self) -> str:
        language, board = self._language, self._board
        count, mine = len(board.middle), board.owner == self._frame.seen.seat
        name = fit(self._frame.name(board.owner), NAME)
        match count, mine:
            case 1, True:
                # Translators: above the set in the middle.
                # Room for 30 cells.
                return language("your card")
            case 2, True:
                # Translators: above the set in the middle.
                # Room for 30 cells.
                return language("your pair")
            case _, True:
                # Translators: above the set in the middle.
                # Room for 30 cells.
                return language("your {count} cards", count=count)
            case 1, _:
                # Translators: above the set in the middle; a name may have 16 cells.
                # Room for 17 cells.
                return language("{name} · {value} to beat", name=name, value=board.value)
            case 2, _:
                # Translators: above the set in the middle; a name may have 16 cells.
                # Room for 17 cells.
                return language("{name} · pair to beat", name=name)
            case _:
                # Translators: above the set in the middle; a name may have 16 cells.
                # Room for 21 cells.
                return language("{name} · {count} cards to beat", name=name, count=count)

    def _value(self, beaten: int) -> None:
        """The largest thing on the screen; what it has beaten beside it, where there is room."""
        felt, row = self._layout.felt, self._layout.value
        box = Box(felt.column, row, LIST_VALUE if self._layout.is_list else felt.width, 1)
        if self._frame.settings.ascii:
            text = f"{beaten} {self._glyphs.leads} {self._board.value}" if beaten else str(self._board.value)
            self._sheet.centre(box._replace(row=row + 1).narrowed(2), text, f"{self._felt} class:big")
            return
        font = huge if self._layout.first is not None else large if self._layout.is_large else small
        digits = font(self._board.value)
        if len(digits[0]) > box.width:
            digits = small(self._board.value)
        old = font(beaten) if beaten else ()
        if self._surface is Surface.FRAMED:
            # Without colours two values of one size would look the same.
            self._was_beaten(box, beaten, len(digits[0]))
            old = ()
        between = f"  {self._glyphs.leads}  "
        width = len(digits[0]) + (len(old[0]) + len(between) if old else 0)
        if width > box.width - 2:
            old, width = (), len(digits[0])
            self._was_beaten(box, beaten, width)
        column = box.column + (2 if self._layout.is_list else (box.width - width) // 2)
        if old:
            self._digits(column, row, old, "class:old")
            column += len(old[0])
            self._sheet.draw(column, row + len(digits) // 2, between, f"{self._felt} class:faint")
            column += len(between)
        self._digits(column, row, digits, "class:big")

    def _was_beaten(self, box: Box, beaten: int, width: int) -> None:
        """The value below, in plain digits before the large ones, if there is room for it."""
        text = f"{beaten} {self._glyphs.leads}"
        column = box.column + (box.width - width) // 2 - len(text) - 2
        if beaten and column > box.column and not self._layout.is_list:
            self._sheet.draw(column, box.row + 2, text, f"{self._felt} class:faint")

    def _digits(self, column: int, row: int, digits: tuple[str, ...], style: str) -> None:
        for place, text in enumerate(digits):
            self._sheet.draw(column, row + place, text, f"{self._felt} {style}")

    def _set(self, cards: tuple[Card, ...]) -> None:
        self.draw_laid(self._alone(cards))

    def lying(self) -> tuple[Laid, ...]:
        """Where the set in the middle lies, and before it the one that it has beaten, if both are shown."""
        beaten, cards = beaten_by(self._board).cards, middle_of(self._board)
        size = self._size_of_both(beaten)
        return (self._alone(cards),) if size is None else self._side_by_side(in_reading_order(beaten), cards, size)

    def draw_laid(self, laid: Laid, *, dim: bool = False) -> None:
        """A set, wherever it lies."""
        if laid.size is None:
            self._chips(laid)
            return
        looks = [look._replace(dim=dim) for look in looks_of(laid.cards, self._language.viking)]
        box = Box(laid.column, laid.row, laid.size.across(len(looks)), laid.size.rows)
        draw_cards(self._sheet, box, looks, laid.size, self._table.brush(self._felt), lift=False)

    def _alone(self, cards: tuple[Card, ...]) -> Laid:
        box = self._cards_box()
        size = self._size_for(len(cards), box.width)
        if size is None:
            column = box.column + (box.width - 3 * len(cards) + 1) // 2
            return Laid(cards, column, box.row + box.height // 2, size)
        row = box.row + (self._layout.felt_size.rows - size.rows) // 2
        return Laid(cards, box.column + (box.width - size.across(len(cards))) // 2, row, size)

    def _size_of_both(self, beaten: Mask) -> CardSize | None:
        """The size in which two players see what was beaten beside what has beaten it; None: there is no room."""
        if not beaten or len(self._board.game.seats) > 2 or self._layout.is_list or self._layout.first is not None:
            return None
        size = self._size_for(beaten.bit_count() + len(self._board.middle), self._layout.felt.width - BETWEEN)
        return None if size is CardSize.S else size

    def _side_by_side(self, beaten: tuple[Card, ...], cards: tuple[Card, ...], size: CardSize) -> tuple[Laid, Laid]:
        box = self._cards_box()
        row = box.row + (self._layout.felt_size.rows - size.rows) // 2
        old, new = size.across(len(beaten)), size.across(len(cards))
        column = box.column + (box.width - old - BETWEEN - new) // 2
        return Laid(beaten, column, row, size), Laid(cards, column + old + BETWEEN, row, size)

    def _both(self, beaten: Laid, new: Laid, size: CardSize) -> None:
        """Two sets, the old one tinted."""
        self.draw_laid(beaten, dim=True)
        lead = Box(new.column - BETWEEN, new.row + size.rows // 2, BETWEEN, 1)
        self._sheet.centre(lead, self._glyphs.leads, f"{self._felt} class:faint")
        self.draw_laid(new)

    def _cards_box(self) -> Box:
        felt, rows = self._layout.felt, self._layout.felt_size.rows
        if not self._layout.is_list:
            return Box(felt.column, self._layout.cards, felt.width, rows)
        # Behind the value; two cards lie in the middle, so that there is room for what fell beside them.
        count = len(self._board.middle)
        start = max(felt.width // 2 - 2, felt.column + 4 * count + 4)
        width = CardSize.S.across(count)
        if start + width > felt.width - 2:
            start = max(felt.column + 4 * count + 4, felt.width - 2 - width)
        return Box(start - 1, self._layout.cards, min(width + 2, felt.width - 1 - start), rows)

    def _size_for(self, count: int, width: int, more: int = GAP) -> CardSize | None:
        """The largest size in which so many cards have room, with so much between them; None: only as text."""
        sizes = (CardSize.X, CardSize.LL, CardSize.L, CardSize.M, CardSize.S)
        allowed = sizes[sizes.index(self._layout.felt_size) :]
        # A felt that has a frame loses a column at both sides.
        width = width if self._surface is Surface.PAINTED else width - 2
        return next((size for size in allowed if (size.columns + more) * count - GAP <= width), None)

    def _chips(self, laid: Laid) -> None:
        """A set that is too long to be drawn."""
        for place, card in enumerate(laid.cards):
            text = format_card(card)
            self._sheet.draw(laid.column + 3 * place, laid.row, text, f"class:card-{text[0].lower()}")

    def _say_news(self) -> None:
        """What was just done: below the cards if it is short, else across the whole table."""
        text, felt, layout = self._news.text, self._layout.felt, self._layout
        if not text:
            return
        if self._news.is_beside:
            self._beside_cards(text)
            return
        if layout.news < 1:
            return  # The seats have its row: what is said below needs two.
        may_cover = common.may_cover(self._frame.seen, self._frame.now)
        style = "class:mark" if may_cover else "class:faint"
        click = Do.COVER if may_cover and self._frame.ui.mode is Mode.PLAY else None
        if layout.is_list or width_of(text) > felt.width - 4:
            self._across(layout.news, text, style, click)
        else:
            line = Box(felt.column, layout.news, felt.width, 1)
            self._sheet.centre(line, self._padded(text), f"{self._felt} {style}", click)

    def _beside_cards(self, text: str) -> None:
        """What fell, at the side of the cards, if those leave room for it."""
        cards, felt = self._cards_box(), self._layout.felt
        box = Box(felt.column + felt.width - BESIDE - 1, cards.row + 1, BESIDE, 2)
        if cards.column + cards.width <= box.column:
            for place, line in enumerate(text.split(", ")):
                self._sheet.start(box.line(place), line, f"{self._felt} class:faint")

    def _empty(self) -> None:
        language, board = self._language, self._board
        if board.phase is not Phase.PLAYING:
            text = language("The cards are being shuffled; all who are here help with it.")
        elif board.turn == self._frame.seen.seat:
            text = language("The middle is empty: you open the round.")
        else:
            text = language("The middle is empty: {name} opens the round.", name=self._frame.name(board.turn))
        self.say(text)
        self._say_news()

    def say(self, text: str, style: str = "") -> None:
        """A sentence in the middle of the felt."""
        felt = self._layout.felt
        lines = wrap(text, felt.width - 4)[: felt.height - 1]
        first = felt.row + (felt.height - len(lines)) // 2
        for place, line in enumerate(lines):
            self._sheet.centre(Box(felt.column, first + place, felt.width, 1), line, f"{self._felt} {style}")

    def _passes(self, line: Box, taken: int) -> None:
        """How many have passed, at the end of a line of which so much is taken."""
        text = self._passed()
        if taken + 2 + width_of(text) <= line.width:
            self._sheet.end(line, text, f"{self._felt} class:faint")

    def _passed(self) -> str:
        return f"{self._language('passes')} {dots_of(self._table)}"

    def _padded(self, text: str) -> str:
        """In a frame a text needs air."""
        return text if self._surface is Surface.PAINTED else f" {text} "
