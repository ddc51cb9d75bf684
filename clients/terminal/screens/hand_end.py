"""The end of a hand, in three beats: who went out; all hands, turned over; the standing, and who is ready for the next.

The first two are the table's own picture (`hand_end_table.py`) and go by themselves, or by any key. In the first moment
of all no key counts: one that was on its way was meant for the table.
"""

from typing import NamedTuple

from msgspec.structs import replace

from clients.language.remote import not_checked
from clients.language.voice import mark
from clients.model import HandResult, Seen, middle_of
from clients.sentences import shown_name
from clients.terminal.bindings import Binding, ScreenDef, Shown
from clients.terminal.drawing.bigletters import large, spelled
from clients.terminal.drawing.cards import Surface, draw_sentence, inline
from clients.terminal.drawing.rows import Picture, Row, cut, fit, plain, width_of, wrap
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.frame import Frame
from clients.terminal.screens import chat, common, parts
from clients.terminal.screens.hand_end_table import BEATS, draw_hand_end, keys_with_beat
from clients.terminal.state import Do, FindWords, Intent, Mode, SayReady, Screen, Ui, Updated, screen_of
from odin_net.game.cards import Card, format_cards, in_reading_order
from odin_net.game.state import Phase
from protocol.audit import Result, Verdict

NAME = 16
# From so many rows on the name is twice as large.
ROOMY = 30
# Of points and totals, in columns.
NUMBER = 6
STYLES = {Result.CHECKED: "class:good", Result.NOT_CHECKED: "class:mark", Result.WRONG: "class:alarm"}

# Seconds.
FIRST_BEAT, SECOND_BEAT = 1.6, 2.0
LASTS = {1: FIRST_BEAT, 2: SECOND_BEAT}
DEAF_SECONDS = 0.6
# When the third beat comes, each point is counted in so many frames.
FRAMES_A_POINT = 2
# Who has no more points to go than these is about to end the game.
NEAR = 3

# --- its beats ---


def beat_of(seen: Seen, ui: Ui, now: float) -> int:
    """Which of the three is shown; the last one to who was not there."""
    beat, began = _begun(seen, ui)
    while beat < BEATS and now >= began + LASTS[beat]:
        began += LASTS[beat]
        beat += 1
    return beat


def next_beat_at(seen: Seen, ui: Ui, now: float) -> float | None:
    """When the next one comes by itself, if one does."""
    if screen_of(seen, ui) is not Screen.HAND_END:
        return None
    beat, end = _begun(seen, ui)
    while beat < BEATS:
        end += LASTS[beat]
        if end > now:
            return end
        beat += 1
    return None


def _begun(seen: Seen, ui: Ui) -> tuple[int, float]:
    """The beat that a key has gone on to last, and when; else the first one, when the hand has ended."""
    result = seen.result
    if result is None or result.at is None:
        return BEATS, 0.0
    return ui.beat or (1, result.at)


def _is_deaf(ui: Ui, seen: Seen, now: float) -> bool:
    beat, began = _begun(seen, ui)
    return beat == 1 and now < began + DEAF_SECONDS


# --- its keys ---


def _goes_on_by_itself(frame: Frame) -> bool:
    return frame.seen.result is not None and beat_of(frame.seen, frame.ui, frame.now) < BEATS


def _stands(frame: Frame) -> bool:
    return not _goes_on_by_itself(frame)


def _any_key(frame: Frame) -> str:
    # Translators: in the line of keys, in place of one: whichever is pressed.
    return frame.language("any key")


def _is_last(seen: Seen) -> bool:
    """Whether no other hand of this game follows: Enter then only closes this screen."""
    return seen.over is not None or seen.ended is not None or seen.phase is Phase.LOBBY


def _awaits_us(frame: Frame) -> bool:
    return not _is_last(frame.seen) and not (frame.ui.is_ready or frame.seen.i_am_ready)


def _go_on(frame: Frame) -> str:
    return frame.language("go on", "key") if frame.seen.over is None else frame.language("final standing")


def _four_words(frame: Frame) -> str:
    return frame.language("four words") if frame.ui.words is None else frame.language("hide the words")


BINDINGS = (
    Binding("Enter Space", Do.GO_ON, mark("go on", "key"), _goes_on_by_itself, shown=_any_key, help=None),
    Binding("Enter Space", Do.ENTER, _go_on, lambda frame: _is_last(frame.seen), shown="Enter", bar=_stands, help=None),
    Binding(
        "Enter Space", Do.ENTER, mark("ready", "key"), lambda frame: frame.seen.seat is not None,
        shown="Enter", bar=lambda frame: _stands(frame) and _awaits_us(frame), in_lesson=False,
    ),
    Binding("W", Do.WORDS, _four_words, bar=_stands, help=mark("four words"), in_lesson=False),
)  # fmt: skip


