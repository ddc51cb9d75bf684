"""A key is one row, in the file of its screen: from it follow what it means, the key bar, the help and the mouse. Pure.

A `ScreenDef` is a screen, or what lies over one: its rows, what its intents do, and how it is drawn. All of them stand
in `screens/index.py`. There is no other list of keys: what the bar shows works, and what works is there or in the help.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from clients.language import Language
from clients.language.voice import mark
from clients.model import Seen
from clients.terminal.drawing.rows import Picture
from clients.terminal.frame import Frame
from clients.terminal.state import Do, Intent, Type, Ui, Updated

# Keys with a name, as rows name them, and their names in prompt-toolkit.
NAMED = {
    "←": "left", "→": "right", "↑": "up", "↓": "down", "Home": "home", "End": "end", "PgUp": "pageup",
    "PgDn": "pagedown", "Tab": "c-i", "Shift-Tab": "s-tab", "Enter": "c-m", "Esc": "escape", "Ctrl-C": "c-c",
    "Backspace": "c-h", "Delete": "delete", "Ctrl-U": "c-u", "Shift-↑": "s-up", "Shift-↓": "s-down",
}  # fmt: skip
# What some terminals send instead.
SAME = {"c-j": "c-m"}
# What other keyboards type: the Arabic question mark, Arabic digits, and what stands on an Arabic keyboard (101) where
# the Latin letters are.
SAME_SIGNS = {
    "؟": "?",
    **dict(zip("٠١٢٣٤٥٦٧٨٩", "0123456789", strict=True)),
    **dict(zip("ضصثقفغعهخحشسيبلاتنمئءؤرىة", "qwertyuiopasdfghjklzxcvnm", strict=True)),
    "لا": "b",
}
NAMED_KEYS = frozenset({*NAMED.values(), *SAME})
PASTE = "<bracketed-paste>"
# Keys that have a name and no sign, wherever one is shown: as it is printed on keyboards, and named in sentences.
KEY_NAMES = {
    "Enter": mark("Enter", "key"),
    "Esc": mark("Esc", "key"),
    "Space": mark("Space", "key"),
    "Tab": mark("Tab", "key"),
    "Shift-Tab": mark("Shift-Tab", "key"),
    "Home": mark("Home", "key"),
    "End": mark("End", "key"),
    "PgUp": mark("PgUp", "key"),
    "PgDn": mark("PgDn", "key"),
    "Ctrl-C": mark("Ctrl-C", "key"),
}
# Names for arrows in ASCII only: `<` and `>` would look like keys to press.
ARROW_NAMES = {"← →": mark("Left/Right", "key"), "↑ ↓": mark("Up/Down", "key")}


# How much a key is needed if nothing is said about it.
OTHERS = 9


def always(_frame: Frame) -> bool:
    """In every state."""
    return True


def never(_frame: Frame) -> bool:
    """In none."""
    return False


class Binding(NamedTuple):
    """What a key, or some that belong together, does on a screen."""

    keys: str
    """Those that work, with spaces between them."""
    intent: Intent | None
    """What they mean, and a click on them in the bar."""
    label: str | Callable[[Frame], str] = ""
    """A word or two in the bar; none: it does not stand there."""
    when: Callable[[Frame], bool] = always
    """Whether it does anything now. If not, it is neither in the bar nor in the help."""
    each: tuple[Intent, ...] = ()
    """What each of the keys means, if that is not the same."""
    shown: str | Callable[[Frame], str] = ""
    """The keys that bar and help name, if not all of `keys`."""
    bar: Callable[[Frame], bool] = always
    """Whether the bar has it now; the help tells it all the same."""
    rank: int = 0
    """Lower ones stand first in the bar; those of one rank as the rows do, which is how the help tells them."""
    soon: Callable[[Frame], bool] = never
    """Whether this common row comes forward in the bar now, right behind the screen's `main` keys; before them, if
    `needed` is below zero."""
    help: str | None = ""
    """What the help says; empty: the label. None: the label, and only while the bar does not show this row."""
    told: str = ""
    """The keys as the help names them, if in another way."""
    in_lesson: bool = True
    needed: int = OTHERS
    """Lower ones are kept first where the bar has little room."""


class Shown(NamedTuple):
    """A key as the bar shows it, what it does in a word or two, and its intent for the mouse."""

    key: str
    text: str
    intent: Intent | None = None
    shorter: tuple[str, ...] = ()
    """Fewer of the keys, where there is less room, and still less."""
    needed: int = OTHERS


class Section(NamedTuple):
    """A heading of the help, and the rows below it."""

    heading: str
    bindings: tuple[Binding, ...]


def while_it_lasts(_ui: Ui, seen: Seen) -> bool:
    """As long as there is somebody to hear an answer."""
    return seen.ended is None


def _hears(_ui: Ui, _seen: Seen, _now: float) -> bool:
    return False


class ScreenDef(NamedTuple):
    """A screen, or what lies over one and has the keys."""

    bindings: tuple[Binding, ...]
    update: Callable[[Ui, Intent, Seen, float], Updated]
    draw: Callable[[Frame, list[Shown]], Picture] | None = None
    """The picture, with these keys in its bar; None: the screen below shows it."""
    common: tuple[Binding, ...] = ()
    """What works here as on other screens. Of a key with two rows the one above counts."""
    shows_common: Callable[[Frame], bool] = always
    """Whether the bar has room for those, too."""
    main: int = 99
    """How many of the screen's own keys stand in the bar before common rows that are `soon`."""
    sections: tuple[Section, ...] = ()
    """What the help tells here."""
    is_typed: bool = False
    """Whether letters go into a line of text."""
    otherwise: Do | None = None
    """What any other key means."""
    is_open: Callable[[Ui, Seen], bool] = while_it_lasts
    """Whether what it asks can still be answered."""
    is_deaf: Callable[[Ui, Seen, float], bool] = _hears
    """Whether no key counts yet: one that was on its way when this picture came was meant for another."""


