"""The power goes: whatever becomes of the last second of a real journal, its table is resumed; older damage is told."""

import secrets
from collections.abc import Iterator
from pathlib import Path

from odin_net.game.events import CardsPlayed
from odin_net.host.journal import HEADER, MAGIC, SUFFIX, Damaged, Found, Written, _header, frame, pack, unpack
from odin_net.host.resume import games_of, resume_table
from odin_net.host.saved_tables import FOLDER
from tests.helpers.guests import seated
from tests.helpers.host import hosted

TABLE = ("--seats", "4", "--bots", "2", "--pace", "0", "--points", "99", "--games", "1")
SECOND = 1000
BLOCK = 512


async def torn_journals(data: Path, moves: int) -> str:
    """Kill a host after so many moves, and spoil its journal in every way that is likely; how often that was."""
    whole = await _real_journal(data, moves)
    slow = _as_on_a_slow_disk(whole)
    tried = 0
    resumed = set[int]()
    for journal, spoilt in ((whole, "cut"), (whole, "zeroed"), (slow, "cut"), (slow, "zeroed"), (slow, "holed")):
        for at in _last_second(journal):
            # Where nothing of it was durable, it can be resumed whatever became of it.
            resumed.add(unpack(_spoil(journal, at, spoilt)).length)
            tried += 1
    starts = [start for start, _ in _entries(whole)]
    refused = [_is_refused_where_it_is_damaged(whole, at, starts) for at in range(len(MAGIC), len(whole))]
    for length in resumed:
        _resume(whole[:length])
    tried += len(refused)
    return f"{tried} journals of {len(whole)} bytes: {sum(refused)} refused, {len(resumed)} ends of the others resumed"


async def _real_journal(data: Path, moves: int) -> bytes:
    """What a host left that was killed."""
    async with hosted(data / "host", *TABLE) as host, seated(host, data / "guests", ("Ann", "Bo")) as guests:
        await guests[0].until(lambda: sum(isinstance(event, CardsPlayed) for event in guests[0].events()) >= moves)
        await host.kill()
    (path,) = (data / "host" / FOLDER).glob(f"*{SUFFIX}")
    return path.read_bytes()


def _entries(journal: bytes) -> Iterator[tuple[int, Written]]:
    """Where each entry begins, and what it is."""
    at = len(MAGIC)
    for entry in unpack(journal).entries:
        yield at, entry
        at += HEADER + len(pack(*entry))


def _last_second(journal: bytes) -> range:
    """All bytes that were written in it, but for the first entry: the file has its name only when that is durable."""
    entries = list(_entries(journal))[1:]
    last = entries[-1][1].ms
    return range(next(at for at, entry in entries if entry.ms > last - SECOND), len(journal))


def _as_on_a_slow_disk(journal: bytes) -> bytes:
    """The same steps, where the last sync was a second before the last of them."""
    durable = _last_second(journal).start
    again = journal[:durable]
    for at, entry in _entries(journal):
        if at >= durable:
            again += frame(pack(*entry), at, durable)
    assert unpack(again) == unpack(journal)
    return again


def _spoil(journal: bytes, at: int, how: str) -> bytes:
    if how == "cut":
        return journal[:at]
    zeros = len(journal) - at if how == "zeroed" else min(BLOCK, len(journal) - at)
    return journal[:at] + bytes(zeros) + journal[at + zeros :]


def _is_refused_where_it_is_damaged(journal: bytes, at: int, starts: list[int]) -> bool:
    """Zero a block here: it is damage if an entry behind it says that it was durable, and else a torn tail."""
    holed = _spoil(journal, at, "holed")
    spans = list(zip(starts, [*starts[1:], len(journal)], strict=True))
    broken = next((start for start, end in spans if holed[start:end] != journal[start:end]), len(journal))
    intact = [_header(holed, start) for start in starts]
    was_durable = any(header.mark > broken for header in intact if header is not None)
    found = _read(holed)
    if isinstance(found, Damaged):
        assert was_durable
        assert str(found) == f"the entry at byte {broken} is damaged"
        assert found.good == (broken if broken > starts[0] else 0)
        return True
    assert not was_durable
    assert found.length == broken
    return False


def _read(journal: bytes) -> Found | Damaged:
    try:
        return unpack(journal)
    except Damaged as damaged:
        return damaged


def _resume(journal: bytes) -> None:
    memo, games = games_of(unpack(journal).entries)
    resume_table(memo, games, secrets.token_bytes, games[-1].times[-1] / 1000)
