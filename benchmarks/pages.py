"""What phones cost the host and those who play, and how quick they are, as ratios within one run; see `doors.py`."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from random import Random
from statistics import median

from benchmarks.fields import OdinField
from benchmarks.host import CODE, PEOPLE, Line, Server, measure, memory, odin, progress, table
from clients.web.page import ENTRIES, make_page
from odin_net.errors import LANGUAGES
from protocol.messages import Intent
from tests.helpers.browser import Browser, Page, running_browser
from tests.helpers.web_bridge import bridged

ROUNDS = 3
MOVES_SEEN = 60
MOVES_WATCHED = 200
WATCHERS = 32
# The first ones fill what the host has freed since it started: only what comes after them is seen.
FIRST_PHONES = 64
MORE_PHONES = 128
MOVES_BEFORE_LOOKING = 40
SLOW_PHONE = 6.0
# What is promised.
KILOBYTES = 60.0
TAP_TO_SEAT = 2.5
MOVE_TO_STATE = 2.0
FRAME_MS = 20.0
PHONE_KIB = 64.0
WATCHING_PAGES = 1.5

# When a message was taken in and when its picture was shown, in seconds of the calendar: { state, frame }.
NOTE_MOMENTS = """
    globalThis.moments = [];
    const now = () => (performance.timeOrigin + performance.now()) / 1000;
    const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    Object.defineProperty(WebSocket.prototype, "onmessage", {
        ...own,
        set(act) {
            own.set.call(this, act && ((message) => {
                act(message);
                const moment = { state: now() };
                moments.push(moment);
                requestAnimationFrame(() => { moment.frame = now(); });
            }));
        },
    });
"""
TAP = """
    new Promise((done) => {
        const began = performance.now();
        document.querySelector("button[type=submit]").click();
        const isIn = () => document.querySelector("main .bar") !== null;
        const look = () => (isIn() ? done(performance.now() - began) : setTimeout(look, 1));
        look();
    })
"""


async def page_size() -> list[Line]:
    """What a page weighs on its way, in the language in which that is most."""
    sizes = {f"{path} {code}": len(make_page(code, path=path).packed) / 1000 for path in ENTRIES for code in LANGUAGES}
    progress(f"the page, compressed, in kB: {', '.join(f'{page} {size:.1f}' for page, size in sizes.items())}")
    return [Line("the page, compressed, in kB", max(sizes.values()), KILOBYTES)]


async def tap_to_seat() -> list[Line]:
    """From the tap to the lobby on a phone that is six times slower, against a robot's join, in turns."""
    taps, joins = [], []
    with running_browser() as browser:
        for _ in range(ROUNDS):
            with odin() as server:
                taps.append(await asyncio.to_thread(tapped, browser, server))
                began = time.perf_counter()
                field = await table(clients=1).join(server.port)
                joins.append(time.perf_counter() - began)
                await field.close()
            progress(f"to a seat: phone {taps[-1] * 1000:.0f} ms, robot {joins[-1] * 1000:.0f} ms")
    return [Line("tap to seat on a slow phone / a robot's join", median(taps) / median(joins), TAP_TO_SEAT)]


def tapped(browser: Browser, server: Server) -> float:
    """How long it takes this page from the tap to its seat."""
    page = browser.page()
    page.go(f"http://127.0.0.1:{server.port}/#{CODE}")
    page.tap("#name")
    page.type("Ann")
    page.throttle(SLOW_PHONE)
    seconds = float(page.run(TAP)) / 1000
    page.close()
    return seconds


