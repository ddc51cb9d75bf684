"""Whoever has followed a game to its end keeps its record: after each hand all cards of it are public."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from clients.interfaces import Listener
from clients.news import HostRolledBack, Logged, News
from clients.session import Session
from odin_net.game.events import GameEnded, LobbyOpened, TableStopped
from odin_net.game.state import Phase
from protocol.codec import decode_event

if TYPE_CHECKING:
    from odin_net.records.record import PlayedGame
    from odin_net.records.writer import RecordWriter


class RecordKeeper:
    """Passes all news on, notes when each event came, and has a record written when a game is over."""

    def __init__(self, then: Listener, data: Path, now: Callable[[], float] = time.time) -> None:
        self._then, self._data, self._now = then, data, now
        self._session: Session | None = None
        self._writer: RecordWriter | None = None
        self._game = b""
        self._times: list[int | None] = []
        """When each event of this game came, in milliseconds; None for history."""
        self._written: set[bytes] = set()

    def attach(self, session: Session) -> None:
        """Listen to this one."""
        self._session = session

    @property
    def written(self) -> list[Path]:
        """The records, once it is closed."""
        return [] if self._writer is None else self._writer.written

    @property
    def failed(self) -> object:
        """Why a record could not be written, once it is closed; None if all were."""
        return None if self._writer is None else self._writer.failed

    def heard(self, news: News) -> None:
        """Look for the end of a game, and pass this on."""
        self._then.heard(news)
        match news:
            case Logged(seq, event, history):
                if isinstance(event, LobbyOpened) and event.game != self._game:
                    self._game, self._times = event.game, []
                if seq == len(self._times):  # What was told before is told once more after a return.
                    self._times.append(None if history else int(self._now() * 1000))
                if isinstance(event, GameEnded | TableStopped):
                    self._keep()
            case HostRolledBack(_, seq):
                del self._times[seq:]

    async def close(self) -> None:
        """Wait until all records are written."""
        if self._writer is not None:
            await self._writer.close()

    def _keep(self) -> None:
        from odin_net.records.writer import RecordWriter  # noqa: PLC0415  It is long until a game is over.

        session = self._session
        if session is None or session.state is None or session.log is None or session.table is None:
            return
        if session.state.board.phase is not Phase.OVER:
            return  # Something in this log is wrong: the rest of it was never folded.
        self._writer = self._writer or RecordWriter(self._data)
        seen = _Seen(session.table, tuple(session.log.raw), tuple(self._times))
        self._writer.write(seen, replaces=self._game in self._written)
        self._written.add(self._game)


class _Seen:
    """A log as it was at the game's end."""

    def __init__(self, table: bytes, raw: tuple[bytes, ...], times: tuple[int | None, ...]) -> None:
        self._table, self._raw, self._times = table, raw, times

    def __call__(self) -> "PlayedGame":
        from odin_net.records.record import PlayedGame  # noqa: PLC0415  As above.

        return PlayedGame(self._table, list(map(decode_event, self._raw)), self._times)
