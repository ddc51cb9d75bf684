"""The code itself: style, types, layers, and that the README's lines are those that are tried."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"], ["lint-imports"]],
    ids=["style", "format", "types", "layers"],
)
def test_the_tools_agree(command: list[str]) -> None:
    said = subprocess.run([SCRIPTS / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


def test_ci_runs_the_readmes_test_line() -> None:
    line = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert line.startswith("python3 -m venv .venv && ")
    assert f"| `{line}` |" in (ROOT / "README.md").read_text(encoding="utf-8")
