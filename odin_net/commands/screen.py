"""What all commands with a full screen have in common: is there a terminal, how is it to look, and the stage on it."""

import argparse
import os
import sys
from typing import TYPE_CHECKING

from odin_net.errors import OdinError

if TYPE_CHECKING:
    from clients.terminal.frame import Settings
    from clients.terminal.stage import Stage


def has_terminal() -> bool:
    """Whether somebody sits before a screen."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def has_keyboard() -> bool:
    """Whether somebody types what comes in."""
    return sys.stdin is not None and sys.stdin.isatty()


def require_terminal() -> None:
    """OdinError if nobody does."""
    if not has_terminal():
        raise OdinError("the screen needs a terminal for input and output: say --plain to play in lines.")


def settings_of(arguments: argparse.Namespace) -> "Settings":
    """How the screen is to look: by flags, then by the environment."""
    from clients.terminal.drawing.themes import Theme  # noqa: PLC0415
    from clients.terminal.frame import Settings  # noqa: PLC0415

    theme = Theme(arguments.theme) if arguments.theme is not None else Theme.DEFAULT
    # https://no-color.org: set and not empty. A theme that was asked for by name counts more.
    if arguments.no_color or (os.environ.get("NO_COLOR") and arguments.theme is None):
        theme = Theme.NONE
    return Settings(theme=theme, ascii=arguments.ascii or not _can_draw())


def _can_draw() -> bool:
    """Whether the terminal's encoding has frames and arrows at all."""
    try:
        "╭─►▮·é".encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def open_stage(settings: "Settings") -> "Stage":
    """The stage on this terminal. Make it in a running loop."""
    from prompt_toolkit.input import create_input  # noqa: PLC0415
    from prompt_toolkit.output import create_output  # noqa: PLC0415

    from clients.terminal.drawing.themes import offered  # noqa: PLC0415
    from clients.terminal.stage import Stage  # noqa: PLC0415

    output = create_output()
    depth = offered(output.get_default_color_depth(), os.environ)
    return Stage(create_input(), output, theme=settings.theme, mouse=settings.mouse, depth=depth)
