"""Questions that are answered at once, and what is not a move: chat, bots, names, languages, the start."""

from collections.abc import Callable, Iterable

from clients.language import LANGUAGES, Language
from clients.language.rules import rules_of
from clients.model import seats_to_give
from clients.plain.actions import Actions, Seat
from clients.plain.company import Company
from clients.plain.help import help_lines
from clients.plain.lines import (
    final_score_lines,
    hand_line,
    middle_line,
    move_lines,
    score_lines,
    table_lines,
    why_beats,
    why_cards,
)
from clients.plain.parser import Order
from clients.plain.words import Word
from clients.sentences import shown_name
from odin_net.bots.hint import hint
from odin_net.game.cards import Mask, mask_of
from odin_net.game.events import CardsPlayed, Kind
from odin_net.game.options import MAX_PLAYERS
from odin_net.game.rules import legal_moves
from odin_net.game.state import Phase, State
from odin_net.game.text import BadText, clean_chat, clean_name
from odin_net.levels import LEVELS, USUAL
from protocol.log import spoken
from protocol.messages import AddBot, GiveSeat, Reason, Remove, Start

ABOUT_MY_CARDS = frozenset({Word.HAND, Word.MOVES, Word.HINT})
ABOUT_THE_TABLE = frozenset({Word.TABLE, Word.SCORE})
OTHERS = frozenset({Word.HELP, Word.RULES, Word.LOG, Word.WHY, Word.WORDS})


