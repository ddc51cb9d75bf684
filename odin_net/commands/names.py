"""What somebody is called who has not said it."""

import getpass

from odin_net.exits import OdinError
from odin_net.game.text import BadText, clean_name


def read_name(text: str) -> str:
    """The name that was asked for; OdinError if it cannot be one."""
    try:
        return clean_name(text)
    except BadText as error:
        raise OdinError(f"that cannot be a name ({error}): take up to 16 plain characters.") from None


def login_name() -> str:
    """How this computer calls who sits before it."""
    try:
        return clean_name(getpass.getuser())
    except (BadText, OSError, KeyError, ImportError):  # whatever a system without a login says
        return "Guest"


def own_name(asked: str | None) -> str:
    """The name that was asked for, or the login's."""
    return login_name() if asked is None else read_name(asked)
