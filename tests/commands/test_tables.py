"""`odin tables`, as people run it: on the loopback, and between invented computers."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from clients.language import Language
from odin_net.commands.tables import as_json, as_lines
from odin_net.lan.announcements import FoundTable
from odin_net.lan.discovery import in_fair_order
from tests.helpers.odin import in_a_terminal, odin
from tests.helpers.rooms import GUEST, HOST, Computer, room, rooms_are_possible
from tests.test_cli import posix_only, wait_for

ROOT = Path(__file__).parent.parent.parent
ANN = FoundTable("Ann", "192.168.1.20", 9054, bytes(16), 2, 4, open=False)
in_a_room = pytest.mark.skipif(not rooms_are_possible(), reason="this system has no network namespaces for us")


def test_a_line_for_each_table() -> None:
    bo = FoundTable("Bo", "10.0.0.2", 9060, bytes(16), 0, 6, open=True)
    new = ANN._replace(version=99, playing=True)
    assert as_lines([ANN, bo, new], Language("en")).splitlines() == [
        "192.168.1.20:9054  Ann, 2 of 4 seats taken, needs its code",
        "10.0.0.2:9060      Bo, 0 of 6 seats taken, open to all",
        "192.168.1.20:9054  Ann, 2 of 4 seats taken, a game is running, speaks another version of Odin",
    ]


def test_more_tables_than_anybody_reads_are_counted() -> None:
    lines = as_lines([ANN] * 137, Language("en")).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "117 more tables are not listed here: their address is the way to them."
    assert len(as_lines([ANN] * 20, Language("en")).splitlines()) == 20


def test_one_computer_does_not_fill_the_list() -> None:
    flood = [ANN._replace(name=f"A{number}", address="10.0.0.9", port=number) for number in range(1, 138)]
    zoe, bo = ANN._replace(name="Zoe"), ANN._replace(name="Bo", address="10.0.0.2")
    assert in_fair_order([*flood, zoe, bo])[:3] == [flood[0], bo, zoe]
    assert in_fair_order([zoe, bo]) == [bo, zoe]


def test_json_has_all_that_is_known() -> None:
    assert json.loads(as_json([ANN])) == [
        {
            "name": "Ann",
            "address": "192.168.1.20",
            "port": 9054,
            "table": "00" * 16,
            "players": 2,
            "seats": 4,
            "open": False,
            "version": 1,
            "playing": False,
        }
    ]


@pytest.mark.slow
def test_no_table_is_one_sentence_and_exit_3() -> None:
    said = odin("tables", "--seconds", "0.1", "--bind", "127.0.0.1")
    assert (said.returncode, said.stdout) == (3, "")
    assert said.stderr.endswith(": ask the host for its address and type `odin join ADDRESS`.\n")
    assert said.stderr.count("\n") == 1
    said = odin("tables", "--seconds", "0.1", "--bind", "127.0.0.1", "--json")
    assert (said.returncode, said.stdout) == (3, "[]\n")


@posix_only
def test_a_terminal_is_told_that_it_takes_a_while() -> None:
    code, seen = in_a_terminal("tables", "--seconds", "0.1", "--bind", "127.0.0.1")
    assert code == 3
    assert "looking for tables, 0.1 s" in seen


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [["--seconds", "0"], ["--seconds", "nan"], ["--seconds", "61"], ["--bind", "here"]])
def test_usage(wrong: list[str]) -> None:
    said = odin("tables", *wrong)
    assert said.returncode == 2
    assert said.stderr.count("\n") == 1


@pytest.mark.slow
@in_a_room
def test_a_guest_finds_the_hosts_table_and_no_longer_when_it_has_stopped() -> None:
    with room() as (host, guest):
        with subprocess.Popen(
            host.inside(sys.executable, "-m", "tests.helpers.announcing", "Ann"),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as announcing:
            assert announcing.stdout is not None
            assert announcing.stdout.readline() == "None\n"
            wait_for(lambda: finds(guest, f"{HOST}:9054  Ann, 1 of 4 seats taken, open to all\n"))
        assert announcing.returncode == 0
        assert guest.odin("tables", "--seconds", "0.5").returncode == 3


def finds(computer: Computer, lines: str) -> bool:
    return computer.odin("tables", "--seconds", "0.5").stdout == lines


@in_a_room
def test_a_computer_without_a_network_says_so() -> None:
    with room(cable=False) as (_, guest):
        said = guest.odin("tables")
        assert said.returncode == 3
        assert said.stderr.startswith("odin: tables cannot be looked for, since this computer is in no IPv4 network")
        assert GUEST not in said.stderr


def test_tables_and_what_is_wrong_are_told_in_the_language_that_was_asked_for() -> None:
    assert as_lines([ANN._replace(playing=True)], Language("de")) == (
        "192.168.1.20:9054  Ann, 2 von 4 Plätzen besetzt, eine Partie läuft, braucht den Code"
    )
    said = odin("--lang", "de", "tables", "--seconds", "0.1", "--bind", "127.0.0.1")
    assert said.returncode == 3
    assert "Gastgeber" in said.stderr
