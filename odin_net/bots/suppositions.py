"""What hands the others may hold, judging by all that everybody has seen.

The cards they were seen to take are there until they are played, and the fallen ones are gone. All else is chance, but
not evenly: a card that nobody has seen has been in its hand from the deal on, so each play of that hand is evidence.
Who plays a green card alone has hardly another green one; who takes a seven rather likes sevens. And who has just
passed could hardly beat the middle.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import exp, log
from random import Random
from typing import NamedTuple

from odin_net.game import PlayerView
from odin_net.game.cards import COLOUR_MASKS, NUMBER_MASKS, NUMBERS, Mask, cards_in, cards_of_colours, mask_of
from odin_net.game.sets import HIGHER, sets_beating
from odin_net.game.state import Board

# How much likelier (as logarithm of the odds) it is that a hand holds a card like those which it has played: fitted to
# hands of normal bots, and nearly the same for 2 to 6 players.
ALONE_COLOUR, ALONE_NUMBER, ALONE_HIGHER = -1.11, -0.52, 0.39
OF_COLOUR_COLOUR, OF_COLOUR_NUMBER = -2.59, -0.39
OF_NUMBER_NUMBER, OF_NUMBER_COLOUR = -1.80, -0.70
TAKEN_COLOUR, TAKEN_NUMBER, LEFT_COLOUR, LEFT_NUMBER = 0.26, 0.43, -0.40, -0.42
# Taken more seriously than one card at a time would warrant, the evidence leads to better play.
TRUST = 1.5
# How often supposed hands are drawn anew because somebody would not have passed with theirs.
REDRAWS = 3
LATEST_SETS = 1 << 12


def supposed_hands(view: PlayerView, rng: Random) -> Iterator[list[Mask]]:
    """Hands of all seats that fit what this seat has seen, again and again."""
    board, seat, _ = view
    seats = len(board.counts)
    passed = [(seat - back) % seats for back in range(1, board.passes + 1)]
    size, value = len(board.middle), board.value
    unknown = _unknown(view)
    while True:
        hands = _drawn(view, unknown, rng)
        for _ in range(REDRAWS):
            if not any(sets_beating(hands[other], size, value) for other in passed):
                break
            hands = _drawn(view, unknown, rng)
        yield hands


class Unknown(NamedTuple):
    """What is not known of a hand."""

    seat: int
    missing: int
    """How many of its cards."""
    slow: list[tuple[float, Mask]]
    """Each card that may be there, with how late it comes in a race for these places: its odds, turned round."""


def _unknown(view: PlayerView) -> list[Unknown]:
    board, seat, hand = view
    seen = hand | board.valhalla | mask_of(board.middle) | sum(board.shown) & ~board.shown[seat]
    unseen = cards_in(cards_of_colours(board.game.colours) & ~seen)
    evidence = leanings(board)
    return [
        Unknown(other, count - shown.bit_count(), [(exp(-TRUST * evidence[other][card]), 1 << card) for card in unseen])
        for other, (count, shown) in enumerate(zip(board.counts, board.shown, strict=True))
        if other != seat and count > shown.bit_count()
    ]


def _drawn(view: PlayerView, unknown: list[Unknown], rng: Random) -> list[Mask]:
    """One draw. Who draws first has the choice, so that is drawn by lot too."""
    hands = [*view.board.shown]
    hands[view.seat] = view.hand
    random, gone = rng.random, 0
    rng.shuffle(unknown)
    for seat, missing, slow in unknown:
        race = [(log(1.0 - random()) * late, card) for late, card in slow if not card & gone]
        race.sort(reverse=True)
        drawn = sum([card for _, card in race[:missing]])
        gone |= drawn
        hands[seat] |= drawn
    return hands


def leanings(board: Board) -> list[list[float]]:
    """For each seat and each card: how much likelier than others it is to be there, if nobody has seen it."""
    evidence = [[0.0] * (NUMBERS * len(COLOUR_MASKS)) for _ in board.counts]
    middle = passes = 0
    for seat, cards, taken in board.story:
        if passes + 1 == len(board.counts):
            middle = 0
        if not cards:
            passes += 1
            continue
        for weight, alike in (*_of_play(cards), *_of_take(middle, taken)):
            for card in alike:
                evidence[seat][card] += weight
        middle, passes = cards, 0
    return evidence


@lru_cache(LATEST_SETS)
def _of_play(cards: Mask) -> tuple[tuple[float, tuple[int, ...]], ...]:
    colours, numbers = _kin(cards)
    if not cards & cards - 1:
        higher = HIGHER[cards.bit_length() % NUMBERS or NUMBERS]
        return _evidence((ALONE_COLOUR, colours), (ALONE_NUMBER, numbers), (ALONE_HIGHER, higher))
    if colours in COLOUR_MASKS:
        return _evidence((OF_COLOUR_COLOUR, colours), (OF_COLOUR_NUMBER, numbers & ~colours))
    return _evidence((OF_NUMBER_NUMBER, numbers), (OF_NUMBER_COLOUR, colours & ~numbers))


@lru_cache(LATEST_SETS)
def _of_take(middle: Mask, taken: Mask) -> tuple[tuple[float, tuple[int, ...]], ...]:
    if not taken:
        return ()
    colours, numbers = _kin(taken)
    left_colours, left_numbers = _kin(middle & ~taken)
    return _evidence(
        (TAKEN_COLOUR, colours),
        (TAKEN_NUMBER, numbers),
        (LEFT_COLOUR, left_colours & ~colours),
        (LEFT_NUMBER, left_numbers & ~numbers),
    )


def _evidence(*weighed: tuple[float, Mask]) -> tuple[tuple[float, tuple[int, ...]], ...]:
    return tuple((weight, cards_in(alike)) for weight, alike in weighed)


def _kin(cards: Mask) -> tuple[Mask, Mask]:
    """All cards of the same colours, and all of the same numbers."""
    colours = sum(colour for colour in COLOUR_MASKS if colour & cards)
    return colours, sum(number for number in NUMBER_MASKS if number & cards)
