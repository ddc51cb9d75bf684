"""How good a hand is, and how good a move: what it leaves, how many turns that takes to go out, and who is about to.

A move is judged by the points that it can be expected to cost. The weights say what counts how much.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from odin_net.game.cards import COLOUR_MASKS, COLOURS, NUMBER_MASKS, NUMBERS, Card, Mask
from odin_net.game.options import HAND_SIZE
from odin_net.game.sets import ONE_COLOUR, SETS, is_set, sets_beating

LATEST_HANDS: Final = 1 << 16
LATEST_CHOICES: Final = 1 << 14
LATEST_SETS: Final = 1 << 12

# A move as playouts know it: the cards played, and the one taken as a mask.
Made: TypeAlias = tuple[Mask, Mask]

# Sums that differ by less are the same, added in another order.
TINY: Final = 1e-9

# With so few cards somebody may go out at once.
FEW: Final = 2

# Counts of each number stand in three bits each, and above them the sum of the numbers.
EACH: Final = 0o111_111_111
HEIGHT_AT: Final = 3 * NUMBERS
# By the numbers held of one colour: what they add to those.
SUMS: Final = tuple(
    sum((1 << 3 * number) + (number + 1 << HEIGHT_AT) for number in range(NUMBERS) if numbers >> number & 1)
    for numbers in range(ONE_COLOUR + 1)
)
# Numbers first: where two sets are equally large, the first one counts as the largest.
LINES: Final = (*NUMBER_MASKS, *COLOUR_MASKS)
# Larger sets count as this.
MOST: Final = 4
# The ways to part a hand hold the numbers still to go and, above them, how many colours go by themselves.
ONE_MORE: Final = ONE_COLOUR + 1
COUNTED: Final = tuple(
    (way >> NUMBERS) + (way & ONE_COLOUR).bit_count() for way in range(ONE_MORE * (len(COLOURS) + 1))
)
sets_in: Final = COUNTED.__getitem__


def shape_of(hand: Mask) -> tuple[int, int, int]:
    """What is judged of a hand: turns to go out, the size of the largest set (four stand for more), sum of numbers.

    One long function: most of a playout's time passes here.
    """
    # Parted by colours: what one colour adds is looked up, and of several colours it adds up without a carry.
    sums = largest = 0
    # The fewest sets: each colour goes by itself, or its cards go with their numbers; a single one does at no loss.
    alone, several = 0, []
    rest = hand
    while rest:
        numbers = rest & ONE_COLOUR
        if numbers:
            sums += SUMS[numbers]
            if numbers & numbers - 1:
                several.append(numbers)
                if numbers.bit_count() > largest:
                    largest = numbers.bit_count()
            else:
                alone |= numbers
        rest >>= NUMBERS
    ways = [alone]
    for numbers in several:
        if numbers & ~alone:
            ways = [way + ONE_MORE for way in ways] + [way | numbers for way in ways]
    turns = min(map(sets_in, ways))
    if largest < MOST and sums & EACH * 6:
        if sums & EACH * 4:
            largest = 4
        elif sums & sums >> 1 & EACH:
            largest = 3
        elif largest < 2:
            largest = 2
    return turns, min(largest, MOST) or min(turns, 1), sums >> HEIGHT_AT


def rest_of(hand: Mask) -> tuple[int, int]:
    """The size of the largest set when the largest of all is gone, and how many cards go with no other."""
    first = max([hand & line for line in LINES], key=int.bit_count)
    rest = hand & ~first
    second = max([(rest & line).bit_count() for line in LINES])
    together = 0
    for line in LINES:
        cards = hand & line
        if cards & cards - 1:
            together |= cards
    return second, (hand & ~together).bit_count()


def turns_to_go_out(hand: Mask) -> int:
    """The fewest sets that the hand can be parted into."""
    return shape_of(hand)[0]


def fewest_of_others(counts: Sequence[int], seat: int) -> int:
    """How many cards the one has who is nearest to going out, this seat aside."""
    return min(count for other, count in enumerate(counts) if other != seat)


class Weights(NamedTuple):
    """What counts how much, in points."""

    card: float
    card_squared: float
    """What each card left costs: the first ones most."""
    turns: tuple[float, ...]
    """What it costs to need so many turns: 0, 1, 2, … and more."""
    largest: tuple[float, ...]
    """What the largest set in the hand is worth, by its size: 0, 1, 2, … and more."""
    second: tuple[float, ...]
    """And the largest set without those cards; nothing if there is none."""
    loner: float
    """What a card costs that goes with no other."""
    height: float
    """What a card's number is worth: high ones beat more."""
    danger: tuple[float, ...]
    """What each card of mine costs if somebody else has so few: 0, 1, 2, …; with more, nothing."""
    strength: float
    size: float
    strength_of_size: float
    """A play spends its strength, less so if it is a large set."""
    passed: float
    """To pass costs a turn."""
    passed_last: float
    """What it costs more if the round ends with that."""
    strength_before_end: tuple[float, ...]
    size_before_end: tuple[float, ...]
    passed_before_end: tuple[float, ...]
    """What those cost more with 0, 1, 2, … turns to go after it; with more turns, nothing."""


