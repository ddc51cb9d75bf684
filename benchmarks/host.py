"""How fast the real host is, with rules, encryption and journal on, as ratios to bare servers in one run.

pip install -e ".[dev,bench]" && python benchmarks/host.py

Linux only: it reads the processor time and the memory of the servers where Linux shows them.
"""

import asyncio
import re
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from typing import NamedTuple

# Run as a script, this folder would stand in the way of the packages that it measures.
ROOT = Path(__file__).parent.parent
sys.path[0] = str(ROOT)

from benchmarks.fields import BareField, Field, JsonField, OdinField  # noqa: E402

CODE = "raven-oak-fjord"
PEOPLE = 6
ROUNDS = 3
MOVES = 600
# So many moves at one server, then at the next.
TURN = 20
WARM = 100
REST = 0.003

# What is promised.
P50_BARE = 1.8
P50_JSON = CPU_JSON = 1.0
P99_JOINS = 3.0
P99_STALLED = 2.0
P99_THINKING = 2.0
# So many that a reader who stopped has more behind it than any buffer takes.
STALLED_MOVES = 4000
PINGS = 1500
BETWEEN_PINGS = 0.005
BYTES = 45
MEMORY, MEMORY_ALL = 2.0, 3.0
WATCHER = 20.0
LINEAR = 1.3
# After so many seconds without newcomers the worker that proves codes ends.
IDLE = 35.0


class Server(NamedTuple):
    """A server in a process of its own."""

    pid: int
    port: int


class Run(NamedTuple):
    """What one round at one server came to."""

    p50: float
    p99: float
    cpu: float
    """Microseconds of the server's processor time a move."""


