"""`odin` alone, on a terminal: learn, play, host or join."""

import argparse
import asyncio
import os
from importlib.util import find_spec

from clients.terminal.asking import AskScene, ChoiceScene, Option, Question, Wrong
from clients.terminal.frame import Settings
from clients.terminal.rows import shown_name
from clients.terminal.stage import Stage, StageGone
from clients.terminal.teaching import LessonScene
from clients.texts import Tongue, tongue_for
from odin_net.commands import screen
from odin_net.exits import OdinError
from odin_net.host.announcements import FoundTable
from odin_net.host.discovery import DiscoveryFailed, browse
from odin_net.ports import format_address, parse_address

BROWSE_SECONDS = 5.0
MOST_TABLES = 5


def choose(arguments: argparse.Namespace) -> list[str] | None:
    """The command line that somebody chose; None: they left."""
    return asyncio.run(_choose(arguments))


async def _choose(arguments: argparse.Namespace) -> list[str] | None:
    settings = screen.settings_of(arguments)
    tongue = tongue_for(arguments.lang, os.environ)
    async with screen.open_stage(settings) as stage:
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
            scene = self._choice(
                self._tongue("Odin"), self._tongue("What would you like to do?"), list(entries.values())
            )
            await self._stage.show(scene, scene.done)
            if scene.chosen is None:
                return None
            match list(entries)[scene.chosen]:
                case "learn":
                    lesson = LessonScene(self._tongue, self._settings)
                    await self._stage.show(lesson, lesson.done)
                case "join":
                    address = await self._join()
                    if address is not None:
                        return ["join", address]
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

    def _choice(self, title: str, text: str, options: list[Option]) -> ChoiceScene:
        return ChoiceScene(self._tongue, self._settings, title, text, options)

    # --- joining ---

    async def _join(self) -> str | None:
        """The address of a table that was found, or typed; None: back."""
        tongue, found = self._tongue, list[FoundTable]()
        by_hand = Option("A", tongue("type an address"), tongue("the host's screen shows it"))
        scene = self._choice(tongue("Join a table"), tongue("Looking for tables on this network…"), [by_hand])
        looking = asyncio.create_task(self._look(scene, found, by_hand))
        try:
            await self._stage.show(scene, scene.done)
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
        if scene.chosen is None:
            return None
        if scene.chosen < len(found):
            return format_address(found[scene.chosen].address, found[scene.chosen].port)
        return await self._ask_address()

    async def _look(self, scene: ChoiceScene, found: list[FoundTable], by_hand: Option) -> None:
        def show(table: FoundTable) -> bool:
            if len(found) < MOST_TABLES and all(table.table != other.table for other in found):
                found.append(table)
                scene.options = [*map(self._option, range(len(found)), found), by_hand]
                self._stage.redraw()
            return False

        try:
            await browse(BROWSE_SECONDS, enough=show)
            scene.text = self._tongue("These tables were found.") if found else self._tongue("No table was found.")
        except DiscoveryFailed:
            scene.text = self._tongue("This computer cannot look for tables: type the address.")
        self._stage.redraw()

    def _option(self, place: int, table: FoundTable) -> Option:
        about = self._tongue(
            "{address}, {players} of {seats} seats taken",
            address=format_address(table.address, table.port),
            players=table.players,
            seats=table.seats,
        )
        return Option(str(place + 1), shown_name(table.name), about)

    async def _ask_address(self) -> str | None:
        tongue = self._tongue

        def check(typed: str) -> str:
            try:
                return format_address(*parse_address(typed))
            except OdinError:
                raise Wrong(tongue("That is no address: write 192.168.1.20 or 192.168.1.20:9054.")) from None

        question = Question(
            tongue("Join a table"), tongue("Where is the table? The host's screen shows it."), check, most=80
        )
        scene = AskScene(tongue, self._settings, question)
        await self._stage.show(scene, scene.done)
        return scene.answer


def _exists(command: str) -> bool:
    return find_spec(f"odin_net.commands.{command}") is not None
