"""A table that runs in this process: its console, its records, its place on the network, and how it ends."""

import asyncio
import socket
import sys
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from odin_net.commands.signals import on_signals
from odin_net.exits import DONE, INTERRUPTED, OdinError
from odin_net.files import make_private_folder, write_private
from odin_net.host import shelf, steps
from odin_net.host.addresses import chosen_address, parse_bind
from odin_net.host.announcements import Announced
from odin_net.host.journal import JournalFile
from odin_net.host.recording import record_name, record_of
from odin_net.host.resuming import GameLog
from odin_net.host.server import Server
from odin_net.host.table import Table
from odin_net.ports import format_address
from protocol import codes
from protocol.codec import decode_event

if TYPE_CHECKING:
    from odin_net.host.discovery import Announcer

RECORDS = "games"


class Prepared(NamedTuple):
    """All that is needed to serve a table."""

    table: Table
    first: steps.Step
    journal: JournalFile
    listener: socket.socket
    bind: str
    """The address to listen on; empty for all."""
    name: str = "Odin"
    """What the network is told about whose table it is."""
    unrecorded: tuple[tuple[int, GameLog], ...] = ()
    """Games that an earlier run finished and had no time to record, with their numbers."""


async def serve(data: Path, prepared: Prepared) -> int:
    return await Hosting(data, prepared).run()


class Hosting:
    """A table that runs, and its console."""

    def __init__(self, data: Path, prepared: Prepared) -> None:
        self._data, self._prepared = data, prepared
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
                await server.open(self._prepared.listener)
            except OSError as error:
                raise OdinError(f"the journal cannot be written ({error.strerror}): make room on the disk.") from None
            self._say_open()
            announcing = asyncio.create_task(self._tell_the_network())
            for number, game in self._prepared.unrecorded:
                await self._record(number, game)
            reporting = asyncio.create_task(self._report())
            await first_of(server.over.wait(), self._interrupted.wait())
            announcing.cancel()
            # Not the first alone: should a report fail, the news behind it would be waited for without end.
            await first_of(self._news.join(), asyncio.wait([reporting]))
            reporting.cancel()
            await asyncio.gather(server.close(), self._leave_the_network())
        if not server.over.is_set():
            journal.close()
            return INTERRUPTED
        if self._prepared.table.memo.recorded < self._prepared.table.memo.played:
            journal.close()  # It is all that there is of a game.
        else:
            shelf.remove(journal)
        say("bye")
        return DONE

    def _say_open(self) -> None:
        prepared = self._prepared
        port = prepared.listener.getsockname()[1]
        self._server.happened(steps.Placed(prepared.bind, port))
        code = prepared.table.memo.code
        address = format_address(str(self._address), port)
        say(f"table open at {address}, {f'code {code}' if code else 'open to all'}")

    async def _tell_the_network(self) -> None:
        """Announce the table for who looks for one. The code decides; without it people join by the address."""
        if self._address.is_loopback:
            return
        from odin_net.host.discovery import Announcer  # noqa: PLC0415  A table on this computer only needs none.

        # Known from the first moment: the lobby may change while this takes its time, and the host may end.
        self._announcer = Announcer(self._address)
        failed = await self._announcer.start(self._announced())
        if failed is not None:
            warn(f"this table is not announced ({failed}): people join it by its address")

    async def _leave_the_network(self) -> None:
        if self._announcer is not None:
            await self._announcer.stop()

    def _announced(self) -> Announced:
        table = self._prepared.table
        port = self._prepared.listener.getsockname()[1]
        is_open = table.memo.code == codes.OPEN
        return Announced(table.memo.table, self._prepared.name, port, table.players, table.memo.capacity, is_open)

    def _announce(self, news: steps.News) -> None:
        self._news.put_nowait(news)

    async def _report(self) -> None:
        """Say what happens, in its order, and without keeping the table waiting."""
        while True:
            news = await self._news.get()
            match news:
                case steps.GameBegan(number):
                    say(f"game {number} started")
                case steps.CodeChanged(words):
                    say(f"new code {words}")
                case steps.GameFinished(number, finished, times):
                    game = GameLog(finished, list(map(decode_event, finished.raw)), list(times))
                    await self._record(number, game)
                case steps.LobbyChanged() if self._announcer is not None:
                    self._announcer.update(self._announced())
                case steps.DiskChanged(stuck):
                    warn(f"the disk takes {'no writes: the table waits' if stuck else 'writes again: it goes on'}")
                case _:
                    pass
            self._news.task_done()

    async def _record(self, number: int, game: GameLog) -> None:
        """Write the record of a game, in a thread."""
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
