"""How styles look: colours are the second cue, letters the first. Pure.

Cards are letters on a ground of their own, so that they read on light and dark terminals alike. A card that cannot join
the selection has no ground.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import NamedTuple, assert_never

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from odin_net.game.cards import COLOURS


class Theme(Enum):
    """The looks that one can choose."""

    DEFAULT = "default"
    HIGH_CONTRAST = "contrast"
    SIXTEEN = "16"
    NONE = "none"


class Palette(NamedTuple):
    """The six cards, in the order of their letters."""

    grounds: tuple[str, ...]
    inks: tuple[str, ...]
    """What is written on them."""
    alone: tuple[str, ...]
    """What is written without a ground, on whatever the terminal has."""


WHITE, DARK = "#ffffff", "#0d1117"
# Six that stay apart for normal, red-, green- and blue-blind sight, each still what its name says. White on red and
# blue is a cue of its own.
FINE = Palette(
    ("#c62128", "#ff8410", "#fff582", "#18ad88", "#1763b5", "#d58cff"),
    (WHITE, DARK, DARK, DARK, WHITE, DARK),
    ("#da6f73", "#ff8410", "#fff582", "#18ad88", "#689acf", "#d58cff"),
)
# The same search among xterm's 256; those nearest to the ones above are closer together. As numbers there: 160, 208,
# 228, 36, 25 and 177, ink 231 and 233, alone 167 and 68.
COARSE = Palette(
    ("#d70000", "#ff8700", "#ffff87", "#00af87", "#005faf", "#d787ff"),
    (WHITE, "#121212", "#121212", "#121212", WHITE, "#121212"),
    ("#d75f5f", "#ff8700", "#ffff87", "#00af87", "#5f87d7", "#d787ff"),
)
BRIGHT_GROUNDS = ("#ff8a8a", "#ffb000", "#ffff40", "#40ff80", "#70d0ff", "#ff9cff")
BRIGHT = Palette(BRIGHT_GROUNDS, ("#000000",) * 6, BRIGHT_GROUNDS)
# Named, because prompt-toolkit would turn orange and red into one of the sixteen. Its white is the bright one. Plain
# blue without a ground is hardly seen on black.
ANSI = Palette(
    ("ansired", "ansiyellow", "ansibrightyellow", "ansigreen", "ansiblue", "ansimagenta"),
    ("ansiwhite", "ansiblack", "ansiblack", "ansiblack", "ansiwhite", "ansiwhite"),
    ("ansired", "ansiyellow", "ansibrightyellow", "ansigreen", "ansibrightblue", "ansimagenta"),
)

_PLAIN = {
    "title": "reverse",
    "key": "bold",
    "strong": "bold",
    "turn": "bold",
    "dim": "",
    "faint": "",
    "good": "bold",
    "bad": "bold",
    "alarm": "bold reverse",
    "mark": "bold",
    "big": "bold",
    "field": "underline",
    "chosen": "reverse",
}
_COLOURED: dict[Theme, dict[str, str]] = {
    Theme.DEFAULT: {
        "title": "bg:#1f3a5f #ffffff",
        "key": "bold",
        "faint": "#808080",
        "good": "bold #009e73",
        "bad": "bold #d55e00",
        "alarm": "bold bg:#d55e00 #000000",
        "mark": "bold #e69f00",
        "turn": "bold",
        "big": "bold #e69f00",
    },
    Theme.HIGH_CONTRAST: {
        "": "bg:#000000 #ffffff",
        "title": "bg:#ffffff #000000 bold",
        "key": "bold #ffff40",
        "good": "bold #40ff80",
        "bad": "bold #ffb000",
        "alarm": "bold bg:#ffff40 #000000",
        "mark": "bold #ffff40",
        "turn": "bold #ffff40",
        "big": "bold #ffff40",
    },
    Theme.SIXTEEN: {
        "title": "bg:ansiblue ansiwhite",
        "faint": "ansibrightblack",
        "good": "bold ansigreen",
        "bad": "bold ansired",
        "alarm": "bold bg:ansired ansiwhite",
        "mark": "bold ansiyellow",
        "big": "bold ansiyellow",
    },
}


@cache
def style_of(theme: Theme, depth: ColorDepth) -> Style:
    """What each class of a fragment looks like. A constant for each theme and depth, hence kept."""
    rules = _PLAIN | _COLOURED.get(theme, {})
    palette = _palette(theme, depth)
    # Where there are sixteen colours, many terminals turn bold black into grey.
    weight = "" if palette is ANSI else " bold"
    for place, letter in enumerate(COLOURS.lower()):
        if palette is None:
            rules |= {f"card-{letter}": "", f"dim-{letter}": ""}
        else:
            rules[f"card-{letter}"] = f"bg:{palette.grounds[place]} {palette.inks[place]}{weight}"
            rules[f"dim-{letter}"] = palette.alone[place]
    return Style(list(rules.items()))


def _palette(theme: Theme, depth: ColorDepth) -> Palette | None:
    match theme:
        case Theme.NONE:
            return None
        case Theme.SIXTEEN:
            return ANSI
        case Theme.HIGH_CONTRAST:
            return BRIGHT
        case Theme.DEFAULT:
            return FINE if depth is ColorDepth.DEPTH_24_BIT else COARSE


def depth_of(theme: Theme) -> ColorDepth | None:
    """How many colours this theme may use; None: as many as the terminal has."""
    match theme:
        case Theme.NONE:
            return ColorDepth.DEPTH_1_BIT
        case Theme.SIXTEEN:
            return ColorDepth.DEPTH_4_BIT
        case Theme.DEFAULT | Theme.HIGH_CONTRAST:
            return None
        case _:
            assert_never(theme)


def fitting(theme: Theme, depth: ColorDepth) -> Theme:
    """The theme for a terminal with so many colours."""
    if depth is ColorDepth.DEPTH_1_BIT:
        return Theme.NONE
    return Theme.SIXTEEN if depth is ColorDepth.DEPTH_4_BIT and theme is not Theme.NONE else theme


def offered(depth: ColorDepth, environ: Mapping[str, str]) -> ColorDepth:
    """How many colours a terminal offers in this environment, where prompt-toolkit says `depth`: it takes 256 for
    granted, and does not look for more outside of Windows' own consoles."""
    says_so = environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    # Windows Terminal around a Linux shell; and GNU screen, which passes on what the terminal outside of it says.
    has_more = (says_so or "WT_SESSION" in environ) and "STY" not in environ
    is_asked = "PROMPT_TOOLKIT_COLOR_DEPTH" in environ
    return ColorDepth.DEPTH_24_BIT if depth is ColorDepth.DEPTH_8_BIT and has_more and not is_asked else depth