async def move_to_page() -> list[Line]:
    """A move until a page's state has changed, and until its next frame, against a native client that watches, too."""
    native, states, frames = [], [], []
    with odin() as server, running_browser() as browser:
        page = await asyncio.to_thread(watching_page, browser, server)
        field = await table(watchers=1).join(server.port)
        sent: list[float] = []
        field.before_move = lambda _: sent.append(time.time())
        for _ in range(MOVES_SEEN):
            await asyncio.sleep(0.02)
            await asyncio.to_thread(page.run, "moments.length = 0")
            seconds = await field.move()
            began = time.perf_counter()
            field.watchers[0].settle()
            native.append(seconds + time.perf_counter() - began)
            moment = await asyncio.to_thread(page.until, "moments[0]?.frame && moments[0]")
            states.append(moment["state"] - sent[-1])
            frames.append(moment["frame"] - sent[-1])
        await field.close()
    near, state, frame = (median(times) * 1000 for times in (native, states, frames))
    progress(f"from a move to the state: native {near:.1f} ms, page {state:.1f} ms; to its frame {frame:.1f} ms")
    return [
        Line("move to the page's state / to a native client's", state / near, MOVE_TO_STATE),
        Line("from there to the page's frame, in ms", frame - state, FRAME_MS),
    ]


def watching_page(browser: Browser, server: Server) -> Page:
    """The big screen, which says when it has heard and shown something."""
    page = browser.page()
    page.call("Page.addScriptToEvaluateOnNewDocument", source=NOTE_MOMENTS)
    page.go(f"http://127.0.0.1:{server.port}/watch#{CODE}")
    page.until("document.querySelector('main.big-screen') !== null")
    return page


class FieldByPages(OdinField):
    """A table whose watchers come as pages do."""

    async def join_by(self, port: int, bridge: int) -> "FieldByPages":
        people, watchers = self._wanted
        await self.watch_by(bridge, watchers)
        for number in range(people):
            await self._come_in(port, self.people, f"P{number}", Intent.SEAT)
        return self

    async def watch_by(self, bridge: int, count: int) -> None:
        """So many more come to watch."""
        for _ in range(count):
            await self._come_in(bridge, self.watchers, f"W{len(self.watchers)}", Intent.WATCH)
        self.round.clients = self._wanted[0] + len(self.watchers)


@contextmanager
def large_table() -> Iterator[Server]:
    with odin("--spectators", "200") as server:
        yield server


@asynccontextmanager
async def pages_at(server: Server, people: int, watchers: int) -> AsyncIterator[FieldByPages]:
    async with bridged(server.port) as bridge:
        field = await FieldByPages(CODE, Random(7), people, watchers).join_by(server.port, bridge.port)
        try:
            yield field
        finally:
            await field.close()


async def memory_a_phone() -> list[Line]:
    """What a further phone takes of the host's memory when it has seen a part of a game.

    There are seats for six only: the phones watch, and a host keeps the same for them as for a seat's link.
    """
    with large_table() as server:
        async with bridged(server.port) as bridge:
            field = await FieldByPages(CODE, Random(7), PEOPLE, FIRST_PHONES).join_by(server.port, bridge.port)
            before = await memory_after_moves(field, server)
            await field.watch_by(bridge.port, MORE_PHONES)
            after = await memory_after_moves(field, server)
            await field.close()
    progress(f"memory of the host: {before} KiB with {FIRST_PHONES} phones, {after} KiB with {MORE_PHONES} more")
    return [Line("KiB a further phone", (after - before) / MORE_PHONES, PHONE_KIB)]


async def memory_after_moves(field: FieldByPages, server: Server) -> int:
    for _ in range(MOVES_BEFORE_LOOKING):
        await field.move()
    return memory(server.pid)


async def watching_pages() -> list[Line]:
    """What a move costs the host while pages watch, against as many native spectators."""
    ratios = []
    for _ in range(ROUNDS):
        with large_table() as server:
            field = await table(watchers=WATCHERS).join(server.port)
            native = (await measure(field, server, MOVES_WATCHED)).cpu
            await field.close()
        with large_table() as server:
            async with pages_at(server, PEOPLE, WATCHERS) as pages:
                by_pages = (await measure(pages, server, MOVES_WATCHED)).cpu
        progress(f"CPU a move with {WATCHERS} who watch: native {native:.0f} us, pages {by_pages:.0f} us")
        ratios.append(by_pages / native)
    return [Line(f"CPU a move with {WATCHERS} pages / native spectators", median(ratios), WATCHING_PAGES)]
