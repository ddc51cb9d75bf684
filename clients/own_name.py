"""What somebody is called: what they say, or what they were called here last, or what this computer calls them."""

import getpass
from contextlib import suppress
from pathlib import Path

from odin_net.errors import OdinError
from odin_net.files import make_private_folder, write_private
from odin_net.game.text import NAME_COLUMNS, BadText, clean_name

NAME_FILE = "name"
# Bytes; no name is longer, whatever the file holds.
LONGEST = 1024


def read_name(text: str) -> str:
    """The name that was asked for; OdinError if it cannot be one."""
    try:
        return clean_name(text)
    except BadText:
        raise OdinError("that cannot be a name: take up to {most} plain characters.", most=NAME_COLUMNS) from None


def own_name(asked: str | None, data: Path) -> str:
    """The name that was asked for, or the one that they had last, or the login's."""
    return (_last_name(data) or _login_name()) if asked is None else read_name(asked)


def remember_name(name: str, data: Path) -> None:
    """Suggest this name the next time."""
    # Nobody is kept from playing because of it.
    with suppress(OSError, OdinError):
        write_private(make_private_folder(data) / NAME_FILE, name.encode())


def _last_name(data: Path) -> str | None:
    try:
        with (data / NAME_FILE).open("rb") as file:
            return clean_name(file.read(LONGEST).decode().strip())
    except (BadText, OSError, UnicodeDecodeError):
        return None


def _login_name() -> str:
    """How this computer calls who sits before it."""
    try:
        return clean_name(getpass.getuser())
    except (BadText, OSError, KeyError, ImportError):  # whatever a system without a login says
        return "Guest"
