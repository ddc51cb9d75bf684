"""A table that runs in this process: its console, its records, its place on the network, and how it ends."""

import argparse
import asyncio
import socket
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, assert_never

from clients.invitation import Invitation, invitation_to
from clients.language import Language
from clients.language.verdicts import seen_more
from odin_net.commands.console import columns_of, mention, on_signals, records_of, say, warn, wrapped
from odin_net.commands.flags import data_flag
from odin_net.errors import DONE, INTERRUPTED, OdinError
from odin_net.host import saved_tables, steps
from odin_net.host.doorway import Door
from odin_net.host.journal import JournalFile
from odin_net.host.resume import GameLog, game_of
from odin_net.host.server import Server
from odin_net.host.table import Table
from odin_net.lan.addresses import chosen_address, joinable_addresses, parse_bind
from odin_net.lan.announcements import Announced
from odin_net.lan.endpoint import format_address
from odin_net.records.folder import write_record
from protocol import codes

if TYPE_CHECKING:
    from odin_net.lan.discovery import Announcer

# What those begin with who come by these doors.
BROWSERS, SSH_CLIENTS = b"GET ", b"SSH-"


class Prepared(NamedTuple):
    """All that is needed to serve a table."""

    table: Table
    first: steps.Step
    journal: JournalFile
    listener: socket.socket
    bind: str
    """The address to listen on; empty for all."""
    name: str
    """Whose table it is, until the hosting player has sat down; a headless one has nobody else to be called after."""
    unrecorded: tuple[tuple[int, GameLog], ...] = ()
    """Games that an earlier run finished and had no time to record, with their numbers."""


# The hosting player's own seat: it is given the table and how others come to it, and ends when they go.
# The language is the one that they spoke at last.
Sit: TypeAlias = Callable[[Server, Invitation], Coroutine[Any, Any, Language]]


class Manner(NamedTuple):
    """How a host speaks to who started it."""

    language: Language
    resume_with: str
    """The line that takes this table up again."""
    quiet: bool = False
    """Whether a screen is in the way of lines."""


async def serve(
    data: Path, prepared: Prepared, manner: Manner, sit: Sit | None = None, doors: Sequence[Door] = ()
) -> int:
    """Serve a table until it is over, to our own clients and to who comes by one of these doors."""
    return await Hosting(data, prepared, manner, sit, doors).run()


