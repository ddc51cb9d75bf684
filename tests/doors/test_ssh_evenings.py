"""Evenings with guests by ssh, at a host that is a process of its own."""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import asyncssh
import pytest

from odin_net.host.memo import decode_memo
from tests.helpers.guests import Guest
from tests.helpers.host import CODE, Host, eventually, hosted
from tests.helpers.needed import need, skip_unless
from tests.helpers.rooms import HOST, Computer, room, rooms_are_possible

if sys.platform == "win32":
    pytest.skip("its pseudo terminals are others", allow_module_level=True)

from tests.helpers.ptys import Pty
from tests.helpers.ssh import SshHome, words_of

pytestmark = pytest.mark.slow
ENTER, TAB = "\r", "\t"
SIGNS = {
    "TAKE A CARD": "a",
    "Pass?": ENTER,
    "beats the middle. P": "p",
    "Enter: play": ENTER,
    "YOUR TURN": TAB,
    "Enter: ready for the next hand": ENTER,
    "Enter: the final standing": ENTER,
}
MOST_KEYS = 400


@pytest.fixture(autouse=True)
def ssh() -> str:
    return need("ssh", "openssh-client")


def home_of(folder: Path, host: Host) -> SshHome:
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return SshHome(home, host.port)


async def play_to(pty: Pty, sign: str) -> str:
    """Do what the screen says until this is shown."""
    for _ in range(MOST_KEYS):
        text = pty.text
        if sign in text:
            return text
        key = next((key for seen, key in SIGNS.items() if seen in text), "")
        if key:
            pty.press(key)
        for _ in range(50):
            await asyncio.sleep(0.002)
            if pty.text != text:
                break
    raise AssertionError(f"never shown: {sign}\n{pty.text}")


async def test_a_whole_game_by_keys(tmp_path: Path) -> None:
    async with hosted(tmp_path / "data", "--seats", "3", "--bots", "2", "--pace", "0", "--games", "1") as host:
        async with home_of(tmp_path, host).on_screen("ann", answer=CODE) as ann:
            await ann.until("R: ready to begin")
            ann.press("r")
            await play_to(ann, "Hand 1 is over")
            # In the last of its three beats.
            await ann.until("Not checked: your screen runs on the host")
            ann.resize(60, 20)
            # A host without a player ends with its last game, and takes the screen along.
            await play_to(ann, "The table has played all its games")
            assert await ann.ended() == 0
            assert "points" in ann.text
            assert b"Checked:" not in ann.written
        assert await host.wait() == 0
        assert len(host.records()) == 1
        # The guest's session has followed the game in this very process, and leaves no second record.
        assert [*host.records()[0].parent.iterdir()] == host.records()
        assert "Traceback" not in host.text


async def test_a_host_that_was_killed_knows_them_again(tmp_path: Path) -> None:
    async with hosted(tmp_path / "data", "--seats", "2", "--bots", "1", "--pace", "0") as host:
        home = home_of(tmp_path, host)
        async with home.on_screen("ann", answer=CODE) as ann:
            await ann.until("R: ready to begin")
            ann.press("r")
            await ann.until("hand 1")
            words = words_of(ann)
            await host.kill()
            await ann.ended()
        await host.resume()
        strict = ("StrictHostKeyChecking=yes",)  # Its key is the same, too.
        async with home.on_screen("ann", answer=words, options=strict) as ann:
            await ann.until("hand 1")
            await play_to(ann, "Hand 1 is over")
        (secrets,) = [seat for seat in decode_memo(host.memo()).seat_secrets if seat.words]
        assert secrets.words == words


async def test_lines_play_a_whole_game(tmp_path: Path) -> None:
    async with hosted(tmp_path / "data", "--seats", "2", "--bots", "1", "--pace", "0", "--games", "1") as host:
        home = home_of(tmp_path, host)
        # A play that is not possible is refused, and the hint is what a bot would do.
        done = await home.run(home.ssh("ann", "-T"), CODE, "ready\n" + "play hint\n" * 600)
        assert "The table has played all its games" in done.out
        assert "Not checked: your screen runs on the host" in done.out


async def test_a_thousand_wrong_passwords_keep_nobody_else_out(tmp_path: Path) -> None:
    async with hosted(tmp_path / "data", "--seats", "3", "--pace", "0", "--games", "1") as host:
        players = [Guest(host, tmp_path / name, name).sit() for name in ("Ann", "Bo")]
        await eventually(lambda: all(player.raw for player in players))
        for _ in range(1000):
            await guess(host.port)
        players.append(Guest(host, tmp_path / "Cy", "Cy").sit())
        await asyncio.gather(*[player.ended() for player in players])
        assert await host.wait() == 0
        assert "Traceback" not in host.text


async def guess(port: int) -> None:
    """One wrong code, by a client that does not care what it is told."""
    with pytest.raises((asyncssh.Error, OSError)):
        await asyncssh.connect(
            "127.0.0.1",
            port,
            username="eve",
            password="oak-oak-oak",  # noqa: S106
            known_hosts=None,
            config=None,
            local_addr=("127.0.0.2", 0),
            preferred_auth="password",
        )


async def test_two_computers_in_one_room(tmp_path: Path) -> None:
    skip_unless(rooms_are_possible(), "this system has no network namespaces for us")
    with room() as (there, here):
        async with hosted(tmp_path / "data", "--seats", "6", computer=there) as host:
            await eventually(lambda: f"{HOST}:9054" in here.odin("tables", "--seconds", "0.5").stdout)
            assert web_page(here).startswith("<!doctype html>")
            ssh = SshHome(home_of(tmp_path, host).folder, host.port, HOST)
            done = await ssh.run(here.inside(*ssh.ssh("ann", "-T")), CODE, "table\n")
            assert "You are ann at seat 1." in done.out
            assert await joined(here, tmp_path / "bo") == 0
            # It is the ssh client's own address that was counted and remembered.
            assert decode_memo(host.memo()).seat_secrets[0].address == "10.77.0.2"


def web_page(computer: Computer) -> str:
    """What a browser gets there."""
    fetch = f"import urllib.request as r; print(r.urlopen('http://{HOST}:9054/').read().decode())"
    return computer.run(sys.executable, "-c", fetch).stdout


async def joined(computer: Computer, data: Path) -> int:
    """How `odin join` ends there whose input ends at once, at the table that it finds by itself."""
    command: Sequence[str] = (
        sys.executable, "-m", "odin_net", "join", "--plain", "--name", "Bo", "--code", CODE, "--data", str(data)
    )  # fmt: skip
    process = await asyncio.create_subprocess_exec(
        *computer.inside(*command),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    return await process.wait()
