"""The hosting player's own seat: on a screen or in lines, linked in memory with the table of this process."""

import asyncio
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from clients.interfaces import Listener, SeatSecret
from clients.invitation import Invitation
from clients.join_flow import JoinFlow
from clients.language import Language
from clients.name_keeper import NameKeeper
from clients.news import CaughtUp, DiskIsSlow, Ended, News
from clients.seat_store import NoStore
from clients.session import JoinRequest, Session
from odin_net.commands import console
from odin_net.doors.inside import InsideWire
from odin_net.errors import OdinError
from odin_net.host.server import Server
from protocol.codes import OPEN

if TYPE_CHECKING:
    from clients.terminal.frame import Settings
    from clients.terminal.scene import TableScene

# The key by which ssh clients know this computer is read so long after the screen was opened.
KEY_SECONDS = 1.0


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
    from clients.preferences import remember  # noqa: PLC0415  Lines need none of it.
    from clients.terminal.app import TableApp  # noqa: PLC0415

    async def dial(join_request: JoinRequest, scene: "TableScene") -> Ended:
        wire = _sit(server, seat, join_request, scene)
        scene.attach(wire.session)
        telling = [asyncio.create_task(_tell_if_slow(server, scene)), asyncio.create_task(_tell_key(scene, seat.data))]
        try:
            return await wire.take_part()
        finally:
            for task in telling:
                task.cancel()

    async with TableApp(console.open_stage(settings), language, settings, partial(remember, seat.data)) as app:
        await app.join(JoinFlow(seat.join_request, name_is_known=seat.name_is_known), dial)
    return app.language


async def _tell_if_slow(server: Server, listener: Listener) -> None:
    """Whoever reads lines reads it on the console; a screen hides that."""
    await server.disk_is_slow.wait()
    listener.heard(DiskIsSlow())


async def _tell_key(scene: "TableScene", data: Path) -> None:
    """The screen does not wait for it, and comes first: what it takes to read a key is imported after that."""
    if scene.settings.invitation is not None:
        await asyncio.sleep(KEY_SECONDS)
        scene.invite(await _with_key(scene.settings.invitation, data))


async def _with_key(invitation: Invitation, data: Path) -> Invitation:
    """The same with the key by which ssh clients know this computer, if they may come."""
    key = await asyncio.to_thread(_fingerprint, data) if invitation.ssh else None
    return replace(invitation, fingerprint=key)


def _fingerprint(data: Path) -> str | None:
    from odin_net.doors import host_key  # noqa: PLC0415  In a thread: it takes a moment.

    with suppress(OSError, OdinError):
        host_key.load_or_make(data)  # Nobody may have come by that door before.
    return host_key.fingerprint(data)


async def sit_in_lines(
    server: Server, seat: OwnSeat, language: Language, invitation: Invitation | None = None
) -> Language:
    """Play in lines, from standard input, until that ends or the table is over; the language that was spoken last."""
    from clients.plain import Narrator, attend, line_writer  # noqa: PLC0415  A screen needs none of it.

    lines = line_writer(sys.stdout, console.fitted_to(sys.stdout))
    if invitation is not None:
        invitation = await _with_key(invitation, seat.data)
    narrator = Narrator(language, lines, starts=seat.starts, by_hand=console.has_keyboard(), invitation=invitation)
    wire = _sit(server, seat, seat.join_request, narrator)
    narrator.attach(wire.session)
    await attend(wire, narrator, sys.stdin)
    return narrator.language


def _sit(server: Server, seat: OwnSeat, join_request: JoinRequest, then: Listener) -> InsideWire:
    """The way to the table, with all that listens on it besides this one."""
    beginner = Beginner(then)
    keeper = NameKeeper(beginner if seat.starts else then, seat.data)
    wire = InsideWire(server, join_request, OwnSeatStore(seat.secret, join_request.name), keeper)
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


class OwnSeatStore(NoStore):
    """The secret of the hosting player: the table has known it from the start, and no file needs to."""

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret, self._name = secret, name

    def find(self, table: bytes | None) -> SeatSecret | None:
        """The seat at this table. Before it is known which one that is, we join like everybody."""
        return None if table is None else SeatSecret(table, self._secret, self._name)
