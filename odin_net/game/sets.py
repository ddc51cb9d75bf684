"""Sets and their values: what may lie in the middle, and what beats it.

There are few sets, and few groups of cards that make some, so what is found out about one is kept: the tables here fill
as hands are met, and all are bounded. What is known of a whole hand is kept for the latest ones only: a hand is looked
at again until it changes, and a table of all hands no longer fits into the processor's caches.
"""

from itertools import combinations
from typing import Final, TypeAlias

from odin_net.game.cards import ALL_CARDS, COLOUR_MASKS, DECK_SIZE, NUMBER_MASKS, NUMBERS, Card, Mask, cards_in, mask_of

# What can be played of some cards of one colour or one number: all pairs, and for each size of the middle the sets of
# so many cards or one more as (value, mask), highest first.
Group: TypeAlias = tuple[tuple[Mask, ...], tuple[tuple[tuple[int, Mask], ...], ...]]

LATEST_HANDS: Final = 256
# Longer sets are rare, and their cards can be named in too many orders. These are 4,860.
MOST_CARDS_KEPT: Final = 3

ONE_COLOUR: Final[Mask] = COLOUR_MASKS[0]
THREE_COLOURS: Final[Mask] = (1 << 3 * NUMBERS) - 1
# Whether the cards of one colour are several.
SEVERAL: Final = [cards.bit_count() > 1 for cards in range(ONE_COLOUR + 1)]
# For each number: all cards above it.
HIGHER: Final[tuple[Mask, ...]] = tuple(sum(NUMBER_MASKS[number:]) for number in range(NUMBERS + 1))


def is_set(mask: Mask) -> bool:
    """Whether these cards share one number or one colour. No cards are no set."""
    # RULES: sets. One card, or several of one number or of one colour.
    if not 0 < mask <= ALL_CARDS:
        return False
    lowest = (mask & -mask).bit_length() - 1
    return not (mask & ~COLOUR_MASKS[lowest // NUMBERS] and mask & ~NUMBER_MASKS[lowest % NUMBERS])


def value_of(mask: Mask) -> int:
    """The highest number that the digits of these cards can form: 2, 4 and 9 make 942."""
    # RULES: sets. The value is the highest number that the digits can make.
    value = 0
    for digit in sorted((card % NUMBERS + 1 for card in cards_in(mask)), reverse=True):
        value = value * 10 + digit
    return value


class _Measures(dict[tuple[Card, ...], tuple[Mask, int]]):
    def __missing__(self, cards: tuple[Card, ...]) -> tuple[Mask, int]:
        if any(not 0 <= card < DECK_SIZE for card in cards):
            return ALL_CARDS + 1, 0  # a card that nobody can hold
        mask = mask_of(cards)
        if mask.bit_count() != len(cards) or not is_set(mask):
            return mask, 0
        measure = mask, value_of(mask)
        if len(cards) <= MOST_CARDS_KEPT:
            self[cards] = measure
        return measure


class _Sets(dict[Mask, tuple[tuple[Card, ...], int]]):
    def __missing__(self, mask: Mask) -> tuple[tuple[Card, ...], int]:
        known = cards_in(mask), value_of(mask)
        if is_set(mask):
            self[mask] = known
        return known


class _Groups(dict[Mask, Group]):
    def __missing__(self, group: Mask) -> Group:
        sets = tuple(_sets_for(group, size) for size in range(NUMBERS + 1))
        self[group] = known = tuple(cards for _, cards in sets[1]), sets
        return known


class _NumbersIn(dict[int, tuple[Mask, ...]]):
    def __missing__(self, numbers: int) -> tuple[Mask, ...]:
        self[numbers] = masks = tuple(mask for number, mask in enumerate(NUMBER_MASKS) if numbers >> number & 1)
        return masks


# For cards in the order somebody names them: their mask and value. The value is 0 if they are no set.
MEASURES: Final = _Measures()
# For each set: its cards, lowest bit first, and its value.
SETS: Final = _Sets()
# For each group of several cards of one colour or one number: what can be played of it.
GROUPS: Final = _Groups()
# For the latest hands: the groups in them.
LATEST: Final[dict[Mask, list[Group]]] = {}
# For several numbers, as the cards of one colour: all cards of each.
NUMBERS_IN: Final = _NumbersIn()


def _sets_for(group: Mask, size: int) -> tuple[tuple[int, Mask], ...]:
    """The sets of so many cards or one more, but none of a single card, as (value, mask), highest first."""
    bits = [1 << card for card in cards_in(group)]
    sets = [sum(cards) for n in (size, size + 1) if n > 1 for cards in combinations(bits, n)]
    return tuple(sorted(((SETS[cards][1], cards) for cards in sets), reverse=True))


def groups_in(hand: Mask) -> list[Group]:
    """The groups of several cards of one colour or one number in a hand."""
    groups = []
    # Written out for each colour, on numbers that fit into half a machine word: a loop takes twice as long.
    half, other = hand & THREE_COLOURS, hand >> 3 * NUMBERS
    red, orange, yellow = half & ONE_COLOUR, half >> NUMBERS & ONE_COLOUR, half >> 2 * NUMBERS
    green, blue, purple = other & ONE_COLOUR, other >> NUMBERS & ONE_COLOUR, other >> 2 * NUMBERS
    if SEVERAL[red]:
        groups.append(GROUPS[red])
    if SEVERAL[orange]:
        groups.append(GROUPS[orange << NUMBERS])
    if SEVERAL[yellow]:
        groups.append(GROUPS[yellow << 2 * NUMBERS])
    if SEVERAL[green]:
        groups.append(GROUPS[green << 3 * NUMBERS])
    if SEVERAL[blue]:
        groups.append(GROUPS[blue << 4 * NUMBERS])
    if SEVERAL[purple]:
        groups.append(GROUPS[purple << 5 * NUMBERS])
    twice, once = red & orange, red | orange
    twice, once = twice | once & yellow, once | yellow
    twice, once = twice | once & green, once | green
    twice, once = twice | once & blue, once | blue
    twice |= once & purple
    if twice:
        for number in NUMBERS_IN[twice]:
            groups.append(GROUPS[hand & number])
    return groups


def singles_in(mask: Mask) -> list[Mask]:
    """Each of these cards by itself, lowest bit first."""
    singles = []
    while mask:
        card = mask & -mask
        singles.append(card)
        mask ^= card
    return singles


def sets_beating(hand: Mask, size: int, value: int) -> list[Mask]:
    """Every set in the hand that may be played on a middle of this size and value, each once."""
    groups = LATEST.get(hand)
    if groups is None:
        if len(LATEST) >= LATEST_HANDS:
            LATEST.clear()
        LATEST[hand] = groups = groups_in(hand)
    # RULES: a round. A set of n or n+1 cards with a value strictly above the middle's. One card more is always higher.
    if size == 1:
        found = singles_in(hand & HIGHER[value])
        for pairs, _ in groups:
            found += pairs
        return found
    found = []
    for _, sets in groups:
        for worth, cards in sets[size]:
            if worth <= value:
                break
            found.append(cards)
    return found
