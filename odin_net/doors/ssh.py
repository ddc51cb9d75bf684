"""The door for ssh clients: whoever has nothing else installed plays in the terminal that they have.

How it works. A socket that begins with `SSH-` goes to the thread of guests: nothing of ssh is in the table's loop. It
stands in a room there as long as nobody on it has proved anything. It is answered by asyncssh (`ssh_server`), which is
imported when the first one comes. Whoever says more than which version they have waits for their turn: what follows
are the sums of a key exchange, and so few of those begin in a second that they take little time from who plays. The
socket stays ours: it is read in small pieces and not faster than anybody types, and says when it takes no more.
"""

import asyncio
import logging
import socket
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from odin_net.doors.desk import Desk
from odin_net.doors.guest_thread import GuestThread
from odin_net.doors.handover import take_socket
from odin_net.doors.host_key import load_or_make
from odin_net.errors import OdinError
from odin_net.host.doorway import READ_AT_ONCE, Room
from odin_net.loading import loading
from protocol.errors import Close, Hint

if TYPE_CHECKING:
    from odin_net.doors.ssh_server import SshServers
    from odin_net.host.server import Server

# How many may be here who have not proved anything, in all and of one address, and for how long. With IPv6 a household
# is one address, and six of it may sit down together. The time is for comparing the key with what the host's screen
# shows, letter by letter, and for asking for the code: nobody waits for a place, since who was here longest makes room.
MAX_NEW = 24
MAX_NEW_OF_ONE = 6
LOGIN_SECONDS = 300.0
# What such a one may send. A client needs some 5 KiB, and asks for nothing that is larger than a code.
MAX_NEW_BYTES = 64 * 1024
# Who has proved something may send so many bytes at once, and so many in a second after that: more than anybody types
# or points at. asyncssh itself takes questions without end that it has to answer.
BYTES_AT_ONCE = 64 * 1024
BYTES_A_SECOND = 8 * 1024.0
# So many key exchanges begin at once, and so many in a second after that: each takes some 5 ms of a processor.
BEGIN_AT_ONCE = 8
BEGIN_A_SECOND = 4.0
# As for any other link: see `server`.
SEND_BUFFER = 32 * 1024
# When the table closes, what is said last has so long to go out.
FAREWELL = 0.5

log = logging.getLogger("odin.host")


class Conversation(Protocol):
    """What asyncssh does with a socket's bytes."""

    def data_received(self, data: bytes) -> None: ...

    def eof_received(self) -> None: ...

    def connection_lost(self, exc: Exception | None) -> None: ...

    def abort(self) -> None: ...


class SshDoor:
    """Takes ssh clients in. This much of them is in the table's loop: the socket is handed on, and nothing is read."""

    openings = frozenset({b"SSH-"})
    anteroom: "Anteroom"

    def __init__(self, data: Path) -> None:
        self._data = data
        self._thread: GuestThread | None = None
        self._may_hand_on = threading.BoundedSemaphore(MAX_NEW)

    def serve(self, server: "Server") -> None:
        """This is the table."""
        self._desk = Desk(server)
        self.anteroom = Anteroom(self._data, self._desk)

    def enter(self, transport: asyncio.Transport, first: bytes, address: str) -> None:
        """Hand an ssh client on that has sent these bytes so far, unless too many are still on their way."""
        if not self._may_hand_on.acquire(blocking=False):
            transport.abort()
            return
        try:
            taken = take_socket(transport)
        except OSError:  # The system gives us no more of them.
            self._may_hand_on.release()
            transport.abort()
            return
        if self._thread is None:
            self._thread = GuestThread()
        entering = self.anteroom.enter(taken, first, address, self._desk.refusal(address))
        entered = asyncio.run_coroutine_threadsafe(entering, self._thread.loop)
        entered.add_done_callback(lambda _: self._may_hand_on.release())

    async def close(self) -> None:
        """Send everybody away, those who play with a word."""
        if self._thread is not None:
            closing = self.anteroom.close(self._desk.why_closed())
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(closing, self._thread.loop))
            self._thread.close()
            self._thread = None


class Anteroom:
    """Those who have come by ssh. All of it is in the loop of the guests' thread, as is everything below."""

    def __init__(self, data: Path, desk: Desk) -> None:
        self._data, self._desk = data, desk
        self.room: Room[SshSocket] = Room(MAX_NEW, MAX_NEW_OF_ONE)
        self.sockets: set[SshSocket] = set()
        """All that are here, whatever they have proved."""
        self.servers: SshServers | None = None
        self._opening: asyncio.Task[None] | None = None
        self._queue: deque[SshSocket] = deque()
        """Those who wait for their turn."""
        self._giving_turns: asyncio.Task[None] | None = None
        self._may_begin = Allowance(BEGIN_AT_ONCE, BEGIN_A_SECOND)

    async def enter(self, taken: socket.socket, first: bytes, address: str, refused: Hint | None) -> None:
        """Somebody comes in, whom the table would refuse for this reason."""
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(lambda: SshSocket(self, first, address, refused), taken)
        except OSError:  # They have gone already.
            taken.close()

    def welcome(self, socket: "SshSocket") -> None:
        """Answer this one."""
        self.sockets.add(socket)
        self.room.enter(socket)
        if self.servers is not None:
            socket.begin(self.servers.converse)
        elif self._opening is None:
            self._opening = asyncio.create_task(self._open())

    async def close(self, why: Close) -> None:
        """Send everybody away, and tell those who play why."""
        for task in filter(None, (self._opening, self._giving_turns)):
            task.cancel()
        if self.servers is not None:
            await self.servers.say_good_bye(why, FAREWELL)
        for one in [*self.sockets]:
            one.send_away()
        if self.servers is not None:
            await self.servers.close()

    def forget(self, socket: "SshSocket") -> None:
        """A socket is gone."""
        self.sockets.discard(socket)
        self.room.leave(socket)

    def wants_turn(self, socket: "SshSocket") -> None:
        """Somebody begins a key exchange."""
        self._queue.append(socket)
        if self._giving_turns is None:
            self._giving_turns = asyncio.create_task(self._give_turns())

    async def _give_turns(self) -> None:
        while self._queue:
            socket = self._queue.popleft()
            if socket in self.sockets:
                await asyncio.sleep(self._may_begin.take(asyncio.get_running_loop().time()))
                socket.go_on()
        self._giving_turns = None

    async def _open(self) -> None:
        """Make all that the first guest needs, in a thread: those who come meanwhile are limited all the same."""
        try:
            make = await asyncio.to_thread(_prepared, self._data)
        except (OSError, OdinError) as error:
            log.info("nobody comes in by ssh: %s", error)
            self.room.clear()
        else:
            self.servers = make(self._desk)
            for one in [*self.sockets]:
                one.begin(self.servers.converse)
        self._opening = None


