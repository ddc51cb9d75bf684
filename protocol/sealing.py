"""Sealed hands: the one module that puts a hand on the wire. SPEC 7.

A hand is never sealed as such: what is sealed is what a fair deal draws. The key of an entry is made from all that the
deal is made from, so that one key can only ever meet one plaintext, whatever is repeated, resumed or copied.
"""

from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from odin_net.game.cards import DECK_SIZE, Card
from odin_net.game.commands import Deal
from odin_net.game.options import HAND_SIZE
from odin_net.game.state import State
from protocol.errors import RemoteProtocolError
from protocol.fair_deal import DealId, FairDeal, Outcome, binding, host_commitment, outcome_of
from protocol.hashing import expand, extract, lp, u32

# A key is used once, for one plaintext.
_NONCE = bytes(12)


class SealedDeal(NamedTuple):
    """A deal ready to be decided: the command, and the keys that its end will publish."""

    command: Deal
    hand_keys: tuple[bytes, ...]

    def __repr__(self) -> str:
        return "SealedDeal(<secret>)"


def entry_info(deal: DealId, seat: int, bound: bytes) -> bytes:
    """What an entry is, for the key and for the tag."""
    return lp(b"odin/1 hand", deal.game, u32(deal.hand), u32(deal.attempt), u32(seat), bound)


def hand_key(seat_key: bytes, info: bytes) -> bytes:
    """The key of one seat for one hand."""
    return expand(extract(bytes(32), seat_key), info)


def seal_deal(deal: FairDeal, state: State, seat_keys: tuple[bytes, ...]) -> SealedDeal:
    """Draw the next hand of this game and seal each seat's nine cards for it."""
    outcome = outcome_of(deal, state)
    bound = bound_of(deal, outcome)
    infos = [entry_info(deal.id, seat, bound) for seat in range(len(seat_keys))]
    keys = tuple(map(hand_key, seat_keys, infos))
    sealed = tuple(
        _seal(key, info, hand_of(outcome, seat)) for seat, (key, info) in enumerate(zip(keys, infos, strict=True))
    )
    return SealedDeal(Deal(outcome.deck, outcome.opener, outcome.colours, deal.id.attempt, sealed), keys)


def bound_of(deal: FairDeal, outcome: Outcome) -> bytes:
    """The hash that ties the entries to their deal."""
    host = host_commitment(deal.id, deal.secret)
    return binding(deal.id, host, deal.commitments, deal.shares, outcome.colours, outcome.opener)


def hand_of(outcome: Outcome, seat: int) -> tuple[Card, ...]:
    """The nine cards of a seat."""
    return outcome.deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]


def open_entry(key: bytes, info: bytes, sealed: bytes) -> tuple[Card, ...]:
    """The cards in an entry; RemoteProtocolError if it does not open, or not into nine different cards."""
    try:
        cards = tuple(ChaCha20Poly1305(key).decrypt(_NONCE, sealed, info))
    except (InvalidTag, ValueError):
        raise RemoteProtocolError("a sealed hand does not open") from None
    if len(cards) != HAND_SIZE or len(set(cards)) != HAND_SIZE or max(cards) >= DECK_SIZE:
        raise RemoteProtocolError("a sealed hand does not hold nine cards")
    return cards


def _seal(key: bytes, info: bytes, hand: tuple[Card, ...]) -> bytes:
    return ChaCha20Poly1305(key).encrypt(_NONCE, bytes(hand), info)
