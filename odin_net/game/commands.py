"""What somebody wants to happen. Players send `PlayCards` and `Pass`; the others are the host's alone.

Chance comes in as data here: the rules have no randomness of their own.
"""

from typing import NamedTuple, TypeAlias, final

from odin_net.game.cards import Card
from odin_net.game.events import Actor


@final
class PlayCards(NamedTuple):
    """A seat plays these cards and takes that one of the middle."""

    seat: int
    cards: tuple[Card, ...]
    take: Card | None = None
    by: Actor = Actor.PERSON

    def __repr__(self) -> str:
        # It may be refused, and then it shows a part of a hand.
        return f"PlayCards(seat={self.seat}, cards=<secret>)"


@final
class Pass(NamedTuple):
    """A seat plays nothing."""

    seat: int
    by: Actor = Actor.PERSON


class StartGame(NamedTuple):
    """Leave the lobby with the seats and options as they are."""


class Deal(NamedTuple):
    """Deal a hand: seat s gets `deck[9s:9s+9]`; the rest of the deck may be left out.

    `opener` and `colours` come by lot with the first hand and ignored after it.
    """

    deck: tuple[Card, ...]
    opener: int
    colours: str
    attempt: int = 0
    sealed: tuple[bytes, ...] = ()

    def __repr__(self) -> str:
        return f"Deal(deck=<secret>, opener={self.opener}, colours={self.colours}, attempt={self.attempt})"


class Stop(NamedTuple):
    """End the game without winners."""


Command: TypeAlias = PlayCards | Pass | StartGame | Deal | Stop
