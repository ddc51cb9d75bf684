"""`odin join`: a seat at a table on this network, for a person or a robot, or a place to watch."""

import argparse
import asyncio
import logging
import math
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from clients.join_flow import JoinFlow, JoinStep, is_about_code
from clients.language import Language
from clients.language.typed import Wrong, check_code, check_name
from clients.name_keeper import NameKeeper
from clients.news import Ended, How
from clients.own_name import own_name, read_name
from clients.plain import Narrator, attend, line_writer
from clients.record_keeper import RecordKeeper
from clients.robot import Robot, Think
from clients.seat_store import SeatStore, has_seats
from clients.session import CodeNeeded, JoinRequest
from clients.transport import Wire, call_later
from odin_net.bots.policies import POLICIES
from odin_net.bots.pool import BotPool
from odin_net.commands import console
from odin_net.commands.flags import data_flag, given_code
from odin_net.errors import CHECK_FAILED, DONE, NO_TABLE, REFUSED, OdinError, ToldError
from odin_net.files import data_folder
from odin_net.game.rules import Move
from odin_net.game.state import PlayerView
from odin_net.lan.endpoint import PORT, Address, format_address, parse_address
from odin_net.lan.probe import answers, table_at
from odin_net.levels import SLOW
from protocol.codes import OPEN

ROBOT_PATIENCE = 120.0
FIRST_PATIENCE = 5.0
BROWSE_SECONDS = 3.0
# So long a client that has lost its table looks where it may be now, while it goes on dialling.
LOOK_SECONDS = 3.0
# The hard bot thinks for a tenth of that.
THINK_SECONDS = 5.0


class TablePlace(NamedTuple):
    """Where a table is."""

    host: str
    port: int
    table: bytes | None = None
    """Which one, where it was found on the network."""
    is_open: bool = False

    def __str__(self) -> str:
        return format_address(self.host, self.port)

    def moved_to(self, address: Address) -> "TablePlace":
        """The same table, there."""
        return self._replace(host=address.host, port=address.port)


def run(arguments: argparse.Namespace) -> int:
    # Who watches without a terminal reads lines, as in a pipe.
    has_screen = not arguments.watch or console.has_terminal()
    on_screen = arguments.robot is None and not arguments.plain and has_screen
    # Robots speak English to those who run them.
    language = console.language_of(arguments) if arguments.robot is None else Language("en")
    join_request = read_join_request(arguments, language)
    place = None if arguments.address is None else TablePlace(*parse_address(arguments.address))
    if arguments.verbose:
        logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(name)s: %(message)s")
        logging.getLogger("odin").setLevel(logging.DEBUG)
    if on_screen:
        console.require_terminal()
        # A robot's join needs none of it.
        from odin_net.commands.join.on_screen import join_on_screen  # noqa: PLC0415

        return asyncio.run(join_on_screen(arguments, join_request, place))
    place = asyncio.run(locate(join_request, place, data_folder(arguments.data), language))
    while True:
        join_request = with_answers(arguments, join_request, place, language)
        try:
            return asyncio.run(join(arguments, join_request, place, language))
        except CodeRefused as refused:
            say(str(refused))
            join_request = replace(join_request, code=None)
            arguments.name = join_request.name  # It was asked for already.


class CodeRefused(Exception):
    """The code was wrong, and somebody is there to be asked for another."""


# --- what was asked for ---


def read_join_request(arguments: argparse.Namespace, language: Language) -> JoinRequest:
    """What the command line wants; OdinError before any connection if it cannot be."""
    patience = arguments.patience
    if patience is not None and not (math.isfinite(patience) and patience >= 0):
        raise OdinError("--patience is a number of seconds from 0 up.")
    if patience is None and arguments.robot is not None:
        patience = ROBOT_PATIENCE
    name = default_name(arguments) if arguments.name is None else read_name(arguments.name)
    return JoinRequest(name, read_code(arguments, language), arguments.watch, patience, FIRST_PATIENCE)


def default_name(arguments: argparse.Namespace) -> str:
    if arguments.watch:
        return "Watcher"
    return own_name(None, data_folder(arguments.data)) if arguments.robot is None else "Robot"


def read_code(arguments: argparse.Namespace, language: Language) -> str | None:
    """The code that was given, in its one spelling; empty for a table that is open to all, None if there is none."""
    where, text = given_code(arguments)
    try:
        return None if text is None else check_code(language, text)
    except Wrong as wrong:
        # Who typed nothing has to hear where it came from.
        source = "" if where == "--code" else f"{where}: "
        raise ToldError(f"{source}{wrong}") from None


