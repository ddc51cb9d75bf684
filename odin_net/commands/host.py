"""`odin host`: open a table on this network."""

import argparse
import asyncio
import logging
import secrets
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from clients.invitation import Invitation
from clients.language import Language
from clients.own_name import own_name
from clients.sentences import shown_name
from odin_net.commands import console
from odin_net.commands.arguments import given_options, read_options
from odin_net.commands.flags import given_code, read_bot_level, read_pace
from odin_net.commands.own_seat import OwnSeat, sit_in_lines, sit_on_screen
from odin_net.commands.serve import Manner, Prepared, resume_line, serve
from odin_net.doors.ssh import SshDoor
from odin_net.doors.web import WebDoor
from odin_net.errors import DONE, NO_TABLE, OdinError, ToldError, saying
from odin_net.files import FileInUse, data_folder, make_private_folder, sweep_drafts
from odin_net.game.events import Kind, LobbyOpened
from odin_net.game.options import MAX_PLAYERS, MIN_PLAYERS
from odin_net.game.state import Phase
from odin_net.host import saved_tables
from odin_net.host.doorway import Door
from odin_net.host.journal import Damaged
from odin_net.host.resume import BrokenJournal, resume_table
from odin_net.host.saved_tables import Left
from odin_net.host.server import Server, is_taken, listen
from odin_net.host.table import Opening, open_table
from odin_net.lan.addresses import parse_bind
from odin_net.lan.endpoint import MAX_PORT, PORT, format_address
from protocol import codes
from protocol.messages import SECRET

# How many ports are tried when the usual one is taken.
TRIES = 20
DEFAULT_SEATS = 4
DEFAULT_SPECTATORS = 32
MAX_SPECTATORS = 1000
# How many tables are listed when the one that `--resume` names is not there.
MOST_NAMED = 5
# How many saved tables are read, newest first, and how many of those are offered; an older one is resumed by its name.
MOST_LOOKED_AT = 20
MOST_OFFERED = 5


def run(arguments: argparse.Namespace) -> int:
    # asyncio would print warnings over the screen when a broken link is written to; the hub notices that by itself.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    if arguments.debug:
        logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(name)s: %(message)s")
        logging.getLogger("odin").setLevel(logging.DEBUG)
    data = make_private_folder(data_folder(arguments.data))
    sweep_drafts(data)
    if arguments.salvage and arguments.resume is None:
        arguments.resume = ""
    if arguments.resume is None and not arguments.headless and not arguments.plain:
        console.require_terminal()
        try:
            arguments.resume = offer(arguments, data)
        except WantsNeither:
            return DONE
    prepared = opened(arguments, data) if arguments.resume is None else resumed(arguments, data)
    has_owner = prepared.table.memo.owner is not None
    resume_with = resume_line(arguments, prepared.table.memo.table.hex())
    manner = Manner(console.language_of(arguments), resume_with, quiet=has_owner and not arguments.plain)
    sit = partial(sit_down, arguments, prepared, manner) if has_owner else None
    return asyncio.run(serve(data, prepared, manner, sit, doors_of(arguments, data)))


def doors_of(arguments: argparse.Namespace, data: Path) -> list[Door]:
    """The ways in besides our own protocol, on the same port."""
    doors: list[Door] = [] if arguments.no_web else [WebDoor()]
    return doors if arguments.no_ssh else [*doors, SshDoor(data)]


def opened(arguments: argparse.Namespace, data: Path) -> Prepared:
    """A new table."""
    if not (arguments.headless or arguments.plain):
        console.require_terminal()
    opening = read_opening(arguments)
    bind = read_bind(arguments)
    name = own_name(arguments.name, data)
    language = console.language_of(arguments)
    listener = open_port(bind, arguments.port, language)
    if arguments.headless or arguments.plain:
        mention_unfinished(arguments, data, language)
    # The journal's first entry holds address and port: a host that dies right after it is resumed at the same place.
    opening = opening._replace(bind=bind, port=listener.getsockname()[1])
    table, first = open_table(opening, secrets.token_bytes, time.time())
    try:
        journal = saved_tables.new_journal(data, table.memo.table)
    except OSError as error:
        listener.close()
        raise OdinError(
            "the journal cannot be begun ({why}): name another folder with --data.", why=error.strerror
        ) from None
    return Prepared(table, first, journal, listener, bind, name)


# --- the hosting player ---


