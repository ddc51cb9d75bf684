"""Cards as they are drawn. Pure.

Each carries its letter and number. The Vikings' names stand on all of a row or on none, shortened on tall cards that
have no room for more. A picked card is raised, one that cannot join has a dotted frame and no ground: both are seen
without colours.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from clients.terminal.drawing.rows import Fragment, Row, centre, fit, left, width_of
from clients.terminal.state import Intent
from odin_net.game.cards import Card, colour_of, format_card, number_of

TALL, SHORT = 4, 3
# Of a card, without its frame: letter and number.
LEAST = 2
# The same where there is no room for names beside it, and with the beginning of a name below it.
NAMELESS, SHORTENED = 4, 4
MARK = "*"
# The Arabic article would take half of a shortened name.
ARTICLE = "ال"


class Glyphs(NamedTuple):
    """What frames and marks are drawn with."""

    corners: str
    """Top left, top right, bottom left, bottom right."""
    across: str
    down: str
    cursor: str
    turn: str
    next: str
    back: str
    """A card that is face down."""
    bar: str
    dot: str
    dotted: str
    """The frame of a card that cannot join: its corners, across and down."""


UNICODE = Glyphs("╭╮╰╯", "─", "│", "▲", "►", "›", "▮", "█", "·", "╭╮╰╯╌┆")
ASCII = Glyphs("++++", "-", "|", "^", ">", "-", "#", "#", ".", ".....:")


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


def draw(looks: Sequence[Look], columns: int, height: int, glyphs: Glyphs, *, lift: bool) -> list[Row]:
    """Cards side by side, `height` rows and one more if some may be raised."""
    width = inner_width(looks, columns, height)
    if not _has_names(looks, width, height):
        looks = [look._replace(name="") for look in looks]
    rows: list[list[Fragment]] = [[] for _ in range(height + lift)]
    empty = Fragment("", " " * (width + 2))
    for place, look in enumerate(looks):
        card = _card(look, width, height, glyphs)
        lines = [*card, empty] if look.raised or not lift else [empty, *card]
        for row, line in zip(rows, lines, strict=False):
            if place:
                row.append(Fragment("", " "))
            row.append(line)
    return [tuple(row) for row in rows]


def inner_width(looks: Sequence[Look], columns: int, height: int) -> int:
    """How wide each card is inside its frame. All are, wherever the cursor is: a row that shifts is hard to follow."""
    widest, count = _widest(looks, height), max(1, len(looks))
    # Each card has a frame of two columns, and there is a column between them.
    width = max(LEAST, min(widest, (columns - 3 * count + 1) // count))
    return width if height == TALL or width == widest else min(width, NAMELESS)


def _has_names(looks: Sequence[Look], width: int, height: int) -> bool:
    """Whether there is room for every name: on a tall card for its beginning at least."""
    widest = _widest(looks, height)
    return width >= (min(widest, SHORTENED) if height == TALL else widest)


def _widest(looks: Sequence[Look], height: int) -> int:
    return max((max(LEAST, _name_width(look, beside=height == SHORT)) for look in looks), default=LEAST)


def _name_width(look: Look, *, beside: bool) -> int:
    return width_of(look.name) + (LEAST + 1 if beside and look.name else 0)


def _card(look: Look, width: int, height: int, glyphs: Glyphs) -> list[Fragment]:
    letter = colour_of(look.card).lower()
    style = f"class:dim-{letter}" if look.dim else f"class:card-{letter}"
    frame = glyphs.dotted if look.dim else glyphs.corners + glyphs.across + glyphs.down
    corners, across, down = frame[:4], frame[4], frame[5]
    # A word that does not fit is still a mark.
    top = look.tag if width_of(look.tag) <= width else MARK
    lines = [corners[0] + _on_edge(top, width, across) + corners[1]]
    lines += [f"{down}{text}{down}" for text in _face(look, width, height)]
    bottom = glyphs.cursor if look.cursor else ""
    lines.append(corners[2] + _on_edge(bottom, width, across) + corners[3])
    return [Fragment(style, line, look.click) for line in lines]


def _face(look: Look, width: int, height: int) -> list[str]:
    card = format_card(look.card)
    if height == SHORT:
        return [left(f"{card} {look.name}" if look.name else card, width)]
    return [left(card, width), left(_shortened(look.name, width), width)]


def _shortened(name: str, width: int) -> str:
    return name if width_of(name) <= width else fit(name.removeprefix(ARTICLE), width, dots=".")


def _on_edge(text: str, width: int, across: str) -> str:
    if not text:
        return across * width
    padded = centre(text, width)
    start = len(padded) - len(padded.lstrip())
    return across * start + text + across * (len(padded) - start - len(text))


def looks_of(cards: Sequence[Card], viking: Callable[[int], str], tags: Sequence[str] = ()) -> list[Look]:
    """These cards with their names, and with tags if there are some."""
    return [
        Look(card, viking(number_of(card)), tags[place] if place < len(tags) else "")
        for place, card in enumerate(cards)
    ]


def inline(card: Card) -> Fragment:
    """A card within a line of text."""
    return Fragment(f"class:card-{colour_of(card).lower()}", format_card(card))
