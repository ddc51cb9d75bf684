"""One language: its catalogue, its plurals, its lists. No state is shared, so that several speak in one process.

Only catalogues are templates. What people typed is put into them as it is, and is never looked through for anything.
"""

import gettext
import re
import unicodedata
from collections.abc import Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from clients.language.spelling import spelled
from odin_net.errors import Saying, english_of, in_context, number_shown

if TYPE_CHECKING:
    from odin_net.errors import Context

LOCALES = Path(__file__).parent / "locale"
DOMAIN = "odin"

_PLACE = re.compile(r"\{([a-z_]+)\}")
# They keep a name's direction to itself, in a line of the other direction.
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
# What the language itself put together is read from the right, whatever it begins with.
_RIGHT_TO_LEFT_ISOLATE = "\u2067"
_FROM_THE_RIGHT = ("R", "AL")
_OPENING = ("LRI", "RLI", "FSI")
_RIGHT_TO_LEFT_MARK = "\u200f"
# Each form of a language's plurals is that of one of these numbers.
_COUNTS = range(201)
# A flag with its value is typed from the left: its dashes would go to the other side in a line from the right.
_LEFT_TO_RIGHT_ISOLATE = "\u2066"
_FLAG = re.compile(r"--[a-z][a-z-]*(?: (?:[A-Z]+\b|[0-9]+|\"\"))?")


def mark(text: str, context: "Context | None" = None, /) -> str:
    """This is a sentence for the catalogues, to be translated where it is said: there it has its context already."""
    return in_context(text, context)


# What stands between the parts of a list is what a catalogue has between these places.
_NEXT = mark("{some}, {next}", "list")
_NEXT_LONG = mark("{some}; {next}", "list")
_LAST = mark("{some} and {last}")
# So does what stands before the decimals of a number.
_DECIMALS = mark("{whole}.{decimals}", "number")


def path_of(code: str, kind: str = "mo") -> Path:
    """A language's catalogue, as it is read; or, as "po", as it is written."""
    return LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.{kind}"


