"""`odin join`, as a process, against the small table on a real socket."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from clients.language import Language
from odin_net.bots.policies import POLICIES
from odin_net.commands.arguments import parser
from odin_net.commands.join import TablePlace, find_place, read_join_request, with_answers
from odin_net.errors import OdinError, saying
from odin_net.game import Options
from odin_net.lan import discovery
from odin_net.lan.announcements import FoundTable
from protocol.codes import OPEN
from protocol.errors import Close, Hint
from tests.helpers import LONG
from tests.helpers.guests import assert_complete, seated
from tests.helpers.host import Host, hosted
from tests.helpers.odin import odin
from tests.helpers.pairs import TABLE
from tests.helpers.serving import Server, served
from tests.helpers.tiny_table import TinyTable

ENGLISH = Language("en")
CODE = "raven-oak-fjord"
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="it needs a POSIX signal")


class Joined:
    """A running `odin join`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def line(self) -> str:
        assert self.process.stdout is not None
        async with asyncio.timeout(LONG):
            return (await self.process.stdout.readline()).decode().rstrip()

    async def end(self) -> tuple[int, list[str], str]:
        """How it ended, what was left of its output, and what it complained about."""
        async with asyncio.timeout(LONG):
            out, err = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, out.decode().splitlines(), err.decode()


def seats_in(data: Path) -> list[Path]:
    return list(data.rglob("*.seat"))


async def join(server: Server | Host, data: Path, *arguments: str) -> Joined:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "odin_net", "join", f"127.0.0.1:{server.port}", "--data", str(data), *arguments,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONUTF8": "1"},
    )  # fmt: skip
    return Joined(process)


async def test_two_robots_with_one_data_folder_are_two_people_and_a_spectator_reads_their_game(tmp_path: Path) -> None:
    async with served(TinyTable(left=1, people=2, options=Options(points=3))) as server:
        watcher = await join(server, tmp_path, "--watch", "--lang", "de", "--code", CODE)
        assert await watcher.line() == "Du schaust zu."
        robots = [await join(server, tmp_path, "--robot", "easy", "--code", "Raven Oak fjord") for _ in range(2)]
        results = [await robot.end() for robot in robots]
        code, lines, complaint = await watcher.end()
    assert (code, complaint) == (0, "")
    assert any(line.startswith("Die Partie ist vorbei. Abschlusswertung: ") for line in lines)
    assert lines[-1] == "An diesem Tisch sind alle Partien gespielt. Danke fürs Mitspielen!"
    # Once for each of them: after the start it is about hands, which need no words.
    assert sum(line.endswith(" ist bereit.") for line in lines) == 2
    seats = []
    for code, lines, complaint in results:
        assert (code, complaint) == (0, "")
        assert lines[0].startswith("seated as Robot")
        assert lines[-1].startswith("game over, won by Robot")
        assert any(line.startswith("hand 1: ") and line.endswith("; checked") for line in lines)
        seats.append(lines[0][-1])
    assert sorted(seats) == ["1", "2"]
    assert not seats_in(tmp_path)
    assert not (tmp_path / "name").exists(), "nobody is called Robot or Watcher the next time"
    (record,) = (tmp_path / "games").iterdir()
    assert_complete(record)
    hands = sum(line.startswith("hand ") for line in results[0][1])
    proved = f"; {hands} deal{'' if hands == 1 else 's'} proved"
    assert odin("replay", "--check", record).stdout.rstrip().endswith(proved)


@pytest.mark.slow
async def test_a_game_that_its_host_and_a_guest_see_on_one_computer_has_one_record(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "2", "--pace", "0", "--points", "1", "--games", "1") as host:
        watcher = await join(host, tmp_path, "--watch", "--code", CODE)
        assert await watcher.line() == "You watch."
        async with seated(host, tmp_path / "guests", ("Ann", "Bo")):
            assert await host.wait() == 0
        assert (await watcher.end())[0] == 0
        (record,) = host.records()
        assert list((tmp_path / "games").iterdir()) == [record]
        assert_complete(record)
        said = odin("replay", "--check", record).stdout
        assert said.startswith(f"{record}: ok, ")
        assert said.endswith(" proved\n")


