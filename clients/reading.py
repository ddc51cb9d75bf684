"""What a session makes of what comes in the channel: its seat, the log, verdicts, the move that is not answered yet,
and what to do with a host that kept less than it had shown.

Pure. It survives every drop: what it knows is what a returning client tells the host.
"""

import logging
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from clients.follower import Follower
from clients.news import (
    AudienceTold,
    CaughtUp,
    ClockShown,
    CodeShown,
    HandOpened,
    Judged,
    KickedTold,
    Logged,
    MoreSeen,
    News,
    Nudged,
    Onlooker,
    Refused,
    RolledBack,
    SeatTaken,
    TablePaused,
    TermsSet,
    Watching,
)
from clients.rollback import actions_in, hands_ended, secret_shown
from odin_net.game.events import Event
from odin_net.game.state import Phase
from protocol import messages
from protocol.audit import Result, Verdict, Why
from protocol.log import Log
from protocol.messages import GoOn, Join, Part, PassTurn, Play, Rename, Sync, Watch

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


class _Pending(Struct, frozen=True):
    """A play or pass that the host has not answered yet."""

    game: bytes
    command: Play | PassTurn


class _Kept(NamedTuple):
    """A game that was followed, and what came of its hands."""

    follower: Follower
    verdicts: list[Judged]


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
        self.is_asked = False
        """Whether the host was rolled back, and nobody has said yet that they go on from there."""
        self._draw, self._send, self._tell = draw, send, tell
        self._seat_key = b""
        self._history = 0
        self._seen: Log | None = None
        """What we saw of this game before its log was sent from the start once more."""
        self._pending: _Pending | None = None
        self._before: _Kept | None = None
        """The game before this one: a host that was rolled back may play it again."""
        self._rollbacks = 0
        self._may_be_rolled_back = False
        """Whether we have told the host what we have, and it has not answered yet."""
        self._lost: list[bytes] = []
        """What is gone of this game's log, until the host has gone on with it."""
        self._answer: GoOn | None = None
        self._is_answered = False
        """Whether the host of this link has heard it."""

    def sync(self) -> Sync:
        """What we have of the log, to be told to the host."""
        self._may_be_rolled_back, self._is_answered = self.follower is not None, False
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
            case messages.RolledBack():
                self._rolled_back(message)
            case messages.SeenMore(names=names):
                self._tell(MoreSeen(names))
            case messages.Watching(before=before):
                self._unseated()
                self._tell(Watching(before))
            case messages.Nudge():
                self._tell(Nudged())
            case messages.Clock(seat=seat, left=left):
                self._tell(ClockShown(seat, left / 1000))
            case messages.TableCode(words=words, news=news):
                self._tell(CodeShown(words, news))
            case messages.Paused(seats=seats):
                self._tell(TablePaused(seats))
            case messages.Audience(people=people):
                self._tell(AudienceTold(tuple(Onlooker(one.name, one.waits, one.muted) for one in people)))
            case messages.Kicked(names=names):
                self._tell(KickedTold(names))
            case messages.Terms(turn=turn, stop_after=stops):
                self._tell(TermsSet(turn / 1000, stops))

    def _seated(self, message: messages.Seated) -> None:
        log.debug("seated at %d", message.seat)
        self.seat, self._seat_key, self.owner = message.seat, message.seat_key, message.owner
        if self.follower is not None:
            self.follower.seated(message.seat, message.seat_key)
        self._tell(SeatTaken(message.seat, message.owner))

    def _unseated(self) -> None:
        """A seat that we got after what the host has lost is not ours any more."""
        self.seat, self._seat_key, self.owner = None, b"", False
        if self.follower is not None:
            self.follower.unseated()

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
        if self.is_asked:
            raise Misplaced  # SPEC 9: nothing comes before we have said that we go on.
        if ours is None or ours.game != message.game or message.seq != len(ours):
            if message.seq != 0 or (self._answer is not None and ours is not None and ours.game == message.game):
                raise Misplaced  # SPEC 9: it goes on where we stopped, or begins.
            self._seen = ours if ours is not None and ours.game == message.game else None
            if self._seen is not None and message.length < len(self._seen):
                raise Forked
            self._begin(message.game)
        self.caught_up, self._history = False, message.length
        self._prove_again()
        self._look_whether_caught_up()

    def _begin(self, game: bytes) -> None:
        """Begin with a log: another game's, or once more with the same."""
        last, before = self.follower, None
        if last is not None and last.log.game != game:
            self.never_shown()
            self._before = _Kept(last, self.verdicts)
            # SPEC 7: who has followed the last log to here has all of it.
            before = last.log.digest if self.caught_up else None
        self.follower, self.verdicts = Follower(game, self._draw, before), []
        if self.seat is not None:
            self.follower.seated(self.seat, self._seat_key)

    def never_shown(self) -> None:
        """The game is over for the host, and if we have not seen its end we shall not: say so."""
        follower = self.follower
        if follower is None or follower.state is None or follower.alarm is not None:
            return
        board = follower.state.board
        if board.phase in (Phase.DEALING, Phase.PLAYING):
            self._judge(Judged(Verdict(Result.NOT_CHECKED, Why.NEVER_SHOWN), len(board.game.scores) + 1))

    def _judge(self, judged: Judged) -> None:
        log.debug("hand %d: %s", judged.hand, judged.verdict.result.value)
        self.verdicts.append(judged)
        self._tell(judged)

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
            self._judge(Judged(verdict, 0 if follower.state is None else follower.state.board.game.hand))
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

    # --- a host that kept less than it had shown ---

    def _rolled_back(self, message: messages.RolledBack) -> None:
        """SPEC 9: if what the host kept is the beginning of what we saw, drop the rest and ask whether to go on."""
        if not self._may_be_rolled_back or self.follower is None:
            raise Misplaced  # It is an answer to what we said that we have, and to nothing else.
        self._may_be_rolled_back = False
        now = _Kept(self.follower, self.verdicts)
        ours = next((kept for kept in (now, self._before) if kept and kept.follower.log.game == message.game), None)
        if ours is None or not _begins_with(ours.follower.log, message):
            raise Forked
        kept, lost = ours.follower.log.raw[: message.seq], ours.follower.log.raw[message.seq :]
        actions = actions_in(lost)
        if ours.follower is not now.follower:
            actions += actions_in(now.follower.log.raw)
            self._lost, self._before = [], None
        self._lost = [*lost, *self._lost]
        log.debug("the host was rolled back to %d, and %d events are lost", message.seq, len(lost))
        self._rollbacks += 1
        self.is_asked, self._answer, self._pending = True, None, None
        ends = hands_ended(kept)
        withdrawn = tuple(judged.hand for judged in ours.verdicts if judged.hand > ends)
        self._tell(RolledBack(message.game, message.seq, actions, self._rollbacks, withdrawn))
        self._read_again(ours, message.seq)
        self._answer = GoOn(secret_shown(kept, self._lost))
        if not self.is_asked:
            self._say_answer()  # Who was told has answered at once.

    def _read_again(self, kept: _Kept, count: int) -> None:
        """Follow the beginning of a log that we have once more, and tell it. What was said of its hands stands."""
        old, said = kept.follower, {judged.hand: judged for judged in kept.verdicts}
        self.seat = old.seat
        self.follower, self.verdicts = Follower(old.log.game, self._draw), []
        follower = self.follower
        if old.seat is not None:
            follower.seated(old.seat, self._seat_key)
        for raw in old.log.raw[:count]:
            seq, event, verdict, _ = follower.feed(raw, history=True)
            if verdict is not None and follower.state is not None:
                hand = follower.state.board.game.hand
                self._judge(said.get(hand, Judged(verdict, hand))._replace(again=True))
            self._tell(Logged(seq, event, True))
        follower.rolled_back(old.alarm)

    def go_on(self) -> None:
        """Go on from where the host was rolled back to."""
        self.is_asked = False
        if self._answer is not None:
            self._say_answer()

    def _say_answer(self) -> None:
        assert self._answer is not None
        self._is_answered = self._send(self._answer)

    def _prove_again(self) -> None:
        """The host goes on. If it may not have heard that we saw the end of its hand, it has to now."""
        answer, self._answer, self._lost = self._answer, None, []
        if answer is not None and answer.secret is not None and not self._is_answered:
            self._send(answer)

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


def _begins_with(ours: Log, kept: messages.RolledBack) -> bool:
    return kept.seq <= len(ours) and ours.digest_at(kept.seq) == kept.digest
