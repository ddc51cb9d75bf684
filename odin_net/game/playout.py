"""The rest of a hand played at random, as fast as this language can: the path of search bots and of the benchmark.

It is `rules` once more, inlined, over plain ints and one mutable list; a test plays both and compares every choice.
Nothing else may be built on it: the law is in `rules`.
"""

from collections.abc import Callable
from typing import NamedTuple

from odin_net.game.cards import Mask, cards_in, mask_of
from odin_net.game.rules import PASS, Move
from odin_net.game.sets import is_set, sets_beating, value_of
from odin_net.game.state import Board


class Position(NamedTuple):
    """A hand under way, as little of it as its course depends on."""

    hands: tuple[Mask, ...]
    turn: int
    middle: Mask = 0
    passes: int = 0


def position_of(board: Board, hands: tuple[Mask, ...]) -> Position:
    """The position on a board, with hands that are known or supposed."""
    return Position(hands, board.turn, mask_of(board.middle), board.passes)


def play_out(position: Position, random: Callable[[], float], trace: list[Move] | None = None) -> list[Mask]:
    """Play the hand to its end, each move drawn evenly from the legal ones, and return what is left in each hand.

    `random` gives floats in [0, 1), one for each choice among several. The moves made are added to `trace`.
    """
    start, turn, middle, passes = position
    hands = list(start)
    last = len(hands) - 1
    size, value = middle.bit_count(), value_of(middle)
    while True:
        hand = hands[turn]
        if not size or passes == last:
            # RULES: a round. One card opens, or the whole hand if it is one set.
            cards = _opening(hand, random)
            if trace is not None:
                trace.append(Move(cards))
            hands[turn] = hand ^ cards
            if cards == hand:
                return hands
            middle, size, value, passes = cards, 1, (cards.bit_length() - 1) % 9 + 1, 0
        elif sets := sets_beating(hand, size, value):
            # RULES: a round. A pass, or a set with one card of the middle; whoever goes out takes nothing.
            goes_out = hand.bit_count() <= size + 1 and hand in sets
            if goes_out:
                sets.remove(hand)
            plays = len(sets) * size
            choice = int(random() * (plays + goes_out + 1))
            if choice < plays:
                if size == 1:
                    cards, taken = sets[choice], middle
                else:
                    cards = sets[choice // size]
                    for _ in range(choice % size):
                        middle &= middle - 1
                    taken = middle & -middle
                if trace is not None:
                    trace.append(Move(cards, taken.bit_length() - 1))
                hands[turn] = hand ^ cards | taken
                middle, size, value, passes = cards, cards.bit_count(), value_of(cards), 0
            elif choice == plays and goes_out:
                if trace is not None:
                    trace.append(Move(hand))
                hands[turn] = 0
                return hands
            else:
                passes += 1
                if trace is not None:
                    trace.append(PASS)
        else:
            passes += 1
            if trace is not None:
                trace.append(PASS)
        turn = turn + 1 if turn < last else 0


def _opening(hand: Mask, random: Callable[[], float]) -> Mask:
    cards = cards_in(hand)
    choices = len(cards) + (len(cards) > 1 and is_set(hand))
    choice = int(random() * choices)
    return hand if choice == len(cards) else 1 << cards[choice]
