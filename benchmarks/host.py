"""How fast the real host is, with rules, encryption and journal on, as ratios to bare servers in one run.

pip install -e ".[dev,bench]" && python benchmarks/host.py [PART ...] [--against DIR]

The limits are for a journal on a memory disk: how long a real one takes to make a step durable is its own affair, and
is only reported. With --against a move is compared with one at the host of another checkout, in turns.
Linux only: it reads the processor time and the memory of the servers where Linux shows them.
"""

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from typing import NamedTuple

# Run as a script, this folder would stand in the way of the packages that it measures.
ROOT = Path(__file__).parent.parent
sys.path[0] = str(ROOT)

from benchmarks.fields import BareField, Field, JsonField, OdinField  # noqa: E402
from odin_net.host import journal  # noqa: E402

CODE = "raven-oak-fjord"
PEOPLE = 6
ROUNDS = 3
MOVES = 600
# So many moves at one server, then at the next.
TURN = 20
WARM = 100
REST = 0.003
MEMORY_DISK = Path("/dev/shm")  # noqa: S108  Linux has it for just this.
# A move as it stands in the journal.
STEP = journal.pack(1_700_000_000_000, None, (bytes(12),))

# What is promised.
P50_BARE = 1.8
P50_JSON = CPU_JSON = 1.0
P50_BEFORE = 1.1
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
def served(*command: str, tree: Path = ROOT) -> Iterator[Server]:
    """A server that prints where it listens, ended at the end."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, cwd=tree, text=True)
    assert process.stdout is not None
    try:
        port = re.search(r"(\d+)(?=,|$)", process.stdout.readline())
        assert port is not None
        yield Server(process.pid, int(port[1]))
    finally:
        process.terminate()
        process.wait(timeout=10)


@contextmanager
def odin(
    *more: str, bind: str = "127.0.0.1", pace: str = "0", disk: Path | None = MEMORY_DISK, tree: Path = ROOT
) -> Iterator[Server]:
    """A host of this tree, or another one, with its journal on this disk; None: where temporary files are."""
    with tempfile.TemporaryDirectory(dir=disk) as data:
        flags = ["--headless", "--seats", str(PEOPLE), "--port", "0", "--code", CODE, "--pace", pace, "--points", "99"]
        binding = ["--bind", bind] if bind else []
        with served("-m", "odin_net", "host", *flags, "--data", data, *binding, *more, tree=tree) as server:
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

    async def moves(self, count: int, rest: float = REST) -> None:
        stamps: list[tuple[int, float]] = []
        self._field.before_move = lambda hand: stamps.append((hand, cpu_seconds(self._server.pid)))
        for _ in range(count):
            # People do not move back to back, and our clients fold and check between moves: all servers rest as long.
            await asyncio.sleep(rest)
            self._times.append(await self._field.move())
        # From move to move of one hand: what deals cost is another matter.
        self._costs += [after - before for (hand, before), (same, after) in pairwise(stamps) if hand == same]

    def run(self) -> Run:
        cuts = quantiles(self._times, n=100)
        return Run(cuts[49] * 1e6, cuts[98] * 1e6, mean(self._costs) * 1e6)


async def measure(field: Field, server: Server, moves: int = MOVES, rest: float = REST) -> Run:
    watch = Watch(field, server)
    await watch.warm_up()
    await watch.moves(moves, rest)
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
    most: float = float("inf")


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
        ours, plain, sockets = await in_turns(fields, (host, bare, web))
    return ours, plain, sockets


async def in_turns(fields: list[Field], servers: tuple[Server, ...]) -> list[Run]:
    """A few moves at each, then again."""
    watches = list(map(Watch, fields, servers))
    for watch in watches:
        await watch.warm_up()
    for _ in range(MOVES // TURN):
        for watch in watches:
            await watch.moves(TURN)
    for field in fields:
        await field.close()
    return [watch.run() for watch in watches]


async def against(other: Path) -> list[Line]:
    """A move here and at another checkout, such as the commit before."""
    ratios = []
    for _ in range(ROUNDS):
        with odin() as here, odin(tree=other) as there:
            fields: list[Field] = [await table().join(here.port), await table().join(there.port)]
            now, before = await in_turns(fields, (here, there))
        progress(f"p50 of a move: now {now.p50:.0f} us, before {before.p50:.0f} us")
        progress(f"server CPU a move: now {now.cpu:.0f} us, before {before.cpu:.0f} us")
        ratios.append(now.p50 / before.p50)
    return [Line("p50 / the same at the other checkout", median(ratios), P50_BEFORE)]


async def on_disk() -> list[Line]:
    """Moves with the journal on a real disk, and what a sync takes there, in turns."""
    with tempfile.TemporaryDirectory() as folder, odin(disk=None) as server:
        field = await table().join(server.port)
        watch, file, syncs = Watch(field, server), journal.create(Path(folder) / "bench.journal"), []
        await watch.warm_up()
        for _ in range(MOVES // TURN):
            await watch.moves(TURN)
            syncs += [timed_append(file) for _ in range(TURN)]
        file.close()
        await field.close()
    cuts = quantiles(syncs, n=100)
    moves = watch.run()
    return [
        Line("on disk: p50 of a move, in us", moves.p50),
        Line("on disk: p99 of a move, in us", moves.p99),
        Line("on disk: p50 of a sync, in us", cuts[49] * 1e6),
        Line("on disk: p99 of a sync, in us", cuts[98] * 1e6),
    ]


def timed_append(file: journal.JournalFile) -> float:
    began = time.perf_counter()
    file.append(STEP, durable=True)
    return time.perf_counter() - began


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
    "disk": on_disk,
    "bytes": bytes_a_move,
    "joins": joins,
    "stalled": stalled,
    "memory": sizes,
    "spectators": spectators,
    "thinking": thinking,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout, to compare a move with")
    arguments = parser.parse_args()
    parts = [PARTS[name] for name in arguments.parts or ([] if arguments.against else PARTS)]
    if arguments.against is not None:
        parts.append(partial(against, arguments.against.resolve()))
    return report([line for part in parts for line in asyncio.run(run(part))])


def report(lines: list[Line]) -> int:
    """Print the figures; 1 if one is not met."""
    for line in lines:
        verdict = "reached" if line.is_ <= line.most else "MISSED"
        limit = "reported" if line.most == float("inf") else f"at most {line.most:6.2f}  {verdict}"
        print(f"{line.what:60} {line.is_:8.2f}  {limit}")
    return 0 if all(line.is_ <= line.most for line in lines) else 1


async def run(part: Callable[[], Awaitable[list[Line]]]) -> list[Line]:
    return await part()


if __name__ == "__main__":
    sys.exit(main())
