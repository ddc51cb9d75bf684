"""What a reader of the log knows: `evolve(state, event) -> state`, the one fold of the game.

Host, player and spectator fold the same events and differ only in the `HandKnown` they add: the host all seats', a
player their own, a spectator none. Nothing here decides anything: that is `rules`. Nothing here checks anything either:
events are facts.
"""

from enum import Enum
from typing import NamedTuple, TypeAlias

from odin_net.game.cards import Card, Mask, mask_of
from odin_net.game.events import (
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
    Tally,
)
from odin_net.game.options import HAND_SIZE, Options
from odin_net.game.sets import MEASURES

# Whose turn it is, who owns the middle and who went out, where it is nobody.
NOBODY = -1

# Calling a named tuple's class takes twice as long as this.
new = tuple.__new__


class Phase(Enum):
    LOBBY = "lobby"
    DEALING = "dealing"
    """A game is under way and no hand is: the next deal is awaited."""
    PLAYING = "playing"
    OVER = "over"


class Game(NamedTuple):
    """What stays the same while a hand is played."""

    id: bytes
    seats: tuple[Occupant, ...]
    options: Options
    tally: tuple[Tally, ...]
    hand: int
    """The number of the hand, from 1; 0 before the first."""
    opener: int
    """Who opened this hand, or the last one."""
    colours: str
    """Those in play; empty before the first deal."""
    scores: tuple[tuple[int, ...], ...]
    """The points of each finished hand, by seat."""
    went_out: int
    """Who went out last; `NOBODY` before the first hand's end."""
    winners: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return tuple(map(sum, zip(*self.scores, strict=True))) if self.scores else (0,) * len(self.seats)


# One action: who, the cards played (none: a pass), and the card taken if any. Plain, for there is one at every action.
Done: TypeAlias = tuple[int, Mask, Mask]


class Board(NamedTuple):
    """What everybody sees."""

    game: Game
    phase: Phase
    action: int
    """How many plays and passes the game has seen: the number that the next command answers."""
    turn: int
    """Whose it is; `NOBODY` when no hand is played."""
    middle: tuple[Card, ...]
    """The set in the middle; empty when a round opens."""
    value: int
    """Its value; 0 when it is empty."""
    owner: int
    """Who played it; `NOBODY` when it is empty."""
    passes: int
    """How many have passed since, in a row."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    shown: tuple[Mask, ...]
    """The cards of each hand that everybody has seen it take."""
    valhalla: Mask
    """The fallen cards of this hand."""
    earlier: tuple[Done, ...] = ()
    """What was played and passed in this hand before this round; apart, for every action makes the other one anew."""
    this_round: tuple[Done, ...] = ()
    """What was played and passed in this round."""

    @property
    def story(self) -> tuple[Done, ...]:
        """All that was played and passed in this hand."""
        return self.earlier + self.this_round


class State(NamedTuple):
    """The board, and the hands that this reader knows: None where it does not."""

    board: Board
    hands: tuple[Mask | None, ...]

    def __repr__(self) -> str:
        return f"State({self.board}, hands=<secret>)"


class PlayerView(NamedTuple):
    """All that one seat may see: the board and its own hand."""

    board: Board
    seat: int
    hand: Mask

    def __repr__(self) -> str:
        return f"PlayerView({self.board}, seat={self.seat}, hand=<secret>)"


def view_of(state: State, seat: int) -> PlayerView:
    """What this seat may see, put together from the board and its own hand."""
    hand = state.hands[seat]
    if hand is None:
        raise ValueError("this reader does not know that hand")
    return new(PlayerView, (state.board, seat, hand))


def open_lobby(event: LobbyOpened) -> State:
    """The state that a log's first event makes."""
    game = Game(event.game, event.seats, event.options, event.tally, 0, NOBODY, "", (), NOBODY, ())
    seats = len(event.seats)
    board = Board(game, Phase.LOBBY, 0, NOBODY, (), 0, NOBODY, 0, (0,) * seats, (0,) * seats, 0)
    return State(board, (None,) * seats)


