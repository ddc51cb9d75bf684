"""The folder of records: one file a game."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from odin_net.files import FileLock
from odin_net.game.events import Event, LobbyOpened, TableStopped
from odin_net.game.options import Options
from odin_net.records import folder as records_folder
from odin_net.records.folder import FOLDER, LOCK, find_record, record_name, write_record
from odin_net.records.record import PlayedGame, record_of
from odin_net.records.writer import RecordWriter
from tests.helpers.logged_game import logged_game

TABLE = bytes(16)
START = 1_790_000_000_000


def played(seed: int = 1, *, late: int = 0) -> PlayedGame:
    """A game; who comes late has not seen when so many events happened."""
    events: list[Event] = logged_game(seed, 3, Options(points=1)).events
    times = [None if place < late else START + 3000 * place for place in range(len(events))]
    return PlayedGame(TABLE, events, times)


def files_in(data: Path) -> list[Path]:
    return sorted((data / FOLDER).iterdir())


def test_a_game_that_is_seen_twice_has_one_file_that_tells_more(tmp_path: Path) -> None:
    whole, part = played(), played(late=20)
    assert record_name(whole) != record_name(part)
    first = write_record(tmp_path, part, replaces=False)
    assert first is not None
    assert write_record(tmp_path, whole, replaces=False) == first
    assert files_in(tmp_path) == [first]
    assert first.read_text(encoding="utf-8") == record_of(whole)
    assert write_record(tmp_path, part, replaces=False) == first
    assert first.read_text(encoding="utf-8") == record_of(whole)
    assert write_record(tmp_path, part, replaces=True) == first
    assert first.read_text(encoding="utf-8") == record_of(part)
    assert find_record(tmp_path / FOLDER, whole.id) == first
    assert find_record(tmp_path / FOLDER, bytes(16)) is None


def test_all_who_see_the_end_at_one_moment_write_one_file(tmp_path: Path) -> None:
    seen = [played(late=late) for late in range(0, 40, 5)]
    with ThreadPoolExecutor(8) as pool:
        written = list(pool.map(lambda game: write_record(tmp_path, game, replaces=False), seen))
    assert len(set(written)) == 1
    assert files_in(tmp_path) == [written[0]]
    assert written[0] is not None
    assert written[0].read_text(encoding="utf-8") in map(record_of, seen), "whoever was first"


def test_who_holds_the_lock_for_ever_keeps_nobody_from_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records_folder, "LOCK_PAUSE", 0)
    with FileLock(tmp_path / LOCK):
        assert write_record(tmp_path, played(), replaces=False) is not None


def test_a_game_without_a_hand_has_no_file(tmp_path: Path) -> None:
    events = [event for event in played().events if isinstance(event, LobbyOpened)]
    game = PlayedGame(TABLE, [*events, TableStopped()], [START, START])
    assert write_record(tmp_path, game, replaces=True) is None
    assert not (tmp_path / FOLDER).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_record_is_for_its_owner_only(tmp_path: Path) -> None:
    path = write_record(tmp_path, played(), replaces=True)
    assert path is not None
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_writer_says_why_a_record_could_not_be_written(tmp_path: Path) -> None:
    (tmp_path / FOLDER).touch()

    async def write() -> RecordWriter:
        writer = RecordWriter(tmp_path)
        writer.write(played, replaces=True)
        await writer.close()
        return writer

    writer = asyncio.run(write())
    assert writer.written == []
    assert "cannot be used" in str(writer.failed)
    (tmp_path / FOLDER).unlink()
    writer = asyncio.run(write())
    assert (len(writer.written), writer.failed) == (1, None)
