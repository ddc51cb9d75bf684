"""The journal: whole entries or none, on a real file system."""

import errno
import os
from itertools import starmap
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_net.files import FileInUse
from odin_net.host import journal
from odin_net.host.journal import HEADER, MAGIC, Damaged, Written, pack, unpack

STEPS = [
    Written(1_000, b"first memo", (b"lobby",)),
    Written(2_000, None, (b"play", b"round")),
    Written(3_000, b"second memo", ()),
    Written(4_000, None, (b"x" * 300,)),
]
WHOLE = MAGIC + b"".join(starmap(pack, STEPS))
ENDS = [len(MAGIC)]
for _step in STEPS:
    ENDS.append(ENDS[-1] + len(pack(*_step)))


@given(st.lists(st.builds(Written, st.integers(0, 2**53), st.none() | st.binary(), st.lists(st.binary()).map(tuple))))
def test_what_is_written_is_read(steps: list[Written]) -> None:
    data = MAGIC + b"".join(starmap(pack, steps))
    assert unpack(data) == (steps, len(data))


def test_cut_at_any_byte_it_keeps_all_entries_before_the_cut() -> None:
    for cut in range(len(MAGIC), len(WHOLE) + 1):
        whole = sum(end <= cut for end in ENDS) - 1
        assert unpack(WHOLE[:cut]) == (STEPS[:whole], ENDS[whole])


def test_cut_in_its_first_line_it_says_so() -> None:
    for cut in range(len(MAGIC)):
        with pytest.raises(Damaged, match="it ends before its first entry"):
            unpack(WHOLE[:cut])


def test_any_flipped_byte_before_the_last_entry_is_found_and_placed() -> None:
    for at in range(len(WHOLE)):
        flipped = WHOLE[:at] + bytes([WHOLE[at] ^ 0x40]) + WHOLE[at + 1 :]
        if at < len(MAGIC):
            with pytest.raises(Damaged, match="not a journal"):
                unpack(flipped)
        elif at < ENDS[-2] + 8:
            entry = max(end for end in ENDS if end <= at)
            with pytest.raises(Damaged, match=f"entry at byte {entry} "):
                unpack(flipped)
        else:
            # Nobody can tell it from an entry that was being written when the power went.
            assert unpack(flipped) == (STEPS[:-1], ENDS[-2])


def test_a_tail_of_zeros_is_a_torn_one() -> None:
    assert unpack(WHOLE + bytes(100)) == (STEPS, len(WHOLE))


def test_an_entry_of_another_version_is_named() -> None:
    payload = b"\x93\xc0\xc0\xc0"
    length = len(payload).to_bytes(4, "big")
    checks = [crc32(part).to_bytes(4, "big") for part in (length, payload)]
    entry = length + checks[0] + checks[1] + payload
    with pytest.raises(Damaged, match=f"entry at byte {len(MAGIC)} is none of this version"):
        unpack(MAGIC + entry + pack(*STEPS[0]))


def test_a_journal_goes_on_behind_its_torn_tail(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    path.write_bytes(WHOLE[: ENDS[2] + HEADER + 1])
    again, entries = journal.reopen(path)
    assert entries == STEPS[:2]
    again.append(pack(*STEPS[2]))
    again.close()
    assert unpack(path.read_bytes()).entries == STEPS[:3]


def test_no_second_host_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    first = journal.create(path)
    first.append(pack(*STEPS[0]))
    with pytest.raises(FileInUse):
        journal.reopen(path)
    first.close()
    second, entries = journal.reopen(path)
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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no limit for a file's size")
def test_what_the_disk_does_not_take_leaves_nothing_behind(tmp_path: Path) -> None:
    import resource  # noqa: PLC0415  Not on Windows.

    path = tmp_path / "t.journal"
    file = journal.create(path)
    file.append(pack(*STEPS[0]))
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 5, hard))
    try:
        for _ in range(2):
            with pytest.raises(OSError, match=r"part|large"):
                file.append(pack(*STEPS[1]))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))
    file.append(pack(*STEPS[2]))
    file.close()
    assert unpack(path.read_bytes()).entries == [STEPS[0], STEPS[2]]


def test_what_could_not_be_cut_back_at_once_is_cut_before_the_next_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.journal"
    file = journal.create(path)
    file.append(pack(*STEPS[0]))
    write = os.write

    def no_cut(*_: int) -> None:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as broken:
        broken.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:5]))
        broken.setattr(os, "ftruncate", no_cut)
        with pytest.raises(OSError, match="only a part"):
            file.append(pack(*STEPS[1]))
        with pytest.raises(OSError, match="broken"):
            file.append(pack(*STEPS[1]))
    file.append(pack(*STEPS[2]))
    file.close()
    assert unpack(path.read_bytes()).entries == [STEPS[0], STEPS[2]]
