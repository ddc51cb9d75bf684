"""The journal: whole entries or none, durable if asked, on a real file system."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_net import files
from odin_net.files import FileInUse
from odin_net.host import journal
from odin_net.host.journal import HEADER, MAGIC, START, Damaged, JournalFile, Written, frame, pack, unpack

STEPS = [
    Written(1_000, b"first memo", (b"lobby",)),
    Written(2_000, None, (b"play", b"round")),
    Written(3_000, b"second memo", (b"stepping on",)),
    Written(4_000, None, (b"x" * 300,)),
    Written(5_000, None, (b"y" * 900,)),
    Written(6_000, None, (b"pass",)),
]


def written(steps: Iterable[Written], each: int = 1) -> tuple[bytes, list[int]]:
    """A journal that was synced after so many entries each time, and where its entries end."""
    data, ends, durable = MAGIC, [len(MAGIC)], len(MAGIC)
    for number, step in enumerate(steps, 1):
        data += frame(pack(*step), len(data), durable)
        ends.append(len(data))
        durable = len(data) if number % each == 0 else durable
    return data, ends


WHOLE, ENDS = written(STEPS)
# As on a slow disk: of these six entries the first two were durable, and the others all belong to one second.
LAGGING, _ = written(STEPS[:2], 2)
LAGGING += b"".join(frame(pack(*step), end, ENDS[2]) for step, end in zip(STEPS[2:], ENDS[2:], strict=False))


@given(st.lists(st.builds(Written, st.integers(0, 2**53), st.none() | st.binary(), st.lists(st.binary()).map(tuple))))
def test_what_is_written_is_read(steps: list[Written]) -> None:
    data, _ = written(steps)
    assert unpack(data) == (steps, len(data))


def test_cut_at_any_byte_it_keeps_all_entries_before_the_cut() -> None:
    for cut in range(len(MAGIC), len(WHOLE) + 1):
        whole = sum(end <= cut for end in ENDS) - 1
        assert unpack(WHOLE[:cut]) == (STEPS[:whole], ENDS[whole])


def test_cut_in_its_first_line_it_says_so() -> None:
    for cut in range(len(MAGIC)):
        with pytest.raises(Damaged, match="it ends before its first entry"):
            unpack(WHOLE[:cut])


def test_a_journal_of_before_is_refused() -> None:
    with pytest.raises(Damaged, match="not a journal of this version of Odin"):
        unpack(b"odin journal 1\n" + WHOLE[len(MAGIC) :])


def test_any_flipped_byte_before_the_last_entry_is_found_and_placed() -> None:
    for at in range(len(WHOLE)):
        flipped = WHOLE[:at] + bytes([WHOLE[at] ^ 0x40]) + WHOLE[at + 1 :]
        if at < len(MAGIC):
            with pytest.raises(Damaged, match="not a journal"):
                unpack(flipped)
        elif at < ENDS[-2]:
            entry = max(end for end in ENDS if end <= at)
            with pytest.raises(Damaged, match=f"entry at byte {entry} is damaged") as damaged:
                unpack(flipped)
            assert damaged.value.good == (entry if entry > len(MAGIC) else 0)
        else:
            # Nobody can tell it from an entry that was being written when the power went.
            assert unpack(flipped) == (STEPS[:-1], ENDS[-2])


# --- the second that a loss of power may cost ---


def test_zeros_from_any_byte_of_the_last_second_to_the_end_are_a_torn_tail() -> None:
    for at in range(ENDS[2], len(LAGGING) + 1):
        torn = LAGGING[:at] + bytes(len(LAGGING) - at)
        whole = sum(end <= at for end in ENDS) - 1
        # Where the last bytes of an entry were zeros anyway, it is whole.
        assert unpack(torn).length in (ENDS[whole], ENDS[min(whole + 1, len(STEPS))])
        assert unpack(torn + bytes(4096)).length == unpack(torn).length


def test_a_hole_behind_the_last_mark_is_a_torn_tail_whatever_stands_behind_it() -> None:
    for at in range(ENDS[2], len(LAGGING)):
        holed = LAGGING[:at] + bytes(min(512, len(LAGGING) - at)) + LAGGING[at + 512 :]
        found = unpack(holed)
        assert found.length <= at
        assert found.entries == STEPS[: len(found.entries)]
        assert len(found.entries) >= 2


def test_a_hole_before_the_last_mark_is_damage_and_is_placed() -> None:
    more, ends = written([*STEPS, *STEPS])
    for at in range(len(MAGIC), ends[-2] - 512):
        holed = more[:at] + bytes(512) + more[at + 512 :]
        with pytest.raises(Damaged) as damaged:
            unpack(holed)
        entry = max(end for end in ends if end <= at)
        assert f"byte {entry} " in str(damaged.value)


def test_old_blocks_of_a_disk_that_turn_up_in_the_tail_are_no_entries() -> None:
    # A file may get blocks that it, or another journal, had before: marks in there say nothing about this place.
    stale = b"".join(frame(pack(*step), 10_000, 9_000) for step in STEPS)
    assert unpack(LAGGING[: ENDS[2]] + stale) == (STEPS[:2], ENDS[2])
    assert unpack(WHOLE + WHOLE) == (STEPS, len(WHOLE))


def test_what_looks_like_the_start_of_an_entry_is_none() -> None:
    step = Written(1, None, (START * 20,))
    data, ends = written([STEPS[0], step, step])
    assert unpack(data).entries == [STEPS[0], step, step]
    assert unpack(data[: ends[2]] + START * 50).entries == [STEPS[0], step]


def test_an_entry_of_another_version_is_named() -> None:
    data = MAGIC + frame(b"\x93\xc0\xc0\xc0", len(MAGIC), 0)
    with pytest.raises(Damaged, match=f"entry at byte {len(MAGIC)} is none of this version"):
        unpack(data)


def test_a_length_beyond_all_steps_is_no_entry() -> None:
    fields = START + (1 << 30).to_bytes(4, "big") + bytes(8)
    check = crc32(fields, len(MAGIC)).to_bytes(4, "big")
    assert unpack(MAGIC + fields + check + bytes(4)) == ([], len(MAGIC))


# --- the file ---


def test_a_journal_goes_on_behind_its_torn_tail(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    path.write_bytes(WHOLE[: ENDS[2] + HEADER + 1])
    again, entries, damage = journal.reopen(path)
    assert (entries, damage) == (STEPS[:2], None)
    again.append(pack(*STEPS[2]), durable=True)
    again.close()
    assert unpack(path.read_bytes()).entries == STEPS[:3]


def test_no_second_host_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    first = journal.create(path)
    first.append(pack(*STEPS[0]), durable=True)
    with pytest.raises(FileInUse):
        journal.reopen(path)
    first.close()
    second, entries, _ = journal.reopen(path)
    second.close()
    assert entries == STEPS[:1]


def test_a_damaged_journal_is_left_as_it_is_and_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    damaged = bytearray(WHOLE)
    damaged[ENDS[1] + HEADER] ^= 1
    path.write_bytes(damaged)
    for _ in range(2):
        with pytest.raises(Damaged):
            journal.reopen(path)
    assert path.read_bytes() == damaged


def test_a_damaged_journal_is_salvaged_up_to_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    damaged = bytearray(WHOLE)
    damaged[ENDS[3] + HEADER] ^= 1
    path.write_bytes(damaged)
    again, entries, damage = journal.reopen(path, salvage=True)
    assert entries == STEPS[:3]
    assert str(damage) == f"the entry at byte {ENDS[3]} is damaged"
    assert path.read_bytes() == damaged
    again.append(pack(*STEPS[5]), durable=True)
    again.close()
    assert unpack(path.read_bytes()).entries == [*STEPS[:3], STEPS[5]]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no limit for a file's size")
def test_what_the_disk_does_not_take_leaves_nothing_behind(tmp_path: Path) -> None:
    import resource  # noqa: PLC0415  Not on Windows.

    path = tmp_path / "t.journal"
    file = journal.create(path)
    file.append(pack(*STEPS[0]), durable=True)
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 5, hard))
    try:
        for _ in range(2):
            with pytest.raises(OSError, match=r"part|large"):
                file.append(pack(*STEPS[1]), durable=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))
    file.append(pack(*STEPS[2]), durable=True)
    file.close()
    assert unpack(path.read_bytes()).entries == [STEPS[0], STEPS[2]]


def test_what_could_not_be_cut_back_at_once_is_cut_before_the_next_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.journal"
    file = journal.create(path)
    file.append(pack(*STEPS[0]), durable=True)
    write = os.write

    def no_cut(*_: int) -> None:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as broken:
        broken.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:5]))
        broken.setattr(os, "ftruncate", no_cut)
        with pytest.raises(OSError, match="only a part"):
            file.append(pack(*STEPS[1]), durable=True)
        with pytest.raises(OSError, match="broken"):
            file.append(pack(*STEPS[1]), durable=True)
    file.append(pack(*STEPS[2]), durable=True)
    file.close()
    assert unpack(path.read_bytes()).entries == [STEPS[0], STEPS[2]]


# --- syncs ---


class Syncs:
    """Counts what is synced, and fails when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.files = self.folders = 0
        self.fail = False
        self._file, self._folder = files.sync_file, files.sync_folder
        for module in (files, journal):
            monkeypatch.setattr(module, "sync_file", self._sync_file)
        monkeypatch.setattr(files, "sync_folder", self._sync_folder)

    def _sync_file(self, descriptor: int) -> None:
        self.files += 1
        if self.fail:
            raise OSError(errno.EIO, "the disk has lost it")
        self._file(descriptor)

    def _sync_folder(self, folder: Path) -> None:
        self.folders += 1
        self._folder(folder)


