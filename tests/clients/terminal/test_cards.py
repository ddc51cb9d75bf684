"""Card art: every hand fits, its row is the same wherever the cursor is, and nothing is told by colour alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.language import LANGUAGES, Language
from clients.terminal.drawing.cards import ASCII, UNICODE, Brush, CardSize, Look, Surface, draw_cards, looks_of
from clients.terminal.drawing.numerals import large, small
from clients.terminal.drawing.rows import row_width, text_of
from clients.terminal.drawing.sheet import Box, Sheet
from odin_net.game.cards import DECK_SIZE, colour_of, format_card, number_of

WINDOWS = {CardSize.S: 60, CardSize.M: 80, CardSize.L: 100, CardSize.LL: 120}
BRUSHES = [Brush(surface, UNICODE) for surface in Surface] + [Brush(Surface.FRAMED, ASCII)]
NINE = [card * 6 for card in range(9)]

hands = st.lists(st.integers(0, DECK_SIZE - 1), min_size=1, max_size=9, unique=True)
windows = st.sampled_from(list(WINDOWS.items()))


def drawn(looks: list[Look], size: CardSize, brush: Brush, columns: int = 120, *, lift: bool = True) -> list[str]:
    sheet = Sheet(columns, size.rows + lift)
    draw_cards(sheet, Box(0, 0, columns, size.rows + lift), looks, size, brush, lift=lift)
    rows = sheet.rows()
    assert {row_width(row) for row in rows} == {columns}
    return text_of(rows).split("\n")


@given(hands, st.integers(0, 8), st.sampled_from(list(LANGUAGES)), windows, st.sampled_from(BRUSHES))
def test_every_hand_fits_and_no_card_shifts_with_the_cursor(
    hand: list[int], at: int, code: str, window: tuple[CardSize, int], brush: Brush
) -> None:
    size, columns = window
    assert size.across(9) <= columns
    looks = looks_of(hand, Language(code).viking)
    lines = drawn(looks, size, brush, columns)
    at %= len(hand)
    moved = drawn([look._replace(cursor=place == at) for place, look in enumerate(looks)], size, brush, columns)
    changed = [
        (old, new) for a, b in zip(lines, moved, strict=True) for old, new in zip(a, b, strict=True) if old != new
    ]
    assert len(changed) == 1
    assert changed[0][1] == brush.glyphs.cursor


@pytest.mark.parametrize("size", CardSize)
@pytest.mark.parametrize("surface", Surface)
def test_a_card_says_its_letter_and_its_number(size: CardSize, surface: Surface) -> None:
    seen = set()
    for card in range(DECK_SIZE):
        picture = "\n".join(drawn([Look(card)], size, Brush(surface, UNICODE), size.columns, lift=False))
        assert colour_of(card) in picture
        seen.add(picture)
        if size in (CardSize.S, CardSize.M):
            assert all(row.rstrip() in picture for row in small(number_of(card)))
        elif size in (CardSize.L, CardSize.LL):
            assert all(row.rstrip() in picture for row in large(number_of(card)))
    assert len(seen) == DECK_SIZE


@pytest.mark.parametrize("size", CardSize)
def test_in_ascii_a_card_is_written(size: CardSize) -> None:
    for card in range(DECK_SIZE):
        picture = "\n".join(drawn([Look(card)], size, Brush(Surface.FRAMED, ASCII), size.columns, lift=False))
        assert picture.isascii()
        assert format_card(card) in picture


def test_a_mark_is_there_where_its_word_does_not_fit() -> None:
    looks = looks_of(NINE, Language("en").viking)
    for size, brush in ((size, brush) for size in WINDOWS for brush in BRUSHES):
        before = "\n".join(drawn(looks, size, brush))
        for word in ("new", "nuova", "nouvelle"):
            fits = size is not CardSize.S and len(word) <= size.columns - 2
            looks[4] = looks[4]._replace(tag=word)
            text = "\n".join(drawn(looks, size, brush))
            assert (word in text) is fits
            assert text.count("*") > before.count("*") or fits
        looks[4] = looks[4]._replace(tag="")


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("brush", BRUSHES)
def test_what_is_picked_and_what_cannot_join_is_seen_without_colours(size: CardSize, brush: Brush) -> None:
    first, second, third = looks_of([0, 1, 11], Language("en").viking)
    lines = drawn([first._replace(raised=True), second, third._replace(dim=True)], size, brush)
    top, bottom = lines[0], lines[-1]
    column = (120 - size.across(3)) // 2
    assert top[column : column + size.columns].strip(), "it is raised into the empty row"
    assert not top[column + size.columns :].strip()
    assert not bottom[column : column + size.columns].strip()
    if brush.surface is Surface.FRAMED:
        middle = lines[2]
        assert middle[column] == brush.glyphs.heavy[5]
        assert middle[column + size.columns + 1] == brush.glyphs.corners[5]
        assert middle[column + 2 * size.columns + 2] == brush.glyphs.dotted[5]


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_of_vikings_stand_whole_on_the_largest_cards_of_a_hand(code: str) -> None:
    viking = Language(code).viking
    text = "\n".join(drawn(looks_of(range(9), viking), CardSize.LL, Brush(Surface.PAINTED, UNICODE)))
    assert all(viking(number) in text for number in range(1, 10))


def test_the_orange_card_is_told_from_the_yellow_one_where_colours_are_few() -> None:
    orange, yellow = (
        "\n".join(drawn([Look(card)], CardSize.M, Brush(Surface.SIXTEEN, UNICODE), 7)) for card in (9, 18)
    )
    assert "▒" in orange
    assert "▒" not in yellow
