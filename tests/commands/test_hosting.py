"""What the hosting player's own seat is told about the table."""

import argparse
import asyncio
import secrets
import socket
import time
from pathlib import Path
from typing import cast

import pytest

from clients.terminal.frame import Settings
from clients.terminal.scene import TableScene
from clients.texts import Tongue
from odin_net.commands import host
from odin_net.commands.hosting import Manner, Prepared
from odin_net.commands.sitting import Seat
from odin_net.host.journal import JournalFile
from odin_net.host.server import Server
from odin_net.host.table import Opening, open_table

TONGUE = Tongue("en")


async def test_who_resumes_a_table_sees_the_paces_that_it_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown: list[Settings] = []

    async def sit(_: Server, seat: Seat, settings: Settings, tongue: Tongue) -> Tongue:
        assert seat.name_is_known
        shown.append(settings)
        await asyncio.sleep(0)
        return tongue

    monkeypatch.setattr(host, "sit_on_screen", sit)
    table, first = open_table(Opening(owner=bytes(32), bot_ms=500), secrets.token_bytes, time.time())
    table.memo.people_ms = 30_000
    prepared = Prepared(table, first, cast(JournalFile, None), cast(socket.socket, None), "", "Ann")
    look = {"theme": None, "no_color": False, "ascii": False}
    arguments = argparse.Namespace(name=None, resume="", plain=False, data=str(tmp_path), **look)
    await host.sit_down(arguments, prepared, Manner(TONGUE, ""), cast(Server, None), [])
    scene = TableScene(TONGUE, shown[0], lambda: None, lambda: None)
    assert (scene.ui.bot_pace, scene.ui.people_pace) == (500, 30_000)
