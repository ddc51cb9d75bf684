"""What commands print: things from outside made harmless, and lines that break between words."""

import os
import re
import textwrap
from collections.abc import Callable
from typing import TextIO

# With less room for the text than this, it begins at the left again.
LEAST_ROOM = 30
# A command with its address and its flags, as it is to be copied; a folder's name may be quoted.
COMMAND = re.compile(r"odin [a-z]+(?: (?:'[^']*'|--?[a-z]+(?: (?:'[^']*'|[^-\s]\S*))?|[\[\d]\S*|[A-Z]{2,}\S*))*")
GLUE = "\ue000"


def printable(text: object) -> str:
    """A name from outside, a file's for example, without what could drive a terminal."""
    shown = str(text)
    return shown if shown.isprintable() else ascii(shown)


def columns_of(stream: TextIO | None) -> int | None:
    """How wide the terminal behind this stream is; None if there is none: whoever reads a pipe wants whole lines."""
    if stream is None or not stream.isatty():
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


def wrapped(text: str, columns: int | None, indent: int = 0) -> str:
    """One line as several that fit, later ones indented so far. What is to be typed or clicked is not broken."""
    if columns is None or len(text) < columns:
        return text
    # The last column stays free: some terminals begin a new line there.
    if columns - indent < LEAST_ROOM:
        indent = 0
    whole = COMMAND.sub(lambda found: found[0].replace(" ", GLUE), text)
    lines = textwrap.wrap(
        whole, columns - 1, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace(GLUE, " ")


def fitted_to(stream: TextIO | None) -> Callable[[str], str]:
    """Breaks lines for this stream between words, as wide as its terminal is by then."""
    return lambda line: wrapped(line, columns_of(stream))
