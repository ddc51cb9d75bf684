"""Draws the README's moving picture: a table opens, friends sit down, a hand is played, somebody goes out.

Each of its frames is a screen of the client, drawn through pyte as `docs/pictures.py` does: the game is told by the
real rules (`tests/clients/terminal/told_game.py`), and the clock is the film's own. `python -m docs.pictures` writes
it.
"""

import asyncio
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import pyte
from msgspec.structs import replace
from prompt_toolkit.input import create_pipe_input

from clients.terminal.drawing.rows import Picture, Size
from clients.terminal.drawing.themes import Theme
from clients.terminal.motion import Moving
from clients.terminal.screens.hand_end import FIRST_BEAT, SECOND_BEAT
from clients.terminal.stage import Stage
from clients.terminal.state import Intent, Mode
from docs import pictures
from odin_net.game import Occupant
from odin_net.game.cards import format_card, in_reading_order, mask_of
from odin_net.game.events import SeatChanged
from tests.clients.terminal.told_game import ToldGame
from tests.helpers.screens import Terminal

HANDS = ("R1 G2 G4 G6 G8 P2 P4 P6 P8", "Y5 O5 R2 B2 O3 Y1 R7 B4 G1", "B9 O9 P9 Y3 R3 G5 B6 O2 P1")
NAMES = ("Ann", "Bo", "Cleo")
# What is seen where nothing moves, as a share of the film: cards are picked that beat three nines.
POSTER = 0.47
TINY = 1e-6
_STILL = "@media(prefers-reduced-motion:reduce){g{animation:none!important}}"


class Shot(NamedTuple):
    """A picture, and for how many seconds it is shown."""

    picture: Picture
    seconds: float


class _Camera:
    """Takes what a screen would draw of a game, at the times at which it would."""

    def __init__(self, game: ToldGame) -> None:
        self.game, self._moving = game, Moving()

    def take(self, seconds: float) -> Iterator[Shot]:
        """All pictures of so much time."""
        game, end = self.game, self.game.now + seconds
        self._moving.jump()
        while game.now < end:
            picture = self._moving.draw(game.frame(pictures.SIZE))
            wake_at = self._moving.wake_at(game.now)
            until = end if wake_at is None else min(wake_at, end)
            yield Shot(picture, until - game.now)
            game.now = until


def shots() -> Iterator[Shot]:
    """The whole film."""
    game = ToldGame(NAMES[0])
    camera = _Camera(game)
    yield from camera.take(1.2)
    for seat, name in enumerate(NAMES[1:], start=1):
        game.tell(SeatChanged(seat, Occupant(name)))
        yield from camera.take(0.7)
    game.start()
    game.deal(*HANDS)
    yield from camera.take(0.9)
    yield from _hand(camera)
    # Each beat of the end is a little shorter than at a table.
    for seconds, lasts in ((1.1, FIRST_BEAT), (1.0, SECOND_BEAT)):
        yield from camera.take(seconds)
        game.now += lasts - seconds
    yield from camera.take(1.6)


def _hand(camera: _Camera) -> Iterator[Shot]:
    game = camera.game
    yield from _pick(camera, "R1")
    game.play(0, "R1")
    yield from camera.take(0.6)
    game.play(1, "Y5 O5", "R1")
    yield from camera.take(0.7)
    game.play(2, "B9 O9 P9", "Y5")
    yield from camera.take(0.7)
    yield from _pick(camera, "G8 G6 G4 G2")
    yield from _choose(camera, "P9")
    game.play(0, "G8 G6 G4 G2", "P9")
    yield from camera.take(0.8)
    for seat, seconds in ((1, 0.35), (2, 1.0)):
        game.pass_turn(seat)
        yield from camera.take(seconds)
    # What is left is one set: it is picked already.
    game.play(0, "P9 P8 P6 P4 P2")


def _pick(camera: _Camera, cards: str) -> Iterator[Shot]:
    camera.game.pick(cards)
    yield from camera.take(0.5)


def _choose(camera: _Camera, taken: str) -> Iterator[Shot]:
    """The card that is to be taken."""
    game, board = camera.game, camera.game.state.board
    names = [format_card(card) for card in in_reading_order(mask_of(board.middle))]
    game.ui = replace(game.ui, mode=Mode.TAKING, taking=names.index(taken))
    yield from camera.take(0.6)
    game.ui = replace(game.ui, mode=Mode.PLAY)


