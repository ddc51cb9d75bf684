"""What guests by ssh and by phone cost the host and those who play, with real clients, as ratios within one run.

python benchmarks/doors.py [PART ...]

What guests and strangers cost a move is promised for moves at the pace of people and quick bots together: `A_SECOND`.
It is reported for moves back to back as well, a few milliseconds after one another: guests' screens have no time
between them, so what is seen there is how two threads share an interpreter under a load that no table has.

Linux only, as `host.py` beside it is.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

# Run as a script, this folder would stand in the way of the packages that it measures.
sys.path[0] = str(Path(__file__).parent.parent)

from benchmarks.fields import Field  # noqa: E402
from benchmarks.host import (  # noqa: E402
    CODE,
    Line,
    Server,
    measure,
    memory,
    odin,
    progress,
    report,
    run,
    served,
    table,
)
from benchmarks.pages import (  # noqa: E402
    memory_a_phone,
    move_to_page,
    page_size,
    tap_to_seat,
    watching_pages,
)
from benchmarks.startup import spent  # noqa: E402
from tests.helpers.ptys import Pty, odin_on  # noqa: E402
from tests.helpers.ssh import SshHome  # noqa: E402

ROUNDS = 3
GUESTS = 5
KEYS = 60
FIRST_SCREENS = 8
BETWEEN_PINGS = 0.002
# So many moves, and so many of them in a second: as many as people and quick bots make together.
PACED_MOVES = 300
A_SECOND = 10
# What is promised.
MEMORY = 2.0
KEY_TO_REDRAW = 1.5
P99_GUESTS = 2.0
P99_STRANGERS = 3.0
FIRST_SCREEN = 1.05
FIRST_GUEST_MS = 50.0

numbers = count()


@contextmanager
def empty_home(port: int) -> Iterator[SshHome]:
    with tempfile.TemporaryDirectory() as folder:
        yield SshHome(Path(folder), port)


@asynccontextmanager
async def watching(home: SshHome) -> AsyncIterator[Pty]:
    """A guest by ssh who watches on the whole screen."""
    async with home.on_screen(f"w{next(numbers)}+watch", answer=CODE) as pty:
        await pty.until(lambda text: "Odin" in text or "hand" in text)
        yield pty


async def memory_a_guest() -> list[Line]:
    """What a further guest by ssh takes of the host's memory."""
    sizes = []
    with odin() as server, empty_home(server.port) as home:
        async with AsyncExitStack() as stack:
            for _ in range(1 + GUESTS):
                await stack.enter_async_context(watching(home))
                await asyncio.sleep(0.5)
                sizes.append(memory(server.pid) / 1024)
                progress(f"memory of the host with {len(sizes)} by ssh: {sizes[-1]:.1f} MiB")
    return [Line("MiB a further guest", (sizes[-1] - sizes[0]) / GUESTS, MEMORY)]


async def key_to_redraw() -> list[Line]:
    """From a key to the picture that it leads to, by ssh and at the native client, in turns."""
    times: dict[str, list[float]] = {"ssh": [], "native": []}
    with odin() as server, empty_home(server.port) as home, tempfile.TemporaryDirectory() as data:
        join = ("join", f"127.0.0.1:{server.port}", "--code", CODE, "--name", "Nat", "--data", data, "--lang", "en")
        async with home.on_screen("Sue", answer=CODE) as far, odin_on(*join) as near:
            for pty in (far, near):
                await pty.until("ODIN  The lobby")
            for _ in range(KEYS):
                for name, pty in (("ssh", far), ("native", near)):
                    times[name].append(await redrawn(pty, "?", "The rules"))
                    await redrawn(pty, "x", "ODIN  The lobby")
    ssh, native = (median(times[name]) * 1000 for name in ("ssh", "native"))
    progress(f"from a key to the picture: ssh {ssh:.1f} ms, native {native:.1f} ms")
    return [Line("key to redraw / native client", ssh / native, KEY_TO_REDRAW)]


async def redrawn(pty: Pty, key: str, sign: str) -> float:
    """How long it takes until this key has led to this sign."""
    await asyncio.sleep(0.02)
    began = time.perf_counter()
    pty.press(key)
    while sign not in pty.text:
        await asyncio.sleep(0.001)  # The others need the processor, too.
        assert time.perf_counter() < began + 10, pty.text
    return time.perf_counter() - began


async def moves_with_guests() -> list[Line]:
    """Moves at a table that five watch by ssh, against moves that nobody watches."""
    rounds = []
    for _ in range(ROUNDS):
        alone = await nobody_else()
        with odin() as server, empty_home(server.port) as home:
            async with AsyncExitStack() as stack:
                for _ in range(GUESTS):
                    pty = await stack.enter_async_context(watching(home))
                    pty.is_looked_at = False  # To draw it here would take longer than a move.
                field = await table().join(server.port)
                watched = await both_paces(field, server)
                await field.close()
        rounds.append(ratios("five by ssh", watched, alone))
    return lines("p99 of a move with five guests / without", rounds, P99_GUESTS)


