"""A client's replica of its table, game by game: what comes in the channel goes in, what it means is told.

How it works. The host has one log a game, and sends the same bytes to everybody; what is for us alone comes beside
them. `Replica` holds one game: its log byte for byte, its state (folded by the very `evolve` of the host), the auditor,
which does not trust that fold and makes one of its own, the hand that our seat's key opens, and our shares in its
deals. `Follower` holds the table: our seat, the replica of now and the one before it, and what we have still to say.

- The connection has decoded an event before it comes here: `Follower.follow` takes it with its bytes, the replica folds
  and audits it, and it is told. What was there before we came is history: it is told as such, and never acted on.
- *Log follows* says where the next event stands. Behind what we have, it must go on exactly there; from 0, it must come
  to the same digest where we had stopped. Everything else is a fork, or a host that breaks the protocol.
- A play or pass is kept until the log is past its action, or it is refused. After a drop it is said again if the table
  still waits for it; its number lets it act once.
- A host that kept less than it had shown says so in answer to our *sync*. If what it kept is the beginning of what we
  saw, the replica is made anew from that, and all waits until somebody says that they go on.
- The log may come from a liar. From the first event that is wrong a replica's fold stands still, because nothing that
  follows in this game can be right; the log itself goes on, byte for byte.

Pure: chance comes in. A follower survives every drop: what it has is what a returning client tells the host.
"""

import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from clients.news import (
    CaughtUp,
    HandOpened,
    HostRolledBack,
    HostSaid,
    Judged,
    Logged,
    News,
    ReplayEnded,
    ReplayShown,
    SeatTaken,
)
from odin_net.game.events import (
    CardsPlayed,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    HandDealt,
    HandEnded,
    HandKnown,
    LobbyOpened,
    Passed,
    TableStopped,
)
from odin_net.game.options import HAND_SIZE
from odin_net.game.state import Board, Phase, PlayerView, State, evolve, open_lobby, view_of
from protocol import messages
from protocol.audit import Auditor, Entry, Result, Verdict, Why
from protocol.codec import decode_event
from protocol.fair_deal import DealId, seat_commitment
from protocol.log import Log
from protocol.messages import (
    SHARE,
    TABLE_ID,
    Commit,
    Contribute,
    GoOn,
    HandKey,
    Join,
    Part,
    PassTurn,
    Play,
    Refused,
    Rename,
    Seated,
    Sync,
    Watch,
    Watching,
)

log = logging.getLogger("odin.session")


