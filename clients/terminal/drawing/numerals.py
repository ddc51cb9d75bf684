"""Digits that are read from across a room. Pure.

Those of a card are three cells wide and three high, or six wide and four high; two dots share a cell. The largest are
drawn in whole cells, for a screen that stands in the middle of a room.
"""

from collections.abc import Mapping
from functools import cache

SMALL_WIDTH, SMALL_HEIGHT = 3, 3
LARGE_WIDTH, LARGE_HEIGHT = 6, 4
HUGE_WIDTH, HUGE_HEIGHT = 12, 7

_SMALL = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", " ▄▀", " ▀ "),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
}
_LARGE = {
    "0": ("▄█▀▀█▄", "██  ██", "██  ██", " ▀▀▀▀ "),
    "1": (" ▄██  ", "  ██  ", "  ██  ", " ▀▀▀▀ "),
    "2": ("▄█▀▀█▄", "   ▄█▀", " ▄█▀  ", "▀▀▀▀▀▀"),
    "3": ("▄█▀▀█▄", "  ▄▄█▀", "▄▄  ██", " ▀▀▀▀ "),
    "4": ("  ▄██ ", "▄█▀██ ", "▀▀▀██▀", "   ▀▀ "),
    "5": ("██▀▀▀▀", "▀▀▀▀█▄", "▄▄  ██", " ▀▀▀▀ "),
    "6": (" ▄█▀▀ ", "██▄▄▄ ", "██  ██", " ▀▀▀▀ "),
    "7": ("▀▀▀▀██", "   ▄█▀", "  ██  ", "  ▀▀  "),
    "8": ("▄█▀▀█▄", "▀█▄▄█▀", "██  ██", " ▀▀▀▀ "),
    "9": ("▄█▀▀█▄", "▀█▄▄██", "   ▄█▀", " ▀▀▀  "),
}
_UPPER, _LOWER = "▀█", "▄█"
_BLOCKS = {False: "  ", True: "██"}


@cache
def small(number: int) -> tuple[str, ...]:
    """The number in three rows, with a column between its digits."""
    return _row(_SMALL, number)


@cache
def large(number: int) -> tuple[str, ...]:
    """The number in four rows, with a column between its digits."""
    return _row(_LARGE, number)


@cache
def huge(number: int) -> tuple[str, ...]:
    """The number in seven rows of whole cells, with two columns between its digits."""
    digits = [[_in_blocks(row) for row in _dots(_LARGE[digit])] for digit in str(number)]
    return tuple("  ".join(rows) for rows in zip(*digits, strict=True))


def _row(font: Mapping[str, tuple[str, ...]], number: int) -> tuple[str, ...]:
    return tuple(" ".join(rows) for rows in zip(*(font[digit] for digit in str(number)), strict=True))


def _dots(rows: tuple[str, ...]) -> list[list[bool]]:
    """Two rows of dots for each row of cells; the last one has nothing in its lower half."""
    found = [[char in half for char in row] for row in rows for half in (_UPPER, _LOWER)]
    return found[:HUGE_HEIGHT]


def _in_blocks(dots: list[bool]) -> str:
    return "".join(_BLOCKS[dot] for dot in dots)
