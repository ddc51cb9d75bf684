"""The page's audit: the same verdicts as Python's, of honest hosts and of lying ones."""

from collections.abc import Iterable
from functools import reduce
from random import Random
from typing import Any, TypeVar

import pytest

from odin_net.game import LobbyOpened, Options, Phase, command_of, decide, evolve, legal_moves, open_lobby, view_of
from odin_net.game.events import (
    Actor,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    HandDealt,
    HandEnded,
    Passed,
)
from odin_net.game.options import Starter
from protocol.audit import Auditor, Entry, Result, Why
from protocol.codec import decode_event, encode_event, event_of
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.fair_deal import DealId, FairDeal, host_commitment, seat_commitment
from protocol.log import first_digest
from protocol.sealing import seal_deal
from tests.clients.web.engines import Engine, engine_called, vectors
from tests.helpers.logged_game import GAME, Broken, LoggedGame, audit, entries, logged_game
from tests.protocol.samples import LOGGED
from tests.protocol.test_audit import DISHONEST, HONEST

T = TypeVar("T")

GAMES = {
    "two, who went out opens": logged_game(4, 2, Options(points=8, starter=Starter.LAST), people=(0, 1)),
    "six": logged_game(6, 6, Options(points=9), people=range(6)),
    "one fell silent": logged_game(3, 3, Options(points=12), people=(0,), broken=[Broken((0, 1, 2), (1,))]),
    "by itself": logged_game(3, 3, Options(points=12), people=(0, 2), broken=[Broken((0, 2), ())]),
    "by itself, all shown": logged_game(3, 3, people=(0, 2), broken=[Broken((0, 2), (), all_in=True)]),
    "before anybody was bound": logged_game(3, 3, people=(0, 2), broken=[Broken(None, ())]),
    "nobody": logged_game(5, 2, Options(points=1), people=()),
}


def told(verdicts: Iterable[Any]) -> list[list[Any]]:
    """Verdicts as the page tells them."""
    return [[result.value, None if why is None else why.value, seq] for result, why, seq in verdicts]


def shares_of(game: LoggedGame, seat: int | None) -> list[Any]:
    return [
        {"hand": deal.hand, "attempt": deal.attempt, "share": share}
        for deal, maker, share in game.shares
        if maker == seat
    ]


def audit_call(game: LoggedGame, seat: int | None, log: list[Entry] | None = None, *, away: bool = False) -> list[Any]:
    """The call that does what `audit` does."""
    events = game.events if log is None else [entry.event for entry in log]
    key = None if seat is None else game.seat_keys[seat]
    shares = [] if away else shares_of(game, seat)
    return ["audited", GAME, seat, key, shares, list(map(encode_event, events))]


def some(engine: Engine, items: Iterable[T], step: int) -> list[T]:
    """All of them, but of the engine that takes ten times as long only a few."""
    return list(items)[:: 1 if engine.name == "v8" else step]


@pytest.mark.parametrize("name", GAMES)
def test_of_an_honest_host_every_reader_says_the_same(engine: Engine, name: str) -> None:
    game = GAMES[name]
    readers = [(seat, away) for seat in (*range(len(game.seat_keys)), None) for away in (False, True)]
    for seat, away in some(engine, readers, 10):
        found = engine.calls([audit_call(game, seat, away=away)])[0]
        assert found["verdicts"] == told(audit(game, seat, away=away))
        if seat is not None:
            assert found["hands"][0] == list(game.first_hands[seat])


def find_the_same_lies(engine: Engine, seats: Iterable[int | None], step: int) -> None:
    for name in some(engine, DISHONEST, step):
        lie, _ = DISHONEST[name]
        for seat in seats:
            found = engine.calls([audit_call(HONEST, seat, lie)])[0]
            assert found["verdicts"] == told(audit(HONEST, seat, lie)), (name, seat)


def test_a_lying_host_is_found_out_at_the_same_event(engine: Engine) -> None:
    find_the_same_lies(engine, [0], 10)


@pytest.mark.slow
def test_every_lying_host_is_found_out_at_the_same_event_by_all(engine: Engine) -> None:
    find_the_same_lies(engine, [0, 1, None], 1)


@pytest.mark.parametrize("known", vectors("logs"), ids=lambda known: known["name"])
def test_the_logs_of_the_specification(engine: Engine, known: dict[str, Any]) -> None:
    for reader in some(engine, known["verdicts"], 10):
        seat = reader["seat"]
        shares = [share for share in known["shares"] if share["seat"] == seat]
        key = None if seat is None else known["seat_keys"][seat]
        found = engine.call("audited", known["game"], seat, key, shares, known["events"])
        assert [verdict[0] for verdict in found["verdicts"]] == reader["hands"]