@contextmanager
def served(*command: str) -> Iterator[Server]:
    """A server that prints where it listens, ended at the end."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, cwd=ROOT, text=True)
    assert process.stdout is not None
    try:
        port = re.search(r"(\d+)(?=,|$)", process.stdout.readline())
        assert port is not None
        yield Server(process.pid, int(port[1]))
    finally:
        process.terminate()
        process.wait(timeout=10)


@contextmanager
def odin(*more: str, bind: str = "127.0.0.1", pace: str = "0") -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as data:
        flags = ["--headless", "--seats", str(PEOPLE), "--port", "0", "--code", CODE, "--pace", pace, "--points", "99"]
        binding = ["--bind", bind] if bind else []
        with served("-m", "odin_net", "host", *flags, "--data", data, *binding, *more) as server:
            yield server


def cpu_seconds(pid: int) -> float:
    """The processor time of a process and its threads, without its workers."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def memory(pid: int) -> int:
    """What a process and its children hold in memory, in KiB."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = re.search(r"^VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert own is not None
    return int(own[1]) + sum(memory(int(child)) for child in children)


class Watch:
    """Measures moves at one server, a few at a time."""

    def __init__(self, field: Field, server: Server) -> None:
        self._field, self._server = field, server
        self._times: list[float] = []
        self._costs: list[float] = []

    async def warm_up(self) -> None:
        for _ in range(WARM):
            await self._field.move()

    async def moves(self, count: int) -> None:
        stamps: list[tuple[int, float]] = []
        self._field.before_move = lambda hand: stamps.append((hand, cpu_seconds(self._server.pid)))
        for _ in range(count):
            # People do not move back to back, and our clients fold and check between moves: all servers rest as long.
            await asyncio.sleep(REST)
            self._times.append(await self._field.move())
        # From move to move of one hand: what deals cost is another matter.
        self._costs += [after - before for (hand, before), (same, after) in pairwise(stamps) if hand == same]

    def run(self) -> Run:
        cuts = quantiles(self._times, n=100)
        return Run(cuts[49] * 1e6, cuts[98] * 1e6, mean(self._costs) * 1e6)


async def measure(field: Field, server: Server, moves: int = MOVES) -> Run:
    watch = Watch(field, server)
    await watch.warm_up()
    await watch.moves(moves)
    return watch.run()


async def at(server: Server, field: "OdinField | BareField | JsonField", moves: int = MOVES) -> Run:
    joined = await field.join(server.port)
    try:
        return await measure(joined, server, moves)
    finally:
        await joined.close()


def table(clients: int = PEOPLE, watchers: int = 0) -> OdinField:
    return OdinField(CODE, Random(7), clients, watchers)


# --- the lines of the table ---


class Line(NamedTuple):
    """A figure and what it may be at most."""

    what: str
    is_: float
    most: float


async def latency() -> list[Line]:
    """Ours, a bare broadcast and a JSON broadcast in turns."""
    rows: list[tuple[Run, Run, Run]] = []
    for _ in range(ROUNDS):
        ours, plain, sockets = await race()
        rows.append((ours, plain, sockets))
        progress(f"p50 of a move: ours {ours.p50:.0f} us, bare {plain.p50:.0f} us, JSON {sockets.p50:.0f} us")
        progress(f"server CPU a move: ours {ours.cpu:.0f} us, bare {plain.cpu:.0f} us, JSON {sockets.cpu:.0f} us")
    return [
        Line("p50 / bare asyncio broadcast of 150 bytes", median(o.p50 / b.p50 for o, b, _ in rows), P50_BARE),
        Line("p50 / websockets JSON broadcast", median(o.p50 / j.p50 for o, _, j in rows), P50_JSON),
        Line("server CPU a move / websockets JSON broadcast", median(o.cpu / j.cpu for o, _, j in rows), CPU_JSON),
    ]


async def race() -> tuple[Run, Run, Run]:
    """All three at once, a few moves at each in turn: what else this machine does hits all of them alike."""
    with (
        odin() as host,
        served("-m", "benchmarks.peers.bare") as bare,
        served("-m", "benchmarks.peers.websocket") as web,
    ):
        fields: list[Field] = [
            await table().join(host.port),
            await BareField(PEOPLE).join(bare.port),
            await JsonField(PEOPLE).join(web.port),
        ]
        ours, plain, sockets = map(Watch, fields, (host, bare, web))
        for watch in (ours, plain, sockets):
            await watch.warm_up()
        for _ in range(MOVES // TURN):
            for watch in (ours, plain, sockets):
                await watch.moves(TURN)
        for field in fields:
            await field.close()
    return ours.run(), plain.run(), sockets.run()


async def bytes_a_move() -> list[Line]:
    with odin() as server:
        field = await table().join(server.port)
        for _ in range(MOVES):
            await field.move()
        await field.close()
    return [Line("bytes a client and move", field.bytes / field.moves / PEOPLE, BYTES)]


async def joins() -> list[Line]:
    """Moves while newcomers join without pause, against moves while nobody does."""
    ratios = []
    for _ in range(ROUNDS):
        with odin() as server:
            idle = await at(server, table())
        with odin() as server:
            field = await table().join(server.port)
            with newcomers(server.port):
                busy = await measure(field, server)
            await field.close()
        progress(f"p99 of a move: idle {idle.p99:.0f} us, while newcomers join {busy.p99:.0f} us")
        ratios.append(busy.p99 / idle.p99)
    return [Line("p99 while newcomers join without pause / idle", median(ratios), P99_JOINS)]


@contextmanager
def newcomers(port: int) -> Iterator[None]:
    """Somebody comes in to watch and goes again, over and over, from another process."""
    with served("-m", "benchmarks.peers.newcomers", str(port), CODE):
        yield


async def stalled() -> list[Line]:
    """Moves with one reader that stopped reading, against moves without."""
    ratios = []
    for _ in range(ROUNDS):
        with odin() as server:
            plain = await at(server, table(), STALLED_MOVES)
        with odin() as server:
            field = await OdinField(CODE, Random(7), PEOPLE, 1, small=True).join(server.port)
            field.stall()
            with_stalled = await measure(field, server, STALLED_MOVES)
            assert await field.all_were_cut()
            await field.close()
        progress(f"p99 of a move: {plain.p99:.0f} us, with a stalled reader {with_stalled.p99:.0f} us")
        ratios.append(with_stalled.p99 / plain.p99)
    return [Line("p99 with a stalled reader / without", median(ratios), P99_STALLED)]


async def sizes() -> list[Line]:
    """Memory with six clients, workers included, once nobody has come in for a while."""
    rounds = [await sizes_once() for _ in range(ROUNDS)]
    return [
        Line("memory with 6 clients / bare asyncio server", median(here for here, _ in rounds), MEMORY),
        Line("memory with 6 clients, discovery on / the same", median(found for _, found in rounds), MEMORY_ALL),
    ]


async def sizes_once() -> tuple[float, float]:
    """How many times as much as a bare server's, without discovery and with it."""
    with served("-m", "benchmarks.peers.bare") as server:
        plain_field = await BareField(PEOPLE).join(server.port)
        await plain_field.move()
        plain = memory(server.pid)
        await plain_field.close()
    here, found = await size_of("127.0.0.1"), await size_of("")
    progress(f"memory: {here / 1024:.1f} MiB, with discovery {found / 1024:.1f}, bare {plain / 1024:.1f}")
    return here / plain, found / plain


