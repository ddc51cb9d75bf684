"""A table that moves between two addresses of an invented network, and a robot that follows it there."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers import LONG
from tests.helpers.host import CODE, Host, hosted
from tests.helpers.rooms import GUEST, HOST, Computer, room, rooms_are_possible

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


async def line_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return (await asyncio.to_thread(process.stdout.readline)).rstrip()


@pytest.mark.slow
@in_a_room
async def test_a_robot_follows_its_table_to_another_port_of_the_network(tmp_path: Path) -> None:
    flags = ("--seats", "3", "--bots", "1", "--games", "1", "--points", "1", "--pace", "0")
    robot = ("join", HOST, "--robot", "easy", "--code", CODE, "--data", str(tmp_path / "guests"), "--name")
    with room() as (ours, other):
        async with hosted(tmp_path / "host", "--bind", HOST, *flags, computer=ours) as host:
            assert host.lines == [f"table open at {HOST}:9054, code {CODE}"]
            with running(other, *robot, "Ann") as ann:
                assert await line_of(ann) == "seated as Ann at seat 2"
                await host.kill()
                await host.resume("--port", "9070")
                assert host.address == f"{HOST}:9070"
                assert await line_of(ann) == f"the table is at {HOST}:9070 now"
                shown = (await asyncio.to_thread(other.odin, "tables", "--seconds", "0.5")).stdout
                assert shown.count("\n") <= 1
                assert f"{HOST}:9054" not in shown
                # The seat is found at the new address, and the last guest is all that the game waits for.
                (seat,) = (tmp_path / "guests").rglob("*.seat")
                assert f"{HOST}:9070" in seat.read_text(encoding="utf-8")
                bo = ("join", f"{HOST}:9070", *robot[2:], "Bo")
                assert (await asyncio.to_thread(other.odin, *bo)).returncode == 0
                assert await asyncio.to_thread(ann.wait, LONG) == 0


@pytest.mark.slow
@in_a_room
async def test_a_table_goes_on_at_another_computer_that_has_its_folder(tmp_path: Path) -> None:
    flags = ("--seats", "2", "--games", "1", "--points", "1", "--pace", "0")
    robot = ("join", HOST, "--robot", "easy", "--code", CODE, "--data", str(tmp_path / "guests"), "--name")
    with room() as (ours, other):
        async with hosted(tmp_path / "host", *flags, computer=ours) as host:
            with running(other, *robot, "Ann") as ann:
                assert await line_of(ann) == "seated as Ann at seat 1"
                assert await host.end() == 130
                moved = Host(Path(shutil.copytree(tmp_path / "host", tmp_path / "moved")), computer=other)
                try:
                    await moved.resume()
                    assert moved.address == f"{GUEST}:9054"
                    assert await line_of(ann) == f"the table is at {GUEST}:9054 now"
                    said = await asyncio.to_thread(ours.odin, "join", GUEST, *robot[2:], "Bo")
                    assert said.returncode == 0, said.stderr
                    assert await asyncio.to_thread(ann.wait, LONG) == 0
                finally:
                    await moved.close()
