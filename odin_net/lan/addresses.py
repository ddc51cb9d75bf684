"""The networks of this computer, and the one address that a table tells people to join at.

A laptop has many addresses: its Wi-Fi's, a VPN's, those of container bridges. Friends in the room reach the first only,
so interfaces are sorted by what their names say they are. The sorting is pure; only `interfaces` and `route_address`
ask the system, and neither sends a packet.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

import ifaddr

from odin_net.errors import OdinError, Saying, saying

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

# TEST-NET-1: only asked for the way to it, nothing is sent there.
_ELSEWHERE = ("192.0.2.1", 9)


class InterfaceKind(Enum):
    """What an interface leads to, the best for a table first."""

    LAN = "network"
    LINK_LOCAL = "link-local"
    VPN = "VPN"
    BRIDGE = "container or virtual machine"
    LOOPBACK = "loopback"


class Interface(NamedTuple):
    """One address of one interface."""

    name: str
    address: Address
    prefix: int = 24
    """How many bits of the address name the network."""

    @property
    def kind(self) -> InterfaceKind:
        return kind_of(self.name, self.address)

    @property
    def is_reachable(self) -> bool:
        """Whether others can use the address as it is written: link-local IPv6 needs the name of their interface."""
        return not (self.address.version == 6 and self.address.is_link_local)

    def has_neighbour(self, address: Address) -> bool:
        """Whether this address is in the network of the interface."""
        return address in ipaddress.ip_network((int(self.address), self.prefix), strict=False)


class ChosenAddress(NamedTuple):
    """The address that a table tells people to join at, and why that one."""

    address: Address
    kind: InterfaceKind
    why: Saying
    """The end of a sentence: since it comes first."""


# Linux and macOS tell short names with a number ("tun0"), Windows descriptions ("TAP-Windows Adapter V9").
_VPN = re.compile(
    r"^(tun|tunl|tap|utun|wg|ppp|ipsec|l2tp|feth|gpd|cscotun|proton|nordlynx|vpn)\d*([-_.]|$)|^zt[a-z0-9]{8}$"
    r"|tailscale|zerotier|wireguard|openvpn|wintun|tap-windows|nordlynx|mullvad|hamachi|anyconnect|pangp|fortinet"
    r"|juniper|pulse secure|wan miniport|tunnel|\bvpn\b"
)
_BRIDGE = re.compile(
    r"^(docker|br-|veth|virbr|vnet|vnic|vmnet|vmenet|vboxnet|podman|cni|lxc|lxd|incus|flannel|cali|cilium|kube)"
    r"|^(bridge[1-9]\d\d|dummy\d+|ifb\d+|waydroid\d+)$"
    r"|hyper-v virtual|virtualbox host|vmware virtual|\bwsl\b"
)
_LOOPBACK = re.compile(r"^lo\d*$|loopback")


def kind_of(name: str, address: Address) -> InterfaceKind:
    """What an interface of this name with this address leads to."""
    name = name.casefold()
    if address.is_loopback or _LOOPBACK.search(name):
        return InterfaceKind.LOOPBACK
    if _BRIDGE.search(name):
        return InterfaceKind.BRIDGE
    if _VPN.search(name):
        return InterfaceKind.VPN
    return InterfaceKind.LINK_LOCAL if address.is_link_local else InterfaceKind.LAN


def interfaces() -> list[Interface]:
    """All addresses of this computer; none if the system does not tell."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    return [_interface(adapter.nice_name, ip) for adapter in adapters for ip in adapter.ips]


def _interface(name: str, ip: ifaddr.IP) -> Interface:
    # IPv6 addresses come with flow and scope.
    text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
    return Interface(name, ipaddress.ip_address(text), ip.network_prefix)


def route_address() -> Address | None:
    """Which of its addresses this computer would use for the world. The kernel is asked; nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect(_ELSEWHERE)
            return ipaddress.ip_address(asking.getsockname()[0])
    except (OSError, ValueError):
        return None


def best_first(found: Iterable[Interface], route: Address | None = None) -> list[Interface]:
    """These interfaces, the best for a table first. Where all else is equal their order stays."""
    order = list(InterfaceKind)

    def rank(interface: Interface) -> tuple[int, int, bool, bool]:
        address = interface.address
        return order.index(interface.kind), address.version, address != route, not address.is_private

    return sorted((interface for interface in found if interface.is_reachable), key=rank)


def parse_bind(text: str | None) -> Address | None:
    """The address that `--bind` names; None for all interfaces, OdinError if it is none."""
    if text is None:
        return None
    if text.casefold() == "localhost":
        return ipaddress.IPv4Address("127.0.0.1")
    try:
        return ipaddress.ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        raise OdinError(
            "--bind is an address of this computer, such as 127.0.0.1: {command} shows them; leave it out for all.",
            command="`odin doctor`",
        ) from None


def table_addresses(
    bind: Address | None, found: Sequence[Interface] | None = None, route: Address | None = None
) -> list[Interface]:
    """Where a table that is bound so can be joined, the best first. What is not given is asked of the system."""
    if found is None:
        found, route = interfaces(), route_address()
    if bind is None:
        return best_first(found, route)
    if bind.is_unspecified:
        return best_first((one for one in found if one.address.version == bind.version or bind.version == 6), route)
    return [one for one in found if one.address == bind][:1] or [Interface("", bind, bind.max_prefixlen)]


def joinable_addresses(
    bind: Address | None, found: Sequence[Interface] | None = None, route: Address | None = None
) -> list[Interface]:
    """The same, as others are told: this computer's name for itself helps nobody, unless there is no other."""
    ranked = table_addresses(bind, found, route)
    return [one for one in ranked if one.kind is not InterfaceKind.LOOPBACK] or ranked


def chosen_address(
    bind: Address | None, found: Sequence[Interface] | None = None, route: Address | None = None
) -> ChosenAddress:
    """The one address that a table bound so announces. What is not given is asked of the system."""
    if found is None:
        found, route = interfaces(), route_address()
    ranked = table_addresses(bind, found, route)
    if bind is not None and not bind.is_unspecified:
        return ChosenAddress(bind, ranked[0].kind, saying("--bind names it"))
    if not ranked:
        return ChosenAddress(ipaddress.IPv4Address("127.0.0.1"), InterfaceKind.LOOPBACK, saying("no network was found"))
    best = ranked[0]
    return ChosenAddress(best.address, best.kind, _why(best, ranked[1:], route))


def _why(best: Interface, others: list[Interface], route: Address | None) -> Saying:
    rivals = [one for one in others if one.kind is best.kind and one.address.version == best.address.version]
    if best.kind is InterfaceKind.LOOPBACK:
        return saying("no network was found")
    if best.kind is not InterfaceKind.LAN:
        return saying("there is no better one")
    if not rivals:
        return saying("it is the only one in a network")
    if best.address == route:
        return saying("this computer's other traffic goes there")
    return saying("it comes first")
