"""Draws the README's pictures: the very screens of the client, through pyte, as SVG. `python -m docs.pictures` writes
them, `--check` only says whether they are still true.
"""

import asyncio
import sys
from html import escape
from pathlib import Path

import pyte
from prompt_toolkit.input import create_pipe_input

from clients.language import Language
from clients.terminal.drawing.rows import Size
from clients.terminal.stage import Stage
from tests.clients.terminal.moments import SETTINGS, Moment, moments
from tests.clients.terminal.staging import Still
from tests.helpers.screens import Terminal

FOLDER = Path(__file__).parent / "pictures"
# Which moments are drawn, and what the file is called.
PICTURES = {"picked": "table", "taking": "taking", "hand end": "hand-end", "game end": "game-end", "lobby": "lobby"}
SIZE = Size(80, 24)
CELL_WIDTH, CELL_HEIGHT, BASELINE = 9, 19, 14
GROUND, INK = "#14171c", "#d8dee6"
NAMED = {
    "black": "#000000", "red": "#cd3131", "green": "#0dbc79", "brown": "#e5e510", "blue": "#2472c8",
    "magenta": "#bc3fbc", "cyan": "#11a8cd", "white": "#e5e5e5",
}  # fmt: skip


def colour(name: str, otherwise: str) -> str:
    """A colour of pyte as SVG names it."""
    if name == "default":
        return otherwise
    return NAMED.get(name, f"#{name}")


def svg(screen: pyte.Screen) -> str:
    """What a screen shows, as a picture that scales."""
    width, height = screen.columns * CELL_WIDTH + 20, screen.lines * CELL_HEIGHT + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>',
        '<g font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="15">',
    ]
    for row in range(screen.lines):
        parts += _row(screen, row)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _row(screen: pyte.Screen, row: int) -> list[str]:
    grounds, texts = [], []
    for start, text, ink, ground, bold in _runs(screen, row):
        x, y = 10 + start * CELL_WIDTH, 10 + row * CELL_HEIGHT
        wide = len(text) * CELL_WIDTH
        if ground != GROUND:
            grounds.append(f'<rect x="{x}" y="{y}" width="{wide}" height="{CELL_HEIGHT}" fill="{ground}"/>')
        if text.strip():
            weight = ' font-weight="bold"' if bold else ""
            texts.append(
                f'<text x="{x}" y="{y + BASELINE}" textLength="{wide}" lengthAdjust="spacingAndGlyphs"'
                f' fill="{ink}"{weight} xml:space="preserve">{escape(text)}</text>'
            )
    return grounds + texts


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
    all_moments = moments()
    return {FOLDER / f"{name}.svg": await draw(all_moments[moment]) for moment, name in PICTURES.items()}


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
