"""The record of a finished game, made from its log alone: so it can be made again after a restart of the host."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from odin_net.files import make_private_folder, write_private
from odin_net.game.events import (
    CardsPlayed,
    ChatSaid,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    HandDealt,
    HandEnded,
    HandKnown,
    Passed,
    RoundEnded,
    SeatChanged,
)
from odin_net.game.records import SUFFIX, Recorder
from odin_net.host import steps
from odin_net.host.resume import GameLog, with_hands
from protocol.codec import decode_event

FOLDER = "games"


def game_of(finished: steps.GameFinished) -> GameLog:
    """The log of a game that is over, with its events."""
    return GameLog(finished.log, list(map(decode_event, finished.log.raw)), list(finished.times))


def write_record(data: Path, game: GameLog, table: bytes, number: int) -> Path | None:
    """Write the record of a game; None if it was stopped before its first deal."""
    text = record_of(game, table)
    if not text:
        return None
    path = make_private_folder(data / FOLDER) / record_name(game, table, number)
    write_private(path, text.encode())
    return path


def record_of(game: GameLog, table: bytes) -> str:
    """The lines of a record, with when it was played, how long each move took, and what proves the deals."""
    recorder = Recorder({"date": _date(game).isoformat(), "table": table.hex()})
    lines = recorder.add(game.events[0])
    for event, extra in _without_broken_off(list(_with_extras(game))):
        lines += recorder.add(event, extra)
    return "".join(lines)


def record_name(game: GameLog, table: bytes, number: int) -> str:
    """What the file is called: by when, then by table and game, so that no two games share a name."""
    return f"{_date(game):%Y-%m-%d-%H%M%S}-{table.hex()[:8]}-{number}{SUFFIX}"


def _date(game: GameLog) -> datetime:
    return datetime.fromtimestamp(game.times[0] // 1000, UTC)


def _without_broken_off(events: list[tuple[Event, dict[str, Any]]]) -> Iterator[tuple[Event, dict[str, Any]]]:
    """A hand that was dealt anew is in no record: only what was said in it stays, and who came and went."""
    broken_off: set[int] = set()
    hand: list[int] = []
    for seq, (event, _) in enumerate(events):
        match event:
            case HandDealt():
                hand = [seq]
            case CardsPlayed() | Passed() | RoundEnded():
                hand.append(seq)
            case DealAborted():
                broken_off |= {*hand, seq}
                hand = []
            case HandEnded():
                hand = []
    return (pair for seq, pair in enumerate(events) if seq not in broken_off)


def _with_extras(game: GameLog) -> Iterator[tuple[Event, dict[str, Any]]]:
    times = iter(game.times[1:])
    before = game.times[0]
    proof: dict[str, Any] = {}
    for event in with_hands(game):
        if isinstance(event, HandKnown):
            yield event, {}
            continue
        now = next(times)
        extra: dict[str, Any] = {}
        match event:
            case DealOpened():
                proof = {"attempt": event.attempt}
            case DealCommitted():
                proof["commitments"] = [part and part.hex() for part in event.commitments]
            case DealContributed():
                proof["shares"] = [part and part.hex() for part in event.contributions]
            case CardsPlayed() | Passed():
                extra = {"seconds": round(max(0, now - before) / 1000, 1)}
            case HandEnded():
                extra = {"deal": {**proof, "secret": event.secret.hex(), "digest": event.digest.hex()}}
        if not isinstance(event, ChatSaid | SeatChanged):
            before = now
        yield event, extra
