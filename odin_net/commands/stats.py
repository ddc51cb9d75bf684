"""`odin stats`: what the records on this computer say of all games so far."""

import argparse
import json
import os
import sys
from contextlib import suppress
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from clients.language import Language
from clients.own_name import own_name
from odin_net.afterwards.figures import Figures, figures_of, within
from odin_net.afterwards.history import (
    Damage,
    DamagedRecord,
    read_past_game,
    without_doubles,
)
from odin_net.afterwards.index import MAX_INDEX_BYTES, Damaged, Entry, Kept, pack_index, unpack_index
from odin_net.afterwards.stats_json import figures_as_json
from odin_net.afterwards.stats_lines import stats_lines
from odin_net.commands.console import columns_of, language_of, printable, warn, wrapped
from odin_net.errors import DONE, Saying, saying
from odin_net.files import data_folder, write_private
from odin_net.game.records import SUFFIX
from odin_net.records.folder import FOLDER, MAX_BYTES, MOST_LINES

INDEX_FILE = "history.index"
ENDING = SUFFIX.encode()
UNREADABLE = Damaged(Damage.NO_FILE, 0)
# An evening goes on past midnight: a day of games begins at five.
FIRST_HOUR = 5

DAMAGES: dict[Damage, Saying] = {
    Damage.EMPTY: saying("the file is empty"),
    Damage.TOO_LARGE: saying("the file is too large for a record"),
    Damage.NEWER: saying("it is from a newer Odin: update to read it"),
    Damage.NO_RECORD: saying("it is no record of a game"),
    Damage.CUT_OFF: saying("it is cut off within a line"),
    Damage.BAD_LINE: saying("this line cannot stand in a record"),
    Damage.NO_FILE: saying("it is no file that can be read"),
}


def run(arguments: argparse.Namespace) -> int:
    data = data_folder(arguments.data)
    language, name = language_of(arguments), own_name(arguments.name, data)
    entries = history(data, language)
    games = without_doubles([entry.found.game for entry in entries.values() if isinstance(entry.found, Kept)])
    damaged = {file: entry.found for file, entry in entries.items() if isinstance(entry.found, Damaged)}
    now = datetime.now().astimezone()
    begin = start_of_day(now)
    of_today = within(games, begin.timestamp(), (begin + timedelta(days=1)).timestamp())
    tonight, all_time = figures_of(of_today, name), figures_of(games, name)
    if arguments.json:
        print(as_json(name, tonight, all_time, damaged))
    else:
        tell(language, name, tonight, all_time, now.tzinfo, is_ascii=arguments.ascii)
    name_damaged(language, damaged)
    return DONE


def start_of_day(now: datetime) -> datetime:
    """When the evening of this moment began."""
    begun = now.replace(hour=FIRST_HOUR, minute=0, second=0, microsecond=0)
    return begun if begun <= now else begun - timedelta(days=1)


# --- the records, and the index that spares reading them again ---


def history(data: Path, language: Language) -> dict[bytes, Entry]:
    """What each record says, by its file; the index is brought up to date."""
    index = data / INDEX_FILE
    known = unpack_index(read_up_to(index, MAX_INDEX_BYTES) or b"")
    entries = {}
    for name, size, changed in files_in(data / FOLDER):
        entry = known.get(name)
        if entry is None or (entry.size, entry.changed) != (size, changed):
            entry = Entry(size, changed, read_file(data / FOLDER / os.fsdecode(name), size))
        entries[name] = entry
    # What cannot be read is not kept: that may change and leave no trace in size and time.
    kept = {name: entry for name, entry in entries.items() if entry.found != UNREADABLE}
    if kept != known:
        keep_index(index, kept, language)
    return entries


def files_in(folder: Path) -> list[tuple[bytes, int, int]]:
    """The records of this folder by name, with their size and when they were changed."""
    found = []
    with suppress(OSError), os.scandir(os.fsencode(folder)) as entries:
        for entry in entries:
            if entry.name.endswith(ENDING):
                with suppress(OSError):  # It was taken away meanwhile.
                    state = entry.stat()
                    found.append((entry.name, state.st_size, state.st_mtime_ns))
    return sorted(found)


def read_file(file: Path, size: int) -> Kept | Damaged:
    """What this record says, or what is wrong with it."""
    try:
        data = read_up_to(file, MAX_BYTES)
        if data is None:
            raise DamagedRecord(Damage.TOO_LARGE if size > MAX_BYTES else Damage.NO_FILE)
        if data.count(b"\n") > MOST_LINES:
            raise DamagedRecord(Damage.TOO_LARGE)
        return Kept(read_past_game(data))
    except DamagedRecord as error:
        return Damaged(error.damage, error.line)


def read_up_to(file: Path, most: int) -> bytes | None:
    """All of a file; None if it is longer than this, cannot be read, or is something else that might never end."""
    try:
        if not file.is_file():
            return None
        with file.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            data = stream.read(min(size, most) + 1)
    except OSError:
        return None
    return data if len(data) <= most else None


def keep_index(index: Path, entries: dict[bytes, Entry], language: Language) -> None:
    """The index is only a cache: nobody is kept from their figures because of it."""
    try:
        write_private(index, pack_index(entries))
    except OSError as error:
        warn(
            language(
                "{file} cannot be written ({why}): the figures are right, but the next look takes as long as this one.",
                file=printable(index),
                why=error.strerror,
            )
        )


# --- what is told ---


def as_json(name: str, tonight: Figures, all_time: Figures, damaged: dict[bytes, Damaged]) -> str:
    skipped = [
        {"file": os.fsdecode(file), "line": found.line, "damage": found.damage.name.lower()}
        for file, found in damaged.items()
    ]
    told = {"name": name, "tonight": figures_as_json(tonight), "all": figures_as_json(all_time), "damaged": skipped}
    return json.dumps(told, indent=2)


def tell(
    language: Language, name: str, tonight: Figures, all_time: Figures, zone: tzinfo | None, *, is_ascii: bool
) -> None:
    if not all_time.league:
        print(language("There is no record of a game here yet: {command} plays one.", command="`odin play`"))
        return
    for line in stats_lines(language, tonight, all_time, name, zone, is_ascii=is_ascii):
        print(wrapped(language.as_line(line), columns_of(sys.stdout), indent=4))
    if all_time.own is None:
        print()
        print(language("{name} is in none of these games: --name NAME chooses somebody else.", name=name))


def name_damaged(language: Language, damaged: dict[bytes, Damaged]) -> None:
    for file, found in damaged.items():
        where = printable(os.fsdecode(file)) + (f":{found.line}" if found.line else "")
        warn(language("{file} is skipped: {why}.", file=where, why=language.tell(DAMAGES[found.damage])))
