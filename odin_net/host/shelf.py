"""The journals of this computer's tables: where they lie, and which of them can be resumed."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from odin_net.files import FileInUse, FileLock, make_private_folder
from odin_net.host.journal import SUFFIX, Damaged, JournalFile, create, reopen
from odin_net.host.memo import Memo
from odin_net.host.resuming import BrokenJournal, GameLog, games_of

FOLDER = "tables"


class Unfinished(NamedTuple):
    """A table that can go on."""

    journal: JournalFile
    memo: Memo
    games: list[GameLog]


def new_journal(data: Path, table: bytes) -> JournalFile:
    """The journal of a new table."""
    return create(make_private_folder(data / FOLDER) / f"{table.hex()}{SUFFIX}")


def remove(journal: JournalFile) -> None:
    """Throw the journal of a finished table away: it holds secrets, and its games have their records."""
    journal.close()
    journal.path.unlink(missing_ok=True)
    journal.path.with_suffix(".lock").unlink(missing_ok=True)


def find(data: Path, wanted: str = "") -> Iterator[Path]:
    """The journals whose table begins so, the newest first."""
    paths = [path for path in (data / FOLDER).glob(f"*{SUFFIX}") if path.name.startswith(wanted.lower())]
    return iter(sorted(paths, key=_written_at, reverse=True))


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0  # Its host has just finished it, or it leads nowhere.


def is_in_use(path: Path) -> bool:
    """Whether a host has this table open now."""
    try:
        FileLock(path.with_suffix(".lock")).release()
    except (FileInUse, OSError):
        return True  # By a host, or by somebody whose file it is.
    return False


def take(path: Path) -> Unfinished:
    """Open a journal to go on with it; FileInUse, or Damaged with where and why."""
    journal, entries = reopen(path)
    try:
        memo, games = games_of(entries)
    except BrokenJournal as error:
        journal.close()
        raise Damaged(str(error)) from None
    return Unfinished(journal, memo, games)