@pytest.fixture
def syncs(monkeypatch: pytest.MonkeyPatch) -> Syncs:
    return Syncs(monkeypatch)


def marks(path: Path) -> list[int]:
    """What each entry says that was durable."""
    data, at, found = path.read_bytes(), len(MAGIC), []
    while (header := journal._header(data, at)) is not None:
        found.append(header.mark)
        at += HEADER + header.length
    assert at == len(data)
    return found


def test_an_entry_is_synced_if_asked_and_the_folder_once(tmp_path: Path, syncs: Syncs) -> None:
    file = journal.create(tmp_path / "t.journal")
    assert (syncs.files, syncs.folders) == (0, 0)
    file.append(pack(*STEPS[0]), durable=True)
    assert (syncs.files, syncs.folders) == (1, 1)
    file.append(pack(*STEPS[1]), durable=True)
    assert (syncs.files, syncs.folders) == (2, 1)
    file.append(pack(*STEPS[2]), durable=False)
    assert (syncs.files, syncs.folders) == (2, 1)
    assert file.is_dirty
    file.append(pack(*STEPS[3]), durable=True)
    assert not file.is_dirty
    file.close()
    assert (syncs.files, syncs.folders) == (3, 1)


def test_each_entry_says_what_was_durable_when_it_was_written(tmp_path: Path) -> None:
    file = journal.create(tmp_path / "t.journal")
    for step, durable in zip(STEPS, (True, True, False, False, True, True), strict=True):
        file.append(pack(*step), durable=durable)
    assert marks(file.path) == [ENDS[0], ENDS[1], ENDS[2], ENDS[2], ENDS[2], ENDS[5]]
    file.close()