async def sit_down(
    arguments: argparse.Namespace, prepared: Prepared, manner: Manner, server: Server, invitation: Invitation
) -> Language:
    """Let the hosting player play at their own table; which language they spoke at last."""
    secret = prepared.table.memo.owner
    assert secret is not None
    # A resumed table has the hosting player's name in its log.
    name_is_known = arguments.name is not None or arguments.resume is not None
    seat = OwnSeat(secret, prepared.name, name_is_known, data_folder(arguments.data))
    if arguments.plain:
        return await sit_in_lines(server, seat, manner.language, invitation)
    look = console.settings_of(arguments)
    settings = replace(look, invitation=invitation, hosting=True, resume_with=manner.resume_with)
    return await sit_on_screen(server, seat, settings, manner.language)


# --- what the command line says ---


def read_opening(arguments: argparse.Namespace) -> Opening:
    """How the new table is to be; OdinError if it cannot be so."""
    default = DEFAULT_SEATS if arguments.headless else MAX_PLAYERS
    seats = default if arguments.seats is None else arguments.seats
    bots = 0 if arguments.bots is None else arguments.bots
    if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
        raise OdinError(
            "Odin is for {least} to {most} players: give --seats such a number.", least=MIN_PLAYERS, most=MAX_PLAYERS
        )
    most = seats if arguments.headless else seats - 1
    if not 0 <= bots <= most:
        raise OdinError("--bots is a number from 0 to {most}, of the {seats} seats in all.", most=most, seats=seats)
    return Opening(
        read_options(arguments, seats if arguments.headless else MIN_PLAYERS),
        read_code(arguments),
        None if arguments.headless else secrets.token_bytes(SECRET),
        seats,
        bots,
        read_bot_level(arguments.level),
        read_games(arguments),
        read_pace(arguments.pace),
        read_spectators(arguments),
    )


def read_code(arguments: argparse.Namespace) -> str | None:
    """The code that was chosen; empty for a table that is open to all, None to draw one."""
    if arguments.open:
        if arguments.code is not None:
            raise OdinError("a table is open to all or has a code: leave --open or --code out.")
        return codes.OPEN  # What the environment says is meant for tables that have a code.
    where, text = given_code(arguments)
    if text is None:
        return None
    try:
        return codes.parse_code(text)
    except codes.CodeError as error:
        raise ToldError(console.language_of(arguments).code_error(error, where)) from None


def read_bind(arguments: argparse.Namespace) -> str:
    """The address to listen on; empty for all."""
    bind = parse_bind(arguments.bind)
    return "" if bind is None else str(bind)


def read_games(arguments: argparse.Namespace) -> int:
    if arguments.games is not None and not 1 <= arguments.games <= 9999:
        raise OdinError("--games is a number from 1 to 9999: leave it out to play as many as you like.")
    return arguments.games or 0


def read_spectators(arguments: argparse.Namespace) -> int:
    most = DEFAULT_SPECTATORS if arguments.spectators is None else arguments.spectators
    if not 0 <= most <= MAX_SPECTATORS:
        raise OdinError("{flag} is a number from {least} to {most}.", flag="--spectators", least=0, most=MAX_SPECTATORS)
    return int(most)


# --- tables that were left ---


class WantsNeither(Exception):
    """Somebody was asked which table to open, and goes."""


