"""The report in a real browser: on a phone and on paper, light and dark, from the right, with hostile names."""

import json
from pathlib import Path
from typing import Any

import pytest

from clients.language import Language
from odin_net.afterwards.points_chart import WIDTH
from odin_net.afterwards.report import report_of
from odin_net.afterwards.story import story_of
from odin_net.commands.report import style
from odin_net.records.proofs import check_record
from odin_net.records.record import PlayedGame, record_of
from tests.afterwards.pasts import bots_record
from tests.helpers.browser import PHONE, Browser, Page, Size
from tests.helpers.logged_game import logged_game

pytestmark = pytest.mark.slow
NAMES = ["<img src=x>", "ليلى", "W" * 16, '"&amp;</svg>', "Bo", "Ann"]
LAPTOP = Size(1280, 800, scale=1.0, touch=False)
NARROW = Size(320, 568)
# A sheet of A4 between its margins.
PAPER = Size(718, 1000, scale=1.0, touch=False)


@pytest.fixture(scope="module")
def record() -> str:
    """A game of six with proofs, and names that are hostile or long."""
    events = logged_game(1, 6).events
    game = PlayedGame(bytes(16), events, [1_790_000_000_000] * len(events))
    first, _, rest = record_of(game).partition("\n")
    return f"{json.dumps({**json.loads(first), 'players': NAMES})}\n{rest}"


@pytest.fixture
def shown(browser: Browser, record: str, tmp_path: Path) -> Any:
    def show(size: Size = PHONE, code: str = "en", **preferred: str) -> Page:
        file = tmp_path / f"{code}.html"
        file.write_text(report_of(story_of(check_record(record)), Language(code), style()), encoding="utf-8")
        page = browser.page(size=size)
        page.prefer(**preferred)
        page.go(file.as_uri())
        return page

    return show


def test_it_is_read_on_any_screen_without_scrolling_aside(shown: Any) -> None:
    for size in (NARROW, PHONE, LAPTOP):
        for code in ("en", "de", "ar"):
            page = shown(size, code)
            wide = page.run(
                "[...document.querySelectorAll('.report, .report *')]"
                ".filter(one => !one.closest('.wide, svg') && one.getBoundingClientRect().width > 0)"
                ".filter(one => { const box = one.getBoundingClientRect();"
                " return box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5; })"
                ".map(one => one.outerHTML.slice(0, 80))"
            )
            assert wide == []
            assert page.run("document.documentElement.scrollWidth <= innerWidth")
            assert page.errors == []
            page.close()


def test_nothing_is_loaded_and_nothing_of_a_name_runs(shown: Any) -> None:
    page = shown()
    assert page.run("document.images.length + document.scripts.length") == 0
    assert page.run("performance.getEntriesByType('resource').map(one => one.name)") == []
    names = page.run("[...document.querySelectorAll('.race bdi')].map(one => one.textContent)")
    assert sorted(names) == sorted(NAMES)
    labels = page.run("[...document.querySelectorAll('svg .name')].map(one => one.textContent)")
    assert labels == NAMES
    assert page.errors == []


def test_the_proof_of_each_deal_is_there(shown: Any, record: str) -> None:
    page = shown()
    text = page.text()
    deals = [json.loads(line)["deal"] for line in record.splitlines() if '"deal"' in line]
    assert f"{len(deals)} of {len(deals)} deals are proved." in text
    for deal in deals:
        assert deal["secret"] in text
        assert all(share in text for share in deal["shares"] if share is not None)
    assert "Awards" in text


def test_light_and_dark_are_readable(shown: Any) -> None:
    grounds = set()
    for scheme in ("dark", "light"):
        page = shown(prefers_color_scheme=scheme)
        for selector in (".report h2", ".report .soft", ".round li", ".race b", "td", "dd", ".good"):
            ratio = page.run(CONTRAST + f"contrast(document.querySelector({json.dumps(selector)}))")
            assert ratio >= 4.5, (scheme, selector)
        grounds.add(page.run("getComputedStyle(document.querySelector('.panel')).backgroundColor"))
    assert len(grounds) == 2


def test_without_colour_lines_and_cards_can_be_told_apart(shown: Any) -> None:
    page = shown()
    dashes = page.run("[...document.querySelectorAll('svg .run')].map(one => one.getAttribute('stroke-dasharray'))")
    assert len(set(dashes)) == len(NAMES)
    cards = page.run("[...document.querySelectorAll('.card')].map(one => [one.innerText, one.ariaLabel])")
    assert all("".join(reversed(text.split())) == label for text, label in cards)


def test_every_name_has_room_beside_the_chart(shown: Any) -> None:
    page = shown()
    boxes = page.run("[...document.querySelectorAll('svg .name')].map(one => one.getBBox()).map(b => [b.x, b.width])")
    assert len(boxes) == len(NAMES)
    assert max(x + width for x, width in boxes) <= WIDTH + 1


def test_a_long_game_fits_on_paper(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "long.html"
    text = bots_record(players=6, points=99)
    file.write_text(report_of(story_of(check_record(text)), Language("en"), style()), encoding="utf-8")
    page = browser.page(size=PAPER)
    page.call("Emulation.setEmulatedMedia", media="print")
    page.go(file.as_uri())
    widths = page.run("[...document.querySelectorAll('.wide')].map(one => [one.scrollWidth, one.clientWidth])")
    assert len(widths) > 1
    assert all(wanted <= given for wanted, given in widths)


def test_paper_gets_all_of_it_in_black_on_white(shown: Any) -> None:
    page = shown(LAPTOP, prefers_color_scheme="dark")
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.run("getComputedStyle(document.body).display") == "block"
    assert page.run("getComputedStyle(document.querySelector('.card')).color") == "rgb(0, 0, 0)"
    assert page.run("getComputedStyle(document.querySelector('.card')).backgroundColor") == "rgb(255, 255, 255)"
    assert page.run(CONTRAST + "contrast(document.querySelector('.round li'), 'rgb(255, 255, 255)')") >= 7
    assert page.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"]


def test_arabic_reads_from_the_right(shown: Any) -> None:
    page = shown(code="ar")
    name, bar = page.run(
        "['.race .name', '.race .track'].map(one => document.querySelector(one).getBoundingClientRect().x)"
    )
    assert name > bar
    lefts = page.run("[...document.querySelector('.dealt .set').children].map(one => one.getBoundingClientRect().x)")
    assert lefts == sorted(lefts), "cards are read from the left everywhere"
    sign, number = page.run(SIGNS_AND_NUMBERS)
    assert sign < number, "+3, not 3+"


SIGNS_AND_NUMBERS = """
(() => {
  const text = [...document.querySelectorAll('.plus')].find(one => one.textContent[0] === '+').firstChild;
  return [0, 1].map(at => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().x;
  });
})()
"""
CONTRAST = """
function light(colour) {
  const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(Number)
    .map(part => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}
function contrast(node, ground = getComputedStyle(document.querySelector('.panel')).backgroundColor) {
  const [dark, bright] = [light(getComputedStyle(node).color), light(ground)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}
"""
