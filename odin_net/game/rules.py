"""The law of the game: what may be done, and what follows from it.

Every rule that permits, refuses, ends or scores anything stands in this file, with the heading of the rules that it
obeys; what a set is and what it is worth stand in `sets`, and the choices of a table in `options`. Nothing here does
I/O, reads a clock or draws lots: chance comes in with `Deal`.
"""

from typing import Final, TypeAlias, assert_never

from odin_net.game.cards import COLOURS, Card, Mask, cards_in, cards_of_colours, mask_of
from odin_net.game.commands import Command, Deal, Pass, PlayCards, StartGame, Stop
from odin_net.game.events import (
    Actor,
    CardsPlayed,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    HandKnown,
    Passed,
    RoundEnded,
    TableStopped,
)
from odin_net.game.options import HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS, VARIANT_COLOURS, Starter
from odin_net.game.refusals import IllegalMove, Refusal
from odin_net.game.sets import MEASURES, SETS, is_set, sets_beating, singles_in
from odin_net.game.state import NOBODY, Board, Phase, PlayerView, State

# Calling a named tuple's class takes twice as long as this; it is used where every action of every bot passes.
new: Final = tuple.__new__


# What a player can do in one turn: play these cards and take that one, or no cards, a pass. A plain tuple, for many are
# made of which one is chosen, and making a named one takes six times as long.
Move: TypeAlias = tuple[Mask, Card | None]

PASS: Final[Move] = (0, None)


def command_of(move: Move, seat: int, by: Actor = Actor.PERSON) -> PlayCards | Pass:
    """The command that makes this move."""
    cards, take = move
    return new(PlayCards, (seat, SETS[cards][0], take, by)) if cards else new(Pass, (seat, by))


def legal_moves(view: PlayerView) -> list[Move]:
    """Every legal move of the seat whose turn it is, each once. Empty if it is not this seat's turn."""
    board, seat, hand = view
    if board.turn != seat or seat == NOBODY:
        return []
    middle = board.middle
    if not middle:
        return _openings(hand)
    # RULES: a round. Each player either plays or passes.
    sets = sets_beating(hand, len(middle), board.value)
    if not sets:
        return [PASS]
    moves: list[Move] = []
    # RULES: end of a hand. A play that empties the hand takes nothing.
    if hand in sets:
        sets.remove(hand)
        moves.append((hand, None))
    # RULES: a round. The player takes exactly one card of the set that was in the middle before.
    for take in middle:
        for cards in sets:
            moves.append((cards, take))
    moves.append(PASS)
    return moves


def _openings(hand: Mask) -> list[Move]:
    # RULES: a round. The opener plays exactly 1 card, and cannot pass.
    moves: list[Move] = []
    for card in singles_in(hand):
        moves.append((card, None))
    # RULES: opening with all cards. A hand that is one set may go out at once; it is a choice.
    if len(moves) > 1 and is_set(hand):
        moves.append((hand, None))
    return moves


def refuse_play(view: PlayerView, cards: tuple[Card, ...], take: Card | None) -> Refusal | None:
    """Why this seat may not play these cards and take that one now, or None if it may."""
    board, seat, hand = view
    return _refuse_turn(board, seat) or _refuse_play(board, hand, cards, take)


def refuse_pass(view: PlayerView) -> Refusal | None:
    """Why this seat may not pass now, or None if it may."""
    return _refuse_turn(view.board, view.seat) or _refuse_pass(view.board)


def _refuse_play(board: Board, hand: Mask, cards: tuple[Card, ...], take: Card | None) -> Refusal | None:
    middle, size = board.middle, len(cards)
    mask, value = MEASURES[cards]
    if mask & ~hand:
        return Refusal.NOT_YOUR_CARD
    if not value and size:
        return Refusal.NOT_ONE_SET if mask.bit_count() == size else Refusal.SAME_CARD_TWICE
    if middle:
        # RULES: a round. A play is a set of n or n+1 cards.
        if not 0 <= size - len(middle) <= 1:
            return Refusal.WRONG_NUMBER_OF_CARDS
        # RULES: a round. The value must be strictly higher than the value in the middle.
        if value <= board.value:
            return Refusal.VALUE_TOO_LOW
        # RULES: a round. All but who goes out take exactly one card of the old middle.
        if take in middle:
            return None if mask != hand else Refusal.NOTHING_TO_TAKE
        if take is not None:
            return Refusal.NOT_IN_THE_MIDDLE
        return Refusal.CHOOSE_A_CARD_TO_TAKE if mask != hand else None
    # RULES: a round. One card opens, or the whole hand if it is one set. Who opens takes nothing.
    if size != 1 and (mask != hand or not size):
        return Refusal.WRONG_NUMBER_OF_CARDS
    return None if take is None else Refusal.NOT_IN_THE_MIDDLE


def _refuse_pass(board: Board) -> Refusal | None:
    # RULES: a round. The opener cannot pass.
    return None if board.middle else Refusal.OPENER_CANNOT_PASS


