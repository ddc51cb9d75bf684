"""The hosting player's own seat: a session and a table in one process, without a handshake."""

import asyncio
import secrets
import time
from collections.abc import Callable
from random import Random

from clients.news import Judged, News
from clients.robot import Robot
from clients.session import JoinRequest
from clients.transport import call_later
from odin_net.bots.policies import POLICIES
from odin_net.commands.own_seat import OwnSeatStore
from odin_net.doors.inside import InsideWire
from odin_net.game.options import Starter
from odin_net.game.rules import Move
from odin_net.game.state import PlayerView
from odin_net.host import steps
from odin_net.host.journal import NoJournal
from odin_net.host.server import Server
from odin_net.host.table import Opening, open_table
from protocol.audit import Result
from protocol.messages import AddBot, OptionsPart, SetOptions, SetPace, Start, TableCode
from tests.helpers import LONG

SECRET = bytes(range(32))


class Owner:
    """A robot that hosts, and remembers what it heard."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.robot = Robot(self._think, lambda _: None, call_later)
        self._heard = asyncio.Event()

    def _think(self, view: PlayerView, done: Callable[[Move], None]) -> None:
        done(POLICIES["random"](view, Random(1)))

    def heard(self, news: News) -> None:
        self.news.append(news)
        self._heard.set()
        self.robot.heard(news)

    def verdicts(self) -> list[Result]:
        return [news.verdict.result for news in self.news if isinstance(news, Judged)]

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(LONG):
            while not condition():
                self._heard.clear()
                await self._heard.wait()


async def test_the_owner_sets_a_table_up_and_plays_at_it_without_a_network() -> None:
    told: list[steps.News] = []
    table, first = open_table(Opening(owner=SECRET, code="raven-oak-fjord"), secrets.token_bytes, time.time())
    server = Server(table, first, NoJournal(), told.append)
    await server.open()
    owner = Owner()
    wire = InsideWire(server, JoinRequest("Ann", "raven-oak-fjord"), OwnSeatStore(SECRET, "Ann"), owner)
    owner.robot.attach(wire.session)
    playing = asyncio.create_task(wire.take_part())
    try:
        await owner.until(lambda: wire.session.caught_up and wire.session.seat == 0)
        assert wire.session.owner
        assert any(isinstance(news, TableCode) and news.words == "raven-oak-fjord" for news in owner.news)
        wire.session.send(SetPace(0, 0))
        wire.session.send(SetOptions(OptionsPart(1, "6", Starter.LAST)))
        wire.session.send(AddBot("random"))
        wire.session.send(AddBot("easy"))
        wire.session.send(Start())
        await owner.until(lambda: any(isinstance(news, steps.GameFinished) for news in told) and owner.verdicts() != [])
        assert set(owner.verdicts()) == {Result.CHECKED}
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await server.close()
