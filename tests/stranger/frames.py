"""Notation, frames and the channel: sections 2, 3 and 5 of SPEC.md."""

import hashlib
import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

HANDSHAKE_LIMIT = 4096
CHANNEL_LIMIT = 65536
LONGEST_MESSAGE = CHANNEL_LIMIT - 16


class Malformed(Exception):
    """Something came that the protocol does not allow."""


def u32(number: int) -> bytes:
    """Write a number as four bytes, the highest first."""
    return number.to_bytes(4, "big")


def lp(*parts: bytes) -> bytes:
    """Join byte strings, each behind its length."""
    return b"".join(u32(len(part)) + part for part in parts)


def digest_of(*parts: bytes) -> bytes:
    """Hash byte strings with their lengths: H of the page."""
    return hashlib.sha256(lp(*parts)).digest()


def extract(salt: bytes, secret: bytes) -> bytes:
    """HKDF-Extract with SHA-256."""
    return hmac.digest(salt, secret, "sha256")


def expand(key: bytes, info: bytes) -> bytes:
    """HKDF-Expand with SHA-256 to 32 bytes."""
    return hmac.digest(key, info + b"\x01", "sha256")


def seal(key: bytes, nonce: int, data: bytes, ad: bytes | None = None) -> bytes:
    """Encrypt: AEAD of the page, with its nonce as a number."""
    return ChaCha20Poly1305(key).encrypt(nonce.to_bytes(12, "big"), data, ad)


def unseal(key: bytes, nonce: int, sealed: bytes, ad: bytes | None = None) -> bytes:
    """Decrypt what `seal` made."""
    try:
        return ChaCha20Poly1305(key).decrypt(nonce.to_bytes(12, "big"), sealed, ad)
    except InvalidTag as error:
        raise Malformed("what was sealed does not open") from error


def frame(body: bytes) -> bytes:
    """Put a body into a frame."""
    return u32(len(body)) + body


class Frames:
    """Cuts what arrives into bodies and checks each length before the body is read."""

    def __init__(self, limit: int = HANDSHAKE_LIMIT) -> None:
        self.limit = limit
        self._buffer = b""

    def feed(self, data: bytes) -> None:
        """Take bytes from the stream."""
        self._buffer += data

    def pop(self) -> bytes | None:
        """Give the next whole body, or nothing yet."""
        if len(self._buffer) < 4:
            return None
        end = 4 + int.from_bytes(self._buffer[:4], "big")
        if not 4 < end <= 4 + self.limit:
            raise Malformed(f"a body of {end - 4} bytes")
        if len(self._buffer) < end:
            return None
        body, self._buffer = self._buffer[4:end], self._buffer[end:]
        return body


class Channel:
    """Seals what goes out and opens what comes in, each direction with its own count."""

    def __init__(self, send_key: bytes, receive_key: bytes) -> None:
        self._send_key, self._receive_key = send_key, receive_key
        self._sent = self._received = 0

    def seal(self, message: bytes) -> bytes:
        """Seal a message into the next frame."""
        if len(message) > LONGEST_MESSAGE:
            raise Malformed("a message too long")
        self._sent += 1
        return frame(seal(self._send_key, self._sent - 1, message))

    def open(self, body: bytes) -> bytes:
        """Open the next body."""
        self._received += 1
        return unseal(self._receive_key, self._received - 1, body)
