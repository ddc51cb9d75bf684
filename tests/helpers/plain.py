"""`odin host` and `odin join --plain` as people run them: processes of their own, with lines in and lines out."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

SECONDS = 90


class Open(NamedTuple):
    """A table that runs."""

    place: str
    code: str
    process: "subprocess.Popen[str]"

    def join(self, data: Path, *more: str) -> list[str]:
        """The command line that joins it in lines."""
        join = [sys.executable, "-m", "odin_net", "join", self.place, "--code", self.code, "--plain"]
        return [*join, "--data", str(data), *more]


@contextmanager
def hosted(data: Path, *more: str) -> Iterator[Open]:
    """A table of two with one bot, for a single game of one hand unless more is said."""
    command = [sys.executable, "-m", "odin_net", "host", "--headless", "--seats", "2", "--bots", "1", "--port", "0"]
    command += ["--bind", "127.0.0.1", "--games", "1", "--pace", "0", "--points", "1", "--data", str(data), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment()) as process:
        try:
            assert process.stdout is not None
            opened = process.stdout.readline().removeprefix("table open at ").strip()
            place, _, code = opened.partition(", code ")
            yield Open(place, code, process)
            assert process.wait(SECONDS) == 0
        finally:
            process.kill()


def environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return {**kept, "PYTHONUTF8": "1"}


def run_file(command: list[str], stdin: IO[str]) -> "subprocess.CompletedProcess[str]":
    """Run this with a file for its standard input."""
    return subprocess.run(
        command, stdin=stdin, capture_output=True, encoding="utf-8", timeout=SECONDS, env=environment(), check=False
    )
