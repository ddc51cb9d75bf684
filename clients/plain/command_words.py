"""The words of the commands and levels. English ones are understood always, those of the player's language too.

A catalogue may have several words for one, with a `/` between them: the first is shown, and all are understood.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from typing import TypeVar

from clients.language.reactions import REACTIONS
from clients.language.spelling import spelled
from clients.language.voice import Voice, mark
from odin_net.errors import english_of
from odin_net.levels import OFFERED
from odin_net.levels import WORDS as LEVEL_WORDS
from protocol.messages import Reaction

T = TypeVar("T")


class Word(Enum):
    """A command, by the key of its word in the catalogues."""

    PLAY = mark("play", "command")
    TAKE = mark("take", "command")
    PASS = mark("pass", "command")
    HAND = mark("hand", "command")
    TABLE = mark("table", "command")
    SCORE = mark("score", "command")
    MOVES = mark("moves", "command")
    WHY = mark("why", "command")
    HINT = mark("hint", "command")
    LOG = mark("log", "command")
    CHAT = mark("chat", "command")
    REACT = mark("react", "command")
    READY = mark("ready", "command")
    START = mark("start", "command")
    BOTS = mark("bots", "command")
    GIVE = mark("give", "command")
    INVITE = mark("invite", "command")
    NEW = mark("new", "command")
    KICK = mark("kick", "command")
    MUTE = mark("mute", "command")
    UNMUTE = mark("unmute", "command")
    FORGIVE = mark("forgive", "command")
    LANG = mark("lang", "command")
    WORDS = mark("words", "command")
    AGAIN = mark("again", "command")
    NAME = mark("name", "command")
    RULES = mark("rules", "command")
    LESSON = mark("lesson", "command")
    LEAVE = mark("leave", "command")
    QUIT = mark("quit", "command")
    HELP = mark("help", "command")

    @property
    def english(self) -> str:
        """The word that is understood in every language."""
        return english_of(self.value)


QUOTES = "\"'„“”«»"
# Chat is told as what somebody says: so it may be typed.
OTHER_WORDS = {"say": Word.CHAT}


def words_of(language: Voice) -> dict[Word, str]:
    """The word for each command, as it is shown in this language."""
    return {word: next(_split(language(word.value))) for word in Word}


def levels_shown(language: Voice) -> dict[str, str]:
    """The word for each level that people may choose, in the same way."""
    return {level: next(_split(language.tell(word))) for level, word in LEVEL_WORDS.items() if level in OFFERED}


@cache
def commands_of(code: str) -> dict[str, set[Word]]:
    """Every command that is understood in this language, by what is typed for it."""
    voice = Voice(code)
    known: dict[str, set[Word]] = {key: {word} for key, word in OTHER_WORDS.items()}
    for word in Word:
        for key in _keys([word.english, voice(word.value)], voice.code):
            known.setdefault(key, set()).add(word)
    return known


@cache
def levels_of(code: str) -> dict[str, set[str]]:
    """The levels of bots, in the same way."""
    voice = Voice(code)
    known: dict[str, set[str]] = {}
    for level, word in LEVEL_WORDS.items():
        for key in _keys([level, voice.tell(word)], voice.code):
            known.setdefault(key, set()).add(level)
    return known


@cache
def reactions_of(code: str) -> dict[str, set[Reaction]]:
    """What may be called to the table, in the same way."""
    known: dict[str, set[Reaction]] = {}
    for reaction, text in REACTIONS.items():
        for voice in (Voice("en"), Voice(code)):
            for form in (voice(text), spelled(voice(text), code)):
                known.setdefault(_bare(form), set()).add(reaction)
    return known


def reaction_of(typed: str, code: str) -> Reaction | None:
    """The reaction that is called so, or that alone begins so."""
    found = meant_by(_bare(typed), reactions_of(code))
    return found.pop() if len(found) == 1 else None


def _bare(text: str) -> str:
    """A reaction as it is typed: without its signs."""
    return " ".join("".join(char if char.isalnum() else " " for char in key_of(text)).split())


@cache
def ands_of(code: str) -> frozenset[str]:
    """The words that may stand between two pieces of a play."""
    return frozenset(key_of(voice.and_word) for voice in (Voice("en"), Voice(code)))


def level_of(typed: str, code: str) -> str | None:
    """The level that is called so, or that alone begins so."""
    found = meant_by(typed, levels_of(code))
    return found.pop() if len(found) == 1 else None


def meant_by(typed: str, known: dict[str, set[T]]) -> set[T]:
    """What is called so; else all that begins so."""
    key = key_of(typed)
    if not key:
        return set()
    if key in known:
        return set(known[key])
    return {one for text, meant in known.items() if text.startswith(key) for one in meant}


def key_of(text: str) -> str:
    """What counts of a typed word: accents may be left out, and quotation marks put around it as sentences do."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().strip(QUOTES).lstrip("/"))
    return "".join(char for char in decomposed if not unicodedata.category(char).startswith("M"))


def _keys(told: Iterable[str], code: str) -> set[str]:
    """Words as they are typed, also as they are spelled where a terminal has only ASCII."""
    words = {word for text in told for word in _split(text)}
    return {key_of(form) for word in words for form in (word, spelled(word, code))}


def _split(told: str) -> Iterator[str]:
    return (word.strip() for word in told.split("/"))
