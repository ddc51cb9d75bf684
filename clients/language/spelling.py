"""How a language is written without letters and signs that only some terminals have, where that takes more room.

What is one letter for one letter is no matter of languages: that is done on the finished picture. Pure.
"""

_ANYWHERE = str.maketrans({"…": "...", "ß": "ss", "æ": "ae"})
# Without their dots they would be other letters, and other words.
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def spelled(text: str, code: str) -> str:
    """This text of that language, spelled out."""
    if text.isascii():
        return text
    text = text.translate(_ANYWHERE)
    return text.translate(_GERMAN) if code == "de" else text