@pytest.mark.slow
@posix_only
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGHUP"])
async def test_who_is_interrupted_says_good_bye_and_comes_back_without_a_code(tmp_path: Path, number: str) -> None:
    table = TinyTable(people=2)
    async with served(table) as server:
        first = await join(server, tmp_path, "--robot", "easy", "--name", "Ann", "--code", CODE)
        assert await first.line() == "seated as Ann at seat 1"
        first.process.send_signal(getattr(signal, number))
        assert await first.end() == (130, [], "odin: interrupted\n")
        async with asyncio.timeout(LONG):
            await server.connections[0].gone.wait()
        assert server.connections[0].peer is not None
        assert server.connections[0].peer.closed is Close.AWAY
        other = await join(server, tmp_path, "--robot", "easy", "--name", "Bo")
        assert (await other.end())[0] == 2
        again = await join(server, tmp_path, "--robot", "easy")
        assert await again.line() == "seated as Ann at seat 1"
        again.process.kill()
        await again.end()


@pytest.mark.slow
async def test_the_environment_gives_the_code_and_what_the_line_says_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODIN_CODE", CODE)
    async with served(TinyTable(people=2)) as server:
        robot = await join(server, tmp_path, "--robot", "easy", "--name", "Ann")
        assert await robot.line() == "seated as Ann at seat 1"
        robot.process.kill()
        await robot.end()
        other = await join(server, tmp_path, "--robot", "easy", "--name", "Bo", "--code", "elk-oak-raven")
        assert (await other.end())[0] == 4


def test_a_table_that_is_open_to_all_is_not_asked_for_the_code_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODIN_CODE", CODE)
    place = TablePlace("127.0.0.1", 9054, b"t" * 16, is_open=True)
    for flags, code in (((), OPEN), (("--code", "elk-oak-raven"), "elk-oak-raven")):
        arguments = parser().parse_args(["join", "--robot", "easy", "--data", str(tmp_path), *flags])
        assert with_answers(arguments, read_join_request(arguments, ENGLISH), place, ENGLISH).code == code


@pytest.mark.slow
async def test_a_seat_is_found_by_its_table_whatever_else_was_at_that_address(tmp_path: Path) -> None:
    first, second = TinyTable(people=2), TinyTable(people=2)
    second.id = b"another table..."
    ann = ["--robot", "easy", "--name", "Ann"]
    port = 0
    for table in (first, second):
        async with served(table, port=port) as server:
            port = server.port
            robot = await join(server, tmp_path, *ann, "--code", CODE)
            assert await robot.line() == "seated as Ann at seat 1"
            robot.process.kill()
            await robot.end()
    # What was written last is of the other table.
    async with served(first, port=port) as server:
        back = await join(server, tmp_path, *ann)
        assert await back.line() == "seated as Ann at seat 1"
        back.process.kill()
        await back.end()
    # Where we have no seat, that is what is said, and nothing else.
    third = TinyTable(people=2)
    third.id = b"a third table..."
    async with served(third) as server:
        newcomer = await join(server, tmp_path, *ann)
        code, lines, complaint = await newcomer.end()
    assert (code, lines) == (2, [])
    assert "no code was given" in complaint
    assert complaint.count("\n") == 1
    assert len(seats_in(tmp_path)) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("close", "code"),
    [(Close.KICKED, 4), (Close.GIVEN, 4), (Close.REPLACED, 4), (Close.FORKED, 1), (Close.GAME_OVER, 0)],
)
async def test_good_byes_and_their_exit_codes(tmp_path: Path, close: Close, code: int) -> None:
    table = TinyTable(people=2)
    async with served(table) as server:
        robot = await join(server, tmp_path, "--robot", "easy", "--code", CODE)
        await robot.line()
        table.peers[0].bye(close)
        returned, _, complaint = await robot.end()
    assert (returned, complaint) == (code, f"odin: {ENGLISH.close(close)}\n" if code else "")
    assert (not seats_in(tmp_path)) == (close in (Close.KICKED, Close.GIVEN, Close.GAME_OVER))


@pytest.mark.parametrize(
    ("hint", "code"),
    [
        (Hint.VERSION, 4),
        (Hint.FULL, 4),
        (Hint.WRONG_PROOF, 4),
        (Hint.NEW_CODE_NEEDED, 4),
        (Hint.SHUT_OUT, 4),
        (Hint.TABLE_CLOSED, 3),
    ],
)
async def test_refusals_and_their_exit_codes(tmp_path: Path, hint: Hint, code: int) -> None:
    table = TinyTable()
    table.hint = hint
    async with served(table) as server:
        robot = await join(server, tmp_path, "--robot", "easy", "--code", CODE)
        returned, lines, complaint = await robot.end()
    assert (returned, lines) == (code, [])
    assert complaint.startswith("odin: ")
    assert complaint.count("\n") == 1


