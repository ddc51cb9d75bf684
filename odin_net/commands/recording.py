"""Records of games that were played here, as files."""

from pathlib import Path

from odin_net.files import make_private_folder, write_private
from odin_net.host import steps
from odin_net.host.record_writer import record_name, record_of
from odin_net.host.resume import GameLog
from protocol.codec import decode_event

FOLDER = "games"


def game_of(finished: steps.GameFinished) -> GameLog:
    """The log of a game that is over, with its events."""
    return GameLog(finished.log, list(map(decode_event, finished.log.raw)), list(finished.times))


def write_record(data: Path, game: GameLog, table: bytes, number: int) -> Path | None:
    """Write the record of a game; None if it was stopped before its first deal."""
    text = record_of(game, table)
    if not text:
        return None
    path = make_private_folder(data / FOLDER) / record_name(game, table, number)
    write_private(path, text.encode())
    return path