# --- what they do ---


def _update(ui: Ui, intent: Intent, seen: Seen, now: float) -> Updated:
    result = seen.result
    beat = beat_of(seen, ui, now)
    if beat < BEATS:
        return replace(ui, beat=(beat + 1, now)), ()
    if intent is Do.WORDS and result is not None:
        return (replace(ui, words=None), ()) if ui.words is not None else (ui, (FindWords(result.digest),))
    if intent is not Do.ENTER or result is None:
        return ui, ()
    if _is_last(seen):
        return replace(ui, read_hand=(result.state.board.game.id, result.number), words=None), ()
    if seen.seat is None or ui.is_ready or (seen.phase is Phase.DEALING and seen.i_am_ready):
        return ui, ()
    return replace(ui, is_ready=True), (SayReady(),)


# --- how it is drawn ---


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
    result = frame.seen.result
    if result is None:
        return Picture(())
    beat = beat_of(frame.seen, frame.ui, frame.now)
    if beat < BEATS:
        # The cards lie in the middle: where the sentence has no room for them, it can do without.
        ways = _going_out(frame, result, format_cards(middle_of(result.state.board))), _going_out(frame, result)
        return draw_hand_end(frame, result, beat, ways, keys)
    return _Standing(frame, result).draw(keys)


def _going_out(frame: Frame, result: HandResult, cards: str = "") -> str:
    """How the hand ended, with these cards named, or by their value alone."""
    language, board = frame.language, result.state.board
    what = str(board.value)
    if cards:
        # The value of one card is written on it.
        what = cards if len(board.middle) == 1 else language("{value} with {cards}", value=board.value, cards=cards)
    if board.game.went_out == result.seat:
        return language("You play {what} and go out!", what=what)
    name = shown_name(board.game.seats[board.game.went_out].name)
    return language("{name} plays {what} and goes out.", name=name, what=what)


class _Columns(NamedTuple):
    """Where the standing has what, from the side where one begins to read."""

    rank: int
    name: int
    cards: int
    points: int
    total: int
    bar: int
    width: int
    """Of the bar with the post at its end; 0: there is no room for one."""


