"""What a client checks of every hand: deal, plays and score, computed again from what was revealed. SPEC 7.

How it works. An `Auditor` reads the log of one game, event by event, as everybody gets it (`feed`). It knows besides
only what its own client knows: its seat, the key of that seat and the share that it put into a deal. While a hand is
played most of it is sealed, so the auditor keeps what it sees in `_Watched` and checks only what can be known at once.
When the hand ends, the host reveals its secret and all hand keys, and the whole hand is computed again.

A hand goes through these events, in this order and no other; chat, and who comes and goes, may stand between them:

    DealOpened        the host's commitment is kept
    DealCommitted     no commitment for bots or for who fell silent earlier; mine is mine, or is missing
    DealContributed   each share fits its commitment
    HandDealt         my entry opens with a key made of my seat key and all of the above
    CardsPlayed, Passed, RoundEnded
                      kept, for what they hide is not known yet
    HandEnded         the verdict, below; then the next hand begins with an empty `_Watched`

    DealAborted       at any of them: the host's secret fits its commitment, and all but the number of attempts, who
                      fell silent, and whether it was the host's own doing, is forgotten

The end of a hand is checked in this order: the secret against its commitment; the deck, opener and colours that follow
from secret and shares; each sealed entry against that deck; each play against the rules, from the hands that were dealt
on; the points; the digest of the log. What follows from it by the rules, the end of the game, has to be the next event.

The verdict is one of three. *Checked*: my commitment followed the host's, my share is in the seed, and all recomputes.
*Not checked*: all recomputes, but I cannot vouch for the chance in it, and why. *Wrong*: the first event that differs
from what it must be.

What can be relied on:

- The log may come from a liar: nothing that it holds ends in anything but a verdict. What is raised is `_Wrong`.
- After a wrong event the game is wrong for good: every later hand ends with the same verdict.
- The auditor trusts no view: it folds the events by itself, with the `evolve` of the rules.
- It reads no clock and has no randomness; the same log and the same calls give the same verdicts.
"""

from enum import Enum
from typing import NamedTuple, assert_never

from msgspec import Struct, field