class _Projector:
    """A scene that shows one picture after the other."""

    theme = Theme.DEFAULT

    def __init__(self) -> None:
        self.picture = Picture(())

    def draw(self, size: Size) -> Picture:
        del size
        return self.picture

    def press(self, key: str, text: str) -> None: ...

    def click(self, intent: Intent) -> None: ...

    def wake_at(self) -> float | None:
        return None


class Span(NamedTuple):
    """From when until when something is seen, as shares of the film."""

    start: float
    end: float


Spans: TypeAlias = tuple[Span, ...]
Piece: TypeAlias = pictures.Patch | pictures.Written
LAYERS = 3


async def draw_film() -> str:
    """The film as one picture that moves by itself, over and over."""
    frames = await _frames()
    length = sum(seconds for _, seconds in frames)
    rules: dict[Spans, str] = {}
    parts: list[str] = []
    # What lies below comes first: grounds, what is drawn on them, what is written.
    for layer in range(LAYERS):
        for spans, pieces in _seen_together([(layers[layer], seconds) for layers, seconds in frames], length).items():
            rules.setdefault(spans, f"a{len(rules)}")
            parts += [f'<g class="{rules[spans]}">', *_compact(pieces), "</g>"]
    style = "\n".join([_STILL, *(_rule(name, spans, length) for spans, name in rules.items())])
    return pictures.framed(pictures.SIZE, parts, f"<style>{style}</style>")


def _seen_together(frames: list[tuple[list[Piece], float]], length: float) -> dict[Spans, list[Piece]]:
    """The pieces of a layer, in groups that are seen at the same times."""
    seen: dict[Piece, list[Span]] = {}
    at = 0.0
    for pieces, seconds in frames:
        for piece in pieces:
            spans, now = seen.setdefault(piece, []), Span(at / length, (at + seconds) / length)
            if spans and now.start - spans[-1].end < TINY:
                spans[-1] = spans[-1]._replace(end=now.end)
            else:
                spans.append(now)
        at += seconds
    groups: dict[Spans, list[Piece]] = {}
    for piece, found in seen.items():
        groups.setdefault(tuple(found), []).append(piece)
    return groups


def _compact(pieces: list[Piece]) -> list[str]:
    """Texts as they are; all that is filled with one colour as one path."""
    paths: dict[tuple[str, float], str] = {}
    for piece in pieces:
        if isinstance(piece, pictures.Patch):
            x, y, width, height, fill, share, _ = piece
            paths[fill, share] = paths.get((fill, share), "") + f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"
    drawn = [
        f'<path fill="{fill}"' + (f' fill-opacity="{share}"' if share < 1 else "") + f' d="{path}"/>'
        for (fill, share), path in paths.items()
    ]
    return drawn + [str(piece) for piece in pieces if isinstance(piece, pictures.Written)]


def _rule(name: str, spans: Spans, length: float) -> str:
    """When a group is seen; who wants no motion sees one moment of it all."""
    is_on_poster = any(start <= POSTER < end for start, end in spans)
    still = "" if is_on_poster else f".{name}{{visibility:hidden}}"
    if spans[0].start < TINY and spans[0].end > 1 - TINY:
        return still
    changes = {0.0: "hidden"}
    for start, end in spans:
        changes[start] = "visible"
        if end < 1 - TINY:
            changes[end] = "hidden"
    steps = "".join(f"{share:.3%}{{visibility:{seen}}}" for share, seen in changes.items())
    return f"{still}@keyframes {name}{{{steps}}}.{name}{{animation:{name} {length:.2f}s step-end infinite}}"


async def _frames() -> list[tuple[tuple[list[Piece], ...], float]]:
    """The layers of each picture, and how long it is seen."""
    found = []
    terminal, scene = Terminal(*pictures.SIZE), _Projector()
    done = asyncio.get_running_loop().create_future()
    with create_pipe_input() as keys:
        async with Stage(keys, terminal.output) as stage:
            showing = asyncio.create_task(stage.show(scene, done))
            await asyncio.sleep(0)
            for picture, seconds in shots():
                scene.picture = picture
                stage._application._redraw()
                found.append((_layers(terminal.screen), seconds))
            done.set_result(None)
            await showing
    return found


def _layers(screen: pyte.Screen) -> tuple[list[Piece], ...]:
    """Grounds, what is drawn on them, and what is written."""
    grounds: list[Piece] = []
    blocks: list[Piece] = []
    texts: list[Piece] = []
    for row in range(screen.lines):
        patches, written = pictures.row_parts(screen, row)
        for patch in patches:
            (grounds if patch.is_ground else blocks).append(patch)
        texts += written
    return grounds, blocks, texts
