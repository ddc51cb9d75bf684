"""`odin play` and the hosting player's own seat, in real terminals and in lines."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from odin_net.game.replay import replay
from odin_net.game.state import Phase
from tests.helpers import LONG
from tests.helpers.host import answers
from tests.helpers.odin import odin

CODE = "raven-oak-fjord"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a pty is POSIX")
# Enough moves for any hand; what is too much is refused.
MOVES = "play hint\n" * 60


def assert_one_record(data: Path) -> None:
    (record,) = (data / "games").iterdir()
    *_, last = replay(record.read_text(encoding="utf-8"))
    assert last.state.board.phase is Phase.OVER


def in_lines(*arguments: str | Path, typed: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "odin_net", *map(str, arguments)]
    return subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", timeout=LONG, check=False)


def test_a_game_against_bots_in_lines(tmp_path: Path) -> None:
    said = in_lines("play", "--plain", "--pace", "0", "--points", "1", "--data", tmp_path, typed=MOVES)
    assert said.returncode == 0, said.stderr
    assert "The game is over" in said.stdout
    before, after = said.stdout.split("The game is over")
    assert "Type ready when you want to begin" not in before, "it begins by itself"
    assert "Type ready for another game, or leave." in after.splitlines()
    assert_one_record(tmp_path)


@pytest.mark.parametrize("code", ["fr", "de", "es", "it", "nl"])
def test_lines_for_a_terminal_that_has_only_ascii_have_nothing_else(code: str, tmp_path: Path) -> None:
    flags = ("--plain", "--ascii", "--lang", code, "--pace", "0", "--points", "1", "--name", "Ann", "--data", tmp_path)
    said = in_lines("play", *flags, typed=f"help\nrules\nlang\nlang {code}\nhelp\n{MOVES}")
    assert said.returncode == 0, said.stderr
    assert [line for line in said.stdout.splitlines() if not line.isascii()] == []


def test_a_hosted_table_in_lines_closes_with_its_owner(tmp_path: Path) -> None:
    flags = ("--plain", "--bind", "127.0.0.1", "--port", "0", "--pace", "0", "--points", "1", "--name", "Ann")
    said = in_lines("host", *flags, "--bots", "2", "--data", tmp_path, typed=f"start\n{MOVES}")
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith("table open at 127.0.0.1:")
    assert "The game is over" in said.stdout
    assert_one_record(tmp_path)


@pytest.mark.slow
def test_a_host_in_lines_who_quits_has_seat_and_table_again_when_it_is_resumed(tmp_path: Path) -> None:
    flags = ("--plain", "--bind", "127.0.0.1", "--port", "0", "--pace", "0", "--name", "Ann", "--bots", "2")
    said = in_lines("host", *flags, "--data", tmp_path, typed="start\nplay hint\nquit\n")
    assert said.returncode == 0, said.stderr
    assert "game 1 started" in said.stdout
    again = in_lines("host", "--resume", "--plain", "--data", tmp_path, typed="bots 3\nquit\n")
    assert again.returncode == 0, again.stderr
    assert "You are Ann at seat 3." in again.stdout
    assert "Only the host" not in again.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("play", "--plain", "--bots", "6"), "from 1 to 5"),
        (("play", "--plain", "--bots", "0"), "from 1 to 5"),
        (("play", "--plain", "--level", "clever"), "choose among"),
        (("play", "--plain", "--pace", "100"), "from 0 to 60"),
        (("play", "--plain", "--name", "x" * 40), "cannot be a name"),
        (("play",), "add --plain"),
        (("host",), "add --plain"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_exit_2(flags: tuple[str, ...], says: str, tmp_path: Path) -> None:
    said = odin(*flags, "--data", tmp_path)
    assert said.returncode == 2
    assert says in said.stderr
    assert said.stderr.count("\n") == 1


@POSIX
async def test_a_game_against_bots_on_a_screen(tmp_path: Path) -> None:
    from tests.clients.terminal.test_terminals import play_on  # noqa: PLC0415  It needs a pty.
    from tests.helpers.ptys import odin_on  # noqa: PLC0415

    flags = ("--pace", "0", "--points", "1", "--name", "Ann", "--data", str(tmp_path))
    async with odin_on("play", *flags) as ann:
        await play_on(ann)
        ann.press("\x03")
        await ann.until("Leave the game?")
        ann.press("\x03")
        assert await ann.ended() == 0
    assert_one_record(tmp_path)


@pytest.mark.slow
@POSIX
async def test_a_hosting_player_and_two_guests_play_to_the_end_by_keys(tmp_path: Path) -> None:
    from tests.clients.terminal.test_terminals import play_on  # noqa: PLC0415  It needs a pty.
    from tests.helpers.ptys import odin_on  # noqa: PLC0415

    flags = ("--bind", "127.0.0.1", "--port", "0", "--points", "3", "--name", "Ann", "--code", CODE)
    async with odin_on("host", *flags, "--data", str(tmp_path / "host")) as ann:
        await ann.until("odin join 127.0.0.1:")
        found = re.search(r"odin join (127\.0\.0\.1:\d+)", ann.text)
        assert found is not None
        guest = ("join", found[1], "--code", CODE, "--data", str(tmp_path / "guests"), "--name")
        await answers(found[1])
        async with odin_on(*guest, "Bo") as bo, odin_on(*guest, "Cid", columns=60, rows=20) as cid:
            await ann.until(lambda text: "Bo" in text and "Cid" in text)
            ann.press("s")
            await ann.until("Not ready yet: ")
            ann.press("s")
            await asyncio.gather(*map(play_on, (ann, bo, cid)))
            assert_one_record(tmp_path / "host")
            ann.press("\x03")
            await ann.until("Leave the table?")
            ann.press("\x03")
            assert await ann.ended() == 0
            await bo.until("odin host --resume")
