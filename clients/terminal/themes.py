"""How styles look: colours are the second cue, letters the first. Pure.

Cards are dark letters on a bright ground, so that they read on light and dark terminals alike. A card that cannot join
the selection has no ground.
"""

from enum import Enum
from functools import cache

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from odin_net.game.cards import COLOURS


class Theme(Enum):
    """The looks that one can choose."""

    DEFAULT = "default"
    HIGH_CONTRAST = "contrast"
    SIXTEEN = "16"
    NONE = "none"


# Okabe and Ito: eight colours that people with any kind of colour vision can tell apart; six of them.
OKABE_ITO = ("#d55e00", "#e69f00", "#f0e442", "#009e73", "#56b4e9", "#cc79a7")
BRIGHT = ("#ff8a8a", "#ffb000", "#ffff40", "#40ff80", "#70d0ff", "#ff9cff")
# Named, because prompt-toolkit would turn orange and red into one of the sixteen.
ANSI = ("ansired", "ansiyellow", "ansibrightyellow", "ansigreen", "ansibrightblue", "ansibrightmagenta")

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
_GROUNDS = {Theme.DEFAULT: OKABE_ITO, Theme.HIGH_CONTRAST: BRIGHT, Theme.SIXTEEN: ANSI}
_INK = {Theme.DEFAULT: "#000000", Theme.HIGH_CONTRAST: "#000000", Theme.SIXTEEN: "ansiblack"}


@cache
def style_of(theme: Theme) -> Style:
    """What each class of a fragment looks like. A constant for each theme, hence kept."""
    rules = _PLAIN | _COLOURED.get(theme, {})
    grounds = _GROUNDS.get(theme)
    for place, letter in enumerate(COLOURS.lower()):
        if grounds is None:
            rules |= {f"card-{letter}": "", f"ink-{letter}": "bold", f"dim-{letter}": ""}
        else:
            ground = grounds[place]
            rules[f"card-{letter}"] = f"bg:{ground} {_INK[theme]} bold"
            rules[f"ink-{letter}"] = f"{ground} bold"
            rules[f"dim-{letter}"] = ground
    return Style(list(rules.items()))


def depth_of(theme: Theme) -> ColorDepth | None:
    """How many colours this theme may use; None: as many as the terminal has."""
    match theme:
        case Theme.NONE:
            return ColorDepth.DEPTH_1_BIT
        case Theme.SIXTEEN:
            return ColorDepth.DEPTH_4_BIT
        case _:
            return None


def fitting(theme: Theme, depth: ColorDepth) -> Theme:
    """The theme for a terminal with so many colours."""
    if depth is ColorDepth.DEPTH_1_BIT:
        return Theme.NONE
    return Theme.SIXTEEN if depth is ColorDepth.DEPTH_4_BIT and theme is not Theme.NONE else theme