class Answers:
    """Says what was asked for."""

    def __init__(self, say: Callable[[str], None], actions: Actions, *, by_hand: bool = False) -> None:
        self._say, self._actions = say, actions
        self._beaten: tuple[Mask, Mask] | None = None
        """The set that was beaten last, and the one that did."""
        self._digest: bytes | None = None
        self._last_game: tuple[State, int | None] | None = None
        """The end of the last game, and where we sat then."""
        self.company = Company(say, by_hand=by_hand)

    # --- what has to be remembered ---

    def hand_ended(self, digest: bytes) -> None:
        """The digest of all before a hand's end: what people compare."""
        self._digest = digest

    def game_over(self, state: State | None, me: int | None) -> None:
        """How the game ended: the next lobby, which opens at once, has no points yet."""
        self._last_game = None if state is None else (state, me)

    def played(self, event: CardsPlayed, before: State | None) -> None:
        """Somebody beat what lay there, or opened."""
        middle = () if before is None else before.board.middle
        self._beaten = (mask_of(middle), mask_of(event.cards)) if middle else None

    # --- questions ---

    def is_question(self, said: Order) -> bool:
        """Whether it is answered at once, wherever we are."""
        return said.word in ABOUT_MY_CARDS | ABOUT_THE_TABLE | OTHERS

    def answer(self, said: Order, session: Seat, language: Language, latest: Iterable[str]) -> None:
        """Say it."""
        for line in self._lines(said, session, language, latest):
            self._say(line)

    def _lines(self, said: Order, session: Seat, language: Language, latest: Iterable[str]) -> list[str]:
        if said.word in ABOUT_MY_CARDS:
            return _about_my_cards(said.word, session, language)
        if said.word in ABOUT_THE_TABLE:
            lines = self._about_the_table(said.word, session, language)
            return [*lines, *self.company.lines(language)] if said.word is Word.TABLE else lines
        match said.word:
            case Word.HELP:
                return help_lines(language, tuple(LANGUAGES))
            case Word.RULES:
                return rules_of(language, None if session.state is None else session.state.board)
            case Word.LOG:
                return [*latest] or [language("Nothing has happened yet.")]
            case Word.WORDS:
                return self._words(language)
            case _:
                return self._why(said, session, language)

    def _words(self, language: Language) -> list[str]:
        if self._digest is None:
            return [language("The four words come with the end of the first hand.")]
        return [
            language("After the last hand: {words}", words=spoken(self._digest)),
            language("Read them aloud: who has the same four words saw the same game."),
        ]

    def _about_the_table(self, word: Word, session: Seat, language: Language) -> list[str]:
        state = session.state
        if state is None:
            return [language("You are not at the table yet.")]
        if word is Word.TABLE:
            return table_lines(language, state, session.seat)
        if state.board.phase is Phase.LOBBY and self._last_game is not None:
            return final_score_lines(language, *self._last_game)
        return score_lines(language, state, session.seat)

    def _why(self, said: Order, session: Seat, language: Language) -> list[str]:
        view, refused = session.view, self._actions.last_refused
        if said.cards:
            return [language("You have no cards yet.") if view is None else why_cards(language, view, said.cards)]
        if refused is not None:
            return [language.refusal(refused[0], view, refused[1])]
        if self._beaten is not None:
            return [why_beats(language, self._beaten[1], self._beaten[0])]
        # What lies there has beaten nothing: somebody has opened with it.
        opened = [middle_line(language, view.board)] if view is not None and view.board.middle else []
        return [*opened, language("Whoever opens may play any card. Name cards to ask whether you can play them.")]

    # --- deeds ---

    def act(self, said: Order, session: Seat, language: Language) -> None:
        """Do what is no move."""
        match said.word:
            case Word.READY:
                session.ready()
            case Word.START:
                self._for_owner(session, language, lambda: session.send(Start()))
            case Word.CHAT:
                self._typed(said.rest, clean_chat, session.say, language)
            case Word.NAME:
                self._typed(said.rest, clean_name, session.rename, language)
            case Word.BOTS:
                self._for_owner(session, language, lambda: self._bots(said.rest, session, language))
            case Word.GIVE:
                self._for_owner(session, language, lambda: self._give(said.rest, session, language))
            case Word.NEW | Word.KICK | Word.MUTE | Word.UNMUTE | Word.FORGIVE:
                self._for_owner(session, language, lambda: self.company.act(said, session, language))

    def _typed(self, text: str, clean: Callable[[str], str], send: Callable[[str], bool], language: Language) -> None:
        try:
            send(clean(text))
        except BadText as error:
            self._say(language.text_fault(error.fault))

    def _for_owner(self, session: Seat, language: Language, do: Callable[[], object]) -> None:
        if session.owner:
            do()
        else:
            self._say(language.refusal(Reason.NOT_THE_OWNER))

    def _bots(self, rest: str, session: Seat, language: Language) -> None:
        """Add or drop bots until there are so many."""
        count, _, level = rest.partition(" ")
        level = level.strip().lower() or USUAL
        state = session.state
        if not (count.isdecimal() and len(count) == 1 and int(count) < MAX_PLAYERS) or level not in LEVELS:
            self._say(language("Say how many bots, 0 to 5, and how good: easy, normal or hard."))
        elif state is not None:
            bots = [seat for seat, one in enumerate(state.board.game.seats) if one.kind is Kind.BOT]
            for seat in reversed(bots[int(count) :]):
                session.send(Remove(seat))
            for _ in range(int(count) - len(bots)):
                session.send(AddBot(level))

    def _give(self, rest: str, session: Seat, language: Language) -> None:
        """Give a seat for which a bot plays to one of those who wait: the first, if no name is said."""
        number, _, name = rest.partition(" ")
        board = None if session.state is None else session.state.board
        covered = {str(seat + 1): seat for seat in seats_to_give(board, session.seat)}
        if not rest and len(covered) == 1:
            number = next(iter(covered))
        if not self.company.audience.waiting:
            self._say(language("Nobody waits for a seat."))
        elif not covered:
            self._say(language("There is no seat to give: a bot plays for nobody who is gone."))
        elif number not in covered:
            seats, names = (
                language.enumerated([*covered]),
                language.enumerated([*map(shown_name, self.company.audience.waiting)]),
            )
            self._say(language("Say which seat: {seats}; and to whom: {names}.", seats=seats, names=names))
        else:
            session.send(GiveSeat(covered[number], name.strip() or self.company.audience.waiting[0]))

    # --- languages ---

    def language(self, code: str) -> Language | None:
        """The language of this code or name, if we speak it."""
        wanted = code.strip().casefold()
        for known, name in LANGUAGES.items():
            if wanted in (known, name.casefold()):
                return Language(known)
        return None

    def say_language(self, language: Language) -> None:
        """Which one is spoken, and which there are."""
        names = language.enumerated([f"{code} {name}" for code, name in LANGUAGES.items()])
        self._say(language("We speak English now. There are: {names}.", names=names))


def _about_my_cards(word: Word, session: Seat, language: Language) -> list[str]:
    view = session.view
    if view is None:
        return [language("You have no cards yet.")]
    if word is Word.HAND:
        return [hand_line(language, view)]
    if word is Word.MOVES:
        return move_lines(language, view)
    if not legal_moves(view):
        return [language("It is not your turn.")]
    return [language.advice(hint(view), view)]
