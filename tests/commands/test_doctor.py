"""`odin doctor`, as people run it, and its judgements on invented computers."""

import asyncio
import json
import os
import socket
import sys
import threading
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

import pytest

from clients.language import Language
from odin_net.commands.doctor import VERDICTS, checks
from odin_net.commands.doctor.checks import bounded, check_data, check_discovery, check_join, check_port, sees_itself
from odin_net.commands.doctor.findings import Finding, Firewall, Grade, firewall_finding, network_findings
from odin_net.commands.doctor.loopback import JoinFailed, loopback_join
from odin_net.errors import Saying, saying
from odin_net.lan.addresses import Interface, parse_bind
from odin_net.lan.probe import speaks_odin
from protocol.connection import HostConnection
from tests.commands.test_tables import in_a_room
from tests.helpers.odin import odin
from tests.helpers.pairs import host_connection, settle
from tests.helpers.rooms import HOST, room
from tests.lan.test_addresses import LINUX, LOOPBACK, MACOS, WINDOWS, interface
from tests.lan.test_discovery import multicast

HERE = ip_address("127.0.0.1")


class Line(NamedTuple):
    """A finding in English, as programs read it."""

    check: str
    verdict: Grade
    said: str
    advice: str


def doctor(folder: Path, *arguments: str) -> tuple[int, dict[str, Line]]:
    """How it ended, and what it found, on the loopback."""
    said = odin("doctor", "--json", "--bind", "127.0.0.1", "--data", folder / "data", *arguments)
    assert said.stderr == ""
    found = [Line(**{**each, "verdict": Grade(each["verdict"])}) for each in json.loads(said.stdout)]
    return said.returncode, {finding.check: finding for finding in found}


def test_a_healthy_computer(tmp_path: Path) -> None:
    code, found = doctor(tmp_path, "--port", "0")
    assert code == 0
    assert list(found) == ["versions", "data", "network", "port", "join", "discovery"]
    assert {finding.verdict for finding in found.values()} == {Grade.OK}
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}" in found["versions"].said


@pytest.mark.slow
def test_lines_for_people(tmp_path: Path) -> None:
    said = odin("doctor", "--port", "0", "--bind", "127.0.0.1", "--data", tmp_path)
    assert said.returncode == 0
    assert {line.split()[0] for line in said.stdout.splitlines()} <= {"ok", "warning", "problem"}
    assert "ok       joining    a join on this computer works" in said.stdout


@pytest.mark.slow
def test_lines_in_another_language(tmp_path: Path) -> None:
    said = odin("doctor", "--port", "0", "--bind", "127.0.0.1", "--data", tmp_path, "--lang", "de")
    german = Language("de")
    words = {german(word) for word in VERDICTS.values()}
    assert {line.split()[0] for line in said.stdout.splitlines()} <= words
    assert german("any free port will be taken") in said.stdout
    assert "any free port" not in said.stdout
    assert "any free port" in odin("doctor", "--json", "--port", "0", "--bind", "127.0.0.1", "--lang", "de").stdout


