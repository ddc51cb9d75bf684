"""How styles look: colours are the third cue, after letters and shapes. Pure.

With 24 bits and with 256 colours the screen paints its own ground, so that every contrast is known; with sixteen and
with none it leaves the terminal's. A card that cannot join the selection is tinted.
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
    """What is written on a tint, or without a ground."""
    tints: tuple[str, ...]
    """The grounds of cards that cannot join."""


class Shades(NamedTuple):
    """All but the cards."""

    ground: str
    felt: str
    title: str
    line: str
    text: str
    faint: str
    gold: str
    alarm: str
    good: str
    back: str
    """A card that is face down."""
    last: str
    """The felt when somebody holds one last card."""
    white: str
    dark: str
    """What is written on gold and on an alarm."""


def _mixed(colour: str, ground: str, share: float) -> str:
    """So much of a colour on a ground."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in pairs)


WHITE, DARK = "#ffffff", "#0d1117"
FINE_SHADES = Shades(
    "#0f141b", "#19242f", "#1f2c3a", "#3d4d5d", "#dbe2ea", "#8b9aab", "#f2c14e", "#ff6b57", "#62d6a4", "#71869c",
    "#33201d", WHITE, DARK,
)  # fmt: skip
# As numbers among xterm's 256: 233, 235, 236, 239, 254, 247, 221, 203, 79, 103, 236, 231.
COARSE_SHADES = Shades(
    "#121212", "#262626", "#303030", "#4e4e4e", "#e4e4e4", "#9e9e9e", "#ffd75f", "#ff5f5f", "#5fd7af", "#8787af",
    "#303030", WHITE, "#121212",
)  # fmt: skip
BRIGHT_SHADES = Shades(
    "#000000", "#141414", "#ffffff", "#ffffff", "#ffffff", "#d8d8d8", "#ffff40", "#ffb000", "#40ff80", "#c8c8c8",
    "#301000", WHITE, "#000000",
)  # fmt: skip

# Six that stay apart for normal, red-, green- and blue-blind sight, each still what its name says. White on red and
# blue is a cue of its own.
FINE_GROUNDS = ("#c62128", "#ff8410", "#fff582", "#18ad88", "#1763b5", "#d58cff")
FINE = Palette(
    FINE_GROUNDS,
    (WHITE, DARK, DARK, DARK, WHITE, DARK),
    ("#da6f73", "#ff8410", "#fff582", "#18ad88", "#689acf", "#d58cff"),
    tuple(_mixed(colour, FINE_SHADES.felt, 0.3) for colour in FINE_GROUNDS),
)
# The same search among xterm's 256; those nearest to the ones above are closer together. As numbers there: 160, 208,
# 228, 36, 25 and 177, ink 231 and 233, alone 167 and 68, tints 236.
COARSE = Palette(
    ("#d70000", "#ff8700", "#ffff87", "#00af87", "#005faf", "#d787ff"),
    (WHITE, "#121212", "#121212", "#121212", WHITE, "#121212"),
    ("#d75f5f", "#ff8700", "#ffff87", "#00af87", "#5f87d7", "#d787ff"),
    ("#303030",) * 6,
)
BRIGHT_GROUNDS = ("#ff8a8a", "#ffb000", "#ffff40", "#40ff80", "#70d0ff", "#ff9cff")
BRIGHT = Palette(BRIGHT_GROUNDS, ("#000000",) * 6, BRIGHT_GROUNDS, ("#1c1c1c",) * 6)
# Named, because prompt-toolkit would turn orange and red into one of the sixteen. Its white is the bright one. Plain
# blue without a ground is hardly seen on black.
ANSI = Palette(
    ("ansired", "ansiyellow", "ansibrightyellow", "ansigreen", "ansiblue", "ansimagenta"),
    ("ansiwhite", "ansiblack", "ansiblack", "ansiblack", "ansiwhite", "ansiwhite"),
    ("ansired", "ansiyellow", "ansibrightyellow", "ansigreen", "ansibrightblue", "ansimagenta"),
    ("default",) * 6,
)

