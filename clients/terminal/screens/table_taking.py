"""Taking a card: the set that was beaten lies where it lay, each card with what becomes of it."""

from clients.model import middle_of
from clients.terminal.drawing.cards import (
    CardSize,
    Look,
    draw_card,
    draw_cards,
    draw_frame,
    draw_sentence,
    looks_of,
)
from clients.terminal.drawing.rows import width_of
from clients.terminal.drawing.sheet import Box
from clients.terminal.screens import parts
from clients.terminal.screens.table_felt import Felt
from clients.terminal.state import PickCard
from odin_net.game.cards import format_cards, in_reading_order
from odin_net.game.sets import value_of

TAKING_LETTERS = "abcdefghi"
# Around a card that may be taken, with the gap to the next one.
FRAME = 3


class Taking(Felt):
    """The felt while somebody chooses a card of it."""

    def draw(self) -> None:
        """The cards that may be taken."""
        trouble = parts.trouble(self._frame)
        if trouble is not None or not self._board.middle:
            return super().draw()
        language, frame = self._language, self._frame
        cards = middle_of(self._board)
        # Translators: above the cards of which one is taken.
        # Room for 30 cells.
        label = language("Take one, the other falls" if len(cards) == 2 else "Take one, the others fall")
        self._label(label, "class:turn")
        box, chosen = self._box(), frame.ui.taking % len(cards)
        self._own_set(box)
        looks = [
            look._replace(dim=place != chosen, click=PickCard(look.card))
            for place, look in enumerate(looks_of(cards, language.viking))
        ]
        size = None if self._layout.is_list else self._size_for(len(cards), box.width, FRAME)
        if size is not None:
            return self._to_take(box, looks, size, chosen)
        looks = [
            look._replace(cursor=place == chosen, tag=TAKING_LETTERS[place].upper()) for place, look in enumerate(looks)
        ]
        size = self._size_for(len(cards), box.width) or CardSize.S
        row = box.row + (self._layout.felt_size.rows - size.rows) // 2
        return draw_cards(self._sheet, box._replace(row=row), looks, size, self._table.brush(self._felt), lift=False)

    def _box(self) -> Box:
        """Where the cards lie: with room for their letters above one's own line."""
        box = self._cards_box()
        return box if self._layout.is_list else box._replace(row=min(box.row, self._layout.own - 1 - box.height))

    def _own_set(self, cards_box: Box) -> None:
        """What is about to be played: above the cards, in a small window before them."""
        picked, felt, row = self._frame.ui.picked, self._layout.felt, self._layout.value + 1
        cards = in_reading_order(picked)
        if self._layout.is_list:
            line = Box(felt.column + 2, row, cards_box.column - felt.column - 3, 1)
        else:
            line = Box(felt.column, min(row, cards_box.row - 2), felt.width, 1)
        shown = format_cards(cards)
        text = self._language("you play {cards}: {value}", cards=shown, value=value_of(picked))
        # Beside it others sit. Many cards leave no room for words.
        text = next((text for text in (text, shown) if width_of(text) <= line.width), "")
        wide = width_of(text)
        column = line.column if self._layout.is_list else line.column + (line.width - wide) // 2
        draw_sentence(self._sheet, Box(column, line.row, wide, 1), text, cards, self._felt)

    def _to_take(self, box: Box, looks: list[Look], size: CardSize, chosen: int) -> None:
        """Each with what becomes of it above and its letter below; the chosen one in a frame."""
        sheet, language = self._sheet, self._language
        column = box.column + (box.width - (size.columns + FRAME) * len(looks) + 1) // 2
        row = box.row + (self._layout.felt_size.rows - size.rows) // 2
        for place, look in enumerate(looks):
            around = Box(column, row - 1, size.columns + 2, size.rows + 2)
            style = f"{self._felt} class:turn" if place == chosen else f"{self._felt} class:faint"
            if place == chosen:
                draw_frame(sheet, around, self._glyphs.heavy, style)
            # Translators: what becomes of this card, on its frame.
            # Room for 9 cells.
            word = language("take") if place == chosen else language("falls")
            sheet.centre(around.line(0), f" {word} " if width_of(word) + 4 <= around.width else word, style)
            sheet.centre(around.line(-1), f" {TAKING_LETTERS[place].upper()} ", style)
            draw_card(sheet, column + 1, row, look, size, self._table.brush(self._felt))
            column += size.columns + FRAME
