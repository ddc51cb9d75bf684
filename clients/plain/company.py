"""What a host in lines does about company: new codes, kicks and mutes, with the sentences of the screen."""

from collections.abc import Callable

from clients.language import Language, company
from clients.language.seats import code_news
from clients.plain.actions import Seat
from clients.plain.parser import Order
from clients.plain.words import Word
from clients.sentences import shown_name
from odin_net.game.events import Kind
from odin_net.game.text import name_key
from protocol.messages import (
    Audience,
    CodeNews,
    Forgive,
    Kicked,
    KickGuest,
    Mute,
    MuteGuest,
    NewCode,
    Part,
    Remove,
    TableCode,
)

# What cannot be taken back by saying something else: who types is asked first.
GRAVE = frozenset({Word.NEW, Word.KICK})


class Company:
    """Knows who looks on at our table and who was kicked, and does what its owner wants with them."""

    def __init__(self, say: Callable[[str], None], *, by_hand: bool) -> None:
        """`by_hand`: a person types, and may have mistyped."""
        self._say, self._by_hand = say, by_hand
        self.audience = Audience(())
        self._kicked: tuple[str, ...] = ()
        self._code = ""
        """Empty: the table is open to all, or not ours."""
        self._asked: Part | None = None
        """What was asked about, to be said once more."""

    # --- what happens ---

    def code_shown(self, news: TableCode, language: Language) -> list[str]:
        """Why there is another code, if there is."""
        before, self._code = self._code, news.words
        is_another = before not in ("", news.words)
        return [code_news(language, news.news)] if is_another or news.news is not CodeNews.SHOWN else []

    def audience_told(self, news: Audience, language: Language) -> list[str]:
        """Who is new among those who wait for a seat."""
        before, self.audience = self.audience, news
        new = [name for name in news.waiting if name not in before.waiting]
        return [language("{name} watches, and waits for a seat.", name=shown_name(name)) for name in new]

    def kicked_told(self, news: Kicked, language: Language) -> list[str]:
        """Who was kicked, and who is not any more."""
        before, self._kicked = self._kicked, news.names
        new = [name for name in news.names if name not in before]
        gone = [name for name in before if name not in news.names]
        return [
            *(company.kicked(language, name, is_open=not self._code) for name in new),
            *(company.forgiven(language, name) for name in gone),
        ]

    def lines(self, language: Language) -> list[str]:
        """Those who have no seat; nothing if there are none, or the table is not ours."""
        people = [
            language("{name} (muted)", name=shown_name(one.name)) if one.muted else shown_name(one.name)
            for one in self.audience.people
        ]
        lines = [language("Looking on: {names}.", names=language.enumerated(people))] if people else []
        return [*lines, *self._kicked_lines(language)]

    def _kicked_lines(self, language: Language) -> list[str]:
        names = language.enumerated([*map(shown_name, self._kicked)])
        return [language("Kicked: {names}.", names=names)] if names else []

    # --- what is wanted ---

    def goes_on_with(self, said: Order) -> None:
        """Who was asked and goes on with something else did not mean it."""
        if said.word not in GRAVE:
            self._asked = None

    def act(self, said: Order, session: Seat, language: Language) -> None:
        """Do it, or ask whether it is meant."""
        message = self._message(said, session)
        if message is None:
            self._say_whom(said, session, language)
        elif self._by_hand and said.word in GRAVE and message != self._asked:
            self._asked = message
            self._say(f"{self._question(said, session, language)} {language('Say that again to do it.')}")
        else:
            self._asked = None
            session.send(message)
            self._say_done(said.word, language)

    def _question(self, said: Order, session: Seat, language: Language) -> str:
        if said.word is Word.NEW:
            return language("A new code? The old one lets nobody in any more.")
        name = next(name for name in self._names(session) if name_key(name) == name_key(said.rest))
        return company.kick_question(language, name, is_open=not self._code)

    def _message(self, said: Order, session: Seat) -> Part | None:
        """What the host is to be told; None if nobody is meant."""
        key = name_key(said.rest)
        seat = _others(session).get(key)
        guest = next((one.name for one in self.audience.people if name_key(one.name) == key), None)
        kicked = next((name for name in self._kicked if name_key(name) == key), None)
        match said.word:
            case Word.NEW:
                return NewCode()
            case Word.FORGIVE:
                return None if kicked is None else Forgive(kicked)
            case Word.KICK if seat is not None:
                return Remove(seat)
            case Word.KICK:
                return None if guest is None else KickGuest(guest)
            case _ if seat is not None:
                return Mute(seat, said.word is Word.MUTE)
            case _:
                return None if guest is None else MuteGuest(guest, said.word is Word.MUTE)

    def _say_whom(self, said: Order, session: Seat, language: Language) -> None:
        """Nobody was named whom this could be done to: say who there is."""
        if said.word is Word.FORGIVE:
            self._say_all(self._kicked_lines(language) or [language("Nobody is kicked.")])
            return
        names = self._names(session)
        if names:
            self._say(language("Say whom: {names}.", names=language.enumerated([*map(shown_name, names)])))
        else:
            self._say(language("Nobody else is there."))
        if said.word is Word.KICK:
            self._say_all(self._kicked_lines(language))

    def _names(self, session: Seat) -> list[str]:
        """All whom something can be done to: first who has a seat."""
        seats = () if session.state is None else session.state.board.game.seats
        names = [one.name for seat, one in enumerate(seats) if seat in _others(session).values()]
        return [*names, *(one.name for one in self.audience.people)]

    def _say_done(self, word: Word, language: Language) -> None:
        if word is Word.MUTE:
            self._say(language("Muted: the others do not hear them any more."))
        elif word is Word.UNMUTE:
            self._say(language("They are heard again."))

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)


def _others(session: Seat) -> dict[str, int]:
    """The seats of the other people, by name."""
    seats = () if session.state is None else session.state.board.game.seats
    return {
        name_key(one.name): seat for seat, one in enumerate(seats) if one.kind is Kind.PERSON and seat != session.seat
    }
