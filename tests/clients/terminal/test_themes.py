"""Themes: what is written on a card can be read, in every kind of terminal."""

import re

import pytest
from prompt_toolkit.output import ColorDepth

from clients.terminal.drawing.themes import (
    ANSI,
    BRIGHT,
    COARSE,
    FINE,
    Palette,
    Theme,
    depth_of,
    fitting,
    offered,
    style_of,
)
from odin_net.game.cards import COLOURS
from tests.clients.terminal.moments import moments
from tests.clients.terminal.staging import shown

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