def knows_open(arguments: argparse.Namespace, place: TablePlace) -> bool:
    """Whether a table needs no code and none was given for it: what the environment says is for those that do."""
    return place.is_open and arguments.code is None


async def locate(join_request: JoinRequest, place: TablePlace | None, data: Path, language: Language) -> TablePlace:
    """Where to go: the address that was given, or the only table that is found."""
    with console.interruptible():
        place = place or await find_place(language)
        return await with_table(place, data, watches=join_request.watch)


async def find_place(language: Language) -> TablePlace:
    """The only table that is open on this network."""
    # Who has an address needs no search.
    from odin_net.commands.tables import as_lines, nothing_found  # noqa: PLC0415
    from odin_net.lan.discovery import DiscoveryFailed, browse  # noqa: PLC0415

    try:
        found = await browse(BROWSE_SECONDS)
    except DiscoveryFailed as failed:
        raise ToldError(nothing_found(language, failed, "odin join ADDRESS"), NO_TABLE) from None
    if not found:
        raise ToldError(nothing_found(language, None, "odin join ADDRESS"), NO_TABLE)
    if len(found) > 1:
        say(as_lines(found, language, console.columns_of(sys.stdout)))
        first = f"odin join {format_address(found[0].address, found[0].port)}"
        several = language("several tables are open: choose one, {command} for example.", command=first)
        raise ToldError(several, NO_TABLE)
    (table,) = found
    return TablePlace(table.address, table.port, table.table, table.open)


async def find_table(table: bytes) -> list[Address]:
    """Where the network says that this table is; nowhere if this computer cannot look."""
    # Most never lose their table for so long.
    from odin_net.lan.discovery import DiscoveryFailed, places_of  # noqa: PLC0415

    try:
        return await places_of(table, LOOK_SECONDS)
    except DiscoveryFailed:
        return []


def with_answers(
    arguments: argparse.Namespace, join_request: JoinRequest, place: TablePlace, language: Language
) -> JoinRequest:
    """The request with name and code, asked for if somebody is there; where a seat waits it needs neither."""
    if has_seat(arguments, place, watches=join_request.watch):
        return join_request
    if knows_open(arguments, place):
        join_request = replace(join_request, code=OPEN)
    flow = JoinFlow(join_request, name_is_known=arguments.name is not None or join_request.watch)
    if flow.asks and arguments.robot is None and console.has_terminal():
        if place.table is None and not asyncio.run(_answers(place)):
            raise ToldError(language.ended(Ended(How.UNREACHABLE), str(place)), NO_TABLE)
        join_request = ask_in_lines(flow, language, line_writer(sys.stdout, console.fitted_to(sys.stdout)), _typed_line)
    if join_request.code is None:
        raise ToldError(
            language(
                'no code was given for {place}: ask the host and add --code WORDS, or --code "" if it is open to all.',
                place=place,
            )
        )
    return join_request


def ask_in_lines(
    flow: JoinFlow, language: Language, say: Callable[[str], None], read: Callable[[], str]
) -> JoinRequest:
    """Ask for what is missing; `read` gives a line, or "" at the end of the input: then there is no code."""
    while flow.asks:
        asks_name = flow.step is JoinStep.NAME
        # Shorter than the screen's questions, and with what Enter does: no field shows the name that is suggested.
        if asks_name:
            say(language("Your name? Enter alone: {name}.", name=flow.join_request.name))
        else:
            say(language("The code? Three words; leave it empty if the table is open to all."))
        line = read()
        if not line:
            return replace(flow.join_request, code=None)  # Who does not answer does not want to come in.
        try:
            flow.answered(
                check_name(language, line.strip() or flow.join_request.name)
                if asks_name
                else check_code(language, line)
            )
        except Wrong as wrong:
            say(str(wrong))
    return flow.join_request


def _typed_line() -> str:
    try:
        return sys.stdin.readline()
    except UnicodeDecodeError:
        return "\0\n"  # Nothing is written so: it is asked for again.


def has_seat(arguments: argparse.Namespace, place: TablePlace, *, watches: bool = False) -> bool:
    """Whether a seat of ours, or a place to watch from, is there to come back to."""
    with store_of(arguments, place, watches=watches) as store:
        return store.find(None) is not None


def store_of(arguments: argparse.Namespace, place: TablePlace, *, watches: bool) -> SeatStore:
    """Where the secret for this place is kept."""
    return SeatStore(data_folder(arguments.data), str(place), arguments.name, place.table, watches=watches)


async def _answers(place: TablePlace) -> bool:
    with console.interruptible():
        return await answers(place.host, place.port)


