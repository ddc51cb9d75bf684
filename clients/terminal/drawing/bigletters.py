"""Words in large letters, for what is read from across a table: a code, who went out, who won. Pure.

Letters are five dots high. A dot is one column wide and half a row high; letters of two or three times that size have
dots that are so much wider and higher.
"""

import unicodedata

from clients.terminal.drawing.rows import width_of

# A dot is a #; rows from top to bottom, with | between them.
_FONT = {
    "a": ".#.|#.#|###|#.#|#.#", "b": "##.|#.#|##.|#.#|##.", "c": "###|#..|#..|#..|###", "d": "##.|#.#|#.#|#.#|##.",
    "e": "###|#..|##.|#..|###", "f": "###|#..|##.|#..|#..", "g": ".##|#..|#.#|#.#|.##", "h": "#.#|#.#|###|#.#|#.#",
    "i": "#|#|#|#|#", "j": "..#|..#|..#|#.#|.#.", "k": "#.#|#.#|##.|#.#|#.#", "l": "#..|#..|#..|#..|###",
    "m": "#...#|##.##|#.#.#|#...#|#...#", "n": "#..#|##.#|#.##|#..#|#..#", "o": "###|#.#|#.#|#.#|###",
    "p": "##.|#.#|##.|#..|#..", "q": ".#.|#.#|#.#|.#.|..#", "r": "##.|#.#|##.|#.#|#.#", "s": ".##|#..|.#.|..#|##.",
    "t": "###|.#.|.#.|.#.|.#.", "u": "#.#|#.#|#.#|#.#|###", "v": "#.#|#.#|#.#|#.#|.#.",
    "w": "#...#|#...#|#.#.#|##.##|#...#", "x": "#.#|#.#|.#.|#.#|#.#", "y": "#.#|#.#|.#.|.#.|.#.",
    "z": "###|..#|.#.|#..|###", "-": "..|..|##|..|..", " ": "..|..|..|..|..", ".": ".|.|.|.|#", "'": "#|#|.|.|.",
    "0": "###|#.#|#.#|#.#|###", "1": "##.|.#.|.#.|.#.|###", "2": "###|..#|###|#..|###", "3": "###|..#|.##|..#|###",
    "4": "#.#|#.#|###|..#|..#", "5": "###|#..|###|..#|###", "6": "###|#..|###|#.#|###", "7": "###|..#|.#.|.#.|.#.",
    "8": "###|#.#|###|#.#|###", "9": "###|#.#|###|..#|###",
}  # fmt: skip
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
# Letters that are no Latin one with a mark on it.
_SPELLED = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ß": "ss", "ł": "l", "đ": "d"})


def large(text: str, columns: int, scale: int = 1) -> list[str]:
    """The text in letters of three rows, or of five or eight if they are two or three times as large; nothing where
    they have no room."""
    dots = ["".join(rows) for rows in zip(*map(_letter, text.lower()), strict=True)]
    if not dots or scale * width_of(dots[0].rstrip()) > columns:
        return []
    dots = ["".join(dot * scale for dot in row) for row in dots for _ in range(scale)]
    dots += [" " * len(dots[0])] * (len(dots) % 2)
    return [_halves(upper, lower).rstrip() for upper, lower in zip(dots[::2], dots[1::2], strict=True)]


def spelled(name: str) -> str:
    """A name as these letters can write it, without accents; nothing if it is of another script."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_SPELLED))
    letters = "".join(char for char in plain if not unicodedata.combining(char)).strip()
    return letters if all(char in _FONT for char in letters) else ""


def in_hashes(rows: list[str]) -> list[str]:
    """The same for a terminal that has no blocks; only letters of twice the size have whole ones."""
    return [row.replace("█", "#") for row in rows]


def _letter(char: str) -> list[str]:
    rows = _FONT.get(char, "...|...|...|...|...").split("|")
    return [f"{row} " for row in rows]


def _halves(upper: str, lower: str) -> str:
    return "".join(_HALVES[above == "#", below == "#"] for above, below in zip(upper, lower, strict=True))
