"""The `odin` command itself."""

import os
import signal
import subprocess
import sys

import pytest

from odin_net import __version__
from tests.helpers.odin import odin

LONG = [sys.executable, "-m", "odin_net", "arena", "--hands", "100000000"]
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="it needs a POSIX shell, device or signal")


def test_help_names_every_command() -> None:
    for said in (odin(), odin("--help")):
        assert said.returncode == 0
        assert "arena" in said.stdout
        assert "replay" in said.stdout


def test_version() -> None:
    assert odin("--version").stdout == f"odin {__version__}\n"


def test_an_unknown_command_is_exit_2_without_a_traceback() -> None:
    said = odin("nonsense")
    assert said.returncode == 2
    assert "Traceback" not in said.stderr


@posix_only
def test_an_interrupt_is_exit_130() -> None:
    with subprocess.Popen([*LONG, "--record", os.devnull + "/x"], stderr=subprocess.PIPE) as refused:
        assert refused.wait(timeout=60) == 2, "it would run for ever otherwise"
    with subprocess.Popen(LONG, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.send_signal(signal.SIGINT) if _is_running(process.pid) else None
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "odin: interrupted\n")


def _is_running(pid: int) -> bool:
    """Wait until the arena plays: it has the module of the rules open by then."""
    for _ in range(10_000):
        with subprocess.Popen(["ps", "-o", "time=", "-p", str(pid)], stdout=subprocess.PIPE, text=True) as ps:
            used, _ = ps.communicate()
        if used.strip() > "00:00:00":
            return True
    return False


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    """A line of the shell in which $ODIN is the command."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["bash", "-c", line],
        env={**environment, "ODIN": f"{sys.executable} -m odin_net"},
        capture_output=True,
        text=True,
        timeout=120,
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
