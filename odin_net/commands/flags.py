"""What several commands read of their arguments: the code, the level and pace of bots, the folder for files."""

import argparse
import os
import shlex

from odin_net.errors import OdinError
from odin_net.levels import LEVELS, USUAL

DEFAULT_PACE = 1.0
MAX_PACE = 60
CODE_VARIABLE = "ODIN_CODE"


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
