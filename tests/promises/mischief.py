"""What those who sit at a table may try, and what may happen to the host's computer."""

import asyncio
import re
import shutil
from pathlib import Path

from clients.news import How
from clients.seat_store import FOLDER as SEATS
from odin_net.host.memo import decode_memo
from protocol.connection import LINK_TIMEOUT
from protocol.messages import PassTurn, Paused, Play, Reason, Refused
from tests.helpers.guests import Guest, assert_complete, assert_nothing_is_wrong, back_at_the_table, seated
from tests.helpers.host import CODE, hosted

ENDLESS = ("--seats", "2", "--pace", "0", "--points", "99", "--games", "1")


async def one_secret_twice(data: Path) -> None:
    """The newer of two clients with one seat's secret has the seat; the older is told why, and stays away."""
    async with hosted(data / "host", *ENDLESS) as host, seated(host, data / "guests", ("Ann",)) as (ann,):
        await back_at_the_table(ann)
        shutil.copytree(data / "guests" / SEATS, data / "copy" / SEATS)
        twin = Guest(host, data / "copy", "Ann").sit()
        assert (await ann.ended()).how is How.REPLACED
        await back_at_the_table(twin)
        assert twin.wire.session.seat == 0
        assert ann.drops() == 0
        await twin.close()


async def bad_commands(data: Path) -> None:
    """What is illegal, stale or said twice gets its reason and changes nothing; also after a reconnect."""
    async with hosted(data / "host", *ENDLESS) as host, seated(host, data / "guests", ("Ann", "Bo")) as guests:
        guests[0].plays = guests[1].plays = False
        for guest in guests:
            await guest.until(lambda guest=guest: guest.wire.session.view is not None)  # type: ignore[misc]
        state = guests[0].wire.session.state
        assert state is not None
        opener = next(guest for guest in guests if guest.wire.session.seat == state.board.turn)
        other = next(guest for guest in guests if guest is not opener)
        before = len(opener.raw)
        assert await _answer(opener, PassTurn(0)) is Reason.OPENER_CANNOT_PASS
        assert await _answer(opener, Play(0, (0, 1, 2), None)) in (Reason.NOT_YOUR_CARD, Reason.WRONG_NUMBER_OF_CARDS)
        assert await _answer(opener, Play(7, (0,), None)) is Reason.STALE
        assert await _answer(other, PassTurn(0)) is Reason.NOT_YOUR_TURN
        assert len(opener.raw) == len(other.raw) == before
        view = opener.wire.session.view
        assert view is not None
        card = view.hand.bit_length() - 1
        opener.wire.session.play((card,), None)
        opener.wire.session.send(Play(0, (card,), None))
        await opener.until(lambda: _refusals(opener)[-1] is Reason.STALE)
        await opener.cut()
        await back_at_the_table(opener)
        assert await _answer(opener, Play(0, (card,), None)) is Reason.STALE
        assert _plays(opener) == 1


def _refusals(guest: Guest) -> list[Reason]:
    return [news.reason for news in guest.news if isinstance(news, Refused)]


async def _answer(guest: Guest, message: Play | PassTurn) -> Reason:
    before = len(_refusals(guest))
    assert guest.wire.session.send(message)
    await guest.until(lambda: len(_refusals(guest)) > before)
    return _refusals(guest)[-1]


def _plays(guest: Guest) -> int:
    state = guest.wire.session.state
    assert state is not None
    return state.board.action


async def stalled_reader(data: Path) -> None:
    """Somebody stops reading and stays connected: the others play on, it is dropped at the limit, and comes back."""
    table = ("--seats", "3", "--pace", "0", "--points", "99", "--games", "1")
    async with hosted(data / "host", *table) as host, seated(host, data / "guests", ("Ann", "Bo", "Cid")) as guests:
        stalled = guests[2]
        await stalled.until(lambda: stalled.wire.session.view is not None)
        seat = stalled.wire.session.seat
        assert seat is not None
        stalled.stop_reading()
        loop = asyncio.get_running_loop()
        began = loop.time()
        await guests[0].until(lambda: guests[0].has_seen_away(seat))
        assert loop.time() - began <= LINK_TIMEOUT + 5
        stalled.read_again()
        assert [(await guest.ended()).how for guest in guests] == [How.DONE] * 3
        assert stalled.drops() >= 1
        assert guests[0].raw == stalled.raw
        assert_nothing_is_wrong(guests)


async def full_disk(data: Path) -> None:
    """The disk takes no writes: the table pauses and says so, nothing unwritten is seen, and then it goes on."""
    import resource  # noqa: PLC0415  Not on Windows.

    table = ("--seats", "3", "--bots", "1", "--pace", "0.02", "--points", "99", "--games", "1")
    async with hosted(data / "host", *table) as host, seated(host, data / "guests", ("Ann", "Bo")) as guests:
        await guests[0].until(lambda: guests[0].wire.session.view is not None)
        size = resource.RLIMIT_FSIZE
        (journal,) = (data / "host" / "tables").glob("*.journal")
        before = resource.prlimit(host.process.pid, size, (journal.stat().st_size, resource.RLIM_INFINITY))
        for guest in guests:
            await guest.until(lambda guest=guest: any(isinstance(news, Paused) for news in guest.news))  # type: ignore[misc]
        written = host.journalled()
        assert guests[0].events() == guests[1].events() == written
        await host.until(lambda: any("disk takes no writes" in line for line in host.errors))
        resource.prlimit(host.process.pid, size, before)
        assert [(await guest.ended()).how for guest in guests] == [How.DONE] * 2
        assert await host.wait() == 0
        assert [guest.drops() for guest in guests] == [0, 0]
        assert_nothing_is_wrong(guests)
        assert_complete(host.records()[0])


async def silent_logs(data: Path, games: int) -> None:
    """At debug level, many games long, nothing that is logged holds a hand, a key or the code."""
    flags = ("--seats", "3", "--bots", "1", "--pace", "0", "--points", "1", "--games", str(games), "--debug")
    async with hosted(data / "host", *flags) as host, seated(host, data / "guests", ("Ann", "Bo")) as guests:
        await guests[0].until(lambda: guests[0].wire.session.view is not None)
        known = secrets_of(host.memo())
        await guests[1].cut()
        assert [(await guest.ended()).how for guest in guests] == [How.DONE] * 2
        assert await host.wait() == 0
        lines = [line for line in host.lines if not line.startswith(("table open", "new code", "record "))]
        assert_no_secret([*host.errors, *lines], [CODE, *known])
        assert len(host.records()) == games


def assert_no_secret(lines: list[str], secrets: list[str]) -> None:
    """None of these lines holds a card, a key, or one of these."""
    assert len(lines) > 5
    for line in lines:
        assert not re.search(r"\b[ROYGBP][1-9]\b|[0-9a-f]{16}|\\x[0-9a-f]{2}|b'", line), line
        assert not any(secret in line for secret in secrets), line


def secrets_of(memo: bytes) -> list[str]:
    """What a table remembers and nobody may read, in the ways in which it could be printed."""
    known = decode_memo(memo)
    raw = [known.deal_secret, *known.hand_keys, *(secrets.key for secrets in known.seat_secrets)]
    raw += [secrets.secret for secrets in known.seat_secrets if secrets.secret is not None]
    return [form for secret in raw if secret for form in (secret.hex(), repr(secret), repr(secret)[2:-1])]