def tag_of(kind: type[Part]) -> int:
    """The number by which a refusal names a message of this kind."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, int)
    return tag


# By their numbers: what is said first on a link (if it is refused we are not in), what may be refused for its name, and
# moves.
FIRST_TAGS = frozenset({tag_of(Join), tag_of(Watch), tag_of(Sync)})
NAME_TAGS = frozenset({tag_of(Join), tag_of(Watch), tag_of(Rename)})
MOVE_TAGS = frozenset({tag_of(Play), tag_of(PassTurn)})


# --- one game ---


Answer: TypeAlias = Commit | Contribute


class Followed(NamedTuple):
    """What one more event came to."""

    seq: int
    verdict: Verdict | None
    answer: Answer | None
    """What the deal wants to hear from us now."""


def is_settled(board: Board) -> bool:
    """Whether the last play or pass is over: the end of a round or of a hand that it causes is an event of its own."""
    if board.phase is not Phase.PLAYING or not board.middle:
        return True
    return board.passes + 1 < len(board.game.seats) and board.counts[board.owner] > 0


def view_from(state: State | None, seat: int | None) -> PlayerView | None:
    """What a seat sees, once its hand is known.

    Plays are checked at the hand's end. Until then a lying host may have told of some that cannot be: whose hand and
    counts they have put out of step sees nothing any more.
    """
    if state is None or seat is None or seat >= len(state.hands):
        return None
    hand, counts = state.hands[seat], state.board.counts
    if hand is None or hand.bit_count() != counts[seat] or not all(0 <= count <= HAND_SIZE for count in counts):
        return None
    return view_of(state, seat)


class _Share(NamedTuple):
    """What I bound myself to in the deal under way."""

    deal: DealId
    seat: int
    share: bytes

    def __repr__(self) -> str:
        return "<secret>"


class Replica:
    """One game, event by event. It knows the hand of its seat and no other before the hand's end."""

    def __init__(self, game: bytes, random_bytes: Callable[[int], bytes], before: bytes | None = None) -> None:
        """`before`: the last digest of the game before, for who has seen all of that."""
        self.log = Log(game)
        self.state: State | None = None
        self.lobby: LobbyOpened | None = None
        """The first event of the log."""
        self.alarm: Verdict | None = None
        self._random_bytes = random_bytes
        self._auditor = Auditor(game, before)
        self._share: _Share | None = None
        self._due: Contribute | None = None
        self._hand = (0, 0)
        """Number and attempt of the hand that was dealt last."""
        self._dealt: State | None = None
        self._since: list[Event] = []
        """What has happened since the hand was dealt, for a key that comes later."""

    @property
    def seat(self) -> int | None:
        """My seat in this game; the auditor has to know it, so it is kept there."""
        return self._auditor.seat

    @property
    def view(self) -> PlayerView | None:
        """What my seat sees, once its hand is known."""
        return view_from(self.state, self.seat)

    def seated(self, seat: int, seat_key: bytes) -> None:
        """This is my seat from now on, and its key."""
        self._auditor.seated(seat, seat_key)

    def unseated(self) -> None:
        """I have no seat, or none any more."""
        self._auditor.unseated()

    def rolled_back(self, alarm: Verdict | None) -> None:
        """The host has lost what stood behind the last event, and what was wrong there stays wrong."""
        self._auditor.rolled_back(alarm)
        self.alarm = self.alarm or alarm

    def take_key(self, message: HandKey) -> bool:
        """The key of the hand under way, given with a seat in the middle of it; whether it opens that."""
        state = self._dealt
        if state is None or self.alarm is not None or self._hand != (message.hand, message.attempt):
            return False
        self._auditor.open_hand(message.key)
        if self._auditor.cards is None or self.seat is None:
            return False
        state = evolve(state, HandKnown(self.seat, self._auditor.cards))
        for event in self._since:
            state = evolve(state, event)
        self.state = state
        return True

    def feed(self, raw: bytes, event: Event | None = None, *, history: bool) -> Followed:
        """Take the next event in, as it stands in the log; RemoteProtocolError if it is none, or one too many.

        History is not to be acted on: no share is made for it. `event` is the decoded event, if the caller has it.
        """
        seq, before = len(self.log), self.log.digest
        event = self.log.append(raw, event)
        verdict = self._auditor.feed(Entry(seq, event, before))
        if verdict is not None and verdict.result is Result.WRONG:
            self.alarm, self._due = verdict, None
        if self.alarm is not None:
            if seq == 0 and isinstance(event, LobbyOpened) and event.game == self.log.game:
                self._fold(event)  # It does not follow the last game, but it still says who sits here.
            return Followed(seq, verdict, None)
        self._fold(event)
        answer = self._share_in(event, history=history)
        return Followed(seq, verdict, None if history else answer)

    def caught_up(self) -> Contribute | None:
        """All history is in: the share that a deal still waits for, if I had bound myself to it before I was away."""
        return self._due

    def _fold(self, event: Event) -> None:
        if self.state is None:
            # The auditor has seen that it is one.
            assert isinstance(event, LobbyOpened)
            self.lobby, self.state = event, open_lobby(event)
            return
        self.state = evolve(self.state, event)
        self._since.append(event)
        if isinstance(event, HandDealt):
            self._hand, self._dealt, self._since = (event.hand, event.attempt), self.state, []
            if self.seat is not None and self._auditor.cards is not None:
                self.state = evolve(self.state, HandKnown(self.seat, self._auditor.cards))
        elif isinstance(event, HandEnded | DealAborted):
            self._dealt, self._since = None, []

    def _share_in(self, event: Event, *, history: bool) -> Answer | None:
        """SPEC 7: bind myself when the host has, show my share when all have."""
        match event:
            case DealOpened():
                self._share = self._due = None
                return None if history else self._commit(event)
            case DealCommitted():
                self._due = self._contribution(event)
                return self._due
            case DealContributed() | DealAborted() | HandDealt():
                self._share = self._due = None
        return None

    def _commit(self, event: DealOpened) -> Commit | None:
        assert self.state is not None
        if self.seat is None or self.seat >= len(self.state.hands):
            return None
        deal = DealId(self.log.game, event.hand, event.attempt)
        share = self._random_bytes(SHARE)
        self._auditor.contributed(deal, share)
        self._share = _Share(deal, self.seat, share)
        return Commit(event.hand, event.attempt, seat_commitment(deal, self.seat, share))

    def _contribution(self, event: DealCommitted) -> Contribute | None:
        if self._share is None:
            return None
        deal, seat, share = self._share
        # No commitment at my seat: I was left out. Another one: the auditor will say so. My share stays secret in both.
        if event.commitments[seat] != seat_commitment(deal, seat, share):
            return None
        return Contribute(deal.hand, deal.attempt, share)


