"""Words in large letters, for a code that is read from across a table. Pure.

Letters are five dots high; two dots share one character.
"""

from clients.terminal.drawing.rows import width_of

# A dot is a #; rows from top to bottom, with | between them.
_FONT = {
    "a": ".#.|#.#|###|#.#|#.#", "b": "##.|#.#|##.|#.#|##.", "c": ".##|#..|#..|#..|.##", "d": "##.|#.#|#.#|#.#|##.",
    "e": "###|#..|##.|#..|###", "f": "###|#..|##.|#..|#..", "g": ".##|#..|#.#|#.#|.##", "h": "#.#|#.#|###|#.#|#.#",
    "i": "#|#|#|#|#", "j": "..#|..#|..#|#.#|.#.", "k": "#.#|#.#|##.|#.#|#.#", "l": "#..|#..|#..|#..|###",
    "m": "#...#|##.##|#.#.#|#...#|#...#", "n": "#..#|##.#|#.##|#..#|#..#", "o": ".#.|#.#|#.#|#.#|.#.",
    "p": "##.|#.#|##.|#..|#..", "q": ".#.|#.#|#.#|.#.|..#", "r": "##.|#.#|##.|#.#|#.#", "s": ".##|#..|.#.|..#|##.",
    "t": "###|.#.|.#.|.#.|.#.", "u": "#.#|#.#|#.#|#.#|###", "v": "#.#|#.#|#.#|#.#|.#.",
    "w": "#...#|#...#|#.#.#|##.##|#...#", "x": "#.#|#.#|.#.|#.#|#.#", "y": "#.#|#.#|.#.|.#.|.#.",
    "z": "###|..#|.#.|#..|###", "-": "..|..|##|..|..",
}  # fmt: skip
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_HEIGHT = 5


def large(text: str, columns: int) -> list[str]:
    """The text in letters of three rows; nothing where they have no room."""
    dots = ["".join(rows) for rows in zip(*map(_letter, text.lower()), strict=True)]
    if not dots or width_of(dots[0]) > columns:
        return []
    dots.append(" " * len(dots[0]))
    return [_halves(dots[row], dots[row + 1]) for row in range(0, _HEIGHT, 2)]


def _letter(char: str) -> list[str]:
    rows = _FONT.get(char, "...|...|...|...|...").split("|")
    return [f"{row} " for row in rows]


def _halves(upper: str, lower: str) -> str:
    return "".join(_HALVES[above == "#", below == "#"] for above, below in zip(upper, lower, strict=True))