from odin_net.game.cards import Card
from odin_net.game.commands import Deal, Pass, PlayCards
from odin_net.game.events import (
    CardsPlayed,
    ChatSaid,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    HandKnown,
    Kind,
    LobbyOpened,
    OptionsChanged,
    Passed,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.options import MAX_PLAYERS, MIN_PLAYERS
from odin_net.game.refusals import IllegalMove
from odin_net.game.rules import decide
from odin_net.game.state import Phase, State, evolve, open_lobby
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.fair_deal import DealId, FairDeal, binding, host_commitment, outcome_of, seat_commitment
from protocol.sealing import entry_info, hand_key, hand_of, open_entry


class Result(Enum):
    CHECKED = "checked"
    NOT_CHECKED = "not checked"
    WRONG = "wrong"


class Why(Enum):
    """Why a hand is not checked, or what is wrong with it."""

    AWAY = "away"
    """I made no share for this deal."""
    CAME_DURING = "came during it"
    """The deal has a share of my seat, but not by me: another client made it before this one was started."""
    WATCHING = "watching"
    LEFT_OUT = "left out"
    """I had bound myself, and the host says that it heard nothing from me, or too late."""
    NOBODY = "nobody"
    """No person made a share: the host alone chose the deal."""
    BEGUN_AGAIN = "begun again"
    """The host broke a deal off by itself when it could know the cards: it may have chosen among several."""
    ROLLED_BACK = "rolled back"
    """The host lost a part of this hand, or had it dealt anew because of that: what was played can be chosen anew."""
    NEVER_SHOWN = "the end was never shown"
    """The host went on with another game, and this hand has no end."""

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


class _Watched(Struct):
    """What was seen of one hand, from the opening of its first deal to its end. It holds my share and my key."""

    attempts: int = 0
    """How many deals were opened for it."""
    out: set[int] = field(default_factory=set)
    """Who fell silent in an earlier one."""
    begun_again: bool = False
    rolled_back: bool = False
    bound_myself: bool = False
    share: tuple[int, bytes] | None = None
    """My seat and my share in the deal under way."""
    opened: DealOpened | None = None
    committed: DealCommitted | None = None
    contributed: DealContributed | None = None
    dealt: Entry | None = None
    before: State | None = None
    """The state before the cards were dealt."""
    my_key: tuple[int, bytes] | None = None
    """My seat and its key for this hand."""
    plays: list[Entry] = field(default_factory=list)

    __repr__ = object.__repr__  # It holds keys.


class Auditor:
    """Watches the log of one game for one reader, and opens the hand of its seat."""

    def __init__(self, game: bytes, before: bytes | None = None) -> None:
        """`before`: the last digest of the game before, for who has seen all of that."""
        self.cards: tuple[Card, ...] | None = None
        """The nine cards that my seat was dealt in this hand, if it has an entry that I can open."""
        self._game, self._before = game, before
        self._seat: int | None = None
        self._seat_key = b""
        self._state: State | None = None
        self._hand = _Watched()
        self._due: GameEnded | None = None
        self._alarm: Verdict | None = None

    @property
    def seat(self) -> int | None:
        """My seat, if I have one."""
        return self._seat

    def seated(self, seat: int, seat_key: bytes) -> None:
        """This is my seat from now on, and its key."""
        self._seat, self._seat_key = seat, seat_key

    def unseated(self) -> None:
        """I have no seat, or none any more."""
        self._seat, self._seat_key = None, b""

    def contributed(self, deal: DealId, share: bytes) -> None:
        """Note the share that I bind myself to now. The host's commitment must have come before."""
        if self._alarm is not None:
            return
        hand = self._hand
        if self._seat is None or hand.opened is None or hand.committed is not None or self._id() != deal:
            raise LocalProtocolError("a share is bound when the host is, and before the others are shown")
        hand.share, hand.bound_myself = (self._seat, share), True

    def rolled_back(self, alarm: Verdict | None) -> None:
        """The host has lost all that stood behind the last event, and what was dealt or played there may come anew.

        An alarm that was raised stays one: whoever does wrong is not to take that back.
        """
        self._hand.rolled_back = True
        self._alarm = self._alarm or alarm

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
            if self._before is not None and event.before != self._before:
                raise _Wrong(Why.DIGEST, entry.seq)
            return None
        self._check_due(entry)
        if not _may_come(event, self._state):
            raise _Wrong(Why.ORDER, entry.seq)
        verdict = self._watch(entry, self._state)
        try:
            self._state = evolve(self._state, event)
        except (IndexError, ValueError):
            raise _Wrong(Why.PLAY, entry.seq) from None  # a seat that nobody has, a hand that nobody emptied
        return verdict

    def _watch(self, entry: Entry, state: State) -> Verdict | None:
        event, seats = entry.event, len(state.board.game.seats)
        match event:
            case DealOpened():
                self._opened(entry, event, state)
            case DealCommitted():
                self._committed(entry, event, state)
            case DealContributed():
                self._contributed(entry, event, seats)
            case DealAborted():
                self._aborted(entry, event)
            case HandDealt():
                self._dealt(entry, event, state)
            case CardsPlayed() | Passed() | RoundEnded():
                self._hand.plays.append(entry)
            case HandEnded():
                return self._conclude(entry, event)
            case LobbyOpened() | SeatChanged() | OptionsChanged() | ChatSaid() | GameStarted():
                pass  # They are no part of a hand.
            case GameEnded() | TableStopped() | HandKnown():
                pass  # `_check_due` knows whether the game may end here; what a hand is nobody logs.
            case _:
                assert_never(event)
        return None

    # --- the deal ---

    def _id(self) -> DealId:
        assert self._hand.opened is not None
        return DealId(self._game, self._hand.opened.hand, self._hand.opened.attempt)

    def _opened(self, entry: Entry, event: DealOpened, state: State) -> None:
        hand = self._hand
        # A repeated attempt could be given the shares of the one before it.
        if hand.opened is not None or (event.hand, event.attempt) != (state.board.game.hand + 1, hand.attempts):
            raise _Wrong(Why.ORDER, entry.seq)
        hand.opened, hand.attempts = event, hand.attempts + 1

    def _committed(self, entry: Entry, event: DealCommitted, state: State) -> None:
        seats = state.board.game.seats
        if self._hand.opened is None or self._hand.committed is not None or len(event.commitments) != len(seats):
            raise _Wrong(Why.ORDER, entry.seq)
        # Bots have no share, or the host could let them fall silent until it likes the cards.
        none = self._hand.out | {seat for seat, occupant in enumerate(seats) if occupant.kind is Kind.BOT}
        if any(event.commitments[seat] is not None for seat in none):
            raise _Wrong(Why.SHARE, entry.seq)
        if not self._is_mine_or_none(event):
            raise _Wrong(Why.SHARE, entry.seq)
        self._hand.committed = event

    def _is_mine_or_none(self, event: DealCommitted) -> bool:
        """Whether my seat is bound to my share, if I made one, or was left out."""
        if self._hand.share is None:
            return True
        seat, share = self._hand.share
        return event.commitments[seat] in (None, seat_commitment(self._id(), seat, share))

    def _contributed(self, entry: Entry, event: DealContributed, seats: int) -> None:
        hand = self._hand
        if hand.committed is None or hand.contributed is not None or len(event.contributions) != seats:
            raise _Wrong(Why.ORDER, entry.seq)
        commitments = hand.committed.commitments
        for seat, (bound, share) in enumerate(zip(commitments, event.contributions, strict=True)):
            right = None if share is None else seat_commitment(self._id(), seat, share)
            if bound != right:
                raise _Wrong(Why.SHARE, entry.seq)
        hand.contributed = event

    def _aborted(self, entry: Entry, event: DealAborted) -> None:
        hand = self._hand
        if hand.opened is None:
            raise _Wrong(Why.ORDER, entry.seq)
        self._check_secret(entry, event.secret)
        bound = hand.committed.commitments if hand.committed is not None else ()
        # Each attempt costs the host a seat that shares in it, so that it cannot have as many as it likes. When all
        # shares are in, nobody is silent any more.
        for seat in event.silent:
            if hand.contributed is not None or seat >= len(bound) or bound[seat] is None:
                raise _Wrong(Why.SHARE, entry.seq)
        hand.begun_again |= bool(bound) and not event.silent
        # In the middle of a hand: it is as if it had never been dealt, but nobody calls what comes now checked.
        hand.rolled_back |= hand.dealt is not None
        hand.out |= set(event.silent)
        hand.opened = hand.committed = hand.contributed = hand.share = None
        hand.dealt = hand.before = hand.my_key = self.cards = None
        hand.plays = []

    def _check_secret(self, entry: Entry, secret: bytes) -> None:
        assert self._hand.opened is not None
        if host_commitment(self._id(), secret) != self._hand.opened.commitment:
            raise _Wrong(Why.COMMITMENT, entry.seq)

    def _dealt(self, entry: Entry, event: HandDealt, state: State) -> None:
        hand = self._hand
        if hand.contributed is None or len(event.sealed) != len(state.board.game.seats):
            raise _Wrong(Why.ORDER, entry.seq)
        hand.dealt, hand.before, self.cards = entry, state, None
        if self._seat is not None:
            self.open_hand(hand_key(self._seat_key, self._info(self._seat)))
        # Who has bound a share also has the key of the seat: its entry must open.
        if hand.my_key is None and hand.share is not None and hand.share[0] == self._seat:
            raise _Wrong(Why.ENTRY, entry.seq)

    def open_hand(self, key: bytes) -> None:
        """Open the entry of my seat with the key of this hand: mine, or the one that I was given with the seat."""
        if self._alarm is not None or self._hand.dealt is None or self._seat is None:
            return
        event = self._hand.dealt.event
        assert isinstance(event, HandDealt)
        self.cards = None
        if self._seat >= len(event.sealed):
            return  # A seat that is not at this table.
        try:
            self.cards = open_entry(key, self._info(self._seat), event.sealed[self._seat])
        except RemoteProtocolError:
            return  # Not sealed for me.
        self._hand.my_key = (self._seat, key)

    def _info(self, seat: int) -> bytes:
        hand = self._hand
        assert hand.opened is not None
        assert hand.committed is not None
        assert hand.contributed is not None
        assert hand.dealt is not None
        dealt = hand.dealt.event
        assert isinstance(dealt, HandDealt)
        commitments, shares = hand.committed.commitments, hand.contributed.contributions
        bound = binding(self._id(), hand.opened.commitment, commitments, shares, dealt.colours, dealt.opener)
        return entry_info(self._id(), seat, bound)

    # --- the end of a hand ---

    def _conclude(self, entry: Entry, ended: HandEnded) -> Verdict:
        hand = self._hand
        assert hand.committed is not None
        assert hand.contributed is not None
        self._check_secret(entry, ended.secret)
        deal = FairDeal(self._id(), ended.secret, hand.committed.commitments, hand.contributed.contributions)
        self._check_plays(self._check_dealt(deal, entry, ended), entry)
        if ended.digest != entry.before:
            raise _Wrong(Why.DIGEST, entry.seq)
        verdict = self._vouch(deal)
        self._hand = _Watched()
        return verdict

    def _check_dealt(self, deal: FairDeal, end: Entry, ended: HandEnded) -> State:
        """Check what was dealt, and give the state in which all hands are known."""
        hand = self._hand
        assert hand.before is not None
        assert hand.dealt is not None
        dealt = hand.dealt.event
        assert isinstance(dealt, HandDealt)
        outcome = outcome_of(deal, hand.before)
        if (dealt.hand, dealt.attempt) != deal.id[1:] or (dealt.colours, dealt.opener) != outcome[:2]:
            raise _Wrong(Why.DEAL, hand.dealt.seq)
        if len(ended.hand_keys) != len(dealt.sealed):
            raise _Wrong(Why.ENTRY, end.seq)
        for seat, (key, sealed) in enumerate(zip(ended.hand_keys, dealt.sealed, strict=True)):
            try:
                cards = open_entry(key, self._info(seat), sealed)
            except RemoteProtocolError:
                raise _Wrong(Why.ENTRY, end.seq) from None
            if cards != hand_of(outcome, seat) or not self._is_my_key(seat, key):
                raise _Wrong(Why.ENTRY, hand.dealt.seq)
        state = hand.before
        for happened in decide(state, Deal(outcome.deck, dealt.opener, dealt.colours, dealt.attempt, dealt.sealed)):
            state = evolve(state, happened)
        return state

    def _is_my_key(self, seat: int, key: bytes) -> bool:
        """Such a cipher can be made to open in two ways: the key that opened my hand then is the one shown now."""
        mine = self._hand.my_key
        return mine is None or mine[0] != seat or mine[1] == key

    def _check_plays(self, state: State, end: Entry) -> None:
        logged = iter([*self._hand.plays, end])
        for entry in logged:
            following = iter((entry,))
            for right in _expected(state, entry):
                if isinstance(right, GameEnded):
                    self._due = right
                    continue
                now = next(following, None) or next(logged, end)
                _compare(now, right)
                state = evolve(state, right)

    def _check_due(self, entry: Entry) -> None:
        """What the rules make follow at once from the end of a hand."""
        due, self._due = self._due, None
        if isinstance(entry.event, GameEnded) != (due is not None) or (due is not None and entry.event != due):
            raise _Wrong(Why.SCORE, entry.seq)

    def _vouch(self, deal: FairDeal) -> Verdict:
        """All recomputes. Can I vouch for the chance in it?"""
        hand = self._hand
        if hand.rolled_back:
            return Verdict(Result.NOT_CHECKED, Why.ROLLED_BACK)
        if all(share is None for share in deal.shares):
            return Verdict(Result.NOT_CHECKED, Why.NOBODY)
        if self._seat is None:
            return Verdict(Result.NOT_CHECKED, Why.WATCHING)
        if not hand.bound_myself:
            has_share = self._seat < len(deal.shares) and deal.shares[self._seat] is not None
            return Verdict(Result.NOT_CHECKED, Why.CAME_DURING if has_share else Why.AWAY)
        if hand.share is None or deal.shares[hand.share[0]] is None:
            return Verdict(Result.NOT_CHECKED, Why.LEFT_OUT)
        return Verdict(Result.NOT_CHECKED, Why.BEGUN_AGAIN) if hand.begun_again else Verdict(Result.CHECKED)


def _may_come(event: Event, state: State) -> bool:
    """Whether this kind of event can stand here at all. SPEC 6."""
    phase, seats = state.board.phase, len(state.board.game.seats)
    match event:
        case SeatChanged():
            if phase is Phase.LOBBY and event.seat == seats:
                return event.occupant is not None and seats < MAX_PLAYERS
            return event.seat < seats and (phase is Phase.LOBBY or event.occupant is not None)
        case OptionsChanged():
            return phase is Phase.LOBBY
        case GameStarted():
            return phase is Phase.LOBBY and event.players == seats >= MIN_PLAYERS
        case TableStopped():
            return phase in (Phase.DEALING, Phase.PLAYING)
        case DealAborted():
            # SPEC 7: in the middle of a hand, too, after the host was rolled back.
            return phase in (Phase.DEALING, Phase.PLAYING)
        case DealOpened() | DealCommitted() | DealContributed() | HandDealt():
            return phase is Phase.DEALING
        case CardsPlayed() | Passed() | RoundEnded() | HandEnded():
            return phase is Phase.PLAYING
        case LobbyOpened() | HandKnown():
            return False
        case ChatSaid() | GameEnded():
            return True  # Whether the game may end here `_check_due` knows.
        case _:
            assert_never(event)


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
