"""The folder of records on this computer: one file a game, whoever writes it and however often."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from odin_net.files import FileInUse, FileLock, make_private_folder, write_private
from odin_net.game.records import SUFFIX
from odin_net.game.replay import CUT_OFF, RecordError
from odin_net.records.record import PlayedGame, record_of

FOLDER = "games"
DATED = re.compile(r"\d{4}-\d\d-\d\d-")
# Beside the folder, not in it: there only records are.
LOCK = "games.lock"
# A long game of six with all its proofs takes some 3 MB.
MAX_BYTES = 8 * 1024 * 1024
# No game has nearly as many. Short lines, once read, take many times as much memory as the file.
MOST_LINES = 200_000
# A write takes milliseconds. Who holds the lock for longer has no say any more.
LOCK_TRIES, LOCK_PAUSE = 100, 0.05


def write_record(data: Path, game: PlayedGame, *, replaces: bool) -> Path | None:
    """Write the record of a game; None if it has none, because no hand came to its end.

    A game that was recorded here before keeps its file, and its text if that is longer and this does not replace it.
    """
    text = record_of(game).encode()
    if not text:
        return None
    folder = make_private_folder(data / FOLDER)
    with _alone(data / LOCK):
        there = find_record(folder, game.id)
        if there is None or replaces or there.stat().st_size < len(text):
            write_private(there or folder / record_name(game), text)
    return there or folder / record_name(game)


def record_name(game: PlayedGame) -> str:
    """What the file is called: by when, so that a list of them has their order, then by the game's id."""
    return f"{game.date:%Y-%m-%d-%H%M%S}-{game.id.hex()}{SUFFIX}"


def find_record(folder: Path, game: bytes) -> Path | None:
    """The file of this game, if there is one. Somebody else may have seen its beginning at another time."""
    return next(iter(sorted(folder.glob(f"*-{game.hex()}{SUFFIX}"))), None)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else on this computer writes a record meanwhile: a host and its guests see the end at one moment."""
    lock = None
    for _ in range(LOCK_TRIES):
        try:
            lock = FileLock(path)
        except FileInUse:
            time.sleep(LOCK_PAUSE)
            continue
        except OSError:
            pass  # A file system without locks: a game may have two files there, and nothing worse.
        break
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


# --- reading ---


def records_in(named: str) -> list[str]:
    """The records of a folder, or the file itself."""
    folder = Path(named)
    if not is_folder(folder):
        return [named]
    try:
        return sorted(str(path) for path in folder.iterdir() if path.name.endswith(SUFFIX)) or [named]
    except OSError:
        return [named]


def newest_record(data: Path) -> Path | None:
    """The record of the game that was played last; None if there is none.

    Names of ours begin with the date; what somebody has put there by another name was not played last.
    """
    try:
        found = (data / FOLDER).glob(f"*{SUFFIX}")
        return max(found, key=lambda path: (DATED.match(path.name) is not None, path.name), default=None)
    except OSError:
        return None


def is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _what_it_is(path: Path) -> str:
    """What is there in place of a file."""
    if is_folder(path):
        return f"no *{SUFFIX} is in this folder"
    return "it is no ordinary file" if path.exists() else "there is no such file"


def read_record(file: str) -> str:
    """The text of a record; RecordError if it cannot be one, of no line if there is nothing to read."""
    try:
        if not Path(file).is_file():
            raise RecordError(0, f"the file cannot be read: {_what_it_is(Path(file))}")
        with Path(file).open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(0, f"the file cannot be read: {error.strerror or 'the system refuses'}") from None
    except ValueError:
        raise RecordError(0, "no file can have such a name") from None
    if len(data) > MAX_BYTES:
        raise RecordError(1, f"the file is too large for a record: more than {MAX_BYTES // 1024**2} MiB")
    if data.count(b"\n") > MOST_LINES:
        raise RecordError(1, f"the file is too large for a record: more than {MOST_LINES:,} lines")
    try:
        # Some editors put a mark at the beginning of every text.
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        cut_off = error.end == len(data) and error.reason == "unexpected end of data"
        reason = CUT_OFF if cut_off else "this is not a line of JSON: it is not UTF-8"
        raise RecordError(data.count(b"\n", 0, error.start) + 1, reason) from None
