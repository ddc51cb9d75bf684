"""`odin join`: a seat at a table on this network, for a person or a robot, or a place to watch."""

import argparse
import asyncio
import getpass
import importlib
import logging
import math
import os
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from clients.news import Ended, How
from clients.plain import Narrator, attend, line_writer
from clients.robot import Robot, Think
from clients.secrets import SeatStore
from clients.session import CodeNeeded, Wish
from clients.teller import Teller
from clients.texts import Tongue, tongue_for
from clients.wire import Wire
from odin_net.bots.levels import LEVELS
from odin_net.bots.pool import SLOW, BotPool
from odin_net.commands import screen
from odin_net.commands.output import printable
from odin_net.exits import CHECK_FAILED, DONE, NO_TABLE, REFUSED, OdinError
from odin_net.files import data_folder
from odin_net.game.rules import Move
from odin_net.game.state import PlayerView
from odin_net.game.text import BadText, clean_name
from protocol.codes import OPEN, CodeError, parse_code
from protocol.errors import Hint
from protocol.messages import Reason

DEFAULT_PORT = 9054
ROBOT_PATIENCE = 120.0
FIRST_PATIENCE = 5.0
BROWSE_SECONDS = 3.0
# The hard bot thinks for a tenth of that.
THINK_SECONDS = 5.0


class Place(NamedTuple):
    """Where a table is."""

    host: str
    port: int
    table: bytes | None = None
    """Which one, where it was found on the network."""
    is_open: bool = False

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def run(arguments: argparse.Namespace) -> int:
    on_screen = arguments.robot is None and not arguments.watch and not arguments.plain
    wish = read_wish(arguments)
    place = None if arguments.address is None else parse_address(arguments.address)
    if arguments.verbose:
        logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(name)s: %(message)s")
        logging.getLogger("odin").setLevel(logging.DEBUG)
    if on_screen:
        screen.require_terminal()
        # A robot's join needs none of it.
        from odin_net.commands.joining import join_on_screen  # noqa: PLC0415

        return asyncio.run(join_on_screen(arguments, wish, place))
    return asyncio.run(join(arguments, wish, place))


# --- what was asked for ---


def read_wish(arguments: argparse.Namespace) -> Wish:
    """What the command line wants; OdinError before any connection if it cannot be."""
    patience = arguments.patience
    if patience is not None and not (math.isfinite(patience) and patience >= 0):
        raise OdinError("--patience is a number of seconds from 0 up.")
    if patience is None and arguments.robot is not None:
        patience = ROBOT_PATIENCE
    name = default_name(arguments) if arguments.name is None else read_name(arguments.name)
    return Wish(name, read_code(arguments.code), arguments.watch, patience, FIRST_PATIENCE)


def default_name(arguments: argparse.Namespace) -> str:
    if arguments.watch:
        return "Watcher"
    if arguments.robot is not None:
        return "Robot"
    try:
        return clean_name(getpass.getuser())
    except (BadText, OSError, KeyError, ImportError):  # whatever a system without a login says
        return "Guest"


def read_name(text: str) -> str:
    try:
        return clean_name(text)
    except BadText as error:
        raise OdinError(f"that cannot be a name ({error}): take up to 16 plain characters.") from None


def read_code(text: str | None) -> str | None:
    if text is None or not text.strip():
        return None if text is None else OPEN
    try:
        return parse_code(text)
    except CodeError as error:
        raise OdinError(str(error)) from None


def parse_address(text: str) -> Place:
    """`host`, `host:port`, `[ipv6]:port` or a bare IPv6 address."""
    host, port = text, ""
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise OdinError(f"{printable(text)} is no address: write [ADDRESS]:PORT.")
        port = rest[1:]
        if rest == ":":
            port = "?"
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
        port = port or "?"
    if not host or any(char.isspace() for char in host) or not host.isprintable():
        raise OdinError(f"{printable(text)!r} is no address: write ADDRESS or ADDRESS:PORT, 192.168.1.5 for example.")
    if port and not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 2**16):
        raise OdinError("a port is a number from 1 to 65535: write ADDRESS:PORT.")
    return Place(host, int(port) if port else DEFAULT_PORT)


async def find_place() -> Place:
    """The only table that is open on this network."""
    try:
        discovery: Any = importlib.import_module("odin_net.host.discovery")
    except ImportError:
        raise OdinError("name the table's address: odin join ADDRESS.", NO_TABLE) from None
    found = await discovery.browse(BROWSE_SECONDS)
    if not found:
        raise OdinError(
            "no table was found on this network: ask the host for its address and say odin join ADDRESS.", NO_TABLE
        )
    places = [Place(table.address, table.port, table.table, table.open) for table in found]
    if len(places) > 1:
        for place, table in zip(places, found, strict=True):
            say(f"{printable(table.name)} at {place}, {table.players} of {table.seats} seats taken")
        raise OdinError(f"several tables are open: choose one, odin join {places[0]} for example.", NO_TABLE)
    return places[0]


# --- being there ---


