"""Cards, and groups of them as bit masks.

A card is an int, `colour * 9 + number - 1`: 0 is R1, 53 is P9. A hand, a set or a pile is a mask with one bit a card.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int
Mask: TypeAlias = int

# RULES: cards. The letters are the same in every language.
COLOURS: Final = "ROYGBP"
NUMBERS: Final = 9
DECK_SIZE: Final = len(COLOURS) * NUMBERS
ALL_CARDS: Final[Mask] = (1 << DECK_SIZE) - 1

COLOUR_MASKS: Final[tuple[Mask, ...]] = tuple(0b111_111_111 << NUMBERS * colour for colour in range(len(COLOURS)))
NUMBER_MASKS: Final[tuple[Mask, ...]] = tuple(
    sum(1 << NUMBERS * colour + number for colour in range(len(COLOURS))) for number in range(NUMBERS)
)


def number_of(card: Card) -> int:
    """The number on a card, 1 to 9."""
    return card % NUMBERS + 1


def colour_of(card: Card) -> str:
    """The letter of a card's colour."""
    return COLOURS[card // NUMBERS]


def format_card(card: Card) -> str:
    """A card as people write it: `R7`."""
    return f"{colour_of(card)}{number_of(card)}"


def parse_card(text: str) -> Card:
    """The card that `format_card` writes so; anything else is a ValueError."""
    if len(text) == 2 and text[0] in COLOURS and text[1] in "123456789":
        return COLOURS.index(text[0]) * NUMBERS + int(text[1]) - 1
    raise ValueError("a card is one of the letters R O Y G B P and a number from 1 to 9")


def mask_of(cards: Iterable[Card]) -> Mask:
    """The mask that holds just these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask, lowest bit first."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def cards_of_colours(letters: str) -> Mask:
    """All cards of these colours."""
    mask = 0
    for letter in letters:
        mask |= COLOUR_MASKS[COLOURS.index(letter)]
    return mask


def in_reading_order(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask as their value is read: highest number first, then by colour."""
    return tuple(sorted(cards_in(mask), key=lambda card: (-(card % NUMBERS), card)))


def format_cards(cards: Iterable[Card]) -> str:
    """Several cards, with spaces between."""
    return " ".join(map(format_card, cards))
