"""What is done with games when they are over, as ratios within one run.

    pip install -e ".[bench]" && python benchmarks/aftergame.py [PART…]

`check`: `odin replay --check`, which plays every line through the rules and computes every deal again, beside random
self-play through the public rules; in actions a second.

`stats`: `odin stats` over ten thousand records, beside bare `json.loads` over the same lines; then once more, when
nothing is new. CPU time of whole processes, so that others on the machine count little.

`viewer`: the first picture of `odin replay`, in CPU time, beside the first screen of `odin play`; and a step in it with
its picture, without the bot's estimate, in milliseconds.
"""

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

# Run as a script, this folder would stand in the way of the packages that it measures.
sys.path[0] = str(Path(__file__).parent.parent)

from benchmarks.self_play import PLAYERS, compare, public_game  # noqa: E402
from clients.language import Language  # noqa: E402
from clients.terminal.frame import GOOD, Settings  # noqa: E402
from clients.terminal.screens.viewer import ViewerScene  # noqa: E402
from clients.viewing import Viewing, positions_of  # noqa: E402
from odin_net.game.options import Options  # noqa: E402
from odin_net.game.records import SUFFIX  # noqa: E402
from odin_net.game.replay import replay  # noqa: E402
from odin_net.records.folder import FOLDER, read_record, write_record  # noqa: E402
from odin_net.records.proofs import check_record  # noqa: E402
from odin_net.records.record import PlayedGame, record_of  # noqa: E402
from odin_net.workers import Callers  # noqa: E402
from tests.helpers.logged_game import logged_game  # noqa: E402
from tests.helpers.ptys import odin_on  # noqa: E402

ROUNDS = 3
GAMES = 20
# So many records have other ids, dates and names; so many games are in them.
HISTORY, DIFFERENT = 10_000, 100
AGAIN = 5
PEOPLE = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gro", "Hal")
# What is promised.
CHECK_AGAINST_RULES = 0.3
STATS_AGAINST_JSON = 4.0
AGAIN_AGAINST_FIRST = 0.1
PICTURE_AGAINST_PLAY = 1.3
STEP_MS = 5.0


class Figure(NamedTuple):
    """What was measured, and whether it is as promised."""

    name: str
    ratio: float
    wanted: str
    reached: bool


def check() -> list[Figure]:
    """`odin replay --check` against the public rules."""
    rng = Random(1)
    with tempfile.TemporaryDirectory() as data:
        files = cycle(list(records_in(Path(data))))
        ratios = []
        for number in range(1, ROUNDS + 1):
            checked, played, ratio = compare(lambda: checked_actions(next(files)), lambda: public_game(rng))
            ratios.append(ratio)
            print(f"  round {number}: checked {checked:>9,.0f}/s   public rules {played:>9,.0f}/s   {ratio:.2f} x")
    ratio = median(ratios)
    wanted = f"at least {CHECK_AGAINST_RULES}"
    return [Figure("replay --check / public rules", ratio, wanted, ratio >= CHECK_AGAINST_RULES)]


def records_in(data: Path) -> Iterator[str]:
    """Games of people at a table, with the proofs of their deals."""
    for seed in range(GAMES):
        events = logged_game(seed, PLAYERS, Options(), people=range(PLAYERS)).events
        game = PlayedGame(bytes(16), events, [1000 * place for place in range(len(events))])
        path = write_record(data / str(seed), game, replaces=True)
        assert path is not None
        yield str(path)


def checked_actions(file: str) -> int:
    (last,) = deque(check_record(read_record(file)), maxlen=1)
    assert last.proved == len(last.step.state.board.game.scores)
    return last.step.state.board.action


