"""How good a hand is, and how good a move: what it leaves, how many turns that takes to go out, and who is about to.

A move is judged by the points that it can be expected to cost. The weights were fitted to some 100,000 hands that this
very judgement played against itself and others, for 2 to 6 players.
"""

from collections.abc import Sequence
from functools import lru_cache

from odin_net.game.cards import COLOURS, NUMBERS, Card, Mask
from odin_net.game.options import HAND_SIZE
from odin_net.game.sets import ONE_COLOUR, SETS

LATEST_HANDS = 1 << 16

# What each card left costs: the first ones most.
CARD, CARD_SQUARED = 1.14, -0.063
# What it costs to need so many turns: 0, 1, 2, … and more.
TURNS = (0.0, -0.61, -0.81, -0.45, 0.09, 1.01)
# What the largest set in the hand is worth, by its size: 0, 1, 2, … and more.
LARGEST = (0.0, 0.70, 0.25, -0.50, -1.21)
# What a card's number is worth: high ones beat more.
HEIGHT = -0.035
# Somebody has so few cards that the hand may end at once; what each card of mine costs then.
FEW, DANGER = 2, 0.19
# A play spends its strength, less so if a large set or the last one but one brings me to open.
STRENGTH, SIZE, STRENGTH_OF_SIZE, STRENGTH_THEN_OUT = 1.13, 0.24, -0.51, -0.68
# To pass costs a turn, less if I need one only.
PASSED, PASSED_THEN_OUT = 0.89, -0.67


WORTH_OF_CARDS = tuple(CARD * cards + CARD_SQUARED * cards**2 for cards in range(HAND_SIZE + 1))

# Counts of each number stand in three bits each, and above them the sum of the numbers.
EACH, ANY, HEIGHT_AT = 0o111_111_111, 7, 3 * NUMBERS
# By the numbers held of one colour: what they add to those.
SUMS = tuple(
    sum((1 << 3 * number) + (number + 1 << HEIGHT_AT) for number in range(NUMBERS) if numbers >> number & 1)
    for numbers in range(ONE_COLOUR + 1)
)
# The ways to part a hand hold the numbers still to go and, above them, how many colours go by themselves.
ONE_MORE = ONE_COLOUR + 1
COUNTED = tuple((way >> NUMBERS) + (way & ONE_COLOUR).bit_count() for way in range(ONE_MORE * (len(COLOURS) + 1)))


def turns_to_go_out(hand: Mask) -> int:
    """The fewest sets that the hand can be parted into."""
    return measure(hand)[0]


@lru_cache(LATEST_HANDS)
def measure(hand: Mask) -> tuple[int, float]:
    """Turns to go out, and the expected points."""
    # Parted by colours: what one colour adds is looked up, and of several colours it adds up without a carry.
    sums = largest = alone = 0
    several = []
    rest = hand
    while rest:
        numbers = rest & ONE_COLOUR
        sums += SUMS[numbers]
        if numbers & numbers - 1:
            several.append(numbers)
            if numbers.bit_count() > largest:
                largest = numbers.bit_count()
        else:
            alone |= numbers
        rest >>= NUMBERS
    counts, height = sums & EACH * ANY, sums >> HEIGHT_AT
    cards, turns = hand.bit_count(), _turns(alone, several)
    cost = WORTH_OF_CARDS[cards] + HEIGHT * height
    return turns, cost + TURNS[min(turns, len(TURNS) - 1)] + LARGEST[max(min(largest, len(LARGEST) - 1), _most(counts))]


def _turns(alone: Mask, several: list[Mask]) -> int:
    """The fewest sets: each colour goes by itself, or its cards go with their numbers.

    `alone` are the numbers of the colours with one card, which goes with its number at no loss, and `several` those
    of each colour with more.
    """
    ways = [alone]
    for numbers in several:
        ways += [way | numbers for way in ways]
        # The first half are the ways in which this colour goes by itself: they count one more.
        half = len(ways) >> 1
        ways[:half] = [way + ONE_MORE for way in ways[:half]]
    return min([COUNTED[way] for way in ways])


def _most(counts: int) -> int:
    """The largest of the counts of each number; four stand for more."""
    if counts & EACH * 4:
        return 4
    if counts & counts >> 1 & EACH:
        return 3
    return 2 if counts & EACH * 2 else 1 if counts else 0


def strength_of(cards: Mask) -> float:
    """How near a set is to the highest of its size: 0 to 1."""
    size = cards.bit_count()
    return float(SETS[cards][1] / (10**size - 1))


@lru_cache(4096)
def cost_of_play(cards: Mask, *, then_out: bool) -> float:
    """The points that the play itself costs. `then_out`: what is left goes out in one turn."""
    strength, size = strength_of(cards), cards.bit_count()
    cost = STRENGTH * strength + SIZE * size + STRENGTH_OF_SIZE * strength * size
    return cost + (STRENGTH_THEN_OUT * strength if then_out else 0)


def cost_of_pass(turns: int) -> float:
    """The points that it costs to pass with so many turns to go."""
    return PASSED + (PASSED_THEN_OUT if turns == 1 else 0)


def is_in_danger(counts: Sequence[int], seat: int) -> bool:
    """Whether somebody else is about to go out."""
    return any(count <= FEW for other, count in enumerate(counts) if other != seat)


def cost_of_move(hand: Mask, cards: Mask, take: Card | None, *, danger: bool) -> float:
    """The points that a move can be expected to cost in all. To go out costs nothing."""
    if not cards:
        turns, cost = measure(hand)
        return cost + cost_of_pass(turns) + (DANGER * hand.bit_count() if danger else 0)
    left = hand ^ cards
    if not left:
        return float("-inf")
    if take is not None:
        left |= 1 << take
    turns, cost = measure(left)
    return cost + cost_of_play(cards, then_out=turns == 1) + (DANGER * left.bit_count() if danger else 0)
