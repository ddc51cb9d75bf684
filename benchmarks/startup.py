"""How soon Odin is there, and what its screen costs: CPU time, as ratios to a bare Python in one run.

.venv/bin/python benchmarks/startup.py
"""

import asyncio
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from prompt_toolkit.input import create_pipe_input

sys.path.insert(0, str(Path(__file__).parent.parent))

from clients.join_flow import JoinFlow
from clients.language import Language
from clients.session import JoinRequest
from clients.terminal.app import TableApp
from clients.terminal.drawing.rows import Picture, Size
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import Settings
from clients.terminal.motion import Moving
from clients.terminal.stage import Stage
from clients.terminal.state import Intent
from odin_net.host.table import Opening
from tests.clients.terminal.told_game import ToldGame
from tests.helpers.evenings import Evening, Visit
from tests.helpers.ptys import odin_on
from tests.helpers.screens import Terminal

RUNS = 15
REDRAWS = 300
MOTIONS = 40
IDLE_SECONDS = 3.0
FIRST_SCREENS = 8
MOST_HELP = 3.0
MOST_FIRST_SCREEN = 20.0
MOST_REDRAW_MS = 5.0
MOST_IDLE = 0.002


def spent() -> float:
    """CPU time of all processes that we started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds_of(*command: str) -> float:
    """CPU time of this command, the least of several runs: others may have the processor, too."""
    times = []
    for _ in range(RUNS):
        begin = spent()
        subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
        times.append(spent() - begin)
    return min(times)


async def first_screen() -> float:
    """CPU time until `odin play` shows something in a terminal of its own, the least of some runs."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(FIRST_SCREENS):
            begin = spent()
            async with odin_on("play", "--lang", "en", "--data", folder) as pty:
                await pty.until(lambda text: "odin" in text.lower())  # The lobby writes it so, the table in capitals.
            times.append(spent() - begin)
    return min(times)


async def screen_costs() -> tuple[float, float, float]:
    """The CPU time of a redraw after an event in ms, median and worst of a hundred; and the share that idling takes."""
    terminal = Terminal(80, 24)
    with create_pipe_input() as keys:
        async with Evening(Opening(code="", seats=4, bots=3, bot_ms=60_000)) as evening:
            app, visit = TableApp(Stage(keys, terminal.output), Language("en"), Settings()), Visit(evening)
            running = asyncio.create_task(_join(app, visit))
            guest = await visit.begun()
            await terminal.until("lobby")
            guest.session.ready()
            await terminal.until("hand 1")
            costs = sorted(_redraws(app, terminal))
            await asyncio.sleep(0.2)
            evening.pause()
            begin = time.process_time()
            await asyncio.sleep(IDLE_SECONDS)
            idle = (time.process_time() - begin) / IDLE_SECONDS
            app.scene.session.leave(for_good=False)
            await running
    return statistics.median(costs), costs[int(len(costs) * 0.99)], idle


async def _join(app: TableApp, visit: Visit) -> None:
    async with app:
        await app.join(JoinFlow(JoinRequest("Ann", ""), name_is_known=True), visit.dial)


def _redraws(app: TableApp, terminal: Terminal) -> list[float]:
    """Draw again and again, each time with another hand and other lines, without what pyte takes to show it."""
    rng, costs, scene = Random(1), [], app.scene
    application = app.stage._application
    terminal.mute()
    for _ in range(REDRAWS):
        scene.press(str(rng.randint(1, 9)), str(rng.randint(1, 9)))
        scene.press(rng.choice(["left", "right"]), "")
        begin = time.process_time()
        application._redraw()
        costs.append((time.process_time() - begin) * 1000)
    terminal.mute(False)
    return costs


class _Told:
    """A scene of a game that is told, on a clock of its own."""

    theme = Theme.DEFAULT

    def __init__(self) -> None:
        self.game, self.moving = ToldGame("Ann", "Bo", "Cleo", "Dag"), Moving()
        self.game.start()
        self.game.deal(*(" ".join(f"{colour}{number}" for number in range(1, 10)) for colour in "ROYG"))
        self.game.play(0, "R3")

    def draw(self, size: Size) -> Picture:
        return self.moving.draw(self.game.frame(size))

    def press(self, key: str, text: str) -> None: ...

    def click(self, intent: Intent) -> None: ...

    def wake_at(self) -> float | None:
        return None


async def motion_costs() -> tuple[float, float]:
    """The CPU time in ms of the first frame of a play, and of those after it: the medians of some plays."""
    terminal, firsts, others = Terminal(80, 24), [], []
    terminal.mute()
    with create_pipe_input() as keys:
        async with Stage(keys, terminal.output) as stage:
            for _ in range(MOTIONS):
                scene, done = _Told(), asyncio.get_running_loop().create_future()
                showing = asyncio.create_task(stage.show(scene, done))
                await asyncio.sleep(0)
                stage._application._redraw()
                scene.game.play(1, "O8 O5", "R3")
                costs = [*_frames(scene, stage)]
                firsts.append(costs[0])
                others += costs[1:]
                done.set_result(None)
                await showing
    return statistics.median(firsts), statistics.median(others)


def _frames(scene: _Told, stage: Stage) -> Iterator[float]:
    while True:
        begin = time.process_time()
        stage._application._redraw()
        yield (time.process_time() - begin) * 1000
        wake_at = scene.moving.wake_at(scene.game.now)
        if wake_at is None:
            return
        scene.game.now = wake_at


def main() -> int:
    """Print the figures; 1 if one is not met."""
    bare = seconds_of("-c", "pass")
    is_met = True
    for option in ("--help", "--version"):
        ratio = seconds_of("-m", "odin_net", option) / bare
        is_met &= ratio <= MOST_HELP
        print(f"odin {option}: {ratio:.1f} times python -c pass (at most {MOST_HELP:g})")
    ratio = asyncio.run(first_screen()) / bare
    is_met &= ratio <= MOST_FIRST_SCREEN
    print(f"first screen of odin play: {ratio:.1f} times python -c pass (at most {MOST_FIRST_SCREEN:g})")
    median, worst, idle = asyncio.run(screen_costs())
    print(f"a redraw at 80x24: {median:.2f} ms of CPU, 99 of 100 within {worst:.2f} (at most {MOST_REDRAW_MS:g})")
    first, frame = asyncio.run(motion_costs())
    is_met &= frame <= MOST_REDRAW_MS
    print(f"a play that is seen moving: {first:.2f} ms for its first frame, {frame:.2f} for each that follows")
    print(f"an idle screen: {idle:.2%} of a processor (at most {MOST_IDLE:.1%})")
    return 0 if is_met and median <= MOST_REDRAW_MS and idle <= MOST_IDLE else 1


if __name__ == "__main__":
    sys.exit(main())
