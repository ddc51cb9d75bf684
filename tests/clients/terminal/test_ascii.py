"""A screen of ASCII: keys that are there, and words that mean what they say."""

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.model import Seen
from clients.news import LinkChanged, LinkStage
from clients.terminal.drawing.ascii import to_ascii
from clients.terminal.drawing.rows import Size, row_width, text_of
from clients.terminal.frame import Settings
from clients.terminal.screens.ask import AskScene, ChoiceScene, Option, Question
from clients.terminal.screens.index import compose
from clients.terminal.state import Ui
from tests.clients.terminal.moments import SETTINGS, Moment, moments
from tests.clients.terminal.staging import frame_of

SIZES = (Size(80, 24), Size(60, 20))
ASCII = replace(SETTINGS, ascii=True)
MOMENTS = moments()


def screen(moment: Moment, code: str, size: Size = SIZES[0]) -> str:
    rows = compose(frame_of(moment, size, ASCII, Language(code))).rows
    assert all(row_width(row) <= size.columns for row in rows)
    return text_of(rows)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", MOMENTS)
def test_no_sign_that_is_a_key_of_its_own_stands_for_an_arrow(name: str, size: Size) -> None:
    text = screen(MOMENTS[name], "en", size)
    assert "< >" not in text
    assert "^ v" not in text


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "ar"])
def test_arrows_are_named(code: str) -> None:
    language = Language(code).spelled_out()
    plain = str.maketrans("ù", "u")
    assert language("Left/Right", "key").translate(plain) in screen(MOMENTS["table"], code)
    assert language("Up/Down", "key").translate(plain) in screen(MOMENTS["lobby"], code)


async def test_german_is_spelled_out_and_no_word_becomes_another() -> None:
    language = Language("de")
    options = [Option("A", "Übermut"), Option("B", "Öde", "für Große")]
    scene = ChoiceScene(language, Settings(ascii=True), "Grüße", "Was möchtest du tun?", options)
    text = text_of(scene.draw(SIZES[0]).rows)
    for words in ("Gruesse", "Was moechtest du tun?", "Uebermut", "Oede", "fuer Grosse"):
        assert words in text
    question = Question("Grüße", "Wie heißt du?", str)
    asked = text_of(AskScene(language, Settings(ascii=True), question).draw(SIZES[0]).rows)
    assert "Gruesse" in asked
    assert "Wie heisst du?" in asked
    assert "waehlen" in screen(MOMENTS["lobby"], "de")
    assert "Voelva" in screen(MOMENTS["two"], "de", Size(160, 50))
    assert "volva" in screen(MOMENTS["two"], "fr", Size(160, 50)), "other languages leave marks out"


async def test_three_dots_are_three_and_what_is_cut_off_does_not_end_with_a_full_stop() -> None:
    looking = Moment(Seen(link=LinkChanged(LinkStage.CONNECTING, 1)), Ui(), "")
    assert "Looking for the table at 192.168.1.20:9054..." in screen(looking, "en")
    assert frame_of(looking, SIZES[1], ASCII).paragraph("wait… what")[0][0].text == " wait... what"
    assert to_ascii("R7 → Bo") == "R7 > Bo", "what people type is no key"
    question = Question("a title that is too long " * 9, "?", str)
    title = text_of(AskScene(Language("en"), Settings(ascii=True), question).draw(SIZES[0]).rows[:1])
    assert title.endswith("~")
