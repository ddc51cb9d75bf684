"""What `odin doctor` finds: a verdict, a sentence, and what to do. The judgements here are pure."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from odin_net.commands.console import printable
from odin_net.errors import Saying, saying
from odin_net.lan.addresses import Address, ChosenAddress, Interface, InterfaceKind, chosen_address, table_addresses


class Grade(Enum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class Finding(NamedTuple):
    """One line of the doctor's."""

    check: str
    verdict: Grade
    said: Saying
    advice: Saying | None = None


NO_NETWORK = saying("Join a Wi-Fi or plug in a cable; {command} needs no network.", command="`odin play`")
NO_ROUTER = saying("Reconnect to the Wi-Fi; with a cable between two computers this is how it should be.")
PAUSE_VPN = saying("If friends cannot join, pause it, or allow the local network in its settings.")
PUBLIC = saying(
    "Anyone on the internet may knock: keep to a table with a code, or name an address of the room with --bind."
)


def network_findings(bind: Address | None, own: Sequence[Interface], route: Address | None) -> list[Finding]:
    """Which address the table uses and why, and what the other networks of this computer are."""
    chosen = chosen_address(bind, own, route)
    findings = [_of_chosen(chosen, bind, own)]
    if bind is not None and not bind.is_unspecified:
        return findings
    rest = [one for one in table_addresses(bind, own, route) if one.address != chosen.address]
    lans = [one for one in rest if one.kind is InterfaceKind.LAN]
    if lans:
        findings.append(_ok(saying("friends in other networks can join at {places}", places=_list(lans))))
    for one in rest:
        if one.kind is InterfaceKind.VPN:
            said = saying("{place} is a VPN, which may hide this computer from the room", place=_named(one))
            findings.append(_warning(said, PAUSE_VPN))
        elif one.kind is InterfaceKind.BRIDGE:
            said = saying("{place} is for containers or virtual machines: friends cannot join there", place=_named(one))
            findings.append(_ok(said))
    return findings


def _of_chosen(chosen: ChosenAddress, bind: Address | None, own: Sequence[Interface]) -> Finding:
    named = _named(next((one for one in own if one.address == chosen.address), Interface("", chosen.address)))
    at = saying("the table is at {place}, since {why}", place=named, why=chosen.why)
    if bind is not None and not bind.is_unspecified and bind not in [one.address for one in own]:
        return _problem(
            saying("{place} is no address of this computer", place=str(bind)),
            saying("Name another with --bind: {places}.", places=_list(own) or "-"),
        )
    match chosen.kind:
        case InterfaceKind.LOOPBACK if bind is None or bind.is_unspecified:
            return _problem(saying("this computer is in no network"), NO_NETWORK)
        case InterfaceKind.LOOPBACK:
            return _ok(saying("{at}: only this computer can join", at=at))
        case InterfaceKind.LINK_LOCAL:
            return _warning(saying("{at}: no router has given a better one", at=at), NO_ROUTER)
        case InterfaceKind.VPN:
            return _warning(saying("{at}: it is a VPN, which friends in the room cannot reach", at=at), NO_NETWORK)
        case InterfaceKind.BRIDGE:
            return _warning(saying("{at}: it is for containers or virtual machines only", at=at), NO_NETWORK)
        case InterfaceKind.LAN if chosen.address.is_global:
            return _warning(saying("{at}: it is an address of the internet", at=at), PUBLIC)
        case InterfaceKind.LAN:
            return _ok(at)


def _ok(said: Saying) -> Finding:
    return Finding("network", Grade.OK, said)


def _warning(said: Saying, advice: Saying) -> Finding:
    return Finding("network", Grade.WARNING, said, advice)


def _problem(said: Saying, advice: Saying) -> Finding:
    return Finding("network", Grade.PROBLEM, said, advice)


def _named(one: Interface) -> str:
    return f"{one.address} ({printable(one.name)})" if one.name else str(one.address)


def _list(found: Sequence[Interface]) -> str:
    return ", ".join(_named(one) for one in found)


class Firewall(Enum):
    """What is known of a firewall on this computer."""

    UFW = "ufw"
    FIREWALLD = "firewalld"
    MACOS = "macOS"
    WINDOWS = "Windows"
    NONE = "none"


def firewall_finding(firewall: Firewall, port: int) -> Finding:
    """What to do about this firewall. Whether it lets friends in cannot be seen from inside."""
    match firewall:
        case Firewall.UFW:
            return _keeping_out("ufw", f"`sudo ufw allow {port}/tcp`", "`sudo ufw allow 5353/udp`")
        case Firewall.FIREWALLD:
            command = "sudo firewall-cmd"
            return _keeping_out("firewalld", f"`{command} --add-port={port}/tcp`", f"`{command} --add-service=mdns`")
        case Firewall.MACOS:
            said = saying("the firewall of macOS is on and asks when a table opens")
            return _of_firewall(
                said,
                saying("Answer Allow; later: System Settings, Network, Firewall, Options, allow incoming for python."),
            )
        case Firewall.WINDOWS:
            said = saying("Windows asks when a table opens whether Python may use networks")
            return _of_firewall(
                said,
                saying(
                    "Allow private networks, and let this network be a private one; "
                    "later: Windows Security, Firewall, Allow an app, Python."
                ),
            )
        case Firewall.NONE:
            return Finding("firewall", Grade.OK, saying("no firewall that we know of is on"))


def _keeping_out(name: str, join: str, find: str) -> Finding:
    said = saying("{firewall} is on and may keep friends out", firewall=name)
    return _of_firewall(said, saying("Type {join} and, to be found, {find}.", join=join, find=find))


def _of_firewall(said: Saying, advice: Saying) -> Finding:
    return Finding("firewall", Grade.WARNING, said, advice)
