"""`odin report`, as a process."""

import os
import re
import sys
from pathlib import Path

import pytest

from odin_net.commands import report
from odin_net.errors import OdinError
from tests.afterwards.pasts import bots_record
from tests.helpers.odin import odin


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two games, of which Zoë played the later one."""
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    for name, who in (("2026-11-16-1", "Ann"), ("2026-11-17-1", "Zoë")):
        text = bots_record(players=2).replace('"easy-1"', f'"{who}"')
        (games / f"{name}.odin.jsonl").write_text(text, encoding="utf-8")
    return tmp_path / "data"


def test_alone_it_takes_the_newest_game(data: Path, tmp_path: Path) -> None:
    said = odin("report", "--lang", "en", "--data", data, "-o", "game.html", cwd=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout == "The report is in game.html: open it in a browser.\n"
    assert "Zoë" in (tmp_path / "game.html").read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "game.html"]


def test_a_named_record_gives_the_page_its_name(data: Path, tmp_path: Path) -> None:
    said = odin("report", data / "games" / "2026-11-16-1.odin.jsonl", "--lang", "ar", cwd=tmp_path)
    assert said.returncode == 0
    page = (tmp_path / "2026-11-16-1.html").read_text(encoding="utf-8")
    assert "Ann" in page
    assert 'dir="rtl"' in page


def test_a_broken_record_is_told_with_its_line_and_exit_1(tmp_path: Path) -> None:
    text = bots_record(players=2)
    broken = {
        "cut": (text[:-4], ":\\d+: the file is cut off in the middle of this line"),
        "empty": ("", ":1: the file is empty"),
        "future": ('{"odin": 9}\n', ":1: this record is from a newer Odin: update to read it"),
        "deep": ("[" * 100_000, ":1: this is not a line of JSON"),
        "hostile": (text.replace('"easy-1"', '"\\u001b[2J"', 1), ":1: a player's name cannot be shown"),
    }
    (tmp_path / "page.html").write_text("old", encoding="utf-8")
    for name, (content, _) in broken.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for name, (_, reason) in broken.items():
        said = odin("report", name, "-o", "page.html", cwd=tmp_path)
        assert (said.returncode, said.stderr) == (1, "")
        assert re.match(name + reason, said.stdout), said.stdout
    with (tmp_path / "large").open("wb") as stream:
        stream.truncate(100_000_000)
    assert "too large" in odin("report", "large", cwd=tmp_path).stdout
    assert odin("report", "none", cwd=tmp_path).returncode == 1
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "old"


def test_without_a_game_it_says_what_to_do(tmp_path: Path) -> None:
    said = odin("report", "--lang", "en", "--data", tmp_path / "none")
    assert said.returncode == 2
    assert said.stderr == "odin: there is no record of a game here yet: name a file, or play a game first.\n"


def test_what_cannot_be_written_is_told(data: Path, tmp_path: Path) -> None:
    for target, code in ((tmp_path, 2), (tmp_path / "none" / "page.html", 1), ("a\0b", 1)):
        with pytest.raises(OdinError) as error:
            report.write(Path(target), b"page")
        assert error.value.code == code
    if sys.platform != "win32":
        said = odin("report", "--data", data, "-o", "/dev/null")
        assert said.returncode == 2
        assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full here")
def test_a_record_is_never_overwritten_by_its_report(data: Path, tmp_path: Path) -> None:
    record = data / "games" / "2026-11-16-1.odin.jsonl"
    before = record.read_bytes()
    said = odin("report", record, "-o", record, "--lang", "en", cwd=tmp_path)
    assert said.returncode == 2
    assert "would be a record, not a page: name another file with -o." in said.stderr
    assert record.read_bytes() == before


def test_a_full_disk_leaves_the_old_page_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.html").write_text("old", encoding="utf-8")
    monkeypatch.setattr("odin_net.files.open_private", lambda *_: os.open("/dev/full", os.O_WRONLY))
    with pytest.raises(OdinError, match="cannot be written") as error:
        report.write(tmp_path / "page.html", b"new" * 100_000)
    assert error.value.code == 1
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "old"
