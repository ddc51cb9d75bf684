"""What stands in for files: the disk of a host, and the secrets of a client."""

from errno import ENOSPC

from clients.interfaces import SeatSecret
from odin_net.game.events import Event
from odin_net.host.journal import MAGIC, Written, frame, unpack
from protocol.codec import decode_event


class MemoryDisk:
    """A host's journal. It can be full, loses what is not durable when the power goes, and may lie about the rest."""

    def __init__(self) -> None:
        self.data = MAGIC
        self.durable = len(MAGIC)
        self.syncs = 0
        self.is_full = False
        self.full_at: type[Event] | None = None
        """It is full when an event of this kind is to be written."""
        self._ends: list[int] = []

    def append(self, step: bytes, *, durable: bool) -> None:
        self.is_full |= self.full_at is not None and _holds(step, self.full_at)
        if self.is_full:
            raise OSError(ENOSPC, "no space left")
        self.data += frame(step, len(self.data), self.durable)
        self._ends.append(len(self.data))
        if durable:
            self.durable, self.syncs = len(self.data), self.syncs + 1

    @property
    def entries(self) -> list[Written]:
        return unpack(self.data).entries

    @property
    def durable_entries(self) -> list[Written]:
        """What a loss of power leaves."""
        return unpack(self.data[: self.durable]).entries

    def lose_power(self) -> None:
        """What was not durable is gone."""
        self._cut(self.durable)

    def lose(self, count: int) -> None:
        """Lose the last so many entries, which it said were kept; never the first."""
        self._cut(self._ends[max(0, len(self._ends) - 1 - count)])

    def _cut(self, length: int) -> None:
        self.data, self.durable = self.data[:length], min(self.durable, length)
        self._ends = [end for end in self._ends if end <= length]


def _holds(step: bytes, kind: type[Event]) -> bool:
    """Whether an event of this kind is in a step."""
    (written,) = unpack(MAGIC + frame(step, len(MAGIC), 0)).entries
    return any(isinstance(decode_event(raw), kind) for raw in written.events)


class MemoryStore:
    """Secrets of one client in memory, with a diary of what was done with them."""

    def __init__(self, stored: SeatSecret | None = None) -> None:
        self.stored = stored
        self.diary: list[str] = []
        self.address = ""

    def find(self, table: bytes | None) -> SeatSecret | None:
        return self.stored if self.stored is not None and table in (None, self.stored.table) else None

    def keep(self, seat: SeatSecret) -> None:
        self.diary.append("keep")
        self.stored = seat

    def moved(self, address: str) -> None:
        self.address = address

    def forget(self) -> None:
        self.diary.append("forget")
        self.stored = None

    def release(self) -> None:
        self.diary.append("release")
