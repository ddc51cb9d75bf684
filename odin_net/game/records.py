"""Records of games, `*.odin.jsonl`, written from events as they happen. Pure: `odin_net/records/` has the files.

`replay` reads them. A line is a JSON object, and readers ignore the keys that they do not know:

    {"odin": 1, "players": ["Ann", "Bo"], "options": {"points": 15, "colours": "RYGP", "starter": "left"}, …}
    {"hand": 1, "starter": 0, "hands": [["R1", … nine], ["Y3", … nine]]}
    {"seat": 0, "play": ["R1"]}
    {"seat": 1, "play": ["Y3", "G3"], "take": "R1"}
    {"seat": 0, "pass": true}
    {"points": [4, 0], "total": [4, 0]}
    {"winners": [1]}                          or {"stopped": true}, or nothing of the two where a record was cut

The first line has `"bots"` where bots play: a level for each bot, null for each person; `"drawn": true` where the four
colours came by lot; and of a game at a table `"date"`, `"table"` and `"game"`, the id by which two records are known
to be of one game. A later line has `"players"` and `"bots"` where somebody took a seat over before it. An action has
`"by": "bot"` or `"clock"` where the person did not do it, and `"seconds"` where somebody saw how long it took. Points
have with them `"deal"`, what proves the deal of their hand (`odin_net/records/proofs.py`).
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
    Kind,
    LobbyOpened,
    Occupant,
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
        self._bots: list[str | None] = []
        """Which of them are bots, likewise."""

    def add(self, event: Event, extra: Line | None = None) -> list[str]:
        """The lines that this event completes, each with its line break and these extra keys."""
        self._state = open_lobby(event) if self._state is None and isinstance(event, LobbyOpened) else self._next(event)
        lines = [self._named(line) for line in self._lines(self._state, event)]
        return [json.dumps({**line, **(extra or {})}, ensure_ascii=False) + "\n" for line in lines]

    def _named(self, line: Line) -> Line:
        """The line, with who plays from here on if somebody took a seat over since the last one."""
        assert self._state is not None
        seats = self._state.board.game.seats
        before, self._names, self._bots = (self._names, self._bots), [seat.name for seat in seats], bots_of(seats)
        if "players" in line or before == (self._names, self._bots):
            return line
        return {**line, "players": self._names, **({} if before[1] == self._bots else {"bots": self._bots})}

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
            **({"bots": bots_of(game.seats)} if any(bots_of(game.seats)) else {}),
            "options": game.options.to_record(game.colours),
            **({"drawn": True} if game.options.fixed_colours(len(game.seats)) is None else {}),
            **self._extra,
        }


def bots_of(seats: tuple[Occupant, ...]) -> list[str | None]:
    """The level of each seat's bot; None for a person."""
    return [seat.level if seat.kind is Kind.BOT else None for seat in seats]


def _by(actor: Actor) -> Line:
    return {} if actor is Actor.PERSON else {"by": actor.name.lower()}
