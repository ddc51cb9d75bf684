"""Cards as they are drawn. Pure.

Each carries its letter and a large number, in one of five fixed sizes. Its first and last row are half cells of its
ground; where there are no colours the same cells carry a frame, so that nothing moves. A picked card is raised, and
heavy in a frame; one that cannot join is tinted or has a dotted frame: both are seen without colours.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import NamedTuple

from clients.terminal.drawing.numerals import huge, large, small
from clients.terminal.drawing.rows import Fragment, fit, width_of
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.state import Intent
from odin_net.game.cards import Card, colour_of, format_card, format_cards, number_of

# Between two cards.
GAP = 1
# A word that has no room on a card is still a mark.
MARK = "*"
# The Arabic article would take half of a shortened name.
ARTICLE = "ال"
# The first and last row of an orange card where there are sixteen colours: no other way tells it from the yellow ones.
MIXED = "▒"


class Glyphs(NamedTuple):
    """What frames and marks are drawn with."""

    corners: str
    """Top left, top right, bottom left, bottom right; then what goes across and down."""
    heavy: str
    dotted: str
    tees: str
    """Where a frame has a line across: at its left and right side."""
    cursor: str
    turn: str
    turn_back: str
    """The same where one reads from the right."""
    next: str
    back: str
    """A card that is face down, two cells wide."""
    thin_back: str
    bar: str
    dot: str
    full: str
    empty: str
    """A pass that was said, and one that is still missing."""
    leads: str
    """From what was beaten to what is to be beaten."""


UNICODE = Glyphs("╭╮╰╯─│", "┏┓┗┛━┃", "╭╮╰╯╌┆", "├┤", "▲", "►", "◄", "›", "█▌", "▌", "█", "·", "●", "○", "→")
ASCII = Glyphs("++++-|", "####=#", ".....:", "++", "^", ">", "<", "-", "# ", "#", "#", ".", "*", "o", ">")


class Surface(Enum):
    """What cards and boxes are made of."""

    PAINTED = auto()
    """Grounds of their own, on a ground that is painted, too."""
    SIXTEEN = auto()
    """Grounds of their own, on whatever the terminal has."""
    FRAMED = auto()
    """Lines only."""


class CardSize(Enum):
    """Columns and rows of a card."""

    S = 5, 4
    M = 7, 5
    L = 10, 7
    LL = 12, 7
    X = 16, 10

    @property
    def columns(self) -> int:
        return self.value[0]

    @property
    def rows(self) -> int:
        return self.value[1]

    def across(self, count: int) -> int:
        """How many columns so many of them take side by side."""
        return count * (self.columns + GAP) - GAP if count else 0


class Look(NamedTuple):
    """A card and how it is shown."""

    card: Card
    name: str = ""
    tag: str = ""
    """What stands on its upper edge."""
    raised: bool = False
    cursor: bool = False
    dim: bool = False
    click: Intent | None = None


class Brush(NamedTuple):
    """With what cards are drawn, and on what."""

    surface: Surface
    glyphs: Glyphs
    ground: str = ""
    """The style of what lies below."""

    @property
    def is_plain(self) -> bool:
        """Whether numbers are written, since they cannot be drawn."""
        return self.glyphs is ASCII


def draw_cards(sheet: Sheet, box: Box, looks: Sequence[Look], size: CardSize, brush: Brush, *, lift: bool) -> None:
    """Cards side by side in the middle of a box, in its first rows; with `lift` all but raised ones a row below."""
    column = box.column + (box.width - size.across(len(looks))) // 2
    for look in looks:
        draw_card(sheet, column, box.row + (lift and not look.raised), look, size, brush)
        column += size.columns + GAP


def draw_card(sheet: Sheet, column: int, row: int, look: Look, size: CardSize, brush: Brush) -> None:
    """One card, its upper left corner here."""
    letter = colour_of(look.card).lower()
    box = Box(column, row, size.columns, size.rows)
    is_framed = brush.surface is Surface.FRAMED or (look.dim and brush.surface is Surface.SIXTEEN)
    if is_framed:
        style = f"{brush.ground} class:dim-{letter}" if look.dim else f"{brush.ground} class:card-{letter}"
        _frame(sheet, box, look, brush, style)
    else:
        style = f"class:tint-{letter}" if look.dim else f"class:card-{letter}"
        _ground(sheet, box, look, size, brush, style)
    _face(sheet, box, look, size, style, is_plain=brush.is_plain, has_frame=is_framed)
    _marks(sheet, box, look, size, brush)


def draw_back(sheet: Sheet, box: Box, brush: Brush) -> None:
    """A card that is face down; a narrow box shows it while it is turned."""
    if brush.surface is Surface.FRAMED:
        draw_frame(sheet, box, brush.glyphs.corners, "class:back")
        sheet.fill(box.inside, brush.glyphs.dot, "class:back")
        return
    sheet.fill(box.line(0), "▄", f"{brush.ground} class:back")
    sheet.fill(box._replace(row=box.row + 1, height=box.height - 2), "█", "class:back")
    sheet.fill(box.line(-1), "▀", f"{brush.ground} class:back")


def _frame(sheet: Sheet, box: Box, look: Look, brush: Brush, style: str) -> None:
    glyphs = brush.glyphs
    lines = glyphs.dotted if look.dim else glyphs.heavy if look.raised else glyphs.corners
    draw_frame(sheet, box, lines, style, look.click)
    for row in range(1, box.height - 1):
        sheet.draw(box.column + 1, box.row + row, " " * (box.width - 2), style, look.click)


def draw_frame(sheet: Sheet, box: Box, lines: str, style: str, click: Intent | None = None) -> None:
    """A frame of these lines: four corners, across, down."""
    across = lines[4] * (box.width - 2)
    sheet.draw(box.column, box.row, lines[0] + across + lines[1], style, click)
    for row in range(box.row + 1, box.row + box.height - 1):
        sheet.draw(box.column, row, lines[5], style, click)
        sheet.draw(box.column + box.width - 1, row, lines[5], style, click)
    sheet.draw(box.column, box.row + box.height - 1, lines[2] + across + lines[3], style, click)


def _ground(sheet: Sheet, box: Box, look: Look, size: CardSize, brush: Brush, style: str) -> None:
    is_bare = size is CardSize.S
    first, last = (0, box.height) if is_bare else (1, box.height - 1)
    for row in range(first, last):
        sheet.draw(box.column, box.row + row, " " * box.width, style, look.click)
    if not is_bare:
        upper, lower, edge = "▄", "▀", f"{brush.ground} class:edge-{style.removeprefix('class:')}"
        if brush.surface is Surface.SIXTEEN and colour_of(look.card) == "O":
            upper, lower, edge = MIXED, MIXED, "class:mixed"
        sheet.draw(box.column, box.row, upper * box.width, edge, look.click)
        sheet.draw(box.column, box.row + box.height - 1, lower * box.width, edge, look.click)


def _face(sheet: Sheet, box: Box, look: Look, size: CardSize, style: str, *, is_plain: bool, has_frame: bool) -> None:
    letter, number = colour_of(look.card), number_of(look.card)
    top = box.row if size is CardSize.S else box.row + 1
    sheet.draw(box.column + 1, top, format_card(look.card) if is_plain else letter, style, look.click)
    if not is_plain:
        digits, left, above = _numeral(size, number)
        for row, text in enumerate(digits):
            sheet.draw(box.column + left, box.row + above + row, text, style, look.click)
    if look.name and size is CardSize.X:
        sheet.put(box.column + 4, top, fit(look.name, box.width - 5), style, look.click)
    elif look.name and size in (CardSize.L, CardSize.LL):
        _name(sheet, box, look, style, has_frame=has_frame)


def _name(sheet: Sheet, box: Box, look: Look, style: str, *, has_frame: bool) -> None:
    """Below the number; from the very edge on if it has no room otherwise."""
    room = box.width - 1 - has_frame
    is_long = not has_frame and width_of(look.name) == box.width
    name = look.name if is_long or width_of(look.name) <= room else fit(look.name.removeprefix(ARTICLE), room)
    sheet.put(box.column + (not is_long), box.row + box.height - 2, name, style, look.click)


def _numeral(size: CardSize, number: int) -> tuple[tuple[str, ...], int, int]:
    """The number's rows, and where they begin: columns from the left, rows from the top."""
    match size:
        case CardSize.S:
            return small(number), 1, 1
        case CardSize.M:
            return small(number), 3, 1
        case CardSize.L:
            return large(number), 3, 1
        case CardSize.LL:
            return large(number), 4, 1
        case CardSize.X:
            return huge(number), 2, 2


