"""Announcing and looking, over real multicast on the loopback of this computer."""

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from random import Random
from typing import TypeVar
from unittest.mock import patch

import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from odin_net.lan import discovery
from odin_net.lan.addresses import Interface
from odin_net.lan.announcements import Announced, FoundTable, texts_of
from odin_net.lan.discovery import Announcer, DiscoveryFailed, browse, places_of, watch
from odin_net.lan.endpoint import Address as Where
from tests.helpers import LONG

HERE = ip_address("127.0.0.1")
# Of a type of their own, so that no real table is seen.
# Another run of these tests on this computer is not to be heard.
SERVICE = f"_odin-{os.getpid()}._tcp.local."


def loopback_has_multicast() -> bool:
    """Whether a packet that is sent to a group of ours on the loopback comes back."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending,
    ):
        try:
            listening.bind(("", 0))
            member = socket.inet_aton("239.255.90.54") + HERE.packed
            listening.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
            listening.settimeout(5)
            sending.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, HERE.packed)
            sending.sendto(b"odin", ("239.255.90.54", listening.getsockname()[1]))
            return listening.recv(4) == b"odin"
        except OSError:
            return False


Test = TypeVar("Test", bound=Callable[..., object])
HAS_MULTICAST = loopback_has_multicast()


def multicast(test: Test) -> Test:
    """A test that needs it, and has it alone: what is sent is heard by all who listen."""
    pytest.mark.skipif(not HAS_MULTICAST, reason="the loopback of this computer has no multicast")(test)
    pytest.mark.xdist_group("multicast")(test)
    return test


def announced(number: int = 1, players: int = 1) -> Announced:
    return Announced(bytes([number]) * 16, f"Host {number}", 9054 + number, players, 4, open=number == 2)


@pytest.fixture
async def announcer() -> AsyncIterator[Announcer]:
    announcer = Announcer(HERE, SERVICE, on_loopback=True)
    yield announcer
    await announcer.stop()


@multicast
async def test_a_table_that_is_announced_is_found(announcer: Announcer) -> None:
    assert await announcer.start(announced()) is None
    found = await browse(LONG, [HERE], lambda _: True, SERVICE)
    assert found == [FoundTable("Host 1", "127.0.0.1", 9055, b"\x01" * 16, 1, 4, False)]


@multicast
async def test_two_tables_are_found_and_a_table_that_has_stopped_is_not(announcer: Announcer) -> None:
    other = Announcer(HERE, SERVICE, on_loopback=True)
    await announcer.start(announced(1))
    await other.start(announced(2))
    seen: set[str] = set()

    def both(table: FoundTable) -> bool:
        seen.add(table.name)
        return len(seen) == 2

    found = await browse(LONG, [HERE], both, SERVICE)
    assert [(table.name, table.open) for table in found] == [("Host 1", False), ("Host 2", True)]
    await announcer.stop()
    found = await browse(LONG, [HERE], lambda _: True, SERVICE)
    assert [table.name for table in found] == ["Host 2"]
    await other.stop()
    await other.stop()


async def vanish(announcer: Announcer) -> None:
    """Stop as a host does that was killed: without a good-bye."""
    zeroconf, announcer._zeroconf = announcer._zeroconf, None
    assert zeroconf is not None
    zeroconf.zeroconf.registry.async_remove(zeroconf.zeroconf.registry.async_get_service_infos())
    await zeroconf.async_close()


@multicast
async def test_a_table_that_has_moved_is_seen_where_it_is_now_and_only_there(announcer: Announcer) -> None:
    seen: asyncio.Queue[list[int]] = asyncio.Queue()
    looking = asyncio.create_task(
        watch(lambda tables: seen.put_nowait([table.port for table in tables]), [HERE], SERVICE)
    )
    moved = Announcer(HERE, SERVICE, on_loopback=True)
    async with asyncio.timeout(LONG):
        await announcer.start(announced())
        while await seen.get() != [9055]:
            pass
        await vanish(announcer)
        await moved.start(announced()._replace(port=9070))
        while await seen.get() != [9070]:
            pass
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        found: list[Where] = []
        while not found:
            found = await places_of(b"\x01" * 16, 0.5, [HERE], SERVICE)
    assert found == [("127.0.0.1", 9070)]
    assert await places_of(b"\x02" * 16, 0.1, [HERE], SERVICE) == []
    await moved.stop()


@multicast
async def test_a_false_announcement_does_not_hide_the_true_one(announcer: Announcer) -> None:
    class Liar(Announcer):
        """It tells of a table that is not its own, under a name of its own."""

        def _info(self, announced: Announced) -> AsyncServiceInfo:
            other = super()._info(announced._replace(table=b"\x09" * 16))
            return AsyncServiceInfo(
                SERVICE, other.name, port=9066, addresses=other.addresses, server=other.server,
                properties=texts_of(announced),
            )  # fmt: skip

    liar = Liar(HERE, SERVICE, on_loopback=True)
    await liar.start(announced())
    await announcer.start(announced())
    found: set[Where] = set()
    async with asyncio.timeout(LONG):
        while len(found) < 2:
            found |= set(await places_of(b"\x01" * 16, 0.5, [HERE], SERVICE))
    assert found == {("127.0.0.1", 9055), ("127.0.0.1", 9066)}
    await liar.stop()


@multicast
async def test_a_lobby_that_changes_is_found_as_it_is_now(
    announcer: Announcer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "UPDATE_SECONDS", 0)
    await announcer.start(announced())
    looking = asyncio.create_task(browse(LONG, [HERE], lambda table: table.players == 4, SERVICE))
    for players in (2, 3, 4):
        announcer.update(announced(1, players))
    assert [table.players for table in await looking] == [4]


@multicast
async def test_who_watches_sees_a_table_come_change_and_go(
    announcer: Announcer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "UPDATE_SECONDS", 0)
    seen: asyncio.Queue[list[int]] = asyncio.Queue()
    looking = asyncio.create_task(
        watch(lambda tables: seen.put_nowait([table.players for table in tables]), [HERE], SERVICE)
    )

    async def until(players: list[int]) -> None:
        async with asyncio.timeout(LONG):
            while await seen.get() != players:
                pass

    await announcer.start(announced())
    await until([1])
    announcer.update(announced(1, 3))
    await until([3])
    await announcer.stop()
    await until([])
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)


@multicast
async def test_a_search_ends_when_its_time_is_over_and_finds_nothing_where_nothing_is() -> None:
    assert await browse(0.05, [HERE], service=SERVICE) == []


@multicast
async def test_records_of_strangers_are_no_tables_and_hide_none(announcer: Announcer) -> None:
    stranger = AsyncZeroconf(interfaces=["127.0.0.1"])
    try:
        for number, texts in enumerate([{}, {"table": "zz"}, {"name": "\x1b[2J"}]):
            info = AsyncServiceInfo(
                SERVICE, f"a{number}.{SERVICE}", port=9, addresses=[HERE.packed], properties=texts, server="a.local."
            )
            await (await stranger.async_register_service(info, cooperating_responders=True))
        await announcer.start(announced())
        found = await browse(LONG, [HERE], lambda _: True, SERVICE)
        assert [table.name for table in found] == ["Host 1"]
    finally:
        await stranger.async_close()


@multicast
async def test_garbage_and_names_that_are_none_hide_no_table(announcer: Announcer) -> None:
    looking = asyncio.create_task(browse(LONG, [HERE], lambda _: True, SERVICE))
    random = Random(9054)
    hostile = [answer_with_name(name) for name in HOSTILE_NAMES]
    garbage = [random.randbytes(random.randrange(1, 500)) for _ in range(200)]
    cut = [packet[: random.randrange(len(packet))] for packet in hostile for _ in range(20)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, HERE.packed)
        for packet in hostile + garbage + cut:
            await asyncio.sleep(0)  # Let the search begin, and read.
            stranger.sendto(packet, (str(discovery.GROUP), 5353))
    await announcer.start(announced())
    assert [table.name for table in await looking] == ["Host 1"]


OURS = tuple(SERVICE.removesuffix(".").encode().split(b"."))
HOSTILE_NAMES: list[tuple[bytes, ...]] = [
    OURS,
    (b"\x1b[2J", *OURS),
    (b"\0", *OURS),
    (b"\xff\xfe", *OURS),
    (b"a.b", *OURS),
    (b"a", b"_sub", *OURS),
    (b"a" * 63, b"b" * 63, *OURS),
    (b"elsewhere", b"_http", b"_tcp", b"local"),
    (b"local",),
    (),
]


def answer_with_name(name: tuple[bytes, ...]) -> bytes:
    """A packet that says that something of this name is of our type."""
    target = on_the_wire(name)
    header, pointer = struct.pack(">6H", 0, 0x8400, 0, 1, 0, 0), struct.pack(">HHIH", 12, 1, 4500, len(target))
    return header + on_the_wire(OURS) + pointer + target


def on_the_wire(name: tuple[bytes, ...]) -> bytes:
    return b"".join(bytes([len(label)]) + label for label in name) + b"\0"


def test_a_network_without_multicast_does_not_spoil_the_search() -> None:
    gone = Interface("eth9", ip_address("192.0.2.99"), 24)  # not of this computer
    assert discovery._to_look_on([gone, Interface("lo", HERE, 8)]) == []


@multicast
async def test_so_many_tables_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "MAX_TABLES", 2)
    monkeypatch.setattr(discovery, "MAX_NAMES", 3)
    announcers = [Announcer(HERE, SERVICE, on_loopback=True) for _ in range(5)]
    seen: set[str] = set()

    def three(table: FoundTable) -> bool:
        seen.add(table.name)
        return len(seen) == 3

    try:
        for number, one in enumerate(announcers):
            await one.start(announced(number))
        assert len(await browse(LONG, [HERE], three, SERVICE)) == 2
        assert len(seen) == 3
    finally:
        await asyncio.gather(*(one.stop() for one in announcers))


async def test_a_table_on_the_loopback_is_not_announced() -> None:
    announcer = Announcer(HERE)
    assert str(await announcer.start(announced())) == "the table is on this computer only"
    announcer.update(announced())
    await announcer.stop()


async def test_an_ipv6_address_is_not_announced() -> None:
    announcer = Announcer(ip_address("fd00::2"))
    assert str(await announcer.start(announced())) == "only IPv4 addresses are announced"
    with pytest.raises(DiscoveryFailed, match="no IPv4 network"):
        await browse(LONG, [ip_address("fd00::2")])


@contextmanager
def no_multicast(error: Exception) -> Iterator[None]:
    with patch.object(discovery, "AsyncZeroconf", side_effect=error):
        yield


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(98, "Address already in use"), "the system refuses multicast: Address already in use"),
        (OSError("nothing known"), "multicast does not work here: OSError"),
        (RuntimeError("text"), "multicast does not work here: RuntimeError"),
        (TimeoutError(), "the network does not answer"),
    ],
)
async def test_a_network_that_refuses_is_a_reason_and_no_error(error: Exception, reason: str) -> None:
    announcer = Announcer(ip_address("192.168.1.20"))
    with no_multicast(error):
        assert str(await announcer.start(announced())) == reason
        announcer.update(announced())
        await announcer.stop()
        with pytest.raises(DiscoveryFailed, match=reason):
            await browse(LONG, [HERE])
