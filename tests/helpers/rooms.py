"""Two computers in one room, invented: network namespaces with a cable between them. Linux only, and only if it may."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import NamedTuple

from tests.helpers import LONG

HOST, GUEST = "10.77.0.1", "10.77.0.2"


class Computer(NamedTuple):
    """A process that keeps a network of its own alive."""

    holder: "subprocess.Popen[str]"

    def inside(self, *command: str) -> list[str]:
        """This command, so that it runs in the network of this computer."""
        return ["nsenter", "-t", str(self.holder.pid), "-U", "-n", "--preserve-credentials", *command]

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            self.inside(*command),
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUTF8": "1"},
            timeout=LONG,
            check=False,
        )

    def odin(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return self.run(sys.executable, "-m", "odin_net", *arguments)


@contextmanager
def room(*, cable: bool = True) -> Iterator[tuple[Computer, Computer]]:
    """A host's computer and a guest's. All is gone when it is over: nothing outside ever sees them."""
    with ExitStack() as stack:
        host = stack.enter_context(_computer("unshare", "-r", "-n"))
        enter = ["nsenter", "-t", str(host.holder.pid), "-U", "--preserve-credentials"]
        guest = stack.enter_context(_computer(*enter, "unshare", "-n"))
        for computer in (host, guest):
            _do(computer, "ip", "link", "set", "lo", "up")
        if cable:
            peer = str(guest.holder.pid)
            _do(host, "ip", "link", "add", "lan0", "type", "veth", "peer", "name", "lan1", "netns", peer)
            for computer, name, address in ((host, "lan0", HOST), (guest, "lan1", GUEST)):
                _do(computer, "ip", "address", "add", f"{address}/24", "dev", name)
                _do(computer, "ip", "link", "set", name, "up")
        yield host, guest


@cache
def rooms_are_possible() -> bool:
    """Whether this system lets us invent computers."""
    if sys.platform != "linux" or not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        return False
    try:
        with room():
            return True
    except (OSError, AssertionError):
        return False


@contextmanager
def _computer(*command: str) -> Iterator[Computer]:
    # It says that it is there, then waits for the end of its input, which comes even if the tests are killed.
    with subprocess.Popen(
        [*command, "sh", "-c", "echo ready; exec cat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ready\n"
        yield Computer(holder)


def _do(computer: Computer, *command: str) -> None:
    done = computer.run(*command)
    assert done.returncode == 0, done.stderr
