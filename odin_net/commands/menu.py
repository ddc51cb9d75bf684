"""`odin` alone, on a terminal: learn, play, host or join."""

import argparse
import asyncio
from importlib.util import find_spec

from clients.language import Language
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
    language = console.language_of(arguments)
    async with console.open_stage(settings) as stage:
        try:
            return await Menu(stage, language, settings).run()
        except StageGone:
            return None


class Menu:
    """Asks until something is chosen that another command does."""

    def __init__(self, stage: Stage, language: Language, settings: Settings) -> None:
        self._stage, self._language, self._settings = stage, language, settings

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
                    lesson = LessonScene(self._language, self._settings)
                    await self._stage.show(lesson, lesson.done)
                case "join":
                    chosen = await choose_table(self._stage, self._language, self._settings)
                    if chosen is not None:
                        return ["join", chosen.address, *(["--code", ""] if chosen.is_open else [])]
                case command:
                    return [command]

    def _entries(self) -> dict[str, Option]:
        language = self._language
        entries = {
            "learn": Option("T", language("learn", "menu"), language("a lesson of one minute")),
            "play": Option("P", language("play", "menu"), language("against bots, at once, without a network")),
            "host": Option("H", language("host", "menu"), language("open a table for the people on your network")),
            "join": Option("J", language("join", "menu"), language("sit down at a table on your network")),
        }
        # A command that is not installed is not offered.
        return {name: entry for name, entry in entries.items() if name == "learn" or _exists(name)}

    def _menu(self, options: list[Option]) -> ChoiceScene:
        language = self._language
        whose = language("Unofficial. Odin is a game by Gary Kim, Hope S. Hwang and Yohan Goh, published by Helvetiq.")
        text = language("What would you like to do?")
        return ChoiceScene(language, self._settings, language("Odin"), text, options, last=whose)


def _exists(command: str) -> bool:
    return find_spec(f"odin_net.commands.{command}") is not None
