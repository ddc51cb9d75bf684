"""The hosting player's own seat: on a screen or in lines, linked in memory with the table of this process."""

import asyncio
import secrets
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from clients.interfaces import Listener, SeatSecret
from clients.join_flow import JoinFlow
from clients.language import Language
from clients.news import CaughtUp, DiskIsSlow, Ended, News
from clients.own_name import NameKeeper
from clients.seat_store import NoStore
from clients.session import JoinRequest, Session
from clients.transport import Pump
from odin_net.commands import console
from odin_net.host.peer import Way
from odin_net.host.server import InsideLink, Server
from odin_net.lan.endpoint import Address
from protocol import pake
from protocol.codes import OPEN
from protocol.inside import InsideClient

if TYPE_CHECKING:
    from clients.terminal.frame import Settings
    from clients.terminal.scene import TableScene


class OwnSeat(Struct, frozen=True):
    """What it takes to sit down."""

    secret: bytes
    name: str
    name_is_known: bool
    data: Path
    starts: bool = False
    """Whether the game starts at once."""

    __repr__ = object.__repr__  # It holds the secret.

    @property
    def join_request(self) -> JoinRequest:
        return JoinRequest(self.name, OPEN)


async def sit_on_screen(server: Server, seat: OwnSeat, settings: "Settings", language: Language) -> Language:
    """Play on this terminal until somebody goes, or the table is over; the language that they spoke at last."""
    from clients.terminal.app import TableApp  # noqa: PLC0415  Lines need none of it.

    async def dial(join_request: JoinRequest, scene: "TableScene") -> Ended:
        wire = _sit(server, seat, join_request, scene)
        scene.attach(wire.session)
        telling = asyncio.create_task(_tell_if_slow(server, scene))
        try:
            return await wire.take_part()
        finally:
            telling.cancel()

    async with TableApp(console.open_stage(settings), language, settings) as app:
        await app.join(JoinFlow(seat.join_request, name_is_known=seat.name_is_known), dial)
    return app.language


async def _tell_if_slow(server: Server, listener: Listener) -> None:
    """Whoever reads lines reads it on the console; a screen hides that."""
    await server.disk_is_slow.wait()
    listener.heard(DiskIsSlow())


async def sit_in_lines(server: Server, seat: OwnSeat, language: Language) -> Language:
    """Play in lines, from standard input, until that ends or the table is over; the language that was spoken last."""
    from clients.plain import Narrator, attend, line_writer  # noqa: PLC0415  A screen needs none of it.

    lines = line_writer(sys.stdout, console.fitted_to(sys.stdout))
    narrator = Narrator(language, lines, starts=seat.starts, by_hand=console.has_keyboard())
    wire = _sit(server, seat, seat.join_request, narrator)
    narrator.attach(wire.session)
    await attend(wire, narrator, sys.stdin)
    return narrator.language


def _sit(server: Server, seat: OwnSeat, join_request: JoinRequest, then: Listener) -> "InsideWire":
    """The way to the table, with all that listens on it besides this one."""
    beginner = Beginner(then)
    keeper = NameKeeper(beginner if seat.starts else then, seat.data)
    wire = InsideWire(server, join_request, seat.secret, keeper)
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


# --- the way to the table, in memory ---


class InsideWire(Pump):
    """One session with the table of this process. The seat of this secret is its own."""

    def __init__(self, server: Server, join_request: JoinRequest, secret: bytes, listener: Listener) -> None:
        store = OwnSeatStore(secret, join_request.name)
        super().__init__(join_request, store, listener, partial(_Inside, server), InsideClient)


class OwnSeatStore(NoStore):
    """The secret of the hosting player: the table has known it from the start, and no file needs to."""

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret, self._name = secret, name

    def find(self, table: bytes | None) -> SeatSecret | None:
        """The seat at this table. Before it is known which one that is, we join like everybody."""
        return None if table is None else SeatSecret(table, self._secret, self._name)


class _Inside:
    """What the session asks for, within this process."""

    def __init__(self, server: Server, wire: Pump) -> None:
        self._server, self._wire = server, wire
        self._loop = asyncio.get_running_loop()

    def now(self) -> float:
        return self._loop.time()

    def random_bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)

    def connect(self, _: Address) -> None:
        self._loop.call_soon(self._dial)

    def look_for(self, table: bytes) -> None:
        pass  # It is in this very process.

    def _dial(self) -> None:
        session = self._wire.session
        link = InsideLink(
            self._server,
            Way.OWNER,
            "inside",
            lambda data: self._wire.call(partial(session.received, data)),
            lambda: self._wire.call(session.lost),
        )
        self._wire.call(partial(session.connected, link))

    def run(self, _: pake.Job) -> None:
        raise AssertionError("nothing is proved within one process")

    async def end(self) -> None:
        await asyncio.sleep(0)  # What was written last is on its way.
