"""What a client checks of every hand: deal, plays and score, computed again from what was revealed. SPEC 7.

Each hand ends with one of three results. *Checked*: my commitment followed the host's, my share is in the seed, and all
recomputes. *Not checked*: all recomputes, but I cannot vouch for the chance in it, and why. *Wrong*: the first event
that differs from what it must be.
"""

from enum import Enum
from typing import NamedTuple

from odin_net.game.commands import Deal, Pass, PlayCards
from odin_net.game.events import (
    CardsPlayed,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    GameEnded,
    HandDealt,
    HandEnded,
    LobbyOpened,
    Passed,
    RoundEnded,
)
from odin_net.game.refusals import IllegalMove
from odin_net.game.rules import decide
from odin_net.game.state import State, evolve, open_lobby
from protocol.dealing import DealId, FairDeal, draw, host_commitment, seat_commitment
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.sealing import bound_of, entry_info, hand_of, open_entry


class Result(Enum):
    CHECKED = "checked"
    NOT_CHECKED = "not checked"
    WRONG = "wrong"


class Why(Enum):
    """Why a hand is not checked, or what is wrong with it."""

    AWAY = "away"
    """I made no share for this deal."""
    WATCHING = "watching"
    LEFT_OUT = "left out"
    """My commitment came too late for this deal."""
    NOBODY = "nobody"
    """No person made a share: the host alone chose the deal."""
    BEGUN_AGAIN = "begun again"
    """The host broke a deal off by itself when it could know the cards: it may have chosen among several."""

    ORDER = "order"
    """This event may not come here."""
    COMMITMENT = "commitment"
    """The host's secret is not the one it had bound itself to."""
    SHARE = "share"
    """A share is not the one that was bound, or one that was bound is missing."""
    DEAL = "deal"
    """Colours, opener or attempt are not those of the seed."""
    ENTRY = "entry"
    """A sealed hand is not what the seed gives to its seat, or not what I was shown."""
    PLAY = "play"
    """The rules do not allow this, or not here."""
    SCORE = "score"
    """Hands, points or winners are not those of the rules."""
    DIGEST = "digest"
    """The host's log is not the one that I saw."""


class Verdict(NamedTuple):
    result: Result
    why: Why | None = None
    seq: int | None = None
    """The event that is wrong."""


class Entry(NamedTuple):
    """An event with its place in the log and the digest of all before it."""

    seq: int
    event: Event
    before: bytes


class _Wrong(Exception):
    def __init__(self, why: Why, seq: int) -> None:
        super().__init__(why.value)
        self.verdict = Verdict(Result.WRONG, why, seq)


