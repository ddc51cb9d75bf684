"""Which address a table announces, on invented computers, and what this one says."""

from ipaddress import ip_address

import pytest

from odin_net.errors import OdinError, saying
from odin_net.lan.addresses import (
    Interface,
    InterfaceKind,
    best_first,
    chosen_address,
    interfaces,
    joinable_addresses,
    kind_of,
    parse_bind,
    route_address,
    table_addresses,
)

LAN_NAMES = [
    "eth0",
    "enp3s0",
    "wlan0",
    "wlp2s0",
    "br0",
    "bond0",
    "en0",
    "en5",
    "bridge0",
    "Intel(R) Wi-Fi 6 AX201 160MHz",
]
LAN_NAMES += ["Realtek PCIe GbE Family Controller", "Microsoft Hyper-V Network Adapter", "usb0", "wwan0"]
VPN_NAMES = [
    "tun0",
    "tap1",
    "wg0",
    "wg-home",
    "ppp0",
    "utun4",
    "ipsec0",
    "tailscale0",
    "ztabcdef12",
    "nordlynx",
    "vpn0",
]
VPN_NAMES += ["TAP-Windows Adapter V9", "WireGuard Tunnel", "Tailscale Tunnel", "ZeroTier Virtual Port", "feth1234"]
VPN_NAMES += [
    "Cisco AnyConnect Secure Mobility Client",
    "Fortinet SSL VPN Virtual Ethernet Adapter",
    "Wintun Userspace",
]
BRIDGE_NAMES = [
    "docker0",
    "br-1a2b3c4d5e6f",
    "veth12ab34c",
    "virbr0",
    "vmnet8",
    "vboxnet0",
    "podman0",
    "cni0",
    "lxcbr0",
]
BRIDGE_NAMES += ["bridge100", "vmenet0", "Hyper-V Virtual Ethernet Adapter #2", "vEthernet (WSL)", "lxdbr0", "vnet3"]
BRIDGE_NAMES += [
    "VirtualBox Host-Only Ethernet Adapter",
    "VMware Virtual Ethernet Adapter for VMnet8",
    "cali1234567890a",
]


def interface(name: str, address: str, prefix: int = 24) -> Interface:
    return Interface(name, ip_address(address), prefix)


LOOPBACK = interface("lo", "127.0.0.1", 8)
LOOPBACK6 = interface("lo", "::1", 128)
LINUX = [
    LOOPBACK,
    LOOPBACK6,
    interface("docker0", "172.17.0.1", 16),
    interface("tun0", "10.8.0.6"),
    interface("wlp2s0", "192.168.1.20"),
    interface("wlp2s0", "2001:db8::20", 64),
    interface("wlp2s0", "fe80::20", 64),
]
MACOS = [
    interface("lo0", "127.0.0.1", 8),
    interface("lo0", "fe80::1", 64),
    interface("utun3", "100.101.102.103", 32),
    interface("bridge100", "192.168.64.1"),
    interface("en0", "10.0.1.7"),
]
WINDOWS = [
    interface("Software Loopback Interface 1", "127.0.0.1", 8),
    interface("Hyper-V Virtual Ethernet Adapter", "172.28.160.1", 20),
    interface("TAP-Windows Adapter V9", "169.254.3.4", 16),
    interface("Bluetooth Device (Personal Area Network)", "169.254.9.9", 16),
    interface("Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.178.33"),
]


@pytest.mark.parametrize(
    ("kind", "name"),
    [(InterfaceKind.LAN, name) for name in LAN_NAMES]
    + [(InterfaceKind.VPN, name) for name in VPN_NAMES]
    + [(InterfaceKind.BRIDGE, name) for name in BRIDGE_NAMES],
)
def test_a_name_says_what_an_interface_leads_to(kind: InterfaceKind, name: str) -> None:
    assert kind_of(name, ip_address("192.168.1.2")) is kind


def test_an_address_says_it_too() -> None:
    assert kind_of("eth0", ip_address("127.0.0.2")) is InterfaceKind.LOOPBACK
    assert kind_of("lo0", ip_address("192.168.1.2")) is InterfaceKind.LOOPBACK
    assert kind_of("en0", ip_address("169.254.1.2")) is InterfaceKind.LINK_LOCAL
    assert kind_of("tun0", ip_address("169.254.1.2")) is InterfaceKind.VPN