async def size_of(bind: str) -> int:
    with odin(bind=bind) as server:
        field = await table().join(server.port)
        for _ in range(WARM):
            await field.move()
        await field.rest(IDLE)
        size = memory(server.pid)
        await field.close()
    return size


async def thinking() -> list[Line]:
    """How fast the host answers somebody while five hard bots think, against five that do not."""
    ratios = []
    for _ in range(ROUNDS):
        p99 = {}
        for level in ("random", "hard"):
            with odin("--bots", str(PEOPLE - 1), "--level", level, pace="0.2") as server:
                field = await table(clients=1).join(server.port)
                times = []
                for _ in range(PINGS):
                    times.append(await field.ping())
                    await asyncio.sleep(BETWEEN_PINGS)
                await field.close()
            p99[level] = quantiles(times, n=100)[98]
        progress(f"p99 of an answer: random {p99['random'] * 1e6:.0f} us, hard {p99['hard'] * 1e6:.0f} us")
        ratios.append(p99["hard"] / p99["random"])
    return [Line("p99 with five hard bots / five random ones", median(ratios), P99_THINKING)]


async def spectators() -> list[Line]:
    """What a move costs the server as spectators grow."""
    rounds = [await spectators_once() for _ in range(ROUNDS)]
    return [
        Line("CPU a move and spectator, in us", median(max(each) for each in rounds), WATCHER),
        Line("the same with 200 / with 50: linear", median(each[-1] / each[0] for each in rounds), LINEAR),
    ]


async def spectators_once() -> list[float]:
    """What each of few, more and many spectators costs."""
    costs: dict[int, float] = {}
    for watchers in (0, 50, 100, 200):
        with odin("--spectators", "200") as server:
            costs[watchers] = (await at(server, table(watchers=watchers), MOVES // 2)).cpu
        progress(f"server CPU a move with {watchers} spectators: {costs[watchers]:.0f} us")
    return [(costs[many] - costs[0]) / many for many in costs if many]


def progress(text: str) -> None:
    print(f"  {text}", flush=True)


PARTS: dict[str, Callable[[], Awaitable[list[Line]]]] = {
    "latency": latency,
    "bytes": bytes_a_move,
    "joins": joins,
    "stalled": stalled,
    "memory": sizes,
    "spectators": spectators,
    "thinking": thinking,
}


def main() -> int:
    chosen = sys.argv[1:] or list(PARTS)
    lines = [line for name in chosen for line in asyncio.run(run(PARTS[name]))]
    for line in lines:
        verdict = "reached" if line.is_ <= line.most else "MISSED"
        print(f"{line.what:60} {line.is_:8.2f}  at most {line.most:6.2f}  {verdict}")
    return 0 if all(line.is_ <= line.most for line in lines) else 1


async def run(part: Callable[[], Awaitable[list[Line]]]) -> list[Line]:
    return await part()


if __name__ == "__main__":
    sys.exit(main())
