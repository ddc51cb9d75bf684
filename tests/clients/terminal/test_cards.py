"""Card art: every hand fits, and the name under the cursor is always there."""

from hypothesis import given
from hypothesis import strategies as st

from clients.terminal.cards import ASCII, SHORT, TALL, UNICODE, draw, inner_widths, looks_of
from clients.terminal.rows import row_width, text_of
from clients.texts import LANGUAGES, Tongue
from odin_net.game.cards import DECK_SIZE, format_card, number_of

hands = st.lists(st.integers(0, DECK_SIZE - 1), min_size=1, max_size=9, unique=True)


@given(hands, st.integers(0, 8), st.sampled_from(list(LANGUAGES)), st.sampled_from([(78, TALL), (58, SHORT)]))
def test_every_hand_fits_with_the_name_under_the_cursor(
    hand: list[int], at: int, code: str, window: tuple[int, int]
) -> None:
    columns, height = window
    tongue, at = Tongue(code), at % len(hand)
    looks = [look._replace(cursor=place == at) for place, look in enumerate(looks_of(hand, tongue.viking))]
    rows = draw(looks, columns, height, UNICODE, lift=True)
    text = text_of(rows)
    assert len(rows) == height + 1
    assert max(map(row_width, rows)) <= columns
    assert all(format_card(card) in text for card in hand)
    assert tongue.viking(number_of(hand[at])) in text


def test_a_mark_is_there_where_its_word_does_not_fit() -> None:
    looks = looks_of(range(9), Tongue("en").viking)
    looks[4] = looks[4]._replace(tag="new")
    assert "new" in text_of(draw(looks, 78, TALL, UNICODE, lift=True))
    assert "*" in text_of(draw(looks, 58, SHORT, UNICODE, lift=True))


def test_few_cards_all_have_their_names() -> None:
    looks = looks_of([0, 15, 34], Tongue("en").viking)
    assert set(inner_widths(looks, 78, TALL)) == {9}


def test_what_is_picked_and_what_cannot_join_is_seen_without_colours() -> None:
    first, second, third = looks_of([0, 1, 11], Tongue("en").viking)
    rows = text_of(draw([first._replace(raised=True), second, third._replace(dim=True)], 78, SHORT, ASCII, lift=True))
    lines = rows.split("\n")
    assert "R1" in lines[1]
    assert "R2" in lines[2]
    assert lines[1].count("+") == 2
    assert lines[2].endswith(":O3 spy   :")
    assert lines[3].endswith(" ...........")


def test_cards_that_can_and_that_cannot_join_lie_at_one_height() -> None:
    looks = looks_of([0, 1, 11], Tongue("en").viking)
    dimmed = [looks[0]._replace(raised=True), looks[1], looks[2]._replace(dim=True)]
    for glyphs in (UNICODE, ASCII):
        lines = text_of(draw(dimmed, 78, TALL, glyphs, lift=True)).split("\n")
        assert lines[2].index("R2") < lines[2].index("O3")
        assert lines[1].count(glyphs.dotted[0]) >= 2
        assert lines[1].rstrip() == lines[1], "each card has its upper edge in this row"
