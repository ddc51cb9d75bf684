"""`odin play`: a table of your own with bots, in this process, without a network."""

import argparse
import asyncio
import secrets
import sys
import time
from pathlib import Path

from msgspec.structs import replace

from clients.own_name import own_name
from odin_net.commands import console
from odin_net.commands.arguments import read_options
from odin_net.commands.flags import read_bot_level, read_pace
from odin_net.commands.own_seat import OwnSeat, sit_in_lines, sit_on_screen
from odin_net.errors import DONE, OdinError
from odin_net.files import data_folder
from odin_net.game.options import MAX_PLAYERS
from odin_net.host import steps
from odin_net.host.journal import NoJournal
from odin_net.host.server import Server
from odin_net.host.table import Opening, open_table
from protocol import codes
from protocol.messages import SECRET

DEFAULT_BOTS = 3


def run(arguments: argparse.Namespace) -> int:
    if not arguments.plain:
        console.require_terminal()
    return asyncio.run(play(arguments))


async def play(arguments: argparse.Namespace) -> int:
    """Open a table, sit down, and start."""
    secret = secrets.token_bytes(SECRET)
    table, first = open_table(read_opening(arguments, secret), secrets.token_bytes, time.time())
    data = data_folder(arguments.data)
    records = Records(data, table.memo.table)
    server = Server(table, first, NoJournal(), records.hear)
    await server.open()
    seat = OwnSeat(secret, own_name(arguments.name, data), name_is_known=True, data=data, starts=True)
    language = console.language_of(arguments)
    try:
        if arguments.plain:
            await sit_in_lines(server, seat, language)
        else:
            tip = language("Pick cards by their number. Enter: play them, ?: help.")
            look = replace(console.settings_of(arguments), tip=tip, hosting=True, alone=True)
            language = await sit_on_screen(server, seat, look, language)
    finally:
        await server.close()
        await records.close()
    if not arguments.plain:
        for line in console.records_of(language, records.written):
            print(console.wrapped(line, console.columns_of(sys.stdout)))
    return DONE


def read_opening(arguments: argparse.Namespace, secret: bytes) -> Opening:
    """How the table is to be; OdinError if it cannot be so."""
    bots = DEFAULT_BOTS if arguments.bots is None else arguments.bots
    if not 1 <= bots < MAX_PLAYERS:
        raise OdinError("{flag} is a number from {least} to {most}.", flag="--bots", least=1, most=MAX_PLAYERS - 1)
    return Opening(
        read_options(arguments, bots + 1),
        codes.OPEN,
        secret,
        bots=bots,
        level=read_bot_level(arguments.level),
        bot_ms=read_pace(arguments.pace),
    )


class Records:
    """Writes a record of each game that is played, while the next one goes on."""

    def __init__(self, data: Path, table: bytes) -> None:
        self._data, self._table = data, table
        self.written: list[Path] = []
        self._writing: set[asyncio.Task[None]] = set()

    def hear(self, news: steps.News) -> None:
        """Look for games that are over."""
        if isinstance(news, steps.GameFinished):
            self._writing.add(asyncio.create_task(self._write(news)))

    async def _write(self, finished: steps.GameFinished) -> None:
        from odin_net.host.record_writer import game_of, write_record  # noqa: PLC0415  It is long until a game is over.

        try:
            path = await asyncio.to_thread(write_record, self._data, game_of(finished), self._table, finished.number)
        except (OSError, OdinError):
            return  # It was a game against bots: nobody is to be disturbed for it.
        if path is not None:
            self.written.append(path)

    async def close(self) -> None:
        """Wait until all are written."""
        await asyncio.gather(*self._writing)