def test_the_wrong_logs_of_the_specification(engine: Engine) -> None:
    known = vectors("wrong_logs")
    honest, seat = known["honest"], known["seat"]
    shares = [share for share in honest["shares"] if share["seat"] == seat]
    for lie in some(engine, known["logs"], 10):
        events: list[bytes] = []
        for part in lie["events"]:
            events += honest["events"][slice(*part)] if isinstance(part, list) else [part]
        found = engine.call("audited", honest["game"], seat, honest["seat_keys"][seat], shares, events)
        result, _, seq = next(verdict for verdict in found["verdicts"] if verdict[0] == "wrong")
        assert (result, seq) == ("wrong", lie["wrong"]), lie["name"]


def changed(rng: Random, events: list[Event]) -> list[Event]:
    """A log with an event left out, repeated, moved, or another one in its place."""
    at, other = rng.randrange(len(events)), rng.randrange(len(events))
    match rng.randrange(5):
        case 0:
            return events[:at] + events[at + 1 :]
        case 1:
            return [*events[:at], events[other], *events[at:]]
        case 2:
            return [*events[:at], events[other], *events[at + 1 :]]
        case 3:
            return [*events[:at], event_of(rng.choice(LOGGED)), *events[at:]]
        case _:
            return [*events[:at], mutated(rng, events[at]), *events[at + 1 :]]


def mutated(rng: Random, event: Event) -> Event:
    """The same event with one of its fields changed, if the wire can carry that."""
    other = with_other_field(rng, event)
    try:
        return decode_event(encode_event(other))
    except RemoteProtocolError:
        return event


def with_other_field(rng: Random, event: Any) -> Any:
    name = rng.choice([*event._fields, ""])
    value = getattr(event, name) if name else None
    match value:
        case bool() | None | str():
            return Passed(rng.randrange(3), Actor.PERSON)
        case int():
            return event._replace(**{name: (value + 1) % 3})
        case bytes():
            return event._replace(**{name: bytes([value[0] ^ 1, *value[1:]])})
        case (_, _, *_) if not hasattr(value, "_fields"):
            return event._replace(**{name: (*value[1:], value[0])})
        case _:
            return event


def same_verdicts(engine: Engine, count: int, seed: int) -> None:
    rng = Random(seed)
    short = logged_game(5, 3, Options(points=4), people=(0, 1))
    logs = [entries(changed(rng, short.events), mend_digests=rng.random() < 0.9) for _ in range(count)]
    seats = [rng.choice([0, 0, 2, None]) for _ in logs]
    right = [told(audit(short, seat, log)) for seat, log in zip(seats, logs, strict=True)]
    found = engine.calls(audit_call(short, seat, log) for seat, log in zip(seats, logs, strict=True))
    for log, seat, mine, yours in zip(logs, seats, found, right, strict=True):
        assert mine.get("verdicts") == yours, (seat, mine, [entry.event for entry in log])
    assert sum(verdict[-1][0] == "wrong" for verdict in right if verdict) > count // 2


def test_changed_logs_get_the_same_verdicts(engine: Engine) -> None:
    same_verdicts(engine, 60 if engine.name == "v8" else 6, 1)


@pytest.mark.slow
def test_many_changed_logs_get_the_same_verdicts() -> None:
    same_verdicts(engine_called("v8"), 1500, 2)


# --- what a reader does in the middle of a log ---


class Both:
    """The page's auditor and Python's, side by side."""

    def __init__(self, engine: Engine, *values: Any) -> None:
        self.engine, self.python = engine, Auditor(GAME, *values)
        engine.call("auditor", "new", GAME, *values)

    def feed(self, log: Iterable[Entry]) -> list[Any]:
        verdicts = [self._feed(entry) for entry in log]
        return [verdict for verdict in verdicts if verdict is not None]

    def _feed(self, entry: Entry) -> Any:
        right = self.python.feed(entry)
        found = self.engine.call("feed", entry.seq, encode_event(entry.event), entry.before)
        assert (None if found is None else list(found.values())) == (None if right is None else told([right])[0])
        return right

    def seated(self, seat: int, key: bytes) -> None:
        self.python.seated(seat, key)
        self.engine.call("auditor", "seated", seat, key)

    def open_hand(self, key: bytes) -> None:
        self.python.open_hand(key)
        found = self.engine.call("auditor", "openHand", key)
        assert found == (None if self.python.cards is None else list(self.python.cards))

    def contributed(self, deal: DealId, share: bytes) -> bool:
        """Whether both take this share."""
        found = self.engine.call("auditor", "contributed", {"hand": deal.hand, "attempt": deal.attempt}, share)
        try:
            self.python.contributed(deal, share)
        except LocalProtocolError:
            assert found["error"] == "LocalProtocolError"
            return False
        assert found is None
        return True


