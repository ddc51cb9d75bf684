"""The `odin` command itself."""

import subprocess
import sys

from odin_net import __version__
from tests.helpers.odin import odin


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


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = "import sys; from odin_net.cli import main; sys.exit(main(['arena', '--hands', '4']))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0
