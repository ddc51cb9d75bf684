"""The rest of a hand played at random, as fast as this language can: for search, and for the benchmark.

It is `rules` once more, inlined in one long function because calls would take a third of its time, over plain ints and
one mutable list; a test plays both and compares every choice. The law is in `rules`.
"""

from collections.abc import Callable
from typing import NamedTuple

from odin_net.game.cards import Mask, mask_of
from odin_net.game.rules import PASS, Move
from odin_net.game.sets import HIGHER, SETS, Group, groups_in, is_set
from odin_net.game.state import Board


class Position(NamedTuple):
    """A hand under way, as little of it as its course depends on."""

    hands: tuple[Mask, ...]
    turn: int
    middle: Mask = 0
    passes: int = 0

    def __repr__(self) -> str:
        return f"Position(hands=<secret>, turn={self.turn})"


def position_of(board: Board, hands: tuple[Mask, ...]) -> Position:
    """The position on a board, with hands that are known or supposed."""
    return Position(hands, board.turn, mask_of(board.middle), board.passes)


def play_out(position: Position, random: Callable[[], float], trace: list[Move] | None = None) -> list[Mask]:
    """Play the hand to its end, each move drawn evenly from the legal ones, and return what is left in each hand.

    `random` gives floats in [0, 1), one for each choice among several. The moves made are added to `trace`.
    """
    start, turn, middle, passes = position
    hands = list(start)
    groups: list[list[Group] | None] = [None] * len(hands)
    last = len(hands) - 1
    size, value = middle.bit_count(), SETS[middle][1]
    while True:
        hand = hands[turn]
        if not size or passes == last:
            # RULES: a round. One card opens, or the whole hand if it is one set.
            cards = _opening(hand, random)
            if trace is not None:
                trace.append((cards, None))
            hands[turn] = hand ^ cards
            if cards == hand:
                return hands
            groups[turn] = None
            middle, size, value, passes = cards, 1, (cards.bit_length() - 1) % 9 + 1, 0
        else:
            # RULES: a round. A play is a set of n or n+1 cards with a value strictly above the middle's.
            sets = []
            if size == 1:
                higher = hand & HIGHER[value]
                while higher:
                    cards = higher & -higher
                    sets.append(cards)
                    higher ^= cards
            known = groups[turn]
            if known is None:
                groups[turn] = known = groups_in(hand)
            for _, group in known:
                for worth, cards in group[size]:
                    if worth <= value:
                        break
                    sets.append(cards)
            if sets:
                # RULES: a round. A pass, or a set with one card of the middle; whoever goes out takes nothing.
                goes_out = hand in sets
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
                        trace.append((cards, taken.bit_length() - 1))
                    hands[turn] = hand ^ cards | taken
                    groups[turn] = None
                    middle, size, value, passes = cards, cards.bit_count(), SETS[cards][1], -1
                elif choice == plays and goes_out:
                    if trace is not None:
                        trace.append((hand, None))
                    hands[turn] = 0
                    return hands
                elif trace is not None:
                    trace.append(PASS)
            elif trace is not None:
                trace.append(PASS)
            passes += 1
        turn = turn + 1 if turn < last else 0


def _opening(hand: Mask, random: Callable[[], float]) -> Mask:
    cards = hand.bit_count()
    choice = int(random() * (cards + (cards > 1 and is_set(hand))))
    if choice == cards:
        return hand
    for _ in range(choice):
        hand &= hand - 1
    return hand & -hand
