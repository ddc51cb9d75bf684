"""What `odin doctor` finds: a verdict, a sentence, and what to do. The judgements here are pure."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from odin_net.commands.output import printable
from odin_net.host.addresses import Address, Chosen, Interface, Kind, chosen_address, table_addresses


class Verdict(Enum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class Finding(NamedTuple):
    """One line of the doctor's."""

    check: str
    verdict: Verdict
    said: str
    advice: str = ""


NO_NETWORK = "Join a Wi-Fi or plug in a cable; `odin play` needs no network."
NO_ROUTER = "Reconnect to the Wi-Fi; with a cable between two computers this is how it should be."
PAUSE_VPN = "If friends cannot join, pause it, or allow the local network in its settings."
PUBLIC = "Anyone on the internet may knock: keep to a table with a code, or name an address of the room with --bind."


def network_findings(bind: Address | None, own: Sequence[Interface], route: Address | None) -> list[Finding]:
    """Which address the table uses and why, and what the other networks of this computer are."""
    chosen = chosen_address(bind, own, route)
    findings = [_of_chosen(chosen, bind, own)]
    if bind is not None and not bind.is_unspecified:
        return findings
    rest = [one for one in table_addresses(bind, own, route) if one.address != chosen.address]
    lans = [one for one in rest if one.kind is Kind.LAN]
    if lans:
        findings.append(_ok(f"friends in other networks can join at {_list(lans)}"))
    for one in rest:
        if one.kind is Kind.VPN:
            findings.append(_warning(f"{_named(one)} is a VPN, which may hide this computer from the room", PAUSE_VPN))
        elif one.kind is Kind.BRIDGE:
            findings.append(_ok(f"{_named(one)} is for containers or virtual machines: friends cannot join there"))
    return findings


def _of_chosen(chosen: Chosen, bind: Address | None, own: Sequence[Interface]) -> Finding:
    named = _named(next((one for one in own if one.address == chosen.address), Interface("", chosen.address)))
    at = f"the table is at {named}, since {chosen.why}"
    if bind is not None and not bind.is_unspecified and bind not in [one.address for one in own]:
        return _problem(f"{bind} is no address of this computer", f"Name another with --bind: {_list(own) or 'none'}.")
    match chosen.kind:
        case Kind.LOOPBACK if bind is None or bind.is_unspecified:
            return _problem("this computer is in no network", NO_NETWORK)
        case Kind.LOOPBACK:
            return _ok(f"{at}: only this computer can join")
        case Kind.LINK_LOCAL:
            return _warning(f"{at}: no router has given a better one", NO_ROUTER)
        case Kind.VPN:
            return _warning(f"{at}: it is a VPN, which friends in the room cannot reach", NO_NETWORK)
        case Kind.BRIDGE:
            return _warning(f"{at}: it is for containers or virtual machines only", NO_NETWORK)
        case Kind.LAN if chosen.address.is_global:
            return _warning(f"{at}: it is an address of the internet", PUBLIC)
        case Kind.LAN:
            return _ok(at)


def _ok(said: str) -> Finding:
    return Finding("network", Verdict.OK, said)


def _warning(said: str, advice: str) -> Finding:
    return Finding("network", Verdict.WARNING, said, advice)


def _problem(said: str, advice: str) -> Finding:
    return Finding("network", Verdict.PROBLEM, said, advice)


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
            advice = f"Say `sudo ufw allow {port}/tcp` and, to be found, `sudo ufw allow 5353/udp`."
            return _of_firewall("ufw is on and may keep friends out", advice)
        case Firewall.FIREWALLD:
            advice = (
                f"Say `sudo firewall-cmd --add-port={port}/tcp` and, to be found, "
                "`sudo firewall-cmd --add-service=mdns`."
            )
            return _of_firewall("firewalld is on and may keep friends out", advice)
        case Firewall.MACOS:
            advice = "Answer Allow; later: System Settings, Network, Firewall, Options, allow incoming for python."
            return _of_firewall("the firewall of macOS is on and asks when a table opens", advice)
        case Firewall.WINDOWS:
            advice = (
                "Allow private networks, and let this network be a private one; "
                "later: Windows Security, Firewall, Allow an app, Python."
            )
            return _of_firewall("Windows asks when a table opens whether Python may use networks", advice)
        case Firewall.NONE:
            return Finding("firewall", Verdict.OK, "no firewall that we know of is on")


def _of_firewall(said: str, advice: str) -> Finding:
    return Finding("firewall", Verdict.WARNING, said, advice)
