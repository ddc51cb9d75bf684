"""What somebody has chosen for their screen, kept beside their name: language, theme, sort, sound, motion.

The file is for people and programs that may write anything into it: what is not understood is as if it were not there.
"""

from contextlib import suppress
from pathlib import Path

from msgspec import DecodeError, Struct, json
from msgspec.structs import asdict, replace

from odin_net.errors import LANGUAGES, OdinError
from odin_net.files import make_private_folder, write_private

FILE = "settings.json"
# Bytes; no settings need more, whatever the file holds.
LONGEST = 4096
THEMES = ("default", "contrast", "16", "none")
SORTS = ("number", "colour")


class Preferences(Struct, frozen=True):
    """None where nobody has chosen anything yet."""

    language: str | None = None
    theme: str | None = None
    sort: str | None = None
    sound: bool | None = None
    motion: bool | None = None
    greeted: bool | None = None
    """Whether it was said that there is a lesson."""


_ALLOWED: dict[str, tuple[object, ...]] = {
    "language": tuple(LANGUAGES),
    "theme": THEMES,
    "sort": SORTS,
    "sound": (True, False),
    "motion": (True, False),
    "greeted": (True, False),
}


def read_preferences(data: Path) -> Preferences:
    """What was chosen, as far as the file tells it."""
    try:
        with (data / FILE).open("rb") as file:
            found = json.decode(file.read(LONGEST))
    except (OSError, DecodeError, UnicodeDecodeError, RecursionError):
        return Preferences()
    return _understood(found) if isinstance(found, dict) else Preferences()


def _understood(found: dict[object, object]) -> Preferences:
    """The fields that are there and can be meant; a number is no truth, though Python takes 1 for it."""
    known = {
        name: found[name]
        for name, allowed in _ALLOWED.items()
        if isinstance(found.get(name), str | bool) and found[name] in allowed
    }
    return replace(Preferences(), **known)


def remember(data: Path, **chosen: str | bool) -> None:
    """Keep these choices, and those that were kept before."""
    # Nobody is kept from playing because of it.
    with suppress(OSError, OdinError):
        kept = replace(read_preferences(data), **chosen)
        told = {name: value for name, value in asdict(kept).items() if value is not None}
        write_private(make_private_folder(data) / FILE, json.encode(told))
