"""What the hosting player's own seat is told about the table."""

import argparse
import asyncio
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from clients.join_flow import JoinFlow
from clients.language import Language
from clients.model import Seen
from clients.news import DiskIsSlow
from clients.terminal.frame import Settings
from clients.terminal.scene import TableScene
from clients.terminal.screens import join as join_screen
from odin_net.commands import console, host, own_seat
from odin_net.commands.own_seat import OwnSeat
from odin_net.commands.serve import Manner, Prepared
from odin_net.host.journal import JournalFile, NoJournal
from odin_net.host.server import Server
from odin_net.host.table import Opening, open_table
from protocol.messages import USUAL_TERMS
from tests.helpers import LONG

TONGUE = Language("en")


async def shown_to_owner(
    monkeypatch: pytest.MonkeyPatch, sit: Callable[[], Awaitable[object]], until: Callable[[Seen], bool]
) -> Seen:
    """What the hosting player's screen has once this is so."""
    drawn = asyncio.Event()
    scene = TableScene(TONGUE, Settings(), drawn.set, lambda: None)

    @asynccontextmanager
    async def no_stage(_: Settings) -> AsyncIterator[None]:
        yield

    async def join(
        _: None, language: Language, __: Settings, flow: JoinFlow, dial: join_screen.Dial
    ) -> tuple[None, Language]:
        part = asyncio.create_task(dial(flow.join_request, scene))
        while not until(scene.seen):
            drawn.clear()
            await drawn.wait()
        seen.append(scene.seen)
        scene.leave()
        await part
        return None, language

    seen: list[Seen] = []
    monkeypatch.setattr(console, "open_stage", no_stage)
    monkeypatch.setattr(join_screen, "join_on_stage", join)
    async with asyncio.timeout(LONG):
        await sit()
    scene.close()
    return seen[0]


async def test_who_resumes_a_table_sees_the_paces_that_it_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table, first = open_table(Opening(owner=bytes(32), bot_ms=500), secrets.token_bytes, time.time())
    table.memo.people_ms = 30_000
    server = Server(table, first, NoJournal(), lambda _: None)
    await server.open()
    prepared = Prepared(table, first, cast(JournalFile, None), cast(socket.socket, None), "", "Ann")
    look = {"theme": None, "no_color": False, "ascii": False}
    arguments = argparse.Namespace(name=None, resume="", plain=False, data=str(tmp_path), **look)
    seen = await shown_to_owner(
        monkeypatch,
        lambda: host.sit_down(arguments, prepared, Manner(TONGUE, ""), server, []),
        lambda seen: seen.terms != USUAL_TERMS,
    )
    assert (seen.terms.bots, seen.terms.people) == (500, 30_000)
    await server.close()


async def test_the_hosting_players_screen_says_that_the_disk_is_slow(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = bytes(32)
    table, first = open_table(Opening(owner=secret), secrets.token_bytes, time.time())
    server = Server(table, first, NoJournal(), lambda _: None)
    await server.open()
    server._slow_down()
    seat = OwnSeat(secret, "Ann", True, tmp_path)
    seen = await shown_to_owner(
        monkeypatch,
        lambda: own_seat.sit_on_screen(server, seat, Settings(), TONGUE),
        lambda seen: DiskIsSlow() in seen.told,
    )
    assert DiskIsSlow() in seen.told
    await server.close()
