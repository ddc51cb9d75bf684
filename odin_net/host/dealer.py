"""The fair deal, from the host's side: when it is opened, whose shares it waits for, when it begins again. SPEC 7."""

import hmac
from collections.abc import Iterable

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

# SPEC 7: who is silent for so long is left out.
SILENCE = 3.0
# SPEC 6: the next hand is dealt so long after the first said that they are ready.
NEXT_HAND = 20.0


class Dealer:
    """Deals the next hand when it is due."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._deal: DealId | None = None
        self._commitments: tuple[bytes | None, ...] | None = None
        """As they were logged."""
        self._given: dict[int, bytes] = {}
        """What has come in: commitments, then shares."""
        self._expected: set[int] = set()
        self._keys: list[bytes] = []
        """The seat keys when it was opened: a seat with another one has another owner."""
        self._deadline = 0.0
        self._attempt = 0
        self._silent: set[int] = set()
        """Who fell silent in an earlier attempt at this hand."""
        self._first_ready: float | None = None
        self._begins_again = False
        """The host was restarted in the middle of a deal, or somebody has seen all cards of a hand that goes on."""
        self._people_return = False
        """The host was restarted between hands, and those who were here are on their way back."""

    # --- when ---

    def deadline(self) -> float | None:
        """When `advance` has something to do at the latest."""
        if self._core.phase is not Phase.DEALING:
            return None
        if self._deal is not None or self._begins_again or self._waits_for_returning():
            return self._deadline
        return None if self._first_ready is None else self._first_ready + NEXT_HAND

    def restart_clocks(self) -> None:
        """Somebody is back after all were away: nobody has been silent meanwhile."""
        self._deadline = self._core.now + SILENCE
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
        if self._deal is None:
            return self._next_hand_is_due() and self._open()
        if self._is_waiting():
            return False
        if self._commitments is None:
            return self._commit_all()
        return self._deal_hand() if self._all_are_in() else self._abort()

    def _next_hand_is_due(self) -> bool:
        core = self._core
        if self._begins_again:
            # SPEC 7: it begins again by itself. Those who are on their way back have a moment to share in it.
            is_anybody_away = any(occupant.presence is Presence.AWAY for _, occupant, _ in core.people())
            return core.now >= self._deadline or not is_anybody_away
        if self._waits_for_returning():
            return False
        hand = core.state.board.game.hand
        here = [occupant for _, occupant, _ in core.people() if occupant.presence is Presence.HERE]
        if hand == 0 or all(occupant.ready for occupant in here):
            # Nobody to ask, but somebody sits there and lets a bot play: let them see the points.
            if here or hand == 0 or not any(True for _ in core.people()):
                return True
            self._first_ready = core.now if self._first_ready is None else self._first_ready
        return self._first_ready is not None and core.now >= self._first_ready + NEXT_HAND

    def _waits_for_returning(self) -> bool:
        """SPEC 7: a moment for those who are on their way back, so that they share in the deal."""
        core = self._core
        return self._people_return and core.somebody_is_away and core.now < self._deadline

    def _is_waiting(self) -> bool:
        return self._core.now < self._deadline and not self._all_are_in()

    def _all_are_in(self) -> bool:
        if self._commitments is None:
            # Who has gone since cannot answer; who has gone after its commitment may still come back for its share.
            return all(seat in self._given or self._core.seat_links[seat].link is None for seat in self._expected)
        return all(seat in self._given for seat in self._expected)

    # --- the steps ---

    def _open(self) -> bool:
        core = self._core
        game = core.state.board.game
        self._first_ready, self._begins_again, self._people_return = None, False, False
        self._deal = DealId(game.id, game.hand + 1, self._attempt)
        self._commitments, self._given = None, {}
        self._expected = {seat for seat, _, seat_link in core.people() if seat_link.link is not None} - self._silent
        self._keys = [seat_link.secrets.key for seat_link in core.seat_links]
        self._deadline = core.now + SILENCE
        core.memo.deal_secret = core.random_bytes(DEAL_SECRET)
        core.remember()
        core.happen(DealOpened(game.hand + 1, self._attempt, host_commitment(self._deal, core.memo.deal_secret)))
        return True

    def commit(self, seat: int, message: Commit) -> bool:
        """Take a seat's commitment; False if it is not its time."""
        if self._commitments is not None or not self._fits(seat, message):
            return False
        self._given[seat] = message.commitment
        return True

    def contribute(self, seat: int, message: Contribute) -> bool:
        """Take a seat's share; False if it is not its time, or not the share that was bound."""
        if self._commitments is None or not self._fits(seat, message) or self._deal is None:
            return False
        if seat_commitment(self._deal, seat, message.share) != self._commitments[seat]:
            return False
        self._given[seat] = message.share
        return True

    def _fits(self, seat: int, message: Commit | Contribute) -> bool:
        if self._deal is None or (message.hand, message.attempt) != self._deal[1:]:
            return False
        return seat in self._expected and seat not in self._given

    def _in_seat_order(self) -> tuple[bytes | None, ...]:
        return tuple(self._given.get(seat) for seat in range(len(self._core.seat_links)))

    def _commit_all(self) -> bool:
        # SPEC 7: a bot has no share, and nobody takes over the share of who sat there before.
        keys = [seat_link.secrets.key for seat_link in self._core.seat_links]
        self._given = {seat: part for seat, part in self._given.items() if keys[seat] == self._keys[seat]}
        self._commitments = self._in_seat_order()
        self._expected, self._given = set(self._given), {}
        self._deadline = self._core.now + SILENCE
        self._core.happen(DealCommitted(self._commitments))
        return True

    def _abort(self) -> bool:
        silent = self._expected - set(self._given)
        self._silent |= silent
        self._attempt += 1
        self._deal = None
        self._core.happen(DealAborted(tuple(sorted(silent)), self._core.memo.deal_secret))
        return self._open()

    def _deal_hand(self) -> bool:
        core = self._core
        assert self._deal is not None
        assert self._commitments is not None
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
        self._begins_again, self._deadline = True, core.now + SILENCE
        return True

    def reset(self) -> None:
        """The game is over, wherever it was."""
        self._deal, self._attempt, self._silent, self._first_ready = None, 0, set(), None
        self._begins_again = self._people_return = False

    # --- after a restart ---

    def resume(self, events: list[Event]) -> None:
        """Go on after the host was started again: a deal that was not finished is never continued."""
        if self._core.phase is not Phase.DEALING:
            return
        last = self._read(events)
        if self._core.state.board.game.hand:
            self.look_who_is_ready()
            self._people_return = True
        self._begins_again = last is not None
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
