"""What a phone reads off a screen: cells become a picture, and a real decoder looks at it."""

from collections.abc import Callable, Sequence

import pyte
import zxingcpp

# A cell is twice as high as wide, as in a terminal: a module of a QR code is square.
WIDE, HIGH = 6, 12
LIGHT, DARK = 230, 20
# Which halves of a cell the ink of a sign covers: the upper, the lower.
INKED = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}

Shade = tuple[int, int]
"""How light the ink of a cell is, and its ground."""


def read_screen(screen: pyte.Screen, *, dark: bool = True, inverted: bool = False) -> list[str]:
    """All that can be scanned on a screen, of a terminal that writes light on dark by itself, or dark on light.

    `inverted`: by a phone that knows codes in light on dark, too; most do.
    """
    own = (LIGHT, DARK) if dark else (DARK, LIGHT)
    cells = [[screen.buffer[row][column] for column in range(screen.columns)] for row in range(screen.lines)]
    return _read([[cell.data for cell in row] for row in cells], lambda row, at: _shade(cells[row][at], own), inverted)


def read_lines(lines: Sequence[str], *, inverted: bool = False) -> list[str]:
    """All that can be scanned in lines on a dark terminal."""
    width = max(map(len, lines))
    return _read([list(line.ljust(width)) for line in lines], lambda *_: (LIGHT, DARK), inverted)


def _shade(cell: pyte.screens.Char, own: Shade) -> Shade:
    ink, ground = _lightness(cell.fg, own[0]), _lightness(cell.bg, own[1])
    return (ground, ink) if cell.reverse else (ink, ground)


def _lightness(colour: str, otherwise: int) -> int:
    named = {"default": otherwise, "black": 0, "white": 230, "brightwhite": 255}
    if colour in named:
        return named[colour]
    if len(colour) == 6 and set(colour) <= set("0123456789abcdefABCDEF"):
        return sum(bytes.fromhex(colour)) // 3
    return 128


def _read(signs: list[list[str]], shade: Callable[[int, int], Shade], inverted: bool) -> list[str]:
    # Some of the wall around a screen.
    height, width = (len(signs) + 2) * HIGH, (len(signs[0]) + 2) * WIDE
    picture = bytearray([128]) * (height * width)
    for row, line in enumerate(signs):
        for at, sign in enumerate(line):
            ink, ground = shade(row, at)
            # A letter covers some of its cell.
            upper, lower = INKED.get(sign, (True, False))
            for y in range(HIGH):
                start = ((row + 1) * HIGH + y) * width + (at + 1) * WIDE
                is_inked = upper if y < HIGH // 2 else lower
                picture[start : start + WIDE] = bytes([ink if is_inked else ground]) * WIDE
    image = memoryview(picture).cast("B", (height, width))
    found = zxingcpp.read_barcodes(image, try_invert=inverted)
    return [code.text for code in found]
