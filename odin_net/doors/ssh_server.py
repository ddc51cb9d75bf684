"""What asyncssh asks of us: who may come in, and what they get. Only the shell is open, and it is the game.

Everything that this file does not allow is refused by asyncssh's own defaults: commands, sftp and scp, forwarding of
ports, sockets, agents and X11. Tests try each of them with OpenSSH.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial

import asyncssh
from asyncssh.constants import DISC_NO_MORE_AUTH_METHODS_AVAILABLE, DISC_TOO_MANY_CONNECTIONS

from clients.language import Language
from clients.language.remote import took_too_long, wrong_words
from odin_net.doors.desk import Admitted, Desk
from odin_net.doors.far_terminal import FarTerminal
from odin_net.doors.guest import Guest, note_error
from odin_net.doors.guest_thread import ask
from odin_net.doors.ssh import FAREWELL, SEND_BUFFER, Allowance, SshSocket
from odin_net.doors.user_name import Wishes, read_user_name
from odin_net.host.admission import is_loopback, source_of
from odin_net.host.hub import ANSWER
from protocol import codes
from protocol.errors import Close, Hint

# How often somebody may answer on one connection, be it with what could be a code or not.
MAX_TRIES = 3
# How many may play by ssh, in all and from one address.
MAX_GUESTS = 48
MAX_GUESTS_OF_ONE = 8
# Who would be refused whatever they type is told so in the language that their user name asks for, once so many key
# exchanges were made for such: so many at once, and so many in a second after that. All others are told in English.
EXPLAIN_AT_ONCE = 4
EXPLAIN_A_SECOND = 0.2
# Who is let in has so long to ask for a shell.
SHELL_SECONDS = 15.0
# Whose shell has ended has so long to hang up.
HANG_UP_SECONDS = 2.0
# A link that died silently is noticed after 15 seconds, as on the wire: two questions, and no answer to them.
KEEPALIVE_SECONDS, KEEPALIVES = 5.0, 2
# Keys may be exchanged so often at once, and so often in a second after that. Clients do it once an hour or a gigabyte;
# asyncssh would do it whenever it is asked, also by those who have proved nothing.
KEYS_AT_ONCE = 2
KEYS_A_SECOND = 1 / 60
# And each exchange has so long: until its end asyncssh keeps all that we say.
KEYS_SECONDS = 30.0
# What may be typed ahead of us.
WINDOW = 16 * 1024
# So many variables may come along, with so many bytes: more than the whole environment of a shell. asyncssh keeps all.
MOST_VARIABLES = 256
MOST_VARIABLE_BYTES = 32 * 1024
# Quick ones only, which every client of the last ten years has: others may take longer than a move may wait.
KEY_EXCHANGES = ("curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256")
CIPHERS = ("chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr")

log = logging.getLogger("odin.host")


def prepare(key: bytes) -> "Callable[[Desk], SshServers]":
    """In a thread: what all connections share. The rest is made in the loop of guests."""
    options = asyncssh.SSHServerConnectionOptions(
        server_factory=SshServer,
        server_host_keys=[asyncssh.import_private_key(key)],
        server_version="Odin",
        kex_algs=KEY_EXCHANGES,
        encryption_algs=CIPHERS,
        compression_algs=None,
        public_key_auth=False,
        host_based_auth=False,
        gss_host=None,
        password_auth=True,
        kbdint_auth=True,
        login_timeout=0,  # The socket has one, and says why.
        keepalive_interval=KEEPALIVE_SECONDS,
        keepalive_count_max=KEEPALIVES,
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        sftp_factory=None,
        encoding="utf-8",
        errors="replace",
        window=WINDOW,
    )
    return partial(SshServers, options)


class SshServers:
    """Makes a server for each connection, and knows who plays."""

    def __init__(self, options: asyncssh.SSHServerConnectionOptions, desk: Desk) -> None:
        self._options, self.desk = options, desk
        self._loop = asyncio.get_running_loop()
        self.sessions: set[SshSession] = set()
        self._may_explain = Allowance(EXPLAIN_AT_ONCE, EXPLAIN_A_SECOND)

    def converse(self, socket: SshSocket, transport: asyncio.Transport) -> asyncssh.SSHServerConnection:
        """Begin on this socket.

        Who would be refused whatever they type is told so as soon as their user name has come, by `begin_auth`. For
        that a key exchange is needed: if there were many of those, they are told at once.
        """
        connection = SshConnection(self._loop, self._options)
        connection.set_extra_info(odin=(self, socket))
        connection.connection_made(transport)
        hint = Hint.BUSY if self.is_full(socket.address) else socket.refused
        if hint is not None and not self._may_explain.take_if_there(self._loop.time()):
            turn_away(connection, Language("en"), hint)
        return connection

    async def refusal(self, address: str) -> Hint | None:
        """Why nobody comes in from there now, whatever they type."""
        if self.is_full(address):
            return Hint.BUSY
        return await ask(self.desk.loop, self.desk.refusal, address)

    def is_full(self, address: str) -> bool:
        """Whether as many play as may, in all or from there."""
        source = source_of(address)
        neighbours = [session for session in self.sessions if session.source == source]
        most_of_one = MAX_GUESTS if is_loopback(address) else MAX_GUESTS_OF_ONE
        return len(self.sessions) >= MAX_GUESTS or len(neighbours) >= most_of_one

    async def say_good_bye(self, why: Close, seconds: float) -> None:
        """The table closes: tell those who play."""
        for session in [*self.sessions]:
            session.close(why)
        ends = [session.gone for session in self.sessions]
        if ends:
            await asyncio.wait(ends, timeout=seconds)

    async def close(self) -> None:
        """Everybody is gone: wait for what was drawn for them."""
        plays = [session.playing for session in self.sessions if session.playing is not None]
        if plays:
            await asyncio.wait(plays, timeout=FAREWELL)


class SshConnection(asyncssh.SSHServerConnection):
    """asyncssh's side of a connection."""

    def __init__(self, loop: asyncio.AbstractEventLoop, options: asyncssh.SSHServerConnectionOptions) -> None:
        super().__init__(loop, options)
        self._may_exchange_keys = Allowance(KEYS_AT_ONCE, KEYS_A_SECOND)
        self._keys_overdue: asyncio.TimerHandle | None = None

    def _send_kexinit(self) -> None:
        """Begin a key exchange. Who asks for one again has no more time for it."""
        super()._send_kexinit()
        if self._keys_overdue is None:
            self._keys_overdue = self._loop.call_later(KEYS_SECONDS, self.abort)

    def send_newkeys(self, k: bytes, h: bytes) -> None:
        """End a key exchange; hang up if there were too many."""
        if not self._may_exchange_keys.take_if_there(self._loop.time()):
            raise asyncssh.ProtocolError("too many key exchanges")
        super().send_newkeys(k, h)
        self._forget_exchange()

    def _cleanup(self, exc: Exception | None) -> None:
        """It is over. A timer that stays would keep all of it in memory."""
        self._forget_exchange()
        super()._cleanup(exc)

    def _forget_exchange(self) -> None:
        if self._keys_overdue is not None:
            self._keys_overdue.cancel()
            self._keys_overdue = None


