"""`odin invite` beside real hosts."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from odin_net.doors.host_key import fingerprint
from tests.helpers.host import CODE, LINES, Host, hosted
from tests.helpers.odin import odin
from tests.helpers.qr_codes import read_lines, read_screen
from tests.test_cli import wait_for

HERE = "127.0.0.1"
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="it needs a POSIX terminal")


def test_where_no_table_runs_it_is_exit_3(tmp_path: Path) -> None:
    said = odin("invite", "--data", tmp_path)
    assert (said.returncode, said.stdout) == (3, "")
    assert said.stderr == "odin: no table runs on this computer: open one with odin host.\n"
    assert not any(tmp_path.iterdir())


async def test_it_tells_of_the_table_that_a_host_keeps(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        said = odin("invite", "--data", tmp_path, "--lang", "en")
        assert (said.returncode, said.stderr) == (0, "")
        link = f"http://{HERE}:{host.port}/#{CODE}"
        assert said.stdout.splitlines()[0] == f"Phone or browser: {link}"
        assert f"Laptop with Odin: odin join {HERE}:{host.port}\nThe code: {CODE}\n" in said.stdout
        drawn = odin("invite", "--qr", "--data", tmp_path).stdout.splitlines()
        assert read_lines([line for line in drawn if "█" in line]) == [link]
        assert host.is_running
        await host.kill()
    # What was left is none that runs.
    assert odin("invite", "--data", tmp_path).returncode == 3


async def test_a_code_that_was_renewed_is_the_one_that_is_told(tmp_path: Path) -> None:
    host = Host(tmp_path, face=LINES)
    try:
        await host.open()
        host.press("new\n")
        await host.until(lambda: len(codes(host)) > 1)
        *_, newest = codes(host)
        assert newest != CODE
        assert f"The code: {newest}" in odin("invite", "--data", tmp_path, "--lang", "en").stdout
    finally:
        await host.close()


def codes(host: Host) -> list[str]:
    return re.findall(r"^The code: (\S+)$", host.text, re.MULTILINE)


@pytest.mark.slow
async def test_a_closed_door_is_not_told_of(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--no-web"):
        said = odin("invite", "--qr", "--data", tmp_path, "--lang", "en")
    assert "http" not in said.stdout
    assert said.stdout.endswith("This table has no page for browsers, and so no QR code.\n")


@pytest.mark.slow
async def test_an_open_table_has_no_code(tmp_path: Path) -> None:
    host = Host(tmp_path)
    try:
        await host.start("--port", "0", "--bind", HERE, "--open")
        said = odin("invite", "--data", tmp_path, "--lang", "en").stdout
    finally:
        await host.close()
    assert f"http://{HERE}:{host.port}/\n" in said
    assert "anybody on this network may sit down" in said


@pytest.mark.slow
async def test_of_several_tables_each_is_told_or_the_one_that_was_named(tmp_path: Path) -> None:
    async with hosted(tmp_path) as one, hosted(tmp_path) as other:
        both = odin("invite", "--data", tmp_path, "--lang", "en").stdout
        numbers = re.findall(r"^Table ([0-9a-f]{8}):$", both, re.MULTILINE)
        assert len(numbers) == 2
        assert all(f"odin join {HERE}:{host.port}" in both for host in (one, other))
        found = {odin("invite", number, "--data", tmp_path).stdout for number in numbers}
        assert len(found) == 2
        assert all("Table" not in said and said.count("odin join") == 1 for said in found)
        said = odin("invite", "zz", "--data", tmp_path)
        assert said.returncode == 3
        assert "odin invite shows all" in said.stderr


@pytest.mark.slow
@posix_only
async def test_in_a_terminal_the_code_is_black_on_white(tmp_path: Path) -> None:
    from tests.helpers.ptys import odin_on  # noqa: PLC0415  Windows has none.

    async with hosted(tmp_path) as host, odin_on("invite", "--qr", "--data", str(tmp_path), rows=40) as pty:
        link = f"http://{HERE}:{host.port}/#{CODE}"
        await pty.until(lambda _: read_screen(pty.screen) == [link])
        assert read_screen(pty.screen, dark=False) == [link]
        assert await pty.ended() == 0


@pytest.mark.slow
@posix_only
async def test_a_narrow_terminal_is_told_how_wide_it_has_to_be(tmp_path: Path) -> None:
    from tests.helpers.ptys import odin_on  # noqa: PLC0415

    async with hosted(tmp_path), odin_on("invite", "--qr", "--data", str(tmp_path), columns=30, rows=40) as pty:
        await pty.until(lambda text: "37 columns." in " ".join(text.split()))
        assert await pty.ended() == 0


@pytest.mark.slow
@posix_only
async def test_the_hosts_own_screen_is_scanned_and_shows_the_key_that_ssh_will_show(tmp_path: Path) -> None:
    from tests.helpers.ptys import odin_on  # noqa: PLC0415

    flags = ("--port", "0", "--bind", HERE, "--code", CODE, "--name", "Ann", "--lang", "en", "--data", str(tmp_path))
    async with odin_on("host", *flags) as pty:
        lobby = await pty.until("K invite")
        (port,) = re.findall(rf"odin join {HERE}:(\d+)", lobby)
        for way in (f"http://{HERE}:{port}", f"ssh -p {port} odin@{HERE}"):
            assert way in lobby
        pty.press("k")
        key = await asyncio.to_thread(made_key, tmp_path)
        await pty.until(lambda text: key in unbroken(text))
        await pty.until(lambda _: read_screen(pty.screen) == [f"http://{HERE}:{port}/#{CODE}"])
        # In a game, too.
        for key, shown in (("\x1b", "K invite"), ("b", "sits down"), ("r", "Valhalla")):
            pty.press(key)
            await pty.until(shown)
        pty.press("k")
        await pty.until("How others join")
        await pty.until(lambda _: read_screen(pty.screen) == [f"http://{HERE}:{port}/#{CODE}"])


def made_key(data: Path) -> str:
    wait_for(lambda: fingerprint(data) is not None)
    return fingerprint(data) or ""


def unbroken(text: str) -> str:
    """What stands beside a QR code, without breaks."""
    return "".join(char for char in text if char not in "█▀▄ \n")