async def join(arguments: argparse.Namespace, wish: Wish, place: Place | None) -> int:
    place = place or await find_place()
    if wish.code is None and place.is_open:
        wish = replace(wish, code=OPEN)
    pool = BotPool()
    tongue = tongue_for(arguments.lang, os.environ)
    listener: Narrator | Teller | Robot
    if arguments.plain and arguments.robot is None:
        listener = Narrator(tongue, line_writer(sys.stdout), watches=wish.watch)
    else:
        listener = Teller(say) if wish.watch else Robot(thinker(arguments.robot, pool), say)
    try:
        with SeatStore(data_folder(arguments.data), str(place), arguments.name, place.table) as store, interruptible():
            wire = Wire(place.host, place.port, wish, store, listener)
            listener.attach(wire.session)
            if isinstance(listener, Narrator):
                ended = await attend(wire, listener, sys.stdin)
            else:
                ended = await wire.take_part()
    except CodeNeeded:
        raise OdinError(
            f'{place} wants a code: ask the host and say --code WORDS, or --code "" if it is open to all.'
        ) from None
    finally:
        pool.close()
    if listener.found_wrong:
        raise OdinError("a check of the game failed: show the host what was printed.", CHECK_FAILED)
    if isinstance(listener, Narrator):
        return exit_in_words(ended, place, listener.tongue)
    return DONE if isinstance(listener, Robot) and listener.finished else exit_of(ended, place)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let the signals that end a process end the task, which says good-bye; then it is an interrupt."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    came: list[int] = []

    def end(number: int) -> None:
        came.append(number)
        task.cancel()

    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        for number in numbers:
            loop.add_signal_handler(number, end, number)
    except NotImplementedError:
        numbers = []  # Windows: Ctrl-C alone, by itself.
    try:
        yield
    except asyncio.CancelledError:
        if not came:
            raise
        raise KeyboardInterrupt from None
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


def thinker(level: str, pool: BotPool) -> Think:
    """How a robot of this level comes to its move: at once, or in a worker process."""
    tasks: set[asyncio.Task[None]] = set()

    async def think_long(view: PlayerView, done: Callable[[Move], None]) -> None:
        done(await pool.choose(level, view, secrets.token_hex(8), THINK_SECONDS))

    def think(view: PlayerView, done: Callable[[Move], None]) -> None:
        if level not in SLOW:
            done(LEVELS[level](view, Random(secrets.token_hex(8))))
            return
        task = asyncio.get_running_loop().create_task(think_long(view, done))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    return think


def say(line: str) -> None:
    print(line, flush=True)


# --- how it ended ---

HINTS: dict[Hint | None, str] = {
    Hint.BUSY: "too many are at the door of that table: try again in a minute.",
    Hint.VERSION: "the host speaks another version of Odin: install the same one on both computers.",
    Hint.FULL: "the table is full, and so are the places to watch: try again later.",
    Hint.WRONG_PROOF: "that is not the table's code: ask the host to say it again.",
    Hint.NEW_CODE_NEEDED: "too many wrong codes were tried at this table: ask the host for a new one.",
}
REASONS: dict[Reason | None, str] = {
    Reason.BAD_NAME: "the host does not take that name: choose another one with --name.",
    Reason.NAME_TAKEN: "somebody at the table has that name: choose another one with --name.",
    Reason.FULL: "the table is full: try again later, or say --watch.",
}


def exit_of(ended: Ended, place: Place) -> int:
    """The exit code, or the one sentence about what went wrong."""
    match ended.how:
        case How.DONE:
            return DONE
        case How.LEFT | How.REFUSED:
            unknown = "the table does not let you in: ask the host."
            raise OdinError(REASONS.get(ended.reason) or HINTS.get(ended.hint) or unknown, REFUSED)
        case How.KICKED:
            raise OdinError("the host has taken you from the table: talk to them.", REFUSED)
        case How.REPLACED:
            raise OdinError("another odin on your side has this seat now: go on there.", REFUSED)
        case How.UNREACHABLE:
            raise OdinError(f"no table answers at {place}: ask the host for address and port.", NO_TABLE)
        case How.GONE if ended.hint in (Hint.UNKNOWN_TABLE, Hint.UNKNOWN_SEAT):
            raise OdinError(f"the seat that you had at {place} is not there: join anew with --code WORDS.", NO_TABLE)
        case How.GONE:
            raise OdinError(f"the host at {place} has gone: run the same line again when it is back.", NO_TABLE)
        case How.FORKED:
            raise OdinError("the host shows another game than the one you saw: talk to them.", CHECK_FAILED)


EXITS: dict[How, int] = {
    How.DONE: DONE,
    How.LEFT: DONE,
    How.KICKED: REFUSED,
    How.REPLACED: REFUSED,
    How.REFUSED: REFUSED,
    How.UNREACHABLE: NO_TABLE,
    How.GONE: NO_TABLE,
    How.FORKED: CHECK_FAILED,
}


def exit_in_words(ended: Ended, place: Place, tongue: Tongue) -> int:
    """The same for a person, in their language; whoever leaves has done nothing wrong."""
    code = REFUSED if ended.reason is not None else EXITS[ended.how]
    if code != DONE:
        raise OdinError(tongue.ended(ended, str(place)), code)
    return code
