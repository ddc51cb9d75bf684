"""Card art: every hand fits, and its row is the same wherever the cursor is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.language import LANGUAGES, Language
from clients.terminal.drawing.cards import ASCII, SHORT, TALL, UNICODE, draw, inner_width, looks_of
from clients.terminal.drawing.rows import row_width, text_of
from odin_net.game.cards import DECK_SIZE, format_card

hands = st.lists(st.integers(0, DECK_SIZE - 1), min_size=1, max_size=9, unique=True)


@given(hands, st.integers(0, 8), st.sampled_from(list(LANGUAGES)), st.sampled_from([(78, TALL), (58, SHORT)]))
def test_every_hand_fits_and_no_card_shifts_with_the_cursor(
    hand: list[int], at: int, code: str, window: tuple[int, int]
) -> None:
    columns, height = window
    language, at = Language(code), at % len(hand)
    looks = looks_of(hand, language.viking)
    rows = draw(
        [look._replace(cursor=place == at) for place, look in enumerate(looks)], columns, height, UNICODE, lift=True
    )
    text = text_of(rows)
    assert len(rows) == height + 1
    assert max(map(row_width, rows)) <= columns
    assert all(format_card(card) in text for card in hand)
    assert text.replace(UNICODE.cursor, UNICODE.across) == text_of(draw(looks, columns, height, UNICODE, lift=True))


@pytest.mark.parametrize("columns", range(58, 120))
@pytest.mark.parametrize("height", [TALL, SHORT])
def test_all_cards_of_a_row_have_their_names_or_none_has(columns: int, height: int) -> None:
    for count in range(1, 10):
        row = text_of(draw(looks_of(range(count), Language("en").viking), columns, height, UNICODE, lift=False))
        faces = [face.split() for face in row.splitlines()[height - 2].split("│") if face not in ("", " ")]
        names = [
            face[0] if height == TALL else "".join(face[1:]) for face in faces if face and (height == TALL or face[1:])
        ]
        assert len(names) in (0, count), row
        for number, name in enumerate(names, 1):
            whole = Language("en").viking(number)
            assert name == whole or (name.endswith(".") and whole.startswith(name[:-1]) and len(name) >= 4), row


def test_a_mark_is_there_where_its_word_does_not_fit() -> None:
    looks = looks_of(range(9), Language("en").viking)
    looks[4] = looks[4]._replace(tag="new")
    assert "new" in text_of(draw(looks, 78, TALL, UNICODE, lift=True))
    assert "new" in text_of(draw(looks, 58, SHORT, UNICODE, lift=True))
    looks[4] = looks[4]._replace(tag="nuova")
    assert "*" in text_of(draw(looks, 58, SHORT, UNICODE, lift=True))


def test_few_cards_all_have_their_names() -> None:
    looks = looks_of([0, 15, 34], Language("en").viking)
    assert inner_width(looks, 78, TALL) == 9


def test_what_is_picked_and_what_cannot_join_is_seen_without_colours() -> None:
    first, second, third = looks_of([0, 1, 11], Language("en").viking)
    rows = text_of(draw([first._replace(raised=True), second, third._replace(dim=True)], 78, SHORT, ASCII, lift=True))
    lines = rows.split("\n")
    assert "R1" in lines[1]
    assert "R2" in lines[2]
    assert lines[1].count("+") == 2
    assert lines[2].endswith(":O3 spy   :")
    assert lines[3].endswith(" ...........")


def test_cards_that_can_and_that_cannot_join_lie_at_one_height() -> None:
    looks = looks_of([0, 1, 11], Language("en").viking)
    dimmed = [looks[0]._replace(raised=True), looks[1], looks[2]._replace(dim=True)]
    for glyphs in (UNICODE, ASCII):
        lines = text_of(draw(dimmed, 78, TALL, glyphs, lift=True)).split("\n")
        assert lines[2].index("R2") < lines[2].index("O3")
        assert lines[1].count(glyphs.dotted[0]) >= 2
        assert lines[1].rstrip() == lines[1], "each card has its upper edge in this row"
