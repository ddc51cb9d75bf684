"""`odin arena`: bots against bots."""

import argparse
import asyncio
import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path
from typing import NamedTuple

from odin_net.bots.contest import (
    FILE_ENDING,
    BotFailed,
    Contest,
    Fault,
    Find,
    Played,
    Standing,
    Tallies,
    deals_for,
    find_level,
    play_deal,
)
from odin_net.bots.file_bot import FileBot, find_bot
from odin_net.bots.policies import POLICIES
from odin_net.commands.arguments import read_options
from odin_net.commands.console import printable, progress, warn
from odin_net.errors import DONE, OdinError
from odin_net.game.options import ALL_SIX, MAX_PLAYERS, MIN_PLAYERS
from odin_net.game.records import SUFFIX, Recorder
from odin_net.workers import Callers, WorkerDied, in_order

DEFAULT_PLAYERS = 4
DEFAULT_HANDS = 1000
DEFAULT_BOTS = ("normal", "easy", "random")
# Longer nobody waits for a bot's move.
MAX_SECONDS = 600.0
# So many faults of a bot are told one by one; all are counted.
MOST_TOLD = 5


def run(arguments: argparse.Namespace) -> int:
    jobs = read_jobs(arguments.jobs)
    if arguments.matrix:
        return run_matrix(arguments, jobs)
    contest, games, unit = read_contest(arguments, read_bots(arguments.bots, arguments.players))
    folder = None if arguments.record is None else make_folder(arguments.record)
    find = partial(find_bot, seconds=read_seconds(arguments.seconds))
    load_bots(contest, find)
    try:
        result = play(contest, games, unit, jobs, find, folder)
    finally:
        for bot in file_bots(contest, find):
            bot.stop()
    print(as_json(contest, games, result) if arguments.json else as_table(contest, result))
    return DONE


def run_matrix(arguments: argparse.Namespace, jobs: int) -> int:
    """Every level in one seat against every level in the others."""
    if arguments.bots is not None or arguments.record is not None:
        raise OdinError("--matrix lets all levels play and records nothing: leave --bots and --record out.")
    players = len(read_bots("random", arguments.players))
    rows = []
    for hero in POLICIES:
        for other in POLICIES:
            contest, games, unit = read_contest(arguments, (hero, *(other,) * (players - 1)))
            arguments.seed = contest.seed
            what = f"{unit} of {hero} against {other}"
            rows.append((hero, other, play(contest, games, what, jobs, find_level, None).standings[0]))
    print(matrix_as_json(arguments.seed, players, rows) if arguments.json else matrix_as_table(arguments.seed, rows))
    return DONE


class Result(NamedTuple):
    """How all bots have done."""

    standings: list[Standing]
    faults: Counter[str]
    """How often each bot of a file has failed."""


def play(contest: Contest, games: int, unit: str, jobs: int, find: Find, folder: Path | None) -> Result:
    tallies, faults = Tallies(contest.bots), Counter[str]()
    deals = deals_for(contest, games)
    work = partial(play_deal, contest, clock=time.perf_counter, find=find, keep_events=folder is not None)
    with progress(deals * len(contest.bots), unit) as step:

        def take(played: Played) -> None:
            tallies.add(played)
            for fault in played.faults:
                faults[fault.bot] += 1
                if faults[fault.bot] <= MOST_TOLD:
                    tell_fault(fault)
            if folder is not None:
                write_record(folder, contest, played)
            step()

        if jobs == 1:
            for played in chain.from_iterable(map(work, range(deals))):
                take(played)
        else:
            asyncio.run(play_in_workers(jobs, partial(whole, work), range(deals), take))
    return Result(tallies.standings(), faults)


def tell_fault(fault: Fault) -> None:
    where = f"deal {fault.deal + 1}, rotation {fault.rotation + 1}, hand {fault.hand}"
    warn(f"{printable(fault.bot)} gives up this hand ({where}): {printable(fault.why)}.")


async def play_in_workers(
    jobs: int, work: Callable[[int], list[Played]], deals: Iterable[int], take: Callable[[Played], None]
) -> None:
    """Let so many processes play the deals, and take the games in their order."""
    callers = Callers(jobs, yielding=False)
    try:
        async for games in in_order(callers, work, deals, jobs):
            for played in games:
                take(played)
    except WorkerDied:
        raise OdinError("a worker was ended from outside, perhaps for want of memory: try fewer --jobs.") from None
    finally:
        await callers.stop()


def whole(work: Callable[[int], Iterable[Played]], deal: int) -> list[Played]:
    """All games of a deal: what a process sends back is sent at once."""
    return list(work(deal))


def file_bots(contest: Contest, find: Find) -> list[FileBot]:
    return [bot for bot in map(find, dict.fromkeys(contest.bots)) if isinstance(bot, FileBot)]


def load_bots(contest: Contest, find: Find) -> None:
    """Try every file before anything is played; OdinError if it is none of a bot."""
    for name in dict.fromkeys(contest.bots):
        bot = find(name)
        if isinstance(bot, FileBot):
            try:
                bot.load()
            except BotFailed as failed:
                bot.stop()
                raise OdinError(
                    "the bot {file} cannot play ({why}): docs/WRITE-A-BOT.md says what its file needs.",
                    file=printable(name),
                    why=printable(failed),
                ) from None


def read_seconds(seconds: float) -> float:
    # Written so that "not a number" fails too.
    if not 0 < seconds <= MAX_SECONDS:
        raise OdinError("--seconds is a number up to {most}.", most=f"{MAX_SECONDS:.0f}")
    return seconds


