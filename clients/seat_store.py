"""Secrets of seats on disk: one file a seat, for its owner only, locked by the client that uses it.

`seats/<table>/<n>.seat` with `<n>.lock` beside it; `<n>.view` is a place to watch from, which is no seat. Two clients
with one folder so are two people in two seats, and a client that was killed leaves a seat that the next one takes up.
Lock files stay: to remove one could let two in.
"""

import contextlib
from pathlib import Path
from typing import NamedTuple

from clients.interfaces import SeatSecret
from odin_net.errors import OdinError
from odin_net.files import FileInUse, FileLock, make_private_folder, write_private
from odin_net.game.text import name_key
from protocol.messages import SECRET, TABLE_ID

FOLDER = "seats"
SEAT, VIEW = ".seat", ".view"
MAX_BYTES = 4096
# More clients of one computer than any table takes.
MOST_SEATS = 256


class _Written(NamedTuple):
    path: Path
    seat: SeatSecret
    address: str


class NoStore:
    """For those who have no seat to come back to, or need no file for it."""

    def find(self, table: bytes | None) -> SeatSecret | None:  # noqa: ARG002
        return None

    def keep(self, seat: SeatSecret) -> None:
        pass

    def moved(self, address: str) -> None:
        pass

    def forget(self) -> None:
        pass

    def release(self) -> None:
        pass


class SeatStore:
    """The seats of one data folder, for one client that is about to dial one address.

    `name` is set if the user asked for one: a seat of somebody else is then left alone. `table` is set where it is
    known before dialling, from a table that was found on the network. `watches`: it keeps places to watch from instead.
    """

    def __init__(
        self, folder: Path, address: str, name: str | None = None, table: bytes | None = None, *, watches: bool = False
    ) -> None:
        self._folder, self._suffix = folder / FOLDER, suffix_of(watches=watches)
        self._address, self._name, self._table = address, name, table
        self._lock: FileLock | None = None
        self._path: Path | None = None

    def __enter__(self) -> "SeatStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def find(self, table: bytes | None) -> SeatSecret | None:
        """A seat that nobody uses now, at this table, or None: where we are about to dial. It is held from now on."""
        self.release()
        wanted = self._table if table is None else table
        for written in self._written(wanted):
            here = wanted is not None or written.address == self._address
            if here and self._is_mine(written.seat) and self._hold(written.path):
                # Its holder may have given it up since it was read.
                if _read(written.path) == written:
                    return written.seat
                self.release()
        return None

    def keep(self, seat: SeatSecret) -> None:
        """Write this one down and hold it. When it returns the secret is safe; OdinError if it cannot be."""
        self.release()
        folder = make_private_folder(make_private_folder(self._folder) / seat.table.hex())
        try:
            self._write(self._free_place(folder), seat)
        except OSError as error:
            self.release()
            raise OdinError(
                "your seat cannot be written down ({why}): name another folder with --data.", why=error.strerror
            ) from None

    def moved(self, address: str) -> None:
        """The table of the seat that is held is there now. If that cannot be written, its number finds it still."""
        self._address = address
        written = None if self._path is None else _read(self._path)
        if self._path is not None and written is not None:
            with contextlib.suppress(OSError):
                self._write(self._path, written.seat)

    def forget(self) -> None:
        """The seat that is held is given up for good."""
        if self._path is not None:
            with contextlib.suppress(OSError):  # It is worth nothing any more; it may lie there.
                self._path.unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Hold nothing any more; what is written stays."""
        if self._lock is not None:
            self._lock.release()
        self._lock = self._path = None

    def _write(self, path: Path, seat: SeatSecret) -> None:
        text = {"odin": 1, "secret": seat.secret.hex(), "name": seat.name, "address": self._address}
        import json  # noqa: PLC0415  The hosting player's own seat is in no file.

        write_private(path, json.dumps(text).encode())

    def _free_place(self, folder: Path) -> Path:
        for number in range(1, MOST_SEATS + 1):
            path = folder / f"{number}{self._suffix}"
            if self._hold(path):
                # The lock is one for both kinds.
                if not any(path.with_suffix(suffix).exists() for suffix in (SEAT, VIEW)):
                    return path
                self.release()
        raise OdinError("this computer has too many seats at this table: name another folder with --data.")

    def _hold(self, path: Path) -> bool:
        try:
            self._lock, self._path = FileLock(path.with_suffix(".lock")), path
        except (FileInUse, OSError):
            return False
        return True

    def _is_mine(self, seat: SeatSecret) -> bool:
        return self._name is None or name_key(self._name) == name_key(seat.name)

    def _written(self, table: bytes | None) -> list[_Written]:
        """What is written down, the newest first."""
        folder = "*" if table is None else table.hex()
        try:
            paths = list(self._folder.glob(f"{folder}/*{self._suffix}"))
        except OSError:
            return []
        return [written for written in map(_read, sorted(paths, key=_age)) if written is not None]


def suffix_of(*, watches: bool) -> str:
    """How the name of a file ends that holds the secret of a seat, or of a place to watch from."""
    return VIEW if watches else SEAT


def has_seats(folder: Path, *, watches: bool = False) -> bool:
    """Whether any seat, or place to watch from, is written down in this data folder."""
    try:
        return next((folder / FOLDER).glob(f"*/*{suffix_of(watches=watches)}"), None) is not None
    except OSError:
        return False


class LeftTable(NamedTuple):
    """A table at which a seat of ours may wait."""

    address: str
    name: str
    """What we were called there."""
    table: bytes


def left_tables(folder: Path) -> list[LeftTable]:
    """Those that were left last first, each once. Whatever stands in a file is not believed any further than that."""
    try:
        paths = list((folder / FOLDER).glob(f"*/*{SEAT}"))
    except OSError:
        return []
    found: dict[bytes, LeftTable] = {}
    for written in map(_read, sorted(paths, key=_age)[:MOST_SEATS]):
        if written is not None:
            left = LeftTable(written.address, written.seat.name, written.seat.table)
            found.setdefault(written.seat.table, left)
    return list(found.values())


def _age(path: Path) -> int:
    try:
        return -path.stat().st_mtime_ns
    except OSError:
        return 0  # Somebody has just given it up.


def _read(path: Path) -> _Written | None:
    """A seat as it was written, or None if that is no seat."""
    import json  # noqa: PLC0415  As above.

    try:
        with path.open("rb") as file:
            text = json.loads(file.read(MAX_BYTES))
        table, secret = bytes.fromhex(path.parent.name), bytes.fromhex(text["secret"])
        name, address = text["name"], text["address"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    if (len(table), len(secret)) != (TABLE_ID, SECRET) or not isinstance(name, str) or not isinstance(address, str):
        return None
    return _Written(path, SeatSecret(table, secret, name), address)
