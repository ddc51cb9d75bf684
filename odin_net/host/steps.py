"""What goes into a table and what comes out of it. Links are numbers: the table knows nothing of sockets.

Some of these are made at every move; a struct is the quickest of all values to make.
"""

from typing import TypeAlias

from msgspec import Struct

from odin_net.game import Move, PlayerView
from protocol.errors import Close
from protocol.log import Log
from protocol.messages import FromClient, Intent, Part

# --- What happens to a table ---


class Arrived(Struct, frozen=True):
    """Somebody has proved the code, or the secret of a seat."""

    link: int
    intent: Intent
    secret: bytes | None = None
    """What was proved, by who comes back."""
    address: str = ""
    """Where they are."""
    words: str = ""
    """Three words that their seat is to have, if they came by a door where secrets are typed."""

    def __repr__(self) -> str:
        return f"Arrived({self.link}, {self.intent.name})"


class Said(Struct, frozen=True):
    """Somebody who has arrived says this."""

    link: int
    message: FromClient


class Gone(Struct, frozen=True):
    """A link is over: the other side said good-bye, or None: it was lost."""

    link: int
    close: Close | None = None


class Thought(Struct, frozen=True):
    """The answer to an `Ask`."""

    ask: int
    move: Move

    def __repr__(self) -> str:
        return f"Thought({self.ask})"


class Guessed(Struct, frozen=True):
    """A proof of the code has come from there and counts before it is checked; then it has proved right, or wrong."""

    address: str
    right: bool | None = None
    of_seat: bool = False
    """Whether it may be one at the words of a seat: those are counted where the table has no code, too."""


class Ticked(Struct, frozen=True):
    """Time has passed."""


class Recorded(Struct, frozen=True):
    """The record of this game, counted from 1, is written and announced."""

    number: int


class DiskChanged(Struct, frozen=True):
    """The disk does not take writes, or takes them again."""

    disk_failed: bool


class ClosedDown(Struct, frozen=True):
    """The host goes. The table may be resumed."""


Input: TypeAlias = (
    Arrived | Said | Gone | Thought | Guessed | Ticked | Recorded | DiskChanged | ClosedDown
)  # fmt: skip

# --- What a table wants done ---


class Tell(Struct, frozen=True):
    """Say this to one link, once it has all events of its log below `at`."""

    link: int
    message: Part
    at: int


class Follow(Struct, frozen=True):
    """Let a link have the log from this event on, and all that is added to it."""

    link: int
    log: Log
    seq: int
    length: int
    """How long the log was when they came: what follows from their coming is no history to them."""
    at: int = 0
    """Where the log ends that they follow before this one."""


class LogOpened(Struct, frozen=True):
    """A new game has a new log: who follows the old one, which has `at` events, goes on with it."""

    log: Log
    at: int


class End(Struct, frozen=True):
    """Say good-bye to a link once it has all events of its log below `at`, and close it."""

    link: int
    close: Close
    at: int


class Ask(Struct, frozen=True):
    """Let a bot of this level think, and answer with `Thought`."""

    ask: int
    level: str
    view: PlayerView
    seed: str

    def __repr__(self) -> str:
        return f"Ask({self.ask}, {self.level})"


class GameBegan(Struct, frozen=True):
    """The game with this number has begun, counted from 1."""

    number: int


class GameFinished(Struct, frozen=True):
    """A game is over: here is its whole log, and when each event was logged (ms)."""

    number: int
    log: Log
    times: tuple[int, ...]

    def __repr__(self) -> str:
        return f"GameFinished({self.number})"


class CodeChanged(Struct, frozen=True):
    """The table has a new code."""

    words: str

    def __repr__(self) -> str:
        return "CodeChanged(<secret>)"


class LobbyChanged(Struct, frozen=True):
    """Who looks for tables would see something else now."""

    players: int
    seats: int


class MoreSeen(Struct, frozen=True):
    """Somebody had seen more of the game than was kept here."""

    name: str


class TableOver(Struct, frozen=True):
    """All games are played and all have been told."""


Output: TypeAlias = (
    Tell | Follow | LogOpened | End | Ask | GameBegan | GameFinished | CodeChanged | LobbyChanged | MoreSeen | TableOver
)  # fmt: skip


class DiskFoundSlow(Struct, frozen=True):
    """From now on the journal is made durable each second only: a loss of power may cost the last one."""


# What the host's console and its records want to know.
News: TypeAlias = (
    GameBegan | GameFinished | CodeChanged | LobbyChanged | MoreSeen | TableOver | DiskChanged | DiskFoundSlow
)


class Step(Struct, frozen=True):
    """What one input led to: first the journal is written, then the rest is done in order."""

    memo: bytes | None
    events: tuple[bytes, ...]
    outputs: list[Output]
    before: int
    """How many events the log had that was followed until then."""
    ms: int
    """When it was, in milliseconds since 1970: what is logged then and what is written then have one time."""

    def __repr__(self) -> str:
        return f"Step({len(self.events)} events, {self.outputs})"
