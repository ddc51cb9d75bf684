"""The journals of this computer's tables: where they lie, and which of them can be resumed."""

from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import NamedTuple

from odin_net.files import FileInUse, FileLock, make_private_folder, write_private
from odin_net.game.events import LobbyOpened
from odin_net.game.state import Board, evolve, open_lobby
from odin_net.host.journal import MAGIC, SUFFIX, Damaged, JournalFile, create, reopen, unpack
from odin_net.host.memo import Memo
from odin_net.host.resume import BrokenJournal, GameLog, games_of

FOLDER = "tables"
DAMAGED = ".damaged"


class Salvaged(NamedTuple):
    """What became of a journal that was damaged."""

    at: int
    """The byte where the damage begins."""
    until: float
    """When the last thing happened that could be read."""
    kept_as: str
    """What the file is called now that holds all of it."""


class Unfinished(NamedTuple):
    """A table that can go on."""

    journal: JournalFile
    memo: Memo
    games: list[GameLog]
    at: float
    """When it was written last."""
    salvaged: Salvaged | None = None


class Left(NamedTuple):
    """What people may know of a table that was left."""

    path: Path
    at: float
    is_headless: bool
    played: int
    """How many games were played to their end."""
    board: Board


def new_journal(data: Path, table: bytes) -> JournalFile:
    """The journal of a new table."""
    return create(make_private_folder(data / FOLDER) / f"{table.hex()}{SUFFIX}")


def remove(journal: JournalFile) -> None:
    """Throw the journal of a finished table away: it holds secrets, and its games have their records."""
    journal.close()
    journal.path.unlink(missing_ok=True)
    journal.path.with_suffix(".lock").unlink(missing_ok=True)


def find(data: Path, wanted: str = "") -> list[Path]:
    """The journals whose table begins so, the newest first. One with nothing in it was left before its table opened."""
    found = []
    for path in (data / FOLDER).glob(f"*{SUFFIX}"):
        with suppress(OSError):  # Its table has just come to its end, or it leads nowhere.
            status = path.stat()
            if path.name.startswith(wanted.lower()) and status.st_size > len(MAGIC):
                found.append((status.st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def is_in_use(path: Path) -> bool:
    """Whether a host has this table open now, or it is out of our reach."""
    try:
        FileLock(path.with_suffix(".lock")).release()
    except (FileInUse, OSError):
        return True  # By a host, or by somebody whose file it is.
    return False


def peek(path: Path) -> Left | None:
    """What can be seen of a table that was left, without touching it; None if it cannot go on, or somebody has it."""
    if is_in_use(path):
        return None
    try:
        at = path.stat().st_mtime
        memo, games = games_of(unpack(path.read_bytes()).entries)
        return left_of(path, at, memo, games)
    except (OSError, Damaged, BrokenJournal):
        return None


def running(data: Path, wanted: str = "") -> list[Memo]:
    """What the tables remember that a host keeps just now, of those that begin so, the newest first."""
    found = []
    for path in find(data, wanted):
        # What a host is writing meanwhile is a tail; somebody else's file cannot be read.
        with suppress(OSError, Damaged, BrokenJournal):
            if is_in_use(path):
                found.append(games_of(unpack(path.read_bytes()).entries)[0])
    return found


def left_of(path: Path, at: float, memo: Memo, games: list[GameLog]) -> Left:
    """A table of this memory and these games."""
    first, *events = games[-1].events
    assert isinstance(first, LobbyOpened)
    try:
        state = reduce(evolve, events, open_lobby(first))
        if len(state.board.game.totals) != len(state.board.game.seats):
            raise ValueError
    except (IndexError, ValueError):
        raise BrokenJournal("its log does not make a game") from None
    return Left(path, at, memo.owner is None, memo.played, state.board)


def take(path: Path, *, salvage: bool = False) -> Unfinished:
    """Open a journal to go on with it; FileInUse, or Damaged with where and why. Salvage: up to where it is damaged."""
    at = path.stat().st_mtime
    journal, entries, damage = reopen(path, salvage=salvage)
    try:
        memo, games = games_of(entries)
        salvaged = None if damage is None else _set_aside(path, damage, entries[-1].ms / 1000)
    except BrokenJournal as error:
        journal.close()
        raise Damaged(str(error)) from None
    except OSError:
        journal.close()
        raise
    return Unfinished(journal, memo, games, at, salvaged)


def _set_aside(path: Path, damage: Damaged, until: float) -> Salvaged:
    """Keep the whole of a damaged journal under a name that is no table's: somebody may want to look into it."""
    kept = path.with_name(f"{path.stem}.{damage.good}{DAMAGED}")
    write_private(kept, path.read_bytes())
    return Salvaged(damage.good, until, kept.name)