def _prepared(data: Path) -> "Callable[[Desk], SshServers]":
    """In a thread: read the key, and import what takes long."""
    key = load_or_make(data)
    with loading():
        from odin_net.doors.ssh_server import prepare  # noqa: PLC0415  It takes a third of a second.

    return prepare(key)


class Allowance:
    """So much at once; after that, so much in a second."""

    def __init__(self, at_once: int, a_second: float) -> None:
        self._most, self._a_second = float(at_once), a_second
        self._left, self._at = float(at_once), 0.0

    def take(self, now: float, count: int = 1) -> float:
        """Take so many; how many seconds to wait for them."""
        self._left = min(self._most, self._left + (now - self._at) * self._a_second) - count
        self._at = now
        return max(0.0, -self._left / self._a_second)

    def take_if_there(self, now: float) -> bool:
        """Take one if there is one; whether there was."""
        is_there = self._left + (now - self._at) * self._a_second >= 1
        if is_there:
            self.take(now)
        return is_there


class SshSocket(asyncio.BufferedProtocol):
    """One socket. It stands in the room until somebody has proved something."""

    _transport: asyncio.Transport

    def __init__(self, anteroom: Anteroom, first: bytes, address: str, refused: Hint | None) -> None:
        self._anteroom, self._first, self.address, self.refused = anteroom, first, address, refused
        self._conversation: Conversation | None = None
        self._buffer = bytearray(READ_AT_ONCE)
        self._left = MAX_NEW_BYTES - len(first)
        self._may_send = Allowance(BYTES_AT_ONCE, BYTES_A_SECOND)
        self._is_new = True
        self._has_said_version = self._has_turn = False
        self._held = b""
        self.blocked: Callable[[bool], None] = _to_nobody
        """Who wants to know that the other side takes no more bytes, or takes them again."""
        self.keeps_too_much: Callable[[], bool] = _never
        """Who looks, after each piece, whether asyncssh keeps too much of what has come."""
        self.took_too_long: Callable[[], None] = self.send_away
        """Who ends it for somebody who has proved nothing in time."""
        self._loop = asyncio.get_running_loop()
        self._overdue = self._loop.call_later(LOGIN_SECONDS, self._too_late)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=SEND_BUFFER)
        self._transport.pause_reading()
        self._anteroom.welcome(self)

    def begin(self, converse: "Callable[[SshSocket, asyncio.Transport], Conversation]") -> None:
        """Here is who answers."""
        self._conversation = converse(self, self._transport)
        self._resume()
        self._take(self._first)

    def go_on(self) -> None:
        """It is their turn."""
        self._has_turn = True
        held, self._held = self._held, b""
        self._resume()
        self._take(held)

    def _resume(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _take(self, data: bytes) -> None:
        if self._conversation is None or self._transport.is_closing():
            return
        if not self._has_said_version:
            version, newline, data = data.partition(b"\n")
            self._has_said_version = bool(newline)
            self._conversation.data_received(version + newline)
        if data and self._has_turn:
            self._conversation.data_received(data)
            if self.keeps_too_much():
                log.info("a guest by ssh sent more variables than anybody needs, and was hung up on")
                self.send_away()
        elif data and not self._held:
            self._held = data
            self._transport.pause_reading()
            self._anteroom.wants_turn(self)

    def proved(self) -> None:
        """They may come in, and stand in nobody's way."""
        self._is_new = False
        self._overdue.cancel()
        self._anteroom.room.leave(self)

    def _too_late(self) -> None:
        self._overdue = self._loop.call_later(FAREWELL, self.send_away)
        self.took_too_long()

    def send_away(self) -> None:
        """Hang up."""
        if self._conversation is not None:
            self._conversation.abort()
        self._transport.abort()

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002  asyncio's hint is far too large.
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        if self._is_new:
            self._left -= nbytes
            if self._left < 0:
                self.send_away()
                return
        elif (seconds := self._may_send.take(self._loop.time(), nbytes)) > 0:
            self._transport.pause_reading()
            self._loop.call_later(seconds, self._resume)
        self._take(bytes(self._buffer[:nbytes]))

    def eof_received(self) -> None:
        if self._conversation is not None:
            self._conversation.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        self._overdue.cancel()
        self._anteroom.forget(self)
        if self._conversation is not None:
            self._conversation.connection_lost(error)

    def pause_writing(self) -> None:
        self.blocked(True)

    def resume_writing(self) -> None:
        self.blocked(False)


def _to_nobody(is_blocked: bool) -> None:
    pass


def _never() -> bool:
    return False
