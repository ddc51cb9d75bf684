"""What the hosting player's own seat is told about the table."""

import argparse
import asyncio
import secrets
import socket
import time
from ipaddress import ip_address
from pathlib import Path
from typing import cast

import pytest
from prompt_toolkit.input import create_pipe_input

from clients.invitation import Invitation
from clients.language import Language
from clients.terminal.frame import Settings
from clients.terminal.stage import Stage
from odin_net.commands import console, host, own_seat
from odin_net.commands.own_seat import OwnSeat
from odin_net.commands.serve import Manner, Prepared
from odin_net.host.journal import JournalFile, NoJournal
from odin_net.host.server import Server
from odin_net.host.table import Opening, open_table
from tests.helpers import LONG
from tests.helpers.screens import Terminal

TONGUE = Language("en")


async def test_who_resumes_a_table_sees_the_paces_that_it_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table, first = open_table(Opening(owner=bytes(32), bot_ms=500), secrets.token_bytes, time.time())
    table.memo.people_ms = 30_000
    server = Server(table, first, NoJournal(), lambda _: None)
    await server.open()
    prepared = Prepared(table, first, cast(JournalFile, None), cast(socket.socket, None), "", "Ann")
    look = {"theme": None, "no_color": False, "no_motion": False, "ascii": False}
    arguments = argparse.Namespace(name=None, resume="", plain=False, data=str(tmp_path), **look)
    terminal, nobody = Terminal(), Invitation((ip_address("127.0.0.1"),))
    with create_pipe_input() as keys:
        monkeypatch.setattr(console, "open_stage", lambda _: Stage(keys, terminal.output))
        sitting = asyncio.create_task(host.sit_down(arguments, prepared, Manner(TONGUE, ""), server, nobody))
        await terminal.until("bots take 0.5 s")
        await terminal.until("turn clock: 30 s")
        keys.close()
        async with asyncio.timeout(LONG):
            await sitting
    await server.close()


async def test_the_hosting_players_screen_says_that_the_disk_is_slow(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = bytes(32)
    table, first = open_table(Opening(owner=secret), secrets.token_bytes, time.time())
    server = Server(table, first, NoJournal(), lambda _: None)
    await server.open()
    terminal = Terminal()
    with create_pipe_input() as keys:
        monkeypatch.setattr(console, "open_stage", lambda _: Stage(keys, terminal.output))
        seat = OwnSeat(secret, "Ann", True, tmp_path)
        sitting = asyncio.create_task(own_seat.sit_on_screen(server, seat, Settings(), TONGUE))
        await terminal.until("lobby")
        server._slow_down()
        await terminal.until("The disk of this computer is slow")
        keys.close()
        async with asyncio.timeout(LONG):
            assert await sitting is TONGUE
    await server.close()
