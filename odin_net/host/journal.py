"""The journal: all that a table must not lose, on disk for good before anybody sees it. Format and file.

The format. It begins with `MAGIC`. Each entry is one step of the table, whole or not at all:

    "step" ‖ u32 length of the payload ‖ u64 mark ‖ u32 crc32 of those 16 bytes, begun with the entry's offset ‖
    u32 crc32 of the payload ‖ payload
    payload: msgpack [milliseconds since 1970, memo or nil, [events]]

The mark says how many bytes of the journal were durable when the entry was written. So a torn tail, which was being
written when the power went, is told from damage: what is broken behind the highest mark is a tail, and is cut, whatever
stands behind it; what is broken before the highest mark had been durable, and is damage. The offset is where the entry
begins: old blocks of a disk that turn up elsewhere are no entries.

The file. `JournalFile` appends entries. It is in one of three states:

    to be written anew   at first, and after a sync that failed: what the system could not write then it may have
                         forgotten, and it would call the next sync a success. The next entry puts the whole journal in
                         place of the file, by a rename, which is durable when `append` returns
    good                 the file holds all entries. An entry is one write, and a sync if it has to be durable at once
    torn                 a write failed half-way: a part of an entry may stand at the end. It is cut off at once, or if
                         that fails, before the next entry

To write anew it needs all bytes. The last ones are kept in memory, among them all that are not durable yet; the older
ones are read back from the file, and their checksum has to be the one that they had.

What can be relied on:

- When `append` returns, the entry is written whole; with `durable=True` it outlives a loss of power.
- When it raises OSError, the entry counts as not written; the next `append` removes what may be left of it.
- A journal that was not damaged is always read up to its last durable entry, at least.
- No two processes write to one journal: its lock file is held until `close`.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from errno import EIO, ENOSPC
from pathlib import Path
from struct import Struct
from typing import Annotated, NamedTuple
from zlib import crc32

import msgspec
from msgspec import Meta

from odin_net.files import FileLock, open_private, sync_file, write_private

MAGIC = b"odin journal 2\n"
START = b"step"
SUFFIX = ".journal"
# A step is small; a length beyond this is damage, and nothing is read for it.
MAX_PAYLOAD = 1 << 20
# So much of the end is kept in memory at least. What a failed sync has lost may share a block of the disk with what was
# durable before it; that far from the end nothing does.
KEPT = 1 << 16

_FIELDS = Struct(">4sIQ")
_CHECKS = Struct(">II")
HEADER = _FIELDS.size + _CHECKS.size


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

    def __init__(self, why: str, good: int = 0) -> None:
        super().__init__(why)
        self.good = good
        """How many bytes of it stand before the damage and can be trusted; 0: nothing that is worth it."""


class _Header(NamedTuple):
    length: int
    mark: int
    check: int


_encode = msgspec.msgpack.Encoder().encode
_decode: Callable[[bytes], tuple[int, bytes | None, tuple[bytes, ...]]] = msgspec.msgpack.Decoder(
    tuple[Annotated[int, Meta(ge=0)], bytes | None, tuple[bytes, ...]]
).decode


def pack(ms: int, memo: bytes | None, events: tuple[bytes, ...]) -> bytes:
    """A step as the payload of an entry: just what `Written` holds."""
    return _encode((ms, memo, events))


def frame(payload: bytes, at: int, mark: int) -> bytes:
    """The entry with this payload at this place of a journal of which so many bytes are durable."""
    fields = _FIELDS.pack(START, len(payload), mark)
    return fields + _CHECKS.pack(crc32(fields, at), crc32(payload)) + payload


def unpack(data: bytes) -> Found:
    """The entries of a journal; Damaged if it is none, or is wrong anywhere but in its tail."""
    if not data.startswith(MAGIC):
        if len(data) < len(MAGIC) and MAGIC.startswith(data):
            raise Damaged("it ends before its first entry")
        raise Damaged("it is not a journal of this version of Odin")
    entries, at = [], len(MAGIC)
    while (payload := _payload(data, at)) is not None:
        try:
            entries.append(Written(*_decode(payload)))
        except ValueError:
            raise Damaged(f"the entry at byte {at} is none of this version of Odin") from None
        at += HEADER + len(payload)
    if _highest_mark(data, at) > at:
        raise Damaged(f"the entry at byte {at} is damaged", at if entries else 0)
    return Found(entries, at)


def _payload(data: bytes, at: int) -> bytes | None:
    """The payload of the entry that begins here; None if there is none, or a broken one."""
    header = _header(data, at)
    if header is None:
        return None
    payload = data[at + HEADER : at + HEADER + header.length]
    return payload if len(payload) == header.length and crc32(payload) == header.check else None


def _header(data: bytes, at: int) -> _Header | None:
    if len(data) < at + HEADER:
        return None
    fields = data[at : at + _FIELDS.size]
    start, length, mark = _FIELDS.unpack(fields)
    check, payload_check = _CHECKS.unpack_from(data, at + _FIELDS.size)
    is_one = start == START and length <= MAX_PAYLOAD and mark <= at and check == crc32(fields, at)
    return _Header(length, mark, payload_check) if is_one else None


def _highest_mark(data: bytes, at: int) -> int:
    """What the entries from here on say that was durable. Their headers are enough: a broken one may stand before."""
    highest = 0
    while (at := data.find(START, at)) >= 0:
        header = _header(data, at)
        highest = max(highest, header.mark if header is not None else 0)
        at += len(START)
    return highest


class JournalFile:
    """The journal of one table on disk. Its lock keeps a second host away."""

    def __init__(self, path: Path, lock: FileLock, data: bytes) -> None:
        """`data` is what the journal holds so far. Until the first entry the file stays as it is."""
        self.path = path
        self._lock = lock
        self._file: int | None = None
        self._is_sure = False
        """Whether the file holds all entries, and no sync has failed since it was put in its place."""
        self._is_torn = False
        """A part of an entry may stand behind the last one."""
        self._length = len(data)
        self._durable = 0
        self._end = bytearray(data)
        """The last bytes, among them all that are not durable."""
        self._crc_before = 0
        """Of all bytes before those."""

    @property
    def is_dirty(self) -> bool:
        """Whether `sync` would make more of it durable."""
        return self._is_sure and self._durable < self._length

    def append(self, step: bytes, *, durable: bool) -> None:
        """Write a step, and make it outlive a loss of power if that is asked for.

        OSError if the disk does not take it whole, or may have lost it; then nothing of it stays.
        """
        if not self._is_sure:
            self._write_anew(frame(step, self._length, self._length))
            return
        entry = frame(step, self._length, self._durable)
        self._write(entry)
        if durable:
            self._sync()
        self._end += entry
        self._length += len(entry)
        if durable:
            self._durable = self._length
        if len(self._end) > 2 * KEPT:
            self._forget()

    def _forget(self) -> None:
        """Keep no more in memory than the end, if what stands before that is durable."""
        spare = len(self._end) - KEPT
        if self._length - KEPT <= self._durable:
            self._crc_before = crc32(self._end[:spare], self._crc_before)
            del self._end[:spare]

    def _write(self, entry: bytes) -> None:
        if self._is_torn:
            self._cut_back()
        assert self._file is not None
        try:
            if os.write(self._file, entry) != len(entry):
                raise OSError(ENOSPC, "the disk took only a part")
        except OSError:
            self._is_torn = True
            with suppress(OSError):  # Before the next entry it has to be.
                self._cut_back()
            raise

    def _cut_back(self) -> None:
        """Leave nothing behind the last whole entry."""
        assert self._file is not None
        os.ftruncate(self._file, self._length)
        self._is_torn = False

    def _write_anew(self, entry: bytes) -> None:
        """Put the whole journal with this entry in the place of what is there."""
        whole = self._read_back() + self._end + entry
        self._close_file()  # Windows does not replace a file that is open.
        write_private(self.path, whole)
        self._file = open_private(self.path, os.O_WRONLY | os.O_APPEND)
        self._is_sure, self._is_torn = True, False
        self._end += entry
        self._length = self._durable = self._length + len(entry)
        if len(self._end) > 2 * KEPT:
            self._forget()

    def _read_back(self) -> bytes:
        """What is not in memory: it has been durable for long, and is the same, or this is an OSError."""
        count = self._length - len(self._end)
        if not count:
            return b""
        with self.path.open("rb") as file:
            data = file.read(count)
        if len(data) != count or crc32(data) != self._crc_before:
            raise OSError(EIO, "the journal cannot be read back")
        return data

    def sync(self) -> None:
        """Make what is written outlive a loss of power; OSError if that is not sure.

        It may take long. Another thread may append meanwhile: what comes then counts at the next time.
        """
        length = self._length
        self._sync()
        self._durable = length

    def _sync(self) -> None:
        assert self._file is not None
        try:
            sync_file(self._file)
        except OSError:
            self._is_sure = False
            raise

    def _close_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def close(self) -> None:
        """Make it safe, close it, and let others have it."""
        if self.is_dirty:
            with suppress(OSError):
                self.sync()
        self._close_file()
        self._lock.release()


class NoJournal:
    """For a table that nobody resumes: it remembers nothing."""

    is_dirty = False

    def append(self, step: bytes, *, durable: bool) -> None:
        """Forget this."""

    def sync(self) -> None:
        """There is nothing to keep."""

    def close(self) -> None:
        """There is nothing to close."""


def lock_of(path: Path) -> FileLock:
    """The lock of a journal; FileInUse if another host has it."""
    return FileLock(path.with_suffix(".lock"))


def create(path: Path) -> JournalFile:
    """The journal of a new table. There is no file before its first entry."""
    return JournalFile(path, lock_of(path), MAGIC)


class Reopened(NamedTuple):
    """A journal to go on with."""

    journal: JournalFile
    entries: list[Written]
    damage: Damaged | None
    """What is wrong with it, if it was salvaged: the entries are those before that."""


def reopen(path: Path, *, salvage: bool = False) -> Reopened:
    """Go on with a journal that is there, if asked only as far as it is good; else Damaged. FileInUse if it is open."""
    lock = lock_of(path)
    try:
        data, damage = path.read_bytes(), None
        try:
            found = unpack(data)
        except Damaged as error:
            if not (salvage and error.good):
                raise
            found, damage = unpack(data[: error.good]), error
        return Reopened(JournalFile(path, lock, data[: found.length]), found.entries, damage)
    except BaseException:
        lock.release()
        raise