class Hosting:
    """A table that runs, and its console."""

    def __init__(
        self, data: Path, prepared: Prepared, manner: Manner, sit: Sit | None, doors: Sequence[Door] = ()
    ) -> None:
        self._data, self._prepared, self._sit, self._doors = data, prepared, sit, doors
        self._language, self._resume_with, self._quiet = manner
        self._records: list[Path] = []
        self._waits_for = 0
        """How many people were missing when that was said last."""
        self._interrupted = asyncio.Event()
        self._news: asyncio.Queue[steps.News] = asyncio.Queue()
        self._address = chosen_address(parse_bind(prepared.bind or None)).address
        self._announcer: Announcer | None = None
        self._server = Server(prepared.table, prepared.first, prepared.journal, self._announce)

    async def run(self) -> int:
        """Serve until all games are played, or somebody ends it."""
        server, journal = self._server, self._prepared.journal
        with on_signals(self._interrupted.set):
            try:
                await server.open(self._prepared.listener, self._doors)
            except OSError as error:
                raise OdinError(
                    "the journal cannot be written ({why}): make room on the disk.", why=error.strerror
                ) from None
            self._say_open()
            announcing = asyncio.create_task(self._tell_the_network())
            for number, game in self._prepared.unrecorded:
                await self._record(number, game)
            reporting = asyncio.create_task(self._report())
            left = await self._wait()
            announcing.cancel()
            # Not the first alone: should a report fail, the news behind it would be waited for without end.
            await first_of(self._news.join(), asyncio.wait([reporting]))
            reporting.cancel()
            await asyncio.gather(server.close(), self._leave_the_network())
        if not server.over.is_set():
            if self._prepared.table.is_untouched:
                self._say_good_bye([])
                saved_tables.remove(journal)
                return DONE if left else INTERRUPTED
            journal.close()
            self._say_good_bye([table_waits(self._language, self._resume_with)])
            return DONE if left else INTERRUPTED
        self._say_good_bye([])
        if self._prepared.table.memo.recorded < self._prepared.table.memo.played:
            journal.close()  # It is all that there is of a game.
        else:
            saved_tables.remove(journal)
        self._say("bye")
        return DONE

    async def _wait(self) -> bool:
        """Wait until the table is over, somebody ends it, or the hosting player goes; whether it was that."""
        waits = [asyncio.create_task(self._server.over.wait()), asyncio.create_task(self._interrupted.wait())]
        sitting = None
        if self._sit is not None:
            sitting = asyncio.create_task(self._sit(self._server, self._invitation()))
        # A player who sees the last points leaves when they like: the table being over ends a headless one only.
        wanted = [waits[1], sitting] if sitting is not None else waits
        await asyncio.wait(wanted, return_when=asyncio.FIRST_COMPLETED)
        left = sitting is not None and sitting.done()
        for task in [*waits, *([sitting] if sitting is not None else [])]:
            task.cancel()
        if sitting is not None:
            with suppress(asyncio.CancelledError):
                self._language = await sitting
        return left

    def _invitation(self) -> Invitation:
        """How others come to this table. By which key an ssh client knows it is looked up later: it takes a moment."""
        openings = {opening for door in self._doors for opening in door.openings}
        addresses = [one.address for one in joinable_addresses(parse_bind(self._prepared.bind or None))]
        port = self._prepared.listener.getsockname()[1]
        return invitation_to(addresses, port, web=BROWSERS in openings, ssh=SSH_CLIENTS in openings)

    def _say_good_bye(self, lines: list[str]) -> None:
        """After a screen the shell shows where to go on; whoever reads lines has read of the records already."""
        for line in [*records_of(self._language, self._records), *lines] if self._quiet else []:
            say(wrapped(line, columns_of(sys.stdout)))
        if not self._quiet:
            for line in lines:
                mention(line)

    def _say(self, line: str) -> None:
        if not self._quiet:
            say(line)

    def _warn(self, line: str) -> None:
        if not self._quiet:
            warn(line)

    def _say_open(self) -> None:
        prepared = self._prepared
        port = prepared.listener.getsockname()[1]
        code = prepared.table.memo.code
        address = format_address(str(self._address), port)
        self._say(f"table open at {address}, {f'code {code}' if code else 'open to all'}")

    async def _tell_the_network(self) -> None:
        """Announce the table for who looks for one. The code decides; without it people join by the address."""
        if self._address.is_loopback:
            return
        from odin_net.lan.discovery import Announcer  # noqa: PLC0415  A table on this computer only needs none.

        # Known from the first moment: the lobby may change while this takes its time, and the host may end.
        self._announcer = Announcer(self._address)
        failed = await self._announcer.start(self._announced())
        if failed is not None:
            self._warn(self._language("this table is not announced ({why}): people join it by its address", why=failed))

    def _update_network(self) -> None:
        if self._announcer is not None:
            self._announcer.update(self._announced())

    async def _leave_the_network(self) -> None:
        if self._announcer is not None:
            await self._announcer.stop()

    def _announced(self) -> Announced:
        table = self._prepared.table
        port = self._prepared.listener.getsockname()[1]
        is_open = table.memo.code == codes.OPEN
        name = table.owner_name or self._prepared.name
        return Announced(table.memo.table, name, port, table.players, table.memo.capacity, is_open, table.is_playing)

    def _announce(self, news: steps.News) -> None:
        self._news.put_nowait(news)

    async def _report(self) -> None:
        """Say what happens, in its order, and without keeping the table waiting."""
        while True:
            news = await self._news.get()
            match news:
                case steps.GameBegan(number):
                    self._say(f"game {number} started")
                    self._update_network()
                case steps.CodeChanged(words):
                    if self._sit is None:  # An owner is told at the table.
                        self._say(f"new code {words}")
                case steps.GameFinished(number):
                    self._update_network()
                    await self._record(number, game_of(news))
                case steps.LobbyChanged(players, seats):
                    self._lobby_changed(seats - players)
                case steps.MoreSeen(name):
                    if self._sit is None:
                        self._warn(seen_more(self._language, name))
                case steps.DiskChanged(disk_failed):
                    language = self._language
                    self._warn(
                        language("the disk takes no writes: the table waits")
                        if disk_failed
                        else language("the disk takes writes again: it goes on")
                    )
                case steps.DiskFoundSlow():
                    self._warn(self._language("this disk is slow: a power cut may cost the last second of the game"))
                case steps.TableOver():
                    pass  # The server has ended by itself.
                case _:
                    assert_never(news)
            self._news.task_done()

    def _lobby_changed(self, missing: int) -> None:
        self._update_network()
        if self._sit is None and missing and missing != self._waits_for:
            mention(
                self._language.many("Waiting for {count} more person.", "Waiting for {count} more people.", missing)
            )
        self._waits_for = missing

    async def _record(self, number: int, game: GameLog) -> None:
        """Write the record of a game, in a thread."""
        try:
            played = game.played_at(self._prepared.table.memo.table)
            path = await asyncio.to_thread(write_record, self._data, played, replaces=True)
        except (OSError, OdinError) as error:
            language = self._language
            why = error.saying if isinstance(error, OdinError) else str(error)
            self._warn(
                language(
                    "the record of game {number} cannot be written ({why}): --resume tries it again",
                    number=number,
                    why=why,
                )
            )
            return
        if path is not None:
            self._records.append(path)
            self._say(f"record {path}")
        self._server.happened(steps.Recorded(number))


async def first_of(*waits: Coroutine[object, object, object]) -> None:
    """Wait until one of these is done."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


def resume_line(arguments: argparse.Namespace, table: str) -> str:
    """What takes the table with this number up again."""
    return f"odin host --resume {table[:8]}{data_flag(arguments)}"


def table_waits(language: Language, line: str) -> str:
    """How a table is taken up again."""
    return f"{language('This table can go on with:')} {line}"
