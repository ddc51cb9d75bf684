"""Sets and their values: what may lie in the middle, and what beats it.

All sets of one colour look alike, and so do all of one number: two small tables serve every hand, one by the 9 numbers
that a colour can hold, one by the 6 colours of a number. They are filled as hands are met. Small matters: a table keyed
by whole hands was slower, for it no longer fitted into the processor's caches.
"""

from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from odin_net.game.cards import COLOUR_MASKS, NUMBER_MASKS, NUMBERS, Mask, cards_in

SetsOfColour: TypeAlias = tuple[tuple[int, Mask], ...]
SetsOfNumber: TypeAlias = tuple[tuple[Mask, ...], tuple[Mask, ...]]

ONE_COLOUR: Mask = COLOUR_MASKS[0]
ONE_NUMBER: Mask = NUMBER_MASKS[0]

# For each size n of the middle and each group of reds: its sets of n or n+1 cards, as (value, mask), highest first.
COLOUR_SETS: tuple[dict[Mask, SetsOfColour], ...] = tuple({} for _ in range(NUMBERS + 1))
# For each size n of the middle and each group of ones: its sets of n cards and those of n+1, but none of a single card.
NUMBER_SETS: tuple[dict[Mask, SetsOfNumber], ...] = tuple({} for _ in range(NUMBERS + 1))
# For each size: what so many ones are worth.
ONES: tuple[int, ...] = tuple(int("1" * size or "0") for size in range(NUMBERS + 1))


def is_set(mask: Mask) -> bool:
    """Whether these cards share one number or one colour. No cards are no set."""
    # RULES: a set is one card, or several of one number or of one colour.
    if not mask:
        return False
    lowest = (mask & -mask).bit_length() - 1
    return not (mask & ~COLOUR_MASKS[lowest // NUMBERS] and mask & ~NUMBER_MASKS[lowest % NUMBERS])


@lru_cache(maxsize=4096)
def value_of(mask: Mask) -> int:
    """The highest number that the digits of these cards can form: 2, 4 and 9 make 942."""
    # RULES: the value of a set.
    value = 0
    for digit in sorted((card % NUMBERS + 1 for card in cards_in(mask)), reverse=True):
        value = value * 10 + digit
    return value


def sets_beating(hand: Mask, size: int, value: int) -> list[Mask]:
    """Every set in the hand that may be played on a middle of this size and value, each once."""
    # RULES: a play is a set of n or n+1 cards with a value strictly above the middle's. One card more is always higher.
    found: list[Mask] = []
    of_colour, of_number, ones = COLOUR_SETS[size], NUMBER_SETS[size], ONES[size]
    rest, shift, seen, twice = hand, 0, 0, 0
    try:
        while rest:
            group = rest & ONE_COLOUR
            if group:
                twice |= seen & group
                seen |= group
                for worth, cards in of_colour[group]:
                    if worth <= value:
                        break
                    found.append(cards << shift)
            rest >>= NUMBERS
            shift += NUMBERS
        while twice:
            number = twice.bit_length()
            shift = number - 1
            twice ^= 1 << shift
            same, more = of_number[hand >> shift & ONE_NUMBER]
            if number * ones > value:
                for cards in same:
                    found.append(cards << shift)
            for cards in more:
                found.append(cards << shift)
    except KeyError:
        _learn(hand, size)
        return sets_beating(hand, size, value)
    return found


def _learn(hand: Mask, size: int) -> None:
    for colour in range(len(COLOUR_MASKS)):
        group = hand >> NUMBERS * colour & ONE_COLOUR
        sets = [*_sets_within(group, size), *_sets_within(group, size + 1)]
        COLOUR_SETS[size][group] = tuple(sorted(((value_of(cards), cards) for cards in sets), reverse=True))
    for number in range(NUMBERS):
        group = hand >> number & ONE_NUMBER
        NUMBER_SETS[size][group] = (_sets_within(group, size) if size > 1 else (), _sets_within(group, size + 1))


def _sets_within(group: Mask, size: int) -> tuple[Mask, ...]:
    return tuple(map(sum, combinations([1 << card for card in cards_in(group)], size)))