class _Standing:
    """The third beat: who was left with what, the fewest points first, and how far each is from the target."""

    def __init__(self, frame: Frame, result: HandResult) -> None:
        self._frame, self._result = frame, result
        self._language, self._game = frame.language, result.state.board.game
        self._sheet = Sheet(frame.size.columns, frame.size.rows, frame.turn_text)
        self._hands = [in_reading_order(hand or 0) for hand in result.state.hands]
        self._columns = self._places()

    def _places(self) -> _Columns:
        most = max(width_of(self._language("cards left")) + 2, *(3 * len(hand) for hand in self._hands))
        cards = 2 + 2 + NAME + 1
        points = cards + most
        bar = points + 2 * NUMBER + 3
        width = self._frame.size.columns - bar - 2 if self._frame.is_wide else 0
        return _Columns(1, 3, cards - 1, points - 1, points + NUMBER, bar, width)

    def draw(self, keys: list[Shown]) -> Picture:
        frame, sheet = self._frame, self._sheet
        self._row(0, parts.headline(frame, self._title(), frame.progress or parts.target(frame)))
        tail = [*_checked(frame, self._result), *_words(frame), *_next(frame)]
        foot = frame.size.rows - 1
        first = self._head(2 if frame.is_tall else 1)
        seats = len(self._game.seats)
        # Where there is room, each has a row of air below, or two.
        step = next((step for step in (3, 2) if first + 1 + step * seats + len(tail) <= foot), 1)
        self._header(first)
        for place, seat in enumerate(self._order()):
            self._seat(first + 1 + step * place, seat)
        end = first + 1 + step * seats
        tail = tail[: foot - end]
        # What there is to do stands above the keys.
        for place, row in enumerate(tail):
            self._row(foot - len(tail) + place, row)
        self._row(foot, keys_with_beat(frame, keys, BEATS))
        cursor = self._chat(foot) if frame.ui.mode is Mode.CHAT else None
        return Picture(sheet.rows(), cursor, is_turned=frame.language.is_rtl)

    def _title(self) -> str:
        return self._language("Hand {number} is over", number=self._result.number)

    def _row(self, place: int, row: Row) -> None:
        self._sheet.place(0, place, self._frame.turned_row(cut(row, self._sheet.columns)))

    def _chat(self, foot: int) -> tuple[int, int]:
        height = max(4, min(8, foot - 4))
        panel, (column, row) = chat.chat_panel(self._frame, height)
        for place, line in enumerate(panel):
            self._sheet.fill(Box(0, foot - height + place, self._sheet.columns, 1), " ")
            self._row(foot - height + place, line)
        return column, foot - height + row

    # --- who went out ---

    def _head(self, row: int) -> int:
        """The name in large letters where it has room, and beside it how they went out; the row below it all."""
        frame, columns = self._frame, self._sheet.columns
        name = shown_name(self._game.seats[self._game.went_out].name)
        letters = self._letters(spelled(name), columns // 2)
        width = max(map(len, letters), default=-2)
        for place, text in enumerate(letters):
            self._sheet.draw(columns - 2 - width if self._sheet.is_rtl else 2, row + place, text, "class:turn")
        box = self._box(width + 4 if letters else 1, columns - (width + 4 if letters else 1) - 1, row)
        lines = self._sentences(box.width)[: 3 if frame.is_tall else 2]
        for place, (text, style) in enumerate(lines):
            cards = middle_of(self._result.state.board)
            draw_sentence(self._sheet, box._replace(row=row + place), text, cards, style)
        return row + max(len(letters), len(lines)) + frame.is_tall

    def _letters(self, word: str, width: int) -> list[str]:
        """Twice as large where there is room for that."""
        if not self._frame.is_tall or self._frame.settings.ascii:
            return []
        return (large(word, width, 2) if self._frame.size.rows >= ROOMY else []) or large(word, width)

    def _sentences(self, width: int) -> list[tuple[str, str]]:
        """How they went out, and what that means for the game."""
        text = _going_out(self._frame, self._result, format_cards(middle_of(self._result.state.board)))
        lines = [(line, "class:strong") for line in wrap(text, width)]
        about = self._about_game()
        style = "class:strong" if self._frame.seen.over is not None else "class:faint"
        return [*lines, *((line, style) for line in wrap(about, width) if about)]

    def _about_game(self) -> str:
        language, over = self._language, self._frame.seen.over
        if over is not None and over.stopped:
            return language("The game stops here; nobody wins.")
        if over is not None:
            return language("That was the last hand: the game is over.")
        most = max(self._game.totals)
        left = self._game.options.points - most
        seat = self._game.totals.index(most)
        if not 0 < left <= NEAR:
            return ""
        if seat == self._result.seat:
            return language.many(
                "You are {count} point from the end of the game.",
                "You are {count} points from the end of the game.",
                left,
            )
        return language.many(
            "{name} is {count} point from the end of the game.", "{name} is {count} points from the end of the game.",
            left, name=shown_name(self._game.seats[seat].name),
        )  # fmt: skip

    # --- the standing ---

    def _order(self) -> list[int]:
        totals = self._game.totals
        return sorted(range(len(totals)), key=lambda seat: (totals[seat], seat != self._game.went_out, seat))

    def _box(self, column: int, width: int, row: int) -> Box:
        """A part of a row, counted from the side where one begins to read."""
        return Box(self._sheet.columns - column - width if self._sheet.is_rtl else column, row, width, 1)

    def _header(self, row: int) -> None:
        language, columns = self._language, self._columns
        # Room for 27 cells.
        cards = language("cards left")
        self._sheet.start(self._box(columns.cards, columns.points - columns.cards, row), cards, "class:faint")
        # Room for 6 cells.
        self._sheet.end(self._box(columns.points, NUMBER, row), language("points", "column"), "class:faint")
        # Room for 6 cells.
        self._sheet.end(self._box(columns.total, NUMBER, row), language("total", "column"), "class:faint")
        if columns.width:
            self._sheet.end(self._box(columns.bar, columns.width, row), str(self._game.options.points), "class:faint")

    def _seat(self, row: int, seat: int) -> None:
        game, columns, sheet = self._game, self._columns, self._sheet
        is_out, total, points = seat == game.went_out, game.totals[seat], game.scores[-1][seat]
        rank = 1 + sum(other < total for other in game.totals)
        sheet.start(self._box(columns.rank, 2, row), str(rank), "class:faint")
        self._name(self._box(columns.name, NAME + 1, row), seat, is_out=is_out)
        self._cards(self._box(columns.cards, columns.points - columns.cards, row), self._hands[seat])
        # Translators: in place of points, at who went out. Room for 6 cells.
        cost = self._language("out", "column") if is_out else f"+{points}"
        sheet.end(self._box(columns.points, NUMBER, row), cost, "class:turn" if is_out else "")
        counted = points if self._frame.step is None else min(points, self._frame.step // FRAMES_A_POINT)
        total += counted - points
        # Where there is no room for a bar the target stands beside the total.
        text = str(total) if columns.width else f"{total}/{game.options.points}"
        sheet.end(self._box(columns.total, NUMBER, row), text, "class:strong")
        if columns.width:
            self._bar(row, total, counted)

    def _name(self, box: Box, seat: int, *, is_out: bool) -> None:
        name = fit(shown_name(self._game.seats[seat].name), NAME)
        is_mine = seat == self._result.seat
        self._sheet.start(box, name, "class:turn" if is_out else "class:strong" if is_mine else "")
        you = self._language("you", "state")
        room = box.width - width_of(name) - 2
        if is_mine and width_of(you) <= room:
            column = box.column if self._sheet.is_rtl else box.column + width_of(name) + 1
            self._sheet.start(box._replace(column=column, width=room + 1), you, "class:faint")

    def _cards(self, box: Box, cards: tuple[Card, ...]) -> None:
        column = box.column + box.width - 3 * len(cards) + 1 if self._sheet.is_rtl else box.column
        for place, card in enumerate(cards):
            self._sheet.place(column + 3 * place, box.row, (inline(card),))

    def _bar(self, row: int, total: int, points: int) -> None:
        """What was before this hand, what it cost, what is left, and the post at the target."""
        columns, target, frame = self._columns, self._game.options.points, self._frame
        room = columns.width - 1
        end = min(room, round(room * total / target))
        before = min(end, round(room * (total - points) / target))
        is_over, is_near = total >= target, total >= target - NEAR + 1
        new = "=" if frame.settings.ascii else frame.glyphs.bar if frame.surface is not Surface.FRAMED else "▒"
        pieces = [
            (frame.glyphs.bar * before, "class:back"),
            (new * (end - before), "class:alarm-line" if is_over else "class:turn"),
            (frame.glyphs.dot * (room - end), "class:line"),
            (frame.glyphs.heavy[5], "class:alarm-line" if is_near else "class:strong"),
        ]
        column = columns.bar
        for text, style in pieces:
            at = self._sheet.columns - column - len(text) if self._sheet.is_rtl else column
            self._sheet.draw(at, row, text, style)
            column += len(text)


def _checked(frame: Frame, result: HandResult) -> list[Row]:
    language = frame.language
    if frame.settings.remote:
        return frame.paragraph(not_checked(language))
    verdict: Verdict | None = result.verdict
    if verdict is None:
        return []
    return frame.paragraph(language.verdict(verdict), STYLES[verdict.result])


def _words(frame: Frame) -> list[Row]:
    language, words = frame.language, frame.ui.words
    if words is None:
        return []
    text = language(
        "Read them aloud: whoever has the same four words saw the same game. The host's computer can see all hands."
    )
    return [(), plain(f"   {words}", "class:big"), *frame.paragraph(text, "class:faint")]


def _next(frame: Frame) -> list[Row]:
    language, seen = frame.language, frame.seen
    if frame.watched is not None:
        return frame.paragraph(frame.watched, "class:mark") if frame.watched else []
    trouble = parts.trouble(frame)
    if trouble is not None and trouble[1] != "class:alarm":
        return [(), *frame.paragraph(*trouble)]
    said = parts.said(frame)
    if said:
        return [(), *frame.paragraph(said, "class:mark")]
    if seen.over is not None:
        return [(), *frame.paragraph(language("Enter: the final standing."), "class:mark")]
    if seen.ended is not None:
        return []
    if seen.seat is None:
        text, style = language("The next hand comes when the players are ready."), "class:faint"
    elif frame.ui.is_ready or seen.i_am_ready:
        text = language("You are ready. The next hand comes when all are, 20 seconds after the first at the latest.")
        style = "class:faint"
    else:
        text, style = language("Enter: ready for the next hand."), "class:mark"
    return [(), *frame.paragraph(text, style), *_missing(frame)]


def _missing(frame: Frame) -> list[Row]:
    names = [frame.name(seat) for seat in frame.seen.awaited]
    if not names:
        return []
    return frame.paragraph(
        frame.language("Not ready yet: {names}.", names=frame.language.enumerated(names)), "class:faint"
    )


HAND_END = ScreenDef(BINDINGS, _update, _draw, common=common.BINDINGS, otherwise=Do.GO_ON, is_deaf=_is_deaf)