async def moves_with_strangers() -> list[Line]:
    """Moves while strangers knock at every door without pause, against moves while nobody does."""
    rounds = []
    for _ in range(ROUNDS):
        alone = await nobody_else()
        with odin() as server:
            field = await table().join(server.port)
            with served("-m", "benchmarks.peers.strangers", str(server.port)):
                busy = await both_paces(field, server)
            await field.close()
        rounds.append(ratios("strangers", busy, alone))
    return lines("p99 of a move with strangers / without", rounds, P99_STRANGERS)


class Paces(NamedTuple):
    """A figure of moves at the pace of a table, and of moves back to back."""

    paced: float
    quick: float


async def both_paces(field: Field, server: Server) -> Paces:
    """The p99 of a move at this server, in microseconds."""
    paced = await measure(field, server, PACED_MOVES, 1 / A_SECOND)
    quick = await measure(field, server)
    return Paces(paced.p99, quick.p99)


async def nobody_else() -> Paces:
    """Moves at a table that has no guests and no strangers."""
    with odin() as server:
        field = await table().join(server.port)
        alone = await both_paces(field, server)
        await field.close()
    return alone


def ratios(whom: str, busy: Paces, alone: Paces) -> Paces:
    """How many times as long a move takes with them."""
    for pace, theirs, ours in zip((f"{A_SECOND} a second", "back to back"), busy, alone, strict=True):
        progress(f"p99 of a move, {pace}: alone {ours:.0f} us, with {whom} {theirs:.0f} us")
    return Paces(busy.paced / alone.paced, busy.quick / alone.quick)


def lines(what: str, rounds: list[Paces], most: float) -> list[Line]:
    """The promise, and what is only reported."""
    return [
        Line(f"{what}, {A_SECOND} a second", median(each.paced for each in rounds), most),
        Line(f"{what}, back to back", median(each.quick for each in rounds)),
    ]


async def by_ssh(port: int) -> None:
    """Come as far as to the question for the code."""
    with empty_home(port) as home:
        async with home.on_screen("Sue") as pty:
            await pty.until("table code:")


async def by_browser(port: int) -> None:
    """Ask for the page, and read it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
    writer.close()


async def first_guest() -> list[Line]:
    """How long the host answers nobody while its first guest of a kind comes in."""
    return [await first_guest_by("ssh", by_ssh), await first_guest_by("browser", by_browser)]


async def first_guest_by(door: str, come: Callable[[int], Coroutine[Any, Any, None]]) -> Line:
    worst = []
    for _ in range(ROUNDS):
        with odin() as server:
            field = await table(clients=1).join(server.port)
            coming, times = asyncio.create_task(come(server.port)), []
            while not coming.done():
                times.append(await field.ping())
                await asyncio.sleep(BETWEEN_PINGS)
            await coming
            await field.close()
        worst.append(max(times) * 1000)
        progress(f"the longest answer while the first guest by {door} comes: {worst[-1]:.0f} ms")
    return Line(f"longest answer while the first guest by {door} comes, in ms", median(worst), FIRST_GUEST_MS)


async def first_screen() -> list[Line]:
    """Processor time until `odin host` shows its first screen, with all doors and with none, in turns."""
    costs: dict[tuple[str, ...], list[float]] = {(): [], ("--no-ssh", "--no-web"): []}
    for _ in range(FIRST_SCREENS):
        for flags, spents in costs.items():
            spents.append(await first_screen_with(*flags))
    every, none = (min(spents) for spents in costs.values())
    progress(f"processor time until the first screen: {every * 1000:.0f} ms, without doors {none * 1000:.0f} ms")
    return [Line("first screen with all doors / with none", every / none, FIRST_SCREEN)]


async def first_screen_with(*flags: str) -> float:
    began = spent()
    with tempfile.TemporaryDirectory() as data:
        host = ("host", "--name", "Ann", "--port", "0", "--bind", "127.0.0.1", "--lang", "en", "--data", data)
        async with odin_on(*host, *flags) as pty:
            await pty.until("Odin")
    return spent() - began


PARTS: dict[str, Callable[[], Awaitable[list[Line]]]] = {
    "memory": memory_a_guest,
    "keys": key_to_redraw,
    "moves": moves_with_guests,
    "strangers": moves_with_strangers,
    "import": first_guest,
    "screen": first_screen,
    "page": page_size,
    "tap": tap_to_seat,
    "seen": move_to_page,
    "phones": memory_a_phone,
    "pages": watching_pages,
}


def main() -> int:
    """Print the figures; 1 if one is not met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=", ".join(PARTS))
    wanted = parser.parse_args().parts or [*PARTS]
    return report([line for name in wanted for line in asyncio.run(run(PARTS[name]))])


if __name__ == "__main__":
    sys.exit(main())