async def test_a_host_that_is_away_for_too_long(tmp_path: Path) -> None:
    table = TinyTable(people=2)
    async with served(table) as server:
        robot = await join(server, tmp_path, "--robot", "easy", "--code", CODE, "--patience", "0")
        await robot.line()
        table.peers[0].bye(Close.TABLE_CLOSED)
        returned, _, complaint = await robot.end()
    assert returned == 3
    assert "has gone" in complaint
    assert len(seats_in(tmp_path)) == 1


async def test_debug_lines_hold_no_code_and_no_secret(tmp_path: Path) -> None:
    table = TinyTable(people=1, bots=1, left=1)
    async with served(table) as server:
        robot = await join(server, tmp_path, "--robot", "normal", "--code", CODE, "-v")
        returned, _, complaint = await robot.end()
    assert returned == 0
    assert "odin.session: open" in complaint
    secret = table.secrets[-1]
    assert secret is not None
    for word in ("raven", "fjord", secret.hex(), "cards"):
        assert word not in complaint


@pytest.mark.slow
def test_what_is_wrong_with_the_line_is_said_before_any_connection(tmp_path: Path) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        here = f"127.0.0.1:{listening.getsockname()[1]}"
        for arguments, word in [
            (["--robot", "easy", "--code", "raven-oak-nonsense"], "nonsense"),
            (["--robot", "easy", "--code", "raven"], "three words"),
            (["--robot", "easy"], "--code"),
            (["--robot", "easy", "--code", CODE, "--name", "a\nb"], "name"),
            (["--robot", "easy", "--code", CODE, "--patience", "nan"], "--patience"),
            (["--robot", "clever"], "clever"),
            (["--robot", "easy", "--watch"], "--watch"),
            ([], "--plain"),
        ]:
            said = odin("join", here, "--data", tmp_path, *arguments)
            assert said.returncode == 2
            assert word in said.stderr
            assert "Traceback" not in said.stderr
        with pytest.raises(BlockingIOError):
            listening.accept()


ANN = FoundTable("Ann", "10.0.0.1", 9054, TABLE, 1, 4, open=False)


def found_tables(monkeypatch: pytest.MonkeyPatch, *tables: FoundTable) -> None:
    """Let a search of the network find these."""

    async def browse(_: float) -> list[FoundTable]:
        return [*tables]

    monkeypatch.setattr(discovery, "browse", browse)


async def test_the_only_table_of_the_network_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found_tables(monkeypatch, ANN._replace(port=9055, open=True))
    assert await find_place(ENGLISH) == TablePlace("10.0.0.1", 9055, TABLE, is_open=True)


async def test_of_several_tables_a_person_chooses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found_tables(monkeypatch, ANN, ANN._replace(name="Bo", address="10.0.0.22", open=True))
    with pytest.raises(OdinError, match=r"odin join 10\.0\.0\.1:9054") as caught:
        await find_place(ENGLISH)
    assert caught.value.code == 3
    assert capsys.readouterr().out.splitlines() == [
        "10.0.0.1:9054   Ann, 1 of 4 seats taken, needs its code",
        "10.0.0.22:9054  Bo, 1 of 4 seats taken, open to all",
    ]


async def test_no_table_on_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    found_tables(monkeypatch)
    with pytest.raises(OdinError, match="no table was found") as caught:
        await find_place(ENGLISH)
    assert caught.value.code == 3


async def test_a_computer_that_cannot_look_around_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    async def browse(_: float) -> list[FoundTable]:
        raise discovery.DiscoveryFailed(saying("this computer is in no network"))

    monkeypatch.setattr(discovery, "browse", browse)
    with pytest.raises(OdinError, match=r"since this computer is in no network: .* odin join ADDRESS") as caught:
        await find_place(ENGLISH)
    assert caught.value.code == 3


def test_a_place_is_shown_as_it_is_written() -> None:
    assert str(TablePlace("::1", 80)) == "[::1]:80"
    assert odin("join", "a b", "--watch", "--code", CODE).returncode == 2


def test_the_levels_of_the_command_line_are_those_of_the_bots(tmp_path: Path) -> None:
    said = odin("join", "--help", cwd=tmp_path).stdout
    assert "{" + ",".join(POLICIES) + "}" in said
