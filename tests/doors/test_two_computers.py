"""Two computers on one network: a friend finds the table, and comes in by each line of its invitation."""

import asyncio
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("it takes network namespaces", allow_module_level=True)

from tests.helpers import LONG
from tests.helpers.host import CODE, hosted
from tests.helpers.needed import need, skip_unless
from tests.helpers.ptys import program_on
from tests.helpers.rooms import HOST, Computer, room, rooms_are_possible

pytestmark = pytest.mark.slow
SHORT = ("--seats", "2", "--bots", "1", "--games", "1", "--points", "1", "--pace", "0")
# What a browser does with a link: the fragment stays with it.
BROWSE = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())"


@pytest.fixture(autouse=True)
def namespaces() -> None:
    skip_unless(rooms_are_possible(), "this system has no network namespaces for us")


async def invited_by(computer: Computer, data: Path) -> dict[str, str]:
    """The lines that a host can paste into a chat, by who they are for."""
    said = await asyncio.to_thread(computer.odin, "invite", "--data", str(data), "--lang", "en")
    assert (said.returncode, said.stderr) == (0, "")
    return dict(re.findall(r"^(.+?): (.+)$", said.stdout, re.MULTILINE))


async def test_a_friend_finds_the_table_and_joins_it_by_every_door(tmp_path: Path) -> None:
    with room() as (ours, theirs):
        async with hosted(tmp_path / "host", "--seats", "3", computer=ours) as host:
            lines = await invited_by(ours, tmp_path / "host")
            assert lines["The code"] == CODE
            found = await asyncio.to_thread(theirs.odin, "tables", "--json")
            assert [(table["address"], table["port"]) for table in json.loads(found.stdout)] == [(HOST, 9054)]

            page = await asyncio.to_thread(theirs.run, sys.executable, "-c", BROWSE, lines["Phone or browser"])
            assert (page.returncode, page.stderr) == (0, "")
            assert "<title>Odin" in page.stdout

            known = f"-o UserKnownHostsFile={tmp_path / 'known_hosts'}"
            ssh = lines["Laptop without Odin"].replace(
                "ssh ", f"{need('ssh', 'openssh-client')} -F /dev/null {known} ", 1
            )
            key = lines["The first time, ssh asks whether this key is right"]
            odin = [sys.executable, "-m", "odin_net", *shlex.split(lines["Laptop with Odin"])[1:]]
            own = ("--lang", "en", "--data", str(tmp_path / "bo"))
            async with (
                program_on(theirs.inside(*shlex.split(ssh)), 80, 24, {}) as ann,
                program_on(theirs.inside(*odin, *own), 80, 24, {}) as bo,
            ):
                # ssh shows the key that the invitation shows.
                await ann.until("(yes/no")
                assert key in "".join(ann.text.split())
                ann.press("yes\r")
                await ann.until("table code:")
                ann.press(f"{CODE}\r")
                await ann.until("Your name")
                ann.press("Ann\r")
                await bo.until("Your name")
                bo.press("\x15Bo\r")
                await bo.until("The code")
                bo.press(f"{CODE}\r")
                await ann.until(lambda text: "Bo" in text and "lobby" in text)
                await bo.until(lambda text: "Ann" in text and "lobby" in text)
            assert host.is_running


async def test_a_friend_who_has_odin_needs_no_address(tmp_path: Path) -> None:
    with room() as (ours, theirs):
        async with hosted(tmp_path / "host", *SHORT, computer=ours) as host:
            robot = ("join", "--robot", "easy", "--name", "Robin", "--code", CODE, "--data", str(tmp_path / "guest"))
            said = await asyncio.to_thread(theirs.odin, *robot)
            assert said.returncode == 0, said.stderr
            async with asyncio.timeout(LONG):
                assert await host.wait() == 0