@pytest.mark.slow
def test_a_taken_port_is_a_problem_if_it_was_chosen(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        threading.Thread(target=hang_up_on_all, args=[taken], daemon=True).start()
        code, found = doctor(tmp_path, "--port", str(taken.getsockname()[1]))
    assert code == 1
    assert found["port"].verdict is Grade.PROBLEM
    assert found["port"].said.endswith("is taken by another program")


def hang_up_on_all(server: socket.socket) -> None:
    try:
        while True:
            server.accept()[0].close()
    except OSError:
        pass  # The test is over.


def test_a_taken_port_is_a_warning_if_it_is_the_usual_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        threading.Thread(target=hang_up_on_all, args=[taken], daemon=True).start()
        [finding] = check_port(HERE, taken.getsockname()[1], HERE, is_chosen=False)
    assert finding.verdict is Grade.WARNING


def test_who_takes_the_port_and_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "ANSWER_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        [finding] = check_port(HERE, taken.getsockname()[1], HERE, is_chosen=True)
    assert finding.verdict is Grade.PROBLEM


def test_a_port_of_an_odin_table_is_fine() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        threading.Thread(target=answer_as_a_host, args=[taken], daemon=True).start()
        [finding] = check_port(HERE, taken.getsockname()[1], HERE, is_chosen=True)
    assert finding.verdict is Grade.OK
    assert "an Odin table is open here" in str(finding.said)


def test_a_table_that_friends_cannot_reach_is_a_warning() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        threading.Thread(target=answer_as_a_host, args=[taken], daemon=True).start()
        [finding] = check_port(HERE, taken.getsockname()[1], ip_address("127.0.0.2"), is_chosen=True)
    assert finding.verdict is Grade.WARNING
    assert "for this computer only" in str(finding.said)


def answer_as_a_host(server: socket.socket) -> None:
    with server.accept()[0] as caller:
        side: HostConnection = host_connection()
        settle(side, side.receive_data(caller.recv(4096)))
        caller.sendall(side.data_to_send())


def test_an_address_of_another_computer_is_a_problem() -> None:
    [finding] = check_port(ip_address("192.0.2.77"), 9054, HERE, is_chosen=False)
    assert finding.verdict is Grade.PROBLEM


def test_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    code, found = doctor(tmp_path, "--port", "0")
    assert code == 1
    assert found["data"].verdict is Grade.PROBLEM
    assert "--data" in found["data"].advice
    [below] = check_data(str(tmp_path / "data" / "below"))
    assert below.verdict is Grade.PROBLEM


@pytest.mark.slow
def test_nothing_is_made_and_nothing_is_left_in_the_data_folder(tmp_path: Path) -> None:
    assert doctor(tmp_path)[1]["data"].said.endswith("will be made when it is needed")
    assert not (tmp_path / "data").exists()
    (tmp_path / "data").mkdir(mode=0o700)
    assert doctor(tmp_path)[1]["data"].said.endswith("can be written and is private")
    assert list((tmp_path / "data").iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes; folders of a user are private there")
def test_an_old_data_folder_is_made_private_with_all_that_is_in_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    seat = data / "seats" / "00" / "1.seat"
    seat.parent.mkdir(parents=True)
    for file in (seat, data / "name", data / "name.17.new"):
        file.write_text("secret")
        file.chmod(0o644)
    for folder in (seat.parent, data / "seats", data):
        folder.chmod(0o755)
    code, found = doctor(tmp_path, "--port", "0")
    assert (code, found["data"].verdict) == (0, Grade.OK)
    assert found["data"].said.endswith("now it is private")
    assert {mode(folder) for folder in (data, data / "seats", seat.parent)} == {0o700}
    assert mode(seat) == mode(data / "name") == 0o600
    assert doctor(tmp_path, "--port", "0")[1]["data"].said.endswith("can be written and is private")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes; folders of a user are private there")
def test_of_a_folder_with_other_things_only_what_is_odins_is_made_private(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    for folder in (data, data / "tables", elsewhere):
        folder.mkdir()
        folder.chmod(0o755)
    for file in (data / "letter", data / "tables" / "a.journal", elsewhere / "file"):
        file.write_text("")
        file.chmod(0o644)
    (data / "games").symlink_to(elsewhere)
    (data / "tables" / "link").symlink_to(elsewhere / "file")
    [finding] = check_data(str(data))
    assert finding.verdict is Grade.WARNING
    assert "--data" in str(finding.advice)
    assert (mode(data / "tables"), mode(data / "tables" / "a.journal")) == (0o700, 0o600)
    assert (mode(data), mode(data / "letter")) == (0o755, 0o644)
    assert (mode(elsewhere), mode(elsewhere / "file")) == (0o755, 0o644), "a link leads to what is not ours"


@pytest.mark.skipif(os.name != "posix", reason="on Windows the system says who may write where")
def test_a_data_folder_of_somebody_else_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir(mode=0o777)
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    [finding] = check_data(str(tmp_path / "data"))
    assert finding.verdict is Grade.PROBLEM
    assert "it belongs to somebody else" in str(finding.said)
    assert "--data" in str(finding.advice)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_data_folder_that_is_forbidden(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o500)
    if os.access(tmp_path / "data", os.W_OK):
        pytest.skip("nothing is forbidden to this user")
    assert doctor(tmp_path, "--port", "0")[0] == 1
    [below] = check_data(str(tmp_path / "data" / "below"))
    assert below.verdict is Grade.PROBLEM


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [["--port", "-1"], ["--port", "65536"], ["--port", "x"], ["--bind", "here"]])
def test_usage(wrong: list[str]) -> None:
    assert odin("doctor", *wrong).returncode == 2


# --- Judgements ---


def verdicts(found: list[Finding]) -> list[str]:
    return [finding.verdict.value for finding in found]


def test_networks_of_three_systems() -> None:
    linux = network_findings(None, LINUX, None)
    assert verdicts(linux) == ["ok", "ok", "warning", "ok"]
    assert str(linux[0].said) == "the table is at 192.168.1.20 (wlp2s0), since it is the only one in a network"
    assert "2001:db8::20" in str(linux[1].said)
    assert str(linux[2].said).startswith("10.8.0.6 (tun0) is a VPN")
    assert str(linux[3].said).startswith("172.17.0.1 (docker0) is for containers")
    assert verdicts(network_findings(None, MACOS, None)) == ["ok", "warning", "ok"]
    assert verdicts(network_findings(None, WINDOWS, None)) == ["ok", "warning", "ok"]


@pytest.mark.parametrize(
    ("bind", "own", "verdict"),
    [
        (None, [LOOPBACK], "problem"),
        (None, [], "problem"),
        ("0.0.0.0", [LOOPBACK], "problem"),  # noqa: S104
        ("127.0.0.1", LINUX, "ok"),
        ("10.8.0.6", LINUX, "warning"),
        ("10.9.9.9", LINUX, "problem"),
        ("172.17.0.1", LINUX, "warning"),
        ("192.168.1.20", LINUX, "ok"),
        (None, [interface("eth0", "169.254.1.2", 16)], "warning"),
        (None, [interface("eth0", "8.8.8.8")], "warning"),
        (None, [interface("tun0", "10.8.0.6")], "warning"),
    ],
)
def test_what_the_chosen_address_is_worth(bind: str | None, own: list[Interface], verdict: str) -> None:
    [finding] = network_findings(parse_bind(bind), own, None)
    assert finding.verdict.value == verdict
    assert finding.advice or verdict == "ok"


def test_a_name_of_an_interface_does_not_drive_the_terminal() -> None:
    for finding in network_findings(
        None, [interface("eth\x1b[2J", "10.0.0.1"), interface("tun\x07", "10.0.0.2")], None
    ):
        assert str(finding.said).isprintable()


@pytest.mark.parametrize("firewall", list(Firewall))
def test_every_firewall_has_its_advice(firewall: Firewall) -> None:
    finding = firewall_finding(firewall, 9060)
    assert (finding.verdict is Grade.OK) == (firewall is Firewall.NONE) == (not finding.advice)
    assert ("9060" in str(finding.advice)) == (firewall in (Firewall.UFW, Firewall.FIREWALLD))


# --- Joining, being found, and checks that hang or break ---


async def test_a_real_join_on_the_loopback() -> None:
    await loopback_join()


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(13, "Permission denied"), "Permission denied"),
        (JoinFailed(), "something"),
        (TimeoutError(), "too long"),
    ],
)
def test_a_join_that_fails_is_a_problem(monkeypatch: pytest.MonkeyPatch, error: Exception, why: str) -> None:
    async def fail() -> None:
        raise error

    monkeypatch.setattr(checks, "loopback_join", fail)
    [finding] = check_join()
    assert finding.verdict is Grade.PROBLEM
    assert why in str(finding.said)


