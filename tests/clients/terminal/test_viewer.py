"""A recorded game on the screen."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest

from clients.language import LANGUAGES, Language
from clients.language.choices import worth_in_words
from clients.terminal.drawing.rows import Size, row_width, text_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, Settings
from clients.terminal.screens import viewer
from clients.terminal.screens.viewer import BINDINGS, Page, ViewerScene
from clients.terminal.state import Do
from clients.viewing import Position, Viewing, positions_of
from odin_net.bots.worth import Choice, Weighed
from odin_net.game.cards import cards_in, format_card
from odin_net.game.replay import replay
from odin_net.game.rules import PASS
from odin_net.workers import Callers
from tests.afterwards.pasts import bots_record
from tests.helpers import LONG

SIZES = (Size(60, 20), Size(80, 24), Size(120, 35), Size(160, 45))


@pytest.fixture(scope="module", params=[2, 4, 6], ids="{} players".format)
def positions(request: pytest.FixtureRequest) -> list[Position]:
    return positions_of(replay(bots_record(players=request.param)))


@pytest.fixture(scope="module")
def of_three() -> list[Position]:
    return positions_of(replay(bots_record(players=3)))


class Watched(NamedTuple):
    """A scene without a terminal."""

    scene: ViewerScene
    redrawn: asyncio.Event

    def press(self, *keys: str) -> None:
        for key in keys:
            self.scene.press(key, key if len(key) == 1 else "")

    def text(self, size: Size = GOOD) -> str:
        return text_of(self.scene.draw(size).rows)

    def go(self, at: int) -> None:
        self.scene.viewing.go(at)


def watched(positions: list[Position], language: str = "en", settings: Settings | None = None) -> Watched:
    redrawn = asyncio.Event()
    scene = ViewerScene(
        Language(language), settings or Settings(), Viewing(positions), redrawn.set, Callers(yielding=False)
    )
    scene.close()  # Nothing goes by itself, unless a test wants it.
    return Watched(scene, redrawn)


@pytest.fixture
async def thinking(of_three: list[Position]) -> AsyncIterator[Watched]:
    """With a real worker."""
    callers, redrawn = Callers(yielding=False), asyncio.Event()
    scene = ViewerScene(Language("en"), Settings(), Viewing(of_three), redrawn.set, callers)
    try:
        yield Watched(scene, redrawn)
    finally:
        scene.close()
        await callers.stop()


async def test_every_step_has_a_picture_that_fits_with_every_pair_of_eyes(positions: list[Position]) -> None:
    shown = watched(positions)
    for at in (0, 1, len(positions) // 2, *range(len(positions) - 3, len(positions))):
        shown.go(at)
        for eyes in (None, 1):
            shown.scene.eyes = eyes
            for size in SIZES:
                rows = shown.scene.draw(size).rows
                assert len(rows) == size.rows
                assert all(row_width(row) == size.columns for row in rows)


async def test_all_cards_of_all_hands_are_seen_or_those_of_one_seat(positions: list[Position]) -> None:
    shown = watched(positions)
    for at in (0, 5, len(positions) // 2):
        shown.go(at)
        state = positions[at].seen.state
        assert state is not None
        if 0 in state.board.counts or positions[at].is_hand_end:
            continue
        shown.scene.eyes = None
        for size in SIZES[:3]:
            text = shown.text(size)
            cards = [format_card(card) for hand in state.hands for card in cards_in(hand or 0)]
            assert [card for card in cards if card not in text] == []
        shown.scene.eyes = 0
        others = [format_card(card) for hand in state.hands[1:] for card in cards_in(hand or 0)]
        # In a small window nothing else is written but what was taken or fell last.
        text = shown.text(SIZES[0])
        assert sum(card in text for card in others) <= 2


async def test_keys_step_and_jump(of_three: list[Position]) -> None:
    shown = watched(of_three)
    assert "1 of " in shown.text()
    shown.press("right", "right", "left")
    assert shown.scene.viewing.at == 1
    shown.press("pagedown")
    assert shown.scene.viewing.position.hand == 2
    assert "hand 2" in shown.text()
    shown.press("home", "down")
    assert shown.scene.viewing.position.round == 2
    shown.press("end")
    assert "The game is over" in shown.text()
    shown.press("2")
    assert "Go to 2." in shown.text()
    shown.press("h")
    assert (shown.scene.viewing.position.hand, shown.scene.viewing.position.turn) == (2, 0)
    shown.press("3", "t")
    assert shown.scene.viewing.position.turn == 2
    shown.press("9", "9", "9", "r")
    assert "This hand has no round 999." in shown.text()
    shown.press("t")
    assert "Type a number first" in shown.text()
    shown.press("escape")
    assert not shown.scene.done.done()
    shown.press("q")
    assert shown.scene.done.done()


async def test_it_goes_by_itself_until_the_end_and_stops_by_the_same_key(
    of_three: list[Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewer, "PACES", (0.0, 0.0, 0.0))
    shown = watched(of_three)
    shown.press("end", " ")
    assert not shown.scene.is_playing
    shown.go(len(of_three) - 4)
    shown.press(" ")
    assert shown.scene.is_playing
    assert "every 0 s" in shown.text()
    async with asyncio.timeout(LONG):
        while shown.scene.is_playing:
            shown.redrawn.clear()
            await shown.redrawn.wait()
    assert shown.scene.viewing.is_last
    shown.press("home", " ", " ")
    assert not shown.scene.is_playing
    shown.scene.close()


@pytest.mark.slow
async def test_a_worker_says_what_the_hard_bot_would_do(thinking: Watched) -> None:
    assert "The hard bot thinks about this turn." in thinking.text()
    async with asyncio.timeout(LONG):
        await thinking.redrawn.wait()
    weighed = thinking.scene.weighed[0]
    assert weighed is not None
    text = thinking.text()
    assert "The hard bot " in text
    assert "±" in text
    thinking.press("c")
    text = thinking.text()
    assert text.count("±") == len(weighed.choices) + text.count("± is the") + (2 if "would choose" in text else 1)


@pytest.mark.parametrize(("code", "shown"), [("en", "+1.2\xa0±\xa00.5"), ("de", "+1,2\xa0±\xa00,5")])
def test_what_a_choice_is_worth_is_written_as_in_the_language(code: str, shown: str) -> None:
    assert worth_in_words(Language(code), Choice(PASS, 1.25, 0.5)) == shown


async def test_choices_are_told_only_to_eyes_that_saw_the_cards(of_three: list[Position]) -> None:
    shown = watched(of_three)
    board = of_three[0].seen.board
    assert board is not None
    done = shown.scene.viewing.played()
    assert done is not None
    shown.scene.weighed[0] = Weighed(PASS, (Choice(PASS, 1.25, 0.5), Choice(done, -2.0, 0.25)), 40)
    assert "The hard bot would choose pass (+1.2\xa0±\xa00.5), " in " ".join(shown.text(Size(160, 45)).split(" "))
    shown.press("c")
    assert "-2.0\xa0±\xa00.2" in shown.text()
    for seat in range(3):
        shown.press("e")
        assert ("-2.0" in shown.text()) == (seat == board.turn)
    shown.scene.weighed[0] = None
    shown.press("e", "escape")
    assert shown.scene.page is Page.GAME
    assert "hard bot" not in shown.text()


@pytest.mark.parametrize("code", LANGUAGES)
async def test_every_page_fits_in_every_language(of_three: list[Position], code: str) -> None:
    shown = watched(of_three, code)
    shown.scene.weighed[0] = Weighed(PASS, (Choice(PASS, 1.25, 0.5), Choice((0b11, 4), -12.0, 10.25)), 40)
    for key in ("", "c", "e", "?"):
        shown.press(*key)
        for size in SIZES[:2]:
            rows = shown.scene.draw(size).rows
            assert len(rows) == size.rows
            assert all(row_width(row) <= size.columns for row in rows)
    pages = [shown.scene.page]
    shown.press("right", "x")
    assert [*pages, shown.scene.page] == [Page.HELP, Page.GAME]


async def test_without_colours_and_signs_it_is_ascii(of_three: list[Position]) -> None:
    shown = watched(of_three, settings=Settings(ascii=True, theme=Theme.NONE))
    shown.scene.weighed[0] = Weighed(PASS, (Choice(PASS, 1.25, 0.5),), 40)
    for key in ("", "c", "c", "e", "?"):
        shown.press(*key)
        assert shown.text().isascii()


async def test_a_small_window_is_told_kindly(of_three: list[Position]) -> None:
    assert "a little more room" in watched(of_three).text(Size(50, 12))


async def test_all_that_the_bar_shows_works(of_three: list[Position]) -> None:
    shown = watched(of_three)
    clicks = {part.click for row in shown.scene.draw(Size(160, 45)).rows for part in row if part.click is not None}
    assert clicks == {row.intent for row in BINDINGS if row.label and row.intent is not None}
    shown.scene.click(Do.CHOICES)
    assert shown.scene.page is Page.CHOICES
