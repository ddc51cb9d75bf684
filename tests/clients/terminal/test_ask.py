"""Questions and lists on the screen."""

import asyncio

import pytest

from clients.language import LANGUAGES, Language
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.frame import Settings
from clients.terminal.screens.ask import (
    AskScene,
    ChoiceScene,
    LookingScene,
    Option,
    code_question,
    code_ways,
    name_question,
)
from clients.terminal.state import Choose

GOOD, SMALL = Size(80, 24), Size(60, 20)


def typed(scene: AskScene | ChoiceScene, text: str) -> None:
    for char in text:
        scene.press(char, char)


def shown(scene: AskScene | ChoiceScene, size: Size = GOOD) -> str:
    return text_of(scene.draw(size).rows)


def test_the_last_word_of_a_code_is_completed() -> None:
    assert code_ways("rav") == ("raven",)
    assert code_ways("raven-fjo") == ("raven-fjord",)
    assert code_ways("Raven Oak fj") == ("raven-oak-fjord",)
    assert code_ways("raven") == code_ways("raven-") == code_ways("") == code_ways("a b c d") == ()
    assert len(code_ways("a")) > 1


async def test_a_code_is_asked_for_until_it_can_be_one() -> None:
    scene = AskScene(Language("en"), Settings(), code_question(Language("en"), "10.0.0.1:9054"))
    typed(scene, "ravn-oak-fjord")
    scene.press("c-m", "")
    assert not scene.done.done()
    assert "raven" in shown(scene)
    scene.press("c-u", "")
    typed(scene, "rav")
    assert "raven" in shown(scene)
    assert "Tab complete" in shown(scene)
    scene.press("c-i", "")
    typed(scene, " oak fjord")
    scene.press("c-m", "")
    await asyncio.wait_for(scene.done, 1)
    assert scene.answer == "raven-oak-fjord"


async def test_no_code_means_a_table_open_to_all_and_esc_goes_back() -> None:
    language = Language("en")
    scene = AskScene(language, Settings(), code_question(language, "here"))
    scene.press("c-m", "")
    assert (scene.done.done(), scene.answer) == (True, "")
    scene = AskScene(language, Settings(), code_question(language, "here"), wrong="That was wrong.")
    assert "That was wrong." in shown(scene)
    scene.press("escape", "")
    assert (scene.done.done(), scene.answer) == (True, None)


async def test_where_nothing_was_asked_before_esc_asks_whether_to_leave() -> None:
    language = Language("en")
    scene = AskScene(language, Settings(), code_question(language, "here"), goes_back=False)
    assert "Esc leave" in shown(scene)
    scene.press("escape", "")
    assert not scene.done.done()
    assert "Enter: leave, Esc: stay" in shown(scene)
    scene.press("escape", "")
    assert "Enter: leave" not in shown(scene)
    scene.press("escape", "")
    typed(scene, "rav")
    assert "Enter: leave" not in shown(scene)
    assert "> rav" in shown(scene)
    scene.press("escape", "")
    scene.press("c-m", "")
    assert (scene.done.done(), scene.answer) == (True, None)


async def test_a_name_has_the_login_name_filled_in() -> None:
    scene = AskScene(Language("en"), Settings(), name_question(Language("en"), "ann"))
    assert "> ann" in shown(scene)
    scene.press("c-m", "")
    assert scene.answer == "ann"


async def test_what_is_typed_takes_the_place_of_a_suggestion_unless_it_is_edited() -> None:
    for keys, answer in (
        (("H", "i", "l", "d", "a"), "Hilda"),
        (("end", "i", "k", "a"), "annika"),
        (("c-h", "a"), "ana"),
        (("left", "e"), "anen"),
    ):
        scene = AskScene(Language("en"), Settings(), name_question(Language("en"), "ann"))
        for key in (*keys, "c-m"):
            scene.press(key, key if len(key) == 1 else "")
        assert scene.answer == answer


async def test_a_name_that_cannot_be_one_is_told() -> None:
    scene = AskScene(Language("en"), Settings(), name_question(Language("en"), ""))
    scene.press("c-m", "")
    assert not scene.done.done()
    assert "write something" in shown(scene)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [GOOD, SMALL], ids=str)
async def test_questions_fit_in_every_language(code: str, size: Size) -> None:
    language = Language(code)
    for question in (code_question(language, "192.168.100.200:9054"), name_question(language, "ann")):
        scene = AskScene(language, Settings(), question)
        picture = scene.draw(size)
        assert len(picture.rows) == size.rows
        assert picture.cursor is not None


async def test_a_choice_is_made_by_letter_arrows_or_mouse() -> None:
    def scene() -> ChoiceScene:
        return ChoiceScene(
            Language("en"), Settings(), "Odin", "What?", [Option("P", "play"), Option("J", "join", "a table")]
        )

    by_letter, by_arrow, by_mouse, left = scene(), scene(), scene(), scene()
    by_letter.press("j", "j")
    by_arrow.press("down", "")
    assert "► J" in shown(by_arrow)
    by_arrow.press("c-m", "")
    by_mouse.click(Choose(1))
    left.press("q", "q")
    assert [one.chosen for one in (by_letter, by_arrow, by_mouse, left)] == [1, 1, 1, None]
    assert all(one.done.done() for one in (by_letter, by_arrow, by_mouse, left))


@pytest.mark.parametrize("key", ["q", "escape", "c-c"])
async def test_nobody_has_to_wait_until_a_table_is_found(key: str) -> None:
    scene = LookingScene(Language("en"), Settings())
    for other in ("7", "c-m", "n", "?"):
        scene.press(other, other if len(other) == 1 else "")
    assert not scene.done.done()
    scene.press(key, key if len(key) == 1 else "")
    assert scene.done.done()
