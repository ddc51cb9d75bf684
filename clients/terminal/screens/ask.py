"""Scenes without a table: a question with one line to type, a list to choose from, and that a table is looked for."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from clients.language import Language
from clients.language.typed import Wrong, check_code, check_name
from clients.language.voice import mark
from clients.model import Seen
from clients.terminal.bindings import LINE, Binding, intent_of, shown_rows
from clients.terminal.drawing.editing import MOST, edit
from clients.terminal.drawing.rows import Fragment, Picture, Row, Size
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, Frame, Settings
from clients.terminal.screens import index, parts
from clients.terminal.state import Choose, Do, Draft, Intent, Type, Ui
from odin_net.game.text import NAME_COLUMNS
from protocol.codes import CODE_WORDS, completions

MOST_COMPLETIONS = 8
TAB = Binding("Tab", Do.NEXT_PLAY)
CHOOSE = (
    Binding("↑ ↓ Tab", None, mark("choose"), each=(Do.UP, Do.DOWN, Do.NEXT_PLAY), shown="↑ ↓"),
    Binding("Enter", Do.ENTER, mark("go on", "key")),
    Binding("Q Esc", Do.QUIT, mark("leave", "key"), shown="Q"),
)
# In the bar of the screen that waits for a table.
LOOKING = (Binding("Q Esc", Do.QUIT),)


class Question(NamedTuple):
    """One line to type."""

    title: str
    text: str
    check: Callable[[str], str]
    """What the line means; Wrong if it means nothing."""
    value: str = ""
    is_suggestion: bool = False
    """Whether it is ours, and what is typed takes its place."""
    complete: Callable[[str], tuple[str, ...]] = lambda _: ()
    """How the line could go on."""
    ended: Callable[[str], str] = lambda line: line
    """The line after its last word was completed."""
    tidy: Callable[[Draft], Draft] = lambda draft: draft
    """The line after something was typed into it."""
    most: int = MOST


class AskScene:
    """Asks until the answer will do, or somebody goes back: then `answer` is None.

    Where there is nothing to go back to, Esc would end the program: that is asked for.
    """

    def __init__(
        self, language: Language, settings: Settings, question: Question, wrong: str = "", *, goes_back: bool = True
    ) -> None:
        self._goes_back, self._is_leaving = goes_back, False
        self.answer: str | None = None
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._language = language.spelled_out() if settings.ascii else language
        self._settings, self._question = settings, question
        self._draft, self._wrong = Draft.of(question.value, is_suggestion=question.is_suggestion), wrong

    @property
    def theme(self) -> Theme:
        return self._settings.theme

    def wake_at(self) -> float | None:
        return None

    def press(self, key: str, text: str) -> None:
        """A key."""
        intent = intent_of(self.bindings(), self._frame(GOOD), key, text, is_typed=True)
        if intent is not None:
            self.click(intent)

    def click(self, intent: Intent) -> None:
        """What somebody wants."""
        leaves, self._is_leaving = self._is_leaving, False
        match intent:
            case Do.INTERRUPT:
                self._finish(None)
            case Do.BACK if self._goes_back:
                self._finish(None)
            case Do.BACK:
                self._is_leaving = not leaves
            case Do.ENTER if leaves:
                self._finish(None)
            case Do.ENTER:
                self._try()
            case Do.NEXT_PLAY:
                self._complete()
            case _:
                self._edit(intent)

    def _edit(self, intent: Intent) -> None:
        self._wrong = ""
        self._draft = edit(self._draft, intent, self._question.most)
        if isinstance(intent, Type):
            self._draft = self._question.tidy(self._draft)

    def _try(self) -> None:
        try:
            answer = self._question.check(self._draft.text)
        except Wrong as wrong:
            self._wrong = str(wrong)
        else:
            self._finish(answer)

    def _complete(self) -> None:
        ways = self._question.complete(self._draft.text)
        line = self._question.ended(ways[0] if ways else self._draft.text)
        if len(ways) < 2 and line != self._draft.text:
            self._draft = Draft.of(line)

    def _finish(self, answer: str | None) -> None:
        if not self.done.done():
            self.answer = answer
            self.done.set_result(None)

    def draw(self, size: Size) -> Picture:
        """The picture of now."""
        language, question = self._language, self._question
        frame = self._frame(size)
        # What was said by who asks is spelled out here, too.
        title, text = language.spelling(question.title), language.spelling(question.text)
        rows: list[Row] = [parts.headline(frame, title), (), *frame.paragraph(text), ()]
        typed, at = parts.typed_line(frame, min(size.columns - 4, max(20, question.most + 2)))
        rows.append((Fragment("class:key", " > "), Fragment("class:field", typed)))
        cursor = (3 + at, len(rows) - 1)
        ways = question.complete(self._draft.text)[:MOST_COMPLETIONS]
        words = [way.split("-")[-1] for way in ways]
        rows += [(), *frame.paragraph("  ".join(words), "class:faint")]
        if self._is_leaving:
            rows += [(), *frame.paragraph(language("Leave Odin? Enter: leave, Esc: stay."), "class:mark")]
        elif self._wrong:
            rows += [(), *frame.paragraph(language.spelling(self._wrong), "class:bad")]
        foot = parts.key_rows(frame, shown_rows(self.bindings(), frame))
        return parts.fitted(frame, Picture((*rows, *([()] * (size.rows - len(rows) - len(foot))), *foot), cursor))

    def _frame(self, size: Size) -> Frame:
        return Frame(Seen(), Ui(draft=self._draft), size, self._language, 0.0, self._settings)

    def bindings(self) -> tuple[Binding, ...]:
        """The keys of now."""
        if self._is_leaving:
            leave, stay = Binding("Enter", Do.ENTER, mark("leave", "key")), Binding("Esc", Do.BACK, mark("stay", "key"))
            return leave, stay, TAB, LINE
        complete = TAB._replace(label=mark("complete")) if self._question.complete(self._draft.text) else TAB
        back = mark("back") if self._goes_back else mark("leave", "key")
        return Binding("Enter", Do.ENTER, mark("go on", "key")), complete, Binding("Esc", Do.BACK, back), LINE


class Option(NamedTuple):
    """One of several."""

    key: str
    text: str
    detail: str = ""


class ChoiceScene:
    """Asks which one. `chosen` is its place, or None. Options may come and go while it asks; `last` stands below."""

    def __init__(
        self, language: Language, settings: Settings, title: str, text: str, options: list[Option], *, last: str = ""
    ) -> None:
        self.chosen: int | None = None
        self._last = last
        self.text, self.options = text, options
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._language = language.spelled_out() if settings.ascii else language
        self._settings, self._title = settings, title
        self._line = 0

    @property
    def theme(self) -> Theme:
        return self._settings.theme

    def wake_at(self) -> float | None:
        return None

    def press(self, key: str, text: str) -> None:
        """A key: a letter of an option chooses it."""
        options = tuple(Binding(option.key, Choose(place)) for place, option in enumerate(self.options))
        intent = intent_of((*options, *CHOOSE), self._frame(GOOD), key, text)
        if intent is not None:
            self.click(intent)

    def click(self, intent: Intent) -> None:
        """What somebody wants."""
        count = max(1, len(self.options))
        match intent:
            case Choose(line) if line < len(self.options):
                self._finish(line)
            case Do.UP:
                self._line = (self._line - 1) % count
            case Do.DOWN | Do.NEXT_PLAY:
                self._line = (self._line + 1) % count
            case Do.ENTER if self.options:
                self._finish(min(self._line, count - 1))
            case Do.BACK | Do.INTERRUPT | Do.QUIT:
                self._finish(None)

    def _finish(self, chosen: int | None) -> None:
        if not self.done.done():
            self.chosen = chosen
            self.done.set_result(None)

    def draw(self, size: Size) -> Picture:
        """The picture of now."""
        language = self._language
        frame = self._frame(size)
        title, text = language.spelling(self._title), language.spelling(self.text)
        rows: list[Row] = [parts.headline(frame, title), (), *frame.paragraph(text), ()]
        for place, option in enumerate(self.options):
            rows += self._option(frame, place, option)
        last = frame.paragraph(language.spelling(self._last), "class:faint") if self._last else []
        foot = [*parts.key_rows(frame, shown_rows(CHOOSE, frame)), *last]
        return parts.fitted(frame, Picture((*rows, *([()] * (size.rows - len(rows) - len(foot))), *foot)))

    def _frame(self, size: Size) -> Frame:
        return Frame(Seen(), Ui(), size, self._language, 0.0, self._settings)

    def _option(self, frame: Frame, place: int, option: Option) -> list[Row]:
        is_chosen = place == min(self._line, len(self.options) - 1)
        mark, click = frame.glyphs.turn if is_chosen else " ", Choose(place)
        row = (
            Fragment("class:mark", f" {mark} ", click),
            Fragment("class:key", f"{option.key}  ", click),
            Fragment("class:chosen" if is_chosen else "", self._language.spelling(option.text), click),
        )
        detail = (Fragment("class:faint", f"       {self._language.spelling(option.detail)}", click),)
        return [row, detail, ()] if frame.is_tall else [row, detail]


class LookingScene:
    """Says that a table is looked for, as the scene of that table does when it is there, until `finish`.

    Whatever is typed meanwhile is for no question; who does not want to wait goes.
    """

    def __init__(self, language: Language, settings: Settings) -> None:
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._language, self._settings = language, settings

    @property
    def theme(self) -> Theme:
        return self._settings.theme

    def wake_at(self) -> float | None:
        return None

    def press(self, key: str, text: str) -> None:
        """A key."""
        intent = intent_of(LOOKING, self._frame(GOOD), key, text)
        if intent is not None:
            self.click(intent)

    def click(self, intent: Intent) -> None:
        """What somebody wants."""
        if intent in (Do.QUIT, Do.INTERRUPT):
            self.finish()

    def finish(self) -> None:
        """It is found, or not."""
        if not self.done.done():
            self.done.set_result(None)

    def draw(self, size: Size) -> Picture:
        """The picture of now."""
        return index.compose(self._frame(size))

    def _frame(self, size: Size) -> Frame:
        return Frame(Seen(), Ui(), size, self._language, 0.0, self._settings)


# --- the questions there are ---


def name_question(language: Language, name: str, *, is_own: bool = False) -> Question:
    """What somebody wants to be called, with one suggested, or what they typed themselves before."""
    title, text = language("Your name"), language("What do the others call you?")
    check = partial(check_name, language)
    return Question(title, text, check, name, is_suggestion=not is_own, most=NAME_COLUMNS)


def code_question(language: Language, place: str) -> Question:
    """The table's three words, completed while they are typed."""
    text = language(
        "If the table at {place} has a code of three words, ask the host. Leave it empty if the table is open to all.",
        place=place,
    )
    check = partial(check_code, language)
    return Question(language("The code"), text, check, complete=code_ways, ended=code_ended, tidy=code_tidy, most=40)


def code_ways(typed: str) -> tuple[str, ...]:
    """How a code that was begun could go on: its last word completed."""
    words = typed.casefold().replace("-", " ").split()
    if not words or typed[-1] in " -" or len(words) > CODE_WORDS:
        return ()
    head = "".join(f"{word}-" for word in words[:-1])
    ways = completions(words[-1])
    return () if ways == (words[-1],) else tuple(f"{head}{way}" for way in ways)


def code_ended(line: str) -> str:
    """A code whose last word is whole, ready for the next one."""
    words = line.casefold().replace("-", " ").split()
    is_whole = bool(words) and line[-1] not in " -" and completions(words[-1]) == (words[-1],)
    return f"{line}-" if is_whole and len(words) < CODE_WORDS else line


def code_tidy(draft: Draft) -> Draft:
    """A code as it is typed: a space is a hyphen, and between two words there is one."""
    before = _hyphened(draft.text[: draft.at])
    return Draft(_hyphened(draft.text), len(before))


def _hyphened(text: str) -> str:
    return re.sub("[ -]+", "-", text).removeprefix("-")
