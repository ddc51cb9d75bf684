"""Somebody at another computer guesses the code: they are shut out, and a friend at a third address is not."""

import subprocess
import sys
from pathlib import Path

import pytest

from odin_net.errors import REFUSED
from tests.helpers.rooms import HOST, Computer, room, rooms_are_possible
from tests.promises.bad_manners import WRONG
from tests.promises.evening import CODE

TABLE = ("--seats", "2", "--bots", "1", "--games", "1", "--pace", "0", "--points", "1", "--port", "9054")


def join(computer: Computer, data: Path, code: str) -> "subprocess.CompletedProcess[str]":
    flags = ("--robot", "random", "--lang", "en", "--data", str(data))
    return computer.odin("join", HOST, "--code", code, *flags)


@pytest.mark.skipif(not rooms_are_possible(), reason="this system has no network namespaces for us")
def test_who_guesses_from_one_computer_keeps_nobody_at_another_one_out(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "odin_net", "host", "--headless", "--code", CODE, "--bind", HOST, *TABLE)
    with (
        room() as (ours, mallory),
        subprocess.Popen(
            ours.inside(*command, "--data", str(tmp_path / "host")), stdout=subprocess.PIPE, encoding="utf-8"
        ) as host,
    ):
        try:
            assert host.stdout is not None
            assert host.stdout.readline() == f"table open at {HOST}:9054, code {CODE}\n"
            said = [join(mallory, tmp_path / "mallory", code) for code in (WRONG, WRONG, WRONG, WRONG, CODE)]
            assert [one.returncode for one in said] == [REFUSED] * 5
            assert all("That is not the code of this table" in one.stderr for one in said[:3])
            assert all("Too many wrong codes came from your address: wait" in one.stderr for one in said[3:])
            assert join(ours, tmp_path / "friend", CODE).returncode == 0
            assert host.wait(60) == 0
        finally:
            host.kill()