def test_what_is_synced_later_counts_from_then_on(tmp_path: Path) -> None:
    file = journal.create(tmp_path / "t.journal")
    for step in STEPS[:3]:
        file.append(pack(*step), durable=False)
    file.sync()
    file.append(pack(*STEPS[3]), durable=False)
    assert marks(file.path) == [ENDS[0], ENDS[1], ENDS[1], ENDS[3]]
    file.close()


def lose(file: JournalFile, durable: int) -> None:
    """What was not durable when a sync failed is not what it was."""
    data = file.path.read_bytes()
    file.path.write_bytes(data[:durable] + bytes(len(data) - durable))


def test_after_a_failed_sync_the_whole_journal_is_put_in_its_place_anew(tmp_path: Path, syncs: Syncs) -> None:
    path = tmp_path / "t.journal"
    file = journal.create(path)
    file.append(pack(*STEPS[0]), durable=True)
    file.append(pack(*STEPS[1]), durable=False)
    syncs.fail = True
    for _ in range(2):
        with pytest.raises(OSError, match="has lost it"):
            file.append(pack(*STEPS[2]), durable=True)
    lose(file, ENDS[1])
    syncs.fail = False
    before = path.stat().st_ino
    file.append(pack(*STEPS[2]), durable=True)
    assert unpack(path.read_bytes()).entries == STEPS[:3]
    assert path.stat().st_ino != before
    assert os.name != "posix" or path.stat().st_mode & 0o077 == 0
    with pytest.raises(FileInUse):
        journal.reopen(path)
    file.append(pack(*STEPS[3]), durable=True)
    file.close()
    assert unpack(path.read_bytes()).entries == STEPS[:4]
    assert [one.name for one in tmp_path.iterdir() if one.name.endswith(".new")] == []


