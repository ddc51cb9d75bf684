"""A connection within one process: the host's own screen, and a table without a network. Never for a socket.

The same frames and messages as everywhere, but nothing is proved and nothing is sealed: there is nobody between. The
host makes one of these only for a link that it made itself.
"""

from protocol.channel import Opener, Sealer
from protocol.codec import decode_opening, encode
from protocol.connection import FIRST_MESSAGES, ClientConnection, Happened, HostConnection, LinkPhase, Opened
from protocol.errors import LocalProtocolError
from protocol.framing import MAX_AFTER, frame
from protocol.messages import VERSION, Challenge
from protocol.pake import POINT


class _Plain(Sealer, Opener):
    """Leaves bodies as they are."""

    def __init__(self) -> None:
        pass

    def framed(self, body: bytes) -> bytes:
        return frame(body)

    def open(self, sealed: bytes) -> bytes:
        return sealed


class InsideHost(HostConnection):
    """The host's side. Who says hello is let in with the challenge, which says which table this is."""

    def admit(self, password: bytes) -> list[Happened]:
        del password  # There is nobody to prove it to.
        if self._host.hello is None or self.phase is not LinkPhase.HANDSHAKE:
            raise LocalProtocolError("nobody asks to be admitted now")
        self._out.append(frame(encode(Challenge(VERSION, self._table, bytes(16), bytes(POINT)))))
        self._sealer = self._opener = _Plain()
        self._reader.limit = MAX_AFTER
        self.phase = LinkPhase.OPEN
        self._first = FIRST_MESSAGES[self._host.hello.intent]
        return [Opened(self._table, self._host.hello.intent)]


class InsideClient(ClientConnection):
    """The client's side."""

    def _body(self, body: bytes) -> list[Happened]:
        if self._opener is None and isinstance(challenge := decode_opening(body), Challenge):
            self._sealer = self._opener = _Plain()
            self._reader.limit = MAX_AFTER
            self.phase = LinkPhase.OPEN
            return [Opened(challenge.table, self._intent)]
        return super()._body(body)
