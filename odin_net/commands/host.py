"""`odin host`: open a table on this network."""

import argparse
import asyncio
import logging
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from errno import EADDRINUSE
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from odin_net.bots.levels import LEVELS
from odin_net.commands.options import read_options
from odin_net.exits import DONE, INTERRUPTED, NO_TABLE, OdinError
from odin_net.files import FileInUse, data_folder, make_private_folder, write_private
from odin_net.game.events import LobbyOpened
from odin_net.game.options import MAX_PLAYERS, MIN_PLAYERS, Options, parse_colours
from odin_net.host import shelf, steps
from odin_net.host.journal import Damaged, JournalFile
from odin_net.host.recording import record_name, record_of
from odin_net.host.resuming import BrokenJournal, GameLog, resume_table
from odin_net.host.server import Server, listen
from odin_net.host.table import Opening, Table, open_table
from protocol import codes
from protocol.codec import decode_event

PORT = 9054
SSH_PORT = 9055
# How many ports are tried when the usual one is taken.
TRIES = 20
DEFAULT_SEATS = 4
RECORDS = "games"


def run(arguments: argparse.Namespace) -> int:
    if not arguments.headless and arguments.resume is None:
        raise OdinError("the screen to host with is to come: say --headless, and join the table from another terminal.")
    if arguments.debug:
        logging.basicConfig(level=logging.DEBUG, format="%(name)s: %(message)s")
    data = make_private_folder(data_folder(arguments.data))
    if arguments.resume is not None:
        return asyncio.run(serve(data, resumed(arguments, data)))
    opening = read_opening(arguments)
    listener = open_port(arguments.bind, arguments.port)
    mention_unfinished(data)
    table, first = open_table(opening, secrets.token_bytes, time.time())
    journal = shelf.new_journal(data, table.memo.table)
    return asyncio.run(serve(data, Prepared(table, first, journal, listener, arguments.bind or "")))


class Prepared(NamedTuple):
    """All that is needed to serve a table."""

    table: Table
    first: steps.Step
    journal: JournalFile
    listener: socket.socket
    bind: str
    unrecorded: tuple[tuple[int, GameLog], ...] = ()
    """Games that an earlier run finished and had no time to record, with their numbers."""


async def serve(data: Path, prepared: Prepared) -> int:
    return await Hosting(data, prepared).run()


class Hosting:
    """A table that runs, and its console."""

    def __init__(self, data: Path, prepared: Prepared) -> None:
        self._data, self._prepared = data, prepared
        self._interrupted = asyncio.Event()
        self._recordings: set[asyncio.Task[None]] = set()
        self._server = Server(prepared.table, prepared.first, prepared.journal, self._announce)

    async def run(self) -> int:
        """Serve until all games are played, or somebody ends it."""
        server, journal = self._server, self._prepared.journal
        with on_signals(self._interrupted.set):
            try:
                await server.open(self._prepared.listener)
            except OSError as error:
                raise OdinError(f"the journal cannot be written ({error.strerror}): make room on the disk.") from None
            self._say_open()
            for number, game in self._prepared.unrecorded:
                self._start_recording(number, game)
            await first_of(server.over.wait(), self._interrupted.wait())
            await asyncio.gather(*self._recordings)
            await server.close()
        if not server.over.is_set():
            journal.close()
            return INTERRUPTED
        shelf.remove(journal)
        say("bye")
        return DONE

    def _say_open(self) -> None:
        prepared = self._prepared
        port = prepared.listener.getsockname()[1]
        self._server.happened(steps.Placed(prepared.bind, port))
        code = prepared.table.memo.code
        address = f"{prepared.bind or local_address()}:{port}"
        say(f"table open at {address}, {f'code {code}' if code else 'open to all'}")

    def _announce(self, news: steps.News) -> None:
        match news:
            case steps.GameBegan(number):
                say(f"game {number} started")
            case steps.CodeChanged(words):
                say(f"new code {words}")
            case steps.GameFinished(number, finished, times):
                game = GameLog(finished, list(map(decode_event, finished.raw)), list(times))
                self._start_recording(number, game)
            case steps.DiskChanged(stuck):
                warn("the disk is full: the table waits" if stuck else "the disk takes writes again: the table goes on")
            case _:
                pass

    def _start_recording(self, number: int, game: GameLog) -> None:
        task = asyncio.create_task(self._record(number, game))
        self._recordings.add(task)

    async def _record(self, number: int, game: GameLog) -> None:
        """Write the record of a game, without keeping the table waiting."""
        try:
            path = await asyncio.to_thread(write_record, self._data, game, self._prepared.table.memo.table, number)
        except (OSError, OdinError) as error:
            warn(f"the record of game {number} cannot be written ({error}): --resume tries it again")
            return
        if path is not None:
            say(f"record {path}")
        self._server.happened(steps.Recorded(number))


