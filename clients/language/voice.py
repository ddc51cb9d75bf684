"""One language: its catalogue, its plurals, its lists. No state is shared, so that several speak in one process.

Only catalogues are templates. What people typed is put into them as it is, and is never looked through for anything.
"""

import gettext
import re
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Self

from clients.language.spelling import spelled
from odin_net.errors import Saying

LOCALES = Path(__file__).parent / "locale"
DOMAIN = "odin"
RIGHT_TO_LEFT = frozenset({"ar"})

_PLACE = re.compile(r"\{([a-z_]+)\}")
# They keep a name's direction to itself, in a line of the other direction.
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def mark(text: str) -> str:
    """This is a sentence for the catalogues, to be translated where it is said."""
    return text


def path_of(code: str, kind: str = "mo") -> Path:
    """A language's catalogue, as it is read; or, as "po", as it is written."""
    return LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.{kind}"


class Voice:
    """Says sentences in one language. In a line from the right, inserted text keeps its own direction."""

    def __init__(self, code: str = "en") -> None:
        # Where a catalogue was not built, all is English, and not half of each.
        self.code = code if path_of(code).exists() else "en"
        self.is_rtl = self.code in RIGHT_TO_LEFT
        self._catalogue = _catalogue(self.code)
        self._is_spelled_out = False

    def spelled_out(self) -> Self:
        """The same for a terminal that has only ASCII: what takes more room there does so before lines are broken."""
        voice = copy(self)
        voice._is_spelled_out = True
        return voice

    def spelling(self, text: str) -> str:
        """A text of this language as this voice writes it."""
        return spelled(text, self.code) if self._is_spelled_out else text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r})"

    def __call__(self, text: str, /, **values: object) -> str:
        """This English sentence in this language, its places filled."""
        return self._fill(self._catalogue.gettext(text), values)

    def tell(self, saying: Saying) -> str:
        """What was put into words elsewhere, in this language."""
        return self(saying.text, **saying.places)

    def many(self, one: str, other: str, count: int, /, **values: object) -> str:
        """The same for a number of things; {count} is filled."""
        return self._fill(self._catalogue.ngettext(one, other, count), {"count": count, **values})

    def listed(self, items: Sequence[str]) -> str:
        """One, two and three."""
        language = self
        if len(items) < 2:
            return "".join(items)
        # Catalogues know what stands before the last one.
        return language("{some} and {last}", some=self.enumerated(items[:-1]), last=items[-1])

    def enumerated(self, items: Sequence[str]) -> str:
        """One, two, three."""
        return ("، " if self.is_rtl else ", ").join(items)

    def _fill(self, text: str, values: dict[str, object]) -> str:
        return _PLACE.sub(lambda place: self._shown(values[place[1]]), self.spelling(text))

    def _shown(self, value: object) -> str:
        if isinstance(value, Saying):
            return self.tell(value)
        if self.is_rtl and isinstance(value, str):
            return f"{_FIRST_STRONG_ISOLATE}{value}{_POP_ISOLATE}"
        return str(value)


def _catalogue(code: str) -> gettext.NullTranslations:
    if code == "en":
        return gettext.NullTranslations()
    with path_of(code).open("rb") as file:
        return gettext.GNUTranslations(file)
