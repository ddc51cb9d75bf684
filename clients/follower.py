"""One game's log as one reader follows it: the fold, the audit, the hand that its key opens, its shares in the deals.

Pure: chance comes in. The log may come from a liar. From the first event that is wrong the fold stands still, because
nothing that follows in this game can be right; the log itself goes on, byte for byte.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from odin_net.game.events import (
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    HandDealt,
    HandEnded,
    HandKnown,
    LobbyOpened,
)
from odin_net.game.options import HAND_SIZE
from odin_net.game.state import Board, Phase, PlayerView, State, evolve, open_lobby, view_of
from protocol.audit import Auditor, Entry, Result, Verdict
from protocol.fair_deal import DealId, seat_commitment
from protocol.log import Log
from protocol.messages import SHARE, Commit, Contribute, HandKey

Answer: TypeAlias = Commit | Contribute


class Followed(NamedTuple):
    """What one more event came to."""

    seq: int
    event: Event
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


class Follower:
    """Feed it the events of one game. It knows the hand of its seat and no other before the hand's end."""

    def __init__(self, game: bytes, draw: Callable[[int], bytes], before: bytes | None = None) -> None:
        """`before`: the last digest of the game before, for who has seen all of that."""
        self.log = Log(game)
        self.state: State | None = None
        self.lobby: LobbyOpened | None = None
        """The first event of the log."""
        self.alarm: Verdict | None = None
        self.seat: int | None = None
        self._draw = draw
        self._auditor = Auditor(game, before)
        self._share: _Share | None = None
        self._due: Contribute | None = None
        self._hand = (0, 0)
        """Number and attempt of the hand that was dealt last."""
        self._dealt: State | None = None
        self._since: list[Event] = []
        """What has happened since the hand was dealt, for a key that comes later."""

    @property
    def view(self) -> PlayerView | None:
        """What my seat sees, once its hand is known."""
        return view_from(self.state, self.seat)

    def seated(self, seat: int, seat_key: bytes) -> None:
        """This is my seat from now on, and its key."""
        self.seat = seat
        self._auditor.seated(seat, seat_key)

    def unseated(self) -> None:
        """I have no seat, or none any more."""
        self.seat = None
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

        History is not to be acted on: no share is made for it. Who has read it already says which event it is.
        """
        seq, before = len(self.log), self.log.digest
        event = self.log.append(raw, event)
        verdict = self._auditor.feed(Entry(seq, event, before))
        if verdict is not None and verdict.result is Result.WRONG:
            self.alarm, self._due = verdict, None
        if self.alarm is not None:
            if seq == 0 and isinstance(event, LobbyOpened) and event.game == self.log.game:
                self._fold(event)  # What came before it is not what we saw; who is there it still tells.
            return Followed(seq, event, verdict, None)
        self._fold(event)
        answer = self._share_in(event, history=history)
        return Followed(seq, event, verdict, None if history else answer)

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
        share = self._draw(SHARE)
        self._auditor.contributed(deal, share)
        self._share = _Share(deal, self.seat, share)
        return Commit(event.hand, event.attempt, seat_commitment(deal, self.seat, share))

    def _contribution(self, event: DealCommitted) -> Contribute | None:
        if self._share is None:
            return None
        deal, seat, share = self._share
        # If it is not there I was left out; if another is there the auditor will say so. My share stays mine in both.
        if event.commitments[seat] != seat_commitment(deal, seat, share):
            return None
        return Contribute(deal.hand, deal.attempt, share)
