"""The last game, shown again to everybody: the owner steps, and the table only says where they are. SPEC 6.

Who followed that game has its log. Who came later is sent it first, once a link.
"""

from collections.abc import Iterator

from odin_net.game.state import Phase
from odin_net.host.core import Core, Guest
from odin_net.host.feed import CHUNK
from protocol.log import Log
from protocol.messages import MAX_BATCH, PastLog, StepShown

# A game of people has a tenth of it, and what a link may be sent beside the log is limited: see `feed`.
MOST_BYTES = 1 << 20


class SharedReplay:
    """Which step is shown, if any is. A host that was restarted shows none."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._step: int | None = None

    def show(self, step: int | None) -> bool:
        """Show everybody this step, or None: no more; False if there is no such step, or no time for it."""
        log = self._log
        if step is not None and (log is None or step >= len(log)):
            return False
        self._step = step
        for guest in self._core.guests.values():
            if guest.seat_link is not None or guest.watches:
                self._tell(guest)
        return True

    def greet(self, guest: Guest) -> None:
        """Tell somebody who has come in what is shown."""
        if self._step is not None:
            self._tell(guest)

    def advance(self) -> None:
        """A game that begins ends it, for clients by its own event."""
        if self._core.phase is not Phase.LOBBY:
            self._step = None

    @property
    def _log(self) -> Log | None:
        """That of the game before, as long as the next one has not begun; None if it is too long to be sent."""
        finished = self._core.finished
        if finished is None or self._core.phase is not Phase.LOBBY or finished.log.size > MOST_BYTES:
            return None
        return finished.log

    def _tell(self, guest: Guest) -> None:
        log = self._log
        if log is None:
            return
        if not guest.has_past_log and self._step is not None:
            for part in parts_of(log):
                self._core.tell(guest.link, part)
            guest.has_past_log = True
        self._core.tell(guest.link, StepShown(log.game, self._step))


def parts_of(log: Log) -> Iterator[PastLog]:
    """All of a log, in messages that fit into frames."""
    first, size = 0, 0
    for seq, raw in enumerate(log.raw):
        if seq > first and (size + len(raw) > CHUNK or seq - first == MAX_BATCH):
            yield PastLog(log.game, first, tuple(log.raw[first:seq]))
            first, size = seq, 0
        size += len(raw)
    yield PastLog(log.game, first, tuple(log.raw[first:]))
