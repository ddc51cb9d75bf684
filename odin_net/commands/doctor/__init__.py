"""`odin doctor`: why can't they find me?"""

import argparse
import json
import sys
from collections.abc import Iterator

from wcwidth import wcswidth

from clients.language import Language
from clients.language.voice import mark
from odin_net.commands.console import columns_of, language_of, wrapped
from odin_net.commands.doctor.checks import (
    bounded,
    check_data,
    check_discovery,
    check_join,
    check_port,
    check_versions,
    find_firewall,
)
from odin_net.commands.doctor.findings import Finding, Grade, firewall_finding, network_findings
from odin_net.errors import CHECK_FAILED, DONE, OdinError, saying
from odin_net.lan.addresses import Address, chosen_address, interfaces, parse_bind, route_address
from odin_net.lan.endpoint import MAX_PORT, PORT

VERDICTS = {Grade.OK: mark("ok"), Grade.WARNING: mark("warning"), Grade.PROBLEM: mark("problem")}
CHECKS = {
    "versions": mark("versions"),
    "data": mark("data"),
    "network": mark("network"),
    "port": mark("port"),
    "join": mark("joining"),
    "discovery": mark("discovery"),
    "firewall": mark("firewall"),
}
STILL_NOT = saying(
    "If friends still cannot join: let all be in one Wi-Fi and in none for guests, which often keeps its devices "
    "apart; a phone's hotspot is a good try. They can always type {command} with the address above.",
    command="`odin join`",
)


def run(arguments: argparse.Namespace) -> int:
    bind, port = parse_bind(arguments.bind), read_port(arguments.port)
    language, columns = language_of(arguments), columns_of(sys.stdout)
    findings = []
    for finding in examine(bind, port, arguments):
        findings.append(finding)
        if not arguments.json:
            print(as_line(finding, language, columns), flush=True)
    if arguments.json:
        print(as_json(findings))
    elif bind is None or not bind.is_loopback:
        print(f"\n{wrapped(language.tell(STILL_NOT), columns)}")
    return CHECK_FAILED if any(finding.verdict is Grade.PROBLEM for finding in findings) else DONE


def read_port(port: int | None) -> int:
    if port is None:
        return PORT
    if not 0 <= port <= MAX_PORT:
        raise OdinError("{flag} is a number from {least} to {most}.", flag="--port", least=0, most=MAX_PORT)
    return port


def examine(bind: Address | None, port: int, arguments: argparse.Namespace) -> Iterator[Finding]:
    """All findings, each as soon as it is there."""
    own, route = interfaces(), route_address()
    address = chosen_address(bind, own, route).address
    yield from bounded("versions", check_versions)
    yield from bounded("data", lambda: check_data(arguments.data))
    yield from bounded("network", lambda: network_findings(bind, own, route))
    yield from bounded("port", lambda: check_port(bind, port, address, is_chosen=arguments.port is not None))
    yield from bounded("join", check_join)
    yield from bounded("discovery", lambda: check_discovery(address))
    if not address.is_loopback:
        yield from bounded("firewall", lambda: [firewall_finding(find_firewall(), port)])


def as_line(finding: Finding, language: Language, columns: int | None) -> str:
    """`problem  port       port 9054 is taken by another program. Choose another with --port.`"""
    verdict = _padded(language(VERDICTS[finding.verdict]), [language(word) for word in VERDICTS.values()])
    check = _padded(language(CHECKS[finding.check]), [language(word) for word in CHECKS.values()])
    advice = f" {language.tell(finding.advice)}" if finding.advice is not None else ""
    line = f"{verdict} {check} {language.tell(finding.said)}.{advice}"
    return wrapped(line, columns, wcswidth(f"{verdict} {check} "))


def _padded(word: str, all_words: list[str]) -> str:
    return word + " " * (max(map(wcswidth, all_words)) + 1 - wcswidth(word))


def as_json(findings: list[Finding]) -> str:
    """For programs: in English, whoever reads it."""
    return json.dumps([_plain(finding) for finding in findings])


def _plain(finding: Finding) -> dict[str, str]:
    advice = "" if finding.advice is None else str(finding.advice)
    return {"check": finding.check, "verdict": finding.verdict.value, "said": str(finding.said), "advice": advice}
