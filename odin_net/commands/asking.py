"""Name and code, asked for in lines: where no full screen does it, and somebody is there to answer.

`read` gives a line, or "" at the end of the input.
"""

from collections.abc import Callable

from clients.language import Tongue
from odin_net.game.text import BadText, clean_name
from protocol.codes import OPEN, CodeError, parse_code


def ask_name(tongue: Tongue, say: Callable[[str], None], read: Callable[[], str], suggested: str) -> str | None:
    """What was typed, once it can be a name, or the suggested one for an empty line; None if the input ends."""
    while True:
        say(tongue("Your name? Enter alone takes {name}.", name=suggested))
        line = read()
        if not line:
            return None
        if not line.strip():
            return suggested
        try:
            return clean_name(line.strip())
        except BadText as error:
            say(tongue.text_fault(error.fault))


def ask_code(tongue: Tongue, say: Callable[[str], None], read: Callable[[], str]) -> str | None:
    """What was typed, once it can be a code; None if the input ends."""
    while True:
        say(tongue("The code? Three words; leave it empty if the table is open to all."))
        line = read()
        if not line:
            return None
        if not line.strip():
            return OPEN
        try:
            return parse_code(line)
        except CodeError as error:
            say(tongue.code_error(error))