class SshServer(asyncssh.SSHServer):
    """One connection: who it is, whether they may come in, and the one shell that they may have."""

    _connection: asyncssh.SSHServerConnection
    _servers: SshServers
    _socket: SshSocket

    def __init__(self) -> None:
        self._wishes = Wishes()
        self._language = Language("en")
        self._tries = 0
        self._admitted: Admitted | None = None
        self._session: SshSession | None = None
        self._overdue: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._servers, self._socket = conn.get_extra_info("odin")

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self._overdue is not None:
            self._overdue.cancel()

    # --- who they are ---

    async def begin_auth(self, username: str) -> bool:
        """Whether they have to prove anything, by the name that they gave."""
        wishes = self._wishes = read_user_name(username)
        self._language = Language(wishes.language or "en")
        self._socket.took_too_long = self._took_too_long
        desk = self._servers.desk
        refused = await self._servers.refusal(self._socket.address)
        if refused is not None:
            turn_away(self._connection, self._language, refused)
            return True
        if await ask(desk.loop, desk.asks, wishes):
            return True
        hint = self._let_in(await ask(desk.loop, desk.admit, self._socket.address, wishes, codes.OPEN))
        if hint is not None:
            turn_away(self._connection, self._language, hint)
        return hint is not None

    def password_auth_supported(self) -> bool:
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self,
        username: str,  # noqa: ARG002
        lang: str,  # noqa: ARG002
        submethods: str,  # noqa: ARG002
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """Ask for the code. What was wrong with the last one was said already."""
        language = self._language
        if self._servers.desk.is_open:
            asked = language("A seat of this name waits. Its three words, or Enter alone for another name:")
        else:
            asked = language("table code:")
        return "", "", language.code, [(f"{asked} ", True)]

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        return len(responses) == 1 and await self.validate_password(username, responses[0])

    async def validate_password(self, username: str, password: str) -> bool:  # noqa: ARG002
        """Whether these three words let them in. At most a few are looked at."""
        self._tries += 1
        if self._tries > MAX_TRIES:
            # They did not wait for our answers: asyncssh gives up what it does for one when the next one comes.
            turn_away(self._connection, self._language, Hint.WRONG_PROOF)
            return False
        wrong = await self._compare(password)
        await asyncio.sleep(ANSWER)
        if wrong is None:
            return True
        hint = Hint.MALFORMED if isinstance(wrong, codes.CodeError) else wrong
        is_wrong = hint in (Hint.WRONG_PROOF, Hint.MALFORMED)
        if is_wrong and self._servers.desk.is_open:
            said = wrong_words(self._language)
        elif isinstance(wrong, codes.CodeError):
            said = self._language.code_error(wrong)
        else:
            said = self._language.hint_refusal(wrong)
        if is_wrong and self._tries < MAX_TRIES:
            say_before(self._connection, said)
        else:
            turn_away(self._connection, self._language, hint, said)
        return False

    async def _compare(self, typed: str) -> Hint | codes.CodeError | None:
        """Why this does not let them in; what cannot be a code costs no guess."""
        desk = self._servers.desk
        try:
            code = codes.OPEN if desk.is_open and not typed.strip() else codes.parse_code(typed[:200])
        except codes.CodeError as error:
            return error
        return self._let_in(await ask(desk.loop, desk.compare, self._socket.address, self._wishes, code))

    def _let_in(self, admitted: Admitted | Hint) -> Hint | None:
        """Remember how they come in; why not, if the table or the number of guests is against it."""
        if isinstance(admitted, Hint):
            return admitted
        if self._servers.is_full(self._socket.address):
            return Hint.BUSY
        self._admitted = admitted
        return None

    def _took_too_long(self) -> None:
        turn_away(self._connection, self._language, Hint.WRONG_PROOF, took_too_long(self._language))

    def auth_completed(self) -> None:
        self._socket.proved()
        self._overdue = asyncio.get_running_loop().call_later(SHELL_SECONDS, self._socket.send_away)

    # --- what they get ---

    def session_requested(self) -> "SshSession | bool":
        """One shell, and nothing else."""
        if self._admitted is None or self._session is not None:
            return False
        self._session = SshSession(self._servers, self._socket, self._admitted, self._began)
        return self._session

    def _began(self) -> None:
        if self._overdue is not None:
            self._overdue.cancel()


