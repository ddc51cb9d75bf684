"""What a reader of the log knows: `evolve(state, event) -> state`, the one fold of the game.

Host, player and spectator fold the same events and differ only in the `HandKnown` they add: the host all seats', a
player their own, a spectator none. Nothing here decides anything: that is `rules`. Nothing here checks anything either:
events are facts.
"""

from enum import Enum
from typing import Final, NamedTuple, TypeAlias

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
NOBODY: Final = -1

# Calling a named tuple's class takes twice as long as this.
new: Final = tuple.__new__


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
    dealt: tuple[int, ...]
    """How many cards each seat was dealt in this hand, or the last one."""

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
    """How many plays and passes the game has seen, and hands that were broken off: the number that the next command
    answers."""
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
    earlier: tuple[Done, ...] = ()
    """What was played and passed in this hand before this round; apart, for every action makes the other one anew."""
    this_round: tuple[Done, ...] = ()
    """What was played and passed in this round."""

    @property
    def story(self) -> tuple[Done, ...]:
        """All that was played and passed in this hand."""
        return self.earlier + self.this_round

    @property
    def round(self) -> int:
        """Which one of the hand this is, from 1 on: each one before it ended when all but one had passed in a row."""
        ended = in_a_row = 0
        for _, played, _ in self.earlier:
            in_a_row = 0 if played else in_a_row + 1
            ended += in_a_row == len(self.game.seats) - 1
        return ended + 1

    # These follow from the story, and few ask: to keep them at every action took a sixth of the time of `evolve`.

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        counts = [*self.game.dealt]
        for seat, cards, taken in self._plays:
            counts[seat] += taken.bit_count() - cards.bit_count()
        return tuple(counts)

    @property
    def shown(self) -> tuple[Mask, ...]:
        """The cards of each hand that everybody has seen it take."""
        shown = [0] * len(self.game.seats)
        for seat, cards, taken in self._plays:
            shown[seat] = shown[seat] & ~cards | taken
        return tuple(shown)

    @property
    def valhalla(self) -> Mask:
        """The fallen cards of this hand."""
        fallen = 0
        for _, cards, taken in self._plays:
            fallen = (fallen | cards) & ~taken
        return fallen & ~mask_of(self.middle)

    @property
    def _plays(self) -> list[Done]:
        return [done for done in self.story if done[1]]  # Passes move no cards.


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
    seats = len(event.seats)
    game = Game(event.game, event.seats, event.options, event.tally, 0, NOBODY, "", (), NOBODY, (), (0,) * seats)
    return State(Board(game, Phase.LOBBY, 0, NOBODY, (), 0, NOBODY, 0), (None,) * seats)


def evolve(state: State, event: Event) -> State:
    """The state after this event."""
    # These three are nearly all events; `match` takes three times as long to tell them.
    if type(event) is Passed:
        return _passed(state)
    if type(event) is CardsPlayed:
        return _cards_played(state, event)
    if type(event) is RoundEnded:
        return _round_ended(state, event)
    match event:
        case HandDealt():
            return _hand_dealt(state, event)
        case HandKnown():
            return _hand_known(state, event)
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
        case DealAborted() if state.board.phase is Phase.PLAYING:
            return _hand_broken_off(state)
        case ChatSaid() | DealOpened() | DealCommitted() | DealContributed() | DealAborted():
            return state


def _cards_played(state: State, event: CardsPlayed) -> State:
    # Positional, here and in `_passed`: these two run at every action, and `_replace` takes four times as long.
    (game, phase, action, _, _, _, _, _, earlier, done), hands = state
    seat, cards, taken, _ = event
    played, value = MEASURES[cards]
    took = 0 if taken is None else 1 << taken
    hand = hands[seat]
    if hand is not None:
        known = [*hands]
        known[seat] = hand & ~played | took
        hands = tuple(known)
    after = seat + 1 if seat + 1 < len(hands) else 0
    done = (*done, (seat, played, took))
    board = new(Board, (game, phase, action + 1, after, cards, value, seat, 0, earlier, done))
    return new(State, (board, hands))


def _passed(state: State) -> State:
    (game, phase, action, turn, middle, value, owner, passes, earlier, done), hands = state
    done = (*done, (turn, 0, 0))
    after = turn + 1 if turn + 1 < len(hands) else 0
    board = new(Board, (game, phase, action + 1, after, middle, value, owner, passes + 1, earlier, done))
    return new(State, (board, hands))


def _round_ended(state: State, event: RoundEnded) -> State:
    (game, phase, action, _, _, _, _, _, earlier, done), hands = state
    board = new(Board, (game, phase, action, event.opener, (), 0, NOBODY, 0, earlier + done, ()))
    return new(State, (board, hands))


def _hand_dealt(state: State, event: HandDealt) -> State:
    board = state.board
    seats = len(board.game.seats)
    dealt = (HAND_SIZE,) * seats
    game = board.game._replace(hand=event.hand, opener=event.opener, colours=event.colours, dealt=dealt)
    return State(Board(game, Phase.PLAYING, board.action, event.opener, (), 0, NOBODY, 0), (None,) * seats)


def _hand_broken_off(state: State) -> State:
    """As it was before this hand was dealt, but for the number of the next action: that was never used yet."""
    board = state.board
    seats = len(board.game.seats)
    is_first = board.game.hand == 1
    game = board.game._replace(
        hand=board.game.hand - 1,
        # The same one opens again: who sits behind this one, or went out last. The first opener comes by lot anew.
        opener=NOBODY if is_first else (board.game.opener - 1) % seats,
        colours="" if is_first else board.game.colours,
        dealt=(0,) * seats,
    )
    return State(Board(game, Phase.DEALING, board.action + 1, NOBODY, (), 0, NOBODY, 0), (None,) * seats)


def _hand_known(state: State, event: HandKnown) -> State:
    board, hands = state
    known = [*hands]
    known[event.seat] = mask_of(event.cards)
    return new(State, (board, tuple(known)))


def _after_hand(board: Board, game: Game, phase: Phase) -> Board:
    _, _, action, _, *table = board
    return new(Board, (game, phase, action, NOBODY, *table))


def _unready(seats: tuple[Occupant, ...]) -> tuple[Occupant, ...]:
    """For the next hand people are ready anew; bots always are."""
    return tuple(
        occupant if occupant.ready is (occupant.kind is Kind.BOT) else occupant._replace(ready=not occupant.ready)
        for occupant in seats
    )


def _seat_changed(state: State, event: SeatChanged) -> State:
    seat, occupant = event
    before = state.board.game.seats
    seats = (*before[:seat], *(() if occupant is None else (occupant,)), *before[seat + 1 :])
    if len(seats) == len(before):
        return _with_game(state, seats=seats)
    game = state.board.game._replace(seats=seats, dealt=(0,) * len(seats))
    return State(state.board._replace(game=game, earlier=(), this_round=()), (None,) * len(seats))


def _with(state: State, **changes: object) -> State:
    return State(state.board._replace(**changes), state.hands)  # type: ignore[arg-type]


def _with_game(state: State, **changes: object) -> State:
    return _with(state, game=state.board.game._replace(**changes))  # type: ignore[arg-type]
