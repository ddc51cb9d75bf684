"""A table that moves between two addresses of an invented network, and a robot that follows it there."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.helpers.rooms import HOST, Computer, room, rooms_are_possible

CODE = "raven-oak-fjord"

in_a_room = pytest.mark.skipif(not rooms_are_possible(), reason="this system has no network namespaces for us")


@contextmanager
def running(computer: Computer, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """`odin` on this computer, killed at the end if it is still there."""
    command = computer.inside(sys.executable, "-m", "odin_net", *arguments)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip()


@in_a_room
def test_a_robot_follows_its_table_to_another_port_of_the_network(tmp_path: Path) -> None:
    table = ("host", "--headless", "--data", str(tmp_path / "host"))
    flags = ("--seats", "3", "--bots", "1", "--games", "1", "--points", "1", "--pace", "0", "--code", CODE)
    robot = ("join", HOST, "--robot", "easy", "--code", CODE, "--data", str(tmp_path / "guests"), "--name")
    with room() as (host, guest), running(host, *table, "--bind", HOST, *flags) as first, ExitStack() as stack:
        assert line_of(first) == f"table open at {HOST}:9054, code {CODE}"
        ann = stack.enter_context(running(guest, *robot, "Ann"))
        assert line_of(ann) == "seated as Ann at seat 2"
        first.kill()
        first.wait()
        with running(host, *table, "--resume", "--port", "9070") as second:
            assert line_of(second) == f"table open at {HOST}:9070, code {CODE}"
            assert line_of(ann) == f"the table is at {HOST}:9070 now"
            shown = guest.odin("tables", "--seconds", "0.5").stdout
            assert shown.count("\n") <= 1
            assert f"{HOST}:9054" not in shown
            # The seat is found at the new address, and the last guest is all that the game waits for.
            (seat,) = (tmp_path / "guests").rglob("*.seat")
            assert f"{HOST}:9070" in seat.read_text(encoding="utf-8")
            assert guest.odin("join", f"{HOST}:9070", *robot[2:], "Bo").returncode == 0
            assert ann.wait(timeout=60) == 0
