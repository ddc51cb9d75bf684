"""Odin once more, slow and plain: lists, strings and `itertools.combinations`, sharing no code with the game.

Cards are texts such as "R7". Only what a hand needs is here: which moves are legal and what they lead to.
"""

from itertools import combinations
from typing import NamedTuple


class SlowMove(NamedTuple):
    cards: frozenset[str]
    take: str | None


SLOW_PASS = SlowMove(frozenset(), None)


class SlowHand(NamedTuple):
    hands: tuple[frozenset[str], ...]
    turn: int
    middle: frozenset[str] = frozenset()
    passes: int = 0


def slow_value(cards: frozenset[str]) -> int:
    return int("".join(sorted((card[1] for card in cards), reverse=True)) or "0")


def slow_is_set(cards: frozenset[str]) -> bool:
    return len({card[0] for card in cards}) == 1 or len({card[1] for card in cards}) == 1


def slow_moves(position: SlowHand) -> list[SlowMove]:
    hand, middle = position.hands[position.turn], position.middle
    if not middle:
        moves = [SlowMove(frozenset({card}), None) for card in sorted(hand)]
        if len(hand) > 1 and slow_is_set(hand):
            moves.append(SlowMove(hand, None))
        return moves
    moves = [SLOW_PASS]
    for size in (len(middle), len(middle) + 1):
        for chosen in map(frozenset, combinations(sorted(hand), size)):
            if slow_is_set(chosen) and slow_value(chosen) > slow_value(middle):
                takes: list[str | None] = [None] if chosen == hand else [*sorted(middle)]
                moves += [SlowMove(chosen, take) for take in takes]
    return moves


def slow_play(position: SlowHand, move: SlowMove) -> SlowHand | None:
    """The position after a move, or None if the hand is over."""
    hands, turn, middle, passes = position
    after = (turn + 1) % len(hands)
    if move == SLOW_PASS:
        if passes + 1 == len(hands) - 1:
            return SlowHand(hands, after)
        return SlowHand(hands, after, middle, passes + 1)
    left = hands[turn] - move.cards | ({move.take} if move.take else frozenset())
    if not left:
        return None
    return SlowHand((*hands[:turn], frozenset(left), *hands[turn + 1 :]), after, move.cards, 0)


def count_tree(position: SlowHand, depth: int) -> int:
    """How many sequences of so many moves there are; a hand that ends earlier counts as one."""
    if depth == 0:
        return 1
    following = [slow_play(position, move) for move in slow_moves(position)]
    return sum(1 if next_position is None else count_tree(next_position, depth - 1) for next_position in following)
