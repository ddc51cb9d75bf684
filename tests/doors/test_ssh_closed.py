"""The door for ssh is closed to everything but the game, and to those who mean harm."""

import asyncio
import os
import socket
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_REQUEST, MSG_USERAUTH_REQUEST
from asyncssh.packet import Boolean, String

from odin_net.doors import ssh as ssh_door
from odin_net.doors import ssh_server
from odin_net.doors.ssh import MAX_NEW, Allowance
from odin_net.doors.ssh_server import KEYS_AT_ONCE, MAX_TRIES, SshServer
from odin_net.game.events import Presence
from odin_net.host.guesses import MAX_OF_ONE
from protocol.codes import CodeError
from protocol.errors import Hint
from tests.helpers.doors import CODE, said_to
from tests.helpers.host import eventually
from tests.helpers.needed import need

if sys.platform == "win32":
    pytest.skip("its pseudo terminals are others", allow_module_level=True)

from tests.helpers.ssh import Tonight, tonight

ANOTHER = "127.0.0.2"
WRONG = "raven-oak-raven"
GAME_NIGHT = (Path(__file__).parents[2] / "docs" / "GAME-NIGHT.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def ssh() -> str:
    return need("ssh", "openssh-client")


def free_port() -> int:
    """A port that nobody has, for a moment at least."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


# --- nothing but the game ---


@pytest.mark.parametrize(
    ("flags", "words", "said"),
    [
        ((), ("id",), "exec request failed"),
        (("-s",), ("sftp",), "subsystem request failed"),
        (("-tt",), ("id",), "exec request failed"),
    ],
)
async def test_no_command_and_no_subsystem(
    tmp_path: Path, flags: tuple[str, ...], words: tuple[str, ...], said: str
) -> None:
    async with tonight(tmp_path) as here:
        done = await here.home.run([*here.home.ssh("ann", *flags), *words], CODE)
        assert done.code != 0
        assert said in done.err
        assert (done.out, here.seats) == ("", {})


@pytest.mark.parametrize("program", ["sftp", "scp"])
async def test_no_files(tmp_path: Path, program: str) -> None:
    async with tonight(tmp_path) as here:
        taken = here.home.folder / "taken"
        where = f"{program}://ann@127.0.0.1:{here.home.port}//etc/passwd"
        done = await here.home.run(here.home.command(program, where, str(taken)), CODE)
        assert done.code != 0
        assert not taken.exists()
        assert not here.seats


async def test_no_port_is_opened_from_here(tmp_path: Path) -> None:
    """-L and -D: the client listens, and the host is asked to dial."""
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        reached = []
        inner = await asyncio.start_server(lambda _, writer: reached.append(writer), "127.0.0.1", 0)
        inner_port = inner.sockets[0].getsockname()[1]
        connection = await asyncssh.connect(
            "127.0.0.1", here.home.port, username="ann", password=CODE, known_hosts=None, config=None
        )
        async with connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_connection("127.0.0.1", inner_port)
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_unix_connection(str(tmp_path / "socket"))
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.start_server(lambda *_: True, "127.0.0.1", 0)
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.start_unix_server(lambda *_: True, str(tmp_path / "listens"))
        inner.close()
        assert not reached


async def test_the_host_listens_for_nobody(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here:
        done = await here.home.run(here.home.ssh("ann", "-T", "-R", f"{free_port()}:127.0.0.1:1"), CODE, "table\n")
        assert "remote port forwarding failed" in done.err
        assert "You are ann" in done.out  # The game is there all the same.


@pytest.mark.parametrize("flag", ["-L", "-D"])
async def test_the_host_dials_nobody(tmp_path: Path, flag: str) -> None:
    reached = []
    inner = await asyncio.start_server(lambda _, writer: reached.append(writer), "127.0.0.1", 0)
    target, port = inner.sockets[0].getsockname()[1], free_port()
    how = f"{port}:127.0.0.1:{target}" if flag == "-L" else str(port)
    async with tonight(tmp_path) as here, here.home.on_screen("ann", flag, how, answer=CODE) as ann:
        await ann.until("ODIN  The lobby")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if flag == "-D":
            # SOCKS 5: no password, and a connection to there.
            writer.write(b"\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01" + target.to_bytes(2, "big"))
        await reader.read()
        assert not reached
        writer.close()
    inner.close()


async def test_no_agent_comes_along(tmp_path: Path) -> None:
    agent = str(tmp_path / "agent")
    # ssh offers an agent only where one answers.
    listening = await asyncio.start_unix_server(lambda _, writer: writer.close(), agent)
    async with tonight(tmp_path) as here, here.home.on_screen("ann", "-A", answer=CODE, SSH_AUTH_SOCK=agent) as ann:
        await ann.until("ODIN  The lobby")
        assert not [one for one in os.listdir(tempfile.gettempdir()) if one.startswith("asyncssh")]  # noqa: PTH208
    listening.close()


async def test_no_windows_come_along(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", "-X", answer=CODE, DISPLAY=":99") as ann:
        await ann.until("ODIN  The lobby")
        assert b"X11 forwarding request failed" in ann.written


async def test_who_asks_for_no_shell_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("odin_net.doors.ssh_server.SHELL_SECONDS", 0.2)
    async with tonight(tmp_path) as here:
        done = await here.home.run(here.home.ssh("ann", "-N"), CODE)
        assert done.code != 0
        await eventually(lambda: not here.anteroom.sockets)


# --- codes ---


async def test_what_is_no_code_costs_no_guess_and_is_told(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", answer="ravn oak fjord") as ann:
        await ann.until("Near it are: raven")
        await ann.until(lambda text: text.count("table code:") == 2)
        ann.press("\r")
        await ann.until(lambda text: text.count("table code:") == 3)
        ann.press(f"{CODE}\r")
        await ann.until("ODIN  The lobby")
        assert here.guesses == 0
        assert not here.server.hub.table.memo.guessers


async def test_three_tries_a_connection(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann") as ann:
        for number in range(MAX_TRIES):
            await ann.until(lambda text: text.count("table code:") > number)  # noqa: B023
            ann.press("nonsense\r")
        assert await ann.ended() != 0
        assert "three words" in " ".join(ann.text.split())
        assert here.guesses == 0


class Impatient(asyncssh.SSHClientConnection):
    """Tries so many passwords at once, and waits for no answer between."""

    passwords: tuple[str, ...] = ("nonsense",) * 50

    def try_next_auth(self, *, next_method: bool = False) -> None:  # noqa: ARG002
        passwords, self.passwords = self.passwords, ()
        for password in passwords:
            words = String(b"ann"), String(b"ssh-connection"), String(b"password"), Boolean(False), String(password)
            self.send_packet(MSG_USERAUTH_REQUEST, *words)


async def test_who_does_not_wait_for_answers_has_no_more_tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    compare = SshServer._compare

    async def note(server: SshServer, typed: str) -> Hint | CodeError | None:
        compared.append(typed)
        return await compare(server, typed)

    monkeypatch.setattr(SshServer, "_compare", note)
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        options = await asyncssh.SSHClientConnectionOptions.construct(
            username="ann", known_hosts=None, client_keys=None
        )
        loop = asyncio.get_running_loop()
        ann = Impatient(loop, options)
        await loop.create_connection(lambda: ann, "127.0.0.1", here.home.port)
        await ann.wait_closed()
        await eventually(lambda: not here.door.anteroom.sockets)
    assert len(compared) == MAX_TRIES


async def test_wrong_codes_shut_one_address_out_and_no_other(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here:
        done = await here.home.run(here.home.ssh("ann", "-T"), WRONG)
        assert "That is not the code" in done.err
        assert "Received disconnect from" in done.err
        assert "| ssh: `Received disconnect from …` |" in GAME_NIGHT
        assert here.guesses == MAX_OF_ONE
        done = await here.home.run(here.home.ssh("ann", "-T"), CODE)
        assert "Too many wrong codes came from your address" in done.err
        assert "Traceback" not in done.err
        done = await here.home.run(here.home.ssh("ann", "-T", "-b", ANOTHER), CODE, "table\n")
        assert "You are ann" in done.out


async def test_who_is_shut_out_is_told_so_in_their_language_until_they_come_too_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssh_server, "EXPLAIN_AT_ONCE", 1)
    monkeypatch.setattr(ssh_server, "EXPLAIN_A_SECOND", 0.001)
    async with tonight(tmp_path) as here:
        await here.home.run(here.home.ssh("ann", "-T"), WRONG)
        done = await here.home.run(here.home.ssh("ann+de", "-T"), CODE)
        assert "Von deiner Adresse kamen zu viele falsche Codes" in done.err
        done = await here.home.run(here.home.ssh("ann+de", "-T"), CODE)
        assert "Too many wrong codes came from your address" in done.err
        assert not here.seats


async def test_a_wrong_guess_at_words_counts_at_an_open_table_too(tmp_path: Path) -> None:
    async with tonight(tmp_path, code="") as here, here.home.on_screen("ann") as ann:
        await ann.until("ODIN  The lobby")
        done = await here.home.run(here.home.ssh("ann", "-T"), WRONG)
        assert done.code != 0
        assert "No seat here has these three words" in done.err
        assert "code" not in done.err.partition("Too many")[0]
        (guesser,) = here.server.hub.table.memo.guessers
        assert guesser.shut_out == 1
        # To sit down under another name needs none.
        done = await here.home.run(here.home.ssh("bo", "-T"), "", "table\n")
        assert "You are bo" in done.out


# --- bad input ---


async def test_a_user_name_without_end_is_refused_in_one_line(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here:
        done = await here.home.run(here.home.ssh("x" * 10_000, "-T"), CODE)
        assert done.code != 0
        assert len(done.err.splitlines()) <= 3
        await eventually(lambda: not here.anteroom.sockets)


@pytest.mark.parametrize(
    "first",
    [
        b"SSH-2.0-" + b"x" * 100_000,
        b"SSH-2.0-x\r\n" + bytes(4096),
        b"SSH-2.0-x\r\n" + b"\xff" * 4096,
        b"SSH-1.5-old\r\n",
        b"SSH-\0\0\0\0\r\n",
        b"SSH-2.0-x\r\n" + b"\x00\x00\x00\x0c\x0a\x14" * 1000,
    ],
    ids=["endless version", "zeros", "ones", "old", "no version", "half packets"],
)
async def test_garbage_is_hung_up_on(tmp_path: Path, first: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        await said_to(here.home.port, first)
        await eventually(lambda: not here.anteroom.sockets)
    assert "Traceback" not in "".join(capfd.readouterr())


async def test_half_open_connections_fill_no_door(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, AsyncExitStack() as stack:
        for _ in range(300):
            _, writer = await asyncio.open_connection("127.0.0.1", here.home.port)
            stack.callback(writer.close)
            writer.write(b"SSH-2.0-slow\r\n")
        await eventually(lambda: len(here.anteroom.sockets) <= MAX_NEW)
        assert len(here.anteroom.room) <= MAX_NEW
        done = await here.home.run(here.home.ssh("ann", "-T"), CODE, "table\n")
        assert "You are ann" in done.out


async def test_who_proves_nothing_in_time_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh_door, "LOGIN_SECONDS", 0.2)
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        reader, writer = await asyncio.open_connection("127.0.0.1", here.home.port)
        writer.write(b"SSH-2.0-slow\r\n")
        await reader.read()
        await eventually(lambda: not here.anteroom.sockets)
        writer.close()


async def test_who_is_asked_for_the_code_and_takes_too_long_is_told_so(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, here.home.on_screen("ann", columns=120) as ann:
        await ann.until("table code:")
        (waiting,) = here.anteroom.sockets
        waiting._loop.call_soon_threadsafe(waiting.took_too_long)
        await eventually(lambda: not here.anteroom.sockets)
        # OpenSSH looks at what came from us only when its question is answered.
        ann.press(f"{CODE}\r")
        await ann.until("Five minutes have passed: connect again with the same line.")
        assert await ann.ended() == 255


class KeyChanger(asyncssh.SSHClientConnection):
    """Proves nothing, and wants new keys again and again, so many times."""

    exchanges, wanted = 0, 20

    def try_next_auth(self, *, next_method: bool = False) -> None:  # noqa: ARG002
        self._want_keys()

    def send_newkeys(self, k: bytes, h: bytes) -> None:
        super().send_newkeys(k, h)
        self.exchanges += 1
        if self.exchanges == self.wanted:
            self.abort()
        elif self.exchanges > 1:  # After the first it is asked who it is.
            self._loop.call_soon(self._want_keys)

    def _want_keys(self) -> None:
        if self._transport is not None:
            self._kexinit_sent = True
            self._send_kexinit()


async def test_who_wants_new_keys_without_end_is_hung_up_on(tmp_path: Path) -> None:
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        options = await asyncssh.SSHClientConnectionOptions.construct(
            username="ann", known_hosts=None, client_keys=None
        )
        loop = asyncio.get_running_loop()
        ann = KeyChanger(loop, options)
        await loop.create_connection(lambda: ann, "127.0.0.1", here.home.port)
        await ann.wait_closed()
        await eventually(lambda: not here.anteroom.sockets)
        # They have made the last ones in vain.
        assert ann.exchanges == KEYS_AT_ONCE + 1


async def test_who_ends_no_key_exchange_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then all that would be drawn for them is kept."""
    monkeypatch.setattr(ssh_server, "KEEPALIVE_SECONDS", 1000.0)
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        guest = await asyncssh.connect(
            "127.0.0.1", here.home.port, username="ann", password=CODE, known_hosts=None, client_keys=None
        )
        await guest.create_process(term_type="xterm")
        await eventually(lambda: "ann" in here.seats)
        monkeypatch.setattr(ssh_server, "KEYS_SECONDS", 0.5)
        # As long as they send something they are not taken for dead.
        guest._send_kexinit()
        guest._kexinit_sent = True
        guest._transport.pause_reading()  # type: ignore[union-attr]
        await eventually(lambda: not here.anteroom.sockets)
        await eventually(lambda: here.seats["ann"] is Presence.AWAY)
        guest.abort()


async def guest_who_floods(here: Tonight, variables: int, size: int = 8 * 1024) -> None:
    """Somebody who plays, and sends so many variables of this size to be remembered."""
    guest = await asyncssh.connect(
        "127.0.0.1", here.home.port, username="ann+plain", password=CODE, known_hosts=None, client_keys=None
    )
    process = await guest.create_process()
    await eventually(lambda: "ann" in here.seats)
    for number in range(variables):
        words = String("env"), Boolean(False), String(f"V{number}"), String(bytes(size))
        process.channel.send_packet(MSG_CHANNEL_REQUEST, *words)


def variables_of(here: Tonight) -> int:
    """How many are remembered of the one guest."""
    assert here.door.anteroom.servers is not None
    (session,) = here.door.anteroom.servers.sessions
    return len(session._channel.get_environment_bytes())


@pytest.mark.parametrize(("most", "bytes_of_one"), [("MOST_VARIABLES", 1), ("MOST_VARIABLE_BYTES", 8 * 1024)])
async def test_who_sends_variables_without_end_is_hung_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: str, bytes_of_one: int
) -> None:
    monkeypatch.setattr(ssh_server, most, 4)
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        await guest_who_floods(here, 10, bytes_of_one)
        await eventually(lambda: not here.anteroom.sockets)
        await eventually(lambda: here.seats["ann"] is Presence.AWAY)


