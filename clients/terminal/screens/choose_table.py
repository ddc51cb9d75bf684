"""Choosing a table on the screen: among those that are found on this network, or by its address."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from clients.language import Language
from clients.language.seats import and_more
from clients.language.typed import Wrong
from clients.seat_store import LeftTable
from clients.sentences import shown_name
from clients.terminal.frame import Settings
from clients.terminal.screens.ask import AskScene, ChoiceScene, Option, Question
from clients.terminal.stage import Stage
from odin_net.errors import OdinError
from odin_net.lan.announcements import FoundTable
from odin_net.lan.discovery import DiscoveryFailed, watch
from odin_net.lan.endpoint import format_address, parse_address

MOST_TABLES, MOST_LEFT = 5, 2
# A computer that cannot look may be in a network soon.
AGAIN_SECONDS = 3.0


class ChosenTable(NamedTuple):
    """Where to go."""

    address: str
    """With its port."""
    table: bytes | None = None
    is_open: bool = False


async def choose_table(
    stage: Stage, language: Language, settings: Settings, left: Sequence[LeftTable] = ()
) -> ChosenTable | None:
    """A table that was found, or one that was left, or whose address was typed; None: back."""
    return await _Chooser(stage, language, settings, left).run()


class _Chooser:
    def __init__(self, stage: Stage, language: Language, settings: Settings, left: Sequence[LeftTable]) -> None:
        self._stage, self._language, self._settings = stage, language, settings
        self._left = [one for one in left if _is_address(one.address)][:MOST_LEFT]
        self._found: list[FoundTable] = []
        self._more = 0
        """How many have no room in the list."""
        self._by_hand = Option("A", language("type an address"), language("the host's screen shows it"))

    async def run(self) -> ChosenTable | None:
        """Ask; who goes back from the address sees the list again."""
        while True:
            chosen = await self._choose()
            if chosen is None or isinstance(chosen, ChosenTable):
                return chosen
            typed = await ask_address(self._stage, self._language, self._settings)
            if typed is not None:
                return typed

    async def _choose(self) -> ChosenTable | Option | None:
        """A table of the list, or that its address is to be typed; None: back."""
        language = self._language
        scene = ChoiceScene(language, self._settings, language("Join a table"), self._about(), self._options())
        looking = asyncio.create_task(self._look(scene))
        try:
            await self._stage.show(scene, scene.done)
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
        if scene.chosen is None:
            return None
        if scene.chosen < len(self._found):
            table = self._found[scene.chosen]
            return ChosenTable(format_address(table.address, table.port), table.table, table.open)
        left = self._left_and_not_found()
        place = scene.chosen - len(self._found)
        return ChosenTable(left[place].address, left[place].table) if place < len(left) else self._by_hand

    async def _look(self, scene: ChoiceScene) -> None:
        """Show the tables that are there, for as long as the list is open: a guest is often earlier than the host."""

        def show(tables: list[FoundTable]) -> None:
            if not scene.done.done():  # What was chosen stays what it was.
                self._found = in_known_order(self._found, tables)[:MOST_TABLES]
                self._more = len(tables) - len(self._found)
                scene.text, scene.options = self._about(), self._options()
                self._stage.redraw()

        while True:
            try:
                await watch(show)
            except DiscoveryFailed:
                scene.text = self._language("This computer cannot look for tables: type the address.")
                self._stage.redraw()
            await asyncio.sleep(AGAIN_SECONDS)

    def _about(self) -> str:
        if self._found:
            more = [and_more(self._language, self._more)] if self._more else []
            return " ".join([self._language("These tables are open; still looking…"), *more])
        return self._language("Looking for tables on this network… One that opens later appears here by itself.")

    def _options(self) -> list[Option]:
        left = [
            Option(
                str(len(self._found) + place + 1),
                self._language("back to your seat as {name}", name=shown_name(one.name)),
                self._language("{address}, where you were last", address=one.address),
            )
            for place, one in enumerate(self._left_and_not_found())
        ]
        return [*map(self._option, range(len(self._found)), self._found), *left, self._by_hand]

    def _left_and_not_found(self) -> list[LeftTable]:
        """Where a seat of ours may wait, though the network does not say so."""
        found = {table.table for table in self._found}
        return [one for one in self._left if one.table not in found]

    def _option(self, place: int, table: FoundTable) -> Option:
        about = self._language(
            "{address}, {players} of {seats} seats taken",
            address=format_address(table.address, table.port),
            players=table.players,
            seats=table.seats,
        )
        if table.playing:
            about = self._language.enumerated([about, self._language("a game is running")])
        return Option(str(place + 1), shown_name(table.name), about)


async def ask_address(
    stage: Stage, language: Language, settings: Settings, value: str = "", wrong: str = "", *, goes_back: bool = True
) -> ChosenTable | None:
    """A table by its address; None: back. `wrong` is what there is to say about the one that stands there."""

    def check(typed: str) -> str:
        try:
            return format_address(*parse_address(typed))
        except OdinError:
            raise Wrong(language("That is no address: write 192.168.1.20 or 192.168.1.20:9054.")) from None

    where = language("Where is the table? The host's screen shows it.")
    question = Question(language("Join a table"), where, check, value, most=80)
    scene = AskScene(language, settings, question, wrong, goes_back=goes_back)
    await stage.show(scene, scene.done)
    return None if scene.answer is None else ChosenTable(scene.answer)


def _is_address(text: str) -> bool:
    """What stands in a file may be anything."""
    try:
        parse_address(text)
    except OdinError:
        return False
    return True


def in_known_order(known: list[FoundTable], tables: list[FoundTable]) -> list[FoundTable]:
    """These tables, those that were known already first and in their places: nobody hits another key's table."""
    order = {table.table: place for place, table in enumerate(known)}
    return sorted(tables, key=lambda table: order.get(table.table, len(order)))
