"""What somebody at the keys means, has picked, typed and opened, and what is to be done outside. Pure data.

A key never does anything by itself: it becomes an intent, and the screen that has the keys makes of it another `Ui` and
effects. What is true of the table stands in the model, not here.
"""

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct

from clients.model import HandResult, Seen
from clients.terminal.selection import Sort
from odin_net.game.cards import Card, Mask
from odin_net.game.state import Board, Phase
from protocol.messages import CodeNews, Part, Reason

if TYPE_CHECKING:
    from odin_net.bots.hint import Advice

NEVER = float("-inf")

# --- what keys and clicks mean ---


class Do(Enum):
    """Intents without a parameter."""

    GO_ON = auto()
    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()
    HOME = auto()
    END = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    TOGGLE = auto()
    NEXT_PLAY = auto()
    PREVIOUS_PLAY = auto()
    ENTER = auto()
    BACK = auto()
    PASS = auto()
    AUTO_PASS = auto()
    SORT = auto()
    HINT = auto()
    LOG = auto()
    VALHALLA = auto()
    BELL = auto()
    CHAT = auto()
    REACT = auto()
    HELP = auto()
    LEARN = auto()
    QUIT = auto()
    INTERRUPT = auto()
    WORDS = auto()
    COVER = auto()
    STOP_AFTER_HAND = auto()
    GIVE = auto()
    STAY = auto()
    LEAVE = auto()
    LEAVE_FOR_GOOD = auto()
    INVITE = auto()
    WATCH_AGAIN = auto()
    # Where a recorded game is watched.
    TO_HAND = auto()
    TO_ROUND = auto()
    TO_TURN = auto()
    EYES = auto()
    CHOICES = auto()
    FASTER = auto()
    SLOWER = auto()
    # In the lobby.
    READY = auto()
    START = auto()
    ADD_BOT = auto()
    REMOVE = auto()
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MUTE = auto()
    NEW_CODE = auto()
    # In a line of text.
    RUB_OUT = auto()
    DELETE = auto()
    CLEAR = auto()
    # A key of the keyboard that does nothing here: whoever presses it is there all the same.
    NOTHING = auto()


class PickNumber(NamedTuple):
    """Pick by the number on the card."""

    number: int


class PickCard(NamedTuple):
    """Pick this card, or put it back."""

    card: Card


class Take(NamedTuple):
    """Take that card of the middle, the first being 0."""

    place: int


class Type(NamedTuple):
    """Add this to the line of text."""

    text: str


class Choose(NamedTuple):
    """Go to this line of a list."""

    line: int


Intent: TypeAlias = Do | PickNumber | PickCard | Take | Type | Choose


# --- what is on the screen ---


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
    SHARED_REPLAY = auto()
    """The last game, which the host shows again."""
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
    REACTING = auto()
    HELP = auto()
    LOG = auto()
    VALHALLA = auto()
    RENAME = auto()
    KICKING = auto()
    STARTING = auto()
    RECODING = auto()
    GIVING = auto()
    INVITATION = auto()


class Notice(Enum):
    """What is said about a key, until the next one."""

    YOUR_TURN = auto()
    """It began while cards were picked already."""
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


class Draft(NamedTuple):
    """A line of text that is being typed, and where the next character goes."""

    text: str = ""
    at: int = 0
    is_suggestion: bool = False
    """Whether it is not touched yet, and what is typed takes its place: who types a name does not want to add to
    another one."""

    @classmethod
    def of(cls, text: str, *, is_suggestion: bool = False) -> "Draft":
        """This text, with the cursor behind it."""
        return cls(text, len(text), is_suggestion)


NO_TEXT = Draft()


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
    address: int = 0
    """Which address of the invitation is shown; counted on and on, around and around."""
    line: int = 0
    """Which line of the lobby is chosen."""
    is_line_old: bool = False
    """Whether the lobby follows a game, and nothing was chosen there since: Enter may still mean the game's end."""
    pace: tuple[int, int] | None = None
    """How long bots and people may take by our last word, until the host has set it."""
    read_hand: tuple[bytes, int] | None = None
    """The hand whose end was read."""
    read_game: bytes | None = None
    """The game whose end was read."""
    beat: tuple[int, float] | None = None
    """Which beat of a hand's end a key has gone on to, and when."""
    is_ready: bool = False
    """Whether we have said that the next hand may be dealt."""
    chat_read: int = 0
    words: str | None = None
    """The four words to compare, while they are shown."""
    sent: tuple[bytes, int] | None = None
    """The game and the action that were answered, until the host has heard it."""
    asked_step: int | None = None
    """Which step of the last game we want to show, until the host has shown it."""
    left_replay: bool = False
    """Whether we do not look at what the host shows of it."""
    went_on: int = 0
    """After how many rollbacks of the host we went on."""
    interrupted_at: float = NEVER


def was_missed(result: HandResult | None) -> bool:
    """Whether we were not there when this hand ended."""
    return result is not None and result.at is None


def screen_of(seen: Seen, ui: Ui) -> Screen:
    """Which picture is drawn. Ends are read before anything that came after them."""
    if seen.name_refused is not None and seen.ended is None:
        return Screen.NAME
    if seen.rollback is not None and seen.ended is None and ui.went_on < seen.rollback.times:
        return Screen.ROLLED_BACK
    if seen.replay is not None and not ui.left_replay and seen.ended is None:
        return Screen.SHARED_REPLAY
    result, over = seen.result, seen.over
    is_read = result is None or ui.read_hand == (result.state.board.game.id, result.number)
    # Who comes back when all is over wants to know who won.
    if over is not None and ui.read_game != over.state.board.game.id and (is_read or was_missed(result)):
        return Screen.GAME_END
    if not is_read:
        return Screen.HAND_END
    if seen.ended is not None:
        return Screen.ENDED
    if seen.state is None:
        return Screen.WAIT
    return Screen.LOBBY if seen.phase is Phase.LOBBY else Screen.TABLE


def is_sent(ui: Ui, board: Board) -> bool:
    """Whether the move of now was sent and is not answered yet."""
    return ui.sent == (board.game.id, board.action)


# --- what is to be done outside ---


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
