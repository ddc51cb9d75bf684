"""The lesson in lines."""

from clients.language import Language
from clients.lesson import FINISHED, NOT_THAT, WELCOME, Lesson, said
from clients.plain.command_words import Word
from clients.plain.lines import hand_line, middle_line
from clients.plain.parser import Order
from odin_net.game.cards import Card, mask_of
from odin_net.game.refusals import Refusal
from odin_net.game.rules import PASS, refuse_pass, refuse_play
from protocol.messages import reason_of


class PlainLesson:
    """Plays the lesson with one player."""

    def __init__(self) -> None:
        self._lesson = Lesson()
        self._asked: tuple[Card, ...] | None = None

    @property
    def is_over(self) -> bool:
        return self._lesson.is_over

    def begin(self, language: Language) -> list[str]:
        """What is said first."""
        return [language(WELCOME), *self._position(language)]

    def answer(self, said: Order, language: Language) -> list[str]:
        """What is said to a play, a take or a pass."""
        view = self._lesson.step.view
        cards, take = said.cards, said.take
        if said.word is Word.TAKE or (self._asked is not None and len(cards) == 1 and take is None):
            cards, take = self._asked or (), take if take is not None else cards[0]
        self._asked = None
        middle = view.board.middle
        if cards and take is None and middle and mask_of(cards) != view.hand:
            take = middle[0] if len(middle) == 1 else None
        refusal = refuse_pass(view) if said.word is Word.PASS else refuse_play(view, cards, take)
        if refusal is Refusal.CHOOSE_A_CARD_TO_TAKE:
            self._asked = cards
        if refusal is not None:
            return [language.refusal(reason_of(refusal), view, cards)]
        if not self._lesson.answer((mask_of(cards), take) if cards else PASS):
            return [language(NOT_THAT), self.task(language)]
        return [language("Right!"), *(self._position(language) if not self.is_over else [language(FINISHED)])]

    def task(self, language: Language) -> str:
        """What is to be done now."""
        return language(self._lesson.step.text)

    def _jump(self, language: Language) -> list[str]:
        """What happened since the last step."""
        return said(language, self._lesson.step)[:-1]

    def _position(self, language: Language) -> list[str]:
        view = self._lesson.step.view
        return [
            *self._jump(language),
            middle_line(language, view.board),
            hand_line(language, view),
            self.task(language),
        ]
