"""A browser's socket as a link of the table: binary messages carry the bytes of our protocol, cut anywhere. SPEC 3.

What is said in frames is websockets' business, which knows no socket; here is what our page never does and what is
therefore refused: text, messages that are long or in many pieces, many frames that carry nothing for the table.
"""

import asyncio
import logging

from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Origin, Subprotocol

from odin_net.host.peer import Way
from odin_net.host.server import Server, SocketLink

SUBPROTOCOL = Subprotocol("odin")
# SPEC 3.
MAX_MESSAGE = 16 * 1024
# A browser cuts nothing that is so short.
MAX_FRAGMENTS = 16
# Pings and pongs, which browsers do not send by themselves, and empty messages, in a row.
MAX_EMPTY = 64

# What websockets would say about strangers is nobody's concern, and would be written over the host's screen.
_silent = logging.getLogger("odin.websocket")
_silent.addHandler(logging.NullHandler())
_silent.propagate = False


def accept(server: Server, transport: asyncio.Transport, request: bytes, origin: str, address: str) -> bool:
    """Make this socket a link of the table, if its request is that for a WebSocket of ours and from this origin."""
    protocol = ServerProtocol(
        origins=[Origin(origin)],
        subprotocols=[SUBPROTOCOL],
        max_size=MAX_MESSAGE,
        logger=_silent,
    )
    protocol.receive_data(request)
    asked = protocol.events_received()
    if len(asked) != 1 or not isinstance(asked[0], Request):
        return False
    response = protocol.accept(asked[0])
    if response.status_code != 101:
        return False
    protocol.send_response(response)
    WebSocketLink(server, protocol).begin(transport, address, server.now())
    return True


class WebSocketLink(SocketLink):
    """One browser at the table."""

    def __init__(self, server: Server, protocol: ServerProtocol) -> None:
        super().__init__(server, Way.BROWSER)
        self._protocol = protocol
        self._fragments = self._empty = 0
        self._is_blocked = self._is_refused = False

    def begin(self, transport: asyncio.Transport, address: str, since: float) -> None:
        super().begin(transport, address, since)
        self.write = self._write
        self._flush()
        transport.resume_reading()

    # --- from the browser ---

    def buffer_updated(self, nbytes: int) -> None:
        if self._protocol.state is not State.OPEN:
            return
        self._protocol.receive_data(bytes(self._buffer[:nbytes]))
        for frame in self._protocol.events_received():
            # What came before a good-bye, or before what broke the rules, still counts.
            if isinstance(frame, Frame) and not self._is_refused:
                self._take(frame)
        self._flush()

    def _take(self, frame: Frame) -> None:
        match frame.opcode:
            case Opcode.BINARY | Opcode.CONT if frame.data:
                self._empty = 0
                self._fragments = 0 if frame.fin else self._fragments + 1
                self.received(bytes(frame.data))
            case Opcode.TEXT:
                self._refuse(CloseCode.UNSUPPORTED_DATA)
            case Opcode.PING if self._is_blocked:
                # Pongs would pile up for who does not read them.
                self.abort()
            case _:
                self._empty += 1
        if self._fragments > MAX_FRAGMENTS or self._empty > MAX_EMPTY:
            self._refuse(CloseCode.POLICY_VIOLATION)

    def _refuse(self, code: CloseCode) -> None:
        self._is_refused = True
        self._protocol.fail(code)

    # --- to the browser ---

    def _write(self, data: bytes) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_binary(data)
            self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if self._transport is None or self._transport.is_closing():
                return
            if data:
                self._transport.write(data)
            else:
                # The browser has said good-bye, or broken the rules of frames.
                self._hub.lost(self._server.now(), self._number)
                self._server.reschedule()
                super().close()

    def close(self) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(CloseCode.NORMAL_CLOSURE)
            self._flush()
        super().close()

    def pause_writing(self) -> None:
        self._is_blocked = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self._is_blocked = False
        super().resume_writing()
