"""How `odin` ends: the exit codes that scripts rely on, and the error that a person reads.

An error is told at the very end, in the reader's language; until then it is a `Saying`, as is every sentence of those
parts that know no language. `odin --help` loads this module, which therefore does without `typing`.
"""

from collections.abc import Mapping

# As of `typing`, which takes too long to load for those who only ask for help.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    # What a word is there for, where the same English has several jobs; `clients/language/catalogues.py` explains each.
    Context: TypeAlias = Literal[
        "auto-pass", "bell", "choice", "colour", "column", "command", "key", "level", "list", "menu", "mover",
        "name", "number", "state", "stop", "viking",
    ]  # fmt: skip

DONE = 0
CHECK_FAILED = 1
USAGE = 2
NO_TABLE = 3
REFUSED = 4
INTERRUPTED = 130

# Each by the name that its speakers give it.
LANGUAGES: dict[str, str] = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "it": "Italiano",
    "nl": "Nederlands",
    "ar": "العربية",
}

# As gettext joins a context and its text.
_CONTEXT_ENDS = "\x04"


def in_context(text: str, context: "Context | None") -> str:
    """The key of this English in the catalogues."""
    return text if context is None else f"{context}{_CONTEXT_ENDS}{text}"


def english_of(key: str) -> str:
    """The English of a key."""
    return key.rpartition(_CONTEXT_ENDS)[2]


def number_shown(number: float, sign: str = ".") -> str:
    """A number in a sentence: as many decimals as it needs, behind this sign."""
    return f"{number:g}".replace(".", sign)


class Saying:
    """An English sentence, or a part of one, that is a key of the catalogues, and the values of its `{places}`."""

    __slots__ = ("places", "text")

    def __init__(self, text: str, places: Mapping[str, object]) -> None:
        self.text, self.places = text, places

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Saying) and (self.text, self.places) == (other.text, other.places)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        text = english_of(self.text)
        values = {
            place: number_shown(value) if isinstance(value, float) else value for place, value in self.places.items()
        }
        return text.format_map(values) if values else text


def saying(text: str, context: "Context | None" = None, /, **places: object) -> Saying:
    """This sentence, told later; a value may be a saying, too."""
    return Saying(in_context(text, context), places)


class OdinError(Exception):
    """Something a person can mend: one sentence, and what to do next, told in their language at the very end."""

    def __init__(self, sentence: str, code: int = USAGE, **places: object) -> None:
        self.saying = Saying(sentence, places)
        super().__init__(str(self.saying))
        self.code = code


class ToldError(OdinError):
    """The same, where the sentence is in the reader's language already."""
