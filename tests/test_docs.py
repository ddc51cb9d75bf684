"""The documents tell the truth: what they name is there, what cites them finds it, and their diagrams are of now."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import diagrams
from protocol.messages import Reason

ROOT = Path(__file__).parent.parent
PACKAGES = ("odin_net", "protocol", "clients")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "protocol" / "SPEC.md"])
SOURCES = [
    path
    for folder in (*PACKAGES, "tests", "benchmarks", "docs")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path != Path(__file__)
]
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"`([^`\n]+)`")
LINKED = re.compile(r"\]\(([^)\s]+)\)")
# A path of ours: folders, or a file whose ending we use.
PATH = re.compile(r"\.?[\w-]+(/[\w.-]+)+/?|[\w-]+/|[\w-]+\.(py|md|toml|yml|yaml|json|po|svg)")
# Made by those who follow the documents, or no files at all.
NOT_OURS = re.compile(r"\.venv.*|odin/1.*")


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def headings(path: Path) -> set[str]:
    """The headings of a document, as comments cite them."""
    found = re.findall(r"^#+ (.+)$", FENCED.sub("", text_of(path)), re.MULTILINE)
    return {heading.casefold() for heading in found}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# --- what documents name ---


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_path_that_a_document_names_is_there(document: Path) -> None:
    names = {path.name for path in [*SOURCES, *DOCUMENTS, *ROOT.glob("*.*")]}
    for quoted in QUOTED.findall(FENCED.sub("", text_of(document))):
        if not PATH.fullmatch(quoted) or NOT_OURS.fullmatch(quoted):
            continue
        # A file alone is one of a folder that was named before it.
        is_there = any((folder / quoted).exists() for folder in (ROOT, document.parent, ROOT / "clients"))
        assert is_there or quoted in names, quoted


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_command_of_a_document_runs_what_is_there(document: Path) -> None:
    text = text_of(document)
    for module in re.findall(r"python -m ([\w.]+)", text):
        path = ROOT / module.replace(".", "/")
        assert module == "venv" or path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module
    for script in re.findall(r"python ([\w/]+\.py)", text):
        assert (ROOT / script).is_file(), script


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    for target in LINKED.findall(text_of(document)):
        if not target.startswith("https://"):
            assert (document.parent / target.partition("#")[0]).exists(), target


ROW = re.compile(r"`([\w/.-]+\.py)` \| ((?:`[\w.]+`(?:, )?)+)(?: \||$)", re.MULTILINE)


def functions_named() -> Iterator[tuple[str, str]]:
    """Each function that ARCHITECTURE.md says is in a file: the walks, and where to look."""
    for path, names in ROW.findall(text_of(ROOT / "docs" / "ARCHITECTURE.md")):
        for name in QUOTED.findall(names):
            yield path, name


def defined_in(path: Path) -> set[str]:
    """What a module defines: functions, classes, their methods, and constants."""
    found = set()
    for node in ast.parse(text_of(path)).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name, body=body):
                methods = [one for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
                found |= {name, *(f"{name}.{method.name}" for method in methods)}
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
    return found


def test_the_walks_pass_functions_that_are_there() -> None:
    named = list(functions_named())
    assert len(named) > 60
    assert [f"{path}: {name}" for path, name in named if name not in defined_in(ROOT / path)] == []


def test_the_diagrams_are_not_stale() -> None:
    page = text_of(diagrams.PAGE)
    assert set(diagrams.PLACE.findall(page)) == set(diagrams.DIAGRAMS)
    assert diagrams.with_diagrams(page) == page, "run python -m docs.diagrams"


def test_the_glossary_has_each_word_once_in_a_line() -> None:
    words = re.findall(r"^- \*\*(.+?)\*\*: .+\.$", text_of(ROOT / "docs" / "GLOSSARY.md"), re.MULTILINE)
    lines = [line for line in text_of(ROOT / "docs" / "GLOSSARY.md").splitlines() if line.startswith(("-", " "))]
    assert len(words) == len(lines)
    assert words == sorted(set(words), key=str.casefold)


# --- what the code cites ---


CITED = {"RULES": ROOT / "docs" / "RULES.md", "ARCHITECTURE": ROOT / "docs" / "ARCHITECTURE.md"}


@pytest.mark.parametrize("page", CITED)
def test_every_heading_that_the_code_cites_is_there(page: str) -> None:
    known, cited = headings(CITED[page]), set()
    for path in SOURCES:
        for heading in re.findall(rf'\b(?<!\.){page}: ([^."\n]*)', text_of(path)):
            assert heading.casefold() in known, f"{name_of(path)}: {heading}"
            cited.add(heading.casefold())
    assert cited


def test_every_section_of_the_specification_that_the_code_cites_is_there() -> None:
    sections = set(re.findall(r"^## (\d+)\.", text_of(ROOT / "protocol" / "SPEC.md"), re.MULTILINE))
    for path in SOURCES:
        for numbers in re.findall(r"\bSPEC (\d+(?:(?:, | and | to )\d+)*)", text_of(path)):
            assert set(re.findall(r"\d+", numbers)) <= sections, f"{name_of(path)}: SPEC {numbers}"


def test_nothing_cites_a_page_that_is_not_here() -> None:
    assert [name_of(path) for path in SOURCES if re.search(r"\bDESIGN \d", text_of(path))] == []


# --- what is promised about the packages ---


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_that_it_is_typed(package: str) -> None:
    assert "Typing :: Typed" in text_of(ROOT / "pyproject.toml")
    assert (ROOT / package / "py.typed").is_file()


def test_the_spec_has_a_row_for_each_reason() -> None:
    spec = text_of(ROOT / "protocol" / "SPEC.md")
    table = spec[spec.index("| reason | |") :].split("\n\n")[0]
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)] == sorted(Reason)
