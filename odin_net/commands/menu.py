"""`odin` alone, on a terminal: learn, play, host or join."""

import argparse
import asyncio
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from msgspec.structs import replace

from clients.language import Language
from clients.seat_store import left_tables
from clients.terminal.frame import Settings
from clients.terminal.scene import Remember, forget
from clients.terminal.screens import choose_table
from clients.terminal.screens.ask import Option
from clients.terminal.screens.lesson import LessonScene
from clients.terminal.screens.menu import SETTINGS, MenuScene, SettingsScene
from clients.terminal.stage import Stage, StageGone
from odin_net.commands import console
from odin_net.files import data_folder
from odin_net.lan.announcements import FoundTable
from odin_net.lan.discovery import DiscoveryFailed, watch

# Seconds.
LOOK_AFTER = 0.3


def choose(arguments: argparse.Namespace) -> list[str] | None:
    """The command line that somebody chose; None: they left."""
    return asyncio.run(_choose(arguments))


async def _choose(arguments: argparse.Namespace) -> list[str] | None:
    settings = console.settings_of(arguments)
    language = console.language_of(arguments)
    is_new = console.remembered(arguments).greeted is None
    async with console.open_stage(settings) as stage:
        menu = Menu(
            stage, language, settings, console.keeper_of(arguments), data_folder(), is_new=is_new, looks_around=True
        )
        try:
            return await menu.run()
        except StageGone:
            return None


class Menu:
    """Asks until something is chosen that another command does."""

    def __init__(
        self, stage: Stage, language: Language, settings: Settings, remember: Remember = forget,
        data: Path | None = None, *, is_new: bool = False, looks_around: bool = False,
    ) -> None:  # fmt: skip
        """`is_new`: somebody may not know yet that there is a lesson. `looks_around`: it counts tables on the network.
        `data` has the seats that somebody has left."""
        self._stage, self._language = stage, language
        self._settings = replace(settings, offered=stage.offered)
        self._remember, self._data, self._is_new, self._looks_around = remember, data, is_new, looks_around
        self._line = "learn" if is_new else "play"

    async def run(self) -> list[str] | None:
        """The chosen command line, or None."""
        while True:
            entries = self._entries()
            chosen = await self._ask(entries)
            if chosen is None:
                return None
            match "settings" if chosen == SETTINGS else list(entries)[chosen]:
                case "learn":
                    lesson = LessonScene(self._language, self._settings, offers_game=True)
                    await self._stage.show(lesson, lesson.done)
                    self._line = "play"
                    if lesson.wants_game:
                        return ["play"]
                case "settings":
                    await self._change_settings()
                case "join":
                    self._line = "join"
                    left = [] if self._data is None else left_tables(self._data)
                    table = await choose_table.choose_table(self._stage, self._language, self._settings, left)
                    if table is not None:
                        return ["join", table.address, *(["--code", ""] if table.is_open else [])]
                case command:
                    return [command]

    async def _ask(self, entries: dict[str, Option]) -> int | None:
        language = self._language
        about = language("What would you like to do?")
        if self._is_new:
            about = language("New here? T: the lesson, about five minutes long.")
            self._is_new = False
            self._remember(greeted=True)
        whose = language("Unofficial. Odin is a game by Gary Kim, Hope S. Hwang and Yohan Goh, published by Helvetiq.")
        line = list(entries).index(self._line) if self._line in entries else 0
        scene = MenuScene(language, self._settings, list(entries.values()), about=about, last=whose, line=line)
        looking = asyncio.create_task(self._count_tables(scene, list(entries).index("join")) if self._looks_around
                                      and "join" in entries else asyncio.sleep(0))  # fmt: skip
        try:
            await self._stage.show(scene, scene.done)
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
        return scene.chosen

    async def _count_tables(self, scene: MenuScene, line: int) -> None:
        """Say how many tables there are, as they come and go. The first picture does not wait for it."""

        def show(tables: list[FoundTable]) -> None:
            text = self._language.many("{count} table found", "{count} tables found", len(tables))
            scene.found = (line, text) if tables else None
            self._stage.redraw()

        await asyncio.sleep(LOOK_AFTER)
        with suppress(DiscoveryFailed):
            await watch(show)

    async def _change_settings(self) -> None:
        scene = SettingsScene(self._language, self._settings, self._remember)
        await self._stage.show(scene, scene.done)
        self._language, self._settings = scene.language, scene.settings

    def _entries(self) -> dict[str, Option]:
        language = self._language
        entries = {
            "play": Option("P", language("play", "menu"), language("against bots, at once")),
            "host": Option("H", language("host", "menu"), language("open a table for the people around you")),
            "join": Option("J", language("join", "menu"), language("sit down at a table on your network")),
            "learn": Option("T", language("learn", "menu"), language("the lesson, about five minutes")),
        }
        # A command that is not installed is not offered.
        return {name: entry for name, entry in entries.items() if name == "learn" or _exists(name)}


def _exists(command: str) -> bool:
    return find_spec(f"odin_net.commands.{command}") is not None
