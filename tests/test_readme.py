"""The README's four lines, each as somebody types it who has just come: an empty home, a copy of this folder.

The last two join the table of the second, on another computer of an invented network.
"""

import asyncio
import os
import re
import shlex
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("it takes network namespaces", allow_module_level=True)

from tests.helpers import LONG
from tests.helpers.needed import need, skip_unless
from tests.helpers.ptys import Pty, program_on
from tests.helpers.rooms import Computer, room, rooms_are_possible

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = re.findall(r"^\| [^|]+ \| `([^`]+)` \|$", README.partition("| | |")[2].partition("\n\n")[0], re.MULTILINE)
# What is made here, and by whom: a copy from somewhere else has none of it.
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "*.mo", ".hypothesis")
FIRST_SCREEN = 24


def test_the_first_screen_has_four_lines_to_copy_and_the_test_line_stands_below() -> None:
    play, host, with_python, with_nothing = LINES
    assert play.endswith("/odin play")
    assert host.endswith("/odin host")
    assert with_python.endswith("/odin join")
    assert with_nothing == "ssh -p 9054 odin@ADDRESS"
    top = "\n".join(README.splitlines()[:FIRST_SCREEN])
    assert all(f"`{line}`" in top for line in LINES)
    tests = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert README.index(f"`{tests}`") > README.index(f"`{with_nothing}`")


class Newcomer:
    """Somebody with an empty home and a copy of this folder."""

    def __init__(self, folder: Path) -> None:
        self.home, self.copy = folder / "home", folder / "odin"
        self.home.mkdir(parents=True)
        shutil.copytree(ROOT, self.copy, ignore=NOT_COPIED)

    @property
    def environ(self) -> dict[str, str]:
        # How this computer gets packages is no part of a home.
        pip = Path.home() / ".config" / "pip" / "pip.conf"
        ours = {"PIP_CONFIG_FILE": str(pip)} if pip.exists() else {}
        empty = {name: "" for name in os.environ if name.startswith(("ODIN_", "XDG_", "SSH_", "VIRTUAL_ENV"))}
        return {**empty, **ours, "HOME": str(self.home), "LANG": "en"}

    @asynccontextmanager
    async def types(self, line: str, at: Computer | None = None, rows: int = 24) -> AsyncIterator[Pty]:
        """A line in a terminal of this folder."""
        command = ["bash", "-c", f"cd {shlex.quote(str(self.copy))} && {line}"]
        async with program_on(command if at is None else at.inside(*command), 80, rows, self.environ) as pty:
            yield pty


async def asked(pty: Pty, question: str, answer: str) -> None:
    await pty.until(question)
    pty.press(f"{answer}\r")


@pytest.mark.slow
async def test_each_line_does_what_it_promises(tmp_path: Path) -> None:
    skip_unless(rooms_are_possible(), "this system has no network namespaces for us")
    play, host, with_python, with_nothing = LINES
    ann, bo = Newcomer(tmp_path / "ann"), Newcomer(tmp_path / "bo")
    async with ann.types(play) as playing:
        await playing.until(lambda text: "Q leave" in text and "help" in text)
        playing.press("\x03\x03")
        assert await playing.ended() == 0
    # There is no internet where they meet.
    install, _, join = with_python.rpartition(" && ")
    async with bo.types(f"{install} && echo all is there") as installing:
        await installing.until("all is there")
        assert await installing.ended() == 0
    with room() as (ours, theirs):
        async with ann.types(host, ours) as hosting:
            await asked(hosting, "Your name", "")
            shown = await hosting.until("odin@")
            (code,), (address,) = re.findall(r"The code: (\S+)", shown), re.findall(r"odin@(\S+)", shown)
            # Where it keeps keys, a home that is not in the list of users cannot say.
            known = f"-F /dev/null -o UserKnownHostsFile={shlex.quote(str(bo.home / 'known_hosts'))}"
            program = f"{need('ssh', 'openssh-client')} {known} "
            ssh = program + with_nothing.removeprefix("ssh ").replace("ADDRESS", address)
            async with bo.types(join, theirs) as joining, bo.types(ssh, theirs) as guest:
                await asked(joining, f"{address}:9054", "")
                await asked(joining, "Your name", "\x15Bo")
                await asked(joining, "The code", code)
                await asked(guest, "(yes/no", "yes")
                await asked(guest, "table code:", code)
                await asked(guest, "Your name", "Cleo")
                for pty in (hosting, joining, guest):
                    await pty.until(lambda text: "Bo" in text and "Cleo" in text and "lobby" in text)
            async with asyncio.timeout(LONG):
                hosting.press("\x03\x03")
                assert await hosting.ended() == 0
