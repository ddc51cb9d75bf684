"""Themes: what is written on a card can be read, in every kind of terminal."""

import pytest
from prompt_toolkit.output import ColorDepth

from clients.terminal.themes import ANSI, BRIGHT, OKABE_ITO, Theme, depth_of, fitting, style_of
from odin_net.game.cards import COLOURS


def luminance(colour: str) -> float:
    """Of a colour, as the accessibility guidelines of the web reckon it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def on_black(colour: str) -> float:
    return (luminance(colour) + 0.05) / 0.05


def test_black_can_be_read_on_every_card() -> None:
    assert all(on_black(colour) >= 4.5 for colour in OKABE_ITO)
    assert all(on_black(colour) >= 7 for colour in BRIGHT)


def test_six_colours_have_six_names() -> None:
    assert len(set(OKABE_ITO)) == len(set(BRIGHT)) == len(set(ANSI)) == len(COLOURS)


@pytest.mark.parametrize("theme", Theme)
def test_every_theme_has_every_style(theme: Theme) -> None:
    names = {name for names, _ in style_of(theme).class_names_and_attrs for name in names}
    for letter in COLOURS.lower():
        assert {f"card-{letter}", f"dim-{letter}"} <= names


def test_a_theme_fits_its_terminal() -> None:
    for theme in Theme:
        assert fitting(theme, ColorDepth.DEPTH_1_BIT) is Theme.NONE
        assert fitting(theme, ColorDepth.DEPTH_4_BIT) in (Theme.SIXTEEN, Theme.NONE)
        assert fitting(theme, ColorDepth.DEPTH_24_BIT) is theme
    assert depth_of(Theme.NONE) is ColorDepth.DEPTH_1_BIT
