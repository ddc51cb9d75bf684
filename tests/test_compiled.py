"""The compiled build: the same rules and the same bots, move by move."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from hatch_build import COMPILED, INTERPRETED
from tests.helpers.building import run_hatchling

ROOT = Path(__file__).parent.parent
COMPILER = str(sysconfig.get_config_var("CC") or "cl").split()[0]
CAN_COMPILE = shutil.which(COMPILER) is not None and Path(sysconfig.get_path("include"), "Python.h").exists()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("compiled"),  # It is built once.
    pytest.mark.skipif(not CAN_COMPILE, reason="there is no C compiler, or Python came without its headers"),
]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled packages and the tests, and without the sources that they were made of."""
    folder = tmp_path_factory.mktemp("compiled")
    built = build(folder)
    assert built.returncode == 0, built.stdout + built.stderr
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    for path in modules(folder):
        path.unlink()
    shutil.copytree(ROOT / "tests", folder / "tests")
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def build(folder: Path, *, version: str = "standard") -> "subprocess.CompletedProcess[str]":
    return run_hatchling(ROOT, f"wheel:{version}", folder, ODIN_COMPILE="1")


def modules(folder: Path) -> list[Path]:
    """All sources that are compiled."""
    return [path for name in COMPILED for path in (folder / name).glob("*.py") if path.name not in INTERPRETED]


def run(folder: Path, *arguments: str) -> str:
    command = [sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    said = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout


def test_it_keeps_the_rules(compiled: Path) -> None:
    assert modules(ROOT)
    run(compiled, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/game")


def test_its_bots_make_the_same_moves(compiled: Path, tmp_path: Path) -> None:
    arena = ("-m", "odin_net", "arena", "--seed", "9054", "--bots", "hard,normal,easy,random")
    for folder, name in ((compiled, "compiled"), (ROOT, "interpreted")):
        run(folder, *arena, "--hands", "4", "--record", str(tmp_path / name))
    assert moves(tmp_path / "compiled") == moves(tmp_path / "interpreted") != []


def moves(records: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(records.iterdir())]


def test_it_leaves_nothing_beside_the_sources(compiled: Path) -> None:
    assert (compiled / "odin_net").exists()
    places = [ROOT, *(ROOT / name for name in COMPILED)]
    assert not [path for place in places for path in place.iterdir() if path.suffix in {".so", ".pyd"}]
    assert not (ROOT / "build").exists()


def test_an_editable_install_is_refused_in_a_sentence(tmp_path: Path) -> None:
    refused = build(tmp_path, version="editable")
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1] == (
        "An editable install runs the sources as they are: leave out -e to compile them."
    )
