"""`odin play`: a table of your own with bots, in this process, without a network."""

import argparse
import asyncio
import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from odin_net.records.writer import RecordWriter

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
            if console.remembered(arguments).greeted is None:
                tip = language("Pick cards by their number. Enter: play them, T: the lesson, ?: help.")
                console.keeper_of(arguments)(greeted=True)
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
    """Has a record written of each game that is played, while the next one goes on.

    It was a game against bots: nobody is to be disturbed if one cannot be.
    """

    def __init__(self, data: Path, table: bytes) -> None:
        self._data, self._table = data, table
        self._writer: RecordWriter | None = None

    @property
    def written(self) -> list[Path]:
        """The records, once it is closed."""
        return [] if self._writer is None else self._writer.written

    def hear(self, news: steps.News) -> None:
        """Look for games that are over."""
        if not isinstance(news, steps.GameFinished):
            return
        # It is long until a game is over.
        from odin_net.host.resume import game_of  # noqa: PLC0415
        from odin_net.records.writer import RecordWriter  # noqa: PLC0415

        self._writer = self._writer or RecordWriter(self._data)
        self._writer.write(lambda: game_of(news).played_at(self._table), replaces=True)

    async def close(self) -> None:
        """Wait until all are written."""
        if self._writer is not None:
            await self._writer.close()
