"""`odin doctor`: why can't they find me?"""

import argparse
import json
import sys
from collections.abc import Iterator

from odin_net.commands.checks import (
    bounded,
    check_data,
    check_discovery,
    check_join,
    check_port,
    check_versions,
    find_firewall,
)
from odin_net.commands.findings import Finding, Verdict, firewall_finding, network_findings
from odin_net.commands.output import columns_of, wrapped
from odin_net.exits import CHECK_FAILED, DONE, OdinError
from odin_net.host.addresses import Address, chosen_address, interfaces, parse_bind, route_address
from odin_net.ports import MAX_PORT, PORT

# Where the sentence of a line begins.
TEXT_AT = 20
STILL_NOT = (
    "If friends still cannot join: let all be in one Wi-Fi and in none for guests, which often keeps its devices "
    "apart; a phone's hotspot is a good try. They can always say `odin join` with the address above."
)


def run(arguments: argparse.Namespace) -> int:
    bind, port = parse_bind(arguments.bind), read_port(arguments.port)
    findings, columns = [], columns_of(sys.stdout)
    for finding in examine(bind, port, arguments):
        findings.append(finding)
        if not arguments.json:
            print(wrapped(as_line(finding), columns, TEXT_AT), flush=True)
    if arguments.json:
        print(as_json(findings))
    elif bind is None or not bind.is_loopback:
        print(f"\n{wrapped(STILL_NOT, columns)}")
    return CHECK_FAILED if any(finding.verdict is Verdict.PROBLEM for finding in findings) else DONE


def read_port(port: int | None) -> int:
    if port is None:
        return PORT
    if not 0 <= port <= MAX_PORT:
        raise OdinError(f"--port is a number from 0 to {MAX_PORT}.")
    return port


def examine(bind: Address | None, port: int, arguments: argparse.Namespace) -> Iterator[Finding]:
    """All findings, each as soon as it is there."""
    own, route = interfaces(), route_address()
    address = chosen_address(bind, own, route).address
    yield from bounded("versions", check_versions)
    yield from bounded("data", lambda: check_data(arguments.data))
    yield from bounded("network", lambda: network_findings(bind, own, route))
    yield from bounded("port", lambda: check_port(bind, port, is_chosen=arguments.port is not None))
    yield from bounded("join", check_join)
    yield from bounded("discovery", lambda: check_discovery(address))
    if not address.is_loopback:
        yield from bounded("firewall", lambda: [firewall_finding(find_firewall(), port)])


def as_line(finding: Finding) -> str:
    """`problem  port       port 9054 is taken by another program. Choose another with --port.`"""
    advice = f" {finding.advice}" if finding.advice else ""
    return f"{finding.verdict.value:8} {finding.check:10} {finding.said}.{advice}"


def as_json(findings: list[Finding]) -> str:
    return json.dumps([{**finding._asdict(), "verdict": finding.verdict.value} for finding in findings])
