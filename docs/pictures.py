"""Draws the README's pictures: the very screens of the client, through pyte, as SVG. `python -m docs.pictures` writes
them, `--check` only says whether they are still true.
"""

import asyncio
import sys
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pyte
from prompt_toolkit.input import create_pipe_input

from clients.language import Language
from clients.terminal.drawing.rows import Size
from clients.terminal.drawing.themes import FINE_SHADES
from clients.terminal.stage import Stage
from tests.clients.terminal.moments import SETTINGS, Moment, moments
from tests.clients.terminal.staging import Still
from tests.helpers.screens import Terminal

FOLDER = Path(__file__).parent / "pictures"
# Which moments are drawn, and what the file is called.
PICTURES = {"picked": "table", "taking": "taking", "hand end": "hand-end", "game end": "game-end", "lobby": "lobby"}
SIZE = Size(80, 24)
CELL_WIDTH, CELL_HEIGHT, BASELINE = 9, 19, 14
GROUND, INK = FINE_SHADES.ground, FINE_SHADES.text
NAMED = {
    "black": "#000000", "red": "#cd3131", "green": "#0dbc79", "brown": "#b5a010", "blue": "#2472c8",
    "magenta": "#bc3fbc", "cyan": "#11a8cd", "white": "#c5c5c5",
    "brightblack": "#767676", "brightred": "#f14c4c", "brightgreen": "#23d18b", "brightbrown": "#f5f543",
    "brightblue": "#3b8eea", "brightmagenta": "#d670d6", "brightcyan": "#29b8db", "brightwhite": "#ffffff",
}  # fmt: skip

# Left, top, width and height of what they fill, as shares of a cell; and how much of that.
BLOCKS = {
    "█": (0, 0, 1, 1, 1), "▀": (0, 0, 1, 0.5, 1), "▄": (0, 0.5, 1, 0.5, 1),
    "▌": (0, 0, 0.5, 1, 1), "▐": (0.5, 0, 0.5, 1, 1), "▒": (0, 0, 1, 1, 0.5),
}  # fmt: skip


def colour(name: str, otherwise: str) -> str:
    """A colour of pyte as SVG names it."""
    if name == "default":
        return otherwise
    return NAMED.get(name, f"#{name}")


def svg(screen: pyte.Screen) -> str:
    """What a screen shows, as a picture that scales."""
    rows = [row_parts(screen, row) for row in range(screen.lines)]
    parts = [str(part) for patches, texts in rows for part in (*patches, *texts)]
    return framed(Size(screen.columns, screen.lines), parts)


def framed(size: Size, parts: list[str], before: str = "") -> str:
    """A picture of so many columns and rows with these parts, and what stands before them all."""
    width, height = size.columns * CELL_WIDTH + 20, size.rows * CELL_HEIGHT + 20
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        *filter(None, [before]),
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>',
        '<g font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="15">',
    ]
    return "\n".join([*lines, *parts, "</g>", "</svg>", ""])


class Patch(NamedTuple):
    """A part of the screen in one colour."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    share: float = 1.0
    """How much of it is filled."""
    is_ground: bool = False
    """Whether others may lie on it."""

    def __str__(self) -> str:
        opacity = f' fill-opacity="{self.share}"' if self.share < 1 else ""
        size = f'width="{self.width:g}" height="{self.height:g}"'
        return f'<rect x="{self.x:g}" y="{self.y:g}" {size} fill="{self.fill}"{opacity}/>'


class Written(NamedTuple):
    """Some characters that look the same."""

    x: int
    y: int
    width: int
    ink: str
    is_bold: bool
    text: str

    def __str__(self) -> str:
        weight = ' font-weight="bold"' if self.is_bold else ""
        return (
            f'<text x="{self.x}" y="{self.y}" textLength="{self.width}" lengthAdjust="spacingAndGlyphs"'
            f' fill="{self.ink}"{weight} xml:space="preserve">{escape(self.text)}</text>'
        )


def row_parts(screen: pyte.Screen, row: int) -> tuple[list[Patch], list[Written]]:
    """One row: what is filled, each over those before it; and what is written on that."""
    patches: list[Patch] = []
    texts: list[Written] = []
    for start, text, ink, ground, bold in _runs(screen, row):
        x, y = 10 + start * CELL_WIDTH, 10 + row * CELL_HEIGHT
        wide = len(text) * CELL_WIDTH
        if ground != GROUND:
            patches.append(Patch(x, y, wide, CELL_HEIGHT, ground, is_ground=True))
        patches += _blocks(x, y, text, ink)
        written = "".join(" " if char in BLOCKS else char for char in text)
        if written.strip():
            texts.append(Written(x, y + BASELINE, wide, ink, bold, written))
    return patches, texts


def _blocks(x: int, y: int, text: str, ink: str) -> list[Patch]:
    """Characters that fill a part of their cell, as rectangles: letters of most fonts would leave gaps between rows."""
    found = []
    for char, group in groupby(enumerate(text), key=lambda placed: placed[1]):
        if char in BLOCKS:
            places = [place for place, _ in group]
            left, top, wide, high, share = BLOCKS[char]
            # Side by side they are one, if each is as wide as its cell.
            for start, count in [(places[0], len(places))] if wide == 1 else [(place, 1) for place in places]:
                at = x + (start + left) * CELL_WIDTH, y + top * CELL_HEIGHT
                found.append(Patch(*at, count * wide * CELL_WIDTH, high * CELL_HEIGHT, ink, share))
    return found


def _runs(screen: pyte.Screen, row: int) -> list[tuple[int, str, str, str, bool]]:
    """Neighbours that look the same, as one."""
    runs: list[tuple[int, str, str, str, bool]] = []
    for column in range(screen.columns):
        char = screen.buffer[row][column]
        ink, ground = colour(char.fg, INK), colour(char.bg, GROUND)
        if char.reverse:
            ink, ground = ground, ink
        look = (ink, ground, char.bold)
        if runs and runs[-1][2:] == look:
            start, text, *_ = runs[-1]
            runs[-1] = (start, text + char.data, *look)
        else:
            runs.append((column, char.data, *look))
    return runs


async def draw(moment: Moment) -> str:
    """The picture of one moment."""
    terminal = Terminal(*SIZE)
    done = asyncio.get_running_loop().create_future()
    with create_pipe_input() as keys:
        async with Stage(keys, terminal.output) as stage:
            showing = asyncio.create_task(stage.show(Still(moment, SETTINGS, Language("en")), done))
            await terminal.until(moment.shows)
            picture = svg(terminal.screen)
            done.set_result(None)
            await showing
    return picture


async def draw_all() -> dict[Path, str]:
    """All pictures, by the files they belong into."""
    from docs.film import draw_film  # noqa: PLC0415  It draws with what stands here.

    all_moments = moments()
    drawn = {FOLDER / f"{name}.svg": await draw(all_moments[moment]) for moment, name in PICTURES.items()}
    return {**drawn, FOLDER / "film.svg": await draw_film()}


def main(arguments: list[str]) -> int:
    """Write the pictures, or look whether they are still true."""
    drawn = asyncio.run(draw_all())
    stale = [path.name for path, text in drawn.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in arguments:
        print("\n".join(f"{name} is not what the client shows: run python -m docs.pictures" for name in stale))
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for path, text in drawn.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
