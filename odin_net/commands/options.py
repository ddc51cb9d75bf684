"""The options of a game as the command line gives them."""

import argparse
import os
import shlex

from odin_net.errors import OdinError
from odin_net.game.cards import COLOURS
from odin_net.game.options import ALL_SIX, OptionError, Options, Starter, parse_colours, parse_points
from odin_net.levels import LEVELS, USUAL

DEFAULT_PACE = 1.0
MAX_PACE = 60
CODE_VARIABLE = "ODIN_CODE"


def read_options(arguments: argparse.Namespace, players: int) -> Options:
    """The options for a table of so many players; OdinError if they do not fit it."""
    chosen = Options()
    try:
        points = chosen.points if arguments.points is None else parse_points(arguments.points)
    except OptionError:
        raise OdinError("the target is a number of points from 1 to 99.") from None
    try:
        colours = chosen.colours if arguments.colours is None else parse_colours(arguments.colours)
    except OptionError:
        raise OdinError("colours are 6, 4 or four different letters of {letters}.", letters=COLOURS) from None
    if arguments.colours is not None and colours != ALL_SIX and players != 2:
        raise OdinError(
            "four colours are for two players, not for {players}: leave --colours out or say --colours 6.",
            players=players,
        )
    return Options(points, colours, Starter(arguments.starter or Starter.LEFT))


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
