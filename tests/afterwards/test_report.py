"""The report as text: what is in it, and that nothing of a record gets out of its place."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from random import Random

import pytest

from clients.language import LANGUAGES, Language
from odin_net.afterwards.points_chart import BOTTOM, HEIGHT, LINE, TOP, _apart
from odin_net.afterwards.report import HANDS_A_TABLE, report_of
from odin_net.afterwards.report_style import report_style
from odin_net.afterwards.story import Story, story_of
from odin_net.commands.report import style
from odin_net.game.awards import AwardKind, awards_in
from odin_net.game.replay import RecordError
from odin_net.records.proofs import check_record
from tests.afterwards.pasts import bots_record

HOSTILE = ["<img src=x>", '"><b>&amp;', "</style><s>"]


def story(text: str) -> Story:
    return story_of(check_record(text))


def page(text: str, code: str = "en") -> str:
    return report_of(story(text), Language(code), "body { color: red }")


def named(*names: str) -> str:
    first, _, rest = bots_record(players=len(names)).partition("\n")
    return f"{json.dumps({**json.loads(first), 'players': names})}\n{rest}"


class Reader(HTMLParser):
    """What a browser makes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.names: list[str] = []
        self.said: list[str] = []
        self._is_name = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self._is_name = tag == "bdi"

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._is_name = False

    def handle_data(self, data: str) -> None:
        self.said.append(data)
        if self._is_name:
            self.names.append(data)


def test_it_tells_every_play_of_every_hand() -> None:
    text = bots_record(players=4)
    lines = [json.loads(line) for line in text.splitlines()]
    told = page(text)
    assert told.count('<section class="panel hand-told">') == sum("hand" in line for line in lines)
    assert told.count(" plays ") == sum("play" in line for line in lines)
    assert told.count(" and takes ") == sum("take" in line for line in lines)
    assert told.count(" passes.") == sum("pass" in line for line in lines)
    cards = 36 * sum("hand" in line for line in lines) + sum(len(line.get("play", ())) for line in lines)
    cards += sum("take" in line for line in lines) + sum(sum(line.get("points", ())) for line in lines)
    cards += sum(len(award.cards) for award in awards_in(story(text).events) if award.kind is AwardKind.LONG_SET)
    assert told.count('class="card ') == cards


def test_a_hostile_name_stays_a_name() -> None:
    ours = Reader(page(named("Ann", "Bo", "Cleo")))
    theirs = Reader(page(named(*HOSTILE)))
    assert theirs.tags == ours.tags
    assert theirs.attributes == ours.attributes
    assert set(HOSTILE) <= set(theirs.names)
    assert "<img" not in page(named(*HOSTILE))


def test_all_awards_are_told_and_a_game_without_an_end_has_none() -> None:
    text = named("Ann", "Bo", "Cleo")
    awards = awards_in(story(text).events)
    told = page(text)
    assert awards
    assert told.partition('<ul class="awards">')[2].partition("</ul>")[0].count("<li>") == len(awards)
    assert '<ul class="awards">' not in page("".join(text.splitlines(keepends=True)[:-1]))


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_told_in_every_language(code: str) -> None:
    told = page(named("Ann", "Bo"), code)
    assert f'<html lang="{code}" dir="{"rtl" if code == "ar" else "ltr"}">' in told
    said = "".join(Reader(told).said)
    assert "{" not in said.replace("body { color: red }", "")
    assert ("passes" in said) is (code == "en")
    assert not any(0xE000 <= ord(char) < 0xF900 for char in told), "every place is filled"


def test_it_says_how_the_game_ended() -> None:
    text = named("Ann", "Bo")
    *lines, winners = text.splitlines()
    (winner,) = json.loads(winners)["winners"]
    assert f"<h1><bdi>{['Ann', 'Bo'][winner]}</bdi> wins.</h1>" in page(text)
    assert "<h1>The record ends here: the game is unfinished.</h1>" in page("\n".join(lines) + "\n")
    assert "<h1>The table stopped early: nobody wins.</h1>" in page("\n".join(lines[:5]) + '\n{"stopped": true}\n')
    assert 'points" viewBox' not in page("\n".join(lines[:5]) + "\n"), "no hand was counted yet"


def test_the_points_of_a_long_game_stand_below_each_other() -> None:
    text = bots_record(players=3, points=99)
    hands = [hand.points for hand in story(text).played]
    tables = [one.partition("</table>")[0] for one in page(text).split("<table>")[1:]]
    assert len(tables) == -(-len(hands) // HANDS_A_TABLE) > 1
    assert [int(number) for table in tables for number in re.findall(r'col">(\d+)<', table)] == [
        *range(1, len(hands) + 1)
    ]
    for number, table in enumerate(tables, 1):
        assert table.count('<th scope="col">') <= HANDS_A_TABLE
        sums = [sum(points[seat] for points in hands[: number * HANDS_A_TABLE]) for seat in range(3)]
        assert [int(total) for total in re.findall(r"<b>(\d+)</b>", table)] == sums


def test_all_who_share_the_victory_are_marked_in_the_standing() -> None:
    shared = bots_record(seed=5, players=5, points=6)
    assert json.loads(shared.splitlines()[-1]) == {"winners": [1, 4]}
    for text, winners in ((shared, 2), (bots_record(), 1)):
        standing = page(text).partition("</ol>")[0]
        assert len(re.findall('<li class="(?:over )?winner">', standing)) == winners


def test_a_broken_record_has_no_report() -> None:
    with pytest.raises(RecordError):
        page(named("Ann", "Bo").replace('"winners": [', '"winners": [1, '))


def test_the_names_of_a_chart_are_apart_and_in_the_picture() -> None:
    rng = Random(1)
    for _ in range(300):
        heights = [rng.uniform(TOP, HEIGHT - BOTTOM) for _ in range(rng.randint(2, 6))]
        if rng.random() < 0.3:
            heights = [heights[0]] * len(heights)
        placed = _apart(heights)
        assert all(lower - upper >= LINE - 0.2 for upper, lower in pairwise(sorted(placed)))
        assert TOP - 0.2 <= min(placed) <= max(placed) <= HEIGHT - BOTTOM + 0.2
        order = sorted(range(len(heights)), key=lambda one: heights[one])
        assert [placed[one] for one in order] == sorted(placed)


def test_the_style_is_that_of_the_page_chosen_by_the_system() -> None:
    made = style()
    assert "--gold:" in made
    assert ".race" in made
    assert "[data-" not in made
    assert made.count("prefers-color-scheme: light") > 2
    with pytest.raises(ValueError, match="other headings"):
        report_style("/* --- palette and type --- */", "")
