"""Clients are cut off or killed, over and over: seat, hand and log come back, and the table never waits for long."""

import asyncio
from pathlib import Path
from random import Random

from clients.news import How
from odin_net.game.events import Actor, CardsPlayed, Kind, Passed, Presence, SeatChanged
from odin_net.game.state import Phase
from odin_net.host.seats import GRACE
from tests.helpers.guests import Guest, assert_complete, assert_nothing_is_wrong, back_at_the_table, seated
from tests.helpers.host import Host, eventually, hosted
from tests.promises.moments import Moments

TABLE = ("--seats", "4", "--bots", "1", "--pace", "0", "--points", "99", "--games", "1")


async def cut_clients(data: Path, seed: int, count: int) -> list[str]:
    """Cut one client or another off, or kill it, at so many moments of one evening; what they were."""
    rng = Random(seed)
    async with hosted(data / "host", *TABLE) as host, seated(host, data / "guests", ("Ann", "Bo", "Cid")) as guests:
        struck = asyncio.Event()
        moments = Moments(seed, count, struck.set)
        guests[0].on_event = moments.see
        cutting = asyncio.create_task(_cut_at_each(rng, guests, moments, struck))
        ends = [await guest.ended() for guest in guests]
        if cutting.done():
            cutting.result()  # What went wrong there says more than what follows from it.
        assert moments.are_over, f"the game ended after {moments.struck}"
        await cutting
        assert await host.wait() == 0
        assert [end.how for end in ends] == [How.DONE] * 3
        assert_nothing_is_wrong(guests)
        assert guests[0].raw == guests[1].raw == guests[2].raw
        assert_complete(host.records()[0])
        return moments.struck


async def _cut_at_each(rng: Random, guests: list[Guest], moments: Moments, struck: asyncio.Event) -> None:
    while not moments.are_over:
        moments.arm()
        await struck.wait()
        struck.clear()
        # Ann watches for the moments; she is cut off, but not killed.
        victim = rng.choice(guests)
        before, seat = list(victim.raw), victim.wire.session.seat
        if victim is guests[0] or rng.random() < 0.5:
            await victim.cut()
        else:
            await victim.kill()
            victim.sit()
        await back_at_the_table(victim)
        assert victim.raw[: len(before)] == before
        assert seat in (None, victim.wire.session.seat)
        assert _knows_its_hand(victim)


def _knows_its_hand(guest: Guest) -> bool:
    state = guest.wire.session.state
    return state is None or state.board.phase is not Phase.PLAYING or guest.wire.session.view is not None


async def stay_away(data: Path) -> None:
    """Somebody stays away for longer than the grace: a bot covers, its plays say so, and the seat is taken back."""
    async with hosted(data / "host", *TABLE) as host, seated(host, data / "guests", ("Ann", "Bo")) as guests:
        late = Guest(host, data / "late", "Cid").sit()
        ann = guests[0]
        await late.until(lambda: late.wire.session.view is not None)
        seat = late.wire.session.seat
        assert seat is not None
        await late.kill()
        loop = asyncio.get_running_loop()
        left = loop.time()
        await ann.until(lambda: _presence(ann, seat) is Presence.COVERED)
        # The table was told at once, and waited for the grace and not much longer.
        assert GRACE - 1 <= loop.time() - left <= GRACE + 5
        assert ann.has_seen_away(seat)
        await ann.until(lambda: bool(_acts(ann, seat, Actor.BOT)))
        late.sit()
        await back_at_the_table(late)
        assert late.wire.session.seat == seat
        await ann.until(lambda: _presence(ann, seat) is Presence.HERE)
        covered = len(_acts(ann, seat, Actor.BOT))
        mine = len(_acts(ann, seat, Actor.PERSON))
        await ann.until(lambda: len(_acts(ann, seat, Actor.PERSON)) > mine)
        assert len(_acts(ann, seat, Actor.BOT)) == covered
        await late.close()


def _presence(guest: Guest, seat: int) -> Presence:
    state = guest.wire.session.state
    assert state is not None
    return state.board.game.seats[seat].presence


def _acts(guest: Guest, seat: int, by: Actor) -> list[CardsPlayed | Passed]:
    acts = [event for event in guest.events() if isinstance(event, CardsPlayed | Passed)]
    return [act for act in acts if act.seat == seat and act.by is by]


async def all_away(data: Path, seconds: float) -> None:
    """Everybody is cut off for so long: nothing is played meanwhile, and then the game goes on."""
    flags = ("--seats", "3", "--bots", "1", "--pace", "0", "--points", "99", "--games", "1")
    async with hosted(data / "host", *flags) as host, seated(host, data / "guests", ("Ann", "Bo")) as guests:
        for guest in guests:
            await guest.until(lambda guest=guest: guest.wire.session.view is not None)  # type: ignore[misc]
        for guest in guests:
            await guest.kill()
        await eventually(lambda: _all_are_away(host))
        before = host.journalled()
        await asyncio.sleep(seconds)
        assert host.journalled() == before
        for guest in guests:
            guest.sit()
        assert [(await guest.ended()).how for guest in guests] == [How.DONE] * 2
        assert await host.wait() == 0
        assert_complete(host.records()[0])


def _all_are_away(host: Host) -> bool:
    changes = [event for event in host.journalled() if isinstance(event, SeatChanged) and event.occupant is not None]
    now = {change.seat: change.occupant for change in changes}
    people = [occupant for occupant in now.values() if occupant is not None and occupant.kind is Kind.PERSON]
    return all(occupant.presence is Presence.AWAY for occupant in people)
