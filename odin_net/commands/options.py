"""The options of a game as the command line gives them. Every run loads this, so it loads nothing heavy by itself."""

import argparse
import os
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from odin_net.errors import OdinError
from odin_net.levels import LEVELS, USUAL

if TYPE_CHECKING:
    from odin_net.game.options import Options

DEFAULT_PACE = 1.0
MAX_PACE = 60
CODE_VARIABLE = "ODIN_CODE"


# How argparse reads the options of a game; each flag is called like the field of `Options` that it sets.
OPTION_FLAGS: dict[str, dict[str, Any]] = {
    "points": {"type": int, "metavar": "N", "help": "the game ends when somebody has so many, 1 to 99 (15)"},
    "colours": {"metavar": "C", "help": "6, or for two players 4 (drawn) or letters such as RYGP"},
    "starter": {"choices": ("left", "last"), "help": "who opens the next hand (left)"},
}


def add_option_flags(parser: argparse.ArgumentParser) -> None:
    """Let a command take the options of a game."""
    for name, settings in OPTION_FLAGS.items():
        parser.add_argument(f"--{name}", **settings)


def given_options(arguments: argparse.Namespace, players: int) -> dict[str, Any]:
    """The options that a line gives for a table of so many players, by field; OdinError if they do not fit it."""
    from odin_net.game.options import Starter  # noqa: PLC0415  To read a line needs no rules.

    readers: dict[str, Callable[[Any], Any]] = {
        "points": _read_points,
        "colours": lambda text: _read_colours(text, players),
        "starter": Starter,
    }
    said = {name: getattr(arguments, name) for name in OPTION_FLAGS}
    return {name: readers[name](text) for name, text in said.items() if text is not None}


def read_options(arguments: argparse.Namespace, players: int) -> "Options":
    """The options for a table of so many players, usual where the line does not give them."""
    from odin_net.game.options import Options  # noqa: PLC0415  Likewise.

    return Options()._replace(**given_options(arguments, players))


def _read_points(points: int) -> int:
    from odin_net.game.options import OptionError, parse_points  # noqa: PLC0415  Likewise.

    try:
        return parse_points(points)
    except OptionError:
        raise OdinError("the target is a number of points from 1 to 99.") from None


def _read_colours(text: str, players: int) -> str:
    from odin_net.game.cards import COLOURS  # noqa: PLC0415  Likewise.
    from odin_net.game.options import ALL_SIX, OptionError, parse_colours  # noqa: PLC0415

    try:
        colours = parse_colours(text)
    except OptionError:
        raise OdinError("colours are 6, 4 or four different letters of {letters}.", letters=COLOURS) from None
    if colours != ALL_SIX and players != 2:
        raise OdinError(
            "four colours are for two players, not for {players}: leave --colours out or say --colours 6.",
            players=players,
        )
    return colours


def given_code(arguments: argparse.Namespace) -> tuple[str, str | None]:
    """Where a code was given, and which; None if nowhere.

    `--code` wins over the environment, which no list of processes shows; an empty variable gives none.
    """
    if arguments.code is not None:
        return "--code", arguments.code
    return CODE_VARIABLE, os.environ.get(CODE_VARIABLE, "").strip() or None


def read_bot_level(level: str | None) -> str:
    """The level of bots; OdinError if there is none such."""
    if level is None:
        return USUAL
    if level not in LEVELS:
        raise OdinError(
            "there is no level {level}: choose among {levels}.", level=ascii(level), levels=", ".join(LEVELS)
        )
    return level


def read_pace(pace: float | None) -> int:
    """How long bots take, in milliseconds."""
    seconds = DEFAULT_PACE if pace is None else pace
    if not 0 <= seconds <= MAX_PACE:
        raise OdinError("--pace is a number of seconds from 0 to {most}.", most=MAX_PACE)
    return round(seconds * 1000)


def data_flag(arguments: argparse.Namespace) -> str:
    """The folder for all files as it was given, for a line that is to be typed; nothing if it was not."""
    return "" if arguments.data is None else f" --data {shlex.quote(arguments.data)}"
