"""A socket that one loop has accepted goes to the loop of another thread."""

import asyncio
import socket
from typing import cast

# What is still to be sent when one of two joined sockets ends has so many seconds to go out by the other.
LINGER = 2.0

_joining: set[asyncio.Task[None]] = set()


def take_socket(transport: asyncio.Transport) -> socket.socket:
    """What stands for this transport's socket from now on, in any loop; the transport is nobody's any more."""
    transport.pause_reading()
    if _can_be_moved():
        moved = transport.get_extra_info("socket").dup()
        transport.abort()  # It closes its own descriptor; to the other side the connection stays as it is.
        return cast(socket.socket, moved)
    near, far = socket.socketpair()
    task = asyncio.create_task(_join(transport, near))
    _joining.add(task)
    task.add_done_callback(_joining.discard)
    return far


def _can_be_moved() -> bool:
    """Whether this loop can let go of a socket. Python's usual loop on Windows cannot.

    It has begun to read what comes next, which would be lost, and it shuts a connection down before it closes it. There
    all bytes are copied from one socket to another, which costs little beside what is done with them in the end.
    """
    return isinstance(asyncio.get_running_loop(), asyncio.SelectorEventLoop)


async def _join(transport: asyncio.Transport, near: socket.socket) -> None:
    """Copy all that comes between these two, until one of them ends."""
    outside, inside = _Half(), _Half()
    outside.other, inside.other = inside, outside
    outside.transport = transport
    await asyncio.get_running_loop().connect_accepted_socket(lambda: inside, near)
    transport.set_protocol(outside)
    if transport.is_closing():
        inside.end()
    transport.resume_reading()


class _Half(asyncio.Protocol):
    """One of two sockets: what comes by it goes out by the other, and they end together."""

    transport: asyncio.Transport
    other: "_Half"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.other.transport.write(data)

    def connection_lost(self, _: Exception | None) -> None:
        self.other.end()

    def end(self) -> None:
        """The other one has ended."""
        self.transport.close()
        asyncio.get_running_loop().call_later(LINGER, self.transport.abort)

    def pause_writing(self) -> None:
        self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        self.other.transport.resume_reading()