def test_a_sync_that_failed_later_is_made_good_by_the_next_entry(tmp_path: Path, syncs: Syncs) -> None:
    file = journal.create(tmp_path / "t.journal")
    for step in STEPS[:3]:
        file.append(pack(*step), durable=False)
    syncs.fail = True
    with pytest.raises(OSError, match="has lost it"):
        file.sync()
    assert not file.is_dirty  # Another sync would prove nothing.
    lose(file, ENDS[1])
    syncs.fail = False
    file.append(pack(*STEPS[3]), durable=False)
    file.close()
    assert unpack(file.path.read_bytes()).entries == STEPS[:4]


LONG = [Written(number, None, (bytes([number % 251]) * 1000,)) for number in range(400)]


def long_journal(path: Path) -> JournalFile:
    file = journal.create(path)
    for step in LONG:
        file.append(pack(*step), durable=True)
    return file


def test_of_a_long_journal_on_a_slow_disk_only_what_is_not_durable_and_the_end_is_in_memory(tmp_path: Path) -> None:
    file = journal.create(tmp_path / "t.journal")
    for number, step in enumerate(LONG):
        file.append(pack(*step), durable=False)
        if number == 300:
            assert len(file._end) == file.path.stat().st_size
            file.sync()
    assert len(file._end) < 200 * 1024 < file.path.stat().st_size
    file.close()
    assert unpack(file.path.read_bytes()).entries == LONG


def test_of_a_long_journal_only_the_end_is_in_memory_and_the_rest_is_read_back(tmp_path: Path, syncs: Syncs) -> None:
    file = long_journal(tmp_path / "t.journal")
    assert len(file._end) < 3 * journal.KEPT < file.path.stat().st_size
    durable = file.path.stat().st_size
    syncs.fail = True
    with pytest.raises(OSError, match="has lost it"):
        file.append(pack(*STEPS[0]), durable=True)
    syncs.fail = False
    lose(file, durable - 4096)
    file.append(pack(*STEPS[0]), durable=True)
    file.close()
    assert unpack(file.path.read_bytes()).entries == [*LONG, STEPS[0]]


def test_a_beginning_that_is_not_what_it_was_is_not_taken_for_it(tmp_path: Path, syncs: Syncs) -> None:
    file = long_journal(tmp_path / "t.journal")
    syncs.fail = True
    with pytest.raises(OSError, match="has lost it"):
        file.append(pack(*STEPS[0]), durable=True)
    syncs.fail = False
    lose(file, 5000)
    with pytest.raises(OSError, match="cannot be read back"):
        file.append(pack(*STEPS[0]), durable=True)
    file.close()


def test_who_goes_on_with_a_journal_makes_it_durable_before_anything_is_added(tmp_path: Path, syncs: Syncs) -> None:
    # The host before may have died between a failed sync and its repair: what is read may never reach the disk.
    path = tmp_path / "t.journal"
    path.write_bytes(WHOLE)
    file, _, _ = journal.reopen(path)
    before = path.stat().st_ino
    file.append(pack(*STEPS[0]), durable=False)
    assert path.stat().st_ino != before
    assert (syncs.files, syncs.folders) == (1, 1)
    file.close()