def read_jobs(jobs: int) -> int:
    # More than any machine at such a table has processors.
    if not 1 <= jobs <= 61:
        raise OdinError("{flag} is a number from {least} to {most}.", flag="--jobs", least=1, most=61)
    return jobs


def read_contest(arguments: argparse.Namespace, bots: tuple[str, ...]) -> tuple[Contest, int, str]:
    """Who plays, how many games at least, and what a person calls one of them."""
    options = read_options(arguments, len(bots))
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    if not 0 <= seed < 2**64:
        raise OdinError("{flag} is a number from {least} to {most}.", flag="--seed", least=0, most="2^64 - 1")
    if arguments.games is not None:
        return Contest(bots, options, seed), at_least_one("--games", arguments.games), "games"
    if arguments.points is not None:
        raise OdinError("--points is for whole games: add --games N.")
    # RULES: end of the game. A game of a single hand is the target 1.
    hands = DEFAULT_HANDS if arguments.hands is None else at_least_one("--hands", arguments.hands)
    return Contest(bots, options._replace(points=1), seed), hands, "hands"


def at_least_one(flag: str, number: int) -> int:
    if number < 1:
        raise OdinError("{flag} is a number from 1 up.", flag=flag)
    return number


def read_bots(text: str | None, players: int | None) -> tuple[str, ...]:
    """A bot for each seat."""
    if text is None:
        seats = DEFAULT_PLAYERS if players is None else max(0, min(players, MAX_PLAYERS + 1))
        text = ",".join(islice(cycle(DEFAULT_BOTS), seats)) or DEFAULT_BOTS[0]
    bots = tuple(name.strip() for name in text.split(","))
    for bot in bots:
        if is_of_file(bot):
            if not is_file(bot):
                raise OdinError(
                    "there is no file {file}: name the file of a bot, or one of {levels}.",
                    file=ascii(bot),
                    levels=", ".join(POLICIES),
                )
        elif bot not in POLICIES:
            raise OdinError("there is no bot {bot}: choose among {levels}.", bot=ascii(bot), levels=", ".join(POLICIES))
    if len(bots) == 1:
        bots *= DEFAULT_PLAYERS if players is None else max(0, min(players, MAX_PLAYERS + 1))
    if not MIN_PLAYERS <= len(bots) <= MAX_PLAYERS:
        raise OdinError(
            "Odin is for {least} to {most} players: name so many bots, or add --players N.",
            least=MIN_PLAYERS,
            most=MAX_PLAYERS,
        )
    if players not in (None, len(bots)):
        raise OdinError(
            "{bots} bots are named for {players} players: name one for each, or one for all.",
            bots=len(bots),
            players=players,
        )
    return bots


def is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def make_folder(name: str) -> Path:
    if not name:
        raise OdinError("--record needs the name of a folder.")
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OdinError(
            "the folder {folder} cannot be made ({why}): name another one.",
            folder=printable(folder),
            why=error.strerror,
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
            "the record {path} cannot be written ({why}): name another folder.",
            path=printable(path),
            why=error.strerror,
        ) from None


def as_json(contest: Contest, games: int, result: Result) -> str:
    bots = [
        {**standing._asdict(), **({"faults": result.faults[standing.bot]} if is_of_file(standing.bot) else {})}
        for standing in result.standings
    ]
    players = len(contest.bots)
    # RULES: two players. With more, four colours are no choice.
    colours = contest.options.colours if players == 2 else ALL_SIX
    told = {
        "seed": contest.seed,
        "players": players,
        "games": deals_for(contest, games) * players,
        "options": contest.options.to_record(colours),
        "bots": bots,
    }
    return json.dumps(told, indent=2)


def as_table(contest: Contest, result: Result) -> str:
    standings = result.standings
    rows = [("bot", "seats", "hands", "points a hand", "wins a seat", "thinks (p50, p99)")]
    rows += [
        (
            printable(standing.bot),
            str(standing.seats),
            f"{standing.hands:,}",
            with_error(standing.points_per_hand, standing.points_se, 1, ""),
            with_error(standing.win_share, standing.win_se, 100, " %"),
            f"{standing.ms_p50:.1f}, {standing.ms_p99:.1f} ms",
        )
        for standing in standings
    ]
    alone = [] if standings[0].points_se is not None else ["± ?: one deal has no spread, play more", ""]
    failed = [f"{printable(bot)} gave up {count:,} times" for bot, count in result.faults.items()]
    return "\n".join([*columns(rows), "", *failed, *([""] if failed else []), *alone, again(contest.seed)])


def is_of_file(bot: str) -> bool:
    return bot.endswith(FILE_ENDING)


def with_error(mean: float, error: float | None, scale: int, unit: str) -> str:
    spread = "?" if error is None else f"{error * scale:.2f}"
    return f"{mean * scale:.2f} ± {spread}{unit}"


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Lines in which all columns but the first are set to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def matrix_as_table(seed: int, rows: list[tuple[str, str, Standing]]) -> str:
    levels = list(POLICIES)
    table: list[tuple[str, ...]] = [("points a hand", *(f"against {other}" for other in levels))]
    for hero in levels:
        cells = [standing for one, _, standing in rows if one == hero]
        table.append((hero, *(with_error(cell.points_per_hand, cell.points_se, 1, "") for cell in cells)))
    return "\n".join([*columns(table), "", again(seed)])


def again(seed: int) -> str:
    return f"--seed {seed} and the same flags play the same games again"


def matrix_as_json(seed: int, players: int, rows: list[tuple[str, str, Standing]]) -> str:
    cells = [{"against": other, **standing._asdict()} for _, other, standing in rows]
    return json.dumps({"seed": seed, "players": players, "matrix": cells}, indent=2)
