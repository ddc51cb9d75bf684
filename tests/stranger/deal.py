"""The deal, sealed hands, the digest and its words: sections 7 and 10 of SPEC.md."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count

from tests.stranger.frames import digest_of, expand, extract, lp, seal, u32, unseal
from tests.stranger.messages import LETTERS

Shares = Sequence[bytes | None]


def _stream(seed: bytes, label: bytes) -> Iterator[int]:
    for block in count():
        yield from hmac.digest(seed, lp(label, u32(block)), "sha256")


def _below(stream: Iterator[int], n: int) -> int:
    return next(byte for byte in stream if byte < 256 - 256 % n) % n


def _shuffled(items: Sequence[int], seed: bytes, label: bytes) -> list[int]:
    stream, result = _stream(seed, label), list(items)
    for i in range(len(result) - 1, 0, -1):
        j = _below(stream, i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def draw_colours(seed: bytes, players: int, option: str) -> str:
    """Settle the colours in play of a game in its first hand."""
    if players != 2 or option == "6":
        return LETTERS
    if option != "4":
        return option
    drawn = _shuffled(range(6), seed, b"odin/1 colours")[2:]
    return "".join(LETTERS[colour] for colour in sorted(drawn))


def draw_opener(seed: bytes, players: int) -> int:
    """Draw who opens the first hand."""
    return _below(_stream(seed, b"odin/1 opener"), players)


def cards_in_play(colours: str) -> list[int]:
    """List the cards of some colours in ascending order."""
    return [card for card in range(54) if LETTERS[card // 9] in colours]


def draw_deck(seed: bytes, colours: str) -> list[int]:
    """Shuffle the cards in play."""
    return _shuffled(cards_in_play(colours), seed, b"odin/1 deck")


def hands_of(deck: Sequence[int], players: int) -> list[list[int]]:
    """Cut nine cards for each seat from a deck."""
    return [list(deck[9 * seat : 9 * seat + 9]) for seat in range(players)]


@dataclass
class Deal:
    """All that is public about one attempt to deal one hand."""

    game: bytes
    hand: int = 0
    attempt: int = 0
    host: bytes = b""
    commitments: Shares = ()
    shares: Shares = ()
    colours: str = ""
    opener: int = 0

    @property
    def ctx(self) -> bytes:
        """Name this attempt."""
        return lp(self.game, u32(self.hand), u32(self.attempt))

    def host_commitment(self, secret: bytes) -> bytes:
        """Commit the host to its secret."""
        return digest_of(b"odin/1 host", self.ctx, secret)

    def seat_commitment(self, seat: int, share: bytes) -> bytes:
        """Commit a seat to its share."""
        return digest_of(b"odin/1 seat", self.ctx, u32(seat), share)

    def seed(self, secret: bytes) -> bytes:
        """Mix the host's secret and all shares."""
        parts = [u32(seat) + share for seat, share in enumerate(self.shares) if share is not None]
        return digest_of(b"odin/1 seed", self.ctx, secret, *parts)

    def bound(self) -> bytes:
        """Hash all that makes the deal."""
        pairs = chain.from_iterable(zip(self.commitments, self.shares, strict=True))
        parts = [part or b"" for part in pairs]
        return digest_of(b"odin/1 deal", self.ctx, self.host, *parts, self.colours.encode(), u32(self.opener))

    def info(self, seat: int) -> bytes:
        """Name one seat's entry of this deal."""
        return lp(b"odin/1 hand", self.game, u32(self.hand), u32(self.attempt), u32(seat), self.bound())

    def hand_key(self, seat: int, seat_key: bytes) -> bytes:
        """Derive the key of one seat's entry."""
        return expand(extract(bytes(32), seat_key), self.info(seat))

    def seal(self, seat: int, hand_key: bytes, cards: Sequence[int]) -> bytes:
        """Seal nine cards for a seat."""
        return seal(hand_key, 0, bytes(cards), self.info(seat))

    def unseal(self, seat: int, hand_key: bytes, entry: bytes) -> list[int]:
        """Open a seat's entry."""
        return list(unseal(hand_key, 0, entry, self.info(seat)))


def first_digest(game: bytes) -> bytes:
    """Begin the digest of a log: d(0)."""
    return digest_of(b"odin/1 log", game)


def next_digest(digest: bytes, event: bytes) -> bytes:
    """Add one event to the digest of a log: d(n + 1)."""
    return digest_of(digest, event)


def spoken(digest: bytes, words: Sequence[str]) -> str:
    """Say the digest shown in hand ended in four words."""
    four = hashlib.scrypt(digest, salt=b"odin/1 words", n=16384, r=8, p=1, dklen=4)
    return " ".join(words[byte] for byte in four)
