"""Tables that find each other by multicast DNS: `_odin._tcp`. A hint only: the code decides who gets in.

Whatever goes wrong here must never stop a table, since people can always join by its address. So every kind of error
that the library or the network comes up with ends as a reason, in words.
"""

import asyncio
import ipaddress
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from odin_net.errors import Saying, saying
from odin_net.lan.addresses import Address, Interface, InterfaceKind, interfaces
from odin_net.lan.announcements import Announced, FoundTable, Vantage, parse_found, texts_of
from odin_net.lan.endpoint import Address as Where

SERVICE = "_odin._tcp.local."
GROUP = ipaddress.IPv4Address("224.0.0.251")

MAX_TABLES = 64
# Somebody could answer with names without end; so many are looked at.
MAX_NAMES = 4 * MAX_TABLES

START_SECONDS = 5.0
# A search without an end asks for so long what stands behind a name.
ASK_SECONDS = 5.0
# A table that stops must stop within a second.
STOP_SECONDS = 0.6
# Multicast wakes every device of the room, so changes of the lobby travel together.
UPDATE_SECONDS = 1.0


class DiscoveryFailed(Exception):
    """This computer can neither announce a table nor look for one; `why` is part of a sentence."""

    def __init__(self, why: Saying) -> None:
        super().__init__(str(why))
        self.why = why


class Announcer:
    """Tells the network of the chosen address about one table. No method raises, whatever the network does."""

    def __init__(self, address: Address, service: str = SERVICE, *, on_loopback: bool = False) -> None:
        self._address, self._service, self._on_loopback = address, service, on_loopback
        self._zeroconf: AsyncZeroconf | None = None
        self._wanted: Announced
        self._changed = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None

    async def start(self, announced: Announced) -> Saying | None:
        """Begin to tell; the reason, for a person, if that cannot be."""
        if self._address.is_loopback and not self._on_loopback:
            return saying("the table is on this computer only")
        if self._address.version != 4:
            return saying("only IPv4 addresses are announced")
        try:
            self._zeroconf = _open([self._address])
            # The name is the table's own random number, so nobody need be asked whether it is taken.
            registered = self._zeroconf.async_register_service(self._info(announced), cooperating_responders=True)
            sent = await asyncio.wait_for(registered, START_SECONDS)
        except Exception as error:
            await self.stop()
            return reason_of(error)
        self._sending = asyncio.ensure_future(self._send(self._zeroconf, sent))
        return None

    def update(self, announced: Announced) -> None:
        """The lobby is like this now. The network hears it within a second or so."""
        self._wanted = announced
        self._changed.set()

    async def stop(self) -> None:
        """Take the table off the network. A second call does nothing."""
        zeroconf, self._zeroconf = self._zeroconf, None
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)
        if zeroconf is not None:
            await _close(zeroconf)

    async def _send(self, zeroconf: AsyncZeroconf, sent: Awaitable[object]) -> None:
        """Let the first announcement go out, then each change, for as long as the table is there."""
        while True:
            with suppress(Exception):
                await sent
            await asyncio.sleep(UPDATE_SECONDS)
            await self._changed.wait()
            self._changed.clear()
            with suppress(Exception):
                sent = await zeroconf.async_update_service(self._info(self._wanted))

    def _info(self, announced: Announced) -> AsyncServiceInfo:
        label = announced.table.hex()
        return AsyncServiceInfo(
            self._service,
            f"{label}.{self._service}",
            port=announced.port,
            addresses=[self._address.packed],
            properties=texts_of(announced),
            # Not this computer's name: it often tells its owner's.
            server=f"odin-{label[:16]}.local.",
        )


async def browse(
    seconds: float,
    on: Sequence[Address] | None = None,
    enough: Callable[[FoundTable], bool] = lambda _: False,
    service: str = SERVICE,
) -> list[FoundTable]:
    """The tables that are found within this time on the networks of these addresses (None: all but the loopback).

    It ends early once a table is `enough`. DiscoveryFailed if this computer cannot look.
    """
    async with _searching(on, service, lambda table: table is not None and enough(table)) as search:
        await search.run(seconds)
        return search.found()


async def places_of(
    table: bytes, seconds: float, on: Sequence[Address] | None = None, service: str = SERVICE
) -> list[Where]:
    """Where this table is said to be: all that is said within this time, so that no false word hides the true one.

    DiscoveryFailed if this computer cannot look.
    """
    places: dict[Where, None] = {}

    def note(found: FoundTable) -> bool:
        if found.table == table:
            places[Where(found.address, found.port)] = None
        return False

    await browse(seconds, on, note, service)
    return list(places)


async def watch(
    changed: Callable[[list[FoundTable]], None], on: Sequence[Address] | None = None, service: str = SERVICE
) -> None:
    """Look until this is cancelled, and tell which tables are there whenever one comes, changes or goes.

    DiscoveryFailed if this computer cannot look.
    """

    def heard(_: FoundTable | None) -> bool:
        changed(search.found())
        return False

    async with _searching(on, service, heard) as search:
        await search.run(None)