# Fitted to some 100,000 hands that this very judgement played against itself and others, for 2 to 6 players.
NORMAL: Final = Weights(
    card=1.14,
    card_squared=-0.063,
    turns=(0.0, -0.61, -0.81, -0.45, 0.09, 1.01),
    largest=(0.0, 0.70, 0.25, -0.50, -1.21),
    second=(),
    loner=0,
    height=-0.035,
    danger=(0, 0.19, 0.19),
    strength=1.13,
    size=0.24,
    strength_of_size=-0.51,
    passed=0.89,
    passed_last=0,
    strength_before_end=(0, -0.68),
    size_before_end=(0, 0),
    passed_before_end=(0, -0.67),
)


class Judgement:
    """Judges by some weights. The best move is found without a list of all, for this is the heart of the playouts."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._cards = [weights.card * cards + weights.card_squared * cards**2 for cards in range(HAND_SIZE + 1)]
        self._turns = [weights.turns[min(turns, len(weights.turns) - 1)] for turns in range(HAND_SIZE + 1)]
        self._least_turns = [min(self._turns[max(turns - 1, 1) :]) for turns in range(HAND_SIZE + 1)]
        self._least_largest = [min(weights.largest[1 : largest + 2]) for largest in range(MOST + 1)]
        self._danger = _and_none_above(weights.danger)
        self._passed = [weights.passed + more for more in _and_none_above(weights.passed_before_end)]
        self.measure = lru_cache(LATEST_HANDS)(self._measure)
        self._plays = lru_cache(LATEST_SETS)(self._costs_of_play)
        self.opening = lru_cache(LATEST_CHOICES)(self._opening)
        self.answer = lru_cache(LATEST_CHOICES)(self._answer)

    def _measure(self, hand: Mask) -> tuple[int, float, float]:
        """Turns to go out, the expected points, and the least that these can come to after a play.

        That least does not count the cards, nor what the play does to the sum of the numbers. A play saves one turn at
        most, and the card taken adds one to the largest set at most.
        """
        turns, largest, height = shape_of(hand)
        weights = self._weights
        heights = weights.height * height
        cost = self._cards[hand.bit_count()] + heights + self._turns[turns] + weights.largest[largest]
        least = heights + self._least_turns[turns] + self._least_largest[largest]
        if weights.second:
            second, loners = rest_of(hand)
            cost += weights.second[min(second, len(weights.second) - 1)] + weights.loner * loners
            least += min(weights.second)
        return turns, cost, least

    def _costs_of_play(self, cards: Mask) -> tuple[list[float], float]:
        """The points that the play itself costs, by the turns that are left after it, and the least of that.

        The least counts what the play does to the sum of the numbers.
        """
        weights = self._weights
        size = cards.bit_count()
        strength = strength_of(cards)
        cost = weights.strength * strength + weights.size * size + weights.strength_of_size * strength * size
        stronger, larger = _and_none_above(weights.strength_before_end), _and_none_above(weights.size_before_end)
        costs = [cost + stronger[turns] * strength + larger[turns] * size for turns in range(HAND_SIZE + 1)]
        return costs, min(costs) - weights.height * shape_of(cards)[2]

    def cost_of_move(self, hand: Mask, cards: Mask, take: Card | None, fewest: int, *, last: bool) -> float:
        """The points that a move can be expected to cost in all. To go out costs nothing.

        `fewest`: the cards of whoever else is nearest to going out. `last`: the round ends with a pass.
        """
        if cards == hand:
            return float("-inf")
        left = hand ^ cards | (0 if take is None else 1 << take)
        turns, cost, _ = self.measure(left)
        cost += self._plays(cards)[0][turns] if cards else self._cost_of_pass(turns, last=last)
        return cost + self._danger[fewest] * left.bit_count()

    def _cost_of_pass(self, turns: int, *, last: bool) -> float:
        return self._passed[turns] + (self._weights.passed_last if last else 0)

    def _opening(self, hand: Mask) -> Mask:
        """The best opening."""
        if is_set(hand):
            return hand
        best, least = 0, float("inf")
        rest = hand
        while rest:
            card = rest & -rest
            rest ^= card
            turns, cost, _ = self.measure(hand ^ card)
            cost += self._plays(card)[0][turns]
            if cost < least:
                best, least = card, cost
        return best

    def opens_otherwise(self, hand: Mask, opening: Mask) -> bool:
        """Whether another opening is better than this one."""
        if is_set(hand):
            return opening != hand
        measure, plays = self.measure, self._plays
        turns, cost, _ = measure(hand ^ opening)
        least = cost + plays(opening)[0][turns] - TINY
        rest = hand ^ opening
        while rest:
            card = rest & -rest
            rest ^= card
            turns, cost, _ = measure(hand ^ card)
            if cost + plays(card)[0][turns] < least:
                return True
        return False

    def _answer(self, hand: Mask, middle: Mask, fewest: int, last: bool) -> Made:
        """The best play and the card it takes; no cards are a pass."""
        takes, value = SETS[middle]
        sets = sets_beating(hand, len(takes), value)
        if not sets:
            return 0, 0
        if hand in sets:
            return hand, 0
        turns, cost, floor = self.measure(hand)
        each = self._danger[fewest]
        cost += self._cost_of_pass(turns, last=last) + each * hand.bit_count()
        return self._better_play(hand, sets, middle, each, floor, cost) or (0, 0)

    def answers_otherwise(self, hand: Mask, middle: Mask, made: Made, fewest: int, *, last: bool) -> bool:
        """Whether another answer is better than this one."""
        takes, value = SETS[middle]
        sets = sets_beating(hand, len(takes), value)
        cards, taken = made
        if not sets:
            return False
        if hand in sets:
            return cards != hand
        turns, passing, floor = self.measure(hand)
        each = self._danger[fewest]
        passing += self._cost_of_pass(turns, last=last) + each * hand.bit_count()
        least = passing
        if cards:
            left = hand ^ cards | taken
            turns, cost, _ = self.measure(left)
            least = cost + self._plays(cards)[0][turns] + each * left.bit_count()
            if passing < least - TINY:
                return True
        return self._better_play(hand, sets, middle, each, floor, least - TINY, any_will_do=True) is not None

    def _better_play(
        self,
        hand: Mask,
        sets: list[Mask],
        middle: Mask,
        each: float,
        floor: float,
        least: float,
        *,
        any_will_do: bool = False,
    ) -> Made | None:
        """The best of these plays, if one costs less than `least`; or the first such one."""
        measure, plays = self.measure, self._plays
        takes, value = SETS[middle]
        size, count = len(takes), hand.bit_count()
        better = None
        # What lies below the cost of every play of as many cards as lie there, and of one more. The tiny bit is for
        # sums that differ in their last digit only because they were added in another order.
        floor += self._weights.height * (value // 10 ** (size - 1)) - TINY
        same, more = count - size + 1, count - size
        least_same, least_more = floor + self._cards[same] + each * same, floor + self._cards[more] + each * more
        for cards in sets:
            left = hand ^ cards
            left_count = left.bit_count() + 1
            costs, lowest = plays(cards)
            if lowest + (least_more if left_count == more else least_same) >= least:
                continue
            danger = each * left_count
            for take in takes:
                turns, cost, _ = measure(left | 1 << take)
                cost += costs[turns] + danger
                if cost < least:
                    if any_will_do:
                        return cards, 1 << take
                    better, least = (cards, 1 << take), cost
        return better


def _and_none_above(weights: tuple[float, ...]) -> list[float]:
    return [weights[index] if index < len(weights) else 0.0 for index in range(HAND_SIZE + 1)]


def strength_of(cards: Mask) -> float:
    """How near a set is to the highest of its size: 0 to 1."""
    return float(SETS[cards][1] / (10 ** cards.bit_count() - 1))