async def with_table(place: TablePlace, data: Path, *, watches: bool = False) -> TablePlace:
    """The place, with the table that is there now, if a seat of ours may be at it: addresses are used again."""
    if place.table is not None or not has_seats(data, watches=watches):
        return place
    return place._replace(table=await table_at(place.host, place.port))


# --- being there ---


async def join(arguments: argparse.Namespace, join_request: JoinRequest, place: TablePlace, language: Language) -> int:
    with console.interruptible():
        data = data_folder(arguments.data)
        pool = BotPool()
        listener: Narrator | Robot
        if arguments.robot is None:
            lines = line_writer(sys.stdout, console.fitted_to(sys.stdout))
            listener = Narrator(language, lines, watches=join_request.watch, by_hand=console.has_keyboard())
        else:
            listener = Robot(thinker(arguments.robot, pool), say, call_later)
        records = RecordKeeper(listener, data)
        keeper = NameKeeper(records, data)
        is_own_name = arguments.robot is None and not join_request.watch
        # A robot's games are not those of who lets it play: it keeps neither its name nor a record.
        heard_by = keeper if is_own_name else records if arguments.robot is None else listener
        try:
            with store_of(arguments, place, watches=join_request.watch) as store:
                wire = Wire(place.host, place.port, join_request, store, heard_by, find_table)
                for each in (records, keeper, listener):
                    each.attach(wire.session)
                # Who only watches may do so in the background, where reading would stop it.
                if isinstance(listener, Narrator) and arguments.plain:
                    ended = await attend(wire, listener, sys.stdin)
                else:
                    ended = await wire.take_part()
                seat_is_kept = is_own_name and store.find(None) is not None
                place = place.moved_to(wire.session.place)
        except CodeNeeded:
            # Another client of this computer has taken the seat up since we looked.
            raise OdinError(
                "your seat at {place} is in use: join with --code WORDS for another.", place=place
            ) from None
        finally:
            await pool.close()
            await records.close()
    if is_about_code(ended) and ended.hint is not None and arguments.robot is None and console.has_terminal():
        raise CodeRefused(language.hint_refusal(ended.hint))
    if listener.found_wrong:
        raise OdinError("a check of the game failed: show the host what was printed.", CHECK_FAILED)
    if isinstance(listener, Robot):
        return DONE if listener.finished else exit_in_words(ended, place, language)
    tell_records(records, listener.language, console.mention)
    code = exit_in_words(ended, place, listener.language)
    if ended.how is How.LEFT and seat_is_kept:
        say(console.wrapped(seat_waits(listener.language, arguments, str(place)), console.columns_of(sys.stdout)))
    return code


def tell_records(records: RecordKeeper, language: Language, say: Callable[[str], None]) -> None:
    """Where the games that were played can be read, and why one cannot be."""
    for line in console.records_of(language, records.written):
        say(line)
    if records.failed is not None:
        why = language("the record of your game cannot be written ({why}): make room on the disk", why=records.failed)
        console.warn(why)


def thinker(level: str, pool: BotPool) -> Think:
    """How a robot of this level comes to its move: at once, or in a worker process."""
    tasks: set[asyncio.Task[None]] = set()

    async def think_long(view: PlayerView, done: Callable[[Move], None]) -> None:
        done(await pool.choose(level, view, secrets.token_hex(8), THINK_SECONDS))

    def think(view: PlayerView, done: Callable[[Move], None]) -> None:
        if level not in SLOW:
            done(POLICIES[level](view, Random(secrets.token_hex(8))))
            return
        task = asyncio.get_running_loop().create_task(think_long(view, done))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    return think


def say(line: str) -> None:
    print(line, flush=True)


# --- how it ended ---

EXITS: dict[How, int] = {
    How.DONE: DONE,
    How.LEFT: DONE,
    How.KICKED: REFUSED,
    How.GIVEN: REFUSED,
    How.REPLACED: REFUSED,
    How.REFUSED: REFUSED,
    How.UNREACHABLE: NO_TABLE,
    How.GONE: NO_TABLE,
    How.FORKED: CHECK_FAILED,
}


def exit_in_words(ended: Ended, place: TablePlace, language: Language) -> int:
    """The exit code, or the one sentence about what went wrong; whoever leaves has done nothing wrong."""
    code = REFUSED if ended.reason is not None else EXITS[ended.how]
    if code != DONE:
        raise ToldError(language.ended(ended, str(place)), code)
    return code


def seat_waits(language: Language, arguments: argparse.Namespace, place: str) -> str:
    """How somebody comes back to their seat."""
    line = f"odin join {place.removesuffix(f':{PORT}')}{data_flag(arguments)}"
    # Behind the sentence, not in it: what is to be copied has no other signs around it.
    return f"{language('Your seat waits for you; come back with:')} {line}"
