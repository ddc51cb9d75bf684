"""Whole games of real processes: from a file, from a pipe, in Arabic, and watched."""

import subprocess
from pathlib import Path

import pytest

from tests.helpers.plain import SECONDS, environment, hosted, run_file


def test_a_game_from_a_file(tmp_path: Path) -> None:
    commands = tmp_path / "commands.txt"
    commands.write_text("ready\nhand\n" + "play hint\n" * 200, encoding="utf-8")
    with hosted(tmp_path / "host", "--points", "12") as table, commands.open(encoding="utf-8") as file:
        ended = run_file(table.join(tmp_path / "ann", "--name", "Ann"), file)
    lines = ended.stdout.splitlines()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "You are Ann at seat 2." in lines
    assert any(line.startswith("The game is over: ") for line in lines)
    assert lines[-1] == "The table has played all its games. Thank you for playing!"
    assert "\x1b" not in ended.stdout


@pytest.mark.parametrize(("code", "last"), [("en", "Thank you for playing!"), ("ar", "شكرًا لمشاركتك!")])
def test_a_game_from_a_pipe(tmp_path: Path, code: str, last: str) -> None:
    with hosted(tmp_path / "host") as table:
        command = table.join(tmp_path / "ann", "--name", "Ann", "--lang", code)
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", env=environment()) as process:
            try:
                said = converse(process, code)
                assert process.wait(SECONDS) == 0
            finally:
                process.kill()
    assert said[-1].endswith(last)


# How a line begins that asks something, and what is answered.
ANSWERS = {
    "en": {"Say ready when": "ready", "Your turn": "moves", "You can play:": "?", "Which card do you take": "?"},
    "ar": {"قل جاهز عندما": "جاهز", "دورك": "حركات", "يمكنك أن تلعب:": "?", "أيّ ورقة تأخذ": "?"},
}
NOTHING = {"en": "Nothing that you hold beats", "ar": "لا شيء في يدك يغلب"}


def converse(process: "subprocess.Popen[str]", code: str) -> list[str]:
    """Play like somebody who hears lines: ask for the moves, play the first, take what is named first."""
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []
    while line := process.stdout.readline().strip():
        said.append(line)
        assert len(said) < 2000
        answer = next((text for start, text in ANSWERS[code].items() if line.startswith(start)), "")
        if answer == "?":
            isolated = process.stdout.readline() if line.endswith(":") else line
            cards = [word for word in isolated.replace("\u2068", " ").replace("\u2069", " ").split() if is_card(word)]
            answer = " ".join(word[:2] for word in (cards if line.endswith(":") else cards[:1]))
        elif line.startswith(NOTHING[code]):
            answer = "pass"
        if answer:
            process.stdin.write(f"{answer}\n")
            process.stdin.flush()
    return said


def is_card(word: str) -> bool:
    return len(word) <= 3 and word[0] in "ROYGBP" and word[1:2].isdigit()


def test_a_game_is_watched_in_lines(tmp_path: Path) -> None:
    commands = tmp_path / "commands.txt"
    commands.write_text("ready\n" + "play hint\n" * 60, encoding="utf-8")
    with hosted(tmp_path / "host") as table, commands.open(encoding="utf-8") as file:
        watch = table.join(tmp_path / "eve", "--watch", "--name", "Eve", "--lang", "de")
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(watch, stdin=nothing, stdout=pipe, encoding="utf-8", env=environment()) as watcher:
            assert watcher.stdout is not None
            first = watcher.stdout.readline().strip()
            run_file(table.join(tmp_path / "ann", "--name", "Ann"), file)
            told = watcher.communicate(timeout=SECONDS)[0].splitlines()
            assert watcher.returncode == 0
    assert first == "Du schaust zu."
    assert any(line.startswith("Das Spiel ist vorbei: ") for line in told)
    assert not any(line.startswith("Deine Hand") for line in told)


def test_when_the_input_ends_early_a_bot_goes_on_and_the_game_ends(tmp_path: Path) -> None:
    commands = tmp_path / "commands.txt"
    commands.write_text("ready\nplay hint\n", encoding="utf-8")
    with hosted(tmp_path / "host") as table, commands.open(encoding="utf-8") as file:
        ended = run_file(table.join(tmp_path / "ann", "--name", "Ann"), file)
        assert ended.returncode == 0
        assert "The input has ended: a bot takes your seat until you come back." in ended.stdout.splitlines()
        # Everybody is away now, so the table waits for her; she comes back without the code.
        again = [part for part in table.join(tmp_path / "ann") if part not in ("--code", table.code)]
        commands.write_text("play hint\n" * 60, encoding="utf-8")
        with commands.open(encoding="utf-8") as more:
            ended = run_file(again, more)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.splitlines()[0] == "You are Ann at seat 2."


def test_a_wrong_code_is_told_in_the_players_language(tmp_path: Path) -> None:
    commands = tmp_path / "commands.txt"
    commands.write_text("ready\n" + "play hint\n" * 60, encoding="utf-8")
    with hosted(tmp_path / "host") as table:
        wrong = "raven-oak-fjord" if table.code != "raven-oak-fjord" else "raven-oak-wolf"
        with commands.open(encoding="utf-8") as file:
            ended = run_file(table._replace(code=wrong).join(tmp_path / "bo", "--name", "Bo", "--lang", "fr"), file)
        assert ended.returncode == 4
        assert ended.stderr.startswith("odin: Ce n'est pas le code de cette table")
        with commands.open(encoding="utf-8") as file:
            assert run_file(table.join(tmp_path / "ann", "--name", "Ann"), file).returncode == 0
