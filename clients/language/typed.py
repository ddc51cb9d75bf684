"""What was typed for a name or a code: on the screen, in lines and on the command line it is read alike."""

from clients.language.language import Language
from odin_net.game.text import BadText, clean_name
from protocol.codes import OPEN, CodeError, parse_code


class Wrong(Exception):
    """What was typed will not do; the message says what to type instead, in the person's language."""


def check_name(language: Language, typed: str) -> str:
    """The name that somebody means; Wrong if it cannot be one."""
    try:
        return clean_name(typed)
    except BadText as error:
        raise Wrong(language.text_fault(error.fault)) from None


def check_code(language: Language, typed: str) -> str:
    """The code that somebody means, in its one spelling; Wrong if it cannot be one. No word: it is open to all."""
    try:
        return parse_code(typed) if typed.strip() else OPEN
    except CodeError as error:
        raise Wrong(language.code_error(error)) from None