class SshSession(asyncssh.SSHServerSession[str]):
    """A shell: the terminal of a guest, and the guest at it."""

    _channel: asyncssh.SSHServerChannel[str]

    def __init__(
        self,
        servers: SshServers,
        socket: SshSocket,
        admitted: Admitted,
        began: Callable[[], None],
    ) -> None:
        self._servers, self._socket = servers, socket
        self._admitted, self._began = admitted, began
        self.source = source_of(admitted.address)
        self._term, self._size = "", (0, 0)
        self.playing: asyncio.Task[None] | None = None
        self._terminal: FarTerminal | None = None
        self._guest: Guest | None = None
        self._channel_is_full = self._socket_is_full = False
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, chan: asyncssh.SSHServerChannel[str]) -> None:
        self._channel = chan
        self._socket.keeps_too_much = self._keeps_too_much
        chan.set_write_buffer_limits(high=SEND_BUFFER)

    def _keeps_too_much(self) -> bool:
        variables = self._channel.get_environment_bytes()
        size = sum(len(name) + len(value) for name, value in variables.items())
        return len(variables) > MOST_VARIABLES or size > MOST_VARIABLE_BYTES

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:  # noqa: ARG002
        self._term, self._size = term_type or "unknown", term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._began()
        self._socket.blocked = self._socket_blocked
        self._servers.sessions.add(self)
        self._terminal = FarTerminal(self, self._term, *self._size, dict(self._channel.get_environment()))
        self._guest = Guest(self._servers.desk.server, self._terminal, self._admitted)
        self.playing = asyncio.create_task(self._play(self._guest))

    async def _play(self, guest: Guest) -> None:
        try:
            await guest.play()
        except Exception as error:
            note_error(error)
        finally:
            self._servers.sessions.discard(self)
            if not self._channel.is_closing():
                self._channel.exit(0)
            # An ssh client hangs up by itself then, without a word about it.
            asyncio.get_running_loop().call_later(HANG_UP_SECONDS, self._socket.send_away)

    def close(self, close: Close) -> None:
        """End the guest's game, and say why."""
        if self._guest is not None:
            self._guest.close(close)

    # --- from the connection ---

    def data_received(self, data: str, datatype: object) -> None:  # noqa: ARG002
        if self._terminal is not None:
            self._terminal.type(data)

    def eof_received(self) -> bool:
        if self._terminal is not None:
            self._terminal.end()
        return True  # What is still to be said may go out.

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002
        if self._terminal is not None:
            self._terminal.resize(width, height)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if not self.gone.done():
            self.gone.set_result(None)
        if self._guest is not None:
            self._guest.cut_off()

    def pause_writing(self) -> None:
        self._channel_is_full = True
        self._look_whether_blocked()

    def resume_writing(self) -> None:
        self._channel_is_full = False
        self._look_whether_blocked()

    def _socket_blocked(self, is_blocked: bool) -> None:
        self._socket_is_full = is_blocked
        self._look_whether_blocked()

    def _look_whether_blocked(self) -> None:
        if self._terminal is not None:
            self._terminal.block(self._channel_is_full or self._socket_is_full)

    # --- to the terminal ---

    def write(self, text: str) -> None:
        """Send this, if anybody is there."""
        if not self._channel.is_closing():
            self._channel.write(text)

    def hold(self, is_held: bool) -> None:
        """Take in no more that is typed, or go on."""
        if is_held:
            self._channel.pause_reading()
        elif not self._channel.is_closing():
            self._channel.resume_reading()


def say_before(connection: asyncssh.SSHServerConnection, said: str) -> None:
    """Say something to who is not let in yet. Of all that may be said then, OpenSSH shows only a banner's letters as
    they are; elsewhere it makes numbers of those that are not ASCII.
    """
    connection.send_auth_banner(f"{said}\n")


def turn_away(connection: asyncssh.SSHServerConnection, language: Language, hint: Hint, said: str = "") -> None:
    """Hang up with one sentence, which an ssh client shows."""
    code = DISC_TOO_MANY_CONNECTIONS if hint is Hint.BUSY else DISC_NO_MORE_AUTH_METHODS_AVAILABLE
    said = said or language.hint_refusal(hint)
    if not said.isascii():
        say_before(connection, said)
        said = ""
    connection.disconnect(code, said, language.code)
