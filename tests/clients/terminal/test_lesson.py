"""The lesson on the screen, in each language: it goes on with the right keys only."""

import asyncio
import re

import pytest
from msgspec.structs import replace
from prompt_toolkit.input import create_pipe_input

from clients.language import LANGUAGES, Language
from clients.lesson import FINISHED, NOT_THAT, STEPS
from clients.model import middle_of
from clients.terminal.drawing.bidi import turned
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.frame import Settings
from clients.terminal.screens.lesson import LessonScene
from clients.terminal.selection import Sort, in_order, legal_plays
from clients.terminal.stage import Stage
from clients.terminal.state import Mode
from odin_net.game.rules import Move
from tests.clients.terminal.staging import sitting
from tests.helpers.evenings import Evening
from tests.helpers.screens import Terminal

RIGHT, SPACE, ENTER = "\x1b[C", " ", "\r"


def keys_for(move: Move, number: int) -> str:
    """Arrows and space that make this move in this step."""
    cards, take = move
    view = STEPS[number].view
    if not cards:
        return "pp" if legal_plays(view) else "p"
    picks = "".join((SPACE if cards >> card & 1 else "") + RIGHT for card in in_order(view.hand, Sort.NUMBER))
    middle = middle_of(view.board)
    letter = "abcdefghi"[middle.index(take)] if take is not None and len(middle) > 1 else ""
    return picks + ENTER + letter


PUNCTUATION = ".,:;!?…–()«»\"'،؛؟"


def flat(text: str) -> str:
    return " ".join(text.split())


async def until_said(terminal: Terminal, sentence: str) -> None:
    """Wait until each word of it is shown. Lines are broken and, in Arabic, turned: the words stay whole."""
    words = [turned(word.strip(PUNCTUATION)).strip() for word in sentence.split()]
    await terminal.until(lambda text: all(word in text for word in words))


@pytest.mark.slow
@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_lesson_is_played_in_each_language(code: str, size: Size) -> None:
    language, terminal = Language(code), Terminal(*size)
    with create_pipe_input() as keys:
        async with Stage(keys, terminal.output) as stage:
            scene = LessonScene(language, Settings())
            showing = asyncio.create_task(stage.show(scene, scene.done))
            for number, step in enumerate(STEPS):
                await until_said(terminal, language(step.text))
                keys.send_text(keys_for(min(step.right, key=str), number))
            await until_said(terminal, language(FINISHED))
            keys.send_text(ENTER)
            await asyncio.wait_for(showing, 5)


async def test_it_goes_on_with_the_right_move_only() -> None:
    scene = LessonScene(Language("en"), Settings())
    for key in ("9", "c-m"):
        scene.press(key, key if len(key) == 1 else "")
    assert scene.lesson.number == 0
    picture = scene.draw(Size(80, 24))
    assert NOT_THAT in flat(text_of(picture.rows))
    assert "Enter: play" not in text_of(picture.rows), "that was refused"
    assert "Press 1 to pick it, then Enter." in flat(text_of(picture.rows))
    for key in ("1", "c-m"):
        scene.press(key, key if len(key) == 1 else "")
    assert scene.lesson.number == 1


async def test_who_only_took_the_wrong_card_need_not_pick_again() -> None:
    scene = LessonScene(Language("en"), Settings())
    scene.lesson.number = 3
    for key in ("8", "5", "c-m", "a"):
        scene.press(key, key if len(key) == 1 else "")
    assert NOT_THAT in flat(text_of(scene.draw(Size(80, 24)).rows))
    for key in ("c-m", "b"):
        scene.press(key, key if len(key) == 1 else "")
    assert scene.lesson.number == 4