# It works everywhere.
INTERRUPT = Binding("Ctrl-C", Do.INTERRUPT, help=mark("leave", "key"))
# What works in every line of text, as people know it from elsewhere.
LINE = Binding(
    "← → Home End Backspace Delete Ctrl-U", None,
    each=(Do.LEFT, Do.RIGHT, Do.HOME, Do.END, Do.RUB_OUT, Do.DELETE, Do.CLEAR),
)  # fmt: skip

# --- what a key means ---


@cache
def keys_of(names: str) -> tuple[str, ...]:
    """The keys of a row, by their names in prompt-toolkit or by the sign that they type."""
    found: list[str] = []
    for name in names.split(" "):
        first, dash, last = name.partition("–")
        if dash:
            found += map(chr, range(ord(first.lower()), ord(last.lower()) + 1))
        else:
            found.append(" " if name == "Space" else NAMED.get(name, name.lower()))
    return tuple(found)


def works(binding: Binding, frame: Frame) -> bool:
    """Whether it does anything now."""
    return (binding.in_lesson or not frame.lesson) and binding.when(frame)


def meaning(binding: Binding, key: str) -> Intent | None:
    """What one key of a row means."""
    return binding.each[keys_of(binding.keys).index(key)] if binding.each else binding.intent


def intent_of(
    rows: Iterable[Binding], frame: Frame, key: str, text: str, *, is_typed: bool = False, otherwise: Do | None = None
) -> Intent | None:
    """What a key means by these rows: `key` is its name in prompt-toolkit, `text` what it types.

    `is_typed` and `otherwise` are those of `ScreenDef`. `Do.NOTHING`: the key is known here but does nothing now; None:
    it is no key of this screen.
    """
    if key == PASTE:
        return Type(text) if is_typed else None
    key = SAME.get(key, key) if key in NAMED_KEYS else SAME_SIGNS.get(text, text.lower())
    found = [row for row in (*rows, INTERRUPT) if key in keys_of(row.keys)]
    for row in found:
        if works(row, frame):
            return meaning(row, key)
    if is_typed and text and key not in NAMED_KEYS:
        return Type(text)
    if otherwise is not None:
        return otherwise
    is_known = key in NAMED_KEYS or any(row.in_lesson or not frame.lesson for row in found)
    return Do.NOTHING if is_known else None


# --- the key bar ---


def key_bar(screen: ScreenDef, frame: Frame) -> list[Shown]:
    """The keys that do something now, the most useful first."""
    own, common = rows_in_bar(screen, frame)
    urgent = _entries([row for row in common if row.soon(frame) and row.needed < 0], frame)
    soon = _entries([row for row in reversed(common) if row.soon(frame) and row.needed >= 0], frame)
    others = _entries([row for row in common if not row.soon(frame)], frame)
    entries = _entries(own, frame)
    return [*urgent, *entries[: screen.main], *soon, *entries[screen.main :], *others]


def rows_in_bar(screen: ScreenDef, frame: Frame) -> tuple[list[Binding], list[Binding]]:
    """The rows of the screen that stand in the bar now, and those that it has in common with others."""
    return _in_bar(screen.bindings, frame), _in_bar(screen.common, frame) if screen.shows_common(frame) else []


def shown_rows(rows: Iterable[Binding], frame: Frame) -> list[Shown]:
    """Those of these rows that the bar has now."""
    return _entries(_in_bar(rows, frame), frame)


def _in_bar(rows: Iterable[Binding], frame: Frame) -> list[Binding]:
    found = [row for row in rows if row.label and works(row, frame) and row.bar(frame)]
    return sorted(found, key=lambda row: row.rank)


def _entries(rows: list[Binding], frame: Frame) -> list[Shown]:
    """As they are shown: rows beside each other that say the same are one."""
    entries: list[Shown] = []
    for row in rows:
        entry = Shown(_words(row.shown or row.keys, frame), _label(row, frame), row.intent, (), row.needed)
        if entries and entries[-1].text == entry.text:
            first = entries.pop().key
            entry = Shown(f"{first} {entry.key}", entry.text, None, (entry.key, first), entry.needed)
        entries.append(entry)
    return entries


def _label(row: Binding, frame: Frame) -> str:
    return row.label(frame) if callable(row.label) else frame.language(row.label)


def _words(words: str | Callable[[Frame], str], frame: Frame) -> str:
    return words(frame) if callable(words) else words


def key_names(language: Language, keys: str, *, ascii_only: bool = False) -> str:
    """Keys as this language names them."""
    names = " ".join(language(KEY_NAMES[key]) if key in KEY_NAMES else key for key in keys.split(" "))
    for arrows, name in ARROW_NAMES.items() if ascii_only else ():
        names = names.replace(arrows, language(name))
    return names


# --- the help ---


def help_lines(screen: ScreenDef, section: Section, frame: Frame) -> list[tuple[str, str]]:
    """What the help over this screen tells in one of its sections: keys, and what they do."""
    return [
        (
            row.told or _words(row.shown or row.keys, frame),
            frame.language(row.help) if row.help else _label(row, frame),
        )
        for row in rows_told(screen, section, frame)
    ]


def rows_told(screen: ScreenDef, section: Section, frame: Frame) -> list[Binding]:
    """The rows of a section that work here, without those that are told only where the bar does not show them."""
    own, common = rows_in_bar(screen, frame)
    rows = [row for row in section.bindings if (row.label or row.help) and works(row, frame)]
    return [row for row in rows if row.help is not None or row not in (*own, *common)]
