"""The host is killed and its disk has lied: the end of the journal is gone. Everybody is back by themselves."""

from functools import partial
from pathlib import Path

from clients.news import HostRolledBack, How, LinkStage
from odin_net.game.events import Event, HandEnded
from tests.helpers.guests import Guest, assert_complete, assert_nothing_is_wrong, back_at_the_table, seated
from tests.helpers.host import hosted

TABLE = ("--seats", "4", "--bots", "1", "--pace", "0.3", "--points", "12", "--games", "1")
LOSSES = ("one entry", "three entries", "a second")
# So many events of the game are seen before it happens: somewhere in its second hand.
SOME = 12


async def roll_back(data: Path, loss: str) -> str:
    """Kill the host in the middle of a hand and cut its journal; what was lost."""
    async with hosted(data / "host", *TABLE) as host, seated(host, data / "guests", ("Ann", "Bo", "Cid")) as guests:
        await guests[0].until(lambda: _since_first_hand(guests[0]) > SOME)
        await host.kill()
        for guest in guests:
            await guest.until(partial(_is_lost, guest))  # All that the host has sent is in.
        saw = [guest.events() for guest in guests]
        count = {"one entry": 1, "three entries": 3}.get(loss) or host.entries_of_last(1.0)
        host.forget(count)
        while not (lost := _saw_more(saw, host.journalled())):
            host.forget(1)  # The host was killed before it could send what it had written.
            count += 1
        kept = host.journalled()
        await host.resume()
        for guest, events in zip(guests, saw, strict=True):
            await back_at_the_table(guest)
            told = [news for news in guest.news if isinstance(news, HostRolledBack)]
            assert bool(told) == (events != kept[: len(events)])
        ends = [await guest.ended() for guest in guests]
        assert await host.wait() == 0
        assert [end.how for end in ends] == [How.DONE] * 3
        assert_nothing_is_wrong(guests)
        assert guests[0].raw == guests[1].raw == guests[2].raw
        assert sum("had seen more of this game" in line for line in host.errors) == len(lost)
        (record,) = set(host.records())
        assert_complete(record)
        return f"{count} entries, of which {len(lost)} had seen something"


def _since_first_hand(guest: Guest) -> int:
    events = guest.events()
    first = next((place for place, event in enumerate(events) if isinstance(event, HandEnded)), len(events))
    return len(events) - first


def _is_lost(guest: Guest) -> bool:
    return guest.wire.session.stage is not LinkStage.OPEN


def _saw_more(saw: list[list[Event]], kept: list[Event]) -> list[list[Event]]:
    """What those saw who have seen more than was kept."""
    return [events for events in saw if events != kept[: len(events)]]
