"""A table as its journal tells it: after a restart of the host, however the last one ended."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import NamedTuple

from odin_net.game.events import Event, LobbyOpened, Presence
from odin_net.game.state import Phase, evolve, open_lobby
from odin_net.host.core import Core, Finished
from odin_net.host.journal import Written
from odin_net.host.memo import Memo, decode_memo
from odin_net.host.rollback import note_restart
from odin_net.host.steps import GameFinished, Step
from odin_net.host.table import Table
from odin_net.records.record import PlayedGame
from protocol.codec import decode_event
from protocol.errors import RemoteProtocolError
from protocol.log import Log
from protocol.shown_hands import with_hands


class GameLog(NamedTuple):
    """The log of one game, and when each event was written."""

    log: Log
    events: list[Event]
    times: list[int]

    def played_at(self, table: bytes) -> PlayedGame:
        """The game, to be recorded."""
        return PlayedGame(table, self.events, self.times)


class BrokenJournal(Exception):
    """A journal whose entries do not make a table; the message says why."""


def game_of(finished: GameFinished) -> GameLog:
    """The log of a game that is over, with its events."""
    return GameLog(finished.log, list(map(decode_event, finished.log.raw)), list(finished.times))


def games_of(entries: Iterable[Written]) -> tuple[Memo, list[GameLog]]:
    """The newest memory, and the logs of all games in their order."""
    memo: Memo | None = None
    games: list[GameLog] = []
    try:
        for entry in entries:
            memo = decode_memo(entry.memo) if entry.memo is not None else memo
            for raw in entry.events:
                _add_event(games, raw, entry.ms)
    except (RemoteProtocolError, IndexError):
        raise BrokenJournal("it holds what this version of Odin does not know") from None
    if memo is None or not games:
        raise BrokenJournal("it has no table in it")
    return memo, games


def _add_event(games: list[GameLog], raw: bytes, ms: int) -> None:
    event = decode_event(raw)
    if isinstance(event, LobbyOpened):
        games.append(GameLog(Log(event.game), [], []))
    game = games[-1]
    game.events.append(game.log.append(raw, event))
    game.times.append(ms)


def resume_table(
    memo: Memo, games: list[GameLog], random_bytes: Callable[[int], bytes], now: float
) -> tuple[Table, Step]:
    """The table as it was, and what its journal goes on with: all people are away, and no deal is half done."""
    game = games[-1]
    first = game.events[0]
    assert isinstance(first, LobbyOpened)
    core = Core(memo, random_bytes, now, first)
    core.take_up(game.log, game.times)
    core.games = {played.log.game for played in games}
    try:
        core.finished = _finished(games[-2]) if len(games) > 1 else None
        for event in with_hands(game.events, memo.hand_keys):
            core.fold(event)
    except (RemoteProtocolError, IndexError, ValueError):
        raise BrokenJournal("its log does not make a game") from None
    if len(core.seat_links) != len(core.seats):
        raise BrokenJournal("its memory and its log do not fit together")
    core.log_is_unfinished = core.phase is not Phase.OVER
    if core.log_is_unfinished:
        note_restart(core, game.events)
    table = Table(core)
    for seat, occupant, seat_link in core.people():
        seat_link.away_since = core.now
        if occupant.presence is Presence.HERE:
            core.change_seat(seat, presence=Presence.AWAY)
    table.dealer.resume(game.events)
    table.guesses.resume()
    core.remember()  # With where it is now.
    return table, core.finish_step()


def _finished(game: GameLog) -> Finished:
    first, *events = game.events
    assert isinstance(first, LobbyOpened)
    return Finished(game.log, reduce(evolve, events, open_lobby(first)).board.game.seats)