@pytest.mark.parametrize("ascii_only", [False, True], ids=["", "ascii"])
@pytest.mark.parametrize("size", [Size(60, 20), Size(80, 24), Size(81, 25), Size(100, 30), Size(120, 35)], ids=str)
async def test_the_letters_to_take_a_card_by_stand_at_the_cards(size: Size, ascii_only: bool) -> None:
    for number in (3, 4, 6):
        scene = LessonScene(Language("en"), Settings(ascii=ascii_only))
        scene.lesson.number = number
        ((cards, _),) = STEPS[number].right
        scene.ui = replace(scene.ui, mode=Mode.TAKING, picked=cards)
        rows = text_of(scene.draw(size).rows).split("\n")
        own = next(place for place, row in enumerate(rows) if "TAKE A CARD" in row)
        assert any(re.search(r"A\W.*B(\W|$)", row) for row in rows[own - 6 : own]), "\n".join(rows)
        assert "you play" in "\n".join(rows[:own])
        assert "Take one, the other falls" in "\n".join(rows[:own])
        assert any("take" in row and "falls" in row for row in rows[:own]) or size.columns == 60


async def test_its_prompt_says_what_the_step_asks_for() -> None:
    scene, lines = LessonScene(Language("en"), Settings()), []
    for number, step in enumerate(STEPS):
        text = text_of(scene.draw(Size(80, 24)).rows)
        assert f"step {number + 1} of {len(STEPS)}" in text
        lines.append(flat(text))
        for char in keys_for(min(step.right, key=str), number).replace(RIGHT, ">").replace(ENTER, "!"):
            name = {">": "right", "!": "c-m"}.get(char, char)
            scene.press(name, "" if name != char else char)
    assert scene.lesson.is_over
    assert "Press 1 to pick it, then Enter." in lines[0]
    assert "Your turn: open the round with one card." in lines[8]
    assert "Your turn: open with one card, or with your whole hand at once." in lines[9]
    assert "halfway through the next hand." in lines[6]
    assert "new" in lines[2].split("P3.")[1], "the card just taken is marked"
    assert " new " not in lines[6].split("G8.")[1], "nothing of the old hand is left"


async def test_the_table_waits_while_somebody_learns() -> None:
    async with Evening() as evening, sitting(evening) as ann:
        await ann.until("lobby")
        ann.press("t")
        await ann.until("Ten moves, about five minutes")
        ann.press("q")
        await ann.until("lobby")


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
@pytest.mark.parametrize("code", LANGUAGES)
async def test_it_says_how_a_digit_picks_two_cards_and_that_does(code: str, size: Size) -> None:
    language = Language(code)
    scene = LessonScene(language, Settings())
    scene.lesson.number = 2
    words = language("Press 3 for one of them, again for both.").split()
    text = text_of(scene.draw(size).rows)
    assert all(turned(word.strip(PUNCTUATION)).strip() in text for word in words), text
    for key in ("3", "3"):
        scene.press(key, key)
    scene.press("c-m", "")
    assert scene.lesson.number == 3


async def test_the_help_of_the_table_opens_the_lesson() -> None:
    async with Evening() as evening, sitting(evening) as ann:
        await ann.until("lobby")
        ann.press("?")
        await ann.until("the lesson")
        ann.press("t")
        await ann.until("Ten moves, about five minutes")
        ann.press("q")
        await ann.until("The lobby")


async def test_its_help_tells_no_key_of_the_end_of_a_hand() -> None:
    scene = LessonScene(Language("en"), Settings())
    scene.press("?", "?")
    text = text_of(scene.draw(Size(80, 24)).rows)
    assert "next legal play" in text
    assert "ready" not in text
    assert "four words" not in text


@pytest.mark.parametrize("key", ["c-m", "escape", "q", "c-c"])
async def test_its_end_is_closed_by_the_keys_that_close_pages(key: str) -> None:
    scene = LessonScene(Language("en"), Settings())
    for step in STEPS:
        assert scene.lesson.answer(min(step.right, key=str))
    assert scene.lesson.is_over
    scene.press("x", "x")
    scene.press("up", "")
    assert not scene.done.done()
    scene.press(key, key if len(key) == 1 else "")
    assert scene.done.done()
