"""The fair deal: chance that the host and everybody at the table made together, and that all can compute again. SPEC 7.

The host binds itself first, then every seat; only then are the shares shown. Nobody can choose theirs with the others'
in sight, so one honest share makes the whole deal random.
"""

import hmac
from collections.abc import Iterator
from typing import NamedTuple

from odin_net.game.cards import COLOURS, Card, cards_in, cards_of_colours
from odin_net.game.options import VARIANT_COLOURS
from odin_net.game.rules import next_opener
from odin_net.game.state import State
from protocol.hashing import digest, lp, u32


class DealId(NamedTuple):
    """Which deal this is. A deal that was broken off has another attempt after it."""

    game: bytes
    hand: int
    attempt: int

    @property
    def context(self) -> bytes:
        """`ctx` of the specification."""
        return lp(self.game, u32(self.hand), u32(self.attempt))


class FairDeal(NamedTuple):
    """All that goes into a deal. The commitments and shares stand in seat order; None is a seat that was left out."""

    id: DealId
    secret: bytes
    commitments: tuple[bytes | None, ...]
    shares: tuple[bytes | None, ...]

    def __repr__(self) -> str:
        return f"FairDeal(hand {self.id.hand}, attempt {self.id.attempt}, <secret>)"

    @property
    def seed(self) -> bytes:
        """What all chance of this hand comes from."""
        shares = [u32(seat) + share for seat, share in enumerate(self.shares) if share is not None]
        return digest(b"odin/1 seed", self.id.context, self.secret, *shares)


class Outcome(NamedTuple):
    """What the seed gives for one hand."""

    colours: str
    opener: int
    deck: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"Outcome({self.colours}, {self.opener}, <secret>)"


def host_commitment(deal: DealId, secret: bytes) -> bytes:
    """What binds the host to its secret."""
    return digest(b"odin/1 host", deal.context, secret)


def seat_commitment(deal: DealId, seat: int, share: bytes) -> bytes:
    """What binds a seat to its share."""
    return digest(b"odin/1 seat", deal.context, u32(seat), share)


def binding(deal: DealId, host: bytes, commitments: tuple[bytes | None, ...], shares: tuple[bytes | None, ...],
            colours: str, opener: int) -> bytes:  # fmt: skip
    """`deal` of the specification: a hash of all that decides who gets which card."""
    seats = [part or b"" for pair in zip(commitments, shares, strict=True) for part in pair]
    return digest(b"odin/1 deal", deal.context, host, *seats, colours.encode("ascii"), u32(opener))


def outcome_of(deal: FairDeal, state: State) -> Outcome:
    """Colours, opener and deck of the next hand of this game."""
    game = state.board.game
    players, seed = len(game.seats), deal.seed
    colours = game.colours or game.options.fixed_colours(players) or colours_by_lot(seed)
    opener = next_opener(state) if game.hand else opener_by_lot(seed, players)
    return Outcome(colours, opener, shuffled(seed, colours))


def colours_by_lot(seed: bytes) -> str:
    """Four colours of six: the two that come first in a shuffle are out."""
    order = _shuffle(_Stream(seed, b"odin/1 colours"), list(range(len(COLOURS))))
    out = order[: len(COLOURS) - VARIANT_COLOURS]
    return "".join(letter for index, letter in enumerate(COLOURS) if index not in out)


def opener_by_lot(seed: bytes, players: int) -> int:
    """Who opens the first hand."""
    return _Stream(seed, b"odin/1 opener").below(players)


def shuffled(seed: bytes, colours: str) -> tuple[Card, ...]:
    """The cards in play, in the order in which they are dealt."""
    return tuple(_shuffle(_Stream(seed, b"odin/1 deck"), list(cards_in(cards_of_colours(colours)))))


def _shuffle(stream: "_Stream", items: list[int]) -> list[int]:
    # Fisher and Yates, from the last place down.
    for last in range(len(items) - 1, 0, -1):
        other = stream.below(last + 1)
        items[last], items[other] = items[other], items[last]
    return items


class _Stream:
    """Bytes from a seed under a label, and numbers drawn from them without bias."""

    def __init__(self, seed: bytes, label: bytes) -> None:
        self._bytes = self._blocks(seed, label)

    @staticmethod
    def _blocks(seed: bytes, label: bytes) -> Iterator[int]:
        counter = 0
        while True:
            yield from hmac.digest(seed, lp(label, u32(counter)), "sha256")
            counter += 1

    def below(self, limit: int) -> int:
        """A number from 0 to just below the limit; bytes that would favour the low ones are passed over."""
        while (byte := next(self._bytes)) >= 256 - 256 % limit:
            pass
        return byte % limit