LOG = entries(HONEST.events)
OPENED = next(entry.seq for entry in LOG if isinstance(entry.event, DealOpened))
DEALT = next(entry.seq for entry in LOG if isinstance(entry.event, HandDealt))
ENDED = next(entry.seq for entry in LOG if isinstance(entry.event, HandEnded))
MINE = next(shared for shared in HONEST.shares if shared.seat == 0)


def test_a_successor_opens_the_hand_with_its_key_alone(engine: Engine) -> None:
    both = Both(engine)
    both.feed(LOG[: DEALT + 3])
    both.seated(1, bytes(32))
    both.open_hand(bytes(32))
    end = HONEST.events[ENDED]
    assert isinstance(end, HandEnded)
    both.open_hand(end.hand_keys[1])
    assert both.python.cards == HONEST.first_hands[1]
    assert both.feed(LOG[DEALT + 3 : ENDED + 1])[-1].why is Why.AWAY


def test_a_share_is_bound_only_between_the_hosts_commitment_and_the_others(engine: Engine) -> None:
    both = Both(engine)
    assert not both.contributed(MINE.deal, MINE.share)
    both.seated(0, HONEST.seat_keys[0])
    both.feed(LOG[: OPENED + 1])
    assert not both.contributed(MINE.deal._replace(attempt=1), MINE.share)
    assert both.contributed(MINE.deal, MINE.share)
    both.feed(LOG[OPENED + 1 : OPENED + 2])
    assert not both.contributed(MINE.deal, MINE.share)
    assert both.feed(LOG[OPENED + 2 : ENDED + 1])[-1].result is Result.CHECKED


def test_who_committed_too_late_was_left_out(engine: Engine) -> None:
    both = Both(engine)
    both.seated(1, HONEST.seat_keys[1])
    both.feed(LOG[: OPENED + 1])
    assert both.contributed(MINE.deal, bytes(32))
    assert both.feed(LOG[OPENED + 1 : ENDED + 1])[-1].why is Why.LEFT_OUT


def test_what_is_played_after_a_rollback_is_not_checked(engine: Engine) -> None:
    both = Both(engine)
    both.seated(0, HONEST.seat_keys[0])
    both.feed(LOG[: DEALT + 3])
    both.python.rolled_back(None)
    engine.call("auditor", "rolledBack")
    assert both.feed(LOG[DEALT + 3 : ENDED + 1])[-1].why is Why.ROLLED_BACK


def test_a_hand_that_was_broken_off_in_its_middle_is_not_checked(engine: Engine) -> None:
    events = dealt_anew(HONEST, DEALT + 3)
    for seat in (0, 1, None):
        both = Both(engine)
        if seat is not None:
            both.seated(seat, HONEST.seat_keys[seat])
        (verdict,) = both.feed(entries(events))
        assert (verdict.result, verdict.why) == (Result.NOT_CHECKED, Why.ROLLED_BACK)


def dealt_anew(game: LoggedGame, cut: int) -> list[Event]:
    """A log whose first hand is broken off there, dealt once more and played to its end."""
    rng, deal = Random(11), DealId(GAME, 1, 1)
    events = [*game.events[:cut], DealAborted((), game.deals[0].secret)]
    first = events[0]
    assert isinstance(first, LobbyOpened)
    state = reduce(evolve, events[1:], open_lobby(first))
    share, secret = rng.randbytes(32), rng.randbytes(32)
    bound, shares = (seat_commitment(deal, 0, share), None, None), (share, None, None)
    sealed = seal_deal(FairDeal(deal, secret, bound, shares), state, game.seat_keys)
    events += [DealOpened(1, 1, host_commitment(deal, secret)), DealCommitted(bound), DealContributed(shares)]
    happened = decide(state, sealed.command)
    events.append(happened[0])
    state = reduce(evolve, happened, state)
    while state.board.phase is Phase.PLAYING:
        move = rng.choice(legal_moves(view_of(state, state.board.turn)))
        happened = decide(state, command_of(move, state.board.turn))
        events += happened
        state = reduce(evolve, happened, state)
    end = next(at for at, event in enumerate(events) if isinstance(event, HandEnded))
    events[end] = events[end]._replace(secret=secret, hand_keys=sealed.hand_keys)  # type: ignore[call-arg]
    return events


def test_a_rollback_takes_no_alarm_back(engine: Engine) -> None:
    engine.call("auditor", "new", GAME)
    alarm = {"result": "wrong", "why": "play", "seq": 7}
    engine.call("auditor", "rolledBack", alarm)
    verdicts = [engine.call("feed", entry.seq, encode_event(entry.event), entry.before) for entry in LOG[: ENDED + 1]]
    assert verdicts == [None] * ENDED + [alarm]


def test_a_log_begins_where_the_one_before_it_ended(engine: Engine) -> None:
    assert Both(engine, None).feed(LOG[:1]) == []
    assert Both(engine, first_digest(GAME)).feed(LOG[:1])[0].why is Why.DIGEST
