"""What the shell shows when a screen has closed: where the records are, and the line that leads back."""

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from clients.language import Tongue
from odin_net.lan.endpoint import PORT


def records_of(tongue: Tongue, records: Sequence[Path]) -> list[str]:
    """Where the games that were played can be read."""
    if not records:
        return []
    if len(records) == 1:
        return [f"{tongue('The record of your game:')} {records[0]}"]
    return [f"{tongue('The records of your games:')} {records[0].parent}"]


def seat_waits(tongue: Tongue, arguments: argparse.Namespace, place: str) -> str:
    """How somebody comes back to their seat."""
    line = f"odin join {place.removesuffix(f':{PORT}')}{_data_of(arguments)}"
    # Behind the sentence, not in it: what is to be copied has no other signs around it.
    return f"{tongue('Your seat waits for you; come back with:')} {line}"


def resume_line(arguments: argparse.Namespace, table: str) -> str:
    """What takes the table with this number up again."""
    return f"odin host --resume {table[:8]}{_data_of(arguments)}"


def table_waits(tongue: Tongue, line: str) -> str:
    """How a table is taken up again."""
    return f"{tongue('This table can go on with:')} {line}"


def _data_of(arguments: argparse.Namespace) -> str:
    return "" if arguments.data is None else f" --data {shlex.quote(arguments.data)}"
