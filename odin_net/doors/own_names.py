"""Which names and addresses are those of this computer: a page is given out under no other.

A web site elsewhere can let its own name lead to an address in this network (DNS rebinding): then a browser takes the
table for a part of that site. It says so in `Host`.
"""

import socket
import time
from collections.abc import Callable
from ipaddress import ip_address

from odin_net.errors import OdinError
from odin_net.lan.addresses import Address, interfaces
from odin_net.lan.endpoint import format_address, parse_address

# Where no port is named.
HTTP = 80
# A computer may change its network while a table is open; to ask at every request would cost too much.
FRESH = 10.0


def this_computers_addresses() -> frozenset[Address]:
    """Those of all its interfaces."""
    return frozenset(interface.address for interface in interfaces())


def this_computers_names() -> frozenset[str]:
    """Those by which others may call it, in small letters."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"} - {"", ".local"})


class OwnNames:
    """The names and addresses of this computer, as they were a moment ago."""

    def __init__(
        self,
        names: Callable[[], frozenset[str]] = this_computers_names,
        addresses: Callable[[], frozenset[Address]] = this_computers_addresses,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._names, self._addresses, self._clock = names, addresses, clock
        self._asked = float("-inf")
        self._known: frozenset[str | Address] = frozenset()

    def authority(self, host: str, dialled: Address, port: int) -> str | None:
        """`Host` of a request in its one spelling, if it means this computer and this port; `dialled` surely does."""
        try:
            name, named_port = parse_address(host, HTTP)
        except OdinError:
            return None
        known = _as_address(name) or name.lower().removesuffix(".")
        if named_port != port or not (known == dialled or self._is_known(known)):
            return None
        return format_address(str(known), port)

    def _is_known(self, name: str | Address) -> bool:
        if not isinstance(name, str) and name.is_loopback:
            return True
        if self._clock() >= self._asked + FRESH:
            self._asked = self._clock()
            self._known = self._names() | self._addresses()
        return name in self._known


def _as_address(text: str) -> Address | None:
    try:
        return plain_address(text)
    except ValueError:
        return None


def plain_address(text: str) -> Address:
    """An address; a socket for both protocols writes IPv4 ones as IPv6 ones. ValueError if it is none."""
    address = ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address
