"""What people type, made fit to be shown: names and chat, and the key that makes names unique.

Whatever reaches a screen or a file has passed here, at the host and again before it is displayed: control characters
could drive a terminal, format characters could turn text around, piles of marks could bury the lines above.
"""

import unicodedata
from enum import Enum
from typing import Final

NAME_COLUMNS: Final = 16
NAME_MARKS: Final = 1
CHAT_CHARACTERS: Final = 200
CHAT_MARKS: Final = 2

# Fillers that take a place and show nothing, and marks that show nothing: two names could look like one.
_INVISIBLE: Final = frozenset(map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)))
# They choose between two looks of the character before them; people type them with every heart, and need none.
_SELECTORS: Final = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))

# Control, format, surrogate, private use, unassigned, line and paragraph separators.
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS: Final = frozenset({"Mn", "Mc", "Me"})


class TextFault(Enum):
    """What is wrong with a text."""

    EMPTY = "empty"
    TOO_LONG = "too long"
    BAD_CHARACTER = "bad character"
    TOO_MANY_MARKS = "too many marks"


class BadText(ValueError):
    """A text that is refused. It is not quoted: it may be hostile."""

    def __init__(self, fault: TextFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def clean_name(text: str) -> str:
    """The name as it is shown; BadText if it cannot be one."""
    name = _clean(text, NAME_MARKS)
    if columns(name) > NAME_COLUMNS:
        raise BadText(TextFault.TOO_LONG)
    return name


def clean_chat(text: str) -> str:
    """The line as it is shown; BadText if it cannot be one."""
    line = _clean(text, CHAT_MARKS)
    if len(line) > CHAT_CHARACTERS:
        raise BadText(TextFault.TOO_LONG)
    return line


def name_key(name: str) -> str:
    """What two names have in common that people would take for one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def columns(text: str) -> int:
    """How many columns of a terminal a clean text takes."""
    return sum(
        0 if unicodedata.category(char) in _MARKS else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _clean(text: str, most_marks: int) -> str:
    # Nothing that long can be clean, and normalising it would cost time.
    if len(text) > 4 * CHAT_CHARACTERS:
        raise BadText(TextFault.TOO_LONG)
    text = unicodedata.normalize("NFC", "".join(char for char in text if char not in _SELECTORS))
    if not _INVISIBLE.isdisjoint(text):
        raise BadText(TextFault.BAD_CHARACTER)
    categories = [unicodedata.category(char) for char in text]
    if any(category in _REFUSED for category in categories):
        raise BadText(TextFault.BAD_CHARACTER)
    marks = most_marks  # A text cannot begin with one: it would sit on what stands before it.
    for category in categories:
        marks = marks + 1 if category in _MARKS else most_marks if category == "Zs" else 0
        if marks > most_marks:
            raise BadText(TextFault.TOO_MANY_MARKS)
    text = " ".join(text.split())
    if not text:
        raise BadText(TextFault.EMPTY)
    return text
