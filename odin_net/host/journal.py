"""The journal: all that a table must not lose, on disk before anybody sees it. Format and file.

It begins with `MAGIC`. Each entry is one step of the table, whole or not at all:

    u32 length of the payload ‖ u32 crc32 of those four bytes ‖ u32 crc32 of the payload ‖ payload
    payload: msgpack [milliseconds since 1970, memo or nil, [events]]

The length has a checksum of its own: with a wrong one in the middle, all behind it would look like a torn tail.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path
from typing import Annotated, NamedTuple
from zlib import crc32

import msgspec
from msgspec import Meta

from odin_net.files import FileLock, open_private

MAGIC = b"odin journal 1\n"
HEADER = 12
SUFFIX = ".journal"
# A step is small; a length beyond this is damage, and nothing is read for it.
MAX_PAYLOAD = 1 << 20


class Written(NamedTuple):
    """One step as it stands in the journal."""

    ms: int
    memo: bytes | None
    events: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"Written({len(self.events)} events)"


class Found(NamedTuple):
    """What is in a journal, and how many bytes of it are good: the rest is a tail that was being written."""

    entries: list[Written]
    length: int


class Damaged(Exception):
    """A journal that cannot be trusted; the message says where and why."""


_encode = msgspec.msgpack.Encoder().encode
_decode: Callable[[bytes], tuple[int, bytes | None, tuple[bytes, ...]]] = msgspec.msgpack.Decoder(
    tuple[Annotated[int, Meta(ge=0)], bytes | None, tuple[bytes, ...]]
).decode


def pack(ms: int, memo: bytes | None, events: tuple[bytes, ...]) -> bytes:
    """A step as one entry: just what `Written` holds."""
    payload = _encode((ms, memo, events))
    length = len(payload).to_bytes(4, "big")
    return b"".join((length, crc32(length).to_bytes(4, "big"), crc32(payload).to_bytes(4, "big"), payload))


def unpack(data: bytes) -> Found:
    """The entries of a journal; Damaged if it is none, or is wrong anywhere but in its tail."""
    if not data.startswith(MAGIC):
        if len(data) < len(MAGIC) and MAGIC.startswith(data):
            raise Damaged("it ends before its first entry")
        raise Damaged("it is not a journal of this version of Odin")
    entries, at = [], len(MAGIC)
    while at < len(data):
        payload = _payload(data, at)
        if payload is None:
            break  # What was being written when the host ended.
        entries.append(_written(payload, at))
        at += HEADER + len(payload)
    return Found(entries, at)


def _payload(data: bytes, at: int) -> bytes | None:
    """The payload of the entry that begins here; None if it is the torn tail."""
    header = data[at : at + HEADER]
    if len(header) < HEADER:
        return None
    # Some systems fill what they could not write before the power went with zeros. The header first: it is short.
    if not any(header) and not any(data[at:]):
        return None
    length = int.from_bytes(header[:4], "big")
    if crc32(header[:4]) != int.from_bytes(header[4:8], "big") or not 0 < length <= MAX_PAYLOAD:
        raise Damaged(f"the length of the entry at byte {at} is damaged")
    payload = data[at + HEADER : at + HEADER + length]
    if len(payload) < length:
        return None
    if crc32(payload) != int.from_bytes(header[8:], "big"):
        if at + HEADER + length == len(data):
            return None  # The last one: the power went while it was on its way.
        raise Damaged(f"the entry at byte {at} is damaged")
    return payload


def _written(payload: bytes, at: int) -> Written:
    try:
        return Written(*_decode(payload))
    except ValueError:
        raise Damaged(f"the entry at byte {at} is none of this version of Odin") from None


class JournalFile:
    """The journal of one table on disk. Its lock keeps a second host away."""

    def __init__(self, path: Path, lock: FileLock, length: int) -> None:
        self.path = path
        self._lock = lock
        self._file = open_private(path, os.O_WRONLY | os.O_CREAT)
        self._length = length
        self.is_dirty = False
        self._is_torn = False
        """A part of an entry may stand behind the last one."""
        self._cut_back()

    def append(self, entry: bytes) -> None:
        """Write an entry; OSError if the disk does not take it whole, and then nothing of it stays."""
        if self._is_torn:
            self._cut_back()
        data = entry if self._length else MAGIC + entry
        try:
            if os.write(self._file, data) != len(data):
                raise OSError(ENOSPC, "the disk took only a part")
        except OSError:
            self._is_torn = True
            with suppress(OSError):  # Before the next entry it has to be.
                self._cut_back()
            raise
        self._length += len(data)
        self.is_dirty = True

    def _cut_back(self) -> None:
        """Leave nothing behind the last whole entry."""
        os.ftruncate(self._file, self._length)
        os.lseek(self._file, self._length, os.SEEK_SET)
        self._is_torn = False

    def sync(self) -> None:
        """Make what is written outlive a loss of power. It may take long: not for the thread that plays."""
        self.is_dirty = False
        os.fsync(self._file)

    def close(self) -> None:
        """Make it safe, close it, and let others have it."""
        with suppress(OSError):
            self.sync()
        os.close(self._file)
        self._lock.release()


class NoJournal:
    """For a table that nobody resumes: it remembers nothing."""

    is_dirty = False

    def append(self, entry: bytes) -> None:
        """Forget this."""

    def sync(self) -> None:
        """There is nothing to keep."""

    def close(self) -> None:
        """There is nothing to close."""


def lock_of(path: Path) -> FileLock:
    """The lock of a journal; FileInUse if another host has it."""
    return FileLock(path.with_suffix(".lock"))


def create(path: Path) -> JournalFile:
    """Begin the journal of a new table."""
    return JournalFile(path, lock_of(path), 0)


def reopen(path: Path) -> tuple[JournalFile, list[Written]]:
    """Go on with a journal that is there; Damaged or FileInUse if that cannot be."""
    lock = lock_of(path)
    try:
        found = unpack(path.read_bytes())
        return JournalFile(path, lock, found.length), found.entries
    except BaseException:
        lock.release()
        raise