# --- a table: one game after the other ---


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

    replica: Replica
    verdicts: list[Judged]
    place: Seated | None
    """Where we sat in it."""


class Follower:
    """Tells what it hears, and says what has to be said at once."""

    def __init__(
        self, random_bytes: Callable[[int], bytes], send: Callable[[Part], bool], tell: Callable[[News], None]
    ) -> None:
        self.caught_up = False
        """Whether the log is in and events happen now."""
        self.verdicts: list[Judged] = []
        """Those of the game of now."""
        self.replica: Replica | None = None
        self.is_asked = False
        """Whether the host was rolled back, and nobody has said yet that they go on from there."""
        self._random_bytes, self._send, self._tell = random_bytes, send, tell
        self._place: Seated | None = None
        """Our seat and its key, as the host said last."""
        self._history = 0
        self._seen: Log | None = None
        """What we saw of this game before its log was sent from the start once more."""
        self._pending: _Pending | None = None
        self._before: _Kept | None = None
        """The game before this one: a host that was rolled back may play it again."""
        self._past: Replica | None = None
        """The game before this one, as the host has sent it to us because we were not there."""
        self._record: tuple[bytes, str] = (b"", "")
        """The game that is shown again, and its record."""
        self._rollbacks = 0
        self._may_be_rolled_back = False
        """Whether we have told the host what we have, and it has not answered yet."""
        self._lost: list[Event] = []
        """What is gone of this game's log, until the host has gone on with it."""
        self._go_on_message: GoOn | None = None
        """What is said when somebody goes on after a rollback; kept until the host's log follows."""
        self._is_answered = False
        """Whether it was sent on this link."""

    @property
    def seat(self) -> int | None:
        """Our seat, if we have one."""
        return None if self._place is None else self._place.seat

    @property
    def owner(self) -> bool:
        """Whether the user hosts this table."""
        return self._place is not None and self._place.owner

    def sync(self) -> Sync:
        """What we have of the log, to be told to the host."""
        self._may_be_rolled_back, self._is_answered = self.replica is not None, False
        return Sync(None, 0, None) if self.replica is None else self.replica.log.sync()

    def hear(self, message: messages.FromClient | messages.FromHost) -> None:
        """Take a message in that is no event; Forked and Misplaced end the connection."""
        match message:
            case messages.Ping(token=token):
                self._send(messages.Pong(token))
            case Seated():
                log.debug("seated at %d", message.seat)
                self._sit(message)
                self._tell(SeatTaken(message.seat, message.owner))
            case messages.LogFollows():
                self._log_follows(message)
            case HandKey():
                if self.replica is not None and self.replica.take_key(message):
                    self._tell(HandOpened())
            case Refused():
                self._refused(message)
            case messages.Fork():
                raise Forked
            case messages.RolledBack():
                self._rolled_back(message)
            case Watching():
                self._sit(None)
            case messages.PastLog():
                self._take_past(message)
            case messages.StepShown(step=None):
                self._tell(ReplayEnded())
            case messages.StepShown(game, int(step)):
                self._tell(ReplayShown(self._record_of(game), step))
        if isinstance(message, HostSaid):
            self._tell(message)

    def _sit(self, place: Seated | None) -> None:
        """This is our seat from now on; None: we have none, or lost the one that we had."""
        self._place = place
        if self.replica is not None:
            if place is None:
                self.replica.unseated()
            else:
                self.replica.seated(place.seat, place.seat_key)

    def _refused(self, message: Refused) -> None:
        log.debug("refused: message %d, %s", message.about, message.reason.name)
        pending = self._pending
        if pending is not None and message.about in MOVE_TAGS and message.action == pending.command.action:
            self._pending = None

    # --- the log ---

    def _log_follows(self, message: messages.LogFollows) -> None:
        log.debug("the log goes on at %d of %d", message.seq, message.length)
        ours = None if self.replica is None else self.replica.log
        if self.is_asked:
            raise Misplaced  # SPEC 9: nothing comes before we have said that we go on.
        if ours is None or ours.game != message.game or message.seq != len(ours):
            if message.seq != 0 or (self._go_on_message is not None and ours is not None and ours.game == message.game):
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
        last, before = self.replica, None
        if last is not None and last.log.game != game:
            self.never_shown()
            self._before = _Kept(last, self.verdicts, self._place)
            # SPEC 7: who has followed the last log to here has all of it.
            before = last.log.digest if self.caught_up else None
        self.replica, self.verdicts = Replica(game, self._random_bytes, before), []
        self._sit(self._place)

    def never_shown(self) -> None:
        """The game is over for the host, and if we have not seen its end we shall not: say so."""
        replica = self.replica
        if replica is None or replica.state is None or replica.alarm is not None:
            return
        board = replica.state.board
        if board.phase in (Phase.DEALING, Phase.PLAYING):
            self._judge(Judged(Verdict(Result.NOT_CHECKED, Why.NEVER_SHOWN), len(board.game.scores) + 1))

    def _judge(self, judged: Judged) -> None:
        log.debug("hand %d: %s", judged.hand, judged.verdict.result.value)
        self.verdicts.append(judged)
        self._tell(judged)

    def follow(self, raw: bytes, event: Event) -> None:
        """Take the next event of the log in; RemoteProtocolError if it is one too many."""
        replica = self.replica
        assert replica is not None
        history = len(replica.log) < self._history
        seq, verdict, answer = replica.feed(raw, event, history=history)
        log.debug("event %d %s", seq, type(event).__name__)
        self._compare_with_seen(replica)
        if answer is not None:
            self._send(answer)
        # The verdict first: a listener that goes at the end of a game has heard it then.
        if verdict is not None:
            self._judge(Judged(verdict, 0 if replica.state is None else replica.state.board.game.hand))
        self._tell(Logged(seq, event, history))
        if not self.caught_up:
            self._look_whether_caught_up()

    def _compare_with_seen(self, replica: Replica) -> None:
        if self._seen is not None and len(replica.log) == len(self._seen):
            if replica.log.digest != self._seen.digest:
                raise Forked
            self._seen = None

    def _look_whether_caught_up(self) -> None:
        replica = self.replica
        assert replica is not None
        if len(replica.log) < self._history:
            return
        self.caught_up = True
        due = replica.caught_up()
        if due is not None:
            self._send(due)
        self._repeat_pending(replica)
        self._tell(CaughtUp())

    # --- the game before, shown again ---

    def _take_past(self, message: messages.PastLog) -> None:
        if message.seq == 0:
            self._past = Replica(message.game, self._random_bytes)
        past = self._past
        if past is None or (past.log.game, len(past.log)) != (message.game, message.seq):
            raise Misplaced  # SPEC 6: it comes whole, and in order.
        for raw in message.events:
            past.feed(raw, history=True)

    def _record_of(self, game: bytes) -> str:
        """What everybody makes of the same log, so that a step is the same for all; empty if it is a wrong one."""
        if self._record[0] != game:
            # What was seen here counts for more than what is sent afterwards.
            kept = (None if self._before is None else self._before.replica, self._past)
            ours = next((replica for replica in kept if replica is not None and replica.log.game == game), None)
            if ours is None:
                raise Misplaced  # SPEC 6: who has not followed it is sent it first.
            self._record = game, "" if ours.alarm is not None else record_from(ours.log)
        return self._record[1]

    # --- a host that kept less than it had shown ---

    def _rolled_back(self, message: messages.RolledBack) -> None:
        """SPEC 9: if what the host kept is the beginning of what we saw, drop the rest and ask whether to go on."""
        if not self._may_be_rolled_back or self.replica is None:
            raise Misplaced  # It is an answer to what we said that we have, and to nothing else.
        self._may_be_rolled_back = False
        now = _Kept(self.replica, self.verdicts, self._place)
        ours = next((kept for kept in (now, self._before) if kept and kept.replica.log.game == message.game), None)
        if ours is None or not _begins_with(ours.replica.log, message):
            raise Forked
        events = list(map(decode_event, ours.replica.log.raw))
        kept, lost = events[: message.seq], events[message.seq :]
        actions = actions_in(lost)
        if ours.replica is not now.replica:
            actions += actions_in(map(decode_event, now.replica.log.raw))
            self._lost, self._before = [], None
        self._lost = [*lost, *self._lost]
        log.debug("the host was rolled back to %d, and %d events are lost", message.seq, len(lost))
        self._rollbacks += 1
        self.is_asked, self._go_on_message, self._pending = True, None, None
        ends = hands_ended(kept)
        withdrawn = tuple(judged.hand for judged in ours.verdicts if judged.hand > ends)
        self._tell(HostRolledBack(message.game, message.seq, actions, self._rollbacks, withdrawn))
        self._read_again(ours, kept)
        self._go_on_message = GoOn(secret_shown(kept, self._lost))
        if not self.is_asked:
            self._say_go_on()  # Who was told has answered at once.

    def _read_again(self, kept: _Kept, events: list[Event]) -> None:
        """Follow the beginning of a log that we have once more, and tell it. What was said of its hands stands."""
        old, said = kept.replica, {judged.hand: judged for judged in kept.verdicts}
        self.replica = replica = Replica(old.log.game, self._random_bytes)
        self.verdicts = []
        self._sit(kept.place)
        for raw, event in zip(old.log.raw, events, strict=False):
            seq, verdict, _ = replica.feed(raw, event, history=True)
            if verdict is not None and replica.state is not None:
                hand = replica.state.board.game.hand
                self._judge(said.get(hand, Judged(verdict, hand))._replace(again=True))
            self._tell(Logged(seq, event, True))
        replica.rolled_back(old.alarm)

    def go_on(self) -> None:
        """Go on from where the host was rolled back to."""
        self.is_asked = False
        if self._go_on_message is not None:
            self._say_go_on()

    def _say_go_on(self) -> None:
        assert self._go_on_message is not None
        self._is_answered = self._send(self._go_on_message)

    def _prove_again(self) -> None:
        """The host's log follows. Send the proof that we saw the end of its hand again, if our *go on* may be lost."""
        answer, self._go_on_message, self._lost = self._go_on_message, None, []
        if answer is not None and answer.secret is not None and not self._is_answered:
            self._send(answer)

    # --- plays and passes ---

    def command(self, command: Play | PassTurn) -> None:
        """Say this, now or when the log is in again."""
        assert self.replica is not None
        self._pending = _Pending(self.replica.log.game, command)
        if self.caught_up:
            self._send(command)

    def _repeat_pending(self, replica: Replica) -> None:
        """Say again what was said before a drop. The host refuses another action's number, so that it acts once."""
        pending, self._pending = self._pending, None
        if pending is None or replica.state is None or replica.log.game != pending.game:
            return
        board = replica.state.board
        if board.action == pending.command.action and board.turn == self.seat:
            self._pending = pending
            self._send(pending.command)