def stats() -> list[Figure]:
    """`odin stats` against bare `json.loads`, and against itself when nothing is new."""
    texts = list(history())
    lines = [line for text in texts for line in text.splitlines()]
    bare = seconds_to_load(lines)
    with tempfile.TemporaryDirectory() as data:
        games = Path(data, FOLDER)
        games.mkdir()
        for number, text in enumerate(texts):
            (games / f"{number:05}{SUFFIX}").write_text(text, encoding="utf-8")
        command = ("-m", "odin_net", "stats", "--lang", "en", "--name", PEOPLE[0], "--data", data)
        first = seconds_of(*command)
        later = median(seconds_of(*command) for _ in range(AGAIN))
    print(f"  {len(lines):,} lines: json.loads {bare:.2f} s   the first run {first:.2f} s   a later one {later:.2f} s")
    return [
        at_most("stats, first run / json.loads", first / bare, STATS_AGAINST_JSON),
        at_most("stats, a later run / the first", later / first, AGAIN_AGAINST_FIRST),
    ]


def at_most(name: str, ratio: float, most: float) -> Figure:
    return Figure(name, ratio, f"at most {most:g}", ratio <= most)


def history() -> Iterator[str]:
    """Records as hosts write them, with the proofs of their deals."""
    played = []
    for seed in range(DIFFERENT):
        events = logged_game(seed, PLAYERS, Options()).events
        game = PlayedGame(bytes(16), events, [1000 * place for place in range(len(events))])
        header, _, rest = record_of(game).partition("\n")
        played.append((json.loads(header), rest))
    start = datetime(2024, 1, 1, 20, tzinfo=UTC)
    for number in range(HISTORY):
        header, rest = played[number % DIFFERENT]
        names = [PEOPLE[(number // 7 + seat) % len(PEOPLE)] for seat in range(PLAYERS)]
        date = (start + timedelta(hours=number)).isoformat()
        yield json.dumps({**header, "players": names, "date": date, "game": f"{number:032x}"}) + f"\n{rest}"


def seconds_to_load(lines: list[str]) -> float:
    begin = time.process_time()
    for line in lines:
        json.loads(line)
    return time.process_time() - begin


def seconds_of(*command: str) -> float:
    """CPU time of this command."""
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime - begin.ru_utime + end.ru_stime - begin.ru_stime


def viewer() -> list[Figure]:
    """`odin replay` on a terminal."""
    with tempfile.TemporaryDirectory(prefix="odin-viewer-") as data:
        file = next(records_in(Path(data)))
        commands = (("replay", file, "all hands open"), ("play", "--lang=en", "Odin"))
        rounds = [[asyncio.run(first_picture(*command, data)) for command in commands] for _ in range(AGAIN)]
        # Others may have the processor, too: the least counts.
        shown, played = (min(times) for times in zip(*rounds, strict=True))
        step = asyncio.run(step_ms(file))
    print(f"  first picture {shown:.2f} s   odin play {played:.2f} s   a step {step:.2f} ms")
    ratio = shown / played
    return [
        Figure(
            "first picture / odin play's", ratio, f"at most {PICTURE_AGAINST_PLAY:g}", ratio <= PICTURE_AGAINST_PLAY
        ),
        Figure("a step, in ms", step, f"at most {STEP_MS:g}", step <= STEP_MS),
    ]


async def first_picture(command: str, argument: str, text: str, data: str) -> float:
    """CPU time until this is shown in a terminal of its own."""
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    async with odin_on(command, argument, "--data", data) as pty:
        await pty.until(lambda shown: text.lower() in shown.lower())
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime - begin.ru_utime + end.ru_stime - begin.ru_stime


async def step_ms(file: str) -> float:
    """The CPU time of a step with its picture at 80x24, the median over a whole game."""
    scene = ViewerScene(
        Language("en"), Settings(), Viewing(positions_of(replay(read_record(file)))), lambda: None, Callers()
    )
    costs = []
    for _ in scene.viewing.positions:
        begin = time.process_time()
        scene.press("right", "")
        scene.draw(GOOD)
        costs.append((time.process_time() - begin) * 1000)
    scene.close()
    return median(costs)


PARTS: dict[str, Callable[[], list[Figure]]] = {"check": check, "stats": stats, "viewer": viewer}


def main(names: list[str]) -> int:
    figures = []
    for name in names or PARTS:
        print(name)
        figures += PARTS[name]()
    print("\nmedians")
    for name, ratio, wanted, reached in figures:
        print(f"  {name:40} {ratio:5.2f} x   {wanted:12} {'reached' if reached else 'MISSED'}")
    return 0 if all(figure.reached for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
