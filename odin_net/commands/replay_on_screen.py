"""A recorded game on this terminal."""

import argparse
import asyncio
from contextlib import suppress

from msgspec.structs import replace

from clients.terminal.screens.viewer import ViewerScene
from clients.terminal.stage import StageGone
from clients.viewing import Position, Viewing
from odin_net.commands import console
from odin_net.workers import Callers


def watch(positions: list[Position], arguments: argparse.Namespace) -> None:
    """Show it until somebody leaves."""
    asyncio.run(_watch(positions, arguments))


async def _watch(positions: list[Position], arguments: argparse.Namespace) -> None:
    settings, language = console.settings_of(arguments), console.language_of(arguments)
    callers = Callers()
    try:
        async with console.open_stage(settings) as stage:
            settings = replace(settings, offered=stage.offered)
            scene = ViewerScene(language, settings, Viewing(positions), stage.redraw, callers)
            try:
                with suppress(StageGone), console.on_signals(scene.finish):
                    await stage.show(scene, scene.done)
            finally:
                scene.close()
    finally:
        await callers.stop()
