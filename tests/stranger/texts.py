"""Names and chat as they are shown, or refused: the end of section 3 of SPEC.md."""

import unicodedata

NAME_COLUMNS, NAME_MARKS = 16, 1
CHAT_CHARACTERS, CHAT_MARKS = 200, 2
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_FILLERS = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTORS = {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def shown_name(typed: str) -> str | None:
    """Mend a name, or refuse it."""
    name = _mended(typed, NAME_MARKS)
    return name if name is not None and _columns(name) <= NAME_COLUMNS else None


def shown_chat(typed: str) -> str | None:
    """Mend a line of chat, or refuse it."""
    line = _mended(typed, CHAT_MARKS)
    return line if line is not None and len(line) <= CHAT_CHARACTERS else None


def are_one_name(one: str, other: str) -> bool:
    """Tell whether two names are too much alike for one table."""
    return _key(one) == _key(other)


def _mended(typed: str, most_marks: int) -> str | None:
    text = unicodedata.normalize("NFC", "".join(char for char in typed if ord(char) not in _SELECTORS))
    if any(unicodedata.category(char) in _REFUSED or char in _FILLERS for char in text):
        return None
    marks: int | None = None
    for char in text:
        kind = unicodedata.category(char)
        if not kind.startswith("M"):
            marks = None if kind == "Zs" else 0
        elif marks is None or marks == most_marks:
            return None
        else:
            marks += 1
    spaced = "".join(" " if unicodedata.category(char) == "Zs" else char for char in text)
    return " ".join(filter(None, spaced.split(" "))) or None


def _columns(text: str) -> int:
    widths = (2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text if not _is_mark(char))
    return sum(widths)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
