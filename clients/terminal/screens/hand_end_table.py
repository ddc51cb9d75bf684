"""The first two beats of a hand's end: the very table, with who went out in gold, then with all hands turned over.

Nothing moves: each seat, the last set and one's own cards stay where they were.
"""

from msgspec.structs import replace

from clients.language import Language
from clients.model import AnyTold, HandResult, Told, middle_of
from clients.sentences import shown_name
from clients.terminal.bindings import Shown
from clients.terminal.drawing.bigletters import large, spelled
from clients.terminal.drawing.cards import draw_cards, draw_frame, looks_of
from clients.terminal.drawing.rows import Picture, Row, beside, fit, plain, width_of, wrap
from clients.terminal.drawing.sheet import Box
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.screens.table_beside import Beside
from clients.terminal.screens.table_felt import Felt
from clients.terminal.screens.table_foot import Foot
from clients.terminal.screens.table_news import beaten_by
from clients.terminal.screens.table_own import Own
from clients.terminal.screens.table_picture import picture_of
from clients.terminal.screens.table_seats import Seats
from clients.terminal.screens.table_sheet import NAME, TableSheet
from clients.terminal.selection import in_order
from clients.terminal.state import Mode
from odin_net.game.cards import Card, in_reading_order
from odin_net.game.events import HandEnded
from odin_net.game.sets import value_of

# Of letters in the middle; a longer name stands in the label.
MOST_LETTERS = 8
BEATS = 3


def draw_hand_end(frame: Frame, result: HandResult, beat: int, said: tuple[str, ...], keys: list[Shown]) -> Picture:
    """The table when this hand has just ended; `said` is how, the longest way first."""
    board = result.state.board
    # The points of before: the third beat adds what this hand cost.
    board = board._replace(game=board.game._replace(scores=board.game.scores[:-1]))
    # A lobby that is open already lies behind this.
    seen = replace(frame.seen, state=result.state._replace(board=board), seat=result.seat, clock=None)
    seen = replace(seen, told=_before_points(seen.told))
    frame = replace(frame, seen=seen)
    table, is_open = TableSheet(frame, board), beat > 1
    text = frame.language("Hand {number} is over", number=result.number)
    table.sheet.place(0, 0, frame.turned_row(parts.headline(frame, text, parts.target(frame))))
    seats = _EndedSeats(table, result, is_open=is_open)
    seats.draw()
    felt = _EndedFelt(table, result)
    felt.ground()
    felt.draw()
    Beside(table).draw()
    own = _EndedOwn(table, result, is_open=is_open)
    own.draw_line()
    if frame.ui.mode is Mode.CHAT:
        return picture_of(table, Foot(table).draw_chat(keys))
    if result.seat is None:
        seats.draw_first()
    else:
        own.draw_hand()
    _draw_foot(table, (frame.language("All hands are shown."),) if is_open else said, keys, beat)
    return picture_of(table)


def _before_points(told: tuple[AnyTold, ...]) -> tuple[AnyTold, ...]:
    """What has happened, without what this hand came to: the log does not tell the third beat."""
    ends = [place for place, one in enumerate(told) if isinstance(one, Told) and isinstance(one.event, HandEnded)]
    return told[: ends[-1]] + told[ends[-1] + 1 :] if ends else told


def _out_word(language: Language) -> str:
    # Translators: in capitals, at the seat of who has just gone out. Room for 18 cells.
    return language("WENT OUT")


def _draw_foot(table: TableSheet, ways: tuple[str, ...], keys: list[Shown], beat: int) -> None:
    """The first of these ways to say it that has room, and the keys."""
    width, layout = table.frame.line_width, table.layout
    rows = layout.keys - layout.live
    lines = next((lines for lines in (wrap(way, width) for way in ways) if len(lines) <= rows), wrap(ways[-1], width))
    for place, line in enumerate(lines[:rows]):
        table.sheet.start(Box(1, layout.live + place, width, 1), line, "class:mark")
    table.sheet.place(0, layout.keys, table.frame.turned_row(keys_with_beat(table.frame, keys, beat)))


