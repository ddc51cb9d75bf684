"""Whole games of real processes: from a file, from a pipe, in Arabic, and watched."""

import asyncio
import os
import re
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from clients.language import Language
from clients.language.awards import AWARDS
from clients.plain.command_words import Word, words_of
from tests.helpers import LONG
from tests.helpers.host import CODE, Host, answers, hosted

WRONG = "raven-oak-wolf"


@asynccontextmanager
async def one_game(data: Path, *more: str) -> AsyncIterator[Host]:
    """A table of two with one bot, for a single game, of one hand unless more is said; it is played to its end."""
    table = ("--seats", "2", "--bots", "1", "--games", "1", "--pace", "0", "--points", "1")
    async with hosted(data, *table, *more) as host:
        await answers(host.address)
        yield host
        assert await host.wait() == 0


def join(host: Host, data: Path, *more: str, code: str = CODE) -> list[str]:
    """The command line that joins it in lines."""
    command = [sys.executable, "-m", "odin_net", "join", host.address, "--plain", "--data", str(data), *more]
    return [*command, "--code", code] if code else command


def environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return {**kept, "PYTHONUTF8": "1"}


async def run_file(command: list[str], stdin: Path) -> "subprocess.CompletedProcess[str]":
    """Run this with a file for its standard input."""

    def run() -> "subprocess.CompletedProcess[str]":
        with stdin.open(encoding="utf-8") as file:
            return subprocess.run(
                command, stdin=file, capture_output=True, encoding="utf-8", timeout=LONG, env=environment(), check=False
            )

    return await asyncio.to_thread(run)


@asynccontextmanager
async def running(command: list[str], stdin: int) -> AsyncIterator[Process]:
    """Run this beside us."""
    process = await asyncio.create_subprocess_exec(*command, stdin=stdin, stdout=PIPE, env=environment())
    try:
        async with asyncio.timeout(LONG):
            yield process
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def line_of(process: Process) -> str:
    assert process.stdout is not None
    return (await process.stdout.readline()).decode().strip()


def written(folder: Path, commands: str) -> Path:
    path = folder / "commands.txt"
    path.write_text(commands, encoding="utf-8")
    return path


async def test_a_game_from_a_file(tmp_path: Path) -> None:
    commands = written(tmp_path, "ready\nhand\n" + "play hint\n" * 200)
    async with one_game(tmp_path / "host", "--points", "12") as host:
        ended = await run_file(join(host, tmp_path / "ann", "--name", "Ann"), commands)
    lines = ended.stdout.splitlines()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "You are Ann at seat 2." in lines
    over = next(place for place, line in enumerate(lines) if line.startswith("The game is over: "))
    awards = [line.partition("{")[0] for line in AWARDS.values()]
    assert any(line.startswith(tuple(awards)) for line in lines[over:])
    assert lines[-1] == "The table has played all its games. Thank you for playing!"
    assert "\x1b" not in ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("code", "last"), [("en", "Thank you for playing!"), ("ar", "شكرًا لمشاركتك!")])
async def test_a_game_from_a_pipe(tmp_path: Path, code: str, last: str) -> None:
    async with one_game(tmp_path / "host") as host:
        command = join(host, tmp_path / "ann", "--name", "Ann", "--lang", code)
        async with running(command, PIPE) as process:
            said = await converse(process, code)
    assert said[-1].endswith(last)


# How the line begins that tells that it is our turn.
TURN = {"en": "Your turn", "ar": "دورك"}


def answers_in(language: Language) -> dict[str, str]:
    """How a line begins that asks something, and what is answered."""
    words = words_of(language)
    ready, help_word = words[Word.READY], words[Word.HELP]
    begin = "Type {ready} when you want to begin, or {help} for all commands."
    return {
        language(begin, ready=ready, help=help_word): ready,
        TURN[language.code]: words[Word.MOVES],
        language("You can play:"): "?",
        language("Which card do you take: {cards}?", cards="").partition(":")[0]: "?",
        language("Nothing that you hold beats the middle."): words[Word.PASS],
    }


async def converse(process: Process, code: str) -> list[str]:
    """Play like somebody who hears lines: ask for the moves, play the first, take what is named first."""
    assert process.stdin is not None
    said: list[str] = []
    known = answers_in(Language(code))
    while line := await line_of(process):
        said.append(line)
        assert len(said) < 2000
        answer = next((text for start, text in known.items() if line.startswith(start)), "")
        if answer == "?":
            isolated = await line_of(process) if line.endswith(":") else line
            cards = [word for word in re.sub("[\u2067-\u2069]", " ", isolated).split() if is_card(word)]
            answer = " ".join(word[:2] for word in (cards if line.endswith(":") else cards[:1]))
        if answer:
            process.stdin.write(f"{answer}\n".encode())
    return said


def is_card(word: str) -> bool:
    return len(word) <= 3 and word[0] in "ROYGBP" and word[1:2].isdigit()


@pytest.mark.slow
async def test_a_game_is_watched_in_lines(tmp_path: Path) -> None:
    commands = written(tmp_path, "ready\n" + "play hint\n" * 60)
    async with one_game(tmp_path / "host") as host:
        watch = join(host, tmp_path / "eve", "--watch", "--name", "Eve", "--lang", "de")
        async with running(watch, DEVNULL) as watcher:
            first = await line_of(watcher)
            await run_file(join(host, tmp_path / "ann", "--name", "Ann"), commands)
            told = (await watcher.communicate())[0].decode().splitlines()
    assert first == "Du schaust zu."
    assert any(line.startswith("Die Partie ist vorbei. Abschlusswertung: ") for line in told)
    assert not any("Handkart" in line for line in told)


@pytest.mark.slow
async def test_when_the_input_ends_early_a_bot_goes_on_and_the_game_ends(tmp_path: Path) -> None:
    commands = written(tmp_path, "ready\nplay hint\n")
    async with one_game(tmp_path / "host") as host:
        ended = await run_file(join(host, tmp_path / "ann", "--name", "Ann"), commands)
        assert ended.returncode == 0
        assert "The input has ended: a bot takes your seat until you come back." in ended.stdout.splitlines()
        # Everybody is away now, so the table waits for her; she comes back without the code.
        commands = written(tmp_path, "play hint\n" * 60)
        ended = await run_file(join(host, tmp_path / "ann", code=""), commands)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.splitlines()[0] == "You are Ann at seat 2."


@pytest.mark.slow
async def test_a_wrong_code_is_told_in_the_players_language(tmp_path: Path) -> None:
    commands = written(tmp_path, "ready\n" + "play hint\n" * 60)
    async with one_game(tmp_path / "host") as host:
        ended = await run_file(join(host, tmp_path / "bo", "--name", "Bo", "--lang", "fr", code=WRONG), commands)
        assert ended.returncode == 4
        assert ended.stderr.startswith("odin: Ce n'est pas le code de cette table")
        assert (await run_file(join(host, tmp_path / "ann", "--name", "Ann"), commands)).returncode == 0
