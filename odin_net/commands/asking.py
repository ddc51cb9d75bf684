"""The code of a table, asked for in lines: where no full screen does it, and somebody is there to answer."""

from collections.abc import Callable

from clients.texts import Tongue
from protocol.codes import OPEN, CodeError, parse_code


def ask_code(tongue: Tongue, say: Callable[[str], None], read: Callable[[], str]) -> str | None:
    """What was typed, once it can be a code; None if the input ends. `read` gives a line, or "" at the end."""
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
