"""`odin replay`, as a process."""

import json
import os
import sys
from pathlib import Path

import pytest

from odin_net.records.folder import write_record
from odin_net.records.record import PlayedGame
from tests.afterwards.pasts import bots_record
from tests.game.test_records import PLAYED
from tests.helpers.logged_game import logged_game
from tests.helpers.odin import odin


def test_check_says_ok_and_exits_0(tmp_path: Path) -> None:
    (tmp_path / "a.odin.jsonl").write_text(PLAYED, encoding="utf-8")
    (tmp_path / "b.odin.jsonl").write_text("".join(PLAYED.splitlines(keepends=True)[:5]), encoding="utf-8")
    (tmp_path / "c.odin.jsonl").write_text(PLAYED.splitlines()[0] + '\n{"stopped": true}\n', encoding="utf-8")
    said = odin("replay", "--check", "a.odin.jsonl", "b.odin.jsonl", "c.odin.jsonl", cwd=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.splitlines() == [
        "a.odin.jsonl: ok, 1 hand, won by Ann",
        "b.odin.jsonl: ok, 0 hands, unfinished",
        "c.odin.jsonl: ok, 0 hands, stopped early",
    ]


def test_who_took_over_is_named_as_the_winner(tmp_path: Path) -> None:
    lines = PLAYED.splitlines()
    lines[4] = '{"seat": 0, "pass": true, "players": ["Frida", "Bo"]}'
    (tmp_path / "a.odin.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = odin("replay", "--check", "a.odin.jsonl", cwd=tmp_path)
    assert said.stdout == "a.odin.jsonl: ok, 1 hand, won by Frida\n"
    said = odin("replay", "a.odin.jsonl", cwd=tmp_path)
    told = said.stdout.splitlines()
    assert told[told.index("Frida takes over from Ann.") + 1] == "Frida passes."
    assert told[-2] == "The game ends. Won by Frida."


def test_check_says_the_first_broken_line_of_each_broken_file_and_exits_1(tmp_path: Path) -> None:
    (tmp_path / "bad.odin.jsonl").write_text(PLAYED.replace('"take": "R9"', '"take": "R8"'), encoding="utf-8")
    (tmp_path / "good.odin.jsonl").write_text(PLAYED, encoding="utf-8")
    (tmp_path / "empty.odin.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    files = ("bad.odin.jsonl", "good.odin.jsonl", "empty.odin.jsonl", "none", "empty")
    said = odin("replay", *files, "--check", cwd=tmp_path)
    assert (said.returncode, said.stderr) == (1, "")
    assert said.stdout.splitlines() == [
        "bad.odin.jsonl:4: that card was not in the middle",
        "good.odin.jsonl: ok, 1 hand, won by Ann",
        "empty.odin.jsonl:1: the file is empty",
        "none: the file cannot be read: there is no such file",
        "empty: the file cannot be read: no *.odin.jsonl is in this folder",
    ]


def test_check_proves_the_deals_again(tmp_path: Path) -> None:
    events = logged_game(1, 3).events
    game = PlayedGame(bytes(16), events, [1_790_000_000_000] * len(events))
    path = write_record(tmp_path, game, replaces=True)
    assert path is not None
    text = path.read_text(encoding="utf-8")
    hands = text.count('"secret"')
    said = odin("replay", "--check", path)
    assert said.returncode == 0
    assert said.stdout.endswith(f"; {hands} deals proved\n")
    assert hands > 1
    # Without its proof a deal is no worse than those of old records; with a wrong one it is.
    lines = text.splitlines(keepends=True)
    first = next(place for place, line in enumerate(lines) if '"secret"' in line)
    kept = json.loads(lines[first])
    del kept["deal"]
    path.write_text("".join([*lines[:first], json.dumps(kept) + "\n", *lines[first + 1 :]]), encoding="utf-8")
    assert odin("replay", "--check", path).stdout.endswith(f"; {hands - 1} of {hands} deals proved\n")
    forged = lines[first].replace('"attempt": 0', '"attempt": 1')
    path.write_text("".join([*lines[:first], forged, *lines[first + 1 :]]), encoding="utf-8")
    said = odin("replay", "--check", path)
    assert (said.returncode, said.stderr) == (1, "")
    assert said.stdout.startswith(f"{path}:{first + 1}: the deal is not proved: the host's secret")


def test_a_file_of_100_mb_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    large = tmp_path / "large.odin.jsonl"
    with large.open("wb") as stream:
        stream.truncate(100_000_000)
    said = odin("replay", "--check", large)
    assert said.returncode == 1
    assert said.stdout == f"{large}:1: the file is too large for a record: more than 8 MiB\n"


def test_millions_of_lines_are_refused_before_they_are_read(tmp_path: Path) -> None:
    many = tmp_path / "many.odin.jsonl"
    many.write_text(PLAYED + "{}\n" * 2_500_000, encoding="utf-8")
    said = odin("replay", "--check", many)
    assert said.returncode == 1
    assert said.stdout == f"{many}:1: the file is too large for a record: more than 200,000 lines\n"


@pytest.mark.parametrize("data", [b"\x00\xff\xfe", PLAYED.encode()[:300] + b"\xff", b"\x80"])
def test_bytes_that_are_no_text_are_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "odd").write_bytes(data)
    said = odin("replay", "--check", "odd", cwd=tmp_path)
    line = data.count(b"\n") + 1
    assert said.stdout == f"odd:{line}: this is not a line of JSON: it is not UTF-8\n"
    assert (said.returncode, said.stderr) == (1, "")


def test_a_text_that_ends_in_the_middle_of_a_character_is_cut_off(tmp_path: Path) -> None:
    (tmp_path / "cut").write_bytes('{"odin": 1, "players": ["é'.encode()[:-1])
    assert (
        odin("replay", "--check", "cut", cwd=tmp_path).stdout
        == "cut:1: the file is cut off in the middle of this line\n"
    )


def test_a_mark_at_the_beginning_of_the_file_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.odin.jsonl").write_text(PLAYED, encoding="utf-8-sig")
    assert odin("replay", "--check", "a.odin.jsonl", cwd=tmp_path).returncode == 0


def test_a_folder_stands_for_its_records(tmp_path: Path) -> None:
    for name in ("b.odin.jsonl", "a.odin.jsonl", "notes.txt"):
        (tmp_path / name).write_text(PLAYED, encoding="utf-8")
    said = odin("replay", "--check", tmp_path)
    assert [line.split(":")[0].removeprefix(str(tmp_path))[1:] for line in said.stdout.splitlines()] == [
        "a.odin.jsonl",
        "b.odin.jsonl",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "/dev/zero"):
        said = odin("replay", "--check", name, cwd=tmp_path)
        assert said.returncode == 1
        assert "it is no ordinary file" in said.stdout


def test_a_game_without_its_end_is_read_aloud_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.odin.jsonl").write_text("".join(PLAYED.splitlines(keepends=True)[:5]), encoding="utf-8")
    said = odin("replay", "a.odin.jsonl", cwd=tmp_path)
    assert said.stdout.endswith("The record ends here: the game is unfinished.\n\n")


def test_a_name_that_could_drive_a_terminal_is_not_printed(tmp_path: Path) -> None:
    said = odin("replay", "--check", "\x1b[2Jnone", cwd=tmp_path)
    assert "\x1b" not in said.stdout


def test_a_game_is_read_aloud(tmp_path: Path) -> None:
    (tmp_path / "a.odin.jsonl").write_text(PLAYED, encoding="utf-8")
    said = odin("replay", "a.odin.jsonl", cwd=tmp_path)
    assert said.returncode == 0
    assert said.stdout.splitlines() == [
        "a.odin.jsonl",
        "Ann, Bo play to 2 points.",
        "",
        "Hand 1. Ann opens.",
        "  Ann: R1 R2 R3 R4 R5 R6 R7 R8 R9",
        "  Bo: Y1 Y2 Y3 Y4 Y5 Y6 Y7 G8 P9",
        "Ann plays 9 (R9).",
        "Bo plays 21 (Y2 Y1) and takes R9.",
        "Ann passes.",
        "The round ends. Bo opens.",
        "Bo plays 9 (R9).",
        "Ann plays 21 (R2 R1) and takes R9.",
        "Bo passes. [bot]",
        "The round ends. Ann opens.",
        "Ann plays 9876543 (R9 R8 R7 R6 R5 R4 R3).",
        "The hand ends: Ann +0 = 0, Bo +7 = 7.",
        "The game ends. Won by Ann.",
        "",
    ]


def test_a_game_is_read_aloud_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.odin.jsonl").write_text(PLAYED, encoding="utf-8")
    for arguments in (["--lang", "de", "replay", "a.odin.jsonl"], ["replay", "a.odin.jsonl", "--lang", "de"]):
        said = odin(*arguments, cwd=tmp_path)
        assert "Bo spielt 21 (Y2 Y1) aus und nimmt R9." in said.stdout.splitlines()
        assert "Bo passt. [Bot]" in said.stdout.splitlines()
    # Programs read this.
    said = odin("--lang", "de", "replay", "--check", "a.odin.jsonl", cwd=tmp_path)
    assert said.stdout == "a.odin.jsonl: ok, 1 hand, won by Ann\n"


def test_alone_it_takes_the_newest_game(tmp_path: Path) -> None:
    said = odin("replay", "--lang", "en", "--data", tmp_path)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == "odin: there is no record of a game here yet: name a file, or play a game first.\n"
    games = tmp_path / "games"
    games.mkdir()
    for name, who in (("2026-11-16-1", "Ann"), ("2026-11-17-1", "Zoe"), ("funny", "Kim")):
        (games / f"{name}.odin.jsonl").write_text(PLAYED.replace('"Ann"', f'"{who}"'), encoding="utf-8")
    said = odin("replay", "--lang", "en", "--data", tmp_path)
    assert said.returncode == 0
    assert "Won by Zoe." in said.stdout
    assert odin("replay", "--plain", "--lang", "en", "--data", tmp_path).stdout == said.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a real terminal is made as POSIX has it")
async def test_on_a_terminal_a_game_is_watched_from_its_deal_to_its_end(tmp_path: Path) -> None:
    from tests.helpers.ptys import odin_on  # noqa: PLC0415  Windows has no such terminals.

    file = tmp_path / "a.odin.jsonl"
    file.write_text(bots_record(players=3), encoding="utf-8")
    async with odin_on("replay", str(file), "--lang", "en", "--data", str(tmp_path)) as pty:
        await pty.until("all hands open")
        await pty.until("The hard bot ")
        await pty.until("±")
        pty.press("\x1b[C")
        await pty.until(" 2 of ")
        pty.press("c")
        await pty.until("What each choice was worth")
        pty.press("ce")
        await pty.until("as easy-1 saw it")
        pty.press("2h")
        await pty.until("hand 2")
        pty.press("\x1b[F")
        await pty.until("The game is over")
        pty.press("\x1b[D")
        await pty.until("is over")
        pty.press("q")
        assert await pty.ended() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a real terminal is made as POSIX has it")
async def test_on_a_terminal_a_broken_record_is_refused_before_any_picture(tmp_path: Path) -> None:
    from tests.helpers.ptys import odin_on  # noqa: PLC0415

    file = tmp_path / "bad.odin.jsonl"
    file.write_text(PLAYED.replace('"Bo"', '"\\u001b[2J"', 1), encoding="utf-8")
    async with odin_on("replay", str(file), "--lang", "en", columns=200) as pty:
        await pty.until("bad.odin.jsonl:1: a player's name cannot be shown")
        assert await pty.ended() == 1
        assert b"\x1b[?1049h" not in pty.written
