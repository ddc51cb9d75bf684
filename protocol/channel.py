"""The channel: every body after the handshake, sealed with its direction's key and a counter. SPEC 5.

A body that was changed, left out, repeated or moved does not open.
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import HEADER, MAX_AFTER

TAG = 16
MAX_BODY = MAX_AFTER - TAG
LAST_COUNTER = 2**64 - 1


class Sealer:
    """Seals the bodies of one direction, in order."""

    def __init__(self, key: bytes) -> None:
        self._seal = ChaCha20Poly1305(key).encrypt
        self._counter = 0

    def framed(self, body: bytes) -> bytes:
        """The body as only the other side can open it, once, with its length before it. One step: it is done often."""
        counter = self._counter
        # Before it is sealed: a body that counts and is not sent would break the channel.
        if not 0 < len(body) <= MAX_BODY:
            raise LocalProtocolError("a body of this size cannot be sent")
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
