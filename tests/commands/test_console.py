"""Lines that break between words on a terminal, and nowhere in a pipe."""

import sys
from functools import partial
from pathlib import Path

import pytest

from clients.language import Language
from clients.preferences import remember
from odin_net.commands.arguments import parser
from odin_net.commands.console import bar, columns_of, duration, printable, settings_of, wrapped
from odin_net.commands.doctor import STILL_NOT, as_line
from odin_net.commands.doctor.findings import Finding, Firewall, Grade, firewall_finding
from odin_net.commands.tables import as_lines
from odin_net.errors import saying
from odin_net.lan.announcements import FoundTable
from tests.helpers.odin import odin

if sys.platform != "win32":
    from tests.helpers.ptys import odin_on

ENGLISH = Language("en")
FINDING = firewall_finding(Firewall.UFW, 9054)


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 120])
def test_words_are_whole_and_nothing_is_lost(columns: int) -> None:
    for tell, indent in ((partial(as_line, FINDING, ENGLISH), 20), (partial(wrapped, str(STILL_NOT)), 0)):
        lines = tell(columns).split("\n")
        assert " ".join(" ".join(lines).split()) == " ".join(tell(None).split())
        assert all(len(line) < columns or " " not in line.strip() for line in lines)
        assert all(line.startswith(" " * (indent if columns >= 60 else 0)) for line in lines[1:])


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("This table can go on with: {}", "odin host --resume 12ab34cd --data '/home/ann/my own games'"),
        ("Your seat waits for you; come back with: {}", "odin join 192.168.100.200:9100 --data /srv/games"),
        ("The host has closed the table. Your seat is kept: {}", "odin host --resume"),
        ("an unfinished table is there: end this one and type {} to go on with it", "odin host --resume 12ab34cd"),
        ("several tables are open: choose one, {} for example.", "odin join [fe80::1]:9054"),
        ("no table was found: ask the host for its address and type {}", "odin join ADDRESS."),
    ],
)
@pytest.mark.parametrize("columns", [20, 40, 60, 80])
def test_what_is_to_be_copied_stays_in_one_line(text: str, command: str, columns: int) -> None:
    lines = wrapped(text.format(command), columns).split("\n")
    assert sum(command in line for line in lines) == 1
    assert all(len(line) < columns or command in line for line in lines)


def test_a_pipe_gets_whole_lines() -> None:
    assert wrapped(str(STILL_NOT), None) == str(STILL_NOT)
    assert columns_of(None) is None
    said = odin("doctor", "--bind", "127.0.0.1", "--port", "0")
    assert all(line.startswith(("ok ", "warning ", "problem ")) for line in said.stdout.splitlines())


def test_tables_stand_below_each_other() -> None:
    ann = FoundTable("Ann with a long name", "192.168.100.200", 9054, bytes(16), 1, 4, open=False)
    lines = as_lines([ann], ENGLISH, 60).split("\n")
    assert lines[0].startswith("192.168.100.200:9054  Ann")
    assert len(lines) == 2
    assert lines[1].startswith(" " * 22)


def test_what_comes_from_outside_is_harmless() -> None:
    assert printable("a\x1b[2J") == "'a\\x1b[2J'"
    assert as_line(Finding("port", Grade.OK, saying("it is free")), ENGLISH, 80) == "ok       port       it is free."


@pytest.mark.skipif(sys.platform == "win32", reason="it needs a POSIX terminal")
async def test_a_terminal_gets_lines_that_fit() -> None:
    async with odin_on("host", "--headless", "--colours", "4", columns=50) as pty:
        text = await pty.until("--colours 6")
        assert await pty.ended() == 2
    lines = text.split("\n")
    assert lines[0].startswith("odin: four colours are for two players, not for")
    assert (
        " ".join(text.split())
        == "odin: four colours are for two players, not for 4: leave --colours out, or type --colours 6."
    )


@pytest.mark.skipif(sys.platform == "win32", reason="it needs a POSIX terminal")
async def test_plain_lines_break_between_words_too(tmp_path: Path) -> None:
    async with odin_on("play", "--plain", "--data", str(tmp_path), "--name", "Ann", columns=50, rows=100) as pty:
        await pty.until("Hand 1 is dealt")
        pty.press("help\n")
        text = await pty.until("your seat until you come back")
        assert "A play or a pass waits for your turn, so a file may hold a whole game." in " ".join(text.split())
        assert not any(len(line) == 50 for line in text.split("\n"))
        pty.press("leave\n")
        assert await pty.ended() == 0


def test_the_bar_fits_its_line() -> None:
    assert bar(40, 100, "games", 12.3, 80) == "[############..................] 40 of 100 games, 12 s left"
    for columns in range(1, 80):
        assert len(bar(1, 3, "hands", 3725, columns)) < columns
        assert "[]" not in bar(1, 3, "hands", 3725, columns)
    assert duration(125) == "2 min 05 s"
    assert bar(0, 100, "games", None, 80) == "[..............................] 0 of 100 games"


@pytest.mark.parametrize("command", ["", "play", "host", "join"])
@pytest.mark.parametrize(
    ("flags", "chosen", "by_ssh", "moves"),
    [
        ((), None, False, True),
        ((), False, False, False),
        (("--no-motion",), None, False, False),
        (("--no-motion",), True, False, False),
        ((), None, True, False),
        ((), True, True, True),
    ],
)
def test_motion_is_off_by_a_flag_by_choice_and_over_ssh(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, flags: tuple[str, ...], chosen: bool | None,
    by_ssh: bool, moves: bool,
) -> None:  # fmt: skip
    monkeypatch.setenv("ODIN_DATA", str(tmp_path))
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    if by_ssh:
        monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    if chosen is not None:
        remember(tmp_path, motion=chosen)
    arguments = parser().parse_args([*filter(None, [command]), *flags])
    assert settings_of(arguments).motion is moves
