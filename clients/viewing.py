"""A recorded game to be watched: its positions, one a line of the record, and which of them is looked at. Pure.

Each position is what somebody at the table would have seen then, folded by the one model of every face, with all hands
open; `through` closes those that one seat could not see.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from clients.model import Seen, SessionFacts, fold
from clients.news import Logged
from odin_net.game.cards import mask_of
from odin_net.game.events import CardsPlayed, Event, GameEnded, HandDealt, HandEnded, LobbyOpened, Passed, TableStopped
from odin_net.game.rules import PASS, Move
from odin_net.game.state import Phase, PlayerView, State, evolve, open_lobby, view_of

if TYPE_CHECKING:
    from odin_net.game.replay import ReplayStep

# Of the longest games that people play each has a tenth of it. Each position takes some kilobytes.
MOST_POSITIONS = 20_000


class Position(NamedTuple):
    """One moment of the game."""

    seen: Seen
    hand: int
    round: int
    """Of this hand, from 1 on; 0: the hand is over."""
    turn: int
    """How many turns of this hand are over."""
    done: Event
    """What led to it."""

    @property
    def is_hand_end(self) -> bool:
        return isinstance(self.done, HandEnded)

    @property
    def is_game_end(self) -> bool:
        return isinstance(self.done, GameEnded | TableStopped)


def positions_of(steps: "Iterable[ReplayStep]") -> list[Position]:
    """The positions of a record, from the first deal on; RecordError where it is broken, or too long to be watched."""
    from odin_net.game.replay import RecordError  # noqa: PLC0415  The first screen shows no record.

    builder = _Builder()
    for step in steps:
        builder.read(step)
        if len(builder.positions) > MOST_POSITIONS:
            raise RecordError(step.line, "this game is too long to be watched: read it with --plain")
    return builder.positions


@lru_cache(maxsize=2)
def shared_positions(record: str) -> list[Position]:
    """Those of a game that the owner of a table shows to everybody; none if it cannot be shown.

    A step is the number of one of them, from 0.
    """
    from odin_net.game.replay import RecordError, replay  # noqa: PLC0415  The first screen shows no record.

    try:
        return positions_of(replay(record))
    except RecordError:
        return []


class _Builder:
    """Folds the events of a record."""

    def __init__(self) -> None:
        self.positions: list[Position] = []
        self._seen = Seen()
        self._count = 0
        self._hand = self._round = self._turn = 0

    def read(self, step: "ReplayStep") -> None:
        """One line."""
        first = next((event for event in step.events if isinstance(event, _SHOWN)), None)
        for event in step.events:
            self._fold(event)
        board = step.state.board
        if first is None:
            return
        if isinstance(first, HandDealt):
            self._hand, self._round, self._turn = board.game.hand, 1, 0
        elif isinstance(first, CardsPlayed | Passed):
            self._turn += 1
            self._round += not board.middle
        else:
            self._round = 0
        self.positions.append(Position(self._seen, self._hand, self._round, self._turn, first))

    def _fold(self, event: Event) -> None:
        state = open_lobby(event) if isinstance(event, LobbyOpened) else evolve(self._state, event)
        seen = fold(self._seen, Logged(self._count, event, False), SessionFacts(state, None, False, 0.0))
        if isinstance(event, HandEnded) and seen.result is not None:
            # Whoever was not there sees all of an end at once.
            seen = replace(seen, result=seen.result._replace(at=None))
        self._seen = replace(seen, caught_up=True, was_in=True)
        self._count += 1

    @property
    def _state(self) -> State:
        assert self._seen.state is not None
        return self._seen.state


_SHOWN = HandDealt | CardsPlayed | Passed | HandEnded | GameEnded | TableStopped


def through(seen: Seen, seat: int | None) -> Seen:
    """What this seat saw of it; None: all hands are open."""
    state = seen.state
    if seat is None or state is None or seat >= len(state.hands):
        return seen
    if state.board.phase is Phase.PLAYING:
        hands = tuple(hand if other == seat else None for other, hand in enumerate(state.hands))
        state = State(state.board, hands)
    result = seen.result and seen.result._replace(seat=seat)
    over = seen.over and seen.over._replace(seat=seat)
    return replace(seen, state=state, seat=seat, result=result, over=over)


class Viewing:
    """Which position is looked at, and how one goes from there."""

    def __init__(self, positions: list[Position]) -> None:
        """There is at least one."""
        self.positions, self.at = positions, 0

    @property
    def position(self) -> Position:
        return self.positions[self.at]

    @property
    def is_last(self) -> bool:
        return self.at == len(self.positions) - 1

    @property
    def seats(self) -> int:
        game = self.position.seen.game
        return 0 if game is None else len(game.seats)

    def go(self, at: int) -> None:
        """To this position, or as far as there are any."""
        self.at = max(0, min(at, len(self.positions) - 1))

    def step_hand(self, by: int) -> None:
        """To the beginning of the next hand or, back, of this one and then of those before it."""
        self._step([place for place, one in enumerate(self.positions) if isinstance(one.done, HandDealt)], by)

    def step_round(self, by: int) -> None:
        """The same with rounds; where a hand ends, the next one begins with it."""
        pairs = zip([None, *self.positions], self.positions, strict=False)
        starts = [at for at, (a, b) in enumerate(pairs) if a is None or (a.hand, a.round) != (b.hand, b.round)]
        self._step(starts, by)

    def _step(self, starts: list[int], by: int) -> None:
        if by > 0:
            self.go(next((at for at in starts if at > self.at), len(self.positions) - 1))
        else:
            self.go(max((at for at in starts if at < self.at), default=0))

    def to_hand(self, number: int) -> bool:
        """Whether there is a hand of this number; then its beginning is looked at."""
        return self._to([one.hand == number for one in self.positions])

    def to_round(self, number: int) -> bool:
        """The same with a round of this hand."""
        hand = self.position.hand
        return self._to([(one.hand, one.round) == (hand, number) for one in self.positions])

    def to_turn(self, number: int) -> bool:
        """The same with a turn of this hand: the first one is played from the position before it."""
        hand = self.position.hand
        return self._to([one.hand == hand and one.turn == number - 1 for one in self.positions])

    def _to(self, found: list[bool]) -> bool:
        if True in found:
            self.at = found.index(True)
        return True in found

    # --- what is to be judged here ---

    def view(self) -> PlayerView | None:
        """Of who has to move here; None if nobody has."""
        state = self.position.seen.state
        if state is None or state.board.phase is not Phase.PLAYING or 0 in state.board.counts:
            return None
        return view_of(state, state.board.turn)

    def played(self) -> Move | None:
        """What was played from here; None if that is not known."""
        done = None if self.is_last else self.positions[self.at + 1].done
        if isinstance(done, CardsPlayed):
            return mask_of(done.cards), done.taken
        return PASS if isinstance(done, Passed) else None
