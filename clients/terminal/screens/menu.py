"""The first screen: the longship, and what one may do; and the page of one's own settings."""

import asyncio
from enum import Enum, auto
from typing import TypeVar, assert_never

from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.language.voice import mark
from clients.model import Seen
from clients.terminal.bindings import Binding, intent_of, shown_rows
from clients.terminal.drawing.bigletters import large
from clients.terminal.drawing.cards import Surface
from clients.terminal.drawing.longship import HEIGHT, draw_longship, draw_sea
from clients.terminal.drawing.rows import Fragment, Picture, Row, Size, beside, cut, plain, row_width, width_of, wrap
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, Frame, Settings
from clients.terminal.scene import Remember
from clients.terminal.screens import parts
from clients.terminal.screens.ask import Option
from clients.terminal.screens.lobby_lines import theme_name
from clients.terminal.selection import Sort
from clients.terminal.state import Choose, Do, Intent, Ui

T = TypeVar("T")
# What is chosen by the key of the settings, which is no line of the menu.
SETTINGS = 99
KEYS = (
    Binding("↑ ↓ Tab", None, mark("choose"), each=(Do.UP, Do.DOWN, Do.NEXT_PLAY), shown="↑ ↓"),
    Binding("Enter", Do.ENTER, mark("go on", "key")),
    Binding("O", Choose(SETTINGS), mark("settings", "key")),
    Binding("Q Esc", Do.QUIT, mark("leave", "key"), shown="Q"),
)
# The band above the menu, with the ship and the water; and without them.
BAND, LOW_BAND = 13, 7
MARGIN = 3
# Of what is written before the details of a line.
WORD = 9


