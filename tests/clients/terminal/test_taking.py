"""The page that takes a card: what follows from the choice, and the set that is about to be played."""

import pytest

from clients.language import LANGUAGES, Language
from clients.terminal.drawing.bidi import turned
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.frame import GOOD, LEAST
from clients.terminal.screens.index import compose
from clients.terminal.state import Mode, Ui
from tests.clients.terminal.moments import Moment, playing
from tests.clients.terminal.staging import frame_of
from tests.helpers.tables import mask

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
