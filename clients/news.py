"""What a session tells its listener: the screen, the robot, the one who prints lines.

Here stands what no message of the wire says. What the host says beside the log is told on as the message that it is.
"""

from enum import Enum
from typing import NamedTuple, TypeAlias

from odin_net.game.events import Event
from protocol.audit import Verdict
from protocol.errors import Close, Hint
from protocol.messages import (
    Audience,
    Clock,
    Kicked,
    Nudge,
    Paused,
    Reacted,
    Reason,
    Refused,
    SeenMore,
    TableCode,
    Terms,
    Watching,
)


class LinkStage(Enum):
    """How far a session is."""

    IDLE = "idle"
    CONNECTING = "connecting"
    HANDSHAKE = "handshake"
    OPEN = "open"
    WAITING = "waiting"
    """The link is lost; the next try comes by itself."""
    ENDED = "ended"


class How(Enum):
    """How a session ended."""

    DONE = "done"
    """The table has played all its games."""
    LEFT = "left"
    """We went."""
    KICKED = "kicked"
    GIVEN = "given"
    """Our seat was given to another while we were away."""
    REPLACED = "replaced"
    """Another client has this seat now."""
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    """There never was a host."""
    GONE = "gone"
    """The host closed, or was away for longer than we wait."""
    FORKED = "forked"
    """The host's log is not the one that we saw: an alarm."""


class Logged(NamedTuple):
    """One more event; the session's state has it already."""

    seq: int
    event: Event
    history: bool


class CaughtUp(NamedTuple):
    """All that was history is in; from here on events happen now."""


class SeatTaken(NamedTuple):
    """We have this seat; its key is no business of a listener."""

    seat: int
    owner: bool


class HandOpened(NamedTuple):
    """The hand under way is known now: its key came with a seat that was taken over."""


class Judged(NamedTuple):
    """A hand was checked, or something is wrong with it. The event that this is about is told right after it."""

    verdict: Verdict
    hand: int
    again: bool = False
    """Whether it was told before: a log is read once more."""


class HostRolledBack(NamedTuple):
    """The host kept less than it had shown. What is left of the log is told once more, and nothing comes after it until
    somebody has said that they go on: `Session.go_on`."""

    game: bytes
    seq: int
    """How many events of it are left."""
    lost: int
    """How many plays and passes are gone."""
    times: int
    """How often this was so at this table."""
    withdrawn: tuple[int, ...] = ()
    """The hands whose ends are gone, and with them what was said of them."""


class LinkChanged(NamedTuple):
    """The session is at another stage now."""

    stage: LinkStage
    attempt: int = 0
    """Which try this is, from 1."""
    retry_at: float | None = None
    """When the next one comes, while it waits."""
    hint: Hint | None = None
    close: Close | None = None
    closed: bool = False
    """Whether the host closed the table on purpose, and nobody has opened it again."""


class DiskIsSlow(NamedTuple):
    """For who keeps the table: a power cut may cost the last second. No message says so: it is known in the process."""


class Moved(NamedTuple):
    """The table is at another address than before, and has proved that it is ours."""

    address: str


class ReplayShown(NamedTuple):
    """The owner shows everybody the game before this one again."""

    record: str
    """All of it, the same for everybody who saw the same log; empty if we have found something wrong in that."""
    step: int
    """Where they are: see `clients.viewing`. It may be behind the end."""


class ReplayEnded(NamedTuple):
    """They show it no more."""


class Ended(NamedTuple):
    """The last news."""

    how: How
    hint: Hint | None = None
    close: Close | None = None
    reason: Reason | None = None


# What the host says beside the log, told on as it came.
HostSaid: TypeAlias = (
    Watching | Refused | SeenMore | Nudge | Clock | TableCode | Paused | Audience | Kicked | Terms | Reacted
)  # fmt: skip

News: TypeAlias = (
    Logged | CaughtUp | SeatTaken | HandOpened | Judged | HostRolledBack | LinkChanged | DiskIsSlow | Moved
    | ReplayShown | ReplayEnded | Ended | HostSaid
)  # fmt: skip
