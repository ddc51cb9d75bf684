"""Frames: four bytes of length, highest first, and that many bytes of body. SPEC 3.

A length is checked as soon as it is there: nobody can make us hold more than one frame and what one call brings.
"""

from collections.abc import Iterable, Iterator

from protocol.errors import LocalProtocolError, RemoteProtocolError

HEADER = 4
# SPEC 3: what a body may hold before the other side has proved anything, and after.
MAX_BEFORE = 4 * 1024
MAX_AFTER = 64 * 1024


def frame(body: bytes, limit: int = MAX_AFTER) -> bytes:
    """A body as it travels."""
    if not 0 < len(body) <= limit:
        raise LocalProtocolError("a frame of this size cannot be sent")
    return len(body).to_bytes(HEADER, "big") + body


class FrameReader:
    """Cuts a stream of bytes into bodies, however the bytes arrive."""

    def __init__(self) -> None:
        self.limit = MAX_BEFORE
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterable[bytes]:
        """Take bytes in and give the bodies that are complete. The limit is looked at anew for each of them."""
        # Nearly always one frame comes, and by itself.
        if not self._buffer and HEADER < len(data) == HEADER + int.from_bytes(data[:HEADER], "big") <= self.limit:
            return (data[HEADER:],)
        self._buffer += data
        return self._cut()

    def _cut(self) -> Iterator[bytes]:
        while len(self._buffer) >= HEADER:
            length = int.from_bytes(self._buffer[:HEADER], "big")
            if not 0 < length <= self.limit:
                raise RemoteProtocolError("a frame has a length that it must not have")
            end = HEADER + length
            if len(self._buffer) < end:
                return
            body = bytes(self._buffer[HEADER:end])
            del self._buffer[:end]
            yield body
