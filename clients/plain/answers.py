"""Questions that are answered at once, and what is not a move: chat, bots, names, languages, the start."""

from collections.abc import Callable

from clients.invitation import Invitation, invitation_lines, ways
from clients.language import LANGUAGES, Language
from clients.language.reactions import reaction
from clients.language.remote import about_remote
from clients.language.rules import rules_of
from clients.model import Seen, Told, seats_to_give
from clients.plain.actions import Actions, Seat
from clients.plain.command_words import Word, level_of, levels_shown, reaction_of, words_of
from clients.plain.company import Company, company_lines
from clients.plain.help import help_lines
from clients.plain.lines import (
    final_score_lines,
    hand_line,
    log_lines,
    middle_line,
    move_lines,
    score_lines,
    table_lines,
    why_beats,
    why_cards,
)
from clients.plain.parser import Order
from clients.plain.shared_replay import PlainReplay
from clients.qr_code import qr_code
from clients.sentences import shown_name
from odin_net.bots.hint import hint
from odin_net.game.cards import Mask, mask_of
from odin_net.game.events import CardsPlayed, Kind
from odin_net.game.options import MAX_PLAYERS
from odin_net.game.rules import legal_moves
from odin_net.game.state import Phase, PlayerView
from odin_net.game.text import BadText, clean_chat, clean_name
from odin_net.levels import USUAL
from protocol.log import spoken
from protocol.messages import AddBot, GiveSeat, Reaction, Reason, Remove, Start

QUESTIONS = frozenset({
    Word.HAND, Word.MOVES, Word.HINT, Word.TABLE, Word.SCORE, Word.HELP, Word.RULES, Word.LOG, Word.WHY, Word.WORDS,
    Word.INVITE,
})  # fmt: skip


class Answers:
    """Says what was asked for."""

    def __init__(
        self,
        session: Seat,
        say: Callable[[str], None],
        actions: Actions,
        *,
        by_hand: bool = False,
        own_words: str = "",
        invitation: Invitation | None = None,
    ) -> None:
        """`invitation`: how others come, if the table is ours."""
        self._session, self._say, self._actions, self._own_words = session, say, actions, own_words
        self._invitation = invitation
        self.replay = PlainReplay(session, say)
        self.company = Company(session, say, by_hand=by_hand)

    # --- questions ---

    def is_question(self, said: Order) -> bool:
        """Whether it is answered at once, wherever we are."""
        return said.word in QUESTIONS

    def answer(self, said: Order, seen: Seen, language: Language) -> None:
        """Say it."""
        for line in self._lines(said, seen, language):
            self._say(line)

    def _lines(self, said: Order, seen: Seen, language: Language) -> list[str]:
        match said.word:
            case Word.HAND | Word.MOVES | Word.HINT:
                return _about_my_cards(said.word, seen.view, language)
            case Word.TABLE | Word.SCORE:
                return _about_the_table(said.word, seen, language)
            case Word.HELP:
                remote = about_remote(language, self._own_words) if self._own_words else []
                return [*help_lines(language, tuple(LANGUAGES)), *remote]
            case Word.RULES:
                return rules_of(language, seen.board)
            case Word.LOG:
                return log_lines(language, seen) or [language("Nothing has happened yet.")]
            case Word.WORDS:
                return _words(seen, language)
            case Word.INVITE:
                return _how_to_join(said.rest, self._invitation, seen, language)
            case _:
                return self._why(said, seen, language)

    def _why(self, said: Order, seen: Seen, language: Language) -> list[str]:
        view, refused = seen.view, self._actions.last_refused
        if said.cards:
            return [language("You have no cards yet.") if view is None else why_cards(language, view, said.cards)]
        if refused is not None:
            return [language.refusal(refused[0], view, refused[1])]
        beaten, higher = _last_play(seen)
        if beaten:
            return [why_beats(language, higher, beaten)]
        # What lies there has beaten nothing: somebody has opened with it.
        opened = [middle_line(language, view.board)] if view is not None and view.board.middle else []
        return [
            *opened,
            language(
                "Whoever opens may play any card. Type {word} and cards to ask whether you can play them.",
                word=words_of(language)[Word.WHY],
            ),
        ]

    # --- deeds ---

    def act(self, said: Order, seen: Seen, language: Language) -> None:
        """Do what is no move."""
        session = self._session
        match said.word:
            case Word.READY:
                session.ready()
            case Word.START:
                self._for_owner(seen, language, lambda: session.send(Start()))
            case Word.CHAT:
                self._typed(said.rest, clean_chat, session.say, language)
            case Word.REACT:
                self._react(said.rest, language)
            case Word.AGAIN:
                self.replay.act(said.rest, seen, language)
            case Word.NAME:
                self._typed(said.rest, clean_name, session.rename, language)
            case Word.BOTS:
                self._for_owner(seen, language, lambda: self._bots(said.rest, seen, language))
            case Word.GIVE:
                self._for_owner(seen, language, lambda: self._give(said.rest, seen, language))
            case Word.NEW | Word.KICK | Word.MUTE | Word.UNMUTE | Word.FORGIVE:
                self._for_owner(seen, language, lambda: self.company.act(said, seen, language))

    def _typed(self, text: str, clean: Callable[[str], str], send: Callable[[str], bool], language: Language) -> None:
        try:
            send(clean(text))
        except BadText as error:
            self._say(language.text_fault(error.fault))

    def _react(self, typed: str, language: Language) -> None:
        code = reaction_of(typed, language.code)
        if code is not None:
            self._session.react(code)
            return
        reactions = language.enumerated([reaction(language, one) for one in Reaction])
        self._say(
            language(
                "Type {word} and one of these: {reactions}",
                word=words_of(language)[Word.REACT],
                reactions=reactions,
            )
        )

    def _for_owner(self, seen: Seen, language: Language, do: Callable[[], object]) -> None:
        if seen.owner:
            do()
        else:
            self._say(language.refusal(Reason.NOT_THE_OWNER))

    def _bots(self, rest: str, seen: Seen, language: Language) -> None:
        """Add or drop bots until there are so many."""
        count, _, typed = rest.partition(" ")
        level = level_of(typed.strip(), language.code) if typed.strip() else USUAL
        if not (count.isdecimal() and len(count) == 1 and int(count) < MAX_PLAYERS) or level is None:
            self._say(
                language(
                    "Type {word}, a number from 0 to 5 and a level: {levels}.",
                    word=words_of(language)[Word.BOTS],
                    levels=language.enumerated([*levels_shown(language).values()]),
                )
            )
        elif seen.game is not None:
            bots = [seat for seat, one in enumerate(seen.game.seats) if one.kind is Kind.BOT]
            for seat in reversed(bots[int(count) :]):
                self._session.send(Remove(seat))
            for _ in range(int(count) - len(bots)):
                self._session.send(AddBot(level))

    def _give(self, rest: str, seen: Seen, language: Language) -> None:
        """Give a seat for which a bot plays to one of those who wait: the first, if no name is said."""
        number, _, name = rest.partition(" ")
        covered = {str(seat + 1): seat for seat in seats_to_give(seen.board, seen.seat)}
        if not rest and len(covered) == 1:
            number = next(iter(covered))
        if not seen.waiting:
            self._say(language("Nobody waits for a seat."))
        elif not covered:
            self._say(language("There is no seat to give: a bot plays for nobody who is gone."))
        elif number not in covered:
            seats, names = language.enumerated([*covered]), language.enumerated([*map(shown_name, seen.waiting)])
            self._say(
                language(
                    "Type {word}, a seat ({seats}) and a name ({names}).",
                    word=words_of(language)[Word.GIVE],
                    seats=seats,
                    names=names,
                )
            )
        else:
            self._session.send(GiveSeat(covered[number], name.strip() or seen.waiting[0]))

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
        names = language.enumerated([_language_name(language, code) for code in LANGUAGES])
        self._say(language("We speak English now. There are: {names}.", names=names))


