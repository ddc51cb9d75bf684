"""Where everything lies on the table's picture, for each size of a window and each number of players. Pure.

Nothing moves from the deal to the end of a hand: all places follow from the window and the number of seats alone. The
others sit around the table, clockwise from one's own left; in a small window they are a list.
"""

from functools import cache
from typing import NamedTuple

from clients.terminal.drawing.cards import CardSize
from clients.terminal.drawing.numerals import LARGE_HEIGHT
from clients.terminal.drawing.rows import Size
from clients.terminal.drawing.sheet import Box


class Layout(NamedTuple):
    """The places of one picture."""

    seats: tuple[Box, ...]
    """Those of the others, clockwise from our left; each is a row of a list in a small window."""
    is_list: bool
    felt: Box
    label: int
    """Rows: what is to be beaten, as a word; its value; its cards; what was just done."""
    value: int
    cards: int
    news: int
    corners: int | None
    """Where the passes and Valhalla begin, at both sides of the felt, if there is room."""
    own: int
    hand: Box
    """Its first row is for cards that are raised."""
    live: int
    keys: int
    hand_size: CardSize
    felt_size: CardSize
    """The largest that a set may have in the middle."""
    is_large: bool
    """Whether values and counts are drawn in the larger digits."""
    log: Box | None = None
    first: Box | None = None
    """The seat that is nearest to who watches, where it has a place of its own: the table for a room."""


class _Grid(NamedTuple):
    """A window of one size, before it is known how many play."""

    size: Size
    stage: int
    """How many columns seats and felt have."""
    top: int
    """How high a seat above the felt is."""
    side: Box
    """The seat at the left side of the felt; the one at the right mirrors it."""
    felt: Box
    value: int
    cards: int
    corners: int
    own: int
    hand_size: CardSize
    felt_size: CardSize
    is_large: bool
    log: Box | None = None


_GRIDS = (
    _Grid(
        Size(120, 35), 92, 7, Box(1, 10, 22, 7), Box(24, 8, 44, 15), 10, 15, 20, 23, CardSize.LL, CardSize.LL,
        is_large=True, log=Box(92, 1, 28, 22),
    ),
    _Grid(
        Size(100, 30), 74, 5, Box(1, 8, 22, 5), Box(24, 6, 26, 12), 8, 12, 15, 18, CardSize.L, CardSize.M,
        is_large=False, log=Box(74, 1, 26, 17),
    ),
    _Grid(
        Size(80, 24), 80, 4, Box(1, 6, 22, 5), Box(24, 5, 32, 10), 6, 9, 12, 15, CardSize.M, CardSize.M,
        is_large=False,
    ),
)  # fmt: skip
_LIST = Size(60, 20)
# A screen that stands in the middle of a room.
_ROOM = Size(160, 45)
# Of a seat alone above the felt, and of the felt between two players.
ALONE, WIDE_FELT = 40, 56
# A seat with large digits in it.
HIGH_SIDE = 7
# The last row of the felt, which one's own cards may cover.
EDGE = 1


@cache
def layout_of(size: Size, others: int) -> Layout:
    """The places for a window of this size, where so many others play."""
    grid = next((grid for grid in _GRIDS if size.columns >= grid.size.columns and size.rows >= grid.size.rows), None)
    if grid is None:
        return _list(size, others)
    return _spread(size, grid, _around(grid, others))


def for_watchers(size: Size, others: int) -> Layout:
    """The places for who watches: in a large window the table for a room, three seats above it and three below."""
    if size.columns < _ROOM.columns or size.rows < _ROOM.rows:
        return layout_of(size, others)
    left, keys = (size.columns - _ROOM.columns) // 2, size.rows - 1
    above = (size.rows - _ROOM.rows) // 2
    felt = Box(left + 1, 8, 118, 28 + above)
    below = felt.row + felt.height
    columns = [(left + 1, 39), (left + 41, 39), (left + 81, 38)]
    top, bottom = ([Box(column, row, width, 7) for column, width in columns] for row in (1, below))
    # Clockwise: the last ones sit below, from the right.
    around = (*top, bottom[2], bottom[1])[:others]
    cards = felt.row + 12 + above // 2
    return Layout(
        around, False, felt, felt.row + 1, felt.row + 3 + above // 2, cards, cards + CardSize.X.rows + 2, None, -1,
        Box(0, -1, 0, 0), below + 7, keys, CardSize.M, CardSize.X, True,
        log=Box(left + 121, 1, 39, below + 6), first=bottom[0],
    )  # fmt: skip


def for_lesson(size: Size) -> Layout:
    """The places for a lesson: what it says stands where others would sit, above the felt."""
    layout = layout_of(size, 3)
    if layout.is_list:
        return layout
    felt = layout.felt._replace(row=layout.felt.row + 1, height=layout.felt.height - 1)
    return layout._replace(
        seats=(), felt=felt, label=layout.label + 1, value=layout.value + 1, cards=layout.cards + 1, log=None
    )


