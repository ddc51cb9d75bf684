"""A record checked in full: the rules, and that each deal is the one that its proof gives.

The proof of a deal stands with the points of its hand: what the host and each seat had bound themselves to, and what
they showed then. SPEC 7. From these and the game's id the whole deal follows. Arenas and old hosts wrote none.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from odin_net.game.cards import Card
from odin_net.game.events import Event, HandDealt, HandEnded, HandKnown
from odin_net.game.replay import RecordError, ReplayStep, is_hex, replay
from odin_net.game.state import State
from protocol.fair_deal import DealId, FairDeal, host_commitment, outcome_of, seat_commitment
from protocol.sealing import hand_of

# Bytes of a hash, a share and a secret.
SIZE = 32
# On the wire an attempt is smaller than this.
MOST_ATTEMPTS = 2**32


class CheckedStep(NamedTuple):
    """A step of a record, and of how many hands so far the deal is proved."""

    step: ReplayStep
    proved: int


def check_record(text: str) -> Iterator[CheckedStep]:
    """Play a record through the rules, and its deals through their proofs; RecordError at the first wrong line."""
    before: State | None = None
    dealt: _Dealt | None = None
    proved = 0
    for step in replay(text):
        for event in step.events:
            if isinstance(event, HandDealt) and before is not None:
                dealt = _Dealt(before, event, _hands(step.events))
            elif isinstance(event, HandEnded) and dealt is not None and "deal" in step.content:
                proved += _is_proved(step, dealt)
        before = step.state
        yield CheckedStep(step, proved)


class _Dealt(NamedTuple):
    """A hand as the record has it."""

    before: State
    event: HandDealt
    hands: tuple[tuple[Card, ...], ...]


def _hands(events: list[Event]) -> tuple[tuple[Card, ...], ...]:
    return tuple(event.cards for event in events if isinstance(event, HandKnown))


def _is_proved(step: ReplayStep, dealt: _Dealt) -> bool:
    """Whether the deal follows from its proof; False if it cannot be known. RecordError if it does not."""
    game = dealt.before.board.game.id
    if not game:
        return False  # A record of a host that did not write it down yet.
    try:
        proof, commitment = _read(step.content["deal"], game, dealt)
        _check(proof, commitment, dealt)
    except ValueError as error:
        raise RecordError(step.line, f"the deal is not proved: {error}") from None
    return True


def _check(proof: FairDeal, commitment: bytes, dealt: _Dealt) -> None:
    if host_commitment(proof.id, proof.secret) != commitment:
        raise ValueError("the host's secret is not the one that it had bound itself to")
    for seat, (bound, share) in enumerate(zip(proof.commitments, proof.shares, strict=True)):
        if bound != (None if share is None else seat_commitment(proof.id, seat, share)):
            raise ValueError(f"the share of seat {seat} is not the one that it had bound itself to")
    outcome = outcome_of(proof, dealt.before)
    if (outcome.colours, outcome.opener) != (dealt.event.colours, dealt.event.opener):
        raise ValueError("the colours, or who opens, do not follow from it")
    if any(hand_of(outcome, seat) != cards for seat, cards in enumerate(dealt.hands)):
        raise ValueError("the cards do not follow from it")


def _read(proof: object, game: bytes, dealt: _Dealt) -> tuple[FairDeal, bytes]:
    """What went into a deal, and what the host had bound itself to; ValueError if a part is missing or malformed."""
    if type(proof) is not dict:
        raise ValueError('"deal" is no object')
    attempt = proof.get("attempt")
    if type(attempt) is not int or not 0 <= attempt < MOST_ATTEMPTS:
        raise ValueError('"attempt" is missing or no number of one')
    deal = DealId(game, dealt.event.hand, attempt)
    seats = len(dealt.hands)
    commitments, shares = _parts(proof, "commitments", seats), _parts(proof, "shares", seats)
    return FairDeal(deal, _part(proof, "secret"), commitments, shares), _part(proof, "commitment")


def _part(proof: dict[str, Any], key: str) -> bytes:
    return _bytes(proof.get(key), key)


def _parts(proof: dict[str, Any], key: str, seats: int) -> tuple[bytes | None, ...]:
    parts = proof.get(key)
    if type(parts) is not list or len(parts) != seats:
        raise ValueError(f'"{key}" is no list with one for each seat')
    return tuple(None if part is None else _bytes(part, key) for part in parts)


def _bytes(text: object, key: str) -> bytes:
    if type(text) is not str or not is_hex(text, SIZE):
        raise ValueError(f'"{key}" is missing or has other than {2 * SIZE} hex digits')
    return bytes.fromhex(text)
