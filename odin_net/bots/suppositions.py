"""What hands the others may hold, judging by all that everybody has seen.

The cards they were seen to take are there until they are played, and the fallen ones are gone. All else is chance, but
not evenly: a card that nobody has seen has been in its hand from the deal on, so each play of that hand is evidence.
Who plays a green card alone has hardly another green one; who takes a seven rather likes sevens. That much is known of
each card by itself, and is where suppositions begin. Then two cards change places, again and again, and stay there
unless the conduct of a hand becomes too odd for its cards: so hands come up as often as they are likely.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import exp, log
from random import Random
from typing import Final, NamedTuple

from odin_net.bots.conduct import Conduct, conduct_of
from odin_net.game import PlayerView
from odin_net.game.cards import (
    COLOUR_MASKS,
    DECK_SIZE,
    NUMBER_MASKS,
    NUMBERS,
    Mask,
    cards_in,
    cards_of_colours,
    mask_of,
)
from odin_net.game.sets import HIGHER
from odin_net.game.state import Board

# How much likelier (as logarithm of the odds) it is that a hand holds a card like those which it has played: fitted to
# hands of normal bots, and nearly the same for 2 to 6 players.
ALONE_COLOUR: Final = -1.11
ALONE_NUMBER: Final = -0.52
ALONE_HIGHER: Final = 0.39
OF_COLOUR_COLOUR: Final = -2.59
OF_COLOUR_NUMBER: Final = -0.39
OF_NUMBER_NUMBER: Final = -1.80
OF_NUMBER_COLOUR: Final = -0.70
TAKEN_COLOUR: Final = 0.26
TAKEN_NUMBER: Final = 0.43
LEFT_COLOUR: Final = -0.40
LEFT_NUMBER: Final = -0.42
# Taken more seriously than one card at a time would warrant, the evidence leads to better play.
TRUST: Final = 1.5
# And so much less seriously beside what a normal bot would have done.
LEAN: Final = 0.7
# How likely it is that somebody does what a normal bot would not do. People do, and other bots.
ODD: Final = 0.08
# So many suppositions are followed side by side, each changed so often before it counts and from one time to the next.
FOLLOWED: Final = 4
CHANGES_AT_FIRST: Final = 100
CHANGES: Final = 10
LATEST_SETS: Final = 1 << 12


def supposed_hands(view: PlayerView, rng: Random) -> Iterator[list[Mask]]:
    """Hands of all seats that fit what this seat has seen, again and again."""
    leaning = leanings(view.board)
    unknown = _unknown(view, leaning)
    conduct = conduct_of(view.board)
    if not any(conduct[seat].acts for seat, _, _ in unknown):
        while True:
            yield _drawn(view, unknown, rng)
    followed = []
    for _ in range(FOLLOWED):
        supposition = Supposition(view, _drawn(view, unknown, rng), conduct, leaning)
        supposition.change(rng, CHANGES_AT_FIRST)
        followed.append(supposition)
        yield supposition.hands()
    while True:
        for supposition in followed:
            supposition.change(rng, CHANGES)
            yield supposition.hands()


class Supposition:
    """Hidden cards of all seats, and of the pile that is out of the game, which comes after the seats."""

    def __init__(self, view: PlayerView, hands: list[Mask], conduct: list[Conduct], leaning: list[list[float]]) -> None:
        board, seat, hand = view
        self._known = [*board.shown]
        self._known[seat] = hand
        self._hidden = [hand & ~known for hand, known in zip(hands, self._known, strict=True)]
        self._hidden.append(_unseen(view) & ~sum(self._hidden))
        self._conduct = [*conduct, Conduct()]
        self._leaning = [*leaning, [0.0] * DECK_SIZE]
        self._odd = [
            done.oddities(hidden, len(done.acts)) if hidden else 0
            for done, hidden in zip(self._conduct, self._hidden, strict=True)
        ]
        # Every hidden card and where it is, those in hands first.
        self._places = [(card, pile) for pile, hidden in enumerate(self._hidden) for card in cards_in(hidden)]
        self._in_hands = sum(hidden.bit_count() for hidden in self._hidden[:-1])

    def hands(self) -> list[Mask]:
        return [known | hidden for known, hidden in zip(self._known, self._hidden, strict=False)]

    def change(self, rng: Random, times: int) -> None:
        """Let two cards change places so many times, but not if that is too unlikely (the rule of Metropolis).

        What each card tells by itself is asked first, for it is quickly known.
        """
        random, places, hidden, odd, conduct = rng.random, self._places, self._hidden, self._odd, self._conduct
        leaning, in_hands, everywhere = self._leaning, self._in_hands, len(self._places)
        for _ in range(times):
            one, two = int(random() * in_hands), int(random() * everywhere)
            (card, pile), (other_card, other) = places[one], places[two]
            if pile == other:
                continue
            here, there = leaning[pile], leaning[other]
            likelier = here[other_card] - here[card] + there[card] - there[other_card]
            if likelier < 0 and random() > exp(LEAN * likelier):
                continue
            most = odd[pile] + odd[other]
            while random() < ODD:
                most += 1
            both = 1 << card | 1 << other_card
            count = conduct[pile].oddities(hidden[pile] ^ both, most)
            if count > most:
                continue
            other_count = conduct[other].oddities(hidden[other] ^ both, most - count)
            if count + other_count > most:
                continue
            places[one], places[two] = (other_card, pile), (card, other)
            hidden[pile] ^= both
            hidden[other] ^= both
            odd[pile], odd[other] = count, other_count


class Unknown(NamedTuple):
    """What is not known of a hand."""

    seat: int
    missing: int
    """How many of its cards."""
    slow: list[tuple[float, Mask]]
    """Each card that may be there, with how late it comes in a race for these places: its odds, turned round."""


def _unknown(view: PlayerView, leaning: list[list[float]]) -> list[Unknown]:
    board, seat, _ = view
    unseen = cards_in(_unseen(view))
    return [
        Unknown(other, count - shown.bit_count(), [(exp(-TRUST * leaning[other][card]), 1 << card) for card in unseen])
        for other, (count, shown) in enumerate(zip(board.counts, board.shown, strict=True))
        if other != seat and count > shown.bit_count()
    ]


def _unseen(view: PlayerView) -> Mask:
    """The cards that may be in any hand but one's own, or out of the game."""
    board, seat, hand = view
    shown = board.shown
    seen = hand | board.valhalla | mask_of(board.middle) | sum(shown) & ~shown[seat]
    return cards_of_colours(board.game.colours) & ~seen


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
    evidence = [[0.0] * DECK_SIZE for _ in board.game.seats]
    middle = passes = 0
    for seat, cards, taken in board.story:
        if passes + 1 == len(evidence):
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
