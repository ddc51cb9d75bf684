"""Questions and pages that lie over a picture: leaving, giving a seat, the log, Valhalla's cards."""

from collections.abc import Callable

from msgspec.structs import replace

from clients import model
from clients.language.told import sentence
from clients.language.voice import mark
from clients.model import AnyTold, Seen, Told
from clients.sentences import shown_name
from clients.terminal.bindings import Binding, ScreenDef, Shown, while_it_lasts
from clients.terminal.drawing.cards import Surface
from clients.terminal.drawing.rows import Fragment, Picture, Row, cut, plain, wrap
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.state import NEVER, Do, Intent, LeaveTable, Mode, SendPart, Ui, Updated
from odin_net.game.cards import COLOUR_MASKS, COLOURS, NUMBER_MASKS, Card, format_card, mask_of, parse_card
from odin_net.game.events import GameEnded, HandDealt, HandEnded, Passed, SeatChanged, TableStopped
from odin_net.game.options import HAND_SIZE
from odin_net.game.state import Board
from protocol.messages import GiveSeat

# How far a choice's text stands from the edge: its key is before it.
CHOICE = 6
# The log is read from its end: so many lines are a page of it.
PAGE = 10
# On the page of Valhalla: a colour's name with its letter, and the sums at the other side.
MARGIN, LABEL, SUMS = 3, 12, 9

# --- a question with one key for yes; any other one is no ---


def question(
    keys: str,
    intent: Do,
    label: str,
    yes: Callable[[Ui, Seen], Updated],
    *,
    shown: str = "",
    no: str = mark("back"),
    draw: Callable[[Frame, list[Shown]], Picture] | None = None,
    is_open: Callable[[Ui, Seen], bool] = while_it_lasts,
) -> ScreenDef:
    """`yes` is done by these keys when the question is closed already."""

    def update(ui: Ui, answer: Intent, seen: Seen, _now: float) -> Updated:
        ui = replace(ui, mode=Mode.PLAY)
        return yes(ui, seen) if answer in (intent, Do.ENTER) else (ui, ())

    rows = (Binding(keys, intent, label, shown=shown), Binding("Esc", Do.BACK, no))
    return ScreenDef(rows, update, draw, otherwise=Do.BACK, is_open=is_open)


# --- leaving ---


def may_leave_for_good(seen: Seen) -> bool:
    """Whether there is a seat to give up, and a host who hears of it."""
    return seen.seat is not None and not seen.is_cut_off and not seen.owner


def _offers_for_good(frame: Frame) -> bool:
    return may_leave_for_good(frame.seen) and not frame.settings.hosting and not frame.settings.alone


def _leave(frame: Frame) -> str:
    closes = frame.settings.hosting and not frame.settings.alone
    return frame.language("close the table") if closes else frame.language("leave", "key")


