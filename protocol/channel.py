"""The channel: every body after the handshake, sealed with its direction's key and a counter. SPEC 5.

A body that was changed, left out, repeated or moved does not open.
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import HEADER

TAG = 16
LAST_COUNTER = 2**64 - 1


class Sealer:
    """Seals the bodies of one direction, in order."""

    def __init__(self, key: bytes) -> None:
        self._seal = ChaCha20Poly1305(key).encrypt
        self._counter = 0

    def seal(self, body: bytes) -> bytes:
        """The body as only the other side can open it, once."""
        counter = self._counter
        if counter >= LAST_COUNTER:
            raise LocalProtocolError("this channel has carried all that it can")
        self._counter = counter + 1
        return self._seal(counter.to_bytes(12, "big"), body, None)

    def framed(self, body: bytes) -> bytes:
        """The same as it travels, with its length before it: what is sent to many, many times, in one step."""
        counter = self._counter
        if counter >= LAST_COUNTER:
            raise LocalProtocolError("this channel has carried all that it can")
        self._counter = counter + 1
        sealed = self._seal(counter.to_bytes(12, "big"), body, None)
        return len(sealed).to_bytes(HEADER, "big") + sealed


class Opener:
    """Opens the bodies of one direction, in order."""

    def __init__(self, key: bytes) -> None:
        self._open = ChaCha20Poly1305(key).decrypt
        self._counter = 0

    def open(self, sealed: bytes) -> bytes:
        """The body; RemoteProtocolError if it is not just what was sealed next."""
        nonce = self._counter.to_bytes(12, "big")
        self._counter += 1
        try:
            return self._open(nonce, sealed, None)
        except (InvalidTag, ValueError):
            raise RemoteProtocolError("a body does not open") from None