@asynccontextmanager
async def _searching(
    on: Sequence[Address] | None, service: str, heard: Callable[[FoundTable | None], bool]
) -> "AsyncIterator[_Search]":
    own = interfaces()
    addresses = _to_look_on(own) if on is None else on
    try:
        zeroconf = _open(addresses)
    except Exception as error:
        raise DiscoveryFailed(reason_of(error)) from None
    around = Vantage(own, all(address.is_loopback for address in addresses))
    try:
        yield _Search(zeroconf.zeroconf, service, around, heard)
    finally:
        await _close(zeroconf)


class _Search:
    """One look around: names come in, their records are asked for, and those that fit are kept."""

    def __init__(
        self, zeroconf: Zeroconf, service: str, around: Vantage, heard: Callable[[FoundTable | None], bool]
    ) -> None:
        """`heard` is told of a table that is new or has changed, or None if one has gone; whether that is enough."""
        self._zeroconf, self._service, self._around, self._tell = zeroconf, service, around, heard
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._done = asyncio.Event()
        self._seconds = ASK_SECONDS

    async def run(self, seconds: float | None) -> None:
        """Look for so long, or until this is cancelled."""
        self._seconds = ASK_SECONDS if seconds is None else seconds
        browser = AsyncServiceBrowser(self._zeroconf, self._service, handlers=[self._heard])
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._done.wait(), seconds)
        finally:
            await browser.async_cancel()
            for task in self._asking.values():
                task.cancel()
            await asyncio.gather(*self._asking.values(), return_exceptions=True)

    def found(self) -> list[FoundTable]:
        """What is known at the end, so that a lobby that has changed meanwhile is as it is now."""
        tables = {self._known(name) for name in self._asking}
        return in_fair_order(table for table in tables if table is not None)[:MAX_TABLES]

    # The names of these parameters are zeroconf's.
    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:  # noqa: ARG002
        """A name appears, changes or goes."""
        if state_change is ServiceStateChange.Removed:
            if (task := self._asking.pop(name, None)) is not None:
                task.cancel()
                self._tell(None)
        elif name in self._asking:
            self._look_at(name)
        elif len(self._asking) < MAX_NAMES:
            self._asking[name] = asyncio.ensure_future(self._ask(name))

    async def _ask(self, name: str) -> None:
        with suppress(Exception):
            await AsyncServiceInfo(self._service, name).async_request(self._zeroconf, self._seconds * 1000)
        self._look_at(name)

    def _look_at(self, name: str) -> None:
        table = self._known(name)
        if table is not None and self._tell(table):
            self._done.set()

    def _known(self, name: str) -> FoundTable | None:
        try:
            info = AsyncServiceInfo(self._service, name)
            info.load_from_cache(self._zeroconf)
        except Exception:
            return None  # A name that is none.
        return parse_found(info.properties, info.addresses_by_version(IPVersion.V4Only), info.port, self._around)


def in_fair_order(tables: Iterable[FoundTable]) -> list[FoundTable]:
    """These by their names, but one of each computer before the second ones of any: who announces a hundred tables
    does not push the others off the list."""
    counts: Counter[str] = Counter()
    ranked = []
    for table in sorted(tables):
        ranked.append((counts[table.address], table))
        counts[table.address] += 1
    return [table for _, table in sorted(ranked)]


def _to_look_on(own: Sequence[Interface]) -> list[Address]:
    """All networks but the loopback, without those that know no multicast: one of them would spoil the whole search."""
    addresses = [one.address for one in own if one.address.version == 4 and one.kind is not InterfaceKind.LOOPBACK]
    return [address for address in addresses if _has_multicast(address)]


def _has_multicast(address: Address) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, GROUP.packed + address.packed)
        except OSError:
            return False
    return True


def _open(addresses: Sequence[Address]) -> AsyncZeroconf:
    if not any(isinstance(address, ipaddress.IPv4Address) for address in addresses):
        raise DiscoveryFailed(saying("this computer is in no IPv4 network with multicast"))
    return AsyncZeroconf(interfaces=[str(address) for address in addresses], ip_version=IPVersion.V4Only)


async def _close(zeroconf: AsyncZeroconf) -> None:
    """Say good-bye, if the network lets us, and close."""
    try:
        await asyncio.wait_for(zeroconf.async_close(), STOP_SECONDS)
    except Exception:
        with suppress(Exception):
            zeroconf.zeroconf.close()


def reason_of(error: Exception) -> Saying:
    """What went wrong, in words that say nothing of what the network sent."""
    match error:
        case DiscoveryFailed():
            return error.why
        case TimeoutError():
            return saying("the network does not answer")
        case OSError(strerror=str(words)):
            return saying("the system refuses multicast: {words}", words=words)
        case _:
            return saying("multicast does not work here: {error}", error=type(error).__name__)
