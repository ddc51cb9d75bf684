"""The lesson on the screen: the very table, with invented positions, going on only with a right move."""

import asyncio

from msgspec.structs import replace

from clients.language import Language
from clients.language.voice import mark
from clients.lesson import FINISHED, NOT_THAT, STEPS, WELCOME, Lesson, said
from clients.model import Seen
from clients.terminal import bindings
from clients.terminal.bindings import Binding, shown_rows
from clients.terminal.drawing.rows import Picture, Row, Size
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, Frame, Settings
from clients.terminal.screens import parts
from clients.terminal.screens.index import compose, intent_of, update
from clients.terminal.state import Do, Effect, Intent, Mode, PassMove, PlayMove, Ui
from odin_net.game.cards import Card, Mask
from odin_net.game.rules import PASS, Move
from odin_net.game.state import State

# The first step that asks for two cards of a number: what its digit does then is said there.
PAIR = 2
# When all steps are done.
END = (Binding("Enter Esc Q", Do.ENTER, mark("go on", "key"), shown="Enter"),)
PLAY = (Binding("P", Do.START, mark("play against bots")),)


class LessonScene:
    """A scene of its own, or shown by the scene of a table that waits meanwhile."""

    def __init__(self, language: Language, settings: Settings, *, offers_game: bool = False) -> None:
        """`offers_game`: its end asks whether to play; `wants_game` is the answer."""
        self.lesson = Lesson()
        self.wants_game = False
        self._end_keys = (*PLAY, *END) if offers_game else END
        self.ui = Ui()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._language = language.spelled_out() if settings.ascii else language
        self._settings = replace(settings, tip="", hosting=False)
        self._is_wrong = False
        self._taken: Card | None = None

    @property
    def theme(self) -> Theme:
        return self._settings.theme

    @property
    def seen(self) -> Seen:
        """The position as a table would show it."""
        if self.lesson.is_over:
            return Seen()
        board, seat, hand = self.lesson.step.view
        new = None if self.lesson.step.is_new else self._taken
        return Seen(state=State(board, (hand, None, None)), seat=seat, new=new, caught_up=True, was_in=True)

    def wake_at(self) -> float | None:
        return None

    def press(self, key: str, text: str) -> None:
        """A key."""
        frame = self._frame(GOOD)
        intent = (
            bindings.intent_of(self._end_keys, frame, key, text) if self.lesson.is_over else intent_of(frame, key, text)
        )
        if intent is not None:
            self.click(intent)

    def click(self, intent: Intent) -> None:
        """What somebody wants."""
        if intent in (Do.QUIT, Do.INTERRUPT) or (intent in (Do.ENTER, Do.START) and self.lesson.is_over):
            self.wants_game = intent is Do.START
            self._finish()
        elif not self.lesson.is_over:
            self._is_wrong = False
            self.ui, effects = update(self.ui, intent, self.seen, 0.0)
            for effect in effects:
                self._answer(effect)

    def _answer(self, effect: Effect) -> None:
        match effect:
            case PlayMove(cards, take):
                move: Move = (cards, take)
            case PassMove():
                move = PASS
            case _:
                return
        self._is_wrong = not self.lesson.answer(move)
        if self._is_wrong:
            self.ui = replace(self.ui, sent=None, mode=Mode.PLAY, picked=self._still_picked(move))
        else:
            self._taken = move[1]
            self.ui = Ui(sort=self.ui.sort)

    def _still_picked(self, move: Move) -> Mask:
        """What stays picked after a wrong move: its cards, if only another one is to be taken.

        Else the line below would go on to offer what was just refused.
        """
        return move[0] if any(cards == move[0] for cards, _ in self.lesson.step.right) else 0

    def _finish(self) -> None:
        if not self.done.done():
            self.done.set_result(None)

    def draw(self, size: Size) -> Picture:
        """The picture of now."""
        frame = self._frame(size)
        return parts.fitted(frame, self._end(frame)) if self.lesson.is_over else compose(frame)

    def _frame(self, size: Size) -> Frame:
        settings = self._settings
        if not self.lesson.number:
            settings = replace(settings, tip=self._language("Press 1 to pick it, then Enter."))
        progress = self._language("step {number} of {count}", number=self.lesson.number + 1, count=len(STEPS))
        return Frame(self.seen, self.ui, size, self._language, 0.0, settings, self._text(), progress)

    def _text(self) -> str:
        if self.lesson.is_over:
            return self._language(FINISHED)
        text = " ".join(said(self._language, self.lesson.step))
        if self._is_wrong:
            return f"{self._language(NOT_THAT)} {text}"
        if self.lesson.number == PAIR:
            return f"{text} {self._language('Press 3 for one of them, again for both.')}"
        return f"{self._language(WELCOME)} {text}" if not self.lesson.number else text

    def _end(self, frame: Frame) -> Picture:
        language = self._language
        rows: list[Row] = [parts.headline(frame, language("The lesson")), (), *frame.paragraph(frame.lesson)]
        if self._end_keys != END:
            rows += [(), *frame.paragraph(language("Try it at once. P: a game against bots."), "class:mark")]
        return parts.filled(frame, rows, shown_rows(self._end_keys, frame))