def format_minute(at: float) -> str:
    """The minute in which a table was left."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def describe_standing(language: Language, left: Left) -> str:
    """Who sat there, and how it stood."""
    game = left.board.game
    if left.board.phase is Phase.LOBBY:
        people = [shown_name(occupant.name) for occupant in game.seats if occupant.kind is Kind.PERSON]
        return language("in the lobby: {names}", names=language.enumerated(people) or language("nobody yet"))
    # People first: a table is known by them.
    seats = sorted(zip(game.seats, game.totals, strict=True), key=lambda seat: seat[0].kind is Kind.BOT)
    points = [f"{shown_name(occupant.name)} {total}" for occupant, total in seats]
    return language("hand {number}: {points}", number=max(1, game.hand), points=language.enumerated(points))


def is_begun(left: Left) -> bool:
    """Whether anything has happened at a table: it played, or somebody sat there beside who opened it."""
    seats = left.board.game.seats
    if left.played or left.board.phase is not Phase.LOBBY:
        return True
    return any(one.kind is Kind.PERSON for one in seats) if left.is_headless else len(seats) > 1


def left_behind(data: Path) -> Iterator[Left]:
    """Tables that somebody may want to go on with, the newest first: those where anything has happened."""
    yield from (
        left for left in map(saved_tables.peek, saved_tables.find(data)[:MOST_LOOKED_AT]) if left and is_begun(left)
    )


def offered(data: Path) -> Iterator[Left]:
    """Those of them that somebody at a screen sat at."""
    return (left for left in left_behind(data) if not left.is_headless)


def offer(arguments: argparse.Namespace, data: Path) -> str | None:
    """Ask whether to go on with a table that was left: its id, or None for a new one. Raises WantsNeither."""
    lefts = list(islice(offered(data), MOST_OFFERED))
    chosen = asyncio.run(_ask(arguments, lefts)) if lefts else None
    return None if chosen is None else chosen.path.stem


async def _ask(arguments: argparse.Namespace, lefts: list[Left]) -> Left | None:
    from clients.terminal.screens.ask import ChoiceScene, Option  # noqa: PLC0415  A headless table needs none of it.
    from clients.terminal.stage import StageGone  # noqa: PLC0415

    language, settings = console.language_of(arguments), console.settings_of(arguments)
    keys = "R" if len(lefts) == 1 else "123456789"
    options = [
        Option(
            key,
            language("go on with the table of {when}", when=format_minute(left.at)),
            describe_standing(language, left),
        )
        for key, left in zip(keys, lefts, strict=False)
    ]
    options.append(Option("N", language("open a new table"), language("what was left stays as it is")))
    text = language("Not finished yet; everybody who sat there keeps their seat.")
    async with console.open_stage(settings) as stage:
        scene = ChoiceScene(language, settings, language("Host a table"), text, options)
        try:
            await stage.show(scene, scene.done)
        except StageGone:
            raise WantsNeither from None
    if scene.chosen is None:
        raise WantsNeither
    return lefts[scene.chosen] if scene.chosen < len(lefts) else None


def mention_unfinished(arguments: argparse.Namespace, data: Path, language: Language) -> None:
    """Offer to go on with a table that was left."""
    left = next(left_behind(data), None)
    if left is not None:
        command = resume_line(arguments, left.path.stem)
        console.warn(
            language("an unfinished table is there: end this one and type {command} to go on with it", command=command)
        )


# --- going on with one ---


def resumed(arguments: argparse.Namespace, data: Path) -> Prepared:
    """The table to go on with; OdinError if there is none, or if a flag says otherwise."""
    unfinished = find_unfinished(data, arguments.resume, salvage=arguments.salvage)
    journal, memo, games = unfinished.journal, unfinished.memo, unfinished.games
    try:
        with ExitStack() as undo:
            undo.callback(journal.close)
            check_resume_flags(arguments, unfinished)
            language = console.language_of(arguments)
            console.mention(describe_resumed(language, unfinished))
            if memo.owner is not None and not arguments.plain:
                console.require_terminal()
            bind = memo.bind if arguments.bind is None else read_bind(arguments)
            listener = undo.enter_context(reopen_port(arguments, bind, memo.port))
            # Should the host die again, people find the table where it is now.
            memo.bind, memo.port = bind, listener.getsockname()[1]
            table, first = resume_table(memo, games, secrets.token_bytes, time.time())
            undo.pop_all()
    except BrokenJournal as error:
        raise OdinError("the journal {name} cannot be resumed: {why}.", name=journal.path.name, why=error) from None
    if unfinished.salvaged is not None:
        console.warn(what_is_lost(language, unfinished.salvaged))
    unrecorded = tuple(enumerate(games[: memo.played], 1))[memo.recorded :]
    name = own_name(arguments.name, data)
    return Prepared(table, first, journal, listener, bind, name, unrecorded)


def describe_resumed(language: Language, unfinished: saved_tables.Unfinished) -> str:
    """Which table it is, for who has several."""
    path = unfinished.journal.path
    left = saved_tables.left_of(path, unfinished.at, unfinished.memo, unfinished.games)
    return language(
        "Going on with table {table} of {when}, {standing}.",
        table=path.stem[:8],
        when=format_minute(left.at),
        standing=describe_standing(language, left),
    )


def what_is_lost(language: Language, salvaged: saved_tables.Salvaged) -> str:
    """What a damaged journal costs, and where it is."""
    return language(
        "the journal was damaged at byte {at}: what happened at this table after {when} is lost; the damaged file is "
        "kept as {name}",
        at=salvaged.at,
        when=format_minute(salvaged.until),
        name=salvaged.kept_as,
    )


def find_unfinished(data: Path, wanted: str, *, salvage: bool = False) -> saved_tables.Unfinished:
    """The newest table that no host has open, or the one that was named. Salvage: as far as it can be read."""
    in_use = None
    for path in saved_tables.find(data, wanted):
        try:
            return saved_tables.take(path, salvage=salvage)
        except FileInUse:
            in_use = path
        except Damaged as error:
            raise cannot_go_on(path, error) from None
        except OSError as error:
            raise OdinError("the journal {name} cannot be read ({why}).", name=path.name, why=error.strerror) from None
    if in_use is not None:
        raise OdinError("another host has this table open: end that one first.", NO_TABLE)
    others = (
        [path.stem[:8] for path in saved_tables.find(data)[:MOST_NAMED] if saved_tables.peek(path)] if wanted else []
    )
    if others:
        named = ", ".join(others)
        raise OdinError(
            "no unfinished table begins with {wanted}; there are: {named}.",
            NO_TABLE,
            wanted=console.printable(wanted),
            named=named,
        )
    raise OdinError("there is no unfinished table to resume: open one with {command}.", NO_TABLE, command="odin host")


def cannot_go_on(path: Path, damage: Damaged) -> OdinError:
    """Why a journal is refused, and what can be done about it."""
    if damage.good:
        return OdinError(
            "the journal {name} is damaged at byte {at}: {flag} goes on with what stands before that.",
            name=path.name,
            at=damage.good,
            flag="--resume --salvage",
        )
    return OdinError(
        "the journal {name} cannot be resumed: {why}; move it away, or name another table.", name=path.name, why=damage
    )


def check_resume_flags(arguments: argparse.Namespace, unfinished: saved_tables.Unfinished) -> None:
    """A table goes on as it was, though perhaps elsewhere: OdinError if a flag says otherwise."""
    memo, first = unfinished.memo, unfinished.games[-1].events[0]
    assert isinstance(first, LobbyOpened)
    options = given_options(arguments, memo.capacity)
    said = {
        "--headless": (arguments.headless or None, memo.owner is None),
        "--seats": (arguments.seats, memo.capacity),
        "--code": (arguments.code and read_code(arguments), memo.code),
        "--open": (arguments.open or None, memo.code == codes.OPEN),
        "--games": (arguments.games, memo.limit),
        "--pace": (None if arguments.pace is None else read_pace(arguments.pace), memo.bot_ms),
        **{f"--{name}": (wanted, getattr(first.options, name)) for name, wanted in options.items()},
        "--spectators": (arguments.spectators, memo.watchers),
        "--bots": (arguments.bots, memo.bots),
        "--level": (arguments.level, memo.level),
    }
    for flag, (wanted, is_so) in said.items():
        if wanted not in (None, is_so):
            raise OdinError("the table that is resumed was opened with another {flag}: leave it out.", flag=flag)


# --- the outside world ---


def open_port(bind: str, port: int | None, language: Language) -> socket.socket:
    """A listening socket: on `port` if given, else on the usual port or the next free one behind it."""
    if port is not None:
        return open_just(bind, port)
    for number in range(PORT, PORT + TRIES):
        listener = try_port(bind, number)
        if listener is not None:
            if number != PORT:
                console.warn(language("port {port} is taken: this table is on port {other}", port=PORT, other=number))
            return listener
    raise port_taken_error(PORT)


def open_just(bind: str, port: int) -> socket.socket:
    """A socket that listens on just this port, 0 for any that is free."""
    if not 0 <= port <= MAX_PORT:
        raise OdinError("--port is a number from 0 to {most}, 0 for any that is free.", most=MAX_PORT)
    listener = try_port(bind, port)
    if listener is None:
        raise port_taken_error(port)
    return listener


def try_port(bind: str, port: int) -> socket.socket | None:
    """A socket that listens there; None if the port is taken."""
    try:
        return listen(bind or None, port)
    except OSError as error:
        if is_taken(error):
            return None
        raise OdinError("the table cannot listen there ({why}): check --bind and --port.", why=error.strerror) from None


def port_taken_error(port: int) -> OdinError:
    return OdinError("port {port} is taken: choose another one with --port, or end what uses it.", port=port)


def reopen_port(arguments: argparse.Namespace, bind: str, port: int) -> socket.socket:
    """A socket that listens where people look for the table that they had, or where it is moved to."""
    if arguments.port is not None or arguments.bind is not None:
        return open_just(bind, port if arguments.port is None else arguments.port)
    try:
        return listen(bind or None, port)
    except OSError as error:
        at = format_address(bind, port) if bind else saying("port {port}", port=port)
        raise OdinError(
            "the table was at {place}, which cannot be had now ({why}): free it, or move the table with --port or "
            "--bind.",
            place=at,
            why=error.strerror,
        ) from None
