"""Builds Odin as an installer does, without one."""

import os
import subprocess
import sys
from pathlib import Path


def run_hatchling(tree: Path, target: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Build a target of this tree, such as `wheel:editable`, into this folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    around = {**os.environ, **environment}
    return subprocess.run(command, cwd=tree, env=around, capture_output=True, text=True, check=False)
