"""The end of a game: who won, in the largest letters; the standing hand by hand; and who wants another one."""

from typing import NamedTuple

from msgspec.structs import replace

from clients.language.voice import mark
from clients.model import GameResult, Seen
from clients.sentences import shown_name
from clients.terminal.bindings import Binding, ScreenDef, Section, Shown
from clients.terminal.drawing import longship
from clients.terminal.drawing.bigletters import in_hashes, large, spelled
from clients.terminal.drawing.cards import Surface
from clients.terminal.drawing.rows import Picture, Row, cut, fit, width_of, wrap
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.frame import Frame
from clients.terminal.screens import chat, common, parts
from clients.terminal.screens.awards import award_rows
from clients.terminal.state import Do, Intent, Mode, SayReady, Ui, Updated
from odin_net.game.cards import COLOURS

NAME = 16
TOTAL = 7
LEAST_BAR = 8
MOST_WINS = 8
WON = "■"
CONFETTI, MOST_CONFETTI = "▐▌▀▄", 40
# From so many columns and rows on the longship stands beside the winner.
WITH_SHIP, SHIP_ROWS, SHIP_MARGIN = 100, 30, 9
MOST_LETTER_ROWS = 8
# In so many frames the winner's name is filled, and confetti falls, so many rows in each.
WINNER_FRAMES, FALLS = 7, 2

# --- its keys ---


def _may_play_again(frame: Frame) -> bool:
    return frame.seen.seat is not None and frame.seen.ended is None


def _go_on(frame: Frame) -> str:
    return frame.language("to the lobby") if frame.seen.ended is None else frame.language("go on", "key")


BINDINGS = (
    Binding("R", Do.READY, mark("rematch"), _may_play_again),
    Binding("Enter Space Esc", Do.ENTER, _go_on, shown="Enter"),
)


# --- what they do ---


