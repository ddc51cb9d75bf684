"""The handshake: section 4 of SPEC.md, the client's side and enough of the host's to test it."""

import hmac
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spake2 import SPAKE2_A, SPAKE2_B

from tests.stranger.frames import Channel, Malformed, digest_of, expand, extract
from tests.stranger.messages import Message, Tag, decode, encode

VERSION = 1
SEAT, RESUME = 0, 2
ANOTHER_VERSION, UNKNOWN_TABLE, WRONG_PROOF = 1, 3, 5

Entropy = Callable[[int], bytes]


class Refusal(Exception):
    """The host refused in the handshake; the hint is only for people."""

    def __init__(self, hint: int) -> None:
        super().__init__(f"refused with hint {hint}")
        self.hint = hint


@dataclass(frozen=True)
class Keys:
    """All that the two sides derive from one exchange."""

    shared: bytes
    transcript: bytes
    prk: bytes
    confirm_client: bytes
    confirm_host: bytes
    to_host: bytes
    to_client: bytes

    def client_channel(self) -> Channel:
        """Open the client's end of the channel."""
        return Channel(self.to_host, self.to_client)

    def host_channel(self) -> Channel:
        """Open the host's end of the channel."""
        return Channel(self.to_client, self.to_host)


def code_password(typed: str) -> bytes:
    """Spell a code of whole words in its one way."""
    return "-".join(re.findall(r"[a-z]+", typed.lower())).encode()


def ticket_of(secret: bytes, nonce: bytes) -> bytes:
    """Name the seat whose secret will be proved, in the hello with this nonce."""
    return digest_of(b"odin/1 ticket", secret, nonce)[:8]


def _derive(hello: bytes, challenge: bytes, x: bytes, shared: bytes) -> Keys:
    transcript = digest_of(hello, challenge, x)
    prk = extract(transcript, shared)
    labels = (b"confirm client", b"confirm host", b"client to host", b"host to client")
    return Keys(shared, transcript, prk, *(expand(prk, b"odin/1 " + label) for label in labels))


def _finish(side: Any, message: bytes) -> bytes:
    try:
        if not 1 < int.from_bytes(message[1:], "little") % 2**255 < 2**255 - 19:
            raise ValueError("zero, or not its one spelling")
        shared: bytes = side.finish(message)
    except Exception as error:  # the package has many errors for a point that is none
        raise Malformed("a point that is none") from error
    return shared


def _identities(table: bytes) -> dict[str, bytes]:
    return {"idA": b"odin/1 client", "idB": b"odin/1 host" + table}


def _awaited(body: bytes, tag: Tag) -> Message:
    message = decode(body)
    if message[0] == Tag.REFUSE and tag in (Tag.CHALLENGE, Tag.ACCEPT):
        raise Refusal(message[1])
    if message[0] != tag:
        raise Malformed(f"not the {tag.name} that the handshake awaits")
    return message[1:]


def say_hello(
    intent: int = SEAT, table: bytes | None = None, ticket: bytes | None = None, nonce: bytes | None = None
) -> bytes:
    """Begin as a client: give the hello."""
    return encode(Tag.HELLO, VERSION, intent, table, ticket, nonce or os.urandom(16))


def prove(hello: bytes, challenge: bytes, password: bytes, entropy: Entropy = os.urandom) -> tuple[bytes, Keys]:
    """Answer a challenge as a client: give the proof and the keys."""
    version, table, _, y = _awaited(challenge, Tag.CHALLENGE)
    if version != VERSION or decode(hello)[3] not in (None, table):
        raise Malformed("another version or table")
    side = SPAKE2_A(password, **_identities(table), entropy_f=entropy)
    x: bytes = side.start()
    keys = _derive(hello, challenge, x, _finish(side, y))
    return encode(Tag.PROOF, x, keys.confirm_client), keys


def check_accept(accept: bytes, keys: Keys) -> None:
    """End as a client: look whether the host knows the password too."""
    (confirm,) = _awaited(accept, Tag.ACCEPT)
    if not hmac.compare_digest(confirm, keys.confirm_host):
        raise Malformed("the host does not know the password")


class HostHandshake:
    """The host's side: hello in, challenge out; proof in, accept out; it raises what refuses."""

    def __init__(
        self, password: bytes, table: bytes, entropy: Entropy = os.urandom, nonce: bytes | None = None
    ) -> None:
        self.keys: Keys | None = None
        self._table = table
        self._nonce = nonce or os.urandom(16)
        self._side = SPAKE2_B(password, **_identities(table), entropy_f=entropy)
        self._hello = self._challenge = b""

    def receive(self, body: bytes) -> bytes:
        """Take a body of the client and give the answer."""
        return self._judge(body) if self._hello else self._greet(body)

    def _greet(self, hello: bytes) -> bytes:
        version, intent, table, ticket, _ = _awaited(hello, Tag.HELLO)
        if version != VERSION:
            raise Refusal(ANOTHER_VERSION)
        if (ticket is not None) != (intent == RESUME) or (table is None and intent == RESUME):
            raise Malformed("ticket and table do not fit the intent")
        if table not in (None, self._table):
            raise Refusal(UNKNOWN_TABLE)
        self._hello = hello
        self._challenge = encode(Tag.CHALLENGE, VERSION, self._table, self._nonce, self._side.start())
        return self._challenge

    def _judge(self, proof: bytes) -> bytes:
        x, confirm = _awaited(proof, Tag.PROOF)
        try:
            keys = _derive(self._hello, self._challenge, x, _finish(self._side, x))
        except Malformed as error:
            raise Refusal(WRONG_PROOF) from error
        if not hmac.compare_digest(confirm, keys.confirm_client):
            raise Refusal(WRONG_PROOF)
        self.keys = keys
        return encode(Tag.ACCEPT, keys.confirm_host)
