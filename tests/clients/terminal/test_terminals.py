"""End to end in real terminals: `odin host`, and `odin join` by keys."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX", allow_module_level=True)

from clients.own_name import remember_name
from tests.helpers.host import CODE, Host, answers, hosted
from tests.helpers.odin import odin
from tests.helpers.ptys import Pty, odin_on

MOST_KEYS = 1500
ALL_PLAYED = "The table has played all its games"


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    table = ("--seats", "3", "--bots", "1", "--games", "1", "--points", "3", "--pace", "0.02")
    async with hosted(tmp_path / "host", *table) as host:
        await answers(host.address)
        yield host


async def play_on(pty: Pty) -> None:
    """Do what the screen says until the game is over; who is quick is back in the lobby by then, or told good-bye."""
    has_played = False
    for _ in range(MOST_KEYS):
        text = pty.text
        title = text.split("\n")[0]
        if "The game is over" in title or (has_played and "The lobby" in title) or ALL_PLAYED in text:
            return
        has_played |= " hand " in title
        signs = {"TAKE A CARD": "a", "Pass?": "\r", "beats the middle. P": "p", "Enter: play": "\r", "YOUR TURN": "\t"}
        keys = "\r" if "is over" in title else next((keys for sign, keys in signs.items() if sign in text), "")
        if keys:
            pty.press(keys)
        for _ in range(30):
            await asyncio.sleep(0.005)
            if pty.text != text:
                break
    raise AssertionError(f"the game never ended\n{pty.text}")


async def sit_down(pty: Pty, name: str) -> None:
    await pty.until("What do the others call you?")
    pty.press(f"\x15{name}\r")
    await pty.until("three words")
    pty.press("rav\t-oak-fjord\r")
    await pty.until("R: ready to begin")
    pty.press("r")


@pytest.mark.slow
async def test_a_game_in_two_real_terminals(host: Host, tmp_path: Path) -> None:
    one, two = (
        ("join", host.address, "--data", str(tmp_path / "a")),
        ("join", host.address, "--data", str(tmp_path / "b")),
    )
    async with odin_on(*one) as ann, odin_on(*two, "--theme", "contrast", columns=60, rows=20) as bo:
        await sit_down(ann, "Ann")
        await sit_down(bo, "Bo")
        await asyncio.gather(play_on(ann), play_on(bo))
        for player in (ann, bo):
            if ALL_PLAYED not in player.text:
                player.press("\r")
            await player.until(ALL_PLAYED)
            player.press("\r")
            assert await player.ended() == 0


@pytest.mark.slow
async def test_a_wrong_code_is_asked_again_and_a_window_may_change(host: Host, tmp_path: Path) -> None:
    join = ("join", host.address, "--name", "Ann", "--code", "acorn-acorn-acorn", "--data", str(tmp_path / "a"))
    async with odin_on(*join) as ann:
        await ann.until("not the code of this table")
        ann.press(f"{CODE}\r")
        await ann.until("R: ready to begin")
        ann.resize(60, 20)
        await ann.until(lambda text: len(text.split("\n")) == 20 and "R ready" in text)
        ann.press("\x03")
        await ann.until("Leave the table?")
        ann.press("\x03")
        assert await ann.ended() == 0
    # The seat waits, without name or code.
    async with odin_on("join", host.address, "--data", str(tmp_path / "a")) as ann:
        await ann.until("Ann")
        ann.process.send_signal(signal.SIGTERM)
        assert await ann.ended() == 130


async def test_the_menu_offers_what_there_is(tmp_path: Path) -> None:
    async with odin_on("--lang", "de", ODIN_DATA=str(tmp_path)) as somebody:
        await somebody.until("Odin")
        somebody.press("t")
        await somebody.until("P1")
        somebody.press("q")
        await somebody.until(lambda text: "P1" not in text)
        somebody.press("q")
        assert await somebody.ended() == 0


@pytest.mark.slow
async def test_no_colour_means_none(host: Host, tmp_path: Path) -> None:
    join = ("join", host.address, "--name", "Ann", "--code", CODE, "--data", str(tmp_path / "a"), "--ascii")
    async with odin_on(*join, NO_COLOR="1") as ann:
        text = await ann.until("R: ready to begin")
        assert text.isascii()
        assert {char.fg for row in ann.screen.buffer.values() for char in row.values()} == {"default"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("colorterm", "term", "no_color", "ground"),
    [
        ("truecolor", "xterm-256color", "", {"d58cff"}),
        ("", "xterm-256color", "", {"d787ff"}),
        ("truecolor", "linux", "", {"magenta"}),
        ("truecolor", "dumb", "", set()),
        ("truecolor", "xterm-256color", "1", set()),
    ],
)
async def test_a_card_has_the_best_colour_that_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, colorterm: str, term: str, no_color: str, ground: set[str]
) -> None:
    for name in ("WT_SESSION", "STY", "PROMPT_TOOLKIT_COLOR_DEPTH"):
        monkeypatch.delenv(name, raising=False)
    menu = odin_on("--lang", "en", ODIN_DATA=str(tmp_path), COLORTERM=colorterm, TERM=term, NO_COLOR=no_color)
    async with menu as somebody:
        await somebody.until("learn")
        somebody.press("t")
        lines = (await somebody.until("P ▀█")).split("\n")
        row = next(place for place, line in enumerate(lines) if "P ▀█" in line)
        card = somebody.screen.buffer[row][lines[row].index("P ▀█")]
        assert {card.bg} - {"default"} == ground


def test_without_a_terminal_it_says_what_to_do() -> None:
    said = odin("join", "127.0.0.1:1")
    assert said.returncode == 2
    assert "--plain" in said.stderr
    assert odin().returncode == 0


async def test_where_no_table_is_nobody_is_asked_for_name_and_code(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # Nobody listens there.
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        async with odin_on("join", place, "--data", str(tmp_path)) as ann:
            await ann.until(lambda text: f"No table answers at {place}" in " ".join(text.split()))
            assert "What do the others call you?" not in ann.text
            ann.press("\x1b")
            await ann.until("Leave Odin?")
            ann.press("\r")
            assert await ann.ended() == 3


@pytest.mark.slow
async def test_from_a_wrong_address_name_and_code_come_along(host: Host, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # Nobody listens there.
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        join = ("join", place, "--name", "Ann", "--code", CODE, "--data", str(tmp_path / "a"))
        async with odin_on(*join) as ann:
            await ann.until("No table answers at")
            ann.press(f"\x15{host.address}\r")
            await ann.until("R: ready to begin")
            assert "Ann" in ann.text


@pytest.mark.slow
@pytest.mark.parametrize("watches", [False, True])
async def test_in_lines_the_code_is_asked_for_too(host: Host, tmp_path: Path, watches: bool) -> None:
    way = ("--watch", "--plain") if watches else ("--plain",)
    join = ("join", host.address, *way, "--name", "Ann", "--lang", "de", "--data", str(tmp_path / "a"))
    async with odin_on(*join) as ann:
        await ann.until("Der Code?")
        ann.press("raven-nonsense-oak\n")
        await ann.until("nonsense steht nicht")
        ann.press("acorn acorn acorn\n")
        await ann.until("nicht der Code dieses Tisches")
        await ann.until(lambda text: text.count("Der Code?") == 3)
        ann.press("raven oak fjord\n")
        await ann.until("Du schaust zu." if watches else "Du bist Ann")
        ann.process.send_signal(signal.SIGINT)
        assert await ann.ended() == 130


@pytest.mark.slow
async def test_who_watches_has_the_full_screen_and_no_seat(host: Host, tmp_path: Path) -> None:
    join = ("join", host.address, "--watch", "--code", "raven-oak-fjord", "--lang", "de", "--data", str(tmp_path / "a"))
    async with odin_on(*join) as eve:
        lobby = await eve.until("Du schaust zu.")
        assert "Q gehen" in lobby
        assert "bereit machen" not in lobby
        eve.press("q")
        await eve.until("Enter Esc S")
        eve.press("l")
        assert await eve.ended() == 0


@pytest.mark.slow
async def test_in_lines_the_name_is_asked_for_before_the_code(host: Host, tmp_path: Path) -> None:
    join = ("join", host.address, "--plain", "--data", str(tmp_path / "a"))
    remember_name("Zoë", tmp_path / "a")
    async with odin_on(*join, columns=60) as ann:
        await ann.until("Your name? Enter alone: Zoë.")
        assert "The code?" not in ann.text
        ann.press(f"{'x' * 17}\n")
        await ann.until("That text is too long")
        ann.press("\n")
        lines = [line.rstrip() for line in (await ann.until("\nto all.")).splitlines()]
        assert "The code? Three words; leave it empty if the table is open" in lines, "it breaks between words"
        ann.press(f"{CODE}\n")
        await ann.until("You are Zoë")
    async with odin_on(*join) as ann:
        await ann.until("You are Zoë")
        assert "Your name?" not in ann.text, "a seat of that name waits"


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["\x04", "\n\x04"])
async def test_who_gives_no_code_has_left_no_table(host: Host, tmp_path: Path, typed: str) -> None:
    async with odin_on("join", host.address, "--plain", "--lang", "de", "--data", str(tmp_path / "a")) as ann:
        await ann.until("Dein Name?")
        ann.press(typed)
        assert await ann.ended() == 2
        assert "wurde kein Code angegeben" in await ann.until("--code")
        assert "verlassen" not in ann.text


async def test_in_lines_nobody_is_asked_for_the_code_of_no_table(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # Nobody listens there.
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        async with odin_on("join", place, "--plain", "--data", str(tmp_path)) as ann:
            assert await ann.ended() == 3
            await ann.until(f"No table answers at {place}")
            assert "The code?" not in ann.text


async def test_bytes_that_are_no_text_are_no_code(host: Host, tmp_path: Path) -> None:
    async with odin_on("join", host.address, "--plain", "--name", "Ann", "--data", str(tmp_path / "a")) as ann:
        await ann.until("The code?")
        os.write(ann._main, b"\xff\xfe\n")
        await ann.until("A code is three words")
        ann.press(f"{CODE}\n")
        await ann.until("You are Ann")