class Auditor:
    """Watches the log of one game for one reader. `seat` is None for a spectator and may change."""

    def __init__(self, game: bytes, seat: int | None) -> None:
        self.seat = seat
        self._game = game
        self._state: State | None = None
        self._shares: dict[DealId, tuple[int, bytes]] = {}
        self._deal: list[Entry] = []
        """The events of the deal under way: opened, committed, contributed, dealt, as far as they have come."""
        self._before_deal: State | None = None
        self._out: set[int] = set()
        """Who fell silent in an earlier attempt of this hand."""
        self._begun_again = False
        self._seen: tuple[int, tuple[int, ...]] | None = None
        self._hand: list[Entry] = []
        self._due: GameEnded | None = None
        self._after_hand = False
        self._alarm: Verdict | None = None

    def contributed(self, deal: DealId, seat: int, share: bytes) -> None:
        """Note the share that I bind myself to now. The host's commitment must have come before."""
        if self._alarm is not None:
            return
        if len(self._deal) != 1 or self._id() != deal:
            raise LocalProtocolError("a share is bound when the host is, and before the others are shown")
        self._shares[deal] = (seat, share)

    def opened(self, seat: int, cards: tuple[int, ...]) -> None:
        """Note the cards that I found in the entry of my seat."""
        self._seen = (seat, cards)

    def feed(self, entry: Entry) -> Verdict | None:
        """Take the next event in. A verdict comes at the end of each hand, and at once if something is wrong.

        After an alarm nothing that follows in this game can be right: every hand ends with the same verdict.
        """
        if self._alarm is not None:
            return self._alarm if isinstance(entry.event, HandEnded) else None
        try:
            return self._feed(entry)
        except _Wrong as wrong:
            self._alarm = wrong.verdict
            return wrong.verdict

    def _feed(self, entry: Entry) -> Verdict | None:
        event = entry.event
        if self._state is None:
            if not isinstance(event, LobbyOpened) or event.game != self._game:
                raise _Wrong(Why.ORDER, entry.seq)
            self._state = open_lobby(event)
            return None
        self._check_due(entry)
        before, verdict = self._state, None
        match event:
            case DealOpened():
                self._opened(entry, event)
            case DealCommitted():
                self._follows(entry, DealOpened, len(event.commitments))
                if any(event.commitments[seat] is not None for seat in self._out):
                    raise _Wrong(Why.SHARE, entry.seq)
            case DealContributed():
                self._follows(entry, DealCommitted, len(event.contributions))
                self._check_shares(entry, event)
            case DealAborted():
                self._aborted(entry, event)
            case HandDealt():
                self._follows(entry, DealContributed, len(event.sealed))
                self._before_deal, self._hand = before, []
            case CardsPlayed() | Passed() | RoundEnded():
                if not self._is_dealt():
                    raise _Wrong(Why.ORDER, entry.seq)
                self._hand.append(entry)
            case HandEnded():
                verdict = self._conclude(entry, event)
            case LobbyOpened():
                raise _Wrong(Why.ORDER, entry.seq)
        try:
            self._state = evolve(before, event)
        except (IndexError, ValueError):
            raise _Wrong(Why.PLAY, entry.seq) from None  # a seat that nobody has, a hand that nobody emptied
        return verdict

    # --- the deal ---

    def _id(self) -> DealId:
        opened = self._deal[0].event
        assert isinstance(opened, DealOpened)
        return DealId(self._game, opened.hand, opened.attempt)

    def _is_dealt(self) -> bool:
        return bool(self._deal) and isinstance(self._deal[-1].event, HandDealt)

    def _opened(self, entry: Entry, event: DealOpened) -> None:
        assert self._state is not None
        if self._deal or event.hand != self._state.board.game.hand + 1:
            raise _Wrong(Why.ORDER, entry.seq)
        self._deal = [entry]

    def _follows(self, entry: Entry, kind: type[Event], seats: int) -> None:
        assert self._state is not None
        if not self._deal or type(self._deal[-1].event) is not kind:
            raise _Wrong(Why.ORDER, entry.seq)
        if seats != len(self._state.board.game.seats):
            raise _Wrong(Why.DEAL, entry.seq)
        self._deal.append(entry)

    def _check_shares(self, entry: Entry, event: DealContributed) -> None:
        committed = self._deal[1].event
        assert isinstance(committed, DealCommitted)
        for seat, (bound, share) in enumerate(zip(committed.commitments, event.contributions, strict=True)):
            right = None if share is None else seat_commitment(self._id(), seat, share)
            if bound != right:
                raise _Wrong(Why.SHARE, entry.seq)
        self._check_mine(entry, committed, event)

    def _check_mine(self, entry: Entry, committed: DealCommitted, event: DealContributed) -> None:
        seat, share = self._shares.get(self._id(), (None, None))
        if seat is not None and committed.commitments[seat] is not None and event.contributions[seat] != share:
            raise _Wrong(Why.SHARE, entry.seq)

    def _aborted(self, entry: Entry, event: DealAborted) -> None:
        if not self._deal or self._is_dealt():
            raise _Wrong(Why.ORDER, entry.seq)
        self._check_secret(entry, event.secret)
        committed = self._deal[1].event if len(self._deal) > 1 else None
        bound = committed.commitments if isinstance(committed, DealCommitted) else ()
        # Each attempt costs the host a seat that shares in it, so that it cannot have as many as it likes. When all
        # shares are in, nobody is silent any more.
        all_in = isinstance(self._deal[-1].event, DealContributed)
        if any(all_in or seat >= len(bound) or bound[seat] is None for seat in event.silent):
            raise _Wrong(Why.SHARE, entry.seq)
        self._begun_again |= bool(bound) and not event.silent
        self._out |= set(event.silent)
        self._deal = []

    def _check_secret(self, entry: Entry, secret: bytes) -> None:
        opened = self._deal[0].event
        assert isinstance(opened, DealOpened)
        if host_commitment(self._id(), secret) != opened.commitment:
            raise _Wrong(Why.COMMITMENT, entry.seq)

    # --- the end of a hand ---

    def _conclude(self, entry: Entry, ended: HandEnded) -> Verdict:
        if not self._is_dealt():
            raise _Wrong(Why.ORDER, entry.seq)
        _, committed, contributed, dealt = self._deal
        assert isinstance(committed.event, DealCommitted)
        assert isinstance(contributed.event, DealContributed)
        assert isinstance(dealt.event, HandDealt)
        self._check_secret(entry, ended.secret)
        deal = FairDeal(self._id(), ended.secret, committed.event.commitments, contributed.event.contributions)
        state = self._check_dealt(deal, dealt, dealt.event, entry, ended)
        self._check_plays(state, entry)
        if ended.digest != entry.before:
            raise _Wrong(Why.DIGEST, entry.seq)
        verdict = self._vouch(deal)
        self._deal, self._hand, self._out, self._begun_again, self._seen = [], [], set(), False, None
        return verdict

    def _check_dealt(self, deal: FairDeal, dealt: Entry, event: HandDealt, end: Entry, ended: HandEnded) -> State:
        """Check what was dealt, and give the state in which all hands are known."""
        state = self._before_deal
        assert state is not None
        drawn = draw(deal, state)
        if (event.hand, event.attempt) != deal.id[1:] or (event.colours, event.opener) != drawn[:2]:
            raise _Wrong(Why.DEAL, dealt.seq)
        if len(ended.hand_keys) != len(event.sealed):
            raise _Wrong(Why.ENTRY, end.seq)
        bound = bound_of(deal, drawn)
        for seat, (key, sealed) in enumerate(zip(ended.hand_keys, event.sealed, strict=True)):
            try:
                cards = open_entry(key, entry_info(deal.id, seat, bound), sealed)
            except RemoteProtocolError:
                raise _Wrong(Why.ENTRY, end.seq) from None
            # A cipher of this kind can be made to open in two ways: what I saw then counts too.
            seen = cards if self._seen is None or self._seen[0] != seat else self._seen[1]
            if not cards == seen == hand_of(drawn, seat):
                raise _Wrong(Why.ENTRY, dealt.seq)
        return _dealt_state(state, event, drawn.deck)

    def _check_plays(self, state: State, end: Entry) -> None:
        logged = [*self._hand, end]
        place = 0
        while place < len(logged):
            expected = _expected(state, logged[place])
            for right in expected:
                if isinstance(right, GameEnded):
                    self._due = right
                    continue
                if place == len(logged):
                    raise _Wrong(Why.PLAY, end.seq)
                entry = logged[place]
                place += 1
                _compare(entry, right)
                state = evolve(state, right)
        self._after_hand = True

    def _check_due(self, entry: Entry) -> None:
        """What the rules make follow at once from the end of a hand."""
        if self._after_hand:
            due, self._due, self._after_hand = self._due, None, False
            if isinstance(entry.event, GameEnded) != (due is not None) or (due is not None and entry.event != due):
                raise _Wrong(Why.SCORE, entry.seq)
        elif isinstance(entry.event, GameEnded):
            raise _Wrong(Why.SCORE, entry.seq)

    def _vouch(self, deal: FairDeal) -> Verdict:
        """All recomputes. Can I vouch for the chance in it?"""
        seat, _ = self._shares.pop(deal.id, (None, None))
        if all(share is None for share in deal.shares):
            return Verdict(Result.NOT_CHECKED, Why.NOBODY)
        if self.seat is None:
            return Verdict(Result.NOT_CHECKED, Why.WATCHING)
        if seat is None:
            return Verdict(Result.NOT_CHECKED, Why.AWAY)
        if deal.shares[seat] is None:
            return Verdict(Result.NOT_CHECKED, Why.LEFT_OUT)
        return Verdict(Result.NOT_CHECKED, Why.BEGUN_AGAIN) if self._begun_again else Verdict(Result.CHECKED)


def _dealt_state(state: State, event: HandDealt, deck: tuple[int, ...]) -> State:
    command = Deal(deck, event.opener, event.colours, event.attempt, event.sealed)
    for happened in decide(state, command):
        state = evolve(state, happened)
    return state


def _expected(state: State, entry: Entry) -> list[Event]:
    """What the rules make of the action that this event says was done."""
    event = entry.event
    try:
        match event:
            case CardsPlayed():
                return decide(state, PlayCards(*event))
            case Passed():
                return decide(state, Pass(*event))
            case _:
                raise _Wrong(Why.PLAY, entry.seq)
    except IllegalMove:
        raise _Wrong(Why.PLAY, entry.seq) from None


def _compare(entry: Entry, right: Event) -> None:
    event = entry.event
    if isinstance(event, HandEnded) and isinstance(right, HandEnded):
        if (event.hands, event.points) != (right.hands, right.points):
            raise _Wrong(Why.SCORE, entry.seq)
    elif type(event) is not type(right) or event != right:
        raise _Wrong(Why.PLAY, entry.seq)