def _quit(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    match intent:
        case Do.STAY | Do.BACK | Do.ENTER:
            return replace(ui, mode=Mode.PLAY), ()
        case Do.LEAVE:
            return ui, (LeaveTable(for_good=False),)
        case Do.LEAVE_FOR_GOOD if may_leave_for_good(seen):
            return ui, (LeaveTable(for_good=True),)
    return ui, ()


def _draw_quitting(frame: Frame, keys: list[Shown]) -> Picture:
    """Stay, leave and come back, or leave for good."""
    language, seen = frame.language, frame.seen
    title = language("Leave the game?") if frame.settings.alone else language("Leave the table?")
    rows: list[Row] = [parts.headline(frame, title), ()]
    stay = [*_choice(frame, "S", language("stay", "choice"), Do.STAY), ()]
    if frame.settings.alone:
        rows += frame.paragraph(language("A game against bots is not kept: it ends when you leave."), "class:bad")
        rows += [(), *stay, *_choice(frame, "L", language("leave", "choice"), Do.LEAVE)]
    elif frame.settings.hosting:
        rows += frame.paragraph(_warning(frame), "class:bad")
        rows += [(), *stay, *_choice(frame, "L", _closing(frame), Do.LEAVE)]
    elif seen.seat is None:
        rows += [*stay, *_choice(frame, "L", language("leave", "choice"), Do.LEAVE)]
    elif seen.is_cut_off:
        # Nobody is there who would let a bot play, or hear that it is for good.
        rows += [*stay, *_choice(frame, "L", language("leave; my seat is kept"), Do.LEAVE)]
    else:
        rows += [*stay, *_choice(frame, "L", language("leave; a bot covers, and my seat waits for me"), Do.LEAVE)]
    if _offers_for_good(frame):
        rows.append(())
        rows += _choice(frame, "G", language("leave for good; somebody else may have my seat"), Do.LEAVE_FOR_GOOD)
    if frame.ui.interrupted_at > NEVER:
        rows += [(), *frame.paragraph(language("Ctrl-C again within two seconds: leave at once."), "class:faint")]
    return parts.filled(frame, rows, keys)


def _closing(frame: Frame) -> str:
    line, game = frame.settings.resume_with, frame.seen.game
    # A table where nothing has happened is not kept.
    is_begun = game is not None and (len(game.seats) > 1 or bool(game.tally))
    if not line or not is_begun:
        return frame.language("close the table")
    return frame.language("close the table; it can be resumed with {line}", line=line)


def _warning(frame: Frame) -> str:
    others = frame.seen.others_here
    if not others:
        return frame.language("You keep this table: it closes when you go.")
    return frame.language.many(
        "You keep this table: it closes for {count} other person when you go.",
        "You keep this table: it closes for {count} other people when you go.",
        others,
    )


def _choice(frame: Frame, key: str, text: str, intent: Intent) -> list[Row]:
    lines = wrap(text, frame.size.columns - CHOICE - 1)
    keys = [f"   {key}".ljust(CHOICE), *[" " * CHOICE] * (len(lines) - 1)]
    return [
        (Fragment("class:key", key, intent), Fragment("", line, intent)) for key, line in zip(keys, lines, strict=True)
    ]


QUITTING = ScreenDef(
    (
        Binding("Enter Esc S", Do.STAY, mark("stay", "key")),
        Binding("L", Do.LEAVE, _leave),
        Binding("G", Do.LEAVE_FOR_GOOD, mark("leave for good"), _offers_for_good),
    ),
    _quit,
    _draw_quitting,
)


# --- pages to read, which any key closes ---


def close_page(ui: Ui) -> Ui:
    """The picture below."""
    return replace(ui, mode=Mode.PLAY, scroll=0)


def may_read(_ui: Ui, _seen: Seen) -> bool:
    """What can still be read when nothing can be said any more."""
    return True


SCROLL = {Do.UP: 1, Do.DOWN: -1, Do.PAGE_UP: PAGE, Do.PAGE_DOWN: -PAGE}


def _read_log(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    if isinstance(intent, Do) and intent in SCROLL:
        return replace(ui, scroll=min(max(0, ui.scroll + SCROLL[intent]), max(PAGE, len(seen.told)))), ()
    return close_page(ui), ()


def _draw_log(frame: Frame, keys: list[Shown]) -> Picture:
    """All that has happened in this game, the newest at the bottom."""
    foot = parts.key_rows(frame, keys)
    room = frame.size.rows - 1 - len(foot)
    lines = _latest_lines(frame, room + frame.ui.scroll + 1)
    end = max(min(room, len(lines)), len(lines) - frame.ui.scroll)
    start = max(0, end - room)
    shown = lines[start:end]
    more = frame.language("more above") if start else ""
    head = parts.headline(frame, frame.language("The log"), more)
    return Picture((head, *shown, *([()] * (room - len(shown))), *foot))


def _latest_lines(frame: Frame, most: int) -> list[Row]:
    """At least so many lines of the log's end, if there are: to say all of it again at each event would take long."""
    lines: list[Row] = []
    for told in reversed(frame.seen.told):
        text = sentence(frame.language, told)
        if text:
            first, *others = wrap(text, frame.size.columns - 4)
            style = _log_style(told)
            lines = [plain(f" {first}", style), *(plain(f"   {line}", style) for line in others), *lines]
        if len(lines) >= most:
            break
    return lines


def _log_style(told: AnyTold) -> str:
    """Where a hand begins and ends is found at a glance; who comes and goes stands back."""
    match told:
        case Told(HandDealt() | HandEnded() | GameEnded() | TableStopped()):
            return "class:strong"
        case Told(Passed() | SeatChanged()):
            return "class:faint"
        case _:
            return ""


LOG = ScreenDef(
    (
        Binding("↑ ↓ PgUp PgDn", None, mark("scroll"), each=tuple(SCROLL), shown="↑ ↓"),
        Binding("Esc", Do.BACK, mark("back")),
    ),
    _read_log,
    _draw_log,
    otherwise=Do.BACK,
    is_open=may_read,
)


def _draw_valhalla(frame: Frame, keys: list[Shown]) -> Picture:
    """The fallen cards of this hand: a row for each colour, a column for each number, sums at both edges."""
    board = frame.seen.board
    return Picture(()) if board is None else _Valhalla(frame, board).draw(keys)


class _Valhalla:
    """One picture while it is drawn."""

    def __init__(self, frame: Frame, board: Board) -> None:
        self._frame, self._board, self._language = frame, board, frame.language
        self._sheet = Sheet(frame.size.columns, frame.size.rows, frame.turn_text)
        # Colours that are out of this game have no row: none of their cards can fall.
        self._colours = [letter for letter in COLOURS if letter in (board.game.colours or COLOURS)]
        view = frame.seen.view
        self._mine, self._middle = 0 if view is None else view.hand, mask_of(board.middle)
        self._cell = 6 if frame.is_wide else 4
        self._first = MARGIN + LABEL
        self._step = 2 if frame.is_tall else 1

    def draw(self, keys: list[Shown]) -> Picture:
        frame, sheet = self._frame, self._sheet
        fallen = self._board.valhalla
        title = self._language("Valhalla: the fallen of hand {number}", number=self._board.game.hand)
        count = self._language("{number} of {count}", number=fallen.bit_count(), count=9 * len(self._colours))
        self._row(0, parts.headline(frame, title, " · ".join(filter(None, (parts.out_of_play(frame), count)))))
        row = 2
        self._header(row)
        row += self._step
        for letter in self._colours:
            self._colour(row, letter)
            row += self._step
        self._sums(row)
        self._legend(min(row + 2, sheet.height - 5))
        self._row(sheet.height - 1, parts.key_rows(frame, keys)[0])
        return Picture(sheet.rows(), is_turned=self._language.is_rtl)

    def _row(self, place: int, row: Row) -> None:
        self._sheet.place(0, place, self._frame.turned_row(cut(row, self._sheet.columns)))

    def _box(self, column: int, width: int, row: int) -> Box:
        """A part of a row, counted from the side where one begins to read."""
        return Box(self._sheet.columns - column - width if self._sheet.is_rtl else column, row, width, 1)

    def _place(self, number: int, row: int) -> Box:
        return self._box(self._first + self._cell * (number - 1), self._cell - 1, row)

    def _header(self, row: int) -> None:
        for number in range(1, 10):
            self._sheet.centre(self._place(number, row), str(number), "class:strong")
        # Translators: above and beside how many cards of each number and colour have fallen. Room for 8 cells.
        self._sheet.end(self._sum_box(row), self._language("fallen"), "class:faint")

    def _sum_box(self, row: int) -> Box:
        return self._box(self._first + 9 * self._cell, SUMS - 1, row)

    def _colour(self, row: int, letter: str) -> None:
        sheet, ink = self._sheet, f"class:dim-{letter.lower()}"
        label = self._box(self._first - LABEL, LABEL - 1, row)
        sheet.start(label, f"{letter} {self._language.colour(letter)}", "class:faint")
        sheet.start(label, letter, f"{ink} class:strong")
        for number in range(1, 10):
            self._card(self._place(number, row), parse_card(f"{letter}{number}"), letter.lower())
        fallen = (self._board.valhalla & COLOUR_MASKS[COLOURS.index(letter)]).bit_count()
        sheet.end(self._sum_box(row), str(fallen), "class:strong" if fallen else "class:faint")

    def _card(self, box: Box, card: Card, letter: str) -> None:
        """Fallen ones lie there; one's own are in brackets, those in the middle in parentheses."""
        sheet, name = self._sheet, format_card(card)
        if self._board.valhalla >> card & 1:
            sheet.fill(box, " ", f"class:card-{letter}")
            sheet.draw(box.column + (box.width - 2) // 2, box.row, name, f"class:card-{letter}")
            if self._step > 1 and self._frame.surface is Surface.PAINTED:
                sheet.draw(box.column, box.row + 1, "▀" * box.width, f"class:edge-card-{letter}")
        elif self._mine >> card & 1:
            sheet.draw(box.column + (box.width - 3) // 2, box.row, f"[{name}]"[: box.width + 1], f"class:dim-{letter}")
        elif self._middle >> card & 1:
            sheet.draw(box.column + (box.width - 3) // 2, box.row, f"({name})"[: box.width + 1], "class:strong")
        else:
            sheet.centre(box, self._frame.glyphs.dot, "class:line")

    def _sums(self, row: int) -> None:
        label = self._box(self._first - LABEL + 2, LABEL - 3, row)
        self._sheet.start(label, self._language("fallen"), "class:faint")
        for number, mask in enumerate(NUMBER_MASKS, 1):
            fallen = (self._board.valhalla & mask).bit_count()
            self._sheet.centre(self._place(number, row), str(fallen), "class:strong" if fallen else "class:faint")

    def _legend(self, row: int) -> None:
        language, width = self._language, self._sheet.columns - 4
        fallen = self._board.valhalla.bit_count()
        lines = [
            language.many("{count} card has fallen in this hand.", "{count} cards have fallen in this hand.", fallen),
            language("In brackets [ ]: yours. In parentheses ( ): in the middle. A dot: not seen to fall."),
        ]
        if len(self._board.game.seats) * HAND_SIZE == 9 * len(self._colours):
            lines.append(language("All cards are dealt: what has not fallen is in a hand, or in the middle."))
        shown = [line for text in lines for line in wrap(text, width)][: self._sheet.height - 1 - row]
        for place, line in enumerate(shown):
            self._sheet.start(Box(2, row + place, width, 1), line, "class:faint" if place else "")


VALHALLA = ScreenDef(
    (Binding("V Esc", Do.BACK, mark("back"), shown="Esc"),),
    lambda ui, _intent, _seen, _now: (close_page(ui), ()),
    _draw_valhalla,
    otherwise=Do.BACK,
    is_open=may_read,
)


# --- giving the seat of somebody who is away to who waits for one: only the hosting player may ---


def seats_to_give(seen: Seen) -> tuple[int, ...]:
    """The seats that a bot covers, if one of them can be given away now."""
    return model.seats_to_give(seen.board, seen.seat) if seen.owner and seen.waiting else ()


def chosen_seat(ui: Ui, seen: Seen) -> int | None:
    """Whose seat is being given away; None if it cannot be any more."""
    return ui.giving if ui.giving in seats_to_give(seen) else None


def ask_to_give(ui: Ui, seen: Seen) -> Ui:
    """Ask about the first seat that can be given."""
    return replace(ui, mode=Mode.GIVING, giving=seats_to_give(seen)[0])


def _give(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    seat = chosen_seat(ui, seen)
    match intent:
        case Do.UP | Do.DOWN if seat is not None:
            seats = seats_to_give(seen)
            step = 1 if intent is Do.DOWN else -1
            return replace(ui, giving=seats[(seats.index(seat) + step) % len(seats)]), ()
        case Do.ENTER | Do.GIVE if seat is not None:
            # ARCHITECTURE: who is away. In order of arrival.
            return replace(ui, mode=Mode.PLAY), (SendPart(GiveSeat(seat, seen.waiting[0])),)
    return replace(ui, mode=Mode.PLAY), ()


def _draw_giving(frame: Frame, keys: list[Shown]) -> Picture:
    """Whose seat goes to who waits longest."""
    seat, waiting = chosen_seat(frame.ui, frame.seen), frame.seen.waiting
    name = shown_name(waiting[0]) if waiting else "?"
    former = "?" if seat is None else frame.name(seat)
    text = frame.language(
        "Give the seat of {former}, who is away, to {name}, who waits for one? {former} cannot come back to it.",
        former=former,
        name=name,
    )
    rows = [parts.headline(frame, frame.language("Give a seat")), (), *frame.paragraph(text, "class:bad"), ()]
    return Picture((*rows, *parts.key_rows(frame, keys)))


def _several_to_give(frame: Frame) -> bool:
    return len(seats_to_give(frame.seen)) > 1


GIVING = ScreenDef(
    (
        Binding("Enter G", Do.GIVE, mark("give it")),
        Binding("↑ ↓", None, mark("another seat"), each=(Do.UP, Do.DOWN), bar=_several_to_give),
        Binding("Esc", Do.BACK, mark("back")),
    ),
    _give,
    _draw_giving,
    otherwise=Do.BACK,
    is_open=lambda ui, seen: while_it_lasts(ui, seen) and chosen_seat(ui, seen) is not None,
)
