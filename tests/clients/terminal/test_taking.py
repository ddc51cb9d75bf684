"""The page that takes a card: what follows from the choice, and the set that is about to be played."""

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.terminal.drawing.bidi import turned
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.frame import GOOD, LEAST
from clients.terminal.screens.index import compose
from clients.terminal.screens.table_layout import layout_of
from clients.terminal.state import Mode, Ui
from odin_net.game.state import State
from tests.clients.terminal.moments import NAMES, Moment, named, playing
from tests.clients.terminal.staging import frame_of
from tests.helpers.tables import mask, position

SIZES = (LEAST, GOOD, Size(120, 35))


def taking(place: int) -> Moment:
    return Moment(playing(), Ui(mode=Mode.TAKING, picked=mask("P8 P7"), taking=place), "")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_live_line_says_what_follows_from_the_chosen_card(size: Size) -> None:
    for place, (taken, falls) in enumerate((("B8", "B5"), ("B5", "B8"))):
        text = text_of(compose(frame_of(taking(place), size)).rows)
        assert f"You take {taken} and keep 8 cards; to Valhalla: {falls}." in text
        assert ("Nothing is sent before you choose." in text) is (size.columns > 80)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_is_one_line_in_every_language(size: Size, code: str) -> None:
    language = Language(code)
    text = language(
        "You take {taken} and keep {cards}; to Valhalla: {fallen}.",
        taken="B8",
        cards=language.many("{count} card", "{count} cards", 8),
        fallen="B5",
    )
    shown = text_of(compose(frame_of(taking(0), size, language=language)).rows)
    assert (turned(text).strip() if code == "ar" else text) in shown, shown


def test_what_is_about_to_be_played_stands_there_in_its_colours() -> None:
    rows = compose(frame_of(taking(0))).rows
    (row,) = [row for row in rows if "you play" in text_of([row])]
    assert [(style, text) for style, text, _ in row if style.startswith("class:card-")] == [
        ("class:card-p", "P8"),
        ("class:card-p", "P7"),
    ]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, Size(100, 30)], ids=str)
def test_however_many_are_about_to_be_played_they_stand_within_the_felt(size: Size, code: str) -> None:
    own = "R9 R8 R7 R6 R5 R4 R3"
    state = position(f"{own} G7", *["R1 R2 O1"] * 5, middle="B9 B8 B7 B6 B5 B4", turn=0, fallen="")
    seen = replace(playing(), state=named(State(state.board, (state.hands[0], *[None] * 5)), NAMES))
    shown = [
        text_of(compose(frame_of(Moment(seen, ui, ""), size, language=Language(code))).rows).split("\n")
        for ui in (Ui(mode=Mode.TAKING, picked=mask("R9")), Ui(mode=Mode.TAKING, picked=mask(own)))
    ]
    felt = layout_of(size, 5).felt
    assert size == LEAST or any(own in row[felt.column : felt.column + felt.width] for row in shown[1])
    for row in range(felt.row, felt.row + felt.height):
        few, many = (rows[row] for rows in shown)
        assert many[: felt.column] == few[: felt.column]
        assert many[felt.column + felt.width :] == few[felt.column + felt.width :]
