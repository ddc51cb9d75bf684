import pytest

from odin_net.game.cards import (
    ALL_CARDS,
    COLOURS,
    DECK_SIZE,
    NUMBER_MASKS,
    cards_in,
    cards_of_colours,
    format_card,
    format_cards,
    in_reading_order,
    mask_of,
    parse_card,
)


def test_there_are_54_cards_the_numbers_1_to_9_in_6_colours() -> None:
    names = [format_card(card) for card in range(DECK_SIZE)]
    assert names == [f"{colour}{number}" for colour in "ROYGBP" for number in "123456789"]
    assert [parse_card(name) for name in names] == list(range(54))


@pytest.mark.parametrize("text", ["", "R", "R0", "r1", "R10", "7R", "X1", "R²", "R\u0661", "RR", "R1 ", "🂡1"])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="a card is one of the letters"):
        parse_card(text)


def test_a_mask_holds_cards() -> None:
    assert mask_of([0, 53]) == 1 | 1 << 53
    assert cards_in(ALL_CARDS) == tuple(range(54))
    assert cards_in(0) == ()
    assert mask_of(cards_in(0b1011)) == 0b1011


def test_colours_and_numbers_each_cover_the_deck() -> None:
    assert cards_of_colours(COLOURS) == sum(NUMBER_MASKS) == ALL_CARDS
    assert format_cards(cards_in(cards_of_colours("OP")))[:5] == "O1 O2"


def test_cards_are_read_in_the_order_of_their_value() -> None:
    assert format_cards(in_reading_order(mask_of(map(parse_card, ["R2", "R9", "P4", "O4"])))) == "R9 O4 P4 R2"