class Voice:
    """Says sentences in one language. In a line from the right, inserted text keeps its own direction."""

    def __init__(self, code: str = "en") -> None:
        # Where a catalogue was not built, all is English, and not half of each.
        self.code = code if path_of(code).exists() else "en"
        self._catalogue = _catalogue(path_of(self.code)) if self.code != "en" else gettext.NullTranslations()
        self.is_rtl = self._catalogue.info().get("x-direction") == "rtl"
        self.is_spelled_out = False

    def spelled_out(self) -> Self:
        """The same for a terminal that has only ASCII: what takes more room there does so before lines are broken."""
        voice = copy(self)
        voice.is_spelled_out = True
        return voice

    def spelling(self, text: str) -> str:
        """A text of this language as this voice writes it."""
        return spelled(text, self.code) if self.is_spelled_out else text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r})"

    def __call__(self, text: str, context: "Context | None" = None, /, **values: object) -> str:
        """This English sentence in this language, its places filled."""
        return self._fill(self._catalogue.gettext(in_context(text, context)), values)

    def tell(self, saying: Saying) -> str:
        """What was put into words elsewhere, in this language."""
        return self(saying.text, **saying.places)

    def many(self, one: str, other: str, count: int, context: "Context | None" = None, /, **values: object) -> str:
        """The same for a number of things; {count} is filled."""
        said = self._catalogue.ngettext(in_context(one, context), other, count)
        return self._fill(said, {"count": count, **values})

    def unfilled(self, key: str) -> str:
        """The sentence of this key with its places still open, for those who fill them elsewhere."""
        return self._unfilled(self._catalogue.gettext(key))

    def unfilled_forms(self, key: str, other: str) -> list[str]:
        """The same for a number of things, in each form that the language has."""
        return [
            self._unfilled(self._catalogue.ngettext(key, other, count)) for count in _one_of_each_form(self.plural_rule)
        ]

    @property
    def plural_rule(self) -> str:
        """Which form a number `n` takes: an expression of C, and of JavaScript."""
        header = self._catalogue.info().get("plural-forms", "nplurals=2; plural=n != 1;")
        return header.rpartition("plural=")[2].rstrip("; ")

    def as_line(self, text: str) -> str:
        """The text as a line by itself, for terminals that turn lines: they go by its first letter outside of isolates,
        which may be that of a card."""
        is_ours = any(unicodedata.bidirectional(char) in (*_FROM_THE_RIGHT, *_OPENING) for char in text)
        return f"{_RIGHT_TO_LEFT_MARK}{text}" if self.is_rtl and is_ours and not _begins_from_the_right(text) else text

    def listed(self, items: Sequence[str]) -> str:
        """One, two and three."""
        if len(items) < 2:
            return "".join(items)
        return self(_LAST, some=self.enumerated(items[:-1]), last=items[-1])

    def enumerated(self, items: Sequence[str]) -> str:
        """One, two, three."""
        return self._joined(items, _NEXT)

    def enumerated_at_length(self, items: Sequence[str]) -> str:
        """One; two; three: where they may have commas of their own."""
        return self._joined(items, _NEXT_LONG)

    @property
    def and_word(self) -> str:
        """What stands before the last of several."""
        return self._between(_LAST).strip()

    @property
    def decimal_point(self) -> str:
        """What stands before the decimals of a number."""
        return self._between(_DECIMALS)

    def _joined(self, items: Sequence[str], pattern: str) -> str:
        # Each by itself: names in Latin letters would pull the commas between them into their direction.
        if self.is_rtl and len(items) > 1:
            items = [_isolated(item, is_ours=_has_letters_from_the_right(item)) for item in items]
        return self._between(pattern).join(items)

    def _between(self, pattern: str) -> str:
        _, _, between, *_ = _PLACE.split(self.spelling(self._catalogue.gettext(pattern)))
        return between

    def _fill(self, text: str, values: dict[str, object]) -> str:
        # What no catalogue has comes back as its key.
        return _PLACE.sub(lambda place: self._shown(values[place[1]]), self._unfilled(text))

    def _unfilled(self, text: str) -> str:
        text = self.spelling(english_of(text))
        return _FLAG.sub(rf"{_LEFT_TO_RIGHT_ISOLATE}\g<0>{_POP_ISOLATE}", text) if self.is_rtl else text

    def _shown(self, value: object) -> str:
        if isinstance(value, Saying):
            return self.tell(value)
        if isinstance(value, float):
            return number_shown(value, self.decimal_point)
        if self.is_rtl and isinstance(value, str):
            return _isolated(value, is_ours=_POP_ISOLATE in value)
        return str(value)


def _isolated(text: str, *, is_ours: bool) -> str:
    """A text whose direction is that of the language, or else that of its first letter."""
    return f"{_RIGHT_TO_LEFT_ISOLATE if is_ours else _FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}"


def _has_letters_from_the_right(text: str) -> bool:
    return any(unicodedata.bidirectional(char) in _FROM_THE_RIGHT for char in text)


@cache
def _one_of_each_form(plural_rule: str) -> tuple[int, ...]:
    """A number for each form of a language's plurals, in the order of the forms."""
    form_of = gettext.c2py(plural_rule)
    found = {form_of(count): count for count in _COUNTS}
    return tuple(found[form] for form in sorted(found))


@cache
def _catalogue(path: Path) -> gettext.GNUTranslations:
    """Read once: nothing ever changes in it."""
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


def _begins_from_the_right(text: str) -> bool:
    """UAX 9, P2 and P3: what is in isolates does not count."""
    depth = 0
    for char in text:
        kind = unicodedata.bidirectional(char)
        depth += (kind in _OPENING) - (kind == "PDI")
        if not depth and kind in ("L", *_FROM_THE_RIGHT):
            return kind != "L"
    return False