def with_room_below(layout: Layout, more: int, *, has_hand: bool, is_raised: bool) -> Layout:
    """The same with so many rows more for a sentence: one's own cards lie higher.

    They take the row of raised cards if no card is raised, else the edge of the felt. In a list, the felt goes up, and
    where no row is free above it, the seats do, over the row of their head. The cards in the middle are not to be
    covered: where more would be needed, nothing changes. Who watches has rows free below the nearest seat.
    """
    if more > EDGE or layout.first is not None:
        return layout
    live = layout.live - more
    if not has_hand:
        return layout._replace(live=live)
    higher = layout._replace(hand=layout.hand._replace(row=layout.hand.row - more), live=live)
    if not is_raised:
        return higher
    higher = higher._replace(own=layout.own - more)
    if not layout.is_list:
        return higher
    felt = layout.felt._replace(row=layout.felt.row - more)
    rows = layout.label - more, layout.value - more, layout.cards - more
    higher = higher._replace(felt=felt, label=rows[0], value=rows[1], cards=rows[2])
    if max(layout.news, layout.seats[-1].row) < felt.row:
        return higher
    seats = tuple(seat._replace(row=seat.row - more) for seat in layout.seats)
    return higher._replace(seats=seats, news=layout.news - more)


def _around(grid: _Grid, others: int) -> Layout:
    """For a window that has just this size."""
    felt, seats, is_large, felt_size = _felt_and_seats(grid, others)
    value, cards = grid.value, grid.cards
    if others == 2:
        cards = felt.row + felt.height - 2 - CardSize.L.rows
        value = felt.row + 1 + (cards - felt.row - 1 - LARGE_HEIGHT) // 2
    rows = grid.size.rows
    below = grid.hand_size.rows + 1
    return Layout(
        seats, False, felt, felt.row, value, cards, felt.row + felt.height - 1, grid.corners, grid.own,
        Box(0, grid.own + 1, grid.size.columns, below), grid.own + 1 + below, rows - 1, grid.hand_size, felt_size,
        is_large, grid.log,
    )  # fmt: skip


def _felt_and_seats(grid: _Grid, others: int) -> tuple[Box, tuple[Box, ...], bool, CardSize]:
    felt, side = grid.felt, grid.side
    across = side._replace(column=felt.column + felt.width + side.column)
    top = _top(grid, others)
    match others:
        case 2:
            # The felt takes the room above it, too.
            felt = felt._replace(row=1, height=felt.row + felt.height - 1)
            high = side._replace(row=side.row - side.height + 1 if side.row < 8 else side.row - 2, height=HIGH_SIDE)
            return felt, (high, high._replace(column=across.column)), True, max(grid.felt_size, CardSize.L, key=_size)
        case 1:
            wide = felt._replace(column=(grid.stage - WIDE_FELT) // 2, width=WIDE_FELT)
            return wide, top, grid.is_large, grid.felt_size
        case _ if others < 1:
            return felt, (), grid.is_large, grid.felt_size
        case _:
            return felt, (side, *top, across), grid.is_large, grid.felt_size


def _size(size: CardSize) -> int:
    return size.columns


def _top(grid: _Grid, others: int) -> tuple[Box, ...]:
    """The seats above the felt."""
    count = 1 if others == 1 else others - 2
    if count <= 0:
        return ()
    width = ALONE if count == 1 else (grid.stage - 2) // count
    first = (grid.stage - count * width) // 2 if count == 1 else 1
    return tuple(Box(first + place * width, 1, width, grid.top) for place in range(count))


def _spread(size: Size, grid: _Grid, layout: Layout) -> Layout:
    """The same in a larger window: what is left over lies around it."""
    right, above = (size.columns - grid.size.columns) // 2, (size.rows - grid.size.rows + 1) // 2

    def moved(box: Box) -> Box:
        return box._replace(column=box.column + right)

    return layout._replace(
        seats=tuple(map(moved, layout.seats)),
        felt=_taller(moved(layout.felt), above),
        label=layout.label,
        value=layout.value + above // 2,
        cards=layout.cards + above // 2,
        news=layout.news + above,
        corners=None if layout.corners is None else layout.corners + above,
        own=layout.own + above,
        hand=layout.hand._replace(row=layout.hand.row + above, width=size.columns),
        live=layout.live + above,
        keys=size.rows - 1,
        log=None if layout.log is None else _taller(moved(layout.log), above),
    )


def _taller(box: Box, rows: int) -> Box:
    return box._replace(height=box.height + rows)


def _list(size: Size, others: int) -> Layout:
    """Seats below each other, the value beside the cards."""
    columns, free = size.columns, size.rows - _LIST.rows
    above = free // 2
    felt = Box(0, 7 + above, columns, 5)
    # Below the list; if that is full, in the place of its head.
    news = 2 + others if others < 5 or above else 1
    own = felt.row + felt.height
    return Layout(
        tuple(Box(1, 2 + place, columns - 2, 1) for place in range(others)), True, felt, felt.row, felt.row + 2,
        felt.row + 1, news, None, own, Box(0, own + 1, columns, CardSize.S.rows + 1), own + 6, size.rows - 1,
        CardSize.S, CardSize.S, False,
    )  # fmt: skip
