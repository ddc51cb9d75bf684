"""A recorded game as people tell it: hand by hand, each with its cards, its plays and its points."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from odin_net.afterwards.history import date_in
from odin_net.game.cards import Card, mask_of
from odin_net.game.events import Actor, CardsPlayed, Event, HandDealt, HandEnded, HandKnown, Passed, RoundEnded
from odin_net.game.sets import value_of
from odin_net.game.state import Game, Phase
from odin_net.records.proofs import CheckedStep


class Action(NamedTuple):
    """A play, or, without cards, a pass."""

    seat: int
    name: str
    """Of who sat there then."""
    cards: tuple[Card, ...]
    value: int
    taken: Card | None
    by: Actor


class Hand:
    """One hand, as far as it was played."""

    def __init__(self, number: int, opener: int) -> None:
        self.number, self.opener = number, opener
        self.dealt: list[tuple[Card, ...]] = []
        self.rounds: list[list[Action]] = [[]]
        self.left: tuple[tuple[Card, ...], ...] = ()
        """What each seat held at its end."""
        self.points: tuple[int, ...] = ()
        self.proof: dict[str, Any] | None = None
        """What proves its deal; None where the record has nothing that does."""


class Story(NamedTuple):
    """A whole record."""

    game: Game
    """As it was at the end."""
    hands: list[Hand]
    date: datetime | None
    is_over: bool
    events: list[Event]
    """All that happened."""

    @property
    def played(self) -> list[Hand]:
        """The hands that came to their end."""
        return [hand for hand in self.hands if hand.points]

    @property
    def proved(self) -> int:
        """Of how many hands the deal is proved."""
        return sum(hand.proof is not None for hand in self.hands)


def story_of(steps: Iterable[CheckedStep]) -> Story:
    """The story of a record that was checked; at least its first line must be there."""
    hands: list[Hand] = []
    events: list[Event] = []
    date, proved, last = None, 0, None
    for last in steps:
        step = last.step
        if not events:
            date = _date_of(step.content)
        for event in step.events:
            _tell(hands, event, step.state.board.game)
        if last.proved > proved:
            hands[-1].proof, proved = step.content["deal"], last.proved
        events += step.events
    assert last is not None
    board = last.step.state.board
    return Story(board.game, hands, date, board.phase is Phase.OVER, events)


def _tell(hands: list[Hand], event: Event, game: Game) -> None:
    match event:
        case HandDealt(number, opener):
            hands.append(Hand(number, opener))
        case HandKnown(_, cards):
            hands[-1].dealt.append(cards)
        case CardsPlayed(seat, cards, taken, by):
            name = game.seats[seat].name
            hands[-1].rounds[-1].append(Action(seat, name, cards, value_of(mask_of(cards)), taken, by))
        case Passed(seat, by):
            hands[-1].rounds[-1].append(Action(seat, game.seats[seat].name, (), 0, None, by))
        case RoundEnded():
            hands[-1].rounds.append([])
        case HandEnded():
            hands[-1].left, hands[-1].points = event.hands, event.points


def _date_of(header: dict[str, Any]) -> datetime | None:
    date = header.get("date")
    return date_in(date) if isinstance(date, str) else None
