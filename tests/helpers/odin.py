"""The `odin` command as people run it: a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.helpers import LONG


def odin(*arguments: str | Path, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Run `odin` and return what it said and how it ended."""
    return subprocess.run(
        [sys.executable, "-m", "odin_net", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        timeout=LONG,
        check=False,
        cwd=cwd,
    )


def in_a_terminal(*arguments: str) -> tuple[int, str]:
    """Run `odin` with a terminal for all its streams; how it ended and what was drawn. POSIX only."""
    main, side = os.openpty()  # type: ignore[attr-defined, unused-ignore]
    with subprocess.Popen(
        [sys.executable, "-m", "odin_net", *arguments], stdin=side, stdout=side, stderr=side, close_fds=True
    ) as process:
        os.close(side)
        seen = b""
        try:
            while more := os.read(main, 65536):
                seen += more
        except OSError:
            pass  # Linux says so when the other end is closed; macOS returns nothing.
        os.close(main)
        return process.wait(timeout=LONG), seen.decode()
