"""Tables that were left: which are offered, by whom they were played, and how one goes."""

import secrets
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX", allow_module_level=True)

from clients.language import Language
from odin_net.commands.host import describe_standing, offered
from odin_net.game.events import Event, GameStarted, HandEnded, LobbyOpened, Occupant, SeatChanged
from odin_net.game.options import Options
from odin_net.host import saved_tables
from odin_net.host.journal import MAGIC, pack
from odin_net.host.table import Opening, open_table
from protocol.log import Log
from tests.helpers.guests import seated
from tests.helpers.host import answers, hosted
from tests.helpers.ptys import Pty, odin_on

CODE = "raven-oak-fjord"
LOBBY = "ODIN  The lobby"
HOST = ("host", "--bind", "127.0.0.1", "--port", "0", "--lang", "en")


async def open_and_leave(data: Path, name: str, *flags: str, start: bool = False) -> str:
    """Open a table and leave it; what the shell shows then."""
    async with odin_on(*HOST, "--data", str(data), "--name", name, *flags) as pty:
        text = await pty.until(lambda text: LOBBY in text or "open a new table" in text)
        if "open a new table" in text:
            pty.press("n")
        await pty.until(LOBBY)
        if start:
            pty.press("s")
            await pty.until("hand 1")
        return await leave(pty)


async def leave(pty: Pty) -> str:
    pty.press("q")
    await pty.until("Leave the table?")
    pty.press("l")
    assert await pty.ended() == 0
    return pty.text


@pytest.mark.slow
async def test_tables_that_were_left_are_offered_with_who_sat_there(tmp_path: Path) -> None:
    said = await open_and_leave(tmp_path, "Nobody")  # Where nothing happened there is nothing to go on with.
    assert "--resume" not in said
    assert saved_tables.find(tmp_path) == []
    await open_and_leave(tmp_path, "Ann", "--bots", "1")
    await open_and_leave(tmp_path, "Bo", "--bots", "2", start=True)
    async with hosted(tmp_path, "--seats", "2") as headless:
        await headless.kill()
    lefts = list(offered(tmp_path))
    told = [describe_standing(Language("en"), left) for left in lefts]
    assert told[0].startswith("hand 1: Bo 0, ")
    assert told[1:] == ["in the lobby: Ann"]
    assert len(saved_tables.find(tmp_path)) == 3
    async with odin_on(*HOST[:1], "--lang", "en", "--data", str(tmp_path)) as pty:
        text = await pty.until("open a new table")
        assert "everybody who sat there keeps their seat" in text  # Not all come back by themselves: ssh guests dial.
        assert text.index("hand 1: Bo 0") < text.index("in the lobby: Ann")
        pty.press("2")
        await pty.until(lambda text: LOBBY in text and "Ann" in text)
        await leave(pty)


async def test_who_goes_before_giving_a_name_leaves_no_table_behind(tmp_path: Path) -> None:
    async with odin_on(*HOST, "--data", str(tmp_path)) as pty:
        await pty.until("What do the others call you?")
        pty.press("\x03")
        await pty.ended()
        assert "--resume" not in pty.text
    assert saved_tables.find(tmp_path) == []


@pytest.mark.slow
async def test_a_table_that_somebody_else_sits_at_is_kept(tmp_path: Path) -> None:
    async with odin_on(*HOST, "--data", str(tmp_path), "--name", "Ann", "--code", CODE) as pty:
        text = await pty.until("odin join 127.0.0.1:")
        place = text.split("odin join ")[1].split()[0]
        join = ("join", place, "--name", "Bo", "--code", CODE, "--data", str(tmp_path / "guest"))
        await answers(place)
        async with odin_on(*join) as bo:
            await bo.until(LOBBY)
            await pty.until("Bo")
            assert "--resume" in await leave(pty)
    assert len(saved_tables.find(tmp_path)) == 1


@pytest.mark.slow
async def test_only_tables_where_something_happened_are_called_unfinished(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "2") as first:
        await first.kill()
    async with hosted(tmp_path, "--seats", "2") as second, seated(second, tmp_path / "guests", ("Ann",)) as (ann,):
        await ann.until(lambda: ann.wire.session.caught_up)
        assert not any("unfinished" in line for line in second.errors)
        await second.kill()
    async with hosted(tmp_path, "--seats", "2") as third:
        await third.kill()
        assert third.lines[0].startswith("table open at ")
        assert any("an unfinished table is there" in line for line in third.errors)


@pytest.mark.slow
async def test_who_wants_neither_just_goes(tmp_path: Path) -> None:
    await open_and_leave(tmp_path, "Ann", "--bots", "1")
    for key in ("q", "\x03", "\x1b"):
        async with odin_on(*HOST, "--data", str(tmp_path)) as pty:
            await pty.until("in the lobby: Ann")
            pty.press(key)
            assert await pty.ended() == 0
            assert "interrupted" not in pty.text


@pytest.mark.slow
async def test_what_is_resumed_is_said_to_a_person(tmp_path: Path) -> None:
    data = tmp_path / "host"
    async with hosted(data, "--seats", "3") as host, seated(host, tmp_path / "guests", ("Ann",)) as (ann,):
        await ann.until(lambda: ann.wire.session.caught_up)
        await host.kill()
    (path,) = saved_tables.find(data)
    async with odin_on("host", "--resume", "--lang", "en", "--data", str(data)) as pty:
        text = await pty.until("table open at")
        assert f"Going on with table {path.stem[:8]} of 2" in text
        assert "in the lobby: Ann" in " ".join(text.split())


def test_what_cannot_go_on_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / f"{'ab' * 16}.journal").write_bytes(MAGIC + b"\1" * 40)
    assert list(offered(tmp_path)) == []
    assert list(offered(tmp_path / "nowhere")) == []


@pytest.mark.parametrize("odd", [SeatChanged(2, Occupant("Cy")), SeatChanged(1, None)], ids=str)
def test_a_journal_whose_log_makes_no_game_is_not_offered(tmp_path: Path, odd: SeatChanged) -> None:
    table, first = open_table(Opening(owner=bytes(32)), secrets.token_bytes, 0.0)
    ann_and_bo = (Occupant("Ann"), Occupant("Bo"))
    ended = HandEnded(((), (1,)), (0, 1), bytes(32), (bytes(32),) * 2, bytes(32))
    log = Log(bytes(16))
    events: list[Event] = [LobbyOpened(bytes(16), ann_and_bo, Options()), GameStarted(2), ended, odd]
    journal = saved_tables.new_journal(tmp_path, table.memo.table)
    journal.append(pack(0, first.memo, first.events), durable=True)
    journal.append(pack(0, None, tuple(log.write(event) for event in events)), durable=True)
    journal.close()
    assert list(offered(tmp_path)) == []