@multicast
async def test_discovery_sees_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "LOOK_SECONDS", 60)
    assert await sees_itself(HERE, on_loopback=True) is None


def test_no_discovery_is_a_warning_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async def blind(_: object) -> Saying:
        return saying("it cannot")

    monkeypatch.setattr(checks, "sees_itself", blind)
    [finding] = check_discovery(ip_address("10.0.0.1"))
    assert finding.verdict is Grade.WARNING
    assert "join by the address" in str(finding.advice)


async def test_a_listener_that_says_other_things_is_no_odin_table() -> None:
    for words in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", b"\0\0\0\x01\0"):

        async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter, words: bytes = words) -> None:
            writer.write(words)
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            assert not await speaks_odin(*server.sockets[0].getsockname())
    assert not await speaks_odin("127.0.0.1", server_port_of_nobody())


def server_port_of_nobody() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def test_a_check_that_hangs_or_breaks_is_a_finding() -> None:
    never = threading.Event()

    def waits() -> list[Finding]:
        never.wait(600)
        return []

    [hangs] = bounded("disk", waits, 0.01)
    assert (hangs.check, hangs.verdict) == ("disk", Grade.PROBLEM)

    def breaks() -> list[Finding]:
        raise KeyError("a secret")

    [broken] = bounded("disk", breaks)
    assert str(broken.said) == "this check failed (KeyError)"
    never.set()


@pytest.mark.slow
@in_a_room
def test_a_computer_in_a_network_and_one_without(tmp_path: Path) -> None:
    with room() as (host, _):
        said = host.odin("doctor", "--data", str(tmp_path))
        assert said.returncode == 0, said.stdout
        assert (
            f"ok       network    the table is at {HOST} (lan0), since it is the only one in a network." in said.stdout
        )
        assert f"ok       discovery  a table that is announced at {HOST} is found from here." in said.stdout
    with room(cable=False) as (host, _):
        said = host.odin("doctor", "--data", str(tmp_path))
        assert said.returncode == 1
        assert "problem  network    this computer is in no network." in said.stdout
        assert said.stderr == ""