QR = "noreverse bg:#ffffff #000000"
_PLAIN = {
    "title": "reverse",
    "brand": "bold",
    "key": "bold",
    "strong": "bold",
    "turn": "bold",
    "turn-word": "reverse bold",
    "winner": "bold",
    "dim": "",
    "faint": "",
    "line": "",
    "felt": "",
    "felt-last": "",
    "felt-last-1": "",
    "felt-last-2": "",
    "back": "",
    "old": "",
    "tag": "bold",
    "cursor": "bold",
    "good": "bold",
    "bad": "bold",
    "alarm": "bold reverse",
    "alarm-line": "bold",
    "mark": "bold",
    "big": "bold",
    "field": "underline",
    "chosen": "reverse",
    "mixed": "",
    # Dark on light, whatever the terminal's own ground is; without colours that of most terminals, turned round.
    "qr": "reverse",
}
_SIXTEEN = {
    "title": "bg:ansiblue ansiwhite",
    "brand": "bold ansibrightyellow",
    "line": "ansibrightblack",
    "turn": "bold ansibrightyellow",
    "turn-word": "bg:ansibrightyellow ansiblack",
    "winner": "bold ansibrightyellow",
    "good": "bold ansibrightgreen",
    "bad": "bold ansired",
    "alarm": "bold bg:ansired ansiwhite",
    "alarm-line": "bold ansired",
    "back": "ansigray",
    "old": "ansibrightblack",
    "mixed": "bg:ansiyellow ansired",
    "qr": "noreverse bg:ansiwhite ansiblack",
}


def _painted(shades: Shades) -> dict[str, str]:
    """The rules of a screen that paints its own ground."""
    return {
        "": f"bg:{shades.ground} {shades.text}",
        "title": f"bg:{shades.title} {_text_on_title(shades)}",
        "brand": f"bold {shades.gold if shades.title != shades.text else shades.ground}",
        "key": f"bold {shades.gold}",
        "strong": f"bold {shades.white}",
        "turn": f"bold {shades.gold}",
        "turn-word": f"bold bg:{shades.gold} {shades.dark}",
        "winner": f"bold {shades.gold}",
        "faint": shades.faint,
        "line": shades.line,
        "felt": f"bg:{shades.felt}",
        "felt-last": f"bg:{shades.last}",
        # On the way there. Where a cell has few colours these become one of the two.
        "felt-last-1": f"bg:{_mixed(shades.last, shades.felt, 1 / 3)}",
        "felt-last-2": f"bg:{_mixed(shades.last, shades.felt, 2 / 3)}",
        "back": shades.back,
        "old": shades.line,
        "tag": f"bold {shades.gold}",
        "cursor": f"bold {shades.white}",
        "good": f"bold {shades.good}",
        "bad": f"bold {shades.alarm}",
        "alarm": f"bold bg:{shades.alarm} {shades.dark}",
        "alarm-line": f"bold {shades.alarm}",
        "mark": f"bold {shades.white}",
        "big": f"bold {shades.white}",
        "chosen": f"bg:{shades.title} bold {_text_on_title(shades)}",
        "qr": QR,
    }


def _text_on_title(shades: Shades) -> str:
    return shades.text if shades.title != shades.text else shades.ground


@cache
def style_of(theme: Theme, depth: ColorDepth) -> Style:
    """What each class of a fragment looks like. A constant for each theme and depth, hence kept."""
    rules = _PLAIN | _rules(theme, depth)
    palette = _palette(theme, depth)
    # Where there are sixteen colours, many terminals turn bold black into grey.
    weight = "" if palette is ANSI else " bold"
    for place, letter in enumerate(COLOURS.lower()):
        if palette is None:
            rules |= {f"card-{letter}": "", f"dim-{letter}": ""}
            continue
        ground, tint, alone = palette.grounds[place], palette.tints[place], palette.alone[place]
        rules[f"card-{letter}"] = f"bg:{ground} {palette.inks[place]}{weight}"
        rules[f"tint-{letter}"] = f"bg:{tint} {alone}"
        rules[f"dim-{letter}"] = alone
        rules[f"edge-card-{letter}"] = ground
        rules[f"edge-tint-{letter}"] = tint
    return Style(list(rules.items()))


def _rules(theme: Theme, depth: ColorDepth) -> dict[str, str]:
    match theme:
        case Theme.NONE:
            return {}
        case Theme.SIXTEEN:
            return _SIXTEEN
        case Theme.HIGH_CONTRAST:
            return _painted(BRIGHT_SHADES)
        case Theme.DEFAULT:
            return _painted(FINE_SHADES if depth is ColorDepth.DEPTH_24_BIT else COARSE_SHADES)
        case _:
            assert_never(theme)


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
        case _:
            assert_never(theme)


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
