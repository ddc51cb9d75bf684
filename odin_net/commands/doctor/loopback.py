"""A join on this computer, at a table of its own: does what Odin needs work here at all?"""

import asyncio
import secrets
import tempfile
from pathlib import Path

from clients.news import CaughtUp, News
from clients.seat_store import NoStore
from clients.session import JoinRequest
from clients.transport import Wire
from odin_net.host.journal import create
from odin_net.host.server import Server, listen
from odin_net.host.table import Opening, open_table

LOOPBACK = "127.0.0.1"


class JoinFailed(Exception):
    """The join was begun and came to nothing."""


async def loopback_join() -> None:
    """Open a real table on the loopback and come in to watch. OSError or JoinFailed if that does not work."""
    with tempfile.TemporaryDirectory() as folder:
        listener = listen(LOOPBACK, 0)
        journal = create(Path(folder) / "doctor.journal")
        table, first = open_table(Opening(), secrets.token_bytes, 0.0)
        server = Server(table, first, journal, lambda _: None)
        try:
            await server.open(listener)
            await _watch(listener.getsockname()[1], table.memo.code)
        finally:
            await server.close()
            journal.close()


async def _watch(port: int, code: str) -> None:
    visitor = _Visitor()
    wire = Wire(LOOPBACK, port, JoinRequest("Doctor", code, watch=True, patience=0.0), visitor, visitor)
    joining = asyncio.create_task(wire.take_part())
    seeing = asyncio.create_task(visitor.is_in.wait())
    try:
        await asyncio.wait((joining, seeing), return_when=asyncio.FIRST_COMPLETED)
        if not visitor.is_in.is_set():
            raise JoinFailed
    finally:
        seeing.cancel()
        joining.cancel()
        await asyncio.gather(joining, seeing, return_exceptions=True)


class _Visitor(NoStore):
    """Looks in and keeps nothing."""

    def __init__(self) -> None:
        self.is_in = asyncio.Event()

    def heard(self, news: News) -> None:
        if isinstance(news, CaughtUp):
            self.is_in.set()
