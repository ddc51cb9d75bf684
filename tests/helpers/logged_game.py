"""A whole game as a host logs it, fair deals and sealed hands included, in memory and from a seed."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from odin_net.game import (
    LobbyOpened,
    Occupant,
    Options,
    Phase,
    StartGame,
    State,
    command_of,
    decide,
    evolve,
    legal_moves,
)
from odin_net.game.events import (
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    HandEnded,
    HandKnown,
)
from odin_net.game.state import open_lobby, view_of
from protocol.audit import Auditor, Entry, Verdict
from protocol.codec import encode_event
from protocol.fair_deal import DealId, FairDeal, host_commitment, seat_commitment
from protocol.log import first_digest, next_digest
from protocol.sealing import SealedDeal, seal_deal

GAME = bytes(range(16))


class Shared(NamedTuple):
    """A share that a person made for a deal."""

    deal: DealId
    seat: int
    share: bytes


class LoggedGame(NamedTuple):
    """The log, and what only some know."""

    events: list[Event]
    seat_keys: tuple[bytes, ...]
    shares: list[Shared]
    deals: list[FairDeal]
    first_hands: list[tuple[int, ...]]
    """What each seat was dealt in the first hand."""


class Broken(NamedTuple):
    """A deal of the first hand that came to nothing."""

    bound: tuple[int, ...] | None
    """Who had bound themselves; None: it did not get so far."""
    silent: tuple[int, ...]
    all_in: bool = False
    """Whether it was broken off after all shares were shown."""


def logged_game(
    seed: int,
    players: int,
    options: Options | None = None,
    people: Iterable[int] = (0, 1),
    broken: Iterable[Broken] = (),
) -> LoggedGame:
    """A game by random moves in which these seats share in the deals."""
    return _Hosting(seed, players, options or Options(points=5), tuple(people), tuple(broken)).play()


class _Hosting:
    def __init__(
        self, seed: int, players: int, options: Options, people: tuple[int, ...], broken: tuple[Broken, ...]
    ) -> None:
        self.rng = Random(seed)
        self.people = people
        self.broken = broken
        self.seat_keys = tuple(self.rng.randbytes(32) for _ in range(players))
        opened = LobbyOpened(GAME, tuple(Occupant(name) for name in "ABCDEF"[:players]), options)
        self.events: list[Event] = []
        self.state: State = open_lobby(opened)
        self.digest = first_digest(GAME)
        self.shares: list[Shared] = []
        self.deals: list[FairDeal] = []
        self.first_hands: list[tuple[int, ...]] = []
        self._append(opened)

    def play(self) -> LoggedGame:
        self._happen(decide(self.state, StartGame()))
        while self.state.board.phase is not Phase.OVER:
            sealed = self._deal()
            while self.state.board.phase is Phase.PLAYING:
                turn = self.state.board.turn
                move = self.rng.choice(legal_moves(view_of(self.state, turn)))
                self._happen(decide(self.state, command_of(move, turn)), sealed)
        return LoggedGame(self.events, self.seat_keys, self.shares, self.deals, self.first_hands)

    def _deal(self) -> SealedDeal:
        hand = self.state.board.game.hand + 1
        broken = self.broken if hand == 1 else ()
        for attempt, deal in enumerate(broken):
            self._break(DealId(GAME, hand, attempt), deal)
        fair = self._share(DealId(GAME, hand, len(broken)), self.people)
        self.deals.append(fair)
        sealed = seal_deal(fair, self.state, self.seat_keys)
        seats = range(len(self.seat_keys))
        self.first_hands = self.first_hands or [sealed.command.deck[9 * seat : 9 * seat + 9] for seat in seats]
        self._happen(decide(self.state, sealed.command))
        return sealed

    def _break(self, deal: DealId, broken: Broken) -> None:
        if broken.bound is None:
            secret = self.rng.randbytes(32)
            self._happen([DealOpened(deal.hand, deal.attempt, host_commitment(deal, secret))])
        else:
            secret = self._share(deal, broken.bound, show=broken.all_in).secret
        self._happen([DealAborted(broken.silent, secret)])

    def _share(self, deal: DealId, people: tuple[int, ...], *, show: bool = True) -> FairDeal:
        secret = self.rng.randbytes(32)
        self._happen([DealOpened(deal.hand, deal.attempt, host_commitment(deal, secret))])
        seats = range(len(self.seat_keys))
        shares = tuple(self.rng.randbytes(32) if seat in people else None for seat in seats)
        bound = tuple(
            None if share is None else seat_commitment(deal, seat, share) for seat, share in enumerate(shares)
        )
        self._happen([DealCommitted(bound), *([DealContributed(shares)] if show else [])])
        self.shares += [Shared(deal, seat, share) for seat, share in enumerate(shares) if share is not None]
        return FairDeal(deal, secret, bound, shares)

    def _happen(self, events: list[Event], sealed: SealedDeal | None = None) -> None:
        for event in events:
            if isinstance(event, HandEnded) and sealed is not None:
                event = event._replace(secret=self.deals[-1].secret, hand_keys=sealed.hand_keys, digest=self.digest)  # noqa: PLW2901
            self.state = evolve(self.state, event)
            self._append(event)

    def _append(self, event: Event) -> None:
        if not isinstance(event, HandKnown):
            self.events.append(event)
            self.digest = next_digest(self.digest, encode_event(event))


def entries(events: Iterable[Event], *, mend_digests: bool = True) -> list[Entry]:
    """The events with their places; the digests that the host shows are mended, so that other faults stand alone."""
    digest, found = first_digest(GAME), []
    for seq, event in enumerate(events):
        if isinstance(event, HandEnded) and mend_digests:
            event = event._replace(digest=digest)  # noqa: PLW2901
        found.append(Entry(seq, event, digest))
        digest = next_digest(digest, encode_event(event))
    return found


def audit(game: LoggedGame, seat: int | None, log: list[Entry] | None = None, *, away: bool = False) -> list[Verdict]:
    """All verdicts of a reader who sits there and made its shares, unless it was away."""
    auditor = Auditor(GAME)
    if seat is not None:
        auditor.seated(seat, game.seat_keys[seat])
    verdicts = []
    for entry in entries(game.events) if log is None else log:
        verdict = auditor.feed(entry)
        if verdict is not None:
            verdicts.append(verdict)
        if isinstance(entry.event, DealOpened) and not away and not verdict:
            for shared in game.shares:
                if shared.seat == seat and shared.deal[1:] == entry.event[:2]:
                    auditor.contributed(shared.deal, shared.share)
    return verdicts
