"""The page says what Python says, in every language: sentences, plurals, lists, and names from the other direction."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from clients.language import LANGUAGES, Language
from clients.language.awards import after_game
from clients.model import GameResult
from clients.web.bundle import bundle
from clients.web.catalogue import catalogue_module, in_language
from clients.web.sources import modules
from odin_net.game.awards import Award, AwardKind
from odin_net.game.events import Occupant, Tally
from tests.clients.web.engines import engine_called, in_quickjs
from tests.clients.web.test_game import as_object
from tests.helpers.tables import cards, started

MAIN = """
import { code, enumerated, isFromRight, languages, listed, mark, say, sayNumber } from "./language.js";
import { afterGame } from "./page/sentences/awards.js";

const RED = mark("red", "colour");
const CALLS = {
    passes: (name) => say("{name} passes.", { name }),
    points: (count, name) => sayNumber("{name}: {count} point", "{name}: {count} points", count, { name }),
    red: () => [say(RED), say("red", {}, "colour")],
    level: () => say("normal", {}, "level"),
    listed,
    enumerated,
    about: () => [code, isFromRight, languages],
    unknown: (count) => [say("Nobody {said} it.", { said: 1 }, "key"), sayNumber("a {count}", "b {count}", count)],
    afterGame,
    open: () => say("{name} passes."),
};

export function run(call) {
    const [name, ...values] = JSON.parse(call);
    return JSON.stringify(CALLS[name](...values));
}
"""
NAMES = ["Ann", "Bo", "{name}", "ليلى"]

Call = Callable[..., Any]


@cache
def page_in(code: str) -> Call:
    engine_called("quickjs")
    run = in_quickjs(bundle(modules(code) | {"main.js": in_language(code, MAIN)}, "main.js"))
    return lambda *call: json.loads(run(json.dumps(call)))


@pytest.mark.parametrize("code", LANGUAGES)
def test_sentences_are_those_of_the_screen(code: str) -> None:
    page, language = page_in(code), Language(code)
    for name in NAMES:
        assert page("passes", name) == language("{name} passes.", name=name)
    assert page("red") == [language("red", "colour")] * 2
    assert language.level("normal").endswith(page("level"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_awards_and_the_evening_are_told_as_on_the_screen(code: str) -> None:
    page, language = page_in(code), Language(code)
    tally = (Tally("Gone", 2, 2), Tally("ليلى", 0, 2), Tally("Bo", 3, 3))
    seats = tuple(Occupant(name) for name in NAMES)
    game = started(4).board.game._replace(seats=seats, winners=(0, 3), tally=tally)
    awards = tuple(Award(kind, kind.value % 4, 7, 2, cards("R9 R8")) for kind in AwardKind)
    for evening in (game, game._replace(tally=()), game._replace(winners=())):
        over = GameResult(started(4)._replace(board=started(4).board._replace(game=evening)), 0, awards)
        told = after_game(language, over)
        assert len(told) == len(awards) + bool(evening.tally)
        assert (
            page("afterGame", {"state": {"game": as_object(evening) | {"id": None}}, "awards": as_object(awards)})
            == told
        )


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_number_has_the_form_of_its_language(code: str) -> None:
    page, language = page_in(code), Language(code)
    for count in range(130):
        told = language.many("{name}: {count} point", "{name}: {count} points", count, name="Ann")
        assert page("points", count, "Ann") == told


@pytest.mark.parametrize("code", LANGUAGES)
def test_lists_are_joined_as_on_the_screen(code: str) -> None:
    page, language = page_in(code), Language(code)
    for count in range(len(NAMES) + 1):
        assert page("listed", NAMES[:count]) == language.listed(NAMES[:count])
        assert page("enumerated", NAMES[:count]) == language.enumerated(NAMES[:count])


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_knows_its_language_and_the_others(code: str) -> None:
    assert page_in(code)("about") == [code, code == "ar", [list(pair) for pair in LANGUAGES.items()]]


@pytest.mark.parametrize("code", ["de", "ar"])
def test_what_no_catalogue_has_is_said_in_english(code: str) -> None:
    first, second = page_in(code)("unknown", 3)
    assert first == "Nobody 1 it."
    assert second == "b 3"


def test_a_place_that_nobody_fills_is_an_error() -> None:
    with pytest.raises(Exception, match="not filled"):
        page_in("en")("open")


def test_a_page_carries_only_what_it_says() -> None:
    script = in_language("de", MAIN)
    assert "passt" in script
    assert "passes." not in script
    assert len(script) < len(MAIN) + 200
    assert len(catalogue_module("de")) < 1000
