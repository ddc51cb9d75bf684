"""The host is killed with SIGKILL, over and over, and resumed: nothing that anybody saw is lost."""

import asyncio
from pathlib import Path

from clients.news import How
from tests.helpers.guests import Guest, assert_complete, assert_nothing_is_wrong, back_at_the_table, seated
from tests.helpers.host import Host, hosted
from tests.promises.moments import Moments

TABLE = ("--seats", "4", "--bots", "1", "--pace", "0", "--points", "99", "--games", "1")


async def kill_host(data: Path, seed: int, count: int) -> list[str]:
    """Kill the host at so many moments of one evening; what they were."""
    async with hosted(data / "host", *TABLE) as host, seated(host, data / "guests", ("Ann", "Bo", "Cid")) as guests:
        struck = asyncio.Event()

        def strike() -> None:
            host.process.kill()  # In the middle of whatever it does.
            struck.set()

        moments = Moments(seed, count, strike)
        guests[0].on_event = moments.see
        killing = asyncio.create_task(_resume_after_each(host, guests, moments, struck))
        ends = [await guest.ended() for guest in guests]
        if killing.done():
            killing.result()  # What went wrong there says more than what follows from it.
        assert moments.are_over, f"the game ended after {moments.struck}"
        await killing
        assert await host.wait() == 0
        assert host.lines[-1] == "bye"
        assert [end.how for end in ends] == [How.DONE] * 3
        assert_nothing_is_wrong(guests)
        assert guests[0].raw == guests[1].raw == guests[2].raw
        (record,) = set(host.records())
        assert_complete(record)
        return moments.struck


async def _resume_after_each(host: Host, guests: list[Guest], moments: Moments, struck: asyncio.Event) -> None:
    while not moments.are_over:
        moments.arm()
        await struck.wait()
        struck.clear()
        await host.kill()
        saw = [list(guest.raw) for guest in guests]
        await host.resume()
        for guest, before in zip(guests, saw, strict=True):
            await back_at_the_table(guest)
            assert guest.raw[: len(before)] == before
