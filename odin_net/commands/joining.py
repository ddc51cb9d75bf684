"""`odin join` on a terminal: choose a table if none is named, give name and code if they are missing, and play."""

import argparse
import os
import sys
from dataclasses import replace

from clients.news import Ended, How
from clients.secrets import SeatStore
from clients.session import Wish
from clients.terminal.frame import Settings
from clients.terminal.joining import Joining, join_on_stage
from clients.terminal.scene import TableScene
from clients.terminal.stage import Stage, StageGone
from clients.texts import Tongue, tongue_for
from clients.wire import Wire
from odin_net.commands import screen
from odin_net.commands.choosing import choose_table
from odin_net.commands.farewell import seat_waits
from odin_net.commands.join import Place, exit_in_words, with_table
from odin_net.commands.knocking import answers
from odin_net.commands.output import columns_of, wrapped
from odin_net.commands.signals import interruptible
from odin_net.exits import DONE
from odin_net.files import data_folder
from odin_net.ports import parse_address
from protocol.codes import OPEN


async def join_on_screen(arguments: argparse.Namespace, wish: Wish, place: Place | None) -> int:
    """Ask for what is missing, and play, all on one screen."""
    settings = screen.settings_of(arguments)
    tongue = tongue_for(arguments.lang, os.environ)
    ended: Ended | None = None
    has_seat, is_given = False, place is not None
    data = data_folder(arguments.data)
    with interruptible():
        async with screen.open_stage(settings) as stage:
            while ended is None:
                place = place if is_given else await _choose(stage, tongue, settings)
                if place is None:
                    break
                place = await with_table(place, data)
                settings = replace(settings, place=str(place))
                with SeatStore(data, str(place), arguments.name, place.table) as store:
                    asks = is_given and (wish.code is None or arguments.name is None)
                    if asks and not await _is_there(place, store):
                        ended = Ended(How.UNREACHABLE)
                        break
                    who = wish, arguments.name is not None
                    ended, tongue = await _join(stage, tongue, settings, who, place, store, can_go_back=not is_given)
                    has_seat = store.find(None) is not None
                if is_given:
                    break
    if ended is None or place is None:
        return DONE
    code = exit_in_words(ended, place, tongue)
    if ended.how is How.LEFT and has_seat:
        print(wrapped(seat_waits(tongue, arguments, str(place)), columns_of(sys.stdout)))
    return code


async def _is_there(place: Place, store: SeatStore) -> bool:
    """Whether it is worth asking for name and code: a table is there, or a seat of ours to come back to."""
    if place.table is not None:
        return True
    has_seat = store.find(None) is not None
    store.release()
    return has_seat or await answers(place.host, place.port)


async def _choose(stage: Stage, tongue: Tongue, settings: Settings) -> Place | None:
    try:
        chosen = await choose_table(stage, tongue, settings)
    except StageGone:
        return None
    if chosen is None:
        return None
    return Place(*parse_address(chosen.address), chosen.table, chosen.is_open)


async def _join(
    stage: Stage,
    tongue: Tongue,
    settings: Settings,
    who: tuple[Wish, bool],
    place: Place,
    store: SeatStore,
    *,
    can_go_back: bool,
) -> tuple[Ended | None, Tongue]:
    wish, name_is_known = who
    if wish.code is None and place.is_open:
        wish = replace(wish, code=OPEN)

    async def dial(wish: Wish, scene: TableScene) -> Ended:
        wire = Wire(place.host, place.port, wish, store, scene)
        scene.attach(wire.session)
        return await wire.take_part()

    has_seat = store.find(None) is not None
    store.release()
    joining = Joining(wish, name_is_known, has_seat, can_go_back)
    return await join_on_stage(stage, tongue, settings, joining, dial)
