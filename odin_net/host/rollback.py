"""How a table answers who comes back with a part of the log: it goes on, was rolled back, or somebody lies. SPEC 9."""

from typing import NamedTuple

from odin_net.game.events import DealAborted, Event, SeatChanged
from odin_net.host.core import Core
from protocol.log import Log
from protocol.messages import RolledBack, Sync

# More restarts than one game has seen; the oldest are forgotten.
MOST_POINTS = 64


class LogPart(NamedTuple):
    """A log, and where to go on in it."""

    log: Log
    seq: int


def kept_by(events: list[Event]) -> int:
    """How many of a restarted host's events everybody has who had seen more than it kept.

    What a restart itself logs is not counted: if the host was restarted twice, perhaps nobody has seen it.
    """
    count = len(events)
    while count and isinstance(events[count - 1], SeatChanged | DealAborted):
        count -= 1
    return count


def note_restart(core: Core, events: list[Event]) -> None:
    """Remember until the end of this game that somebody may have seen more of it than these events."""
    core.memo.resumed = sorted({*core.memo.resumed, kept_by(events)})[-MOST_POINTS:]
    core.remember()


def answer(core: Core, sync: Sync) -> list[LogPart] | RolledBack | None:
    """The logs to go on with, or how far this host was rolled back; None: what they saw is in no log of this table."""
    log, finished = core.log, core.finished
    if sync.game == log.game:
        seq = log.resume_at(sync)
        return _rolled_back(core, sync.seq) if seq is None else [LogPart(log, seq)]
    if finished is not None and sync.game == finished.log.game:
        seq = finished.log.resume_at(sync)
        return None if seq is None else [LogPart(finished.log, seq), LogPart(log, 0)]
    if sync.game is not None and sync.game not in core.games and core.memo.resumed:
        return _rolled_back(core, len(log) + 1)  # They had all of this game: wherever we stopped, that is before it.
    return [LogPart(log, 0)]


def _rolled_back(core: Core, seq: int) -> RolledBack | None:
    """The answer to a client that has `seq` events, and others than we; None if this host never lost any of this game.

    A client that came back after a restart has all that was kept then. So of the restarts that lie before `seq` the
    latest one counts.
    """
    points = [point for point in core.memo.resumed if point < seq]
    return RolledBack(core.log.game, points[-1], core.log.digest_at(points[-1])) if points else None
