"""The longship: a shield for each colour. It stands in the menu and beside who won, nowhere else. Pure.

Two dots share a cell, as in the large letters.
"""

from collections.abc import Mapping

from clients.terminal.drawing.cards import Surface
from clients.terminal.drawing.sheet import Box, Sheet

# A row of dots each: wood (light, plain, dark), sail (red, white), gold, water (light, dark), and the six shields with
# their bosses. A dot is whatever lies below.
_DOTS = (
    "....................ee....................",
    ".........eeeeeeeeeeeeeeeeeeeeeeee.........",
    ".ddd......rrrwwwrrrwwwrrrwwwrrrww.....ddd.",
    ".d..d.....rrrwwwrrrwwwrrrwwwrrrww....dh.gd",
    "dd.......wrrrwwwrrrwwwrrrwwwrrrwww......dd",
    "dd.......wrrrwwwrrrwwwrrrwwwrrrwww......dd",
    ".dd......wrrrwwwrrrwwwrrrwwwrrrwww.....dd.",
    "..d......wrrrwwwrrrwwwrrrwwwrrrwww.....d..",
    "..dh.....wrrrwwwrrrwwwrrrwwwrrrwww....hd..",
    "..ddh.....rrrwwwrrrwwwrrrwwwrrrww....hdd..",
    "..dddh....rrrwwwrrrwwwrrrwwwrrrww...hddd..",
    "..ddddhh............ee............hhdddd..",
    "..eddddRRhh.OO...YY.eeGG...BB..hPPddddde..",
    "...eddR11RdO22OhY33YeG44GhB55BhP66Pddde...",
    "....eeR11RdO22OdY33YdG44GdB55BdP66Pdee....",
    "......eRRdddOOdddYYdddGGdddBBdddPPee......",
    "........eeeddddddddddddddddddddeee........",
    "ff....ffff.eeeeeeeeeeeeeeeeeeeefff....ffff",
)
WIDTH, HEIGHT = len(_DOTS[0]), len(_DOTS) // 2
_WOOD = {"h": "#a8743f", "d": "#8a5a33", "e": "#5d3b21", "w": "#e9e2d0", "g": "#f2c14e", "f": "#2f6ea8", "a": "#1d4a75"}
_SHIELDS = {"r": "#c62128", "R": "#c62128", "O": "#ff8410", "Y": "#fff582", "G": "#18ad88", "B": "#1763b5",
            "P": "#d58cff"}  # fmt: skip
_BOSSES = {"1": "#6d1216", "2": "#8c4909", "3": "#8c8748", "4": "#0d5f4b", "5": "#0d3664", "6": "#754d8c"}
PAINTED: Mapping[str, str] = {**_WOOD, **_SHIELDS, **_BOSSES}
# As prompt-toolkit names them; its yellow is most terminals' brown.
SIXTEEN: Mapping[str, str] = {
    "h": "ansiyellow", "d": "ansiyellow", "e": "ansiyellow", "w": "ansiwhite", "g": "ansibrightyellow",
    "f": "ansibrightblue", "a": "ansiblue", "r": "ansired", "R": "ansired", "O": "ansiyellow", "Y": "ansibrightyellow",
    "G": "ansigreen", "B": "ansiblue", "P": "ansimagenta",
    **dict.fromkeys("123456", "ansibrightblack"),
}  # fmt: skip


def draw_longship(sheet: Sheet, column: int, row: int, surface: Surface, ground: str) -> None:
    """The ship with its upper left corner here, on a ground of this style; no ship where there are no colours."""
    if surface is Surface.FRAMED:
        return
    colours = PAINTED if surface is Surface.PAINTED else SIXTEEN
    for place in range(HEIGHT):
        pairs = zip(_DOTS[2 * place], _DOTS[2 * place + 1], strict=True)
        for across, (upper, lower) in enumerate(pairs):
            _dot(sheet, column + across, row + place, colours.get(upper), colours.get(lower), ground)


def draw_sea(sheet: Sheet, row: int, box: Box, surface: Surface) -> None:
    """The water below it, from one side of a box to the other."""
    if surface is Surface.FRAMED:
        return
    colours = PAINTED if surface is Surface.PAINTED else SIXTEEN
    for place in range(box.height):
        upper = colours["a"] if place else colours["f"]
        sheet.draw(box.column, row + place, "▀" * box.width, f"fg:{upper} bg:{colours['a']}")


def _dot(sheet: Sheet, column: int, row: int, upper: str | None, lower: str | None, ground: str) -> None:
    if upper is None and lower is None:
        return
    if upper is not None and lower is not None:
        sheet.draw(column, row, "▀", f"fg:{upper} bg:{lower}")
    elif upper is not None:
        sheet.draw(column, row, "▀", f"{ground} fg:{upper}")
    else:
        sheet.draw(column, row, "▄", f"{ground} fg:{lower}")