@pytest.mark.parametrize(
    ("computer", "address"), [(LINUX, "192.168.1.20"), (MACOS, "10.0.1.7"), (WINDOWS, "192.168.178.33")]
)
def test_the_network_of_the_room_is_chosen_wherever_the_route_goes(computer: list[Interface], address: str) -> None:
    for route in (None, *(one.address for one in computer)):
        for found in (computer, computer[::-1]):
            chosen = chosen_address(None, found, route)
            assert (str(chosen.address), chosen.kind) == (address, InterfaceKind.LAN)
            assert str(chosen.why) == "it is the only one in a network"


def test_among_two_networks_the_route_decides_then_the_private_one_then_the_order() -> None:
    public, wired, wireless = (
        interface("eth1", "8.8.8.8"),
        interface("eth0", "10.0.0.2"),
        interface("wlan0", "10.1.0.2"),
    )
    found = [public, wired, wireless]
    assert [one.name for one in best_first(found)] == ["eth0", "wlan0", "eth1"]
    assert [one.name for one in best_first(found, wireless.address)] == ["wlan0", "eth0", "eth1"]
    assert str(chosen_address(None, found, wireless.address).why) == "this computer's other traffic goes there"
    assert str(chosen_address(None, found).why) == "it comes first"


def test_worse_ones_are_taken_only_where_there_is_no_better() -> None:
    rest = [
        LOOPBACK,
        interface("docker0", "172.17.0.1"),
        interface("tun0", "10.8.0.6"),
        interface("eth0", "169.254.1.2"),
    ]
    kinds = []
    while rest:
        chosen = chosen_address(None, rest)
        kinds.append(chosen.kind)
        rest = [one for one in rest if one.address != chosen.address]
    assert kinds == [InterfaceKind.LINK_LOCAL, InterfaceKind.VPN, InterfaceKind.BRIDGE, InterfaceKind.LOOPBACK]
    assert str(chosen_address(None, [interface("tun0", "10.8.0.6")]).why) == "there is no better one"


@pytest.mark.parametrize("found", [[], [LOOPBACK], [interface("eth0", "fe80::2"), LOOPBACK]])
def test_without_a_network_it_is_the_loopback(found: list[Interface]) -> None:
    chosen = chosen_address(None, found)
    assert (str(chosen.address), chosen.kind, str(chosen.why)) == (
        "127.0.0.1",
        InterfaceKind.LOOPBACK,
        "no network was found",
    )


def test_a_network_with_ipv6_only_is_one() -> None:
    assert str(chosen_address(None, [LOOPBACK, interface("eth0", "fd00::2", 64)]).address) == "fd00::2"


def test_bind_limits_the_addresses() -> None:
    only = parse_bind("10.8.0.6")
    assert table_addresses(only, LINUX) == [interface("tun0", "10.8.0.6")]
    assert chosen_address(only, LINUX)[1:] == (InterfaceKind.VPN, saying("--bind names it"))
    assert [one.address.version for one in table_addresses(parse_bind("0.0.0.0"), LINUX)] == [4, 4, 4, 4]  # noqa: S104
    assert len(table_addresses(parse_bind("::"), LINUX)) == len(table_addresses(None, LINUX)) == 6
    elsewhere = chosen_address(parse_bind("10.9.9.9"), LINUX)
    assert (str(elsewhere.address), elsewhere.kind) == ("10.9.9.9", InterfaceKind.LAN)
    assert chosen_address(parse_bind("localhost"), LINUX).kind is InterfaceKind.LOOPBACK
    assert chosen_address(parse_bind("[::1]"), []).kind is InterfaceKind.LOOPBACK


def test_others_are_told_of_the_loopback_only_if_there_is_nothing_else() -> None:
    told = joinable_addresses(None, LINUX)
    assert told
    assert InterfaceKind.LOOPBACK not in {one.kind for one in told}
    assert joinable_addresses(parse_bind("localhost"), LINUX) == joinable_addresses(None, [LOOPBACK]) == [LOOPBACK]


@pytest.mark.parametrize("text", ["", "nonsense", "1.2.3", "256.1.1.1", "10.0.0.1:9054", "::1::"])
def test_a_bind_that_is_no_address_is_one_sentence(text: str) -> None:
    with pytest.raises(OdinError, match="--bind is an address of this computer"):
        parse_bind(text)


def test_neighbours_share_the_network() -> None:
    assert LINUX[4].has_neighbour(ip_address("192.168.1.99"))
    assert not LINUX[4].has_neighbour(ip_address("192.168.2.99"))
    assert not LINUX[4].has_neighbour(ip_address("fd00::1"))


def test_this_computer_has_a_loopback_and_its_route_is_one_of_its_own() -> None:
    own = interfaces()
    assert any(one.kind is InterfaceKind.LOOPBACK for one in own)
    route = route_address()
    assert route is None or route in [one.address for one in own]
    assert chosen_address(None).address in [one.address for one in own]