def _refuse_turn(board: Board, seat: int) -> Refusal | None:
    if board.turn == seat != NOBODY:
        return None
    if board.phase is Phase.OVER:
        return Refusal.GAME_OVER
    return Refusal.NOT_YOUR_TURN if board.phase is Phase.PLAYING else Refusal.HAND_OVER


def decide(state: State, command: Command) -> list[Event]:
    """What happens if this command is carried out; IllegalMove if the rules refuse it."""
    # Nearly all commands are these two, and `match` is slower to tell them.
    if type(command) is Pass:
        return _pass(state, command)
    if type(command) is PlayCards:
        return _play(state, command)
    match command:
        case StartGame():
            return _start(state)
        case Deal():
            return _deal(state, command)
        case Stop():
            if state.board.phase is Phase.OVER:
                raise IllegalMove(Refusal.GAME_OVER)
            return [TableStopped()]
        case _:
            assert_never(command)


def _play(state: State, command: PlayCards) -> list[Event]:
    board, hands = state
    seat, cards, take, by = command
    reason = _refuse_turn(board, seat) or _refuse_play(board, hands[seat] or 0, cards, take)
    if reason is not None:
        raise IllegalMove(reason)
    played = new(CardsPlayed, (seat, cards, take, by))
    # RULES: end of a hand. Who goes out takes nothing: who takes something does not.
    if take is not None or len(cards) < _known(hands, seat).bit_count():
        return [played]
    return [played, *_end_hand(board, hands, seat)]


def _pass(state: State, command: Pass) -> list[Event]:
    board, hands = state
    seat, by = command
    reason = _refuse_turn(board, seat) or _refuse_pass(board)
    if reason is not None:
        raise IllegalMove(reason)
    passed = new(Passed, (seat, by))
    # RULES: a round. It ends when all but the player of the set in the middle have passed in a row.
    if board.passes + 2 == len(hands):
        return [passed, new(RoundEnded, (board.owner,))]
    return [passed]


def _end_hand(board: Board, hands: tuple[Mask | None, ...], out: int) -> list[Event]:
    # RULES: end of a hand. One point for each card left, and all hands are shown.
    left = tuple(() if seat == out else cards_in(_known(hands, seat)) for seat in range(len(hands)))
    points = tuple(map(len, left))
    ended = HandEnded(left, points)
    totals = [total + more for total, more in zip(board.game.totals, points, strict=True)]
    # RULES: end of the game. It ends after the hand in which somebody reaches the target.
    if max(totals) < board.game.options.points:
        return [ended]
    # RULES: end of the game. Fewest points wins; ties share the victory.
    fewest = min(totals)
    return [ended, GameEnded(tuple(seat for seat, total in enumerate(totals) if total == fewest))]


def _start(state: State) -> list[Event]:
    players = len(state.board.game.seats)
    if state.board.phase is not Phase.LOBBY:
        raise ValueError("a game starts in the lobby")
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ValueError(f"a game is for {MIN_PLAYERS} to {MAX_PLAYERS} players")
    return [GameStarted(players)]


def _deal(state: State, command: Deal) -> list[Event]:
    game = state.board.game
    players = len(game.seats)
    if state.board.phase is not Phase.DEALING:
        raise ValueError("cards are dealt between hands")
    # RULES: deal. Colours and the first opener come by lot once per game.
    colours = game.colours or colours_in_play(state, command.colours)
    opener = command.opener if game.hand == 0 else next_opener(state)
    deck = command.deck
    if not 0 <= opener < players:
        raise ValueError("the opener is one of the seats")
    mask = mask_of(deck)
    if len(deck) < HAND_SIZE * players or mask.bit_count() != len(deck):
        raise ValueError("the deck has nine different cards for each seat")
    if mask & ~cards_of_colours(colours):
        raise ValueError("the deck has cards of the colours in play only")
    # RULES: deal. Nine cards to each player.
    hands = [deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(players)]
    dealt = HandDealt(game.hand + 1, opener, colours, command.attempt, command.sealed)
    return [dealt, *map(HandKnown, range(players), hands)]


def colours_in_play(state: State, by_lot: str) -> str:
    """The colours in play: those of the options, or those by lot if the options say so; ValueError if not four."""
    game = state.board.game
    fixed = game.options.fixed_colours(len(game.seats))
    if fixed is not None:
        return fixed
    colours = "".join(letter for letter in COLOURS if letter in by_lot)
    if len(colours) != VARIANT_COLOURS:
        raise ValueError("four colours come by lot")
    return colours


def next_opener(state: State) -> int:
    """Who opens the next hand, once a first one was dealt."""
    game = state.board.game
    # RULES: end of a hand. The player to the left of the previous opener, or by the option who acted last.
    if game.options.starter is Starter.LAST:
        return game.went_out
    return (game.opener + 1) % len(game.seats)


def _known(hands: tuple[Mask | None, ...], seat: int) -> Mask:
    hand = hands[seat]
    if hand is None:
        raise ValueError("only a reader who knows all hands can decide")
    return hand
