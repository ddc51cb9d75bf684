"""`odin` alone, on a terminal: learn, play, host or join."""

import argparse
import asyncio
from importlib.util import find_spec

from clients.language import Tongue
from clients.terminal.frame import Settings
from clients.terminal.screens.ask import ChoiceScene, Option
from clients.terminal.screens.choose_table import choose_table
from clients.terminal.screens.lesson import LessonScene
from clients.terminal.stage import Stage, StageGone
from odin_net.commands import console


def choose(arguments: argparse.Namespace) -> list[str] | None:
    """The command line that somebody chose; None: they left."""
    return asyncio.run(_choose(arguments))


async def _choose(arguments: argparse.Namespace) -> list[str] | None:
    settings = console.settings_of(arguments)
    tongue = console.tongue_of(arguments)
    async with console.open_stage(settings) as stage:
        try:
            return await Menu(stage, tongue, settings).run()
        except StageGone:
            return None


class Menu:
    """Asks until something is chosen that another command does."""

    def __init__(self, stage: Stage, tongue: Tongue, settings: Settings) -> None:
        self._stage, self._tongue, self._settings = stage, tongue, settings

    async def run(self) -> list[str] | None:
        """The chosen command line, or None."""
        entries = self._entries()
        while True:
            scene = self._menu(list(entries.values()))
            await self._stage.show(scene, scene.done)
            if scene.chosen is None:
                return None
            match list(entries)[scene.chosen]:
                case "learn":
                    lesson = LessonScene(self._tongue, self._settings)
                    await self._stage.show(lesson, lesson.done)
                case "join":
                    chosen = await choose_table(self._stage, self._tongue, self._settings)
                    if chosen is not None:
                        return ["join", chosen.address, *(["--code", ""] if chosen.is_open else [])]
                case command:
                    return [command]

    def _entries(self) -> dict[str, Option]:
        tongue = self._tongue
        entries = {
            "learn": Option("T", tongue("learn"), tongue("a lesson of one minute")),
            "play": Option("P", tongue("play"), tongue("against bots, at once, without a network")),
            "host": Option("H", tongue("host"), tongue("open a table for the people on your network")),
            "join": Option("J", tongue("join"), tongue("sit down at a table on your network")),
        }
        # A command that is not installed is not offered.
        return {name: entry for name, entry in entries.items() if name == "learn" or _exists(name)}

    def _menu(self, options: list[Option]) -> ChoiceScene:
        tongue = self._tongue
        whose = tongue("Unofficial. Odin is a game by Gary Kim, Hope S. Hwang and Yohan Goh, published by Helvetiq.")
        text = tongue("What would you like to do?")
        return ChoiceScene(tongue, self._settings, tongue("Odin"), text, options, last=whose)


def _exists(command: str) -> bool:
    return find_spec(f"odin_net.commands.{command}") is not None
