"""How `odin` ends: the exit codes that scripts rely on, and the error that a person reads.

An error is told at the very end, in the reader's language; until then it is a `Saying`, as is every sentence of those
parts that know no language. `odin --help` loads this module, which therefore does without `typing`.
"""

from collections.abc import Mapping

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
        return self.text.format_map(self.places) if self.places else self.text


def saying(text: str, **places: object) -> Saying:
    """This sentence, told later; a value may be a saying, too."""
    return Saying(text, places)


class OdinError(Exception):
    """Something a person can mend: one sentence, and what to do next, told in their language at the very end."""

    def __init__(self, sentence: str, code: int = USAGE, **places: object) -> None:
        self.saying = Saying(sentence, places)
        super().__init__(str(self.saying))
        self.code = code


class ToldError(OdinError):
    """The same, where the sentence is in the reader's language already."""
