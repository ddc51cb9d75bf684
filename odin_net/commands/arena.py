"""`odin arena`: bots against bots."""

import argparse
import json
import secrets
from pathlib import Path

from odin_net.bots.contest import Contest, Played, Standing, Tallies, games_in, play_contest
from odin_net.bots.levels import LEVELS
from odin_net.commands.options import read_options
from odin_net.commands.output import printable
from odin_net.commands.progress import with_progress
from odin_net.exits import DONE, OdinError
from odin_net.game.options import MAX_PLAYERS, MIN_PLAYERS
from odin_net.game.records import SUFFIX, Recorder

DEFAULT_PLAYERS = 4
DEFAULT_HANDS = 1000


def run(arguments: argparse.Namespace) -> int:
    contest, games, unit = read_contest(arguments)
    folder = None if arguments.record is None else make_folder(arguments.record)
    tallies = Tallies(contest.bots)
    for played in with_progress(play_contest(contest, games), games_in(contest, games), unit):
        tallies.add(played)
        if folder is not None:
            write_record(folder, contest, played)
    standings = tallies.standings()
    print(as_json(contest, games, standings) if arguments.json else as_table(contest, standings))
    return DONE


def read_contest(arguments: argparse.Namespace) -> tuple[Contest, int, str]:
    """Who plays, how many games at least, and what a person calls one of them."""
    bots = read_bots(arguments.bots, arguments.players)
    options = read_options(arguments, len(bots))
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    if not 0 <= seed < 2**64:
        raise OdinError("--seed is a number from 0 to 2^64 - 1.")
    if arguments.games is not None:
        return Contest(bots, options, seed), at_least_one("--games", arguments.games), "games"
    if arguments.points is not None:
        raise OdinError("--points is for whole games: say --games N with it.")
    # RULES: end of the game. A game of a single hand is the target 1.
    hands = DEFAULT_HANDS if arguments.hands is None else at_least_one("--hands", arguments.hands)
    return Contest(bots, options._replace(points=1), seed), hands, "hands"


def at_least_one(flag: str, number: int) -> int:
    if number < 1:
        raise OdinError(f"{flag} is a number from 1 up.")
    return number


def read_bots(text: str, players: int | None) -> tuple[str, ...]:
    """A bot for each seat."""
    bots = tuple(name.strip() for name in text.split(","))
    for bot in bots:
        if bot not in LEVELS:
            raise OdinError(f"there is no bot {bot!a}: choose among {', '.join(LEVELS)}.")
    if len(bots) == 1:
        bots *= DEFAULT_PLAYERS if players is None else max(0, min(players, MAX_PLAYERS + 1))
    if not MIN_PLAYERS <= len(bots) <= MAX_PLAYERS:
        raise OdinError(f"Odin is for {MIN_PLAYERS} to {MAX_PLAYERS} players: name so many bots, or say --players N.")
    if players not in (None, len(bots)):
        raise OdinError(f"{len(bots)} bots are named for {players} players: name one for each, or one for all.")
    return bots


def make_folder(name: str) -> Path:
    if not name:
        raise OdinError("--record needs the name of a folder.")
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OdinError(
            f"the folder {printable(folder)} cannot be made ({error.strerror}): name another one."
        ) from None
    return folder


def write_record(folder: Path, contest: Contest, played: Played) -> None:
    recorder = Recorder({"arena": {"seed": contest.seed, "deal": played.deal, "rotation": played.rotation}})
    lines = [line for event in played.events for line in recorder.add(event)]
    path = folder / f"seed{contest.seed}-deal{played.deal + 1:06}-{played.rotation + 1}{SUFFIX}"
    try:
        path.write_text("".join(lines), encoding="utf-8", newline="\n")
    except OSError as error:
        raise OdinError(
            f"the record {printable(path)} cannot be written ({error.strerror}): name another folder."
        ) from None


def as_json(contest: Contest, games: int, standings: list[Standing]) -> str:
    bots = [standing._asdict() for standing in standings]
    points, colours, starter = contest.options
    result = {
        "seed": contest.seed,
        "players": len(contest.bots),
        "games": games_in(contest, games),
        "options": {"points": points, "colours": colours, "starter": starter.value},
        "bots": bots,
    }
    return json.dumps(result, indent=2)


def as_table(contest: Contest, standings: list[Standing]) -> str:
    rows = [("bot", "seats", "hands", "points a hand", "wins a seat")]
    rows += [
        (
            standing.bot,
            str(standing.seats),
            f"{standing.hands:,}",
            with_error(standing.points_per_hand, standing.points_se, 1, ""),
            with_error(standing.win_share, standing.win_se, 100, " %"),
        )
        for standing in standings
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    return "\n".join([*lines, "", f"--seed {contest.seed} and the same flags play the same games again"])


def with_error(mean: float, error: float | None, scale: int, unit: str) -> str:
    spread = "?" if error is None else f"{error * scale:.2f}"
    return f"{mean * scale:.2f} ± {spread}{unit}"
