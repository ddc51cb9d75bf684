"""Guests by ssh, with OpenSSH's own client: how they come in, what they get, and how they come back."""

import asyncio
import gc
import logging
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from clients.language import voice
from clients.language.language import _say_once
from odin_net.doors.guest import Guest
from odin_net.doors.guest_thread import post
from odin_net.doors.ssh import FAREWELL, SEND_BUFFER, Anteroom
from odin_net.game.events import Presence
from tests.helpers import LONG
from tests.helpers.doors import CODE, among_guests, unsent_to_the_one_guest
from tests.helpers.host import eventually
from tests.helpers.needed import need

if sys.platform == "win32":
    pytest.skip("its pseudo terminals are others", allow_module_level=True)

from tests.helpers.ptys import Pty
from tests.helpers.ssh import ALTERNATE_SCREEN, WORDS, tonight, words_of

ANOTHER = "127.0.0.2"


@pytest.fixture(autouse=True)
def ssh() -> str:
    return need("ssh", "openssh-client")


async def drop(pty: Pty) -> None:
    """Their computer is gone in this moment."""
    await pty.kill()


async def test_the_code_puts_somebody_at_the_table_on_the_whole_screen(tmp_path: Path) -> None:
    async with tonight(tmp_path, bots=1) as here, here.home.on_screen("ann", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
        assert here.seats.keys() >= {"ann"}
        (secrets,) = [link.secrets for link in here.server.hub.table._core.seat_links if link.secrets.secret]
        assert secrets.words == words_of(ann)
        assert here.guesses == 0
        assert len(here.anteroom.room) == 0
        ann.press("?")
        assert words_of(ann) in " ".join((await ann.until("You play from afar")).split())


async def test_a_password_does_as_well(tmp_path: Path) -> None:
    by_password = ("PreferredAuthentications=password",)
    async with tonight(tmp_path) as here, here.home.on_screen("ann", options=by_password) as ann:
        await ann.until("password:")
        ann.press("Raven OAK fjord\r")
        await ann.until("ODIN  The lobby")


async def test_who_leaves_has_their_terminal_back_and_the_connection_ends(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
        ann.press("q")
        await ann.until("L  leave")
        ann.press("l")
        assert await ann.ended() == 0
        assert b"You have left the table." in ann.written
        assert f"Your seat waits for you; come back with the same line and your own words: {words_of(ann)}" in " ".join(
            ann.text.split()
        )
        await eventually(lambda: not here.anteroom.sockets)


async def test_the_user_name_of_the_invitation_asks_for_a_name(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("odin", answer=CODE) as ann:
        await ann.until("What do the others call you?")
        assert not here.seats
        ann.press("Ann\r")
        await ann.until("ODIN  The lobby")
        assert [*here.seats] == ["Ann"]


async def test_a_taken_name_is_asked_for_again_on_the_spot(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
        async with here.home.on_screen("ann", answer=CODE) as other:
            await other.until("choose another one")
            other.press("\x15Bo\r")
            await other.until("ODIN  The lobby")
        assert [*here.seats] == ["ann", "Bo"]
        assert ann.is_running


@pytest.mark.parametrize(("user", "typed"), [("ann", "\x15Bo\r"), ("ann+plain", "name Bo\r")])
async def test_who_has_lost_their_words_is_told_to_ask_the_host(tmp_path: Path, user: str, typed: str) -> None:
    async with tonight(tmp_path) as here:
        async with here.home.on_screen("ann", answer=CODE) as ann:
            await ann.until("ODIN  The lobby")
            await drop(ann)
        await eventually(lambda: here.seats["ann"] is Presence.AWAY)
        async with here.home.on_screen(user, answer=CODE) as ann:
            await ann.until(lambda text: "ask the host to give you the seat" in " ".join(text.split()))
            ann.press(typed)
            await eventually(lambda: "Bo" in here.seats)


@pytest.mark.parametrize("user", ["odin", "odin+plain", "ann", "ann+plain"])
async def test_who_takes_no_name_holds_no_place_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: str
) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
        monkeypatch.setattr("odin_net.doors.guest.NAME_SECONDS", 0.5)
        async with here.home.on_screen(user, answer=CODE) as nobody:
            assert await nobody.ended() == 0
            assert "No name came that you could have here: connect again" in " ".join(nobody.text.split())
        assert here.seats == {"ann": Presence.HERE}


async def test_who_has_a_place_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = asyncio.Event()
    look = Guest._look_whether_in

    def note(guest: Guest) -> None:
        look(guest)
        looked.set()

    monkeypatch.setattr(Guest, "_look_whether_in", note)
    monkeypatch.setattr("odin_net.doors.guest.NAME_SECONDS", 1.0)
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as ann:
        await eventually(looked.is_set)
        ann.press("?")
        await ann.until("You play from afar")
        assert here.seats == {"ann": Presence.HERE}


@pytest.mark.parametrize(("user", "locale"), [("ann+de", "C.UTF-8"), ("ann", "de_DE.UTF-8")])
async def test_they_choose_a_language(tmp_path: Path, user: str, locale: str) -> None:
    sent = ("SendEnv=LC_ALL",)
    async with tonight(tmp_path) as here, here.home.on_screen(user, options=sent, LC_ALL=locale) as ann:
        await ann.until(lambda text: text.rstrip().endswith(":"))
        ann.press(f"{CODE}\r")
        await ann.until("bereit")


async def test_a_language_that_the_host_has_not_built_is_nothing_for_its_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(voice, "LOCALES", tmp_path)
    _say_once.cache_clear()
    async with tonight(tmp_path) as here, here.home.on_screen("ann+de", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
    assert capsys.readouterr().err == ""


async def test_what_was_wrong_with_a_code_is_said_in_any_letters(tmp_path: Path) -> None:
    """OpenSSH shows instructions and farewells with their letters as octal numbers, unless they are ASCII."""
    async with tonight(tmp_path) as here, here.home.on_screen("ann+de") as ann:
        for answer in ("nie", "noch nie", "nie gehört"):
            await ann.until(lambda text: text.rstrip().endswith("Code des Tisches:"))
            ann.press(f"{answer}\r")
            await ann.until(answer)
        assert await ann.ended() == 255
        said = ann.written.decode()
        assert said.count("Ein Code besteht aus drei Wörtern") == 3
        assert "\\303" not in said


async def test_who_only_watches_has_no_seat(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann+watch", answer=CODE) as ann:
        await eventually(lambda: bool(here.server.hub.table.memo.audience))
        assert "seats are taken" not in await ann.until("You watch")
        assert not here.seats
        (onlooker,) = here.server.hub.table.memo.audience
        assert (onlooker.name, onlooker.waits, onlooker.words) == ("ann", False, words_of(ann))


async def test_an_open_table_asks_for_nothing(tmp_path: Path) -> None:
    async with tonight(tmp_path, code="") as here, here.home.on_screen("ann") as ann:
        await ann.until("ODIN  The lobby")
        assert "code" not in ann.text


@pytest.mark.parametrize("leaves", [True, False], ids=["leaves", "drops"])
async def test_where_no_socket_can_be_moved_its_bytes_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    monkeypatch.setattr("odin_net.doors.handover._can_be_moved", lambda: False)
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
        if leaves:
            ann.press("q")
            await ann.until("L  leave")
            ann.press("l")
            assert await ann.ended() == 0
            assert b"You have left the table." in ann.written
        else:
            await drop(ann)
            await eventually(lambda: here.seats["ann"] is Presence.AWAY)
        await eventually(lambda: not here.anteroom.sockets)


# --- lines ---


async def test_lines_are_shown_as_they_are_typed_and_can_be_mended(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("odin+plain", answer=CODE) as ann:
        await ann.until("What do the others call you?")
        ann.press("Anx\x7fn\x1b[A\r")
        await ann.until("You are Ann at seat 1.")
        ann.press("help\r")
        text = await ann.until("fingerprint")
        assert ALTERNATE_SCREEN not in ann.written
        assert "R3 or 3r" in ann.written.decode()
        assert text
        ann.press("\x03")
        await ann.ended()
        await eventually(lambda: here.seats["Ann"] is Presence.AWAY)


async def test_without_a_terminal_it_is_lines(tmp_path: Path) -> None:
    async with tonight(tmp_path, bots=1) as here:
        done = await here.home.run(here.home.ssh("ann", "-T"), CODE, "table\nhelp\n")
        assert done.code == 0
        assert "You are ann at seat 2." in done.out
        assert WORDS.search(done.out) is not None
        assert "no hand is ever checked here" in done.out
        assert "\r" not in done.out
        assert "\x1b" not in done.out


@pytest.mark.parametrize(("typed", "waits"), [("leave\r", True), ("quit\r", False), ("\x03", True), ("\x04", True)])
async def test_who_goes_is_told_whether_their_seat_waits(tmp_path: Path, typed: str, waits: bool) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann+plain", answer=CODE) as ann:
        await ann.until("You are ann at seat 1.")
        ann.press(typed)
        assert await ann.ended() == 0
        said = " ".join(ann.text.split())
        assert "You have left the table." in said
        assert (
            f"Your seat waits for you; come back with the same line and your own words: {words_of(ann)}" in said
        ) is waits
        await eventually(lambda: here.seats == ({"ann": Presence.AWAY} if waits else {}))


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
async def test_who_watches_in_lines_leaves_by_a_key(tmp_path: Path, key: str) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann+plain+watch", answer=CODE) as ann:
        await ann.until("Ctrl-C: leave.")
        ann.press(key)
        assert await ann.ended() == 0
        assert "seat waits" not in ann.text
        await eventually(lambda: not here.anteroom.sockets)


# --- windows of every kind ---


@pytest.mark.parametrize("size", [(1, 1), (0, 0), (60, 20), (4000, 4000)])
async def test_a_window_of_any_size_is_served(tmp_path: Path, size: tuple[int, int]) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", columns=80, rows=24) as ann:
        await ann.until("table code:")
        ann.resize(*size)
        ann.press(f"{CODE}\r")
        await eventually(lambda: "ann" in here.seats)
        ann.resize(100, 30)
        await ann.until("ODIN  The lobby")


@pytest.mark.parametrize("term", ["never-heard-of", "dumb", "x" * 500])
async def test_any_kind_of_terminal_is_served(tmp_path: Path, term: str) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE, TERM=term) as ann:
        await ann.until("You are ann" if term == "dumb" else "ODIN  The lobby")


# --- drop and return ---


async def test_who_drops_comes_back_with_words_from_any_address(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here:
        async with here.home.on_screen("ann", answer=CODE) as ann:
            await ann.until("ODIN  The lobby")
            words = words_of(ann)
            await drop(ann)
            await eventually(lambda: here.seats["ann"] is Presence.AWAY)
        async with here.home.on_screen("ann", "-b", ANOTHER, answer=words) as ann:
            await ann.until("ODIN  The lobby")
            assert here.seats == {"ann": Presence.HERE}
            assert words_of(ann) == words
            assert here.guesses == 0


async def test_the_newest_connection_has_the_seat(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as old:
        await old.until("ODIN  The lobby")
        async with here.home.on_screen("odin", answer=words_of(old)) as new:
            await new.until("ODIN  The lobby")
            await old.until("open in another window")
            assert here.seats == {"ann": Presence.HERE}


async def test_name_address_and_code_open_nobodys_seat(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here:
        async with here.home.on_screen("ann", answer=CODE) as ann:
            await ann.until("ODIN  The lobby")
            await drop(ann)
        await eventually(lambda: here.seats["ann"] is Presence.AWAY)
        async with here.home.on_screen("ann", answer=CODE) as thief:
            await thief.until("choose another one")
            assert here.seats == {"ann": Presence.AWAY}


async def test_at_an_open_table_the_words_are_asked_for_where_the_name_is_taken(tmp_path: Path) -> None:
    async with tonight(tmp_path, code="") as here:
        async with here.home.on_screen("ann") as ann:
            await ann.until("ODIN  The lobby")
            words = words_of(ann)
            await drop(ann)
        await eventually(lambda: here.seats["ann"] is Presence.AWAY)
        async with here.home.on_screen("ann") as thief:
            await thief.until("Its three words")
            thief.press("\r")
            await thief.until("choose another one")
        async with here.home.on_screen("ann") as ann:
            await ann.until("Its three words")
            ann.press(f"{words}\r")
            await ann.until("ODIN  The lobby")
            assert here.seats == {"ann": Presence.HERE}


async def test_a_table_that_closes_says_so(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
        await here.server.close()
        await ann.ended()
        assert b"The host has closed the table." in ann.written


async def test_a_table_that_closes_while_much_is_drawn_leaves_nothing_behind(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as ann:
            await ann.until("ODIN  The lobby")
            thread, servers = here.door._thread, here.door.anteroom.servers
            assert thread is not None
            assert servers is not None
            (session,) = servers.sessions
            post(thread.loop, time.sleep, 4 * FAREWELL)
            await here.server.close()
            await eventually(lambda: session.playing is not None and session.playing.done())
            assert not asyncio.all_tasks(thread.loop)
        gc.collect()
    assert not caplog.records


async def test_who_plays_in_lines_is_told_once_that_the_table_closes(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann+plain", answer=CODE) as ann:
        await ann.until("You are ann at seat 1.")
        await here.server.close()
        await ann.ended()
        said = ann.written.decode()
        assert said.count("The host has closed the table.") == 1
        assert "by yourself" not in said
        assert "You have left" not in said


async def test_the_key_stays_and_nobody_is_warned(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    async with tonight(tmp_path / "one") as here, here.home.on_screen("ann", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
    known = here.home.folder / "known_hosts"
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "data").symlink_to(tmp_path / "one" / "data")
    async with tonight(tmp_path / "two") as here:
        # The same computer, whatever its port.
        line = known.read_text().split(" ", 1)[1]
        (here.home.folder / "known_hosts").write_text(f"[127.0.0.1]:{here.home.port} {line}")
        async with here.home.on_screen("ann", answer=CODE, options=("StrictHostKeyChecking=yes",)) as ann:
            await ann.until("ODIN  The lobby")


# --- what goes wrong on our side ---


async def test_a_defect_is_one_line_in_the_log_and_ends_one_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("no cards\nfor \x1b you")

    caplog.set_level(logging.INFO)
    async with tonight(tmp_path) as here, here.home.on_screen("bo", answer=CODE) as bo:
        await bo.until("ODIN  The lobby")
        async with here.home.on_screen("ann", answer=CODE) as ann:
            await ann.until("ODIN  The lobby")
            with monkeypatch.context() as patched:
                patched.setattr("odin_net.doors.far_terminal.Vt100Parser.feed", fail)
                ann.press("x")
                await ann.ended()
        said = [record for record in caplog.records if record.name == "odin.host" and record.levelno >= logging.INFO]
        assert [("ZeroDivisionError" in record.getMessage(), record.exc_info) for record in said] == [(True, None)]
        assert "\n" not in said[0].getMessage()
        bo.press("?")
        await bo.until("You play from afar")


async def test_a_client_that_stands_still_is_lost_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("odin_net.doors.ssh_server.KEEPALIVE_SECONDS", 0.2)
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
        os.kill(ann.pid, signal.SIGSTOP)
        await eventually(lambda: here.seats["ann"] is Presence.AWAY)
        await eventually(lambda: not here.anteroom.sockets)


def draw(anteroom: Anteroom) -> None:
    """Much to show to everybody."""
    assert anteroom.servers is not None
    for session in anteroom.servers.sessions:
        assert session._terminal is not None
        session._terminal.write("\x1b[H" + 4096 * "x")


async def test_who_does_not_read_is_cut_off_and_costs_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("PING", 0.1), ("SWEEP", 0.1), ("LINK_TIMEOUT", 1.0)):
        monkeypatch.setattr(f"odin_net.host.hub.{name}", seconds)
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer=CODE, columns=200, rows=60) as ann:
        await ann.until("ODIN  The lobby")
        ann.stop_reading()
        async with asyncio.timeout(LONG):
            # While ssh and its terminal still take something they may be lost and come back.
            while here.anteroom.sockets:
                await among_guests(here.door, draw, here.anteroom)
                assert await among_guests(here.door, unsent_to_the_one_guest, here.anteroom) < 4 * SEND_BUFFER
        await eventually(lambda: here.seats["ann"] is Presence.AWAY)
