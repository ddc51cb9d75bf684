"""Awards at the end of a game: what was remarkable in it, found in the log alone.

Each award is a small function of the hands that were played, and gives None where nothing is worth telling; `AWARDS`
has them in the order in which they are told of. `chosen` takes the few that are shown. `clients/web/game/awards.js`
computes the very same, and both are tried with `tests/game/awards.json`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from odin_net.game.cards import Card, in_reading_order
from odin_net.game.events import Event, GameEnded, HandEnded, LobbyOpened, Tally
from odin_net.game.sets import value_of
from odin_net.game.state import Done, Game, State, evolve, open_lobby

# How many are shown.
MOST_SHOWN: Final = 3

# From where on each is worth telling.
FAR_BEHIND: Final = 5
BIG_LEAP: Final = 7
LONG_SET: Final = 5
OFTEN: Final = 2
# Turns in a hand, for each player.
FEW_TURNS: Final = 4
# The more players, the fewer plays in a row are rare.
LEAST_PLAYS, PLAYS_AND_PLAYERS = 3, 8


class AwardKind(Enum):
    """What an award is for: its place in `AWARDS`."""

    COMEBACK = 0
    ONE_SHORT = 1
    FAST_HAND = 2
    NEVER_PASSED = 3
    LEAP = 4
    LONG_SET = 5
    VALHALLA = 6
    MOST_HANDS = 7
    HIGH_VALUE = 8
    MOST_PASSES = 9


class Award(NamedTuple):
    """Who gets it, and what there is to tell of it."""

    kind: AwardKind
    seat: int
    amount: int
    """How many, how often, or the value."""
    hand: int = 0
    """In which hand, from 1; 0 where it is about the whole game."""
    cards: tuple[Card, ...] = ()
    """The set that it is about, as its value is read."""


class HandStory(NamedTuple):
    """A hand that was played to its end."""

    story: tuple[Done, ...]
    points: tuple[int, ...]

    @property
    def winner(self) -> int:
        """Who went out: nobody else has no points."""
        return self.points.index(0)


class GameStory(NamedTuple):
    """A game that is over."""

    hands: Sequence[HandStory]
    winners: tuple[int, ...]
    target: int

    @property
    def seats(self) -> range:
        return range(len(self.hands[0].points))


AwardRule: TypeAlias = Callable[[GameStory], Award | None]


def awards_in(events: Iterable[Event]) -> list[Award]:
    """All awards of the game that these events tell, from its lobby on: a log, or what a record stands for."""
    state: State | None = None
    hands: list[HandStory] = []
    for event in events:
        if isinstance(event, LobbyOpened):
            state = open_lobby(event)
        elif state is not None:
            state = evolve(state, event)
            if isinstance(event, HandEnded):
                hands.append(HandStory(state.board.story, event.points))
            elif isinstance(event, GameEnded):
                return awards_of(GameStory(hands, event.winners, state.board.game.options.points))
    return []


def awards_of(game: GameStory) -> list[Award]:
    """All awards of this game, the most telling first; none where nobody has won."""
    if not game.hands or not game.winners:
        return []
    return [award for rule in AWARDS if (award := rule(game)) is not None]


def chosen(awards: Sequence[Award]) -> list[Award]:
    """The few that are shown: the most telling ones, but of each player one before anybody has two."""
    first = [award for place, award in enumerate(awards) if award.seat not in {one.seat for one in awards[:place]}]
    others = [award for award in awards if award not in first and not _is_told(award, first)]
    shown = [*first, *others][:MOST_SHOWN]
    return [award for award in awards if award in shown]


def _is_told(award: Award, shown: Iterable[Award]) -> bool:
    """Whether one that is shown is about the same set."""
    return award.cards != () and any(award[3:] == other[3:] for other in shown)


def tally_after(game: Game) -> tuple[Tally, ...]:
    """Who has won how often this evening, with this game; who played it stands last."""
    if not game.winners:
        return game.tally  # It was stopped.
    tally = {entry.name: entry for entry in game.tally}
    for seat, occupant in enumerate(game.seats):
        before = tally.pop(occupant.name, Tally(occupant.name, 0, 0))
        tally[occupant.name] = Tally(occupant.name, before.wins + (seat in game.winners), before.games + 1)
    return tuple(tally.values())


# --- one award each ---


def comeback(game: GameStory) -> Award | None:
    """The winner who was farthest behind the best, after any hand."""
    sums = [
        [sum(hand.points[seat] for hand in game.hands[:number]) for seat in game.seats] for number in _numbers(game)
    ]
    return _best(
        (
            Award(AwardKind.COMEBACK, seat, totals[seat] - min(totals), number)
            for number, totals in zip(_numbers(game), sums, strict=True)
            for seat in game.winners
        ),
        FAR_BEHIND,
    )


def one_short(game: GameStory) -> Award | None:
    """Who most often held one card when another went out."""
    return _most(AwardKind.ONE_SHORT, [sum(hand.points[seat] == 1 for hand in game.hands) for seat in game.seats])


def fast_hand(game: GameStory) -> Award | None:
    """The hand with the fewest turns."""
    number = min(_numbers(game), key=lambda number: len(game.hands[number - 1].story))
    hand = game.hands[number - 1]
    turns = len(hand.story)
    return Award(AwardKind.FAST_HAND, hand.winner, turns, number) if turns <= FEW_TURNS * len(game.seats) else None


def never_passed(game: GameStory) -> Award | None:
    """A hand that was won without passing, in the most turns."""
    own = [[cards for seat, cards, _ in hand.story if seat == hand.winner] for hand in game.hands]
    return _best(
        (
            Award(AwardKind.NEVER_PASSED, hand.winner, len(sets), number)
            for number, hand, sets in zip(_numbers(game), game.hands, own, strict=True)
            if all(sets)
        ),
        max(LEAST_PLAYS, PLAYS_AND_PLAYERS - len(game.seats)),
    )


def leap(game: GameStory) -> Award | None:
    """The most points in one hand for somebody who is below the target all the same."""
    below = [seat for seat in game.seats if _totals(game, len(game.hands))[seat] < game.target]
    return _best(
        (
            Award(AwardKind.LEAP, seat, game.hands[number - 1].points[seat], number)
            for number in _numbers(game)
            for seat in below
        ),
        BIG_LEAP,
    )


def long_set(game: GameStory) -> Award | None:
    """The set with the most cards."""
    return _best((play._replace(kind=AwardKind.LONG_SET, amount=len(play.cards)) for play in _plays(game)), LONG_SET)


def valhalla(game: GameStory) -> Award | None:
    """Who sent the most cards to Valhalla: all of a beaten set but the one that was taken."""
    fallen = [0] * len(game.seats)
    for hand in game.hands:
        middle = 0
        for seat, cards, taken in hand.story:
            if taken and middle:
                fallen[seat] += middle.bit_count() - 1
            middle = cards or middle
    return _most(AwardKind.VALHALLA, fallen)


def most_hands(game: GameStory) -> Award | None:
    """Who won the most hands."""
    return _most(AwardKind.MOST_HANDS, [sum(hand.winner == seat for hand in game.hands) for seat in game.seats])


def high_value(game: GameStory) -> Award | None:
    """The set with the highest value."""
    return _best(_plays(game), 1)


def most_passes(game: GameStory) -> Award | None:
    """Who passed most."""
    turns = [done for hand in game.hands for done in hand.story]
    return _most(
        AwardKind.MOST_PASSES, [sum(who == seat and not cards for who, cards, _ in turns) for seat in game.seats]
    )


# --- what they have in common ---


def _numbers(game: GameStory) -> range:
    return range(1, len(game.hands) + 1)


def _totals(game: GameStory, count: int) -> list[int]:
    """The points of each seat after so many hands."""
    return [sum(hand.points[seat] for hand in game.hands[:count]) for seat in game.seats]


def _plays(game: GameStory) -> Iterator[Award]:
    """Every set that was played, with its value."""
    for number in _numbers(game):
        for seat, cards, _ in game.hands[number - 1].story:
            if cards:
                yield Award(AwardKind.HIGH_VALUE, seat, value_of(cards), number, in_reading_order(cards))


def _best(candidates: Iterable[Award], least: int) -> Award | None:
    """The first of those with the highest amount, if that is worth telling."""
    best = max(candidates, key=lambda award: award.amount, default=None)
    return best if best is not None and best.amount >= least else None


def _most(kind: AwardKind, counts: list[int]) -> Award | None:
    """Who has the most, if it is one alone."""
    most = max(counts)
    return Award(kind, counts.index(most), most) if most >= OFTEN and counts.count(most) == 1 else None


# The rarest first: what happens in nearly every game is told where there is nothing better.
AWARDS: Final[tuple[AwardRule, ...]] = (
    comeback, one_short, fast_hand, never_passed, leap, long_set, valhalla, most_hands, high_value, most_passes,
)  # fmt: skip