class _EndedSeats(Seats):
    """What each was left with: backs, then cards with what they cost; who went out in gold."""

    def __init__(self, table: TableSheet, result: HandResult, *, is_open: bool) -> None:
        super().__init__(table)
        self._result, self._is_open = result, is_open
        self._out = result.state.board.game.went_out
        self._points = result.state.board.game.scores[-1]

    def _panel(self, seat: int, box: Box) -> None:
        is_out = seat == self._out
        style = "class:turn" if is_out else "class:line"
        draw_frame(self._sheet, box, self._glyphs.heavy if is_out else self._glyphs.corners, style)
        self._panel_head(seat, box, is_turn=False)
        inside = box.inside if box.width <= 22 else box.inside.narrowed(1)
        points = self._language.many("{count} point", "{count} points", self._board.game.totals[seat])
        line = inside.line(1 if inside.height == 2 else -2)
        self._sheet.start(line, points, "class:faint")
        if is_out:
            self._sheet.start(inside.line(0), _out_word(self._language), "class:turn")
            # Translators: at the seat of who has just gone out. Room for 10 cells.
            won = self._language("hand won")
            if width_of(won) + width_of(points) < line.width:
                self._sheet.end(line, won, "class:turn")
        elif inside.height > 3 and not self._is_open:
            # As it was a moment ago.
            self._backs(inside.line(0), len(self._cards(seat)))
            self._count(inside, len(self._cards(seat)))
        else:
            self._held(seat, inside.line(0), inside.width)

    def _held(self, seat: int, line: Box, room: int) -> None:
        cards = self._cards(seat)
        if not self._is_open:
            self._backs(line, len(cards))
            self._sheet.end(line, str(len(cards)), "class:strong")
            return
        # Nine cards need 26 columns; without a space between them 18.
        step = 3 if 3 * len(cards) + 3 <= room else 2
        column = self._table.start(line, step * len(cards) - step + 2)
        self._chips_at(column, line.row, cards[: (room - 3) // step], step)
        self._sheet.end(line, f"+{self._points[seat]}", "class:strong")

    def _cards(self, seat: int) -> tuple[Card, ...]:
        return in_reading_order(self._result.state.hands[seat] or 0)

    def _list_head(self) -> None:
        _, _, points = self._in_list(Box(1, 1, self._sheet.columns - 2, 1))
        self._sheet.end(points, self._language("points", "column"), "class:faint")

    def _in_list(self, box: Box) -> tuple[Box, Box, Box]:
        """Where a row of the list has the name, the cards and the points."""
        line = box.narrowed(1)
        name = line._replace(width=NAME)
        cards = line._replace(column=line.column + NAME + 1, width=line.width - NAME - 9)
        points = line._replace(column=line.column + line.width - 6, width=6)
        if self._sheet.is_rtl:
            return self._mirrored(name), self._mirrored(cards), self._mirrored(points)
        return name, cards, points

    def _listed(self, seat: int, box: Box) -> None:
        is_out = seat == self._out
        name, cards, points = self._in_list(box)
        self._sheet.start(name, self._frame.name(seat), "class:turn" if is_out else "class:strong")
        if is_out:
            self._sheet.start(cards, _out_word(self._language), "class:turn")
        else:
            self._held(seat, cards, cards.width)
        self._sheet.end(points, str(self._board.game.totals[seat]))

    def _mirrored(self, box: Box) -> Box:
        return box._replace(column=self._sheet.columns - box.column - box.width)


class _EndedFelt(Felt):
    """The last set, and the name of who went out above it."""

    def __init__(self, table: TableSheet, result: HandResult) -> None:
        super().__init__(table)
        self._result = result

    def _passes(self, line: Box, taken: int) -> None:
        """None: the hand is over."""

    def draw(self) -> None:
        trouble = parts.trouble(self._frame)
        if trouble is not None:
            return self.say(*trouble)
        name = shown_name(self._board.game.seats[self._board.game.went_out].name)
        letters = self._letters(name)
        if letters:
            # Translators: above the set with which somebody went out. Room for 30 cells.
            self._label(self._language("the end of hand {number}", number=self._result.number))
            self._name(letters)
        else:
            # Translators: the same with a name of up to 16 cells. Room for 30 cells.
            self._label(self._language("{name} goes out", name=fit(name, NAME)))
            self._value(0)
        self._set(middle_of(self._board))
        return self._over()

    def _letters(self, name: str) -> list[str]:
        word, felt = spelled(name), self._layout.felt
        if self._frame.settings.ascii or len(word) > MOST_LETTERS:
            return []
        if self._layout.is_list:
            return large(word, felt.width // 2 - 3)
        # Twice as large where they have room above the cards.
        twice = large(word, felt.width - 2, 2)
        return twice if twice and self._layout.value + len(twice) <= self._layout.cards else large(word, felt.width - 2)

    def _name(self, letters: list[str]) -> None:
        felt = self._layout.felt
        width = max(map(len, letters))
        column = felt.column + (2 if self._layout.is_list else (felt.width - width) // 2)
        for place, text in enumerate(letters):
            self._sheet.draw(column, self._layout.value + place, text, f"{self._felt} class:turn")

    def _over(self) -> None:
        if self._layout.is_list:
            return
        beaten = beaten_by(self._board).cards
        values = {"value": self._board.value, "beaten": value_of(beaten) if beaten else 0}
        # Translators: below the set with which somebody went out. Room for 28 cells.
        text = self._language("out with {value}, over {beaten}", **values)
        if not beaten:
            # Translators: the same where nothing was beaten. Room for 28 cells.
            text = self._language("out with {value}", value=self._board.value)
        felt = self._layout.felt
        line = Box(felt.column, self._layout.news, felt.width, 1).narrowed(1)
        self._sheet.centre(line, self._padded(text), f"{self._felt} class:faint")


class _EndedOwn(Own):
    """One's own cards, faint and then lit."""

    def __init__(self, table: TableSheet, result: HandResult, *, is_open: bool) -> None:
        super().__init__(table)
        self._result, self._is_open = result, is_open
        self._out = result.state.board.game.went_out
        self._points = result.state.board.game.scores[-1]

    def _whose_turn(self) -> list[str]:
        if self._is_open:
            # Translators: in the line above one's own cards, when all hands are shown. Room for 34 cells.
            return [self._language("each card left is a point")]
        if self._out == self._frame.seen.seat:
            # Translators: in the line above one's own cards. Room for 40 cells.
            return [self._language("You go out: the hand is over")]
        name = fit(self._frame.name(self._out), NAME)
        # Translators: the same, with a name of up to 16 cells. Room for 46 cells.
        return [self._language("{name} goes out: the hand is over", name=name)]

    def draw_hand(self) -> None:
        seat = self._frame.seen.seat
        cards = () if seat is None else in_order(self._result.state.hands[seat] or 0, self._frame.ui.sort)
        if seat is None or not cards:
            return self._nothing_left()
        looks = [look._replace(dim=not self._is_open) for look in looks_of(cards, self._language.viking)]
        hand, size = self._layout.hand, self._layout.hand_size
        draw_cards(self._sheet, hand, looks, size, self._table.brush(""), lift=True)
        if self._is_open:
            self._cost(seat, size.across(len(cards)))
        return None

    def _cost(self, seat: int, width: int) -> None:
        """Beside cards that are so wide; above them where there is no room."""
        hand, text = self._layout.hand, f"+{self._points[seat]}"
        column = (hand.width + width) // 2 + 2
        has_room = column + len(text) <= hand.width
        row = hand.row + 1 + self._layout.hand_size.rows // 2 if has_room else hand.row
        self._sheet.draw(column if has_room else hand.width - len(text) - 1, row, text, "class:strong")

    def _nothing_left(self) -> None:
        hand = self._layout.hand
        self._sheet.centre(Box(0, hand.row + hand.height // 2, hand.width, 1), _out_word(self._language), "class:turn")


def keys_with_beat(frame: Frame, keys: list[Shown], beat: int) -> Row:
    """The keys in one row, and at its end how far the end of the hand is."""
    if frame.watched is not None:
        return parts.key_rows(frame, keys)[0]
    # Translators: how much of the end of a hand was shown, as pages are counted. Room for 8 cells.
    text = frame.language("{number} of {count}", number=beat, count=BEATS)
    columns = frame.size.columns - 1
    (row,) = parts.key_rows(replace(frame, size=frame.size._replace(columns=columns - width_of(text) - 2)), keys)
    return beside(row, plain(text, "class:faint"), columns)
