"""OpenSSH's own client with an empty home: it knows no host and has no settings. POSIX only."""

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from odin_net.doors.ssh import Anteroom, SshDoor
from odin_net.game.events import Presence
from odin_net.host.server import Server
from tests.helpers import LONG
from tests.helpers.doors import CODE, served
from tests.helpers.needed import need
from tests.helpers.ptys import Pty, program_on

# Nothing of this computer's own settings counts.
OPTIONS = ("StrictHostKeyChecking=accept-new", f"ConnectTimeout={LONG:.0f}", "LogLevel=INFO")


# How guests are told their own words, and how a terminal is told that a screen opens.
WORDS = re.compile(r"words of your\s+own:\s+(\w+-\w+-\w+)")
ALTERNATE_SCREEN = b"\x1b[?1049h"


class SshHome(NamedTuple):
    """An empty home, and the table that is dialled from there."""

    folder: Path
    port: int
    address: str = "127.0.0.1"

    def command(self, program: str, *words: str, options: tuple[str, ...] = ()) -> list[str]:
        """ssh, scp or sftp with these words; the address is not one of them."""
        known = f"UserKnownHostsFile={self.folder / 'known_hosts'}"
        flags = [word for option in (*OPTIONS, known, *options) for word in ("-o", option)]
        return [need(program, "openssh-client"), "-F", "/dev/null", *flags, *words]

    def ssh(self, user: str, *flags: str, options: tuple[str, ...] = ()) -> list[str]:
        """ssh to the table as this user."""
        return self.command("ssh", "-p", str(self.port), *flags, f"{user}@{self.address}", options=options)

    @property
    def environ(self) -> dict[str, str]:
        """What our own environment must not change."""
        return {"HOME": str(self.folder), "SSH_AUTH_SOCK": "", "DISPLAY": "", "LANG": "", "LC_ALL": "C.UTF-8"}

    @asynccontextmanager
    async def on_screen(
        self,
        user: str,
        *flags: str,
        answer: str = "",
        columns: int = 80,
        rows: int = 24,
        options: tuple[str, ...] = (),
        **environ: str,
    ) -> AsyncIterator[Pty]:
        """ssh before a screen of its own; `answer` is typed when it is asked for the code."""
        command = self.ssh(user, *flags, options=options)
        async with program_on(command, columns, rows, {**self.environ, **environ}) as pty:
            if answer:
                await pty.until("table code:")
                pty.press(f"{answer}\r")
            yield pty

    async def run(self, command: list[str], answer: str = "", typed: str = "") -> "Ran":
        """This command without a terminal, with `answer` for the code and this for its input."""
        script = self.folder / "answer"
        script.write_text(f"#!/bin/sh\necho {answer}\n")
        script.chmod(0o700)
        ask = {"SSH_ASKPASS": str(script), "SSH_ASKPASS_REQUIRE": "force"}
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **self.environ, **ask},
        )
        try:
            async with asyncio.timeout(LONG):
                out, err = await process.communicate(typed.encode())
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        assert process.returncode is not None
        return Ran(process.returncode, out.decode(), err.decode())


class Ran(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


class Tonight(NamedTuple):
    """A table with a door for ssh, and a home from which it is dialled."""

    server: Server
    door: SshDoor
    home: SshHome

    @property
    def anteroom(self) -> Anteroom:
        return self.door.anteroom

    @property
    def seats(self) -> dict[str, Presence]:
        """Who sits there, and whether they are here."""
        return {occupant.name: occupant.presence for occupant in self.server.hub.table._core.seats}

    @property
    def guesses(self) -> int:
        return self.server.hub.table.memo.guesses


@asynccontextmanager
async def tonight(folder: Path, code: str = CODE, bots: int = 0) -> AsyncIterator[Tonight]:
    door = SshDoor(folder / "data")
    home = folder / "home"
    home.mkdir()
    async with served(door, code=code, bots=bots, pace=0) as (server, port):
        yield Tonight(server, door, SshHome(home, port))


def words_of(pty: Pty) -> str:
    """The three words of their own, from what stood in the terminal before the screen opened."""
    found = WORDS.search(pty.written.partition(ALTERNATE_SCREEN)[0].decode())
    assert found is not None
    return found[1]
