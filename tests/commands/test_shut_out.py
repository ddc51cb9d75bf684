"""Somebody at another computer guesses the code: they are shut out, and a friend at a third address is not."""

import asyncio
import subprocess
from pathlib import Path

import pytest

from odin_net.errors import REFUSED
from tests.helpers.host import CODE, hosted
from tests.helpers.rooms import HOST, Computer, room, rooms_are_possible
from tests.promises.bad_manners import WRONG

TABLE = ("--seats", "2", "--bots", "1", "--games", "1", "--pace", "0", "--points", "1")


async def join(computer: Computer, data: Path, code: str) -> "subprocess.CompletedProcess[str]":
    flags = ("--robot", "random", "--lang", "en", "--data", str(data))
    return await asyncio.to_thread(computer.odin, "join", HOST, "--code", code, *flags)


@pytest.mark.slow
@pytest.mark.skipif(not rooms_are_possible(), reason="this system has no network namespaces for us")
async def test_who_guesses_from_one_computer_keeps_nobody_at_another_one_out(tmp_path: Path) -> None:
    here = ("--bind", HOST, "--port", "9054")
    with room() as (ours, mallory):
        async with hosted(tmp_path / "host", *TABLE, *here, computer=ours) as host:
            assert host.lines == [f"table open at {HOST}:9054, code {CODE}"]
            said = [await join(mallory, tmp_path / "mallory", code) for code in (WRONG, WRONG, WRONG, WRONG, CODE)]
            assert [one.returncode for one in said] == [REFUSED] * 5
            assert all("That is not the code of this table" in one.stderr for one in said[:3])
            assert all("Too many wrong codes came from your address: wait" in one.stderr for one in said[3:])
            assert (await join(ours, tmp_path / "friend", CODE)).returncode == 0
            assert await host.wait() == 0