async def test_variables_without_end_are_read_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh_server, "MOST_VARIABLE_BYTES", 1 << 30)
    monkeypatch.setattr(ssh_door, "BYTES_A_SECOND", 1.0, raising=False)
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        await guest_who_floods(here, 100)
        (socket,) = here.door.anteroom.sockets
        await eventually(lambda: not socket._transport.is_reading() or variables_of(here) == 100)
        assert variables_of(here) <= 8


async def test_who_sent_too_much_is_heard_again_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh_server, "MOST_VARIABLE_BYTES", 1 << 30)
    monkeypatch.setattr(ssh_door, "BYTES_AT_ONCE", 1024)
    monkeypatch.setattr(ssh_door, "BYTES_A_SECOND", 128 * 1024.0)
    pauses, take = [], Allowance.take

    def noted(self: Allowance, now: float, amount: int = 1) -> float:
        seconds = take(self, now, amount)
        if amount > 1 and seconds > 0:
            pauses.append(seconds)
        return seconds

    monkeypatch.setattr(Allowance, "take", noted)
    async with tonight(tmp_path) as here, asyncio.timeout(60):
        await guest_who_floods(here, 10)
        await eventually(lambda: variables_of(here) == 10)
        assert pauses
        assert here.seats["ann"] is Presence.HERE


def test_what_is_not_there_is_not_taken() -> None:
    allowance = Allowance(2, 4.0)
    assert [allowance.take_if_there(100.0) for _ in range(4)] == [True, True, False, False]
    assert [allowance.take_if_there(100.25) for _ in range(2)] == [True, False]


def test_few_begin_at_once_and_few_in_a_second() -> None:
    allowance = Allowance(2, 4.0)
    assert [allowance.take(100.0) for _ in range(4)] == [0.0, 0.0, 0.25, 0.5]
    assert allowance.take(101.0) == 0.0
    assert allowance.take(200.0) == 0.0
    assert [allowance.take(200.0) for _ in range(2)] == [0.0, 0.25]
