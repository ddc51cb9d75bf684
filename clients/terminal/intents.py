"""What keys and clicks mean. A key never does anything by itself: it becomes one of these, and `update` decides."""

from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from odin_net.game.cards import Card


class Do(Enum):
    """Intents without a parameter."""

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
