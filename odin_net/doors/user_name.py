"""What an ssh client says by its user name: who comes, and how they would like to play. `ann+de+plain` is an example.

A user name is written by whoever connects: it may hold anything, and be of any length.
"""

from msgspec import Struct

from odin_net.errors import LANGUAGES
from odin_net.game.text import BadText, clean_name

# The name in the line that everybody is given: nobody is called so.
ANYBODY = "odin"
PLAIN, WATCH = "plain", "watch"


class Wishes(Struct, frozen=True):
    """What a user name asks for."""

    name: str = ""
    """What they are called; empty: they have to be asked."""
    language: str | None = None
    plain: bool = False
    watches: bool = False


def read_user_name(text: str) -> Wishes:
    """The wishes in a user name. A suffix that means nothing, and a name that cannot be one, are left out."""
    name, *suffixes = text.split("+")
    wanted = [suffix.lower() for suffix in suffixes]
    languages = [suffix for suffix in wanted if suffix in LANGUAGES]
    return Wishes(_name(name), languages[-1] if languages else None, PLAIN in wanted, WATCH in wanted)


def _name(text: str) -> str:
    try:
        name = clean_name(text)
    except BadText:
        return ""
    return "" if name.lower() == ANYBODY else name
