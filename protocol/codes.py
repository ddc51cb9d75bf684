"""Join codes: three spoken words that let people in. Forgiving to type, and a slip is found without costing a guess."""

from protocol.words import WORDS

CODE_WORDS = 3
ENTROPY = CODE_WORDS
# The code of a table that is open to all.
OPEN = ""

_KNOWN = frozenset(WORDS)


class CodeError(ValueError):
    """A code that cannot be right. The message says what to type instead."""

    def __init__(self, message: str, word: str = "", suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.word = word
        self.suggestions = suggestions


def code_from(entropy: bytes) -> str:
    """A code from three random bytes."""
    if len(entropy) != ENTROPY:
        raise ValueError(f"a code takes {ENTROPY} bytes")
    return "-".join(WORDS[byte] for byte in entropy)


def parse_code(typed: str) -> str:
    """The code that somebody means, in its one spelling; CodeError if it cannot be one."""
    words = typed.casefold().replace("-", " ").replace(",", " ").replace(".", " ").split()
    if len(words) != CODE_WORDS:
        raise CodeError("a code is three words, such as raven-oak-fjord: ask the host to say it again")
    return "-".join(_word(word) for word in words)


def _word(typed: str) -> str:
    if typed in _KNOWN:
        return typed
    meant = completions(typed)
    if len(meant) == 1:
        return meant[0]
    from difflib import get_close_matches  # noqa: PLC0415  Only who mistypes needs it.

    near = meant[:3] or tuple(get_close_matches(typed, WORDS, n=3, cutoff=0.5))
    shown = typed if typed.isascii() and typed.isalpha() and len(typed) <= 16 else "that"
    advice = f"did you mean {' or '.join(near)}?" if near else "ask the host to spell it."
    raise CodeError(f"{shown} is not a word of the list: {advice}", shown, tuple(near))


def completions(typed: str) -> tuple[str, ...]:
    """The words that begin so, for a prompt."""
    start = typed.casefold().strip()
    return tuple(word for word in WORDS if word.startswith(start)) if start else ()


def password_of(code: str) -> bytes:
    """What is proved: the code in its one spelling, or nothing for an open table."""
    return code.encode("ascii")