def _update(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    if seen.over is None or intent not in (Do.ENTER, Do.READY):
        return ui, ()
    game = seen.over.state.board.game
    ui = replace(ui, read_game=game.id, read_hand=(game.id, game.hand))
    is_rematch = intent is Do.READY and seen.seat is not None and seen.ended is None
    return ui, (SayReady(),) if is_rematch else ()


# --- how it is drawn ---


class _Columns(NamedTuple):
    """Where the standing has what, from the side where one begins to read."""

    rank: int
    name: int
    hands: int
    """Where the points of the hands begin, and how many of the last ones have room."""
    shown: int
    step: int
    total: int
    bar: int
    width: int
    wins: int


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
    """Who won, the standing, and the points hand by hand."""
    over = frame.seen.over
    return Picture(()) if over is None else _GameEnd(frame, over).draw(keys)


class _GameEnd:
    """One picture while it is drawn."""

    def __init__(self, frame: Frame, over: GameResult) -> None:
        self._frame, self._over = frame, over
        self._language, self._game = frame.language, over.state.board.game
        self._sheet = Sheet(frame.size.columns, frame.size.rows, frame.turn_text)
        self._surface, self._columns = frame.surface, self._places()

    def draw(self, keys: list[Shown]) -> Picture:
        frame, foot = self._frame, self._frame.size.rows - 1
        self._row(0, parts.headline(frame, self._language("The game is over"), self._how_long()))
        first = self._winner() + frame.is_tall
        tail = self._tail()
        seats = len(self._game.seats)
        legend = self._legend()
        awards = award_rows(frame, self._over, foot)
        step = 2 if first + 1 + 2 * seats + len(legend) + len(awards) + len(tail) + 1 <= foot else 1
        self._header(first)
        for place, seat in enumerate(self._order()):
            self._seat(first + 1 + step * place, seat)
        end = first + 1 + step * seats
        room = foot - end - len(tail)
        air = int(room > len(legend))
        # Awards are more telling than the rest of the legend.
        legend = legend[: max(0, min(room, max(1, room - air - len(awards))))]
        for place, (text, style) in enumerate(legend):
            self._line(end + air + place, text, style)
        below = end + air + len(legend)
        for place, row in enumerate(award_rows(frame, self._over, foot - len(tail) - below)):
            self._row(below + place, row)
        for place, row in enumerate(tail[: foot - end]):
            self._row(foot - len(tail) + place, row)
        (bar,) = parts.key_rows(frame, keys)
        self._row(foot, bar)
        cursor = self._chat(foot) if frame.ui.mode is Mode.CHAT else None
        return Picture(self._sheet.rows(), cursor, is_turned=frame.language.is_rtl)

    def _how_long(self) -> str:
        hands = self._language.many("{count} hand", "{count} hands", len(self._game.scores))
        return self._frame.progress or f"{hands} · {parts.target(self._frame)}"

    def _row(self, place: int, row: Row) -> None:
        self._sheet.place(0, place, self._frame.turned_row(cut(row, self._sheet.columns)))

    def _line(self, place: int, text: str, style: str) -> None:
        self._sheet.start(Box(2, place, self._sheet.columns - 4, 1), text, style)

    def _chat(self, foot: int) -> tuple[int, int]:
        height = max(4, min(8, foot - 4))
        panel, (column, row) = chat.chat_panel(self._frame, height)
        for place, line in enumerate(panel):
            self._sheet.fill(Box(0, foot - height + place, self._sheet.columns, 1), " ")
            self._row(foot - height + place, line)
        return column, foot - height + row

    # --- who won ---

    def _winner(self) -> int:
        """A band with the winner's name in the largest letters that fit, and what they won with; the row below."""
        frame, columns = self._frame, self._sheet.columns
        has_ship = columns >= WITH_SHIP and frame.size.rows >= SHIP_ROWS and self._surface is not Surface.FRAMED
        left = longship.WIDTH + 2 * SHIP_MARGIN if has_ship else 0
        letters = self._letters(columns - left - 6)
        text = _result(frame, self._over)
        height = max(len(letters) + 2 + frame.is_tall, longship.HEIGHT + 2 if has_ship else 0)
        band = Box(0, 1, columns, height)
        ground = "class:felt" if self._surface is Surface.PAINTED else ""
        self._sheet.paint(band, ground)
        if has_ship:
            longship.draw_longship(self._sheet, SHIP_MARGIN, 1, self._surface, ground)
            longship.draw_sea(self._sheet, 1 + longship.HEIGHT, Box(4, 0, left - 8, 1), self._surface)
        box = Box(left, 0, columns - left, 1)
        row = 1 + (height - len(letters) - 1) // 2 if has_ship else 1 + frame.is_tall
        width = max(map(width_of, letters), default=0)
        for place, line in enumerate(letters):
            if len(letters) - place <= self._filled(len(letters)):
                # A name of another script is no picture but a text, which may be read from the right.
                self._sheet.put(box.column + (box.width - width) // 2, row + place, line, f"{ground} class:turn")
        if not self._over.stopped and self._surface is Surface.PAINTED:
            self._confetti(band, Box(box.column + (box.width - width) // 2 - 2, row, width + 4, len(letters) + 1))
        for place, line in enumerate(wrap(text, box.width - 2)[: height - len(letters)]):
            self._sheet.centre(box._replace(row=row + len(letters) + place), line, f"{ground} class:big")
        return 1 + height

    def _filled(self, rows: int) -> int:
        """How many rows of the letters are seen, from below."""
        step = self._frame.step
        return rows if step is None else rows * (step + 1) // WINNER_FRAMES

    def _letters(self, columns: int) -> list[str]:
        """All winners, one above the other; in capitals with air between them where they cannot be drawn."""
        names = [shown_name(self._game.seats[seat].name) for seat in self._game.winners]
        most = MOST_LETTER_ROWS if self._frame.size.rows >= SHIP_ROWS else MOST_LETTER_ROWS - 2
        sizes = (2,) if self._frame.settings.ascii else (3, 2, 1)
        for scale in sizes:
            drawn = [large(spelled(name), columns, scale) for name in names]
            rows = [row for letters in drawn for row in letters]
            if all(drawn) and rows and len(rows) <= most:
                return in_hashes(rows) if self._frame.settings.ascii else rows
        return [self._spaced(name, columns) for name in names[:3]]

    def _spaced(self, name: str, columns: int) -> str:
        text = " ".join(name.upper()) if spelled(name) else name
        return text if width_of(text) <= columns else fit(name, columns)

    def _confetti(self, band: Box, name: Box) -> None:
        """Beside the name, always at the same places; it falls there from above."""
        step = self._frame.step
        above = 0 if step is None else FALLS * (WINNER_FRAMES - 1 - step)
        first = longship.WIDTH + 2 * SHIP_MARGIN if name.column > band.width // 2 else 0
        for place in range(MOST_CONFETTI):
            # Squares leave no pattern that the eye would follow.
            column, row = (
                first + (place * place * 11 + place * 23) % (band.width - first),
                band.row + place * 5 % band.height - above,
            )
            if row >= band.row and not name.column <= column < name.column + name.width:
                style = f"class:felt class:dim-{COLOURS[place % len(COLOURS)].lower()}"
                self._sheet.draw(column, row, CONFETTI[place % len(CONFETTI)], style)

    # --- the standing ---

    def _places(self) -> _Columns:
        columns, is_wide = self._frame.size.columns, self._frame.is_wide
        step = 4 if columns >= WITH_SHIP else 3
        hands = 3 + NAME + 5
        wins = max(0, *(self._wins(seat) for seat in range(len(self._game.seats))))
        # Room for 16 cells.
        heading = max(width_of(self._language("wins tonight")), 2 * min(wins, MOST_WINS)) if wins else 0
        least = LEAST_BAR if is_wide else 0
        room = columns - hands - TOTAL - 4 - heading - 2 - least
        count = min(len(self._game.scores), max(1, room // step))
        total = hands + step * count
        bar = total + TOTAL + 3
        return _Columns(
            1, 3, hands, count, step, total, bar, max(0, columns - bar - heading - 4), columns - 2 - heading
        )

    def _box(self, column: int, width: int, row: int) -> Box:
        """A part of a row, counted from the side where one begins to read."""
        return Box(self._sheet.columns - column - width if self._sheet.is_rtl else column, row, width, 1)

    def _order(self) -> list[int]:
        totals = self._game.totals
        return sorted(range(len(totals)), key=lambda seat: (totals[seat], seat))

    def _wins(self, seat: int) -> int:
        """Games that somebody has won this evening, this one included."""
        game = self._game
        before = sum(one.wins for one in game.tally if one.name == game.seats[seat].name)
        return before + (seat in game.winners)

    def _header(self, row: int) -> None:
        language, columns, sheet = self._language, self._columns, self._sheet
        first = len(self._game.scores) - columns.shown
        for place in range(columns.shown):
            box = self._box(columns.hands + columns.step * place, columns.step, row)
            sheet.end(box, str(first + place + 1), "class:faint")
        # Translators: above the numbers of the hands. Room for 9 cells.
        word = language("hand", "column") if columns.shown else ""
        sheet.end(self._box(columns.hands - 10, 9, row), word, "class:faint")
        # Room for 6 cells.
        sheet.end(self._box(columns.total, TOTAL, row), language("total", "column"), "class:faint")
        if columns.width >= LEAST_BAR:
            # Translators: above bars: how many points each is below the target. Room for 10 cells.
            sheet.start(self._box(columns.bar, columns.width, row), language("to spare"), "class:faint")
        if columns.wins < self._sheet.columns - 2:
            # Translators: above a mark for each game that somebody has won this evening. Room for 16 cells.
            width = self._sheet.columns - 2 - columns.wins
            sheet.end(self._box(columns.wins, width, row), language("wins tonight"), "class:faint")

    def _seat(self, row: int, seat: int) -> None:
        game, columns, sheet = self._game, self._columns, self._sheet
        total, is_winner = game.totals[seat], seat in game.winners
        rank = 1 + sum(other < total for other in game.totals)
        style = "class:turn" if is_winner else ""
        sheet.start(self._box(columns.rank, 2, row), str(rank), style or "class:faint")
        self._name(self._box(columns.name, NAME + 5, row), seat, style)
        hands = game.scores[len(game.scores) - columns.shown :]
        for place, score in enumerate(hands):
            box = self._box(columns.hands + columns.step * place, columns.step, row)
            # Who went out has no points in a hand, and nobody else.
            if score[seat]:
                sheet.end(box, str(score[seat]))
            else:
                sheet.end(box, self._frame.glyphs.full, "class:turn")
        sheet.end(self._box(columns.total, TOTAL, row), str(total), "class:strong")
        self._bar(row, total, is_winner=is_winner)
        marks = " ".join("*" if self._frame.settings.ascii else WON for _ in range(min(self._wins(seat), MOST_WINS)))
        sheet.end(self._box(columns.wins, self._sheet.columns - 2 - columns.wins, row), marks, style)

    def _name(self, box: Box, seat: int, style: str) -> None:
        name = fit(shown_name(self._game.seats[seat].name), NAME)
        is_mine = seat == self._over.seat
        self._sheet.start(box, name, style or ("class:strong" if is_mine else ""))
        you = self._language("you", "state")
        room = box.width - width_of(name) - 1
        if is_mine and width_of(you) <= room:
            column = box.column if self._sheet.is_rtl else box.column + width_of(name) + 1
            self._sheet.start(box._replace(column=column, width=room), you, "class:faint")

    def _bar(self, row: int, total: int, *, is_winner: bool) -> None:
        """What somebody has to spare below the target: the winner's is the longest."""
        columns, target, frame = self._columns, self._game.options.points, self._frame
        if columns.width < LEAST_BAR:
            return
        full = max(0, round(columns.width * (target - total) / target))
        bar = "#" if frame.settings.ascii else "▄"
        pieces = (
            (bar * full, "class:turn" if is_winner else "class:back"),
            (frame.glyphs.dot * (columns.width - full), "class:line"),
        )
        column = columns.bar
        for text, style in pieces:
            at = self._sheet.columns - column - len(text) if self._sheet.is_rtl else column
            self._sheet.draw(at, row, text, style)
            column += len(text)

    # --- what there is to say about it ---

    def _legend(self) -> list[tuple[str, str]]:
        language, game, width = self._language, self._game, self._sheet.columns - 4
        dot = self._frame.glyphs.full
        reached = [seat for seat, total in enumerate(game.totals) if total >= game.options.points]
        # Translators: below the points hand by hand; the mark stands there in place of points.
        text = language("{mark}: went out in that hand.", mark=dot)
        if reached:
            names = [shown_name(game.seats[seat].name) for seat in reached]
            more = language("Fewest points win; the target was reached by: {names}.", names=language.enumerated(names))
            text = f"{text} {more}"
        return [(line, "class:faint") for line in wrap(text, width)] if game.scores else []

    def _tail(self) -> list[Row]:
        frame = self._frame
        if frame.watched is not None:
            return frame.paragraph(frame.watched, "class:mark") if frame.watched else []
        trouble = parts.trouble(frame)
        return [*([] if trouble is None else frame.paragraph(*trouble)), *_rematch(frame)]


def _rematch(frame: Frame) -> list[Row]:
    """Who is ready for another game already."""
    names = [frame.name(seat) for seat in frame.seen.for_rematch]
    if not names:
        return []
    text = frame.language.many(
        "{names} wants a rematch.", "{names} want a rematch.", len(names), names=frame.language.listed(names)
    )
    return frame.paragraph(text, "class:mark", most=1)


def _result(frame: Frame, over: GameResult) -> str:
    language, game = frame.language, over.state.board.game
    if over.stopped:
        return language("The table stopped early: nobody wins.")
    names = [shown_name(game.seats[seat].name) for seat in game.winners if seat != over.seat]
    if over.seat in game.winners:
        if names:
            return language("You share the victory with {names}!", names=language.listed(names))
        return language.many(
            "You win with {count} point, {below} below the target!",
            "You win with {count} points, {below} below the target!",
            game.totals[over.seat], below=game.options.points - game.totals[over.seat],
        )  # fmt: skip
    if len(names) == 1:
        points = game.totals[game.winners[0]]
        return language.many(
            "{name} wins with {count} point, {below} below the target.",
            "{name} wins with {count} points, {below} below the target.",
            points, name=names[0], below=game.options.points - points,
        )  # fmt: skip
    return language("{names} share the victory.", names=language.listed(names))


GAME_END = ScreenDef(
    BINDINGS,
    _update,
    _draw,
    common=common.BINDINGS,
    shows_common=lambda frame: frame.seen.ended is None,
    sections=(Section(mark("The game is over"), (*BINDINGS, *common.TOLD)), common.INVITING),
)
