"""The log of a game, its digest, and what a returning client is told about it. SPEC 7 and 9."""

import hashlib

from odin_net.game.events import Event
from protocol.codec import decode_event, encode, encode_event
from protocol.errors import RemoteProtocolError
from protocol.hashing import digest
from protocol.messages import Batch, Sync
from protocol.words import WORDS

SPOKEN_WORDS = 4
# SPEC 6: what a log may hold, so that no host can fill its clients' memory.
MAX_EVENTS = 65_536
MAX_BYTES = 16 * 1024 * 1024
# The length of a digest, as it stands before one.
DIGEST_LENGTH = (32).to_bytes(4, "big")


def first_digest(game: bytes) -> bytes:
    """d0 of the specification."""
    return digest(b"odin/1 log", game)


def next_digest(before: bytes, raw: bytes) -> bytes:
    """The digest after one more event."""
    # H of these two, put together in one step.
    return hashlib.sha256(b"".join((DIGEST_LENGTH, before, len(raw).to_bytes(4, "big"), raw))).digest()


def spoken(value: bytes) -> str:
    """A digest as four words, for people who compare theirs aloud.

    It takes a twentieth of a second and 16 MiB on purpose: a host that looks for two stories with the same words has to
    try some 2^16 of them, while the people wait for their cards.
    """
    stretched = hashlib.scrypt(value, salt=b"odin/1 words", n=2**14, r=8, p=1, dklen=SPOKEN_WORDS)
    return " ".join(WORDS[byte] for byte in stretched)


class Log:
    """The events of one game, byte for byte."""

    def __init__(self, game: bytes) -> None:
        self.game = game
        self.raw: list[bytes] = []
        self.size = 0
        """How many bytes its events have together."""
        self._digests = [first_digest(game)]
        self._batched, self._batch = (0, 0), b""

    def __len__(self) -> int:
        return len(self.raw)

    def append(self, raw: bytes, event: Event | None = None) -> Event:
        """Add one event as it came, and return it; RemoteProtocolError if it is none, or more than a log may hold.

        Who has read it already says which event it is.
        """
        event = decode_event(raw) if event is None else event
        if len(self.raw) >= MAX_EVENTS or self.size + len(raw) > MAX_BYTES:
            raise RemoteProtocolError("a log is longer than it may be")
        self.raw.append(raw)
        self.size += len(raw)
        return event

    def write(self, event: Event) -> bytes:
        """Add one event of our own, and return its bytes."""
        raw = encode_event(event)
        self.raw.append(raw)
        self.size += len(raw)
        return raw

    @property
    def is_long(self) -> bool:
        """Whether it holds half of what it may: time for its host to end it, before a client calls it malformed."""
        return len(self.raw) >= MAX_EVENTS // 2 or self.size >= MAX_BYTES // 2

    def batch(self, count: int) -> bytes:
        """The last so many events as they travel together, encoded once for all who get them."""
        asked = (len(self.raw), count)
        if asked != self._batched:
            self._batched, self._batch = asked, encode(Batch(tuple(self.raw[-count:])))
        return self._batch

    def digest_at(self, seq: int) -> bytes:
        """The digest of the first `seq` events; made when somebody asks: a host seldom does, a client at each event."""
        digests = self._digests
        for raw in self.raw[len(digests) - 1 : seq]:
            digests.append(next_digest(digests[-1], raw))
        return digests[seq]

    @property
    def digest(self) -> bytes:
        """The digest of all."""
        return self.digest_at(len(self.raw))

    def sync(self) -> Sync:
        """What we have, to be told to the host."""
        return Sync(self.game, len(self), self.digest)

    def resume_at(self, sync: Sync) -> int | None:
        """Where to go on for a client that has so much; None if it has seen what is not in this log: a fork."""
        if sync.game != self.game:
            # It has another game's log, or none: all of this one is new to it.
            return 0
        if sync.seq > len(self) or sync.digest != self.digest_at(sync.seq):
            return None
        return sync.seq
