"""The fair deal, from the host's side: when it is opened, whose shares it waits for, when it begins again. SPEC 7.

How it works. A deal is a commit-and-reveal protocol between the host and everybody who is connected, so that none of
them can choose the cards. Each of its messages is public and in the log:

    DealOpened       the host's commitment to a fresh secret
    DealCommitted    every seat's commitment to its share
    DealContributed  the shares
    HandDealt        the hands, sealed: they follow from the secret and all shares
    DealAborted      instead of the next one of these: the attempt is given up, and the host's secret is shown

`Dealer` drives it. It is asked by the table after every input whether the next step is due (`advance`), and by when at
the latest (`deadline`); `commit` and `contribute` take in what seats send between. `DealStage` says how far it is, and
`DEAL_CHANGES` is every way from one stage to the next.

A seat has `DEAL_TIMEOUT` seconds for its commitment, and as many for its share. Who sends no commitment is left out of
this attempt only. Who has sent one and sends no share spoils the attempt: it is aborted, that seat has no part in later
attempts at this hand, and the next attempt begins. So each such abort costs a seat, and there are few. An abort after a
restart costs none, and clients do not call such a hand checked.

What can be relied on:

- At most one deal is under way, and only while the game's phase is DEALING.
- The secret is in the memo before its commitment is logged, both in one step: a host that is killed can still abort.
- No attempt is continued by another process: after a restart it is aborted, for the host may have known the cards.
- No number of an attempt comes twice in a hand: `_attempt` and `_silent` are read back from the log.
- A commitment counts only if its seat still has the key that it had at the opening: whoever gets the seat between has
  no part in this attempt.
- Nobody's clock runs while the table is paused: `restart_clocks` gives everybody the whole time again.
"""

import hmac
from collections.abc import Iterable
from enum import Enum
from typing import assert_never

from odin_net.game.events import (
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    GameStarted,
    HandEnded,
    Presence,
)
from odin_net.game.rules import decide
from odin_net.game.state import Phase
from odin_net.host.core import Core
from protocol.codec import decode_event
from protocol.fair_deal import DealId, FairDeal, host_commitment, seat_commitment
from protocol.messages import DEAL_SECRET, Commit, Contribute
from protocol.sealing import seal_deal

# SPEC 7: a seat whose commitment or share has not come after so many seconds is left out.
DEAL_TIMEOUT = 3.0
# SPEC 6: the next hand is dealt so long after the first said that they are ready.
NEXT_HAND = 20.0


class DealStage(Enum):
    """How far the next hand is."""

    BETWEEN_HANDS = "between hands"
    """No deal is under way; the next one waits until people are ready."""
    PEOPLE_RETURN = "people return"
    """Likewise, but the host was just restarted: those who are on their way back have a moment to share in it."""
    BROKEN_OFF = "broken off"
    """A restart or a rollback has ended a deal or a hand: it is dealt anew by itself, after such a moment."""
    COMMITTING = "committing"
    """The host is bound; commitments come in."""
    SHARING = "sharing"
    """All are bound; shares come in."""


# Every change of stage that there is, and what leads to it. `docs/ARCHITECTURE.md` shows it as a diagram.
DEAL_CHANGES: dict[tuple[DealStage, DealStage], str] = {
    (DealStage.BETWEEN_HANDS, DealStage.COMMITTING): "the game begins, all are ready, or one has been for 20 s",
    (DealStage.COMMITTING, DealStage.SHARING): "all who are here have committed, or 3 s have passed",
    (DealStage.SHARING, DealStage.BETWEEN_HANDS): "all shares are in and the hand is dealt, or the game is stopped",
    (DealStage.SHARING, DealStage.COMMITTING): "a share is missing after 3 s",
    (DealStage.BETWEEN_HANDS, DealStage.PEOPLE_RETURN): "the host was restarted between two hands",
    (DealStage.PEOPLE_RETURN, DealStage.COMMITTING): "as between hands, but not before all are back or 3 s have passed",
    (DealStage.BETWEEN_HANDS, DealStage.BROKEN_OFF): "the host was restarted in a deal, or the end of a hand was seen",
    (DealStage.BROKEN_OFF, DealStage.COMMITTING): "all are back, or 3 s have passed",
    (DealStage.COMMITTING, DealStage.BETWEEN_HANDS): "the game is stopped",
    (DealStage.PEOPLE_RETURN, DealStage.BETWEEN_HANDS): "the game is stopped",
    (DealStage.BROKEN_OFF, DealStage.BETWEEN_HANDS): "the game is stopped",
}


