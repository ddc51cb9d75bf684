"""A host in lines among bad company: kicks last, mutes last, and a television sees it through."""

import asyncio
from pathlib import Path

from clients.news import How, SeatTaken
from protocol.errors import Hint
from protocol.messages import Reason, Refused, Watching
from tests.helpers import LONG
from tests.helpers.guests import Guest, back_at_the_table
from tests.helpers.host import CODE, LINES, LOOK, Host

LOOKS = int(LONG / LOOK)
SHOWN = "The code: "


class PlainHost(Host):
    """`odin host --plain` as a person runs it who types."""

    async def hears(self, line: str, *answers: str) -> None:
        """Type this, and wait until all of these are said."""
        before = len(self.lines)
        self.press(f"{line}\n")
        await self.until(lambda: all(answer in self.lines[before:] for answer in answers))

    async def sees(self, *lines: str) -> None:
        """Look at the table until all of these are said of it."""
        for _ in range(LOOKS):
            before = len(self.lines)
            await self.hears("table", "Seat 1: Ann")
            await asyncio.sleep(LOOK)
            if all(line in self.lines[before:] for line in lines):
                return
        raise AssertionError("it never came to be")

    @property
    def code(self) -> str:
        """The one that was shown last."""
        return [line for line in self.lines if line.startswith(SHOWN)][-1].removeprefix(SHOWN)


async def bad_company(data: Path) -> None:
    """An evening with somebody who is kicked and comes again, and a television that is muted."""
    host = PlainHost(data / "host", face=(*LINES, "--name", "Ann"))
    await host.open()
    bo, tv = Guest(host, data / "bo", "Bo"), Guest(host, data / "tv", "Dag", watch=True)
    try:
        await bo.sit().until(lambda: any(isinstance(news, SeatTaken) for news in bo.news))
        await tv.sit().until(lambda: tv.wire.session.caught_up)
        await _kick_lasts(host, bo, tv)
        await _mute_lasts(host, tv)
        await _come_again(host, bo, tv)
        await host.hears("quit")
        assert await host.wait() == 0
        assert not [line for line in host.errors if "Traceback" in line]
    finally:
        await bo.close()
        await tv.close()
        await host.close()


async def _kick_lasts(host: PlainHost, bo: Guest, tv: Guest) -> None:
    await host.hears(
        "kick Bo",
        "The table has a new code; the old one lets nobody in any more.",
        "Bo is kicked. Only the new code would let them in again.",
    )
    assert host.code != CODE
    assert not [line for line in host.lines if line.startswith("new code")], "an owner is told at the table"
    assert (await bo.ended()).how is How.KICKED
    again = await bo.sit().ended()
    assert (again.how, again.hint) == (How.REFUSED, Hint.WRONG_PROOF)
    assert tv.drops() == 0
    await tv.cut()
    await back_at_the_table(tv)
    await tv.kill()
    tv.news.clear()
    await tv.sit().until(lambda: tv.wire.session.caught_up)
    assert any(isinstance(news, Watching) for news in tv.news)


async def _mute_lasts(host: PlainHost, tv: Guest) -> None:
    await host.sees("Looking on: Dag.")
    await host.hears("mute dag", "Muted: the others do not hear them any more.")
    await host.sees("Looking on: Dag (muted).")
    tv.news.clear()
    await host.kill()
    await host.resume()
    await tv.until(lambda: any(isinstance(news, Watching) for news in tv.news))
    await host.sees("Looking on: Dag (muted).", "Kicked: Bo.")
    tv.wire.session.say("hello")
    await tv.until(lambda: any(isinstance(news, Refused) and news.reason is Reason.MUTED for news in tv.news))


async def _come_again(host: PlainHost, bo: Guest, tv: Guest) -> None:
    await host.hears("forgive Bo", "Bo is not kicked any more and may come in again.")
    old = host.code
    await host.hears("new code", "The table has a new code; the old one lets nobody in any more.")
    await host.until(lambda: host.code != old)
    bo.code = host.code
    bo.news.clear()
    await bo.sit().until(lambda: any(isinstance(news, SeatTaken) for news in bo.news))
    await host.hears("kick Dag", "Dag is kicked. Only the new code would let them in again.")
    assert (await tv.ended()).how is How.KICKED
    assert bo.drops() == 0
