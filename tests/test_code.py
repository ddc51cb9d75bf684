"""The code itself: style, types, layers, and that the README's lines are those that are tried."""

import ast
import re
import subprocess
import sys
import tomllib
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


def test_the_hosted_ci_runs_the_readmes_test_lines() -> None:
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert "run: bash .ci/run\n" in workflow
    (windows,) = (line for line in workflow.splitlines() if "Scripts" in line)
    rest = windows.partition("; ")[2]
    assert rest in (ROOT / "README.md").read_text(encoding="utf-8")
    # The oldest that is promised, and all after it.
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'python: ["3.11", ' in workflow


# The rules and the wire are pure: no I/O, no clock, no chance of their own. All that they may import is named here.
PURE = {
    "abc",
    "collections",
    "contextlib",
    "dataclasses",
    "difflib",
    "enum",
    "functools",
    "hashlib",
    "hmac",
    "itertools",
    "json",
    "typing",
    "unicodedata",
}
# Where bots meet processes, and the host meets sockets and disks. Everything else of a host is pure, too.
SHELLS = {
    "pool.py",
    "file_bot.py",
    "server.py",
    "doorway.py",
    "journal.py",
    "saved_tables.py",
    "pake_worker.py",
    "folder.py",
    "writer.py",
    "addresses.py",
    "discovery.py",
    "probe.py",
}
MAY_IMPORT = {
    "odin_net/game": PURE | {"odin_net.game"},
    "odin_net/bots": PURE | {"math", "random", "re", "odin_net.game", "odin_net.bots"},
    "odin_net/host": PURE
    | {
        "datetime",
        "ipaddress",
        "logging",
        "msgspec",
        "odin_net.game",
        "odin_net.bots.names",
        "odin_net.host",
        "odin_net.lan.endpoint",
        "odin_net.levels",
        "odin_net.records.record",
        "protocol",
    },
    "odin_net/records": PURE | {"datetime", "odin_net.game", "odin_net.records", "protocol"},
    "odin_net/lan": PURE | {"ipaddress", "odin_net.errors", "odin_net.game", "odin_net.lan", "protocol"},
    "clients/invitation.py": PURE | {"clients.language", "ipaddress", "msgspec", "odin_net.lan.endpoint"},
    "clients/qr_code.py": PURE | {"segno"},
    "clients/web/bundle.py": PURE | {"posixpath", "re"},
    "clients/web/dense.py": PURE | {"clients.web.bundle", "clients.web.scopes", "clients.web.tokens", "re"},
    "clients/web/scopes.py": PURE | {"clients.web.tokens"},
    "clients/web/tokens.py": PURE | {"re"},
    "odin_net/afterwards": PURE
    | {"clients.language", "datetime", "msgspec", "odin_net.afterwards", "odin_net.errors", "odin_net.game"}
    | {"html", "re", "odin_net.records.proofs"},
    "protocol": PURE | {"cryptography", "msgpack", "msgspec", "spake2", "odin_net.game", "odin_net.levels", "protocol"},
}
# A client decides without I/O too; what dials, stores and prints is around it.
PURE_CLIENTS = (
    "follower",
    "model",
    "news",
    "interfaces",
    "join_flow",
    "reconnect",
    "robot",
    "session",
    "sentences",
    "viewing",
    "whereabouts",
)
MAY_IMPORT |= {
    f"clients/{name}.py": PURE
    | {
        "logging",
        "msgspec",
        "odin_net.game",
        "odin_net.lan.endpoint",
        "odin_net.records.record",
        "protocol",
        *(f"clients.{other}" for other in PURE_CLIENTS),
    }
    for name in PURE_CLIENTS
}


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_pure_layer_imports_only_what_it_may(folder: str) -> None:
    for path in [ROOT / folder] if folder.endswith(".py") else sorted((ROOT / folder).rglob("*.py")):
        for module in imported(path) if path.name not in SHELLS else ():
            assert any(f"{module}.".startswith(f"{name}.") for name in MAY_IMPORT[folder]), f"{path.name}: {module}"


def test_every_module_beside_the_folders_stands_in_a_layer() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = " ".join(settings["contracts"][0]["layers"])
    parts = [path for path in (ROOT / "odin_net").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    for name in {path.stem for path in parts} - {"__init__"}:
        assert re.search(rf"\bodin_net\.{name}\b", layers), name


def imported(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    return names + [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


# Older ones have known advisories; with an older msgspec a malformed body is no ValueError, and would end the host.
FLOORS = {"cryptography": (50,), "msgpack": (1, 2, 1), "msgspec": (0, 21), "zeroconf": (0, 150)}


def test_no_older_dependency_is_let_in_than_is_safe() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    floors = dict(line.split(">=") for line in project["dependencies"])
    for name, safe in FLOORS.items():
        assert tuple(map(int, floors[name].split("."))) >= safe, name