def _marks(sheet: Sheet, box: Box, look: Look, size: CardSize, brush: Brush) -> None:
    """The cursor on its last row and a word on its first; on the smallest both stand beside the letter."""
    cursor, tag = brush.glyphs.cursor, look.tag
    if size is CardSize.S:
        letter = colour_of(look.card).lower()
        marks = [cursor if look.cursor else "", tag if width_of(tag) <= 1 else MARK]
        shown = "".join(marks)
        sheet.draw(box.column + 4 - len(shown), box.row, shown, f"class:{'tint' if look.dim else 'card'}-{letter}")
        return
    if tag:
        tag = tag if width_of(tag) <= box.width - 2 else MARK
        sheet.centre(box.line(0), tag, f"{brush.ground} class:tag", look.click)
    if look.cursor:
        sheet.draw(box.column + box.width // 2, box.row + box.height - 1, cursor, f"{brush.ground} class:cursor")


def looks_of(cards: Sequence[Card], viking: Callable[[int], str], tags: Sequence[str] = ()) -> list[Look]:
    """These cards with their names, and with tags if there are some."""
    return [
        Look(card, viking(number_of(card)), tags[place] if place < len(tags) else "")
        for place, card in enumerate(cards)
    ]


def inline(card: Card) -> Fragment:
    """A card within a line of text."""
    return Fragment(f"class:card-{colour_of(card).lower()}", format_card(card))


def draw_sentence(sheet: Sheet, box: Box, text: str, cards: Sequence[Card], style: str = "") -> None:
    """A line of text with these cards in their colours, if they stand in it as they lie."""
    before, found, after = text.partition(format_cards(cards))
    # What is read from the right is turned as a whole: the sentence would fall apart.
    if not found or sheet.is_rtl:
        return sheet.start(box, text, style)
    row = [Fragment(style, before)]
    for card in cards:
        row += [inline(card), Fragment(style, " ")]
    return sheet.place(box.column, box.row, (*row[:-1], Fragment(style, after)))