def write_record(data: Path, game: GameLog, table: bytes, number: int) -> Path | None:
    """Write the record of a game; None if it was stopped before its first deal."""
    text = record_of(game, table)
    if not text:
        return None
    path = make_private_folder(data / RECORDS) / record_name(game, table, number)
    write_private(path, text.encode())
    return path


# --- what the command line says ---


def read_opening(arguments: argparse.Namespace) -> Opening:
    """How the new table is to be; OdinError if it cannot be so."""
    seats = DEFAULT_SEATS if arguments.seats is None else arguments.seats
    bots = 0 if arguments.bots is None else arguments.bots
    if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
        raise OdinError(f"Odin is for {MIN_PLAYERS} to {MAX_PLAYERS} players: say so many --seats.")
    if not 0 <= bots <= seats:
        raise OdinError(f"--bots is a number from 0 to {seats}, of the {seats} seats in all.")
    return Opening(
        read_options(arguments, seats),
        read_code(arguments),
        None,
        seats,
        bots,
        read_level(arguments),
        read_games(arguments),
        read_pace(arguments),
    )


def read_code(arguments: argparse.Namespace) -> str | None:
    """The code that was chosen; empty for a table that is open to all, None to draw one."""
    if arguments.open:
        if arguments.code is not None:
            raise OdinError("a table is open to all or has a code: leave --open or --code out.")
        return codes.OPEN
    if arguments.code is None:
        return None
    try:
        return codes.parse_code(arguments.code)
    except codes.CodeError as error:
        raise OdinError(f"{error}") from None


def read_level(arguments: argparse.Namespace) -> str:
    level: str = arguments.level or "normal"
    if level not in LEVELS:
        raise OdinError(f"there is no level {level!a}: choose among {', '.join(LEVELS)}.")
    return level


def read_games(arguments: argparse.Namespace) -> int:
    if arguments.games is not None and not 1 <= arguments.games <= 9999:
        raise OdinError("--games is a number from 1 to 9999: leave it out to play as many as you like.")
    return arguments.games or 0


def read_pace(arguments: argparse.Namespace) -> int:
    """How long bots take, in milliseconds."""
    pace = 1.0 if arguments.pace is None else arguments.pace
    if not 0 <= pace <= 60:
        raise OdinError("--pace is a number of seconds from 0 to 60.")
    return round(pace * 1000)


# --- going on with a table ---


def resumed(arguments: argparse.Namespace, data: Path) -> Prepared:
    """The table to go on with; OdinError if there is none, or if a flag says otherwise."""
    unfinished = find_unfinished(data, arguments.resume)
    memo, games = unfinished.memo, unfinished.games
    try:
        contradict(arguments, unfinished)
        table, first = resume_table(memo, games[-1], secrets.token_bytes, time.time())
        listener = open_port(memo.bind or None, memo.port)
    except BrokenJournal as error:
        unfinished.journal.close()
        raise OdinError(f"the journal {unfinished.journal.path.name} cannot be resumed: {error}.") from None
    except OdinError:
        unfinished.journal.close()
        raise
    finished = games if memo.played == len(games) else games[:-1]
    # Games before the first that this journal holds were recorded by an earlier run.
    offset = memo.played - len(finished)
    numbered = [(offset + index + 1, game) for index, game in enumerate(finished)]
    unrecorded = tuple((number, game) for number, game in numbered if number > memo.recorded)
    return Prepared(table, first, unfinished.journal, listener, memo.bind, unrecorded)


