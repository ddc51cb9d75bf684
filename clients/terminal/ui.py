"""What somebody at the keys has picked, typed and opened, and what they want done outside. Pure data."""

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct

from clients.terminal.drawing.editing import Draft
from clients.terminal.selection import Sort
from odin_net.game.cards import Card, Mask
from protocol.messages import CodeNews, Part, Reason

if TYPE_CHECKING:
    from odin_net.bots.hint import Advice

NO_TEXT = Draft()
NEVER = float("-inf")


class Screen(Enum):
    """Which picture is drawn. It follows from what was seen and read; nobody sets it."""

    WAIT = auto()
    """There is no table yet."""
    NAME = auto()
    """The host wants another name."""
    LOBBY = auto()
    TABLE = auto()
    HAND_END = auto()
    GAME_END = auto()
    ROLLED_BACK = auto()
    """The host has lost something: go on?"""
    ENDED = auto()


class Mode(Enum):
    """What lies over that picture and has the keys."""

    PLAY = auto()
    TAKING = auto()
    PASSING = auto()
    QUITTING = auto()
    CHAT = auto()
    HELP = auto()
    LOG = auto()
    VALHALLA = auto()
    RENAME = auto()
    KICKING = auto()
    STARTING = auto()
    RECODING = auto()
    GIVING = auto()


class Notice(Enum):
    """What is said about a key, until the next one."""

    PICK_FIRST = auto()
    NO_PLAY = auto()
    NO_PLAY_YET = auto()
    AUTO_PASS_ON = auto()
    AUTO_PASS_OFF = auto()
    BELL_ON = auto()
    BELL_OFF = auto()
    BY_NUMBER = auto()
    BY_COLOUR = auto()
    HINT_ON_YOUR_TURN = auto()
    STOPS_AFTER_HAND = auto()
    GOES_ON = auto()
    COVER_ASKED = auto()
    NOT_SENT = auto()
    MUTED = auto()
    HEARD_AGAIN = auto()
    TOO_FEW = auto()
    ALL_TAKEN = auto()


class NotHeld(NamedTuple):
    """A number was pressed that no card of the hand has."""

    number: int


class Ui(Struct, frozen=True):
    """One person's side of the screen."""

    mode: Mode = Mode.PLAY
    picked: Mask = 0
    cursor: Card | None = None
    giving: int = 0
    """Which of the covered seats is being given away."""
    taking: int = 0
    """Which card of the middle is under the cursor while one is chosen."""
    sort: Sort = Sort.NUMBER
    auto_pass: bool = False
    bell: bool = True
    notice: Notice | NotHeld | Reason | CodeNews | None = None
    hint: "Advice | None" = None
    draft: Draft = NO_TEXT
    scroll: int = 0
    line: int = 0
    """Which line of the lobby is chosen."""
    read_hand: tuple[bytes, int] | None = None
    """The hand whose end was read."""
    read_game: bytes | None = None
    """The game whose end was read."""
    is_ready: bool = False
    """Whether we have said that the next hand may be dealt."""
    chat_read: int = 0
    words: str | None = None
    """The four words to compare, while they are shown."""
    sent: tuple[bytes, int] | None = None
    """The game and the action that were answered, until the host has heard it."""
    went_on: int = 0
    """After how many rollbacks of the host we went on."""
    interrupted_at: float = NEVER
    bot_pace: int = 1000
    people_pace: int = 0
    muted: frozenset[str] = frozenset()


# --- What is to be done outside ---


class PlayMove(NamedTuple):
    """Play these cards and take that one."""

    cards: Mask
    take: Card | None

    def __repr__(self) -> str:
        return "PlayMove(<secret>)"


class PassMove(NamedTuple):
    """Play nothing."""


class PassSoon(NamedTuple):
    """Pass after a while, if nothing changes."""

    action: int


class SayReady(NamedTuple):
    """Ready for the game, or the next hand."""

    ready: bool = True


class SayChat(NamedTuple):
    """Say this to all."""

    text: str


class SetName(NamedTuple):
    """Be called so."""

    name: str


class SendPart(NamedTuple):
    """Say this to the host."""

    message: Part


class LeaveTable(NamedTuple):
    """Go."""

    for_good: bool


class GoOnAnyway(NamedTuple):
    """Go on with a host that has lost something."""


class Ring(NamedTuple):
    """One bell."""


class FindWords(NamedTuple):
    """Compute the four words of this digest; it takes a moment."""

    digest: bytes


class StepLanguage(NamedTuple):
    """Go on to the next language, or back."""

    step: int


class StepTheme(NamedTuple):
    """Go on to the next theme, or back."""

    step: int


class OpenLesson(NamedTuple):
    """Show the lesson; the table waits, or goes on without being seen."""


class AskCode(NamedTuple):
    """The seat that we had is not there: join with a code instead."""


class Exit(NamedTuple):
    """All is read: end the screen."""


Effect: TypeAlias = (
    PlayMove | PassMove | PassSoon | SayReady | SayChat | SetName | SendPart | LeaveTable | GoOnAnyway | Ring
    | FindWords | StepLanguage | StepTheme | OpenLesson | AskCode | Exit
)  # fmt: skip

Updated: TypeAlias = tuple[Ui, tuple[Effect, ...]]
