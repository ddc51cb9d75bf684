"""Sentences before they are told: where no language is known yet, or nobody may know one."""

from collections.abc import Mapping
from typing import NamedTuple

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


class Saying(NamedTuple):
    """An English sentence, or a part of one, that is a key of the catalogues, and the values of its `{places}`."""

    text: str
    places: Mapping[str, object]

    def __str__(self) -> str:
        return self.text.format_map(self.places) if self.places else self.text


def saying(text: str, **places: object) -> Saying:
    """This sentence, told later; a value may be a saying, too."""
    return Saying(text, places)