class Dealer:
    """Deals the next hand when it is due."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._stage = DealStage.BETWEEN_HANDS
        self._commitments: tuple[bytes | None, ...] = ()
        """As they were logged."""
        self._given: dict[int, bytes] = {}
        """What has come in: commitments, then shares."""
        self._expected: set[int] = set()
        """The seats that commitments, then shares, are awaited of."""
        self._keys: list[bytes] = []
        """The seat keys when it was opened: a seat with another one has another owner."""
        self._deadline = 0.0
        self._attempt = 0
        self._silent: set[int] = set()
        """Who fell silent in an earlier attempt at this hand."""
        self._first_ready: float | None = None
        """Since when somebody has been ready for the next hand."""

    def _change(self, stage: DealStage) -> None:
        assert (self._stage, stage) in DEAL_CHANGES, f"{self._stage} cannot become {stage}"
        self._stage = stage

    @property
    def _deal(self) -> DealId:
        """The attempt that is under way, or comes next."""
        game = self._core.state.board.game
        return DealId(game.id, game.hand + 1, self._attempt)

    # --- when ---

    def deadline(self) -> float | None:
        """When `advance` has something to do at the latest."""
        if self._core.phase is not Phase.DEALING:
            return None
        is_between = self._stage in (DealStage.BETWEEN_HANDS, DealStage.PEOPLE_RETURN)
        if not is_between or self._waits_for_returning():
            return self._deadline
        return None if self._first_ready is None else self._first_ready + NEXT_HAND

    def restart_clocks(self) -> None:
        """Somebody is back after all were away: nobody has been silent meanwhile."""
        self._deadline = self._core.now + DEAL_TIMEOUT
        if self._first_ready is not None:
            self._first_ready = self._core.now

    def look_who_is_ready(self) -> None:
        """The 20 s run from the first who is ready, until nobody is."""
        if not any(occupant.ready for _, occupant, _ in self._core.people()):
            self._first_ready = None
        elif self._first_ready is None:
            self._first_ready = self._core.now

    def advance(self) -> bool:
        """Take the next step of a deal if it is due; whether it was."""
        if self._core.phase is not Phase.DEALING:
            return False
        match self._stage:
            case DealStage.BETWEEN_HANDS | DealStage.PEOPLE_RETURN:
                return self._next_hand_is_due() and self._open()
            case DealStage.BROKEN_OFF:
                return self._new_attempt_is_due() and self._open()
            case DealStage.COMMITTING:
                return not self._is_waiting() and self._commit_all()
            case DealStage.SHARING:
                if self._is_waiting():
                    return False
                return self._deal_hand() if self._all_are_in() else self._abort()
            case _:
                assert_never(self._stage)

    def _next_hand_is_due(self) -> bool:
        core = self._core
        if self._waits_for_returning():
            return False
        hand = core.state.board.game.hand
        here = [occupant for _, occupant, _ in core.people() if occupant.presence is Presence.HERE]
        if hand == 0 or all(occupant.ready for occupant in here):
            # All people here are covered by bots, and need not be asked; but let them look at the points.
            if here or hand == 0 or not any(True for _ in core.people()):
                return True
            self._first_ready = core.now if self._first_ready is None else self._first_ready
        return self._first_ready is not None and core.now >= self._first_ready + NEXT_HAND

    def _new_attempt_is_due(self) -> bool:
        """SPEC 7: it begins again by itself. Those who are on their way back have a moment to share in it."""
        is_anybody_away = any(occupant.presence is Presence.AWAY for _, occupant, _ in self._core.people())
        return self._core.now >= self._deadline or not is_anybody_away

    def _waits_for_returning(self) -> bool:
        """SPEC 7: a moment for those who are on their way back, so that they share in the deal."""
        core = self._core
        is_returning = self._stage is DealStage.PEOPLE_RETURN
        return is_returning and core.somebody_is_away and core.now < self._deadline

    def _is_waiting(self) -> bool:
        return self._core.now < self._deadline and not self._all_are_in()

    def _all_are_in(self) -> bool:
        if self._stage is DealStage.COMMITTING:
            # Who has gone since cannot answer; who has gone after its commitment may still come back for its share.
            return all(seat in self._given or self._core.seat_links[seat].link is None for seat in self._expected)
        return all(seat in self._given for seat in self._expected)

    # --- the steps ---

    def _open(self) -> bool:
        core = self._core
        game = core.state.board.game
        self._change(DealStage.COMMITTING)
        self._first_ready, self._given = None, {}
        self._expected = {seat for seat, _, seat_link in core.people() if seat_link.link is not None} - self._silent
        self._keys = [seat_link.secrets.key for seat_link in core.seat_links]
        self._deadline = core.now + DEAL_TIMEOUT
        core.memo.deal_secret = core.random_bytes(DEAL_SECRET)
        core.remember()
        core.happen(DealOpened(game.hand + 1, self._attempt, host_commitment(self._deal, core.memo.deal_secret)))
        return True

    def commit(self, seat: int, message: Commit) -> bool:
        """Take a seat's commitment; False if it is not its time."""
        if self._stage is not DealStage.COMMITTING or not self._fits(seat, message):
            return False
        self._given[seat] = message.commitment
        return True

    def contribute(self, seat: int, message: Contribute) -> bool:
        """Take a seat's share; False if it is not its time, or not the share that was bound."""
        if self._stage is not DealStage.SHARING or not self._fits(seat, message):
            return False
        if seat_commitment(self._deal, seat, message.share) != self._commitments[seat]:
            return False
        self._given[seat] = message.share
        return True

    def _fits(self, seat: int, message: Commit | Contribute) -> bool:
        is_this_attempt = (message.hand, message.attempt) == self._deal[1:]
        return is_this_attempt and seat in self._expected and seat not in self._given

    def _in_seat_order(self) -> tuple[bytes | None, ...]:
        return tuple(self._given.get(seat) for seat in range(len(self._core.seat_links)))

    def _commit_all(self) -> bool:
        # SPEC 7: a bot has no share, and nobody takes over the share of who sat there before.
        keys = [seat_link.secrets.key for seat_link in self._core.seat_links]
        self._given = {seat: part for seat, part in self._given.items() if keys[seat] == self._keys[seat]}
        self._change(DealStage.SHARING)
        self._commitments = self._in_seat_order()
        self._expected, self._given = set(self._given), {}
        self._deadline = self._core.now + DEAL_TIMEOUT
        self._core.happen(DealCommitted(self._commitments))
        return True

    def _abort(self) -> bool:
        silent = self._expected - set(self._given)
        self._silent |= silent
        self._attempt += 1
        self._core.happen(DealAborted(tuple(sorted(silent)), self._core.memo.deal_secret))
        return self._open()

    def _deal_hand(self) -> bool:
        core = self._core
        shares = self._in_seat_order()
        core.happen(DealContributed(shares))
        fair = FairDeal(self._deal, core.memo.deal_secret, self._commitments, shares)
        sealed = seal_deal(fair, core.state, tuple(seat_link.secrets.key for seat_link in core.seat_links))
        core.memo.hand_keys = sealed.hand_keys
        core.remember()
        core.happen(*decide(core.state, sealed.command))
        self.reset()
        return True

    def break_off(self, secret: bytes) -> bool:
        """Deal the hand under way anew, if this is what it was dealt with: then somebody has seen its end. SPEC 9."""
        core = self._core
        if core.phase is not Phase.PLAYING or not hmac.compare_digest(secret, core.memo.deal_secret):
            return False
        core.happen(DealAborted((), core.memo.deal_secret))
        self._read(map(decode_event, core.log.raw))
        self._change(DealStage.BROKEN_OFF)
        self._deadline = core.now + DEAL_TIMEOUT
        return True

    def reset(self) -> None:
        """The hand is dealt, or the game is over: nothing is under way."""
        if self._stage is not DealStage.BETWEEN_HANDS:
            self._change(DealStage.BETWEEN_HANDS)
        self._attempt, self._silent, self._first_ready = 0, set(), None

    # --- after a restart ---

    def resume(self, events: list[Event]) -> None:
        """Go on after the host was started again: a deal that was not finished is never continued."""
        if self._core.phase is not Phase.DEALING:
            return
        last = self._read(events)
        if self._core.state.board.game.hand:
            self.look_who_is_ready()
        if last is not None:
            self._change(DealStage.BROKEN_OFF)
        elif self._core.state.board.game.hand:
            self._change(DealStage.PEOPLE_RETURN)
        if isinstance(last, DealOpened):
            self._attempt += 1
            self._core.happen(DealAborted((), self._core.memo.deal_secret))

    def _read(self, events: Iterable[Event]) -> DealOpened | DealAborted | None:
        """Read from the log which attempt at this hand is next and who fell silent; what was last done about it."""
        last: DealOpened | DealAborted | None = None
        for event in events:
            match event:
                case GameStarted() | HandEnded():
                    last, self._attempt, self._silent = None, 0, set()
                case DealOpened():
                    last = event
                case DealAborted():
                    last, self._attempt = event, self._attempt + 1
                    self._silent |= set(event.silent)
        return last
