"""What a typed line means. Forgiving: beginnings of words, any case, a card's letter and number in either order."""

import re
import unicodedata
from enum import Enum
from typing import NamedTuple

from clients.language.voice import Voice
from clients.plain.command_words import Word, ands_of, commands_of, key_of, meant_by, words_of
from odin_net.game.cards import Card, parse_card

_CARD = re.compile(r"([ROYGBP][1-9])|([1-9][ROYGBP])")
# A hint may be copied, with its full stop and the invisible signs around cards in a line from the right.
_BETWEEN = re.compile(r"[\s,;.+،\u2068\u2069]+")
# Nobody types a longer line; what comes after is cut off.
LONGEST_LINE = 1000
# Whoever is lost types it: Latin or Arabic.
_HELP = ("?", "؟")


class Order(NamedTuple):
    """A command, with the cards it names or the rest of its line."""

    word: Word
    cards: tuple[Card, ...] = ()
    take: Card | None = None
    rest: str = ""


class Problem(Enum):
    UNKNOWN = "unknown"
    SEVERAL = "several"
    """More than one command begins so."""
    NO_CARD = "no card"


class Unclear(NamedTuple):
    """A line that means nothing, and what it may have meant. What was typed is not quoted."""

    problem: Problem
    words: tuple[str, ...] = ()


def parse(line: str, code: str) -> Order | Unclear | None:
    """What is meant, for somebody who speaks this language; None for an empty line."""
    line = line[:LONGEST_LINE].strip()
    if not line:
        return None
    head, colon, advice = line.partition(":")
    if colon and find_word(head.strip(), code) is Word.HINT:
        # It may be copied in whole, too: then its reason follows after the move.
        return parse(advice.partition(".")[0], code)
    first, *rest = line.split(maxsplit=1)
    tail = rest[0] if rest else ""
    cards = read_cards(line)
    if cards is not None:
        # Cards alone: one may answer what is to be taken, which only the one who asked can tell.
        return Order(Word.PLAY, cards)
    if read_cards(first) is not None:
        return _read_play(line, code)
    word = find_word(first, code)
    if isinstance(word, Unclear):
        return word
    if word is Word.PLAY:
        return _read_play(tail, code)
    if word is Word.TAKE:
        taken = read_cards(tail)
        return Order(word, take=taken[0]) if taken and len(taken) == 1 else Unclear(Problem.NO_CARD)
    if word is Word.WHY:
        return Order(word, read_cards(tail) or ())
    return Order(word, rest=tail)


def _read_play(tail: str, code: str) -> Order | Unclear:
    pieces = [piece for piece in _BETWEEN.split(tail) if piece and key_of(piece) not in ands_of(code)]
    if len(pieces) == 1 and find_word(pieces[0], code) is Word.HINT:
        return Order(Word.PLAY, rest=Word.HINT.english)
    for place, piece in enumerate(pieces):
        if read_cards(piece) is None and _is_take(piece, code):
            cards, taken = read_cards(" ".join(pieces[:place])), read_cards(" ".join(pieces[place + 1 :]))
            if not cards or taken is None or len(taken) != 1:
                return Unclear(Problem.NO_CARD)
            return Order(Word.PLAY, cards, taken[0])
    cards = read_cards(" ".join(pieces))
    return Order(Word.PLAY, cards) if cards else Unclear(Problem.NO_CARD)


def _is_take(piece: str, code: str) -> bool:
    """Whether this is the word before the card to take; Arabic writes its "and" together with what follows."""
    key = key_of(piece)
    with_and = {key.removeprefix(word) for word in ands_of(code)}
    return find_word(piece, code) is Word.TAKE or any(Word.TAKE in commands_of(code).get(key, ()) for key in with_and)


def read_cards(text: str) -> tuple[Card, ...] | None:
    """The cards of a text that names cards and nothing else: `R3 3g`, `r3,G3`."""
    found = []
    for piece in filter(None, _BETWEEN.split(_western(text))):
        if not re.fullmatch(f"(?:{_CARD.pattern})+", piece):
            return None
        found += [parse_card(one or other[::-1]) for one, other in _CARD.findall(piece)]
    return tuple(found) or None


def _western(text: str) -> str:
    """In capitals, and with digits 0 to 9, however they are written."""
    return "".join(str(unicodedata.digit(char, 0)) if char.isdecimal() else char for char in text.upper())


def find_word(typed: str, code: str) -> Word | Unclear:
    """The command that is written so, or that alone begins so."""
    if typed in _HELP:
        return Word.HELP
    meant = meant_by(typed, commands_of(code))
    if not meant:
        return Unclear(Problem.UNKNOWN)
    if len(meant) > 1:
        own = words_of(Voice(code))
        return Unclear(Problem.SEVERAL, tuple(own[word] for word in Word if word in meant))
    return meant.pop()