def _language_name(language: Language, code: str) -> str:
    """Its code, and its name where the terminal can show that."""
    name = language.spelling(LANGUAGES[code])
    return code if language.is_spelled_out and not name.isascii() and code != language.code else f"{code} {name}"


def _about_my_cards(word: Word, view: PlayerView | None, language: Language) -> list[str]:
    if view is None:
        return [language("You have no cards yet.")]
    if word is Word.HAND:
        return [hand_line(language, view)]
    if word is Word.MOVES:
        return move_lines(language, view)
    if not legal_moves(view):
        return [language("It is not your turn.")]
    return [language.advice(hint(view), view)]


def _about_the_table(word: Word, seen: Seen, language: Language) -> list[str]:
    if seen.state is None:
        return [language("You are not at the table yet.")]
    if word is Word.TABLE:
        return [*table_lines(language, seen.state, seen.seat), *company_lines(language, seen)]
    if seen.phase is Phase.LOBBY and seen.over is not None:
        # It opens at once after a game, and has no points yet.
        return final_score_lines(language, seen.over.state, seen.over.seat)
    return score_lines(language, seen.state, seen.seat)


def _words(seen: Seen, language: Language) -> list[str]:
    if seen.digest is None:
        return [language("The four words come with the end of the first hand.")]
    return [
        language("After the last hand: {words}", words=spoken(seen.digest)),
        language("Read them aloud: who has the same four words saw the same game."),
    ]


def _how_to_join(rest: str, invitation: Invitation | None, seen: Seen, language: Language) -> list[str]:
    """The lines for others, and a QR code if that is asked for: only the owner knows the code."""
    if not seen.owner:
        return [language.refusal(Reason.NOT_THE_OWNER)]
    if invitation is None:
        return [language("Nobody else can come to this table.")]
    code = seen.code or ""
    lines = invitation_lines(language, invitation, code)
    link = ways(invitation, code)[0].link
    if not rest or not link:
        return lines
    if language.is_spelled_out:
        command = "odin invite --qr"
        return [*lines, language("With --ascii there is no QR code: {command} draws it elsewhere.", command=command)]
    return [*lines, *qr_code(link).light_on_dark()]


def _last_play(seen: Seen) -> tuple[Mask, Mask]:
    """What was beaten last, and the set that did it; no cards were beaten by who opened."""
    for told in reversed(seen.told):
        if isinstance(told, Told) and isinstance(told.event, CardsPlayed):
            return mask_of(() if told.before is None else told.before.board.middle), mask_of(told.event.cards)
    return 0, 0