def evolve(state: State, event: Event) -> State:
    """The state after this event."""
    # These three are nearly all events; `match` takes three times as long to tell them.
    if isinstance(event, CardsPlayed):
        return _cards_played(state, event)
    if isinstance(event, Passed):
        return _passed(state)
    if isinstance(event, RoundEnded):
        return _round_ended(state, event)
    match event:
        case HandDealt():
            return _hand_dealt(state, event)
        case HandKnown():
            return State(state.board, _replaced(state.hands, event.seat, mask_of(event.cards)))
        case HandEnded():
            hands = tuple(map(mask_of, event.hands))
            game = state.board.game
            scores, seats = (*game.scores, event.points), _unready(game.seats)
            game = game._replace(seats=seats, scores=scores, went_out=hands.index(0))
            return State(_after_hand(state.board, game, Phase.DEALING), hands)
        case GameEnded():
            game = state.board.game._replace(winners=event.winners)
            return State(_after_hand(state.board, game, Phase.OVER), state.hands)
        case TableStopped():
            return State(_after_hand(state.board, state.board.game, Phase.OVER), state.hands)
        case LobbyOpened():
            return open_lobby(event)
        case SeatChanged():
            return _seat_changed(state, event)
        case OptionsChanged():
            return _with_game(state, options=event.options)
        case GameStarted():
            return _with(state, phase=Phase.DEALING)
        case ChatSaid() | DealOpened() | DealCommitted() | DealContributed() | DealAborted():
            return state


def _cards_played(state: State, event: CardsPlayed) -> State:
    # Positional, here and in `_passed`: these two run at every action, and `_replace` takes four times as long.
    (game, phase, action, _, middle, _, _, _, counts, shown, valhalla, earlier, done), hands = state
    seat, cards, taken, _ = event
    played, value = MEASURES[cards]
    took, left = 0, [*counts]
    left[seat] -= len(cards)
    if taken is not None:
        took = 1 << taken
        left[seat] += 1
    seen = [*shown]
    seen[seat] = seen[seat] & ~played | took
    hand = hands[seat]
    if hand is not None:
        known = [*hands]
        known[seat] = hand & ~played | took
        hands = tuple(known)
    after = seat + 1 if seat + 1 < len(counts) else 0
    if middle:
        valhalla |= MEASURES[middle][0] & ~took
    done = (*done, (seat, played, took))
    board = (game, phase, action + 1, after, cards, value, seat, 0, tuple(left), tuple(seen), valhalla, earlier, done)
    return new(State, (new(Board, board), hands))


def _passed(state: State) -> State:
    (game, phase, action, turn, middle, value, owner, passes, counts, shown, valhalla, earlier, done), hands = state
    done = (*done, (turn, 0, 0))
    turn = turn + 1 if turn + 1 < len(counts) else 0
    board = (game, phase, action + 1, turn, middle, value, owner, passes + 1, counts, shown, valhalla, earlier, done)
    return new(State, (new(Board, board), hands))


def _round_ended(state: State, event: RoundEnded) -> State:
    (game, phase, action, _, middle, _, _, _, counts, shown, valhalla, earlier, done), hands = state
    valhalla |= MEASURES[middle][0]
    board = (game, phase, action, event.opener, (), 0, NOBODY, 0, counts, shown, valhalla, earlier + done, ())
    return new(State, (new(Board, board), hands))


def _hand_dealt(state: State, event: HandDealt) -> State:
    board = state.board
    game = board.game._replace(hand=event.hand, opener=event.opener, colours=event.colours)
    seats = len(game.seats)
    counts, none = (HAND_SIZE,) * seats, (0,) * seats
    dealt = Board(game, Phase.PLAYING, board.action, event.opener, (), 0, NOBODY, 0, counts, none, 0)
    return State(dealt, (None,) * seats)


def _after_hand(board: Board, game: Game, phase: Phase) -> Board:
    _, _, action, _, *table = board
    return new(Board, (game, phase, action, NOBODY, *table))


def _unready(seats: tuple[Occupant, ...]) -> tuple[Occupant, ...]:
    """For the next hand people are ready anew; bots always are."""
    return tuple(occupant._replace(ready=occupant.kind is Kind.BOT) for occupant in seats)


def _seat_changed(state: State, event: SeatChanged) -> State:
    seat, occupant = event
    before = state.board.game.seats
    seats = (*before[:seat], *(() if occupant is None else (occupant,)), *before[seat + 1 :])
    state = _with_game(state, seats=seats)
    if len(seats) == len(before):
        return state
    empty = (0,) * len(seats)
    return State(state.board._replace(counts=empty, shown=empty), (None,) * len(seats))


def _replaced(hands: tuple[Mask | None, ...], seat: int, hand: Mask) -> tuple[Mask | None, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _with(state: State, **changes: object) -> State:
    return State(state.board._replace(**changes), state.hands)  # type: ignore[arg-type]


def _with_game(state: State, **changes: object) -> State:
    return _with(state, game=state.board.game._replace(**changes))  # type: ignore[arg-type]
