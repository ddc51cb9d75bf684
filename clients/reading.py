"""What a session makes of what comes in the channel: its seat, the log, verdicts, the move that is not answered yet.

Pure. It survives every drop: what it knows is what a returning client tells the host.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from clients.follower import Follower
from clients.news import (
    CaughtUp,
    ClockShown,
    CodeShown,
    HandOpened,
    Judged,
    Logged,
    News,
    Nudged,
    OthersWait,
    Refused,
    SeatTaken,
    TablePaused,
    TermsSet,
    Watching,
)
from odin_net.game.events import Event
from protocol import messages
from protocol.log import Log
from protocol.messages import Join, Part, PassTurn, Play, Rename, Sync, Watch

log = logging.getLogger("odin.session")


def tag_of(kind: type[Part]) -> int:
    """The number by which a refusal names a message of this kind."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, int)
    return tag


# Refusals of these tell that we are not in; of these that a name will not do; of these that a move did not count.
FIRST_TAGS = frozenset({tag_of(Join), tag_of(Watch), tag_of(Sync)})
NAME_TAGS = frozenset({tag_of(Join), tag_of(Watch), tag_of(Rename)})
MOVE_TAGS = frozenset({tag_of(Play), tag_of(PassTurn)})


class Forked(Exception):
    """The host's log is not the one that we saw."""


class Misplaced(Exception):
    """The host goes on with a log where we did not stop."""


@dataclass(frozen=True, slots=True)
class _Pending:
    """A play or pass that the host has not answered yet."""

    game: bytes
    command: Play | PassTurn


class Reader:
    """Tells what it hears, and says what has to be said at once."""

    def __init__(
        self, draw: Callable[[int], bytes], send: Callable[[Part], bool], tell: Callable[[News], None]
    ) -> None:
        self.seat: int | None = None
        self.owner = False
        self.caught_up = False
        """Whether the log is in and events happen now."""
        self.verdicts: list[Judged] = []
        """Those of the game of now."""
        self.follower: Follower | None = None
        self._draw, self._send, self._tell = draw, send, tell
        self._seat_key = b""
        self._history = 0
        self._seen: Log | None = None
        """What we saw of this game before its log was sent from the start once more."""
        self._pending: _Pending | None = None

    def sync(self) -> Sync:
        """What we have of the log, to be told to the host."""
        return Sync(None, 0, None) if self.follower is None else self.follower.log.sync()

    def hear(self, message: messages.FromClient | messages.FromHost) -> None:
        """Take a message in that is no event; Forked and Misplaced end the connection."""
        match message:
            case messages.Ping(token=token):
                self._send(messages.Pong(token))
            case messages.Seated():
                self._seated(message)
            case messages.LogFollows():
                self._log_follows(message)
            case messages.HandKey():
                if self.follower is not None and self.follower.take_key(message):
                    self._tell(HandOpened())
            case messages.Refused():
                self._refused(message)
            case messages.Fork():
                raise Forked
            case messages.Watching(before=before):
                self._tell(Watching(before))
            case messages.Nudge():
                self._tell(Nudged())
            case messages.Clock(seat=seat, left=left):
                self._tell(ClockShown(seat, left / 1000))
            case messages.TableCode(words=words):
                self._tell(CodeShown(words))
            case messages.Paused(seats=seats):
                self._tell(TablePaused(seats))
            case messages.Waiting(names=names):
                self._tell(OthersWait(names))
            case messages.Terms(turn=turn, stop_after=stops):
                self._tell(TermsSet(turn / 1000, stops))

    def _seated(self, message: messages.Seated) -> None:
        log.debug("seated at %d", message.seat)
        self.seat, self._seat_key, self.owner = message.seat, message.seat_key, message.owner
        if self.follower is not None:
            self.follower.seated(message.seat, message.seat_key)
        self._tell(SeatTaken(message.seat, message.owner))

    def _refused(self, message: messages.Refused) -> None:
        log.debug("refused: message %d, %s", message.about, message.reason.name)
        pending = self._pending
        if pending is not None and message.about in MOVE_TAGS and message.action == pending.command.action:
            self._pending = None
        self._tell(Refused(message.about, message.action, message.reason))

    # --- the log ---

    def _log_follows(self, message: messages.LogFollows) -> None:
        log.debug("the log goes on at %d of %d", message.seq, message.length)
        ours = None if self.follower is None else self.follower.log
        self.caught_up, self._history = False, message.length
        if ours is None or ours.game != message.game or message.seq != len(ours):
            if message.seq != 0:
                raise Misplaced  # SPEC 9: it goes on where we stopped, or begins.
            self._seen = ours if ours is not None and ours.game == message.game else None
            if self._seen is not None and message.length < len(self._seen):
                raise Forked
            self._begin(message.game)
        self._look_whether_caught_up()

    def _begin(self, game: bytes) -> None:
        self.follower, self.verdicts = Follower(game, self._draw), []
        if self.seat is not None:
            self.follower.seated(self.seat, self._seat_key)

    def follow(self, raw: bytes, event: Event) -> None:
        """Take the next event of the log in; RemoteProtocolError if it is one too many."""
        follower = self.follower
        assert follower is not None
        history = len(follower.log) < self._history
        seq, event, verdict, answer = follower.feed(raw, event, history=history)
        log.debug("event %d %s", seq, type(event).__name__)
        self._compare_with_seen(follower)
        if answer is not None:
            self._send(answer)
        # The verdict first: a listener that goes at the end of a game has heard it then.
        if verdict is not None:
            judged = Judged(verdict, 0 if follower.state is None else follower.state.board.game.hand)
            log.debug("hand %d: %s", judged.hand, verdict.result.value)
            self.verdicts.append(judged)
            self._tell(judged)
        self._tell(Logged(seq, event, history))
        if not self.caught_up:
            self._look_whether_caught_up()

    def _compare_with_seen(self, follower: Follower) -> None:
        if self._seen is not None and len(follower.log) == len(self._seen):
            if follower.log.digest != self._seen.digest:
                raise Forked
            self._seen = None

    def _look_whether_caught_up(self) -> None:
        follower = self.follower
        assert follower is not None
        if len(follower.log) < self._history:
            return
        self.caught_up = True
        due = follower.caught_up()
        if due is not None:
            self._send(due)
        self._repeat_pending(follower)
        self._tell(CaughtUp())

    # --- plays and passes ---

    def command(self, command: Play | PassTurn) -> None:
        """Say this, now or when the log is in again."""
        assert self.follower is not None
        self._pending = _Pending(self.follower.log.game, command)
        if self.caught_up:
            self._send(command)

    def _repeat_pending(self, follower: Follower) -> None:
        """Say again what was said before a drop. The host refuses another action's number, so that it acts once."""
        pending, self._pending = self._pending, None
        if pending is None or follower.state is None or follower.log.game != pending.game:
            return
        board = follower.state.board
        if board.action == pending.command.action and board.turn == self.seat:
            self._pending = pending
            self._send(pending.command)
