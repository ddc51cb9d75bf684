"""Tables that were left: who sat there and how it stood, and which one somebody wants to go on with."""

import argparse
import asyncio
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from clients.language import Tongue
from clients.sentences import shown_name
from odin_net.commands import console
from odin_net.game.events import Kind
from odin_net.game.state import Phase
from odin_net.host import saved_tables
from odin_net.host.saved_tables import Left

# So many are looked at, and so many of them offered: whoever wants an older one knows its name.
MOST_LOOKED_AT = 20
MOST_OFFERED = 5


class WantsNeither(Exception):
    """Somebody was asked which table to open, and goes."""


def when(at: float) -> str:
    """The minute in which a table was left."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def standing(tongue: Tongue, left: Left) -> str:
    """Who sat there, and how it stood."""
    game = left.board.game
    if left.board.phase is Phase.LOBBY:
        people = [shown_name(occupant.name) for occupant in game.seats if occupant.kind is Kind.PERSON]
        return tongue("in the lobby: {names}", names=tongue.enumerated(people) or tongue("nobody yet"))
    # People first: a table is known by them.
    seats = sorted(zip(game.seats, game.totals, strict=True), key=lambda seat: seat[0].kind is Kind.BOT)
    points = [f"{shown_name(occupant.name)} {total}" for occupant, total in seats]
    return tongue("hand {number}: {points}", number=max(1, game.hand), points=tongue.enumerated(points))


def is_begun(left: Left) -> bool:
    """Whether anything has happened at a table: it played, or somebody sat there beside who opened it."""
    seats = left.board.game.seats
    if left.played or left.board.phase is not Phase.LOBBY:
        return True
    return any(one.kind is Kind.PERSON for one in seats) if left.is_headless else len(seats) > 1


def left_behind(data: Path) -> Iterator[Left]:
    """Tables that somebody may want to go on with, the newest first: those where anything has happened."""
    yield from (
        left for left in map(saved_tables.glance, saved_tables.find(data)[:MOST_LOOKED_AT]) if left and is_begun(left)
    )


def offered(data: Path) -> Iterator[Left]:
    """Those of them that somebody at a screen sat at."""
    return (left for left in left_behind(data) if not left.is_headless)


def offer(arguments: argparse.Namespace, data: Path) -> str | None:
    """Ask whether to go on with a table that was left; which one, or None for a new one. WantsNeither."""
    lefts = list(islice(offered(data), MOST_OFFERED))
    chosen = asyncio.run(_ask(arguments, lefts)) if lefts else None
    return None if chosen is None else chosen.path.stem


async def _ask(arguments: argparse.Namespace, lefts: list[Left]) -> Left | None:
    from clients.terminal.screens.ask import ChoiceScene, Option  # noqa: PLC0415  A headless table needs none of it.
    from clients.terminal.stage import StageGone  # noqa: PLC0415

    tongue, settings = console.tongue_of(arguments), console.settings_of(arguments)
    keys = "R" if len(lefts) == 1 else "123456789"
    options = [
        Option(key, tongue("go on with the table of {when}", when=when(left.at)), standing(tongue, left))
        for key, left in zip(keys, lefts, strict=False)
    ]
    options.append(Option("N", tongue("open a new table"), tongue("what was left stays as it is")))
    text = tongue("Not finished yet; everybody who sat there comes back by themselves.")
    async with console.open_stage(settings) as stage:
        scene = ChoiceScene(tongue, settings, tongue("Host a table"), text, options)
        try:
            await stage.show(scene, scene.done)
        except StageGone:
            raise WantsNeither from None
    if scene.chosen is None:
        raise WantsNeither
    return lefts[scene.chosen] if scene.chosen < len(lefts) else None
