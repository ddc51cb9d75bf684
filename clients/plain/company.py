"""What a host in lines does about company: new codes, kicks and mutes, with the sentences of the screen."""

from collections.abc import Callable

from clients.language import Language, company
from clients.model import Seen
from clients.plain.actions import Seat
from clients.plain.command_words import Word, words_of
from clients.plain.parser import Order
from clients.sentences import shown_name
from odin_net.game.events import Kind
from odin_net.game.text import name_key
from protocol.messages import Forgive, KickGuest, Mute, MuteGuest, NewCode, Part, Remove

# What cannot be taken back by saying something else: who types is asked first.
GRAVE = frozenset({Word.NEW, Word.KICK})


class Company:
    """Does what the owner of a table wants with those who are there, and who look on."""

    def __init__(self, session: Seat, say: Callable[[str], None], *, by_hand: bool) -> None:
        """`by_hand`: a person types, and may have mistyped."""
        self._session, self._say, self._by_hand = session, say, by_hand
        self._asked: Part | None = None
        """What was asked about, to be said once more."""

    def goes_on_with(self, said: Order) -> None:
        """Who was asked and goes on with something else did not mean it."""
        if said.word not in GRAVE:
            self._asked = None

    def act(self, said: Order, seen: Seen, language: Language) -> None:
        """Do it, or ask whether it is meant."""
        message = _message(said, seen)
        if message is None:
            self._say_whom(said, seen, language)
        elif self._by_hand and said.word in GRAVE and message != self._asked:
            self._asked = message
            self._say(f"{_question(said, seen, language)} {language('Type that again to do it.')}")
        else:
            self._asked = None
            self._session.send(message)
            if said.word in (Word.MUTE, Word.UNMUTE):
                self._say(company.muted(language, muted=said.word is Word.MUTE))

    def _say_whom(self, said: Order, seen: Seen, language: Language) -> None:
        """Nobody was named whom this could be done to: say who there is."""
        kicked = kicked_lines(language, seen)
        if said.word is Word.FORGIVE:
            self._say_all(kicked or [language("Nobody is kicked.")])
            return
        names = _names(seen)
        if names:
            self._say(
                language(
                    "Type {word} and a name: {names}.",
                    word=words_of(language)[said.word],
                    names=language.enumerated([*map(shown_name, names)]),
                )
            )
        else:
            self._say(language("Nobody else is there."))
        if said.word is Word.KICK:
            self._say_all(kicked)

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)


def company_lines(language: Language, seen: Seen) -> list[str]:
    """Those who have no seat; nothing if there are none, or the table is not ours."""
    people = [
        language("{name} (muted)", name=shown_name(one.name)) if one.muted else shown_name(one.name)
        for one in seen.audience.people
    ]
    lines = [language("Looking on: {names}.", names=language.enumerated(people))] if people else []
    return [*lines, *kicked_lines(language, seen)]


def kicked_lines(language: Language, seen: Seen) -> list[str]:
    """Who was kicked, if anybody was."""
    names = language.enumerated([*map(shown_name, seen.kicked)])
    return [language("Kicked: {names}.", names=names)] if names else []


def _question(said: Order, seen: Seen, language: Language) -> str:
    if said.word is Word.NEW:
        return language("A new code? The old one lets nobody in any more.")
    name = next(name for name in _names(seen) if name_key(name) == name_key(said.rest))
    return company.kick_question(language, name, is_open=not seen.code)


def _message(said: Order, seen: Seen) -> Part | None:
    """What the host is to be told; None if nobody is meant."""
    key = name_key(said.rest)
    seat = next((seat for seat, name in _others(seen).items() if name_key(name) == key), None)
    guest = next((one.name for one in seen.audience.people if name_key(one.name) == key), None)
    kicked = next((name for name in seen.kicked if name_key(name) == key), None)
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


def _names(seen: Seen) -> list[str]:
    """All whom something can be done to: first who has a seat."""
    return [*_others(seen).values(), *(one.name for one in seen.audience.people)]


def _others(seen: Seen) -> dict[int, str]:
    """The names of the other people who sit there, by seat."""
    seats = () if seen.game is None else seen.game.seats
    return {seat: one.name for seat, one in enumerate(seats) if one.kind is Kind.PERSON and seat != seen.seat}
