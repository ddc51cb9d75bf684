"""`odin host` as people run it."""

import asyncio
import errno
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from clients.news import LinkChanged, LinkStage
from odin_net.cli import main
from odin_net.commands.arguments import parser
from odin_net.commands.host import read_opening
from odin_net.game.records import SUFFIX
from odin_net.host import saved_tables
from odin_net.host.journal import HEADER, _header, unpack
from odin_net.host.memo import decode_memo
from odin_net.host.table import Opening
from odin_net.lan.endpoint import PORT
from protocol.errors import Close
from tests.helpers.guests import assert_complete, seated
from tests.helpers.host import CODE, Host, hosted
from tests.helpers.odin import odin

FAST = ("--seats", "2", "--pace", "0", "--points", "1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--headless", "--seats", "7"), "2 to 6 players"),
        (("--headless", "--seats", "1"), "2 to 6 players"),
        (("--headless", "--seats", "3", "--bots", "4"), "from 0 to 3"),
        (("--headless", "--bots", "-1"), "from 0 to 4"),
        (("--headless", "--level", "clever"), "choose among random, easy, normal, hard"),
        (("--headless", "--code", "raven-oak"), "leave --code out to have one drawn"),
        (("--headless", "--code", "raven-oak-qqqqqqq"), "choose others, or leave --code out"),
        (("--headless", "--code", "raven-oak-fjort"), "Near it are: fjord"),
        (("--headless", "--code", CODE, "--open"), "leave --open or --code out"),
        (("--headless", "--games", "0"), "from 1 to 9999"),
        (("--headless", "--pace", "-1"), "from 0 to 60"),
        (("--headless", "--pace", "nan"), "from 0 to 60"),
        (("--headless", "--points", "100"), "from 1 to 99"),
        (("--headless", "--colours", "RYGP"), "four colours are for two players"),
        (("--headless", "--port", "70000"), "from 0 to 65535"),
        (("--headless", "--bind", "nowhere"), "--bind is an address"),
        (("--headless", "--spectators", "-1"), "from 0 to 1000"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_exit_2(flags: tuple[str, ...], says: str, tmp_path: Path) -> None:
    said = odin("host", *flags, "--data", tmp_path)
    assert said.returncode == 2
    assert says in said.stderr
    assert said.stderr.count("\n") == 1
    assert said.stdout == ""


def opening(*flags: str) -> Opening:
    return read_opening(parser().parse_args(["host", "--headless", *flags]))


def test_the_environment_gives_the_code_and_what_the_line_says_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_CODE", "Raven Oak fjord")
    assert opening().code == CODE
    assert opening("--code", "elk-oak-raven").code == "elk-oak-raven"
    assert opening("--open").code == "", "a variable that stands there for other tables contradicts nothing"
    monkeypatch.setenv("ODIN_CODE", " ")
    assert opening().code is None, "empty is as good as not there: it is drawn by lot"


def test_a_code_in_the_environment_that_is_none_is_exit_2_and_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODIN_CODE", "raven-oak")
    said = odin("host", "--headless", "--data", tmp_path)
    assert (said.returncode, said.stderr.count("\n")) == (2, 1)
    assert "leave ODIN_CODE out" in said.stderr
    said = odin("join", "127.0.0.1", "--robot", "easy", "--data", tmp_path)
    assert (said.returncode, said.stderr.count("\n")) == (2, 1)
    assert said.stderr.startswith("odin: ODIN_CODE: A code is three words")


@pytest.mark.slow
async def test_a_code_in_the_environment_contradicts_no_table_that_is_resumed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with hosted(tmp_path, "--seats", "3") as host:
        await host.kill()
        monkeypatch.setenv("ODIN_CODE", "elk-oak-raven")
        await host.resume()
        assert host.lines[-1].endswith(f"code {CODE}")


def test_nothing_to_resume_is_exit_3(tmp_path: Path) -> None:
    said = odin("host", "--headless", "--resume", "--data", tmp_path)
    assert said.returncode == 3
    assert "no unfinished table" in said.stderr


def test_a_port_that_was_asked_for_and_is_taken_is_exit_2(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = odin("host", "--headless", "--bind", "127.0.0.1", "--port", port, "--data", tmp_path)
    assert said.returncode == 2
    assert f"port {port} is taken" in said.stderr


async def damaged_journal(data: Path) -> tuple[Path, int]:
    """The journal of a table that was killed, and where it was damaged in its middle."""
    async with hosted(data, "--seats", "3") as host, seated(host, data / "guests", ("Ann", "Bo")) as guests:
        for guest in guests:
            await guest.until(lambda guest=guest: guest.wire.session.caught_up)  # type: ignore[misc]
        await host.kill()
    (path,) = (data / "tables").glob("*.journal")
    whole = path.read_bytes()
    at = [found.start() for found in re.finditer(b"step", whole) if _header(whole, found.start())][2]
    path.write_bytes(whole[: at + HEADER] + bytes(5) + whole[at + HEADER + 5 :])
    return path, at


@pytest.mark.slow
async def test_a_damaged_journal_says_where_and_what_to_do(tmp_path: Path) -> None:
    path, at = await damaged_journal(tmp_path)
    damaged = path.read_bytes()
    said = odin("host", "--headless", "--resume", "--data", tmp_path)
    assert said.returncode == 2
    assert said.stderr == (
        f"odin: the journal {path.name} is damaged at byte {at}: --resume --salvage goes on with what stands before "
        "that.\n"
    )
    assert path.read_bytes() == damaged


@pytest.mark.slow
async def test_a_damaged_journal_is_salvaged_up_to_there_and_what_is_lost_is_said(tmp_path: Path) -> None:
    path, at = await damaged_journal(tmp_path)
    damaged = path.read_bytes()
    before = unpack(damaged[:at]).entries
    host = Host(tmp_path)
    try:
        await host.start("--resume", "--salvage")
        (lost,) = [line for line in host.errors if "is lost" in line]
        assert lost.startswith(f"odin: the journal was damaged at byte {at}: what happened at this table after 2")
        assert lost.endswith(f" is lost; the damaged file is kept as {path.stem}.{at}.damaged")
        kept = path.with_name(f"{path.stem}.{at}.damaged")
        assert kept.read_bytes() == damaged
        assert os.name != "posix" or kept.stat().st_mode & 0o077 == 0
        assert unpack(path.read_bytes()).entries[: len(before)] == before
        assert saved_tables.find(tmp_path) == [path]
        # From here on it is a table like any other.
        await host.kill()
        await host.resume()
    finally:
        await host.close()


async def test_a_journal_that_is_whole_needs_no_salvage_and_loses_nothing_by_it(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3") as host:
        await host.kill()
        before = decode_memo(host.memo())
        await host.start("--salvage")
        after = decode_memo(host.memo())
        after.resumed.clear()  # That it was started again may be written by now.
        assert after == before
        assert not host.errors
        assert not list((tmp_path / "tables").glob("*.damaged"))


async def test_bind_and_port_stand_in_the_first_entry(tmp_path: Path) -> None:
    # A table that was for this computer only must not come up on all interfaces, whenever its host died.
    async with hosted(tmp_path, "--seats", "3") as host:
        await host.kill()
        (path,) = (tmp_path / "tables").glob("*.journal")
        first = unpack(path.read_bytes()).entries[0]
        assert first.memo is not None
        memo = decode_memo(first.memo)
        assert (memo.bind, memo.port) == ("127.0.0.1", host.port)


async def test_what_a_killed_host_was_writing_is_swept_away(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    gone = tmp_path / "games" / f"2026-01-01-120000-abcd-1.odin.jsonl.{dead_process()}.odin.new"
    other = tmp_path / "games" / f"2026-01-01-120000-abcd-2.odin.jsonl.{os.getppid()}.odin.new"
    for draft in (gone, other):
        draft.touch()
    async with hosted(tmp_path, *FAST):
        assert not gone.exists()
        assert other.exists()  # It may be writing still.


@pytest.mark.slow
async def test_a_game_that_is_recorded_again_gets_no_second_record(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "2", "--bots", "2", "--level", "random", *FAST[2:]) as host:
        await host.until(lambda: len(host.records()) > 0)
        await host.kill()
        (path,) = (tmp_path / "tables").glob("*.journal")
        first, before = host.records()[0], set((tmp_path / "games").iterdir())
        # As if it had been killed when the record was written and that was not: cut where it says so first.
        whole = path.read_bytes()
        ends = [found.start() for found in re.finditer(b"step", whole) if _header(whole, found.start())]
        for number, entry in enumerate(unpack(whole).entries):
            if entry.memo is not None and decode_memo(entry.memo).recorded:
                path.write_bytes(whole[: ends[number]])
                break
        count = len(host.records())
        await host.resume()
        await host.until(lambda: len(host.records()) > count)
        assert host.records()[count] == first
        assert set((tmp_path / "games").glob(f"*{first.name[-len('0' * 32 + SUFFIX) :]}")) == {first}
        assert before <= set((tmp_path / "games").iterdir())


def dead_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


async def test_a_journal_with_nothing_in_it_is_no_table_to_resume(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / f"{'ab' * 16}.journal").touch()
    said = odin("host", "--headless", "--resume", "--data", tmp_path)
    assert said.returncode == 3
    async with hosted(tmp_path) as host:
        assert not host.errors


def test_a_folder_that_takes_no_journal_is_named_as_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(saved_tables, "new_journal", full)
    assert main(["host", "--headless", "--bind", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("odin: the journal cannot be begun (no room)")


async def test_the_lines_of_a_whole_evening(tmp_path: Path) -> None:
    async with hosted(tmp_path / "host", *FAST, "--games", "2") as host:
        async with seated(host, tmp_path / "guests", ("Ann", "Bo")) as guests:
            for guest in guests:
                await guest.ended()
            assert await host.wait() == 0
        records = list(map(str, host.records()))
        assert host.lines == [
            f"table open at 127.0.0.1:{host.port}, code {CODE}",
            "game 1 started",
            f"record {records[0]}",
            "game 2 started",
            f"record {records[1]}",
            "bye",
        ]
        assert not host.errors
        # Its games have their records; nothing secret is left.
        assert not list((tmp_path / "host" / "tables").iterdir())


@pytest.mark.slow
async def test_the_table_of_the_readme_plays(tmp_path: Path) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    wanted = ("    odin host --headless", "    odin join ADDRESS")
    headless, *joins = [line.split()[2:] for line in readme.splitlines() if line.startswith(wanted)]
    host = Host(tmp_path / "host")
    try:
        await host.start(*headless[1:], "--port", "0", "--bind", "127.0.0.1", "--pace", "0", "--points", "1")
        address = f"127.0.0.1:{host.port}"
        ended = await asyncio.gather(*(
            asyncio.to_thread(odin, "join", address, *join[1:], "--data", tmp_path / f"guest-{number}")
            for number, join in enumerate(joins)
        ))  # fmt: skip
        for join, said in zip(joins, ended, strict=True):
            # Who only watches may come when all is over.
            assert said.returncode in ((0, 3) if "--watch" in join else (0,)), said.stderr
        assert await host.wait() == 0
        assert host.lines[-1] == "bye"
    finally:
        await host.close()


async def test_a_table_of_bots_alone_plays_and_is_open_to_all(tmp_path: Path) -> None:
    host = Host(tmp_path)
    try:
        flags = ("--seats", "3", "--bots", "3", "--level", "random", "--games", "1", "--open", "--pace", "0")
        await host.start("--port", "0", "--bind", "127.0.0.1", *flags)
        assert host.lines[0] == f"table open at 127.0.0.1:{host.port}, open to all"
        assert await host.wait() == 0
        assert len(host.records()) == 1
    finally:
        await host.close()


@pytest.mark.slow
async def test_records_that_could_not_be_written_are_written_when_the_table_is_resumed(tmp_path: Path) -> None:
    (tmp_path / "games").touch()  # No folder can be there.
    async with hosted(tmp_path, "--seats", "3", "--bots", "3", "--games", "2", *FAST[2:]) as host:
        assert await host.wait() == 0
        assert not host.records()
        assert sum("--resume tries it again" in line for line in host.errors) == 2
        (tmp_path / "games").unlink()
        await host.resume()
        assert await host.wait() == 0
        assert len(host.records()) == 2
        for record in host.records():
            assert_complete(record)
        assert not list((tmp_path / "tables").iterdir())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_signals_end_it_kindly_and_the_table_can_be_resumed(number: int, tmp_path: Path) -> None:
    async with hosted(tmp_path / "host", "--seats", "2") as host, seated(host, tmp_path / "guests", ("Ann",)) as (ann,):
        await ann.until(lambda: ann.wire.session.seat is not None)
        assert await host.end(number) == 130
        await ann.until(lambda: ann.drops() >= 1)
        (dropped,) = [news for news in ann.news if isinstance(news, LinkChanged) and news.stage is LinkStage.WAITING][
            :1
        ]
        assert dropped.close is Close.TABLE_CLOSED
        await host.resume()
        await ann.until(lambda: ann.wire.session.caught_up)
        assert host.lines[-1] == f"table open at 127.0.0.1:{host.port}, code {CODE}"


@pytest.mark.slow
async def test_flags_that_contradict_the_journal_are_exit_2_and_others_are_fine(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3", "--points", "20") as host:
        assert await host.end() == 130
        for flags in (("--seats", "4"), ("--points", "15"), ("--open",), ("--bots", "1")):
            said = odin("host", "--headless", "--resume", "--data", tmp_path, *flags)
            assert said.returncode == 2
            assert f"another {flags[0]}" in said.stderr
        said = odin("host", "--headless", "--resume", "--data", tmp_path, "--colours", "XYZ")
        assert (said.returncode, said.stderr.count("\n")) == (2, 1)
        await host.start("--resume", "--seats", "3", "--points", "20", "--code", CODE, "--bots", "0")


@pytest.mark.slow
async def test_who_names_a_table_that_is_not_there_hears_which_are(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3") as host:
        await host.kill()
    (journal,) = (tmp_path / "tables").glob("*.journal")
    said = odin("host", "--headless", "--resume", "zzz", "--data", tmp_path)
    assert said.returncode == 3
    assert said.stderr == f"odin: no unfinished table begins with zzz; there are: {journal.stem[:8]}.\n"
    said = odin("host", "--headless", "--resume", "\x1b[2J", "--data", tmp_path)
    assert "\x1b" not in said.stderr


async def test_a_second_host_does_not_get_a_table_that_is_open(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3"):
        said = odin("host", "--headless", "--resume", "--data", tmp_path)
        assert said.returncode == 3
        assert "another host has this table open" in said.stderr


@pytest.mark.slow
async def test_a_table_whose_port_is_taken_is_not_resumed_elsewhere_unless_it_is_told_to(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3") as host:
        assert await host.end() == 130
        with socket.create_server(("127.0.0.1", host.port)):
            said = odin("host", "--headless", "--resume", "--data", tmp_path)
            assert said.returncode == 2
            assert f"the table was at 127.0.0.1:{host.port}, which cannot be had now" in said.stderr
            assert "move the table with --port" in said.stderr
            said = odin("host", "--headless", "--resume", "--data", tmp_path, "--port", str(host.port))
            assert said.returncode == 2
            assert f"port {host.port} is taken" in said.stderr
        said = odin("host", "--headless", "--resume", "--data", tmp_path, "--port", "70000")
        assert (said.returncode, "from 0 to 65535" in said.stderr) == (2, True)
        await host.resume()


@pytest.mark.slow
async def test_a_resumed_table_moves_where_it_is_told_to_and_stays_there(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3") as host:
        await host.kill()
        before = host.port
        with socket.create_server(("127.0.0.1", before)):
            await host.start("--resume", "--port", "0")
            moved = host.port
            assert moved != before
            assert host.lines[-1] == f"table open at 127.0.0.1:{moved}, code {CODE}"
            # What it was told is journalled: the next time nobody has to say it again.
            await host.kill()
            await host.resume()
            assert host.port == moved


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this computer has one address of its own only")
async def test_a_resumed_table_moves_to_another_address(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3") as host:
        await host.kill()
        await host.start("--resume", "--bind", "::1")
        memo = decode_memo(host.memo())
        assert (memo.bind, memo.port) == ("::1", host.port)
        assert host.lines[-1] == f"table open at [::1]:{host.port}, code {CODE}"


@pytest.mark.slow
async def test_an_unfinished_table_is_offered(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3") as host, seated(host, tmp_path / "guests", ("Ann",)) as (ann,):
        await ann.until(lambda: ann.wire.session.caught_up)
        await host.kill()
    async with hosted(tmp_path, "--seats", "3") as host:
        assert any("odin host --resume" in line for line in host.errors)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
async def test_what_lies_among_the_tables_keeps_no_new_one_from_opening(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / "aa.journal").symlink_to(tmp_path / "nowhere")
    (tables / "bb.journal").write_text("")
    (tables / "bb.lock").mkdir()
    async with hosted(tmp_path, *FAST) as host:
        assert host.lines[0].startswith("table open")


async def test_a_taken_default_port_takes_the_next_free_one_and_says_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        try:
            taken.bind(("127.0.0.1", PORT))
            taken.listen()
        except OSError:
            pass  # Somebody has it already: so much the better.
        host = Host(tmp_path)
        try:
            await host.start("--bind", "127.0.0.1", "--open")
            assert host.port != PORT
            assert any(f"port {PORT} is taken" in line for line in host.errors)
        finally:
            await host.close()


@pytest.mark.slow
async def test_a_wrong_code_does_not_let_in(tmp_path: Path) -> None:
    async with hosted(tmp_path / "host") as host:
        said = await odin_join(host, tmp_path, "--code", "raven-oak-owl")
        assert said == (4, "odin: That is not the code of this table: ask the host to say it again.\n")


async def odin_join(host: Host, data: Path, *flags: str) -> tuple[int, str]:
    said = await asyncio.to_thread(
        odin, "join", f"127.0.0.1:{host.port}", "--robot", "random", "--name", "Dag", "--data", data, *flags
    )
    return said.returncode, said.stderr