class MenuScene:
    """Asks what to do. `chosen` is a place in `options`, `SETTINGS`, or None."""

    def __init__(
        self, language: Language, settings: Settings, options: list[Option], *, about: str, last: str, line: int = 0
    ) -> None:
        """`about` is said once, above the menu; `last` below it all. The cursor begins on this line."""
        self.chosen: int | None = None
        self.found: tuple[int, str] | None = None
        """At which line, and what."""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._language = language.spelled_out() if settings.ascii else language
        self._settings, self._options, self._line = settings, options, line
        self._about, self._last = about, last

    @property
    def theme(self) -> Theme:
        return self._settings.theme

    def wake_at(self) -> float | None:
        return None

    def press(self, key: str, text: str) -> None:
        """A key: a letter of an option chooses it."""
        options = tuple(Binding(option.key, Choose(place)) for place, option in enumerate(self._options))
        intent = intent_of((*options, *KEYS), self._frame(GOOD), key, text)
        if intent is not None:
            self.click(intent)

    def click(self, intent: Intent) -> None:
        """What somebody wants."""
        count = len(self._options)
        match intent:
            case Choose(line) if line < count or line == SETTINGS:
                self._finish(line)
            case Do.UP:
                self._line = (self._line - 1) % count
            case Do.DOWN | Do.NEXT_PLAY:
                self._line = (self._line + 1) % count
            case Do.ENTER:
                self._finish(self._line)
            case Do.BACK | Do.INTERRUPT | Do.QUIT:
                self._finish(None)

    def _finish(self, chosen: int | None) -> None:
        if not self.done.done():
            self.chosen = chosen
            self.done.set_result(None)

    def _frame(self, size: Size) -> Frame:
        return Frame(Seen(), Ui(), size, self._language, 0.0, self._settings)

    # --- how it is drawn ---

    def draw(self, size: Size) -> Picture:
        """The picture of now."""
        frame = self._frame(size)
        return parts.fitted(frame, self._picture(frame))

    def _picture(self, frame: Frame) -> Picture:
        sheet = Sheet(frame.size.columns, frame.size.rows, frame.turn_text)
        band = self._head(frame, sheet)
        last = wrap(self._language.spelling(self._last), sheet.columns - 4)
        foot = frame.size.rows - 1 - len(last)
        about = wrap(self._language.spelling(self._about), sheet.columns - 4)
        count = len(self._options)
        room = foot - band - len(about)
        step = 2 if 2 * count <= room else 1
        for place, line in enumerate(about):
            sheet.start(Box(2, band + place, sheet.columns - 4, 1), line, "class:mark")
        first = band + len(about) + int(room > step * count)
        for place in range(count):
            self._option(frame, sheet, Box(2, first + step * place, sheet.columns - 4, step), place)
        for place, line in enumerate(last):
            sheet.start(Box(2, foot + 1 + place, sheet.columns - 4, 1), line, "class:faint")
        self._foot(frame, sheet, foot)
        return Picture(sheet.rows(), is_turned=self._language.is_rtl)

    def _head(self, frame: Frame, sheet: Sheet) -> int:
        """The name in large letters, and the ship where there is room; the row below."""
        has_ship = frame.is_tall and frame.is_wide and frame.surface is not Surface.FRAMED
        ground = "class:felt" if frame.surface is Surface.PAINTED else ""
        height = BAND if has_ship else LOW_BAND
        sheet.paint(Box(0, 0, sheet.columns, height), ground)
        left = MARGIN + (sheet.columns - GOOD.columns) // 2 if has_ship else MARGIN
        # The name of the game, not a word: it is written the same everywhere.
        letters = large("odin", sheet.columns, 2)
        if frame.settings.ascii:
            letters = [line.replace("█", "#") for line in letters]
        for place, line in enumerate(letters):
            sheet.draw(left, (3 if has_ship else 1) + place, line, f"{ground} class:turn")
        # Translators: below the name of the game. Room for 28 cells.
        text = self._language("a card game for 2 to 6")
        row = 9 if has_ship else LOW_BAND - 1
        sheet.put(left, row, text, f"{ground} class:strong")
        if has_ship:
            draw_longship(sheet, left + 29, row - HEIGHT + 2, frame.surface, ground)
            draw_sea(sheet, BAND - 2, Box(0, 0, sheet.columns, 2), frame.surface)
        return height

    def _option(self, frame: Frame, sheet: Sheet, box: Box, place: int) -> None:
        """One line of the menu; what it is about goes on below it, if there is no room beside it."""
        is_chosen, click = place == self._line, Choose(place)
        option, line = self._options[place], box.line(0)
        if is_chosen:
            sheet.fill(line, " ", "class:chosen")
        style = "class:chosen" if is_chosen else ""
        text = self._language.spelling(option.text)
        found = self.found[1] if self.found is not None and self.found[0] == place else ""
        detail = self._language.spelling(option.detail)
        word = max([WORD, *(width_of(one.text) + 2 for one in self._options)])
        boxes = [(0, 2), (2, 3), (5, word), (5 + word, line.width - 5 - word)]
        mark_box, key_box, text_box, detail_box = (self._part(sheet, line, *one) for one in boxes)
        # It points to the option, from where one begins to read.
        sign = frame.glyphs.turn_back if sheet.is_rtl else frame.glyphs.turn
        sheet.start(mark_box, sign if is_chosen else " ", style or "class:key", click)
        sheet.start(key_box, option.key, style or "class:key", click)
        sheet.start(text_box, text, style or "class:strong", click)
        for below, text in enumerate(wrap(detail, detail_box.width)[: box.height]):
            faint = "class:faint" if below else style or "class:faint"
            sheet.start(detail_box._replace(row=box.row + below), text, faint, click)
        if found and width_of(detail) + width_of(found) + 2 <= detail_box.width:
            sheet.end(detail_box, found, style or "class:good", click)

    def _part(self, sheet: Sheet, line: Box, column: int, width: int) -> Box:
        start = line.column + (line.width - column - width if sheet.is_rtl else column)
        return line._replace(column=start, width=width)

    def _foot(self, frame: Frame, sheet: Sheet, foot: int) -> None:
        (row,) = parts.key_rows(frame, shown_rows(KEYS, frame))
        language = LANGUAGES[self._language.code]
        if row_width(row) + width_of(language) + 3 <= sheet.columns:
            row = beside(row, plain(f"{language} ", "class:faint"), sheet.columns)
        sheet.place(0, foot, frame.turned_row(cut(row, sheet.columns)))


class Choice(Enum):
    """The lines of the page of settings."""

    LANGUAGE = auto()
    THEME = auto()
    SORT = auto()
    SOUND = auto()
    MOTION = auto()