def record_from(log: Log) -> str:
    """The record of a game, without times: those are everybody's own."""
    from odin_net.records.record import PlayedGame, record_of  # noqa: PLC0415  Few games are looked at again.

    return record_of(PlayedGame(bytes(TABLE_ID), list(map(decode_event, log.raw)), [None] * len(log)))


def _begins_with(ours: Log, kept: messages.RolledBack) -> bool:
    return kept.seq <= len(ours) and ours.digest_at(kept.seq) == kept.digest


def actions_in(events: Iterable[Event]) -> int:
    """How many plays and passes these events are."""
    return sum(isinstance(event, CardsPlayed | Passed) for event in events)


def hands_ended(events: Iterable[Event]) -> int:
    """How many hands have come to their end."""
    return sum(isinstance(event, HandEnded) for event in events)


def secret_shown(kept: Iterable[Event], lost: Iterable[Event]) -> bytes | None:
    """The host's secret of the hand that is under way at the end of `kept`, if `lost` has it; else None.

    The host shows it when a hand ends or is broken off. Who has it knows all cards of that hand.
    """
    is_under_way = False
    for event in kept:
        if isinstance(event, HandDealt | HandEnded | DealAborted | TableStopped):
            is_under_way = isinstance(event, HandDealt)
    if not is_under_way:
        return None
    ends = (event.secret for event in lost if isinstance(event, HandEnded | DealAborted))
    return next(ends, None)
