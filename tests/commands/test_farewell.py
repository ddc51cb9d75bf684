"""What the shell shows when a screen has closed, and what a headless host tells a person."""

import argparse
import signal
import sys
from pathlib import Path

import pytest

from clients.language import LANGUAGES, Language
from odin_net.commands.console import records_of
from odin_net.commands.join import seat_waits
from odin_net.commands.serve import resume_line, table_waits
from odin_net.lan.probe import table_at

if sys.platform != "win32":
    from tests.helpers.host import answers, hosted
    from tests.helpers.ptys import odin_on

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="it needs a POSIX terminal")


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_to_be_typed_can_be_copied(code: str) -> None:
    language, arguments = Language(code), argparse.Namespace(data="my games")
    lines = [
        seat_waits(language, arguments, "192.168.1.20:9054"),
        table_waits(language, resume_line(arguments, bytes(16).hex())),
        *records_of(language, [Path("games/a")]),
        *records_of(language, [Path("games/a"), Path("games/b")]),
    ]
    ends = ("odin join 192.168.1.20 --data 'my games'", "odin host --resume 00000000 --data 'my games'")
    for line, end in zip(lines, (*ends, str(Path("games/a")), "games"), strict=True):
        assert line.endswith(f" {end}")
        assert "\u2068" not in line
    assert records_of(language, []) == []


@pytest.mark.slow
@posix_only
async def test_who_leaves_is_told_the_way_back(tmp_path: Path) -> None:
    async with hosted(tmp_path / "host", "--seats", "3") as host:
        join = ("join", f"127.0.0.1:{host.port}", "--data", str(tmp_path / "a"), "--lang", "en")
        await answers(host.address)
        async with odin_on(*join, "--name", "Ann", "--code", "raven-oak-fjord", columns=160) as ann:
            await ann.until("R: ready to begin")
            ann.press("q")
            await ann.until("Leave the table?")
            ann.press("l")
            assert await ann.ended() == 0
            await ann.until(f"come back with: odin {' '.join(join[:2])} --data {tmp_path / 'a'}")
        async with odin_on(*join) as ann:
            await ann.until("Ann")
            ann.press("q")
            await ann.until("Leave the table?")
            ann.press("g")
            assert await ann.ended() == 0
            assert "come back with" not in ann.text


@posix_only
async def test_who_closes_a_table_is_told_how_it_goes_on(tmp_path: Path) -> None:
    flags = ("--bots", "1", "--bind", "127.0.0.1", "--port", "0", "--name", "Ann", "--lang", "en")
    host = ("host", *flags, "--data", str(tmp_path))
    async with odin_on(*host, columns=160) as ann:
        await ann.until("The lobby")
        ann.press("q")
        await ann.until("Leave the table?")
        ann.press("l")
        assert await ann.ended() == 0
        (journal,) = (tmp_path / "tables").glob("*.journal")
        await ann.until(f"This table can go on with: odin host --resume {journal.stem[:8]} --data {tmp_path}")


@posix_only
async def test_a_headless_host_tells_a_person_whom_it_waits_for(tmp_path: Path) -> None:
    host = ("host", "--headless", "--bind", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--lang", "en")
    async with odin_on(*host, "--bots", "1", "--open", columns=160) as pty:
        text = await pty.until("Waiting for 3 more people.")
        assert text.index("table open at") < text.index("Waiting")
        pty.process.send_signal(signal.SIGINT)
        assert await pty.ended() == 130
        await pty.until("This table can go on with: odin host --resume ")
        assert "interrupted" not in pty.text


@pytest.mark.slow
@posix_only
@pytest.mark.parametrize(("word", "waits"), [("leave", True), ("quit", False)])
async def test_who_leaves_in_lines_reads_how_to_come_back(tmp_path: Path, word: str, waits: bool) -> None:
    async with hosted(tmp_path / "host", "--seats", "2") as host:
        join = ("join", f"127.0.0.1:{host.port}", "--plain", "--data", str(tmp_path / "a"), "--lang", "en")
        await answers(host.address)
        async with odin_on(*join, "--name", "Ann", "--code", "raven-oak-fjord", columns=160) as ann:
            await ann.until("Type ready")
            ann.press(f"{word}\n")
            assert await ann.ended() == 0
            await ann.until("You have left the table.")
            assert (f"come back with: odin join 127.0.0.1:{host.port} --data" in ann.text) == waits


@pytest.mark.slow
@posix_only
async def test_who_only_waited_for_a_seat_is_promised_none(tmp_path: Path) -> None:
    async with hosted(tmp_path / "host", "--seats", "2", "--bots", "2", "--pace", "5") as host:
        join = ("join", f"127.0.0.1:{host.port}", "--data", str(tmp_path / "a"), "--lang", "en", "--name", "Ann")
        await answers(host.address)
        async with odin_on(*join, "--code", "raven-oak-fjord", columns=160) as ann:
            await ann.until("You watch")
            ann.press("q")
            await ann.until("Leave the table?")
            ann.press("l")
            assert await ann.ended() == 0
            assert "Your seat waits" not in ann.text


async def test_nobody_is_at_an_address_that_is_none() -> None:
    assert await table_at("ü" * 60, 9054) is None
