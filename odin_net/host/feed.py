"""What one link still has to get: a cursor in the log, and the few frames that are for it alone.

Nothing is copied for a slow reader: the log is there once for all. Frames for one link wait until it has all events
before them, so that everything comes in the order in which it happened.
"""

from collections import deque
from typing import NamedTuple, TypeAlias, assert_never

from protocol.connection import HostConnection
from protocol.errors import Close
from protocol.log import Log
from protocol.messages import MAX_BATCH, Batch, LogFollows, Part, StepShown

# ARCHITECTURE: slow readers. What is sent at once to who has to catch up, and how far they may fall behind afterwards.
CHUNK = 32 * 1024
MAX_LAG = 256
MAX_LAG_BYTES = 1 << 20
MAX_PRIVATE = 64
# What one play can lead to at most, and some more.
FEW = 8


class _LogSwitch(NamedTuple):
    """Go on with this log from here; what stands before `length` is history."""

    log: Log
    seq: int
    length: int


_Item: TypeAlias = Part | _LogSwitch | Close


class Feed:
    """The way of one link through the log."""

    def __init__(self, connection: HostConnection) -> None:
        self._connection = connection
        self._log: Log | None = None
        self._cursor = 0
        self._private: deque[tuple[int, _Item]] = deque()
        self._has_caught_up = False
        self.is_over = False
        """It has been told good-bye."""

    @property
    def follows(self) -> bool:
        """Whether it gets events, or will."""
        return self._log is not None or any(isinstance(item, _LogSwitch) for _, item in self._private)

    @property
    def has_more(self) -> bool:
        """Whether there may be something to send."""
        log = self._log
        return bool(self._private) or (log is not None and self._cursor < len(log.raw))

    def tell(self, message: Part, at: int) -> None:
        """Send this behind all events below `at`."""
        if isinstance(message, StepShown) and self._private and isinstance(self._private[-1][1], StepShown):
            self._private.pop()  # Whoever reads slowly goes straight to the newest step.
        self._private.append((at if self.follows else 0, message))

    def follow(self, log: Log, seq: int, length: int, at: int = 0) -> None:
        """Go on with this log, of which `length` events are history, from `seq`: behind all below `at` of the last."""
        self._private.append((at, _LogSwitch(log, seq, length)))

    def end(self, close: Close, at: int) -> None:
        """Say good-bye behind all events below `at`."""
        self._private.append((at if self.follows else 0, close))

    def is_too_slow(self) -> bool:
        """Whether this link has fallen so far behind that it is dropped."""
        if len(self._private) > MAX_PRIVATE:
            return True
        if self._log is None or not self._has_caught_up:
            return False
        behind = self._log.raw[self._cursor :]
        return len(behind) > MAX_LAG or sum(map(len, behind)) > MAX_LAG_BYTES

    def newest(self) -> bytes | None:
        """What is new for somebody who has nearly all, and that is nearly always; None: see what `take` has."""
        log = self._log
        if log is None or self._private:
            return None
        end = len(log.raw)
        count = end - self._cursor
        if not 0 < count <= FEW:
            return None
        sealed = self._connection.sealed(log.raw[-1] if count == 1 else log.batch(count))
        if sealed is not None:
            self._cursor, self._has_caught_up = end, True
        return sealed

    def take(self, visible: int | None = None) -> bytes:
        """The next bytes to send, up to about one chunk; empty if there is nothing. `visible` ends the log early."""
        connection, private = self._connection, self._private
        size = 0
        while size < CHUNK and not self.is_over:
            log = self._log
            if private and (log is None or private[0][0] <= self._cursor):
                self._send(private.popleft()[1])
                size += 1
                continue
            if log is None:
                break
            end = len(log.raw) if visible is None else min(visible, len(log.raw))
            if private:
                end = min(end, private[0][0])
            if self._cursor >= end:
                self._has_caught_up = True
                break
            size += self._send_events(log, end, CHUNK - size)
        return connection.data_to_send()

    def _send(self, item: _Item) -> None:
        match item:
            case Part():
                self._connection.send(item)
            case Close():
                self._connection.close(item)
                self.is_over = True
            case _LogSwitch(log, seq, length):
                self._log, self._cursor, self._has_caught_up = log, seq, False
                self._connection.send(LogFollows(log.game, seq, length))
            case _:
                assert_never(item)

    def _send_events(self, log: Log, end: int, most: int) -> int:
        cursor = self._cursor
        if end - cursor == 1:
            self._connection.send_raw(log.raw[cursor])
            self._cursor = end
            return len(log.raw[cursor])
        events: list[bytes] = []
        size = 0
        for raw in log.raw[cursor : min(end, cursor + MAX_BATCH)]:
            if events and size + len(raw) > most:
                break
            events.append(raw)
            size += len(raw) + 3
        self._connection.send(Batch(tuple(events)))
        self._cursor += len(events)
        return size
