"""The `odin` command itself."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clients.language import Language, voice
from odin_net import __version__
from odin_net.bots.policies import POLICIES
from odin_net.cli import main
from tests.helpers import LONG
from tests.helpers.odin import odin

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="it needs a POSIX shell, device or signal")


def test_help_names_every_command() -> None:
    for said in (odin(), odin("--help")):
        assert said.returncode == 0
        for command in ("arena", "doctor", "replay", "tables"):
            assert command in said.stdout


def test_version() -> None:
    assert odin("--version").stdout == f"odin {__version__}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nonsense"], "odin --help shows what can be typed."),
        (["host", "--port", "x"], "odin host --help shows what can be typed."),
        (["join", "--robott", "easy"], "odin join does not know --robott: did you mean --robot?"),
        (["join", "--robott=easy"], "odin join does not know --robott=easy: did you mean --robot?"),
        (["host", "table"], "odin host does not know table: odin host --help shows what it knows."),
        (["host", "\x1b[2J"], "odin host does not know '\\x1b[2J': odin host --help shows what it knows."),
        (["host", ""], "odin host does not know '': odin host --help shows what it knows."),
        (["host", "--s=\x1b[2J"], "odin host --help shows what can be typed."),
        (["--plain", "join"], "--plain stands behind the command: odin join --plain."),
        (["--code=a-b-c", "join", "x"], "--code stands behind the command: odin join --code."),
        (["--robot"], "odin does not know --robot: odin --help shows what it knows."),
    ],
)
def test_what_is_not_known_is_one_sentence_and_exit_2(words: list[str], sentence: str) -> None:
    said = odin(*words)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("odin: ")
    assert said.stderr.endswith(f"{sentence}\n")
    assert said.stderr.count("\n") == 1
    assert said.stderr.strip().isprintable()


@pytest.mark.parametrize("command", [["host", "--headless"], ["join", "127.0.0.1", "--watch"], ["play"], ["doctor"]])
def test_an_empty_folder_is_no_folder(command: list[str]) -> None:
    said = odin(*command, "--data", "")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == "odin: --data is empty: name a folder, or leave it out.\n"


@pytest.mark.slow
@pytest.mark.parametrize("lang", [["--lang", "de"], ["--lang", "de", "--ascii"]], ids=["German", "in ASCII"])
def test_what_is_wrong_is_said_in_the_language_that_was_asked_for(lang: list[str]) -> None:
    german = Language("de").spelled_out() if "--ascii" in lang else Language("de")
    said = odin("play", "--plain", "--level", "odd", *lang)
    wrong = german("there is no level {level}: choose among {levels}.", level="'odd'", levels=", ".join(POLICIES))
    assert (said.returncode, said.stderr) == (2, f"odin: {wrong}\n")
    said = odin("join", "127.0.0.1", "--code", "raven-oak", *lang)
    wrong = german("A code is three words, such as raven-oak-fjord: ask the host to say it again.")
    assert (said.returncode, said.stderr) == (2, f"odin: {wrong}\n")


@pytest.mark.slow
def test_robots_speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    for robot, words in ((["--robot", "easy"], " is a number "), ([], " ist eine Anzahl ")):
        assert words in odin("join", "127.0.0.1", *robot, "--patience", "-1").stderr


def test_a_catalogue_that_is_missing_hides_no_complaint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(voice, "LOCALES", Path("nowhere"))
    assert main(["host", "--headless", "--seats", "9", "--lang", "de"]) == 2
    assert "Odin is for 2 to 6 players" in capsys.readouterr().err


def test_the_arena_says_in_that_language_that_it_speaks_english_only() -> None:
    said = odin("--lang", "fr", "arena")
    wrong = Language("fr")("{command} speaks English only: leave --lang out.", command="odin arena")
    assert (said.returncode, said.stdout, said.stderr) == (2, "", f"odin: {wrong}\n")


# What these lines load, and so what they cost, is seen without measuring a time (benchmarks/startup.py does that).
LATER = {"babel", "ifaddr", "json", "multiprocessing", "platformdirs", "pygments", "spake2", "zeroconf"}
SCREEN_LATER = {
    "clients.language.hints",
    "clients.lesson",
    "clients.plain",
    "odin_net.bots.policies",
    "odin_net.game.records",
    "odin_net.host.resume",
    "odin_net.lan.addresses",
    "odin_net.lan.discovery",
}


def loaded_by(code: str) -> set[str]:
    """The modules that this code loads beyond those of a bare Python."""
    code = f"import sys; bare = {{*sys.modules}}\n{code}\nprint(*({{*sys.modules}} - bare), sep='\\n', file=sys.stderr)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG, check=True)
    return set(said.stderr.split())


def test_the_version_loads_no_parser() -> None:
    loaded = loaded_by("from odin_net.cli import main; main(['--version'])")
    assert "odin_net.errors" in loaded
    assert not loaded & {"argparse", "re", "typing", "odin_net.commands.arguments"}


def test_help_loads_the_parser_and_no_command() -> None:
    loaded = loaded_by("from odin_net.cli import main; main(['--help'])")
    assert {name for name in loaded if name.startswith("odin_net.commands.")} == {"odin_net.commands.arguments"}
    of_argparse = loaded_by("import argparse; argparse.ArgumentParser().format_help()")
    assert not (loaded - of_argparse) & {"asyncio", "clients", "dataclasses", "msgspec", "protocol", "typing"}


def test_the_first_screen_waits_for_nothing_that_is_needed_later() -> None:
    loaded = loaded_by(
        "from odin_net.commands import arguments, console, play\n"
        "console.settings_of(arguments.parser().parse_args(['play']))"
    )
    assert {"clients.terminal.app", "clients.terminal.stage", "odin_net.host.server"} <= loaded
    # What is remembered is in a folder that platformdirs knows.
    assert loaded & (LATER | SCREEN_LATER) == {"platformdirs"}


def test_what_is_loaded_is_never_searched_for_garbage() -> None:
    loaded = loaded_by(
        "import gc, odin_net.loading; before, runs = gc.get_freeze_count(), []\n"
        "gc.callbacks.append(lambda *_: runs.append(1))\n"
        "with odin_net.loading.loading(): kept = [[] for _ in range(100_000)]\n"
        "assert not runs and gc.isenabled() and gc.get_freeze_count() - before >= len(kept)"
    )
    assert "odin_net.loading" in loaded


def test_a_part_that_is_missing_is_one_sentence() -> None:
    code = "import sys; sys.modules['zeroconf'] = None; from odin_net.cli import main; sys.exit(main(['tables']))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG, check=False)
    assert (said.returncode, said.stderr) == (1, "odin: a part of Odin is missing (zeroconf): install it again.\n")


@contextmanager
def endless_arena(folder: Path, jobs: str, output: int | None = None) -> Iterator["subprocess.Popen[str]"]:
    """Games without end, in a group of processes of its own, of which nothing is left when the test is over."""
    command = [sys.executable, "-m", "odin_net", "arena", "--bots", "hard", "--hands", "100000", "--players", "2"]
    with subprocess.Popen(
        [*command, "--jobs", jobs, "--record", folder],
        stdout=output,
        stderr=output,
        text=True,
        start_new_session=True,
        # A shell lets what it runs in the background ignore interrupts, these tests among it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        try:
            wait_for(lambda: any(folder.iterdir()))
            yield process
        finally:
            if not is_gone(process.pid):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
@posix_only
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_all_at_once_with_130_and_one_line(tmp_path: Path, jobs: str) -> None:
    with endless_arena(tmp_path, jobs, subprocess.PIPE) as process:
        os.killpg(process.pid, signal.SIGINT)  # as the keyboard does: to all processes of the terminal
        _, said = process.communicate(timeout=LONG)
        assert (process.returncode, said) == (130, "odin: interrupted\n")
        wait_for(lambda: is_gone(process.pid))


@pytest.mark.slow
@posix_only
def test_no_worker_outlives_its_parent(tmp_path: Path) -> None:
    with endless_arena(tmp_path, "2") as process:
        process.kill()
        process.wait()
        wait_for(lambda: is_gone(process.pid))


def is_gone(group: int) -> bool:
    """Whether no process of this group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until something is so; what hangs fails."""
    end = time.monotonic() + LONG
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    """A line of the shell in which $ODIN is the command."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["bash", "-c", line],
        env={**environment, "ODIN": f"{sys.executable} -m odin_net"},
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )


@posix_only
@pytest.mark.parametrize("command", ["", "--help", "arena --help", "arena --hands 4"])
@pytest.mark.parametrize("unbuffered", ["", "PYTHONUNBUFFERED=1"])
def test_a_reader_that_goes_away_hears_nothing_more(command: str, unbuffered: str) -> None:
    said = shell(f"exec 3< <(exec 0<&-); {unbuffered} $ODIN {command} | true")
    assert said.stderr == ""


@posix_only
def test_a_check_that_nobody_could_read_is_no_success(tmp_path: object) -> None:
    files = " ".join(["none"] * 5000)
    said = shell(f"cd '{tmp_path}'; $ODIN replay --check {files} | head -1 > /dev/null; echo ${{PIPESTATUS[0]}}")
    assert (said.stdout, said.stderr) == ("1\n", "")


@posix_only
def test_closed_and_full_outputs_are_no_tracebacks() -> None:
    assert shell("$ODIN arena --hands 4 >&-").returncode == 0
    assert shell("$ODIN arena --hands 4 2>&-").returncode == 0
    full = shell("$ODIN arena --hands 4 > /dev/full")
    assert full.returncode == 1
    assert full.stderr == "odin: the output cannot be written (No space left on device): send it elsewhere.\n"


@posix_only
def test_an_output_that_cannot_show_a_character_shows_its_number() -> None:
    said = shell("PYTHONUTF8=0 PYTHONIOENCODING=ascii $ODIN arena --hands 8")
    assert said.returncode == 0
    assert "\\xb1" in said.stdout
