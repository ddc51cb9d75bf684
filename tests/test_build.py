"""What an installation builds: the catalogues of all languages, which are not in git, from a tree or an archive.

And what it brings beside Python's modules: those of the page.
"""

import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from clients.language import LANGUAGES
from clients.language.voice import LOCALES
from tests.helpers.building import run_hatchling

ROOT = Path(__file__).parent.parent
# What the page is made of, and the style of reports.
PARTS = {
    path.relative_to(ROOT).as_posix()
    for folder in ("clients/web", "odin_net/afterwards")
    for ending in (".js", ".css", ".html")
    for path in (ROOT / folder).rglob(f"*{ending}")
}
WANTED = {path.relative_to(ROOT).with_suffix(".mo").as_posix() for path in LOCALES.rglob("*.po")}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The sources as git has them."""
    tree = tmp_path / "tree"
    for folder in ("odin_net", "protocol", "clients"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tree)
    return tree


def build(tree: Path, target: str, folder: Path) -> Path:
    said = run_hatchling(tree, target, folder, ODIN_COMPILE="")
    assert said.returncode == 0, said.stdout + said.stderr
    (built,) = folder.iterdir()
    return built


def catalogues_in(wheel: Path) -> set[str]:
    return names_in(wheel, ".mo")


def names_in(wheel: Path, *endings: str) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.endswith(endings)}


def test_every_language_but_english_has_a_catalogue() -> None:
    assert {Path(name).parts[-3] for name in WANTED} == set(LANGUAGES) - {"en"}


def test_a_wheel_holds_the_catalogues_and_the_page(tree: Path, tmp_path: Path) -> None:
    wheel = build(tree, "wheel", tmp_path / "dist")
    assert catalogues_in(wheel) == WANTED
    assert names_in(wheel, ".js", ".css", ".html") == PARTS
    assert {Path(name).suffix for name in PARTS} == {".js", ".css", ".html"}
    assert wheel.name.endswith("-none-any.whl"), "nothing is compiled unless somebody asks for it"


def test_an_archive_of_the_sources_is_enough_for_a_wheel(tree: Path, tmp_path: Path) -> None:
    with tarfile.open(build(tree, "sdist", tmp_path / "sdist")) as archive:
        assert not [name for name in archive.getnames() if name.endswith(".mo")]
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    wheel = build(unpacked, "wheel", tmp_path / "dist")
    assert catalogues_in(wheel) == WANTED
    assert names_in(wheel, ".js", ".css", ".html") == PARTS


def test_an_editable_installation_finds_them_beside_the_sources(tree: Path, tmp_path: Path) -> None:
    build(tree, "wheel:editable", tmp_path / "dist")
    assert {path.relative_to(tree).as_posix() for path in tree.rglob("*.mo")} == WANTED
