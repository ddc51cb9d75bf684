"""Records of games, `*.odin.jsonl`, written from a game's events as they happen. Pure: files are the commands' matter.

`replay` reads them.
"""

import json
from typing import Any, Final, TypeAlias, assert_never

from odin_net.game.cards import Card, format_card
from odin_net.game.events import (
    Actor,
    CardsPlayed,
    ChatSaid,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    HandKnown,
    LobbyOpened,
    OptionsChanged,
    Passed,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.state import State, evolve, open_lobby

VERSION: Final = 1
SUFFIX: Final = ".odin.jsonl"

Line: TypeAlias = dict[str, Any]


class Recorder:
    """Turns the events of one game into the lines of its record, as they happen.

    It must be told every hand (`HandKnown`), as the host is.
    """

    def __init__(self, extra: Line | None = None) -> None:
        self._extra = extra or {}
        self._state: State | None = None
        self._dealt: dict[int, tuple[Card, ...]] = {}
        self._names: list[str] = []
        """Who plays, as the lines so far say."""

    def add(self, event: Event, extra: Line | None = None) -> list[str]:
        """The lines that this event completes, each with its line break and these extra keys."""
        self._state = open_lobby(event) if self._state is None and isinstance(event, LobbyOpened) else self._next(event)
        lines = [self._named(line) for line in self._lines(self._state, event)]
        return [json.dumps({**line, **(extra or {})}, ensure_ascii=False) + "\n" for line in lines]

    def _named(self, line: Line) -> Line:
        """The line, with who plays from here on if somebody took a seat over since the last one."""
        names = [] if self._state is None else [seat.name for seat in self._state.board.game.seats]
        before, self._names = self._names, names
        return line if "players" in line or names == before else {**line, "players": names}

    def _next(self, event: Event) -> State:
        if self._state is None:
            raise ValueError("a log begins with LobbyOpened")
        return evolve(self._state, event)

    def _lines(self, state: State, event: Event) -> list[Line]:
        match event:
            case HandKnown(seat, cards):
                return self._hand_known(state, seat, cards)
            case CardsPlayed(seat, cards, taken, by):
                take = {} if taken is None else {"take": format_card(taken)}
                return [{"seat": seat, "play": list(map(format_card, cards)), **take, **_by(by)}]
            case Passed(seat, by):
                return [{"seat": seat, "pass": True, **_by(by)}]
            case HandEnded():
                return [{"points": list(event.points), "total": list(state.board.game.totals)}]
            case GameEnded():
                return [{"winners": list(event.winners)}]
            case TableStopped():
                # A game that was stopped before its first deal has no record: its colours may not be known yet.
                return [{"stopped": True}] if state.board.game.hand else []
            case LobbyOpened() | SeatChanged() | OptionsChanged() | ChatSaid() | GameStarted() | RoundEnded():
                return []
            case DealOpened() | DealCommitted() | DealContributed() | DealAborted() | HandDealt():
                return []
            case _:
                assert_never(event)

    def _hand_known(self, state: State, seat: int, cards: tuple[Card, ...]) -> list[Line]:
        self._dealt[seat] = cards
        game = state.board.game
        if len(self._dealt) < len(game.seats):
            return []
        hands = [list(map(format_card, self._dealt[seat])) for seat in range(len(game.seats))]
        self._dealt.clear()
        line = {"hand": game.hand, "starter": game.opener, "hands": hands}
        return [line] if game.hand > 1 else [self._header(state), line]

    def _header(self, state: State) -> Line:
        game = state.board.game
        return {
            "odin": VERSION,
            "players": [seat.name for seat in game.seats],
            "options": game.options.to_record(game.colours),
            **self._extra,
        }


def _by(actor: Actor) -> Line:
    return {} if actor is Actor.PERSON else {"by": actor.name.lower()}
