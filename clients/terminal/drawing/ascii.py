"""Text in the letters that every terminal has, for --ascii. Pure."""

import unicodedata

from clients.terminal.drawing.rows import Fragment, Row, width_of

# Before it are Latin letters and their marks.
FIRST_GREEK = "\u0370"
# What stands for signs that --ascii does without; each as wide as they are. In sentences "…" is three dots already,
# and keys are named: here it says that something was cut off, and arrows are what people typed.
_PLAIN = str.maketrans({"–": "-", "—": "-", "…": "~", "·": "|", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"',
                        "→": ">", "←": "<", "↑": "^", "↓": "v", "ß": "s", "æ": "a", "ø": "o", "✓": "*", "±": "~",
                        "،": ",", "؛": ";", "؟": "?"})  # fmt: skip


def ascii_row(row: Row) -> Row:
    """The row as `to_ascii` spells it."""
    return tuple(Fragment(style, text if text.isascii() else to_ascii(text), click) for style, text, click in row)


def to_ascii(text: str) -> str:
    """The text in the letters that every terminal has, as wide as before. Those of other alphabets stay: no ASCII
    could stand for them."""
    return "".join(map(_plain_sign, text.translate(_PLAIN)))


def _plain_sign(char: str) -> str:
    base = unicodedata.normalize("NFKD", char)[0]
    if base.isascii():
        return base
    is_of_another = char >= FIRST_GREEK and unicodedata.category(char)[0] in "LM" and width_of(char) < 2
    return char if is_of_another else "?" * width_of(char)