SETTING_KEYS = (
    Binding("↑ ↓ Tab", None, mark("choose"), each=(Do.UP, Do.DOWN, Do.NEXT_PLAY), shown="↑ ↓"),
    Binding("← → Enter Space", None, mark("change"), each=(Do.LEFT, Do.RIGHT, Do.RIGHT, Do.RIGHT), shown="← →"),
    Binding("Esc Q O", Do.BACK, mark("back"), shown="Esc"),
)


class SettingsScene:
    """One's own settings, changed where they stand and kept at once."""

    def __init__(self, language: Language, settings: Settings, remember: Remember) -> None:
        self.language, self.settings, self._remember = language, settings, remember
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line = 0

    @property
    def theme(self) -> Theme:
        return self.settings.theme

    def wake_at(self) -> float | None:
        return None

    def press(self, key: str, text: str) -> None:
        """A key."""
        intent = intent_of(SETTING_KEYS, self._frame(GOOD), key, text)
        if intent is not None:
            self.click(intent)

    def click(self, intent: Intent) -> None:
        """What somebody wants."""
        count = len(Choice)
        match intent:
            case Choose(line) if line < count:
                self._line = line
                self._change(1)
            case Do.UP:
                self._line = (self._line - 1) % count
            case Do.DOWN | Do.NEXT_PLAY:
                self._line = (self._line + 1) % count
            case Do.LEFT | Do.RIGHT:
                self._change(1 if intent is Do.RIGHT else -1)
            case Do.BACK | Do.INTERRUPT:
                if not self.done.done():
                    self.done.set_result(None)

    def _change(self, step: int) -> None:
        settings = self.settings
        match list(Choice)[self._line]:
            case Choice.LANGUAGE:
                self.language = Language(_stepped(tuple(LANGUAGES), self.language.code, step))
                self._remember(language=self.language.code)
            case Choice.THEME:
                self.settings = replace(settings, theme=_stepped(tuple(Theme), settings.theme, step))
                self._remember(theme=self.settings.theme.value)
            case Choice.SORT:
                self.settings = replace(settings, sort=_stepped(tuple(Sort), settings.sort, step))
                self._remember(sort=self.settings.sort.name.lower())
            case Choice.SOUND:
                self.settings = replace(settings, bell=not settings.bell)
                self._remember(sound=self.settings.bell)
            case Choice.MOTION:
                self.settings = replace(settings, motion=not settings.motion)
                self._remember(motion=self.settings.motion)

    def _frame(self, size: Size) -> Frame:
        language = self.language.spelled_out() if self.settings.ascii else self.language
        return Frame(Seen(), Ui(), size, language, 0.0, self.settings)

    def draw(self, size: Size) -> Picture:
        """The picture of now."""
        frame = self._frame(size)
        language = frame.language
        rows: list[Row] = [parts.headline(frame, language("Your settings")), ()]
        rows += [*frame.paragraph(language("They are kept for the next time."), "class:faint"), ()]
        for place, choice in enumerate(Choice):
            is_chosen, click = place == self._line, Choose(place)
            sign = frame.glyphs.turn if is_chosen else " "
            style = "class:chosen" if is_chosen else ""
            text = self._text(frame, choice)
            rows += [(Fragment("class:key", f" {sign} ", click), Fragment(style, text, click)), ()]
        return parts.fitted(frame, parts.filled(frame, rows, shown_rows(SETTING_KEYS, frame)))

    def _text(self, frame: Frame, choice: Choice) -> str:
        language, settings = frame.language, self.settings
        match choice:
            case Choice.LANGUAGE:
                return language("language: {language}", language=LANGUAGES[language.code])
            case Choice.THEME:
                return language("theme: {theme}", theme=theme_name(frame))
            case Choice.SORT:
                is_number = settings.sort is Sort.NUMBER
                return language("your cards: by number" if is_number else "your cards: by colour")
            case Choice.SOUND:
                return language("bell: {state}", state=language("on" if settings.bell else "off", "bell"))
            case Choice.MOTION:
                # Translators: whether cards are seen moving on the screen.
                return language("motion: on" if settings.motion else "motion: off")
            case _:
                assert_never(choice)


def _stepped(choices: tuple[T, ...], now: T, step: int) -> T:
    return choices[(choices.index(now) + step) % len(choices)]
