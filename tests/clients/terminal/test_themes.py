"""Themes: what is written on a card can be read, in every kind of terminal."""

import re
from itertools import combinations

import pytest
from coloraide import Color
from msgspec.structs import replace
from prompt_toolkit.output import ColorDepth

from clients.language import Language
from clients.terminal.drawing.rows import Picture, Size
from clients.terminal.drawing.themes import (
    ANSI,
    BRIGHT,
    BRIGHT_SHADES,
    COARSE,
    COARSE_SHADES,
    FINE,
    FINE_SHADES,
    Palette,
    Shades,
    Theme,
    depth_of,
    fitting,
    offered,
    style_of,
)
from clients.terminal.scene import forget
from clients.terminal.screens.ask import Option
from clients.terminal.screens.index import compose
from clients.terminal.screens.menu import MenuScene, SettingsScene
from odin_net.game.cards import COLOURS
from tests.clients.terminal.moments import SETTINGS, moments
from tests.clients.terminal.staging import frame_of, shown

# All six colours are on it.
CARDS = moments()["hand end"]


def luminance(colour: str) -> float:
    """Of a colour, as the accessibility guidelines of the web reckon it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("palette", "least"), [(FINE, 5.7), (COARSE, 4.5), (BRIGHT, 7)])
def test_what_is_written_on_a_card_can_be_read(palette: Palette, least: float) -> None:
    assert all(contrast(*card) >= least for card in zip(palette.grounds, palette.inks, strict=True))


SIGHTS = (None, "deutan", "protan", "tritan")


@pytest.mark.parametrize("sight", SIGHTS, ids=str)
@pytest.mark.parametrize("palette", [FINE, COARSE], ids=["24 bits", "256"])
def test_no_two_colours_are_near_each_other_for_any_kind_of_sight(palette: Palette, sight: str | None) -> None:
    """By CIEDE2000, as somebody sees them (Machado 2009) who lacks one kind of cones, or none."""
    cards = [Color(ground) for ground in palette.grounds]
    seen = [card if sight is None else card.filter(sight, method="machado") for card in cards]
    assert min(one.delta_e(other, method="2000") for one, other in combinations(seen, 2)) >= 16


@pytest.mark.parametrize("palette", [FINE, COARSE, BRIGHT])
def test_a_card_that_cannot_join_can_still_be_read(palette: Palette) -> None:
    least = 7 if palette is BRIGHT else 3
    assert all(contrast(*card) >= least for card in zip(palette.alone, palette.tints, strict=True))


@pytest.mark.parametrize("shades", [FINE_SHADES, COARSE_SHADES, BRIGHT_SHADES], ids=["24 bits", "256", "contrast"])
def test_what_is_written_beside_cards_can_be_read(shades: Shades) -> None:
    least = 7 if shades is BRIGHT_SHADES else 4.3
    for ground in (shades.ground, shades.felt, shades.last):
        for ink in (shades.text, shades.faint, shades.gold, shades.alarm, shades.good, shades.white):
            assert contrast(ink, ground) >= least, (ink, ground)
        # A row of backs is counted beside it, in digits.
        assert contrast(shades.back, ground) >= (7 if least == 7 else 3)
    assert contrast(shades.dark, shades.gold) >= 6
    assert contrast(shades.dark, shades.alarm) >= 6


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_24_BIT, ColorDepth.DEPTH_8_BIT], ids=lambda depth: depth.name)
@pytest.mark.parametrize("theme", [Theme.DEFAULT, Theme.HIGH_CONTRAST])
def test_the_title_can_be_read(theme: Theme, depth: ColorDepth) -> None:
    style = style_of(theme, depth)
    for look in ("class:title", "class:title class:brand"):
        attrs = style.get_attrs_for_style_str(look)
        assert contrast(f"#{attrs.color}", f"#{attrs.bgcolor}") >= (7 if theme is Theme.HIGH_CONTRAST else 4.5)


def unreadable(picture: Picture, theme: Theme, depth: ColorDepth, least: float) -> set[tuple[str, str, float]]:
    """Which letters and digits of a picture have too little contrast, with their style."""
    style, found = style_of(theme, depth), set()
    for fragment in (fragment for row in picture.rows for fragment in row):
        attrs = style.get_attrs_for_style_str(fragment.style)
        ratio = contrast(f"#{attrs.color}", f"#{attrs.bgcolor}")
        if ratio < least and any(char.isalnum() for char in fragment.text):
            found.add((fragment.style, fragment.text.strip(), round(ratio, 1)))
    return found


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_24_BIT, ColorDepth.DEPTH_8_BIT], ids=lambda depth: depth.name)
@pytest.mark.parametrize(("theme", "least"), [(Theme.HIGH_CONTRAST, 7), (Theme.DEFAULT, 3)])
@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 35), Size(60, 20)], ids=str)
async def test_all_that_is_written_on_any_screen_can_be_read(
    size: Size, theme: Theme, least: float, depth: ColorDepth
) -> None:
    settings, language = replace(SETTINGS, theme=theme, offered=depth), Language("en")
    for name, moment in moments().items():
        found = unreadable(compose(frame_of(moment, size, settings, language)), theme, depth, least)
        assert not found, (name, found)
    options = [Option("P", "play", "against bots"), Option("J", "join", "sit down")]
    for line in range(2):
        menu = MenuScene(language, settings, options, about="about", last="last", line=line)
        menu.found = (1, "2 tables found")
        assert not unreadable(menu.draw(size), theme, depth, least)
    assert not unreadable(SettingsScene(language, settings, forget).draw(size), theme, depth, least)


@pytest.mark.parametrize("palette", [FINE, COARSE])
def test_what_has_no_ground_can_be_read_on_black(palette: Palette) -> None:
    assert all(contrast(ink, "#000000") >= 4.5 for ink in palette.alone)


@pytest.mark.parametrize("palette", [FINE, COARSE, BRIGHT, ANSI])
def test_six_cards_have_six_colours(palette: Palette) -> None:
    assert len(set(palette.grounds)) == len(set(palette.alone)) == len(palette.inks) == len(COLOURS)


@pytest.mark.parametrize(
    ("depth", "grounds"),
    [
        (ColorDepth.DEPTH_24_BIT, [(48, 2, 198, 33, 40), (48, 2, 255, 132, 16), (48, 2, 255, 245, 130),
                                   (48, 2, 24, 173, 136), (48, 2, 23, 99, 181), (48, 2, 213, 140, 255)]),
        (ColorDepth.DEPTH_8_BIT, [(48, 5, 160), (48, 5, 208), (48, 5, 228), (48, 5, 36), (48, 5, 25), (48, 5, 177)]),
        (ColorDepth.DEPTH_4_BIT, [(41,), (43,), (103,), (42,), (44,), (45,)]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)  # fmt: skip
async def test_each_depth_has_colours_picked_for_it(depth: ColorDepth, grounds: list[tuple[int, ...]]) -> None:
    written = (await shown(CARDS, depth=depth)).written
    for ground in grounds:
        assert re.search(rf"[;\[]{';'.join(map(str, ground))}[;m]", written), ground


@pytest.mark.parametrize("theme", Theme)
def test_every_theme_has_every_style(theme: Theme) -> None:
    names = {name for names, _ in style_of(theme, ColorDepth.DEPTH_24_BIT).class_names_and_attrs for name in names}
    for letter in COLOURS.lower():
        assert {f"card-{letter}", f"dim-{letter}"} <= names


def test_a_theme_fits_its_terminal() -> None:
    for theme in Theme:
        assert fitting(theme, ColorDepth.DEPTH_1_BIT) is Theme.NONE
        assert fitting(theme, ColorDepth.DEPTH_4_BIT) in (Theme.SIXTEEN, Theme.NONE)
        assert fitting(theme, ColorDepth.DEPTH_24_BIT) is theme
    assert depth_of(Theme.NONE) is ColorDepth.DEPTH_1_BIT


def test_more_colours_are_used_where_they_are_offered() -> None:
    few, more = ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT
    for environ in ({"COLORTERM": "truecolor"}, {"COLORTERM": "24bit"}, {"WT_SESSION": "1"}):
        assert offered(few, environ) is more
        # Where there are fewer, because of NO_COLOR, TERM=dumb or an old console, that holds.
        assert offered(ColorDepth.DEPTH_1_BIT, environ) is ColorDepth.DEPTH_1_BIT
        assert offered(ColorDepth.DEPTH_4_BIT, environ) is ColorDepth.DEPTH_4_BIT
        assert offered(few, {**environ, "STY": "1.pts"}) is few
        assert offered(few, {**environ, "PROMPT_TOOLKIT_COLOR_DEPTH": "DEPTH_8_BIT"}) is few
    assert offered(few, {}) is offered(few, {"COLORTERM": ""}) is few
    assert offered(more, {}) is more
