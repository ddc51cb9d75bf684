"""`odin stats`, as a process, and the index beside the records."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from clients.language import Language
from odin_net.afterwards.index import unpack_index
from odin_net.commands import stats
from odin_net.errors import LANGUAGES
from tests.afterwards.pasts import GAME, record
from tests.helpers.odin import odin

NOW = datetime.now(UTC)


def put(data: Path, **texts: str | bytes) -> None:
    (data / "games").mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        content = text if isinstance(text, bytes) else text.encode()
        (data / "games" / f"{name}.odin.jsonl").write_bytes(content)


def told(data: Path, *flags: str) -> Any:
    said = odin("stats", "--json", "--data", data, "--name", "Ann", *flags)
    assert said.returncode == 0
    return json.loads(said.stdout)


def test_figures_of_tonight_and_of_all_time(tmp_path: Path) -> None:
    put(
        tmp_path,
        a=record(date=(NOW - timedelta(days=3)).isoformat()),
        b=record(date=NOW.isoformat(), winners=(1,), points=((5, 0),)),
        c=record(date=(NOW + timedelta(days=3)).isoformat(), points=((1, 0),)),
    )
    said = told(tmp_path)
    assert (said["tonight"]["games"], said["all"]["games"]) == (1, 3), "one of a day to come is not of tonight"
    assert said["all"]["own"]["wins"] == 2
    assert said["all"]["own"]["by_players"]["2"]["points_per_hand"] == 2
    assert said["tonight"]["own"]["nemesis"] == {"name": "Bo"}
    assert said["damaged"] == []


def test_an_evening_goes_on_past_midnight() -> None:
    for hour, day in ((4, 16), (5, 17), (23, 17)):
        begun = stats.start_of_day(datetime(2026, 11, 17, hour, 30, tzinfo=UTC))
        assert begun == datetime(2026, 11, day, 5, tzinfo=UTC)


def test_people_see_a_chart_in_their_language(tmp_path: Path) -> None:
    put(tmp_path, a=record(date=NOW.isoformat()))
    said = odin("stats", "--lang", "en", "--data", tmp_path, "--name", "Ann")
    assert (said.returncode, said.stderr) == (0, "")
    assert "Ann  ████████████████  1 of 1 game won, 0 points a hand" in said.stdout
    assert "Bo   ░░░░░░░░░░░░░░░░  0 of 1 game won, 4 points a hand" in said.stdout
    assert "against Bo: ahead 1, behind 0, games 1" in said.stdout
    assert "longest set: R1" in said.stdout
    plain = odin("stats", "--lang", "en", "--ascii", "--data", tmp_path, "--name", "Bo").stdout
    assert plain.isascii()
    assert "nemesis: Ann" in plain


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_them(tmp_path: Path, language: str) -> None:
    put(tmp_path, a=record(date=NOW.isoformat()), b="")
    said = odin("stats", "--lang", language, "--data", tmp_path, "--name", "Ann")
    assert said.returncode == 0
    assert "Ann" in said.stdout
    assert "{" not in said.stdout + said.stderr
    assert "b.odin.jsonl" in said.stderr


def test_without_a_game_one_is_proposed(tmp_path: Path) -> None:
    said = odin("stats", "--lang", "en", "--data", tmp_path / "none")
    assert said.returncode == 0
    assert said.stdout == "There is no record of a game here yet: `odin play` plays one.\n"
    assert not (tmp_path / "none").exists()


def test_who_is_in_no_game_is_told_so(tmp_path: Path) -> None:
    put(tmp_path, a=record())
    said = odin("stats", "--lang", "en", "--data", tmp_path, "--name", "Zoë")
    assert said.stdout.endswith("Zoë is in none of these games: --name NAME chooses somebody else.\n")
    assert odin("stats", "--data", tmp_path, "--name", "\x1b").returncode == 2


def test_damaged_records_are_named_and_skipped(tmp_path: Path) -> None:
    put(
        tmp_path,
        cut=record()[:-3],
        deep=record() + '{"x": ' + "[" * 100_000,
        empty="",
        future='{"odin": 2}\n',
        good=record(game=GAME),
        hostile=record("Ann", "\x1b[2J"),
        twice=record(game=GAME),
    )
    with (tmp_path / "games" / "large.odin.jsonl").open("wb") as stream:
        stream.truncate(100_000_000)
    (tmp_path / "games" / "folder.odin.jsonl").mkdir()
    for _ in range(2):  # The second time from the index.
        said = odin("stats", "--lang", "en", "--json", "--data", tmp_path, "--name", "Ann")
        assert said.returncode == 0
        assert json.loads(said.stdout)["all"]["games"] == 1
        assert said.stderr.splitlines() == [
            "odin: cut.odin.jsonl:7 is skipped: it is cut off within a line.",
            "odin: deep.odin.jsonl:8 is skipped: this line cannot stand in a record.",
            "odin: empty.odin.jsonl is skipped: the file is empty.",
            "odin: folder.odin.jsonl is skipped: it is no file that can be read.",
            "odin: future.odin.jsonl:1 is skipped: it is from a newer Odin: update to read it.",
            "odin: hostile.odin.jsonl:1 is skipped: this line cannot stand in a record.",
            "odin: large.odin.jsonl is skipped: the file is too large for a record.",
        ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_no_file_is_waited_for_and_no_name_drives_the_terminal(tmp_path: Path) -> None:
    put(tmp_path, a=record())
    os.mkfifo(tmp_path / "games" / "pipe.odin.jsonl")
    (tmp_path / "games" / "gone.odin.jsonl").symlink_to("nowhere")
    (tmp_path / "games" / "\x1b[2J.odin.jsonl").touch()
    (tmp_path / "games" / os.fsdecode(b"\xff.odin.jsonl")).touch()
    said = odin("stats", "--lang", "en", "--json", "--data", tmp_path, "--name", "Ann")
    assert len(said.stderr.splitlines()) == 3, "what a link does not lead to is not there"
    assert "\x1b" not in said.stdout + said.stderr
    assert json.loads(said.stdout)["all"]["games"] == 1


def test_what_cannot_be_read_is_not_kept(tmp_path: Path) -> None:
    put(tmp_path, a=record())
    (tmp_path / "games" / "b.odin.jsonl").mkdir()
    assert len(stats.history(tmp_path, Language())) == 2
    assert list(unpack_index((tmp_path / stats.INDEX_FILE).read_bytes())) == [b"a.odin.jsonl"]


def test_the_index_is_only_a_cache(tmp_path: Path) -> None:
    put(tmp_path, a=record(), b=record(winners=(1,)))
    index = tmp_path / stats.INDEX_FILE
    first = told(tmp_path)
    kept = index.read_bytes()
    assert told(tmp_path) == first
    for damaged in (b"", b"\x00", kept[:-1], kept[1:], b"\x93" * 100_000):
        index.write_bytes(damaged)
        assert told(tmp_path) == first
        assert index.read_bytes() == kept, "made anew"
    index.unlink()
    assert told(tmp_path) == first


def test_what_the_index_has_is_not_read_again_until_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, a=record(), b=record(winners=(1,)))
    read: list[str] = []

    def counted(file: Path, size: int) -> object:
        read.append(file.name)
        return real(file, size)

    real = stats.read_file
    monkeypatch.setattr(stats, "read_file", counted)
    stats.history(tmp_path, Language())
    stats.history(tmp_path, Language())
    assert read == ["a.odin.jsonl", "b.odin.jsonl"]
    put(tmp_path, b=record(winners=None), c=record(winners=None, points=()))
    (tmp_path / "games" / "a.odin.jsonl").unlink()
    entries = stats.history(tmp_path, Language())
    assert read[2:] == ["b.odin.jsonl", "c.odin.jsonl"]
    assert list(entries) == [b"b.odin.jsonl", b"c.odin.jsonl"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full here")
def test_a_full_disk_leaves_the_old_index_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, a=record())
    first = stats.history(tmp_path, Language())
    kept = (tmp_path / stats.INDEX_FILE).read_bytes()
    put(tmp_path, b=record(winners=(1,)))
    monkeypatch.setattr("odin_net.files.open_private", lambda *_: os.open("/dev/full", os.O_WRONLY))
    assert len(stats.history(tmp_path, Language())) == len(first) + 1, "and the figures are told all the same"
    assert (tmp_path / stats.INDEX_FILE).read_bytes() == kept


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory a process had")
def test_memory_stays_bounded_with_what_is_too_large(tmp_path: Path) -> None:
    for number in range(4):
        put(tmp_path, **{f"a{number}": record().encode() + b'{"x": [' + b"[]," * 2_500_000 + b"0]}\n"})
    put(tmp_path, many=record() + "{}\n" * 2_500_000)
    script = (
        # What `resource` tells of a process began before its own program did: with the memory of who started it.
        "import re, sys; from odin_net.cli import main; main(sys.argv[1:]);"
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)"
    )
    said = subprocess.run(
        [sys.executable, "-c", script, "stats", "--json", "--data", tmp_path],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(said.stderr.splitlines()[-1]) < 150 * 1024, "KiB"
