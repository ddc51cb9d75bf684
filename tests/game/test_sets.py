from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_net.game.cards import COLOUR_MASKS, NUMBER_MASKS, Mask, cards_in, format_card, mask_of
from odin_net.game.sets import LATEST, LATEST_HANDS, MEASURES, MOST_CARDS_KEPT, SETS, is_set, sets_beating, value_of
from tests.helpers.slow_odin import slow_is_set, slow_value
from tests.helpers.tables import mask


def all_sets() -> set[Mask]:
    return {
        mask_of(chosen)
        for group in (*COLOUR_MASKS, *NUMBER_MASKS)
        for size in range(1, 10)
        for chosen in combinations(cards_in(group), size)
    }


def test_there_are_3579_sets() -> None:
    assert len(all_sets()) == 3579
    assert all(map(is_set, all_sets()))


@given(st.sets(st.integers(0, 53), max_size=9))
def test_a_set_is_one_card_or_several_of_one_number_or_of_one_colour(cards: set[int]) -> None:
    named = frozenset(map(format_card, cards))
    assert is_set(mask_of(cards)) == (bool(cards) and slow_is_set(named))
    assert value_of(mask_of(cards)) == slow_value(named)


@pytest.mark.parametrize(
    ("cards", "value"), [("R7", 7), ("R2 R8", 82), ("P2 P9 P4", 942), ("R5 B5 G5", 555), ("Y1 Y2 Y3 Y4 Y5", 54321)]
)
def test_the_value_is_the_highest_number_that_the_digits_can_form(cards: str, value: int) -> None:
    assert value_of(mask(cards)) == value
    digits = [card[1] for card in cards.split()]
    assert value == max(int("".join(order)) for order in permutations(digits))


def test_every_set_is_found_once_and_only_if_it_beats_the_middle() -> None:
    hand = mask("R1 R2 R3 O1 O5 Y1 G9 B9 P9")
    for size, value in ((1, 5), (2, 21), (2, 98), (3, 110), (3, 998), (4, 1234)):
        found = sets_beating(hand, size, value)
        right = [s for s in all_sets() if s & ~hand == 0 and s.bit_count() in (size, size + 1) and value_of(s) > value]
        assert sorted(found) == sorted(right)


def test_the_tables_keep_no_more_than_the_sets_there_are() -> None:
    for cards in [(), (3, 3), (0, 10), (0, 1, 2, 3), *permutations((0, 1, 2))]:
        measured, value = MEASURES[cards]
        assert measured == mask_of(cards)
        assert value == (value_of(measured) if is_set(measured) and len(set(cards)) == len(cards) else 0)
        assert SETS[measured] == (cards_in(measured), value_of(measured))
    assert all(len(set(cards)) == len(cards) <= MOST_CARDS_KEPT and is_set(mask_of(cards)) for cards in MEASURES)
    assert all(map(is_set, SETS))
    for hand in range(1, 2 * LATEST_HANDS):
        sets_beating(hand, 2, 11)
    assert len(LATEST) <= LATEST_HANDS
