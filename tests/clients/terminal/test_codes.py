"""A table's code under somebody's keys: Tab completes a word, and what stands between two words comes by itself."""

import pytest

from clients.language import Language
from clients.model import Seen
from clients.terminal.drawing.rows import Size
from clients.terminal.frame import Frame, Settings
from clients.terminal.screens.ask import AskScene, code_ended, code_question, code_tidy
from clients.terminal.state import Draft, Ui

# Longer names are keys, in terms of prompt-toolkit.
TAB, ENTER, RUB_OUT, LEFT = "c-i", "c-m", "c-h", "left"


async def asked(*keys: str) -> AskScene:
    language = Language("en")
    scene = AskScene(language, Settings(), code_question(language, "192.168.1.20:9054"))
    for key in keys:
        for char in [key] if key in (TAB, ENTER, RUB_OUT, LEFT) else key:
            scene.press(char, char if len(char) == 1 else "")
    return scene


@pytest.mark.parametrize(
    "keys",
    [
        ("rag", TAB, "ban", TAB, "pan", TAB),
        ("ragnar", TAB, "banana", TAB, "pancake", TAB),
        ("rag", TAB, " ban", TAB, "-pan"),
        ("ragnar banana  pancake",),
        ("Ragnar", TAB, TAB, "BAN", TAB, "pan", TAB, TAB),
    ],
)
async def test_a_code_takes_few_keys(keys: tuple[str, ...]) -> None:
    scene = await asked(*keys, ENTER)
    assert scene.answer == "ragnar-banana-pancake"


def test_only_a_whole_word_is_followed_by_a_hyphen_and_the_third_by_none() -> None:
    assert code_ended("raven") == "raven-"
    assert code_ended("raven oak") == "raven oak-"
    assert code_ended("raven-oak-fjord") == "raven-oak-fjord"
    assert (code_ended("rav"), code_ended("raven-"), code_ended("qqq"), code_ended("")) == ("rav", "raven-", "qqq", "")


async def test_tab_leaves_alone_what_could_be_several_words() -> None:
    assert (await asked("b", TAB, ENTER)).answer is None


def test_a_space_is_a_hyphen_and_the_cursor_stays_where_it_was() -> None:
    assert code_tidy(Draft.of("raven ")) == Draft.of("raven-")
    assert code_tidy(Draft.of("raven- ")) == Draft.of("raven-")
    assert code_tidy(Draft.of(" raven")) == Draft.of("raven")
    assert code_tidy(Draft("raven  oak", 6)) == Draft("raven-oak", 6)


async def test_a_word_in_the_middle_can_be_typed_anew() -> None:
    back = [LEFT] * len("-pancake")
    scene = await asked("ragnar-oak-pancake", *back, *[RUB_OUT] * len("oak"), "banana", ENTER)
    assert scene.answer == "ragnar-banana-pancake"


def test_a_code_that_is_shown_does_not_stand_in_what_a_traceback_or_a_log_would_show() -> None:
    seen, settings = Seen(code="raven-oak-fjord"), Settings(own_words="raven-oak-raven")
    shown = repr(seen) + repr(Frame(seen, Ui(), Size(80, 24), Language("en"), settings=settings))
    assert "raven" not in shown
