"""The record of a game, made from its log alone: so the host and every client make the same one, at any time later."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

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
    LobbyOpened,
    Passed,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.records import Recorder
from protocol.shown_hands import with_hands


class PlayedGame(NamedTuple):
    """A game that is over, as somebody has seen it."""

    table: bytes
    events: Sequence[Event]
    """All of its log."""
    times: Sequence[int | None]
    """When each event happened, in milliseconds; None where nobody was there to see it."""

    @property
    def id(self) -> bytes:
        lobby = self.events[0]
        assert isinstance(lobby, LobbyOpened)
        return lobby.game

    @property
    def date(self) -> datetime:
        """When it was opened, as far as that was seen."""
        first = next((time for time in self.times if time is not None), 0)
        return datetime.fromtimestamp(first // 1000, UTC)


def record_of(game: PlayedGame) -> str:
    """The lines of a record, with whose and when it was, how long each move took, and what proves the deals.

    Nothing if no hand came to its end.
    """
    recorder = Recorder({"date": game.date.isoformat(), "table": game.table.hex(), "game": game.id.hex()})
    lines = recorder.add(game.events[0])
    for event, extra in _without_unshown(list(_with_extras(game))):
        lines += recorder.add(event, extra)
    return "".join(lines)


def _without_unshown(events: list[tuple[Event, dict[str, Any]]]) -> Iterator[tuple[Event, dict[str, Any]]]:
    """A hand that was dealt anew, or was stopped, is in no record, for its cards were never shown.

    Only what was said in it stays, and who came and went.
    """
    unshown: set[int] = set()
    hand: list[int] = []
    for seq, (event, _) in enumerate(events):
        match event:
            case HandDealt():
                hand = [seq]
            case CardsPlayed() | Passed() | RoundEnded():
                hand.append(seq)
            case DealAborted():
                unshown |= {*hand, seq}
                hand = []
            case TableStopped():
                unshown |= {*hand}
            case HandEnded():
                hand = []
    return (pair for seq, pair in enumerate(events) if seq not in unshown)


def _with_extras(game: PlayedGame) -> Iterator[tuple[Event, dict[str, Any]]]:
    times = iter(game.times[1:])
    before = game.times[0]
    proof: dict[str, Any] = {}
    for event in with_hands(game.events):
        if isinstance(event, HandKnown):
            yield event, {}
            continue
        now = next(times)
        extra: dict[str, Any] = {}
        match event:
            case DealOpened():
                proof = {"attempt": event.attempt, "commitment": event.commitment.hex()}
            case DealCommitted():
                proof["commitments"] = [part and part.hex() for part in event.commitments]
            case DealContributed():
                proof["shares"] = [part and part.hex() for part in event.contributions]
            case CardsPlayed() | Passed() if now is not None and before is not None:
                extra = {"seconds": round(max(0, now - before) / 1000, 1)}
            case HandEnded():
                extra = {"deal": {**proof, "secret": event.secret.hex(), "digest": event.digest.hex()}}
        if not isinstance(event, ChatSaid | SeatChanged):
            before = now
        yield event, extra
