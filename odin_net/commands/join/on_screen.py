"""`odin join` on a terminal: choose a table if none is named, give name and code if they are missing, and play."""

import argparse
import sys
from contextlib import suppress

from msgspec.structs import replace

from clients.join_flow import JoinFlow
from clients.name_keeper import NameKeeper
from clients.news import Ended, How
from clients.record_keeper import RecordKeeper
from clients.seat_store import SeatStore, left_tables
from clients.session import JoinRequest
from clients.terminal.app import TableApp
from clients.terminal.scene import TableScene
from clients.terminal.screens.choose_table import ChosenTable, ask_address, choose_table
from clients.terminal.stage import StageGone
from clients.transport import Wire
from odin_net.commands import console
from odin_net.commands.join import (
    TablePlace,
    exit_in_words,
    find_table,
    has_seat,
    knows_open,
    seat_waits,
    store_of,
    tell_records,
    with_table,
)
from odin_net.errors import DONE
from odin_net.files import data_folder
from odin_net.lan.endpoint import parse_address
from odin_net.lan.probe import answers
from protocol.codes import OPEN


async def join_on_screen(arguments: argparse.Namespace, join_request: JoinRequest, place: TablePlace | None) -> int:
    """Ask for what is missing, and play, all on one screen."""
    settings = replace(console.settings_of(arguments), watches=join_request.watch)
    language = console.language_of(arguments)
    with console.interruptible():
        async with TableApp(console.open_stage(settings), language, settings, console.keeper_of(arguments)) as app:
            way = _Way(app, arguments, join_request, place)
            with suppress(StageGone):
                await way.go()
    for records in way.records:
        tell_records(records, app.language, say)
    if way.ended is None or way.place is None:
        return DONE
    code = exit_in_words(way.ended, way.place, app.language)
    if way.ended.how is How.LEFT and way.has_seat and not join_request.watch:
        say(console.wrapped(seat_waits(app.language, arguments, str(way.place)), console.columns_of(sys.stdout)))
    return code


def say(line: str) -> None:
    print(console.wrapped(line, console.columns_of(sys.stdout)))


class _Way:
    """From the question where to go, to the end of it all. What was answered on the way is kept."""

    def __init__(
        self, app: TableApp, arguments: argparse.Namespace, join_request: JoinRequest, place: TablePlace | None
    ) -> None:
        self.place = place
        self.ended: Ended | None = None
        self.has_seat = False
        self.records: list[RecordKeeper] = []
        self._app, self._arguments, self._join_request = app, arguments, join_request
        self._given_code = join_request.code
        self._data = data_folder(arguments.data)
        self._watches = join_request.watch
        # Who watches is called in some way or other.
        self._is_given, self._name_is_known = place is not None, arguments.name is not None or self._watches

    async def go(self) -> None:
        """Ask and play until somebody goes. Where no table answers, the address is asked for again."""
        while True:
            if self.place is None:
                self.place = await self._choose()
            if self.place is None:
                return
            self.ended = await self._visit(self.place)
            if self.ended is not None and self.ended.how is How.UNREACHABLE:
                chosen = await self._ask_again(self.place)
                if chosen is None and self._is_given:
                    return
                self.place = None if chosen is None else _place_of(chosen)
            elif self.ended is not None or self._is_given:
                return
            else:
                # Another table has another code, and a wrong one costs it a guess: what was asked for is asked again.
                self.place, self._join_request = None, replace(self._join_request, code=self._given_code)
                self._name_is_known = self._arguments.name is not None or self._watches

    async def _choose(self) -> TablePlace | None:
        app = self._app
        chosen = await choose_table(app.stage, app.language, app.settings, left_tables(self._data))
        return None if chosen is None else _place_of(chosen)

    async def _ask_again(self, place: TablePlace) -> ChosenTable | None:
        app = self._app
        wrong = app.language.ended(Ended(How.UNREACHABLE), str(place))
        goes_back = not self._is_given
        return await ask_address(app.stage, app.language, app.settings, str(place), wrong, goes_back=goes_back)

    async def _visit(self, place: TablePlace) -> Ended | None:
        """Join and play there; None if somebody went back before."""
        self._app.settings = replace(self._app.settings, place=str(place))
        found = await self._app.look(self._look_there(place))
        if found is None:
            return None
        self.place, is_there = found
        if not is_there:
            return Ended(How.UNREACHABLE)
        with store_of(self._arguments, place._replace(table=self.place.table), watches=self._watches) as store:
            ended = await self._join(self.place, store)
            self.has_seat = store.find(None) is not None
        return ended

    async def _look_there(self, place: TablePlace) -> tuple[TablePlace, bool]:
        """The place with what is known about it, and whether a table is there, where something would be asked for."""
        place = await with_table(place, self._data, watches=self._watches)
        asks = JoinFlow(self._join_request, name_is_known=self._name_is_known).asks
        if not asks or place.table is not None or has_seat(self._arguments, place, watches=self._watches):
            return place, True
        return place, await answers(place.host, place.port)

    async def _join(self, place: TablePlace, store: SeatStore) -> Ended | None:
        async def dial(join_request: JoinRequest, scene: TableScene) -> Ended:
            # Whoever goes from here to another address is not asked for all of it again.
            self._join_request, self._name_is_known = join_request, True
            records = RecordKeeper(scene, self._data)
            keeper = NameKeeper(records, self._data)
            heard_by = records if self._watches else keeper
            wire = Wire(place.host, place.port, join_request, store, heard_by, find_table)
            for each in (records, keeper, scene):
                each.attach(wire.session)
            self.records.append(records)
            try:
                return await wire.take_part()
            finally:
                await records.close()
                self.place = place.moved_to(wire.session.place)

        join_request = self._join_request
        if knows_open(self._arguments, place):
            join_request = replace(join_request, code=OPEN)
        returns = store.find(None) is not None
        store.release()
        can_go_back = not self._is_given
        flow = JoinFlow(join_request, name_is_known=self._name_is_known, has_seat=returns, can_go_back=can_go_back)
        return await self._app.join(flow, dial)


def _place_of(chosen: ChosenTable) -> TablePlace:
    return TablePlace(*parse_address(chosen.address), chosen.table, chosen.is_open)
