"""How a language is written where a terminal has only ASCII: Latin letters lose their marks, and signs are replaced.

Letters of other alphabets stay: no ASCII could stand for them. Pure.
"""

import unicodedata

_ANYWHERE = str.maketrans({
    "…": "...", "–": "-", "—": "-", "¿": "", "¡": "", "·": "-", "\u00a0": " ", "\u202f": " ",
    "’": "'", "„": '"', "“": '"', "”": '"', "«": '"', "»": '"',
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ð": "d", "Ð": "D",
    "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
})  # fmt: skip
# Without their dots they would be other letters, and other words.
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def spelled(text: str, code: str) -> str:
    """This text of that language, spelled out."""
    if text.isascii():
        return text
    # French has a space within its quotation marks.
    text = text.replace("«\u00a0", "«").replace("\u00a0»", "»").translate(_ANYWHERE)
    if code == "de":
        text = text.translate(_GERMAN)
    return "".join(map(_without_marks, unicodedata.normalize("NFC", text)))


def _without_marks(char: str) -> str:
    base = unicodedata.normalize("NFKD", char)[0]
    return base if base.isascii() else char