def find_unfinished(data: Path, wanted: str) -> shelf.Unfinished:
    """The newest table that no host has open, or the one that was named."""
    in_use = None
    for path in shelf.find(data, wanted):
        try:
            return shelf.take(path)
        except FileInUse:
            in_use = path
        except Damaged as error:
            raise OdinError(
                f"the journal {path.name} cannot be resumed: {error}; move it away, or name another table."
            ) from None
        except OSError as error:
            raise OdinError(f"the journal {path.name} cannot be read ({error.strerror}).") from None
    if in_use is not None:
        raise OdinError("another host has this table open: end that one first.", NO_TABLE)
    raise OdinError("there is no unfinished table to resume: open one with odin host.", NO_TABLE)


def contradict(arguments: argparse.Namespace, unfinished: shelf.Unfinished) -> None:
    """A table goes on as it was: OdinError if a flag says otherwise."""
    memo, first = unfinished.memo, unfinished.games[-1].events[0]
    assert isinstance(first, LobbyOpened)
    options: Options = first.options
    said = {
        "--seats": (arguments.seats, memo.capacity),
        "--code": (arguments.code and read_code(arguments), memo.code),
        "--open": (arguments.open or None, memo.code == codes.OPEN),
        "--games": (arguments.games, memo.limit),
        "--pace": (arguments.pace and read_pace(arguments), memo.bot_ms),
        "--port": (arguments.port, memo.port),
        "--bind": (arguments.bind, memo.bind),
        "--points": (arguments.points, options.points),
        "--colours": (arguments.colours and parse_colours(arguments.colours), options.colours),
        "--starter": (arguments.starter, options.starter.value),
        "--bots": (arguments.bots, memo.bots),
        "--level": (arguments.level, memo.level),
    }
    for flag, (wanted, is_so) in said.items():
        if wanted not in (None, is_so):
            raise OdinError(f"the table that is resumed was opened with another {flag}: leave it out.")


def mention_unfinished(data: Path) -> None:
    """Offer to go on with a table that was left."""
    path = next((path for path in shelf.find(data) if not shelf.is_in_use(path)), None)
    if path is not None:
        warn(f"an unfinished table is there: end this one and say odin host --resume {path.stem[:8]} to go on with it")


# --- the outside world ---


def open_port(bind: str | None, port: int | None) -> socket.socket:
    """A socket that listens; if the usual port is taken, on the next free one."""
    wanted = PORT if port is None else port
    if not 0 <= wanted <= 65535:
        raise OdinError("--port is a number from 0 to 65535, 0 for any that is free.")
    tries = [wanted] if port is not None else [wanted, *range(SSH_PORT + 1, SSH_PORT + TRIES)]
    for number in tries:
        try:
            listener = listen(bind, number)
        except OSError as error:
            if error.errno == EADDRINUSE:
                continue
            raise OdinError(f"the table cannot listen there ({error.strerror}): check --bind and --port.") from None
        if number != wanted:
            warn(f"port {wanted} is taken: this table is on port {number}")
        return listener
    raise OdinError(f"port {wanted} is taken: choose another one with --port, or end what uses it.")


def local_address() -> str:
    return "127.0.0.1"


@contextmanager
def on_signals(call: Callable[[], None]) -> Iterator[None]:
    """Call this when the person or the system wants us to end."""
    loop = asyncio.get_running_loop()
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]

    def soon(*_: int | FrameType | None) -> None:
        loop.call_soon_threadsafe(call)

    before = {number: signal.signal(number, soon) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def first_of(*waits: Coroutine[object, object, object]) -> None:
    """Wait until one of these is done."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


def say(line: str) -> None:
    """A line for whoever reads our output; nobody may."""
    with suppress(OSError):
        print(line, flush=True)


def warn(line: str) -> None:
    with suppress(OSError):
        print(f"odin: {line}", file=sys.stderr, flush=True)
