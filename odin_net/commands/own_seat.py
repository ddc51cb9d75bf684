"""The hosting player's own seat at a table of this process: on a screen, or in lines."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clients.interfaces import Listener
from clients.language import Tongue
from clients.news import CaughtUp, DiskIsSlow, Ended, News
from clients.own_name import NameKeeper
from clients.session import Session, Wish
from odin_net.commands import console
from odin_net.commands.inside import InsideWire
from odin_net.host.server import Server
from protocol.codes import OPEN

if TYPE_CHECKING:
    from clients.terminal.frame import Settings
    from clients.terminal.scene import TableScene


@dataclass(frozen=True, slots=True, repr=False)
class Seat:
    """What it takes to sit down."""

    secret: bytes
    name: str
    name_is_known: bool
    data: Path
    starts: bool = False
    """Whether the game starts at once."""

    @property
    def wish(self) -> Wish:
        return Wish(self.name, OPEN)


async def sit_on_screen(server: Server, seat: Seat, settings: "Settings", tongue: Tongue) -> Tongue:
    """Play on this terminal until somebody goes, or the table is over; the language that they spoke at last."""
    from clients.terminal.screens.join import Joining, join_on_stage  # noqa: PLC0415  Lines need none of it.

    async def dial(wish: Wish, scene: "TableScene") -> Ended:
        wire = _sit(server, seat, wish, scene)
        scene.attach(wire.session)
        telling = asyncio.create_task(_tell_if_slow(server, scene))
        try:
            return await wire.take_part()
        finally:
            telling.cancel()

    async with console.open_stage(settings) as stage:
        joining = Joining(seat.wish, seat.name_is_known, has_seat=False)
        _, tongue = await join_on_stage(stage, tongue, settings, joining, dial)
    return tongue


async def _tell_if_slow(server: Server, listener: Listener) -> None:
    """Whoever reads lines reads it on the console; a screen hides that."""
    await server.disk_is_slow.wait()
    listener.heard(DiskIsSlow())


async def sit_in_lines(server: Server, seat: Seat, tongue: Tongue) -> Tongue:
    """Play in lines, from standard input, until that ends or the table is over; the language that was spoken last."""
    from clients.plain import Narrator, attend, line_writer  # noqa: PLC0415  A screen needs none of it.

    lines = line_writer(sys.stdout, console.fitted_to(sys.stdout))
    narrator = Narrator(tongue, lines, starts=seat.starts, by_hand=console.has_keyboard())
    wire = _sit(server, seat, seat.wish, narrator)
    narrator.attach(wire.session)
    await attend(wire, narrator, sys.stdin)
    return narrator.tongue


def _sit(server: Server, seat: Seat, wish: Wish, then: Listener) -> InsideWire:
    """The way to the table, with all that listens on it besides this one."""
    beginner = Beginner(then)
    keeper = NameKeeper(beginner if seat.starts else then, seat.data)
    wire = InsideWire(server, wish, seat.secret, keeper)
    beginner.attach(wire.session)
    keeper.attach(wire.session)
    return wire


class Beginner:
    """Passes all news on, and is ready as soon as its session is in: bots always are, and so the game starts."""

    def __init__(self, then: Listener) -> None:
        self._then = then
        self._session: Session | None = None

    def attach(self, session: Session) -> None:
        """Start with this one."""
        self._session = session

    def heard(self, news: News) -> None:
        """Look for the moment, and pass this on."""
        self._then.heard(news)
        if isinstance(news, CaughtUp) and self._session is not None:
            session, self._session = self._session, None
            session.ready()
