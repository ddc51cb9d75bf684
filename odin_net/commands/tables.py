"""`odin tables`: what is open on this network."""

import argparse
import asyncio
import json
import sys

from clients.language import Language
from clients.language.seats import and_more
from odin_net.commands.console import columns_of, language_of, wrapped
from odin_net.errors import DONE, NO_TABLE, OdinError, ToldError
from odin_net.lan.addresses import Address, parse_bind
from odin_net.lan.announcements import FoundTable
from odin_net.lan.discovery import DiscoveryFailed, browse
from odin_net.lan.endpoint import format_address
from protocol.messages import VERSION

MAX_SECONDS = 60.0
# More than so many nobody reads.
MOST_LINES = 20


def run(arguments: argparse.Namespace) -> int:
    seconds, bind = read_seconds(arguments.seconds), parse_bind(arguments.bind)
    language = language_of(arguments)
    found: list[FoundTable] = []
    failure: DiscoveryFailed | None = None
    try:
        found = look_around(seconds, bind, language)
    except DiscoveryFailed as failed:
        failure = failed
    if arguments.json:
        print(as_json(found))
    if not found:
        raise ToldError(nothing_found(language, failure, "`odin join ADDRESS`"), NO_TABLE)
    if not arguments.json:
        print(as_lines(found, language, columns_of(sys.stdout)))
    return DONE


def nothing_found(language: Language, failure: DiscoveryFailed | None, command: str) -> str:
    """Why there is no table to be seen, and what to do next."""
    if failure is None:
        return language(
            "no table was found on this network: ask the host for its address and type {command}.", command=command
        )
    return language(
        "tables cannot be looked for, since {reason}: ask the host for its address and type {command}.",
        reason=failure.why,
        command=command,
    )


def read_seconds(seconds: float) -> float:
    # Written so that "not a number" fails too.
    if not 0 < seconds <= MAX_SECONDS:
        raise OdinError("--seconds is a number up to {most}.", most=f"{MAX_SECONDS:.0f}")
    return seconds


def look_around(seconds: float, bind: Address | None, language: Language) -> list[FoundTable]:
    """The tables found, while a terminal is told how long that takes."""
    on = None if bind is None or bind.is_unspecified else [bind]
    on_terminal = sys.stderr is not None and sys.stderr.isatty()
    if on_terminal:
        waiting = language("looking for tables, {seconds} s ...", seconds=seconds)
        print(waiting, end="", file=sys.stderr, flush=True)
    try:
        return asyncio.run(browse(seconds, on))
    finally:
        if on_terminal:
            print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


def as_lines(found: list[FoundTable], language: Language, columns: int | None = None) -> str:
    """A line for each table, in so many columns: where, whose, how full, and how to get in; but not for hundreds."""
    shown = found[:MOST_LINES]
    places = [format_address(table.address, table.port) for table in shown]
    width = max(map(len, places))
    lines = [
        wrapped(f"{place:{width}}  {about(table, language)}", columns, width + 2)
        for place, table in zip(places, shown, strict=True)
    ]
    if len(found) > len(shown):
        lines.append(wrapped(and_more(language, len(found) - len(shown)), columns))
    return "\n".join(lines)


def about(table: FoundTable, language: Language) -> str:
    way_in = language("open to all") if table.open else language("needs its code")
    if table.version != VERSION:
        way_in = language("speaks another version of Odin")
    taken = language("{players} of {seats} seats taken", players=table.players, seats=table.seats)
    game = [language("a game is running")] if table.playing else []
    return language.enumerated([table.name, taken, *game, way_in])


def as_json(found: list[FoundTable]) -> str:
    return json.dumps([{**table._asdict(), "table": table.table.hex()} for table in found])
