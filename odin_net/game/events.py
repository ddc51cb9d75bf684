"""What has happened: the entries of a game's log, and `HandKnown`, which never is in it.

Values here and in the other modules of the game are named tuples: they are made at every action, and making one costs
half of a frozen dataclass; importing this package would take twice as long with the latter.
"""

from enum import Enum
from typing import NamedTuple, TypeAlias, final

from odin_net.game.cards import Card
from odin_net.game.options import Options


class Actor(Enum):
    """Who made a move. A number, because every play carries it over the wire."""

    PERSON = 0
    BOT = 1
    CLOCK = 2


class Kind(Enum):
    """What sits on a seat."""

    PERSON = "person"
    BOT = "bot"


class Presence(Enum):
    """Where the person of a seat is; a bot always is here."""

    HERE = "here"
    AWAY = "away"
    COVERED = "covered"
    """Away, and a bot plays meanwhile."""


class Occupant(NamedTuple):
    """Who sits on a seat."""

    name: str
    kind: Kind = Kind.PERSON
    level: str = ""
    """Of a bot."""
    presence: Presence = Presence.HERE
    ready: bool = False
    """For the game, in the lobby; between hands for the next one."""


class Tally(NamedTuple):
    """What somebody has won this evening."""

    name: str
    wins: int
    games: int


class LobbyOpened(NamedTuple):
    """The first event of every log. It holds all that earlier games left, so that their logs are never needed."""

    game: bytes
    seats: tuple[Occupant, ...]
    options: Options
    tally: tuple[Tally, ...] = ()
    left: int = 0
    """How many games the table still plays, this one included; 0: as many as people like."""
    before: bytes | None = None
    """The last digest of the game before; None in the first game of a table."""


class SeatChanged(NamedTuple):
    """A seat has a new occupant, or the same one in a new condition.

    Seats have no gaps. In the lobby the number after the last adds a seat, and None takes one away: those behind it
    move up. In a game seats only change in place.
    """

    seat: int
    occupant: Occupant | None


class OptionsChanged(NamedTuple):
    options: Options


class ChatSaid(NamedTuple):
    """Somebody said something: a seat, or None for a spectator."""

    seat: int | None
    name: str
    text: str


class GameStarted(NamedTuple):
    players: int


class DealOpened(NamedTuple):
    """The host has bound itself to a secret for the next deal."""

    hand: int
    attempt: int
    commitment: bytes


class DealCommitted(NamedTuple):
    """All seats' commitments, each bound before any secret was known; None: left out."""

    commitments: tuple[bytes | None, ...]


class DealContributed(NamedTuple):
    """All seats' shares of the seed; None: left out."""

    contributions: tuple[bytes | None, ...]


class DealAborted(NamedTuple):
    """A seat fell silent after its commitment; the host shows what it had bound itself to and begins again.

    In the middle of a hand: the host lost what had happened since, and somebody has seen all cards of it.
    """

    silent: tuple[int, ...]
    secret: bytes


class HandDealt(NamedTuple):
    """Nine cards each, one sealed entry a seat. A game without a network has no entries."""

    hand: int
    opener: int
    colours: str
    attempt: int = 0
    sealed: tuple[bytes, ...] = ()


class HandKnown(NamedTuple):
    """A reader has opened a seat's entry. Never in the log."""

    seat: int
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"HandKnown(seat={self.seat}, cards=<secret>)"


@final
class CardsPlayed(NamedTuple):
    seat: int
    cards: tuple[Card, ...]
    taken: Card | None = None
    by: Actor = Actor.PERSON


@final
class Passed(NamedTuple):
    seat: int
    by: Actor = Actor.PERSON


@final
class RoundEnded(NamedTuple):
    """All but one have passed in a row; that one opens."""

    opener: int


class HandEnded(NamedTuple):
    """Somebody went out. All hands are shown, and with a network all that proves the deal."""

    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    secret: bytes = b""
    hand_keys: tuple[bytes, ...] = ()
    digest: bytes = b""


class GameEnded(NamedTuple):
    winners: tuple[int, ...]


class TableStopped(NamedTuple):
    """The game is over before its end; nobody wins."""


Event: TypeAlias = (
    LobbyOpened
    | SeatChanged
    | OptionsChanged
    | ChatSaid
    | GameStarted
    | DealOpened
    | DealCommitted
    | DealContributed
    | DealAborted
    | HandDealt
    | HandKnown
    | CardsPlayed
    | Passed
    | RoundEnded
    | HandEnded
    | GameEnded
    | TableStopped
)
