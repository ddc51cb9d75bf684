"""What a client finds out about its host: honest, and dishonest in each way that we could think of."""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from odin_net.game import Actor, Options
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
    Kind,
    LobbyOpened,
    Occupant,
    OptionsChanged,
    Passed,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.options import Starter
from protocol import sealing
from protocol.audit import Auditor, Entry, Result, Verdict, Why
from protocol.codec import event_of
from protocol.errors import LocalProtocolError
from protocol.fair_deal import DealId, Outcome, seat_commitment
from protocol.hashing import digest
from protocol.sealing import bound_of, entry_info, hand_of
from tests.helpers.logged_game import GAME, Broken, LoggedGame, audit, entries, logged_game
from tests.protocol.samples import LOGGED

EventT = TypeVar("EventT", bound=Event)

CHECKED = Verdict(Result.CHECKED)
HONEST = logged_game(3, 3, Options(points=12), people=(0, 2))


def place(kind: type[object], number: int = 0, game: LoggedGame = HONEST) -> int:
    """Where the event of this kind stands in the log."""
    return [seq for seq, event in enumerate(game.events) if isinstance(event, kind)][number]


def changed(seq: int, event: Event) -> list[Entry]:
    events = list(HONEST.events)
    events[seq] = event
    return entries(events)


def wrong(why: Why, seq: int) -> Verdict:
    return Verdict(Result.WRONG, why, seq)


class TestAnHonestHost:
    @pytest.mark.parametrize("players", [2, 3, 6])
    @pytest.mark.parametrize("starter", Starter)
    def test_every_hand_is_checked_by_who_shared_in_it(self, players: int, starter: Starter) -> None:
        game = logged_game(players, players, Options(points=9, starter=starter), people=range(players))
        hands = sum(isinstance(event, HandEnded) for event in game.events)
        for seat in range(players):
            assert audit(game, seat) == [CHECKED] * hands
        assert hands > 1

    def test_who_was_away_watched_or_was_left_out_cannot_vouch(self) -> None:
        for seat, away, why in ((1, False, Why.AWAY), (0, True, Why.CAME_DURING), (None, False, Why.WATCHING)):
            verdicts = audit(HONEST, seat, away=away)
            assert set(verdicts) == {Verdict(Result.NOT_CHECKED, why)}

    def test_who_committed_too_late_was_left_out(self) -> None:
        game = logged_game(3, 3, people=(0,))
        auditor = Auditor(GAME)
        auditor.seated(1, game.seat_keys[1])
        verdicts = []
        for entry in entries(game.events):
            verdicts.append(auditor.feed(entry))
            if isinstance(entry.event, DealOpened):
                auditor.contributed(DealId(GAME, *entry.event[:2]), bytes(32))
        assert {verdict for verdict in verdicts if verdict} == {Verdict(Result.NOT_CHECKED, Why.LEFT_OUT)}

    def test_my_hand_is_opened_as_it_is_dealt(self) -> None:
        auditor, opened = Auditor(GAME), []
        auditor.seated(1, HONEST.seat_keys[1])
        for entry in entries(HONEST.events):
            auditor.feed(entry)
            if isinstance(entry.event, HandDealt):
                opened.append(auditor.cards)
        assert opened[0] == HONEST.first_hands[1]
        assert None not in opened

    def test_a_successor_opens_the_hand_with_its_key_alone(self) -> None:
        auditor, verdicts = Auditor(GAME), []
        for entry in entries(HONEST.events[: ENDED + 1]):
            verdicts.append(auditor.feed(entry))
            if isinstance(entry.event, CardsPlayed) and auditor.cards is None:
                auditor.seated(1, bytes(32))
                auditor.open_hand(bytes(32))
                assert auditor.cards is None
                auditor.open_hand(FIRST_END.hand_keys[1])
                assert auditor.cards == HONEST.first_hands[1]
        assert verdicts[-1] == Verdict(Result.NOT_CHECKED, Why.AWAY)

    def test_a_deal_that_nobody_shared_in_is_the_hosts_alone(self) -> None:
        game = logged_game(3, 3, people=())
        for seat in (0, None):
            assert set(audit(game, seat)) == {Verdict(Result.NOT_CHECKED, Why.NOBODY)}

    @pytest.mark.parametrize(
        ("broken", "verdict"),
        [
            ([Broken((0, 1, 2), (1,))], CHECKED),
            ([Broken((0, 1, 2), (1,)), Broken((0, 2), (2,))], CHECKED),
            ([Broken(None, ())], CHECKED),
            ([Broken((0, 2), ())], Verdict(Result.NOT_CHECKED, Why.BEGUN_AGAIN)),
            ([Broken((0, 2), (), all_in=True)], Verdict(Result.NOT_CHECKED, Why.BEGUN_AGAIN)),
        ],
        ids=["one fell silent", "two did", "before anybody was bound", "by itself", "by itself, all shares shown"],
    )
    def test_a_deal_that_was_broken_off(self, broken: list[Broken], verdict: Verdict) -> None:
        people = (0,) if len(broken) > 1 else (0, 2)
        game = logged_game(3, 3, Options(points=12), people=people, broken=broken)
        first, *others = audit(game, 0)
        assert first == verdict
        if people == (0, 2):
            assert set(others) == {CHECKED}, "the next hand starts afresh"

    def test_who_was_called_silent_was_left_out(self) -> None:
        game = logged_game(3, 3, Options(points=12), people=(0,), broken=[Broken((0, 1), (1,))])
        assert audit(game, 1)[0] == Verdict(Result.NOT_CHECKED, Why.LEFT_OUT)

    @pytest.mark.parametrize(
        ("broken", "at"),
        [
            (Broken((0, 2), (1,)), DealAborted),
            (Broken((0, 2), (5,)), DealAborted),
            (Broken(None, (0,)), DealAborted),
            (Broken((0, 2), (2,), all_in=True), DealAborted),
            (Broken((0, 2), (2,)), DealCommitted),
        ],
        ids=["was not bound", "no seat", "nobody was bound", "its share is shown", "is bound again"],
    )
    def test_who_is_called_silent_was_bound_before_and_is_not_after(self, broken: Broken, at: type[Event]) -> None:
        game = logged_game(3, 3, Options(points=12), people=(0, 2), broken=[broken])
        assert audit(game, 0)[0] == wrong(Why.SHARE, place(at, 1 if at is DealCommitted else 0, game))

    def test_an_attempt_is_not_repeated_with_the_shares_of_the_one_before(self) -> None:
        game = logged_game(3, 3, Options(points=12), people=(0, 2), broken=[Broken((0, 2), ())])
        second = place(DealOpened, 1, game)
        events = list(game.events)
        events[second] = events[second]._replace(attempt=0)  # type: ignore[call-arg]
        assert audit(game, 0, entries(events))[0] == wrong(Why.ORDER, second)

    def test_my_share_in_a_deal_that_was_broken_off_vouches_for_no_other(self) -> None:
        game = logged_game(3, 3, Options(points=12), people=(0, 2), broken=[Broken((0, 2), ())])
        auditor, verdicts = Auditor(GAME), []
        auditor.seated(0, game.seat_keys[0])
        for entry in entries(game.events):
            verdicts.append(auditor.feed(entry))
            if isinstance(entry.event, DealOpened) and entry.event[:2] == (1, 0):
                auditor.contributed(game.shares[0].deal, game.shares[0].share)
        first = next(verdict for verdict in verdicts if verdict)
        assert first == Verdict(Result.NOT_CHECKED, Why.LEFT_OUT)

    def test_bots_have_no_share(self) -> None:
        bots = [Occupant("A"), Occupant("B", Kind.BOT, "normal"), Occupant("C", Kind.BOT, "normal")]
        log = changed(0, the(LobbyOpened)._replace(seats=tuple(bots)))
        assert audit(HONEST, 0, log)[0] == wrong(Why.SHARE, COMMITTED)

    def test_another_key_than_the_one_that_opened_my_hand(self) -> None:
        auditor, verdicts = Auditor(GAME), []
        auditor.seated(0, bytes(32))
        for entry in entries(HONEST.events[: ENDED + 1]):
            verdicts.append(auditor.feed(entry))
            if isinstance(entry.event, DealOpened):
                auditor.contributed(*HONEST.shares[0][::2])
        assert auditor.cards is None
        assert verdicts[-1] == wrong(Why.ENTRY, DEALT), "it was not sealed for me, though I shared in the deal"

    def test_talk_in_between_is_no_fault(self) -> None:
        first = place(CardsPlayed)
        log = entries([*HONEST.events[:first], ChatSaid(0, "A", "hello"), *HONEST.events[first:]])
        assert set(audit(HONEST, 0, log)) == {CHECKED}


def set_event(kind: type[Event], number: int = 0, **fields: object) -> tuple[int, Event]:
    """An event of the honest log with other fields, and its place."""
    seq = place(kind, number)
    event: Any = HONEST.events[seq]
    changed_event: Event = event._replace(**fields)
    return seq, changed_event


def the(kind: type[EventT], number: int = 0, game: LoggedGame = HONEST) -> EventT:
    event = game.events[place(kind, number, game)]
    assert isinstance(event, kind)
    return event


def after(seat: int) -> int:
    return (seat + 1) % 3


OPENED, COMMITTED, CONTRIBUTED, DEALT, ENDED = map(
    place, (DealOpened, DealCommitted, DealContributed, HandDealt, HandEnded)
)
PLAYED, ROUND_ENDED, LAST = place(CardsPlayed, 1), place(RoundEnded), len(HONEST.events) - 1
COMMITMENTS, SHARES = the(DealCommitted).commitments, the(DealContributed).contributions
SEALED, FIRST_END = the(HandDealt).sealed, the(HandEnded)
DEAL = DealId(GAME, 1, 0)
FALSE_SHARE = b"\x55" * 32
SECRET = HONEST.deals[0].secret
BROKEN_OFF = [*HONEST.events[:CONTRIBUTED], DealAborted((2,), SECRET)]


DISHONEST: dict[str, tuple[list[Entry], Verdict]] = {
    "another secret than it had bound itself to": (
        changed(*set_event(HandEnded, secret=bytes(32))),
        wrong(Why.COMMITMENT, ENDED),
    ),
    "bound itself to another secret": (
        changed(*set_event(DealOpened, commitment=bytes(32))),
        wrong(Why.ENTRY, DEALT),
    ),
    "another share than the one that was bound": (
        changed(*set_event(DealContributed, contributions=(SHARES[0], None, FALSE_SHARE))),
        wrong(Why.SHARE, CONTRIBUTED),
    ),
    "another share than mine, and bound for me": (
        entries(
            [
                *HONEST.events[:COMMITTED],
                DealCommitted((seat_commitment(DEAL, 0, FALSE_SHARE), *COMMITMENTS[1:])),
                DealContributed((FALSE_SHARE, *SHARES[1:])),
                *HONEST.events[DEALT:],
            ]
        ),
        wrong(Why.SHARE, COMMITTED),
    ),
    "another commitment than mine, and then broken off": (
        entries(
            [
                *HONEST.events[:COMMITTED],
                DealCommitted((seat_commitment(DEAL, 0, FALSE_SHARE), *COMMITMENTS[1:])),
                DealAborted((0,), SECRET),
                DealOpened(1, 1, bytes(32)),
            ]
        ),
        wrong(Why.SHARE, COMMITTED),
    ),
    "a bot that is bound": (
        changed(*set_event(LobbyOpened, seats=(Occupant("A"), Occupant("B"), Occupant("C", Kind.BOT, "normal")))),
        wrong(Why.SHARE, COMMITTED),
    ),
    "a silent seat that was never bound": (
        entries([*HONEST.events[:CONTRIBUTED], DealAborted((1,), SECRET)]),
        wrong(Why.SHARE, CONTRIBUTED),
    ),
    "a silent seat whose share is shown": (
        entries([*HONEST.events[:DEALT], DealAborted((2,), SECRET)]),
        wrong(Why.SHARE, DEALT),
    ),
    "a silent seat that is bound again": (
        entries([*BROKEN_OFF, DealOpened(1, 1, bytes(32)), DealCommitted((None, None, bytes(32)))]),
        wrong(Why.SHARE, CONTRIBUTED + 2),
    ),
    "an attempt that is repeated": (
        entries([*BROKEN_OFF, DealOpened(1, 0, bytes(32))]),
        wrong(Why.ORDER, CONTRIBUTED + 1),
    ),
    "my share left out though I was bound": (
        changed(*set_event(DealContributed, contributions=(None, *SHARES[1:]))),
        wrong(Why.SHARE, CONTRIBUTED),
    ),
    "a share of somebody who was not bound": (
        changed(*set_event(DealContributed, contributions=(SHARES[0], bytes(32), SHARES[2]))),
        wrong(Why.SHARE, CONTRIBUTED),
    ),
    "a commitment of the host that comes too late": (
        entries(
            [
                *HONEST.events[:OPENED],
                HONEST.events[COMMITTED],
                HONEST.events[OPENED],
                *HONEST.events[CONTRIBUTED:],
            ]
        ),
        wrong(Why.ORDER, OPENED),
    ),
    "no commitments at all": (
        entries([*HONEST.events[:COMMITTED], *HONEST.events[CONTRIBUTED:]]),
        wrong(Why.ORDER, COMMITTED),
    ),
    "a second secret for the same deal": (
        entries([*HONEST.events[:COMMITTED], DealOpened(1, 0, bytes(32)), *HONEST.events[COMMITTED:]]),
        wrong(Why.ORDER, COMMITTED),
    ),
    "a deal broken off with another secret": (
        entries([*HONEST.events[:COMMITTED], DealAborted((), bytes(32))]),
        wrong(Why.COMMITMENT, COMMITTED),
    ),
    "a hand broken off with another secret": (
        entries([*HONEST.events[: DEALT + 1], DealAborted((), bytes(32))]),
        wrong(Why.COMMITMENT, DEALT + 1),
    ),
    "a hand broken off because of a seat": (
        entries([*HONEST.events[: DEALT + 1], DealAborted((0,), FIRST_END.secret)]),
        wrong(Why.SHARE, DEALT + 1),
    ),
    "the wrong opener": (
        changed(*set_event(HandDealt, opener=after(the(HandDealt).opener))),
        wrong(Why.ENTRY, DEALT),
    ),
    "the wrong colours": (changed(*set_event(HandDealt, colours="ROYG")), wrong(Why.ENTRY, DEALT)),
    "the wrong attempt": (changed(*set_event(HandDealt, attempt=1)), wrong(Why.DEAL, DEALT)),
    "the wrong hand": (changed(*set_event(DealOpened, hand=2)), wrong(Why.ORDER, OPENED)),
    "one entry too few": (changed(*set_event(HandDealt, sealed=SEALED[:2])), wrong(Why.ORDER, DEALT)),
    "one commitment too few": (
        changed(*set_event(DealCommitted, commitments=COMMITMENTS[:2])),
        wrong(Why.ORDER, COMMITTED),
    ),
    "one share too few": (
        changed(*set_event(DealContributed, contributions=SHARES[:2])),
        wrong(Why.ORDER, CONTRIBUTED),
    ),
    "another number of the hand": (changed(*set_event(HandDealt, hand=2)), wrong(Why.DEAL, DEALT)),
    "other options in the middle of a game": (
        entries([*HONEST.events[: ENDED + 1], OptionsChanged(Options(points=1)), *HONEST.events[ENDED + 1 :]]),
        wrong(Why.ORDER, ENDED + 1),
    ),
    "a seat more in the middle of a game": (
        entries([*HONEST.events[: ENDED + 1], SeatChanged(3, Occupant("D")), *HONEST.events[ENDED + 1 :]]),
        wrong(Why.ORDER, ENDED + 1),
    ),
    "a seat less in the middle of a game": (
        entries([*HONEST.events[: ENDED + 1], SeatChanged(2, None), *HONEST.events[ENDED + 1 :]]),
        wrong(Why.ORDER, ENDED + 1),
    ),
    "a game that starts twice": (entries([*HONEST.events[:OPENED], GameStarted(3)]), wrong(Why.ORDER, OPENED)),
    "a game of more than sit there": (
        changed(*set_event(GameStarted, players=6)),
        wrong(Why.ORDER, place(GameStarted)),
    ),
    "a game that goes on after it was stopped": (
        entries([*HONEST.events[: PLAYED + 1], TableStopped(), *HONEST.events[PLAYED + 1 :]]),
        wrong(Why.ORDER, PLAYED + 2),
    ),
    "entries swapped": (
        changed(*set_event(HandDealt, sealed=(SEALED[1], SEALED[0], SEALED[2]))),
        wrong(Why.ENTRY, DEALT),
    ),
    "a hand key swapped": (
        changed(*set_event(HandEnded, hand_keys=(FIRST_END.hand_keys[1], *FIRST_END.hand_keys[1:]))),
        wrong(Why.ENTRY, ENDED),
    ),
    "a hand key kept back": (
        changed(*set_event(HandEnded, hand_keys=FIRST_END.hand_keys[:2])),
        wrong(Why.ENTRY, ENDED),
    ),
    "a changed play": (changed(*set_event(CardsPlayed, 1, cards=(0, 1, 2))), wrong(Why.PLAY, PLAYED)),
    "another card taken": (changed(*set_event(CardsPlayed, 1, taken=53)), wrong(Why.PLAY, PLAYED)),
    "a play by a seat whose turn it is not": (
        changed(*set_event(CardsPlayed, 1, seat=after(the(CardsPlayed, 1).seat))),
        wrong(Why.PLAY, PLAYED),
    ),
    "a play by a seat that nobody has": (changed(*set_event(CardsPlayed, 1, seat=5)), wrong(Why.PLAY, PLAYED)),
    "a round that does not end": (
        entries([*HONEST.events[:ROUND_ENDED], *HONEST.events[ROUND_ENDED + 1 :]]),
        wrong(Why.PLAY, ROUND_ENDED),
    ),
    "a round that ends for another": (
        changed(*set_event(RoundEnded, opener=after(the(RoundEnded).opener))),
        wrong(Why.PLAY, ROUND_ENDED),
    ),
    "a hand that ends too early": (
        entries([*HONEST.events[: PLAYED + 1], HONEST.events[ENDED]]),
        wrong(Why.PLAY, PLAYED + 1),
    ),
    "other points": (changed(*set_event(HandEnded, points=(0, 0, 0))), wrong(Why.SCORE, ENDED)),
    "other cards left": (changed(*set_event(HandEnded, hands=((), (), ()))), wrong(Why.SCORE, ENDED)),
    "no one went out": (changed(*set_event(HandEnded, hands=((1,), (2,), (3,)))), wrong(Why.SCORE, ENDED)),
    "a game that ends too early": (
        entries([*HONEST.events[: ENDED + 1], GameEnded((0,))]),
        wrong(Why.SCORE, ENDED + 1),
    ),
    "a game that ends out of nothing": (entries([*HONEST.events[:OPENED], GameEnded((0,))]), wrong(Why.SCORE, OPENED)),
    "another winner": (
        changed(LAST, GameEnded((0, 1, 2))),
        wrong(Why.SCORE, LAST),
    ),
    "no winner": (
        entries([*HONEST.events[:-1], ChatSaid(None, "X", "hello")]),
        wrong(Why.SCORE, LAST),
    ),
    "a second lobby in one log": (entries([*HONEST.events[:OPENED], HONEST.events[0]]), wrong(Why.ORDER, OPENED)),
    "a log without a lobby": (entries(HONEST.events[1:]), wrong(Why.ORDER, 0)),
    "another game's log": (
        changed(*set_event(LobbyOpened, game=bytes(16))),
        wrong(Why.ORDER, 0),
    ),
    "a play before a deal": (entries([*HONEST.events[:OPENED], CardsPlayed(0, (1,))]), wrong(Why.ORDER, OPENED)),
    "the end of no hand": (entries([*HONEST.events[:OPENED], FIRST_END]), wrong(Why.ORDER, OPENED)),
}


@pytest.mark.parametrize(("log", "verdict"), DISHONEST.values(), ids=DISHONEST.keys())
def test_a_dishonest_host_is_found_out_at_the_first_event_that_differs(log: list[Entry], verdict: Verdict) -> None:
    first = next(found for found in audit(HONEST, 0, log) if found != CHECKED)
    assert first == verdict


SEEN_BY_ALL = {
    "another secret than it had bound itself to": wrong(Why.COMMITMENT, ENDED),
    "bound itself to another secret": wrong(Why.COMMITMENT, ENDED),
    "the wrong opener": wrong(Why.DEAL, DEALT),
    "the wrong colours": wrong(Why.DEAL, DEALT),
    "a changed play": DISHONEST["a changed play"][1],
    "entries swapped": wrong(Why.ENTRY, ENDED),
}


@pytest.mark.parametrize(("name", "verdict"), SEEN_BY_ALL.items(), ids=SEEN_BY_ALL)
def test_who_cannot_vouch_for_the_chance_still_finds_what_does_not_recompute(name: str, verdict: Verdict) -> None:
    log, _ = DISHONEST[name]
    assert audit(HONEST, None, log)[0] == verdict
    assert audit(HONEST, 0, log, away=True)[0] == verdict


def test_a_wrong_deck_is_found() -> None:
    """The host seals what the seed does not give, and shows keys that open it."""
    other = logged_game(4, 3, Options(points=12), people=(0, 2))
    events = list(HONEST.events)
    events[DEALT] = the(HandDealt)._replace(sealed=the(HandDealt, 0, other).sealed)
    events[ENDED] = FIRST_END._replace(hand_keys=the(HandEnded, 0, other).hand_keys)
    assert audit(HONEST, None, entries(events))[0] == wrong(Why.ENTRY, ENDED)
    deal = HONEST.deals[0]
    outcome = Outcome("ROYGBP", the(HandDealt).opener, tuple(reversed(range(54))))
    infos = [entry_info(DEAL, seat, bound_of(deal, outcome)) for seat in range(3)]
    sealed = tuple(sealing._seal(bytes([seat]) * 32, infos[seat], hand_of(outcome, seat)) for seat in range(3))
    events[DEALT] = the(HandDealt)._replace(sealed=sealed)
    events[ENDED] = FIRST_END._replace(hand_keys=tuple(bytes([seat]) * 32 for seat in range(3)))
    assert audit(HONEST, None, entries(events))[0] == wrong(Why.ENTRY, DEALT)


def test_who_bound_a_share_sees_at_once_that_the_own_entry_does_not_open() -> None:
    auditor = Auditor(GAME)
    auditor.seated(0, bytes(32))
    verdicts = []
    for entry in entries(HONEST.events)[: DEALT + 1]:
        verdicts.append(auditor.feed(entry))
        if entry.seq == OPENED:
            auditor.contributed(DEAL, next(shared.share for shared in HONEST.shares if shared.seat == 0))
    assert verdicts[DEALT] == wrong(Why.ENTRY, DEALT)


def test_another_log_than_the_one_i_saw_is_found_by_its_digest() -> None:
    events = list(HONEST.events)
    events[ENDED] = FIRST_END._replace(digest=digest(b"another story"))
    assert audit(HONEST, 0, entries(events, mend_digests=False))[0] == wrong(Why.DIGEST, ENDED)


def test_after_an_alarm_every_hand_of_the_game_is_wrong() -> None:
    log, verdict = DISHONEST["a changed play"]
    hands = sum(isinstance(entry.event, HandEnded) for entry in log)
    assert audit(HONEST, 0, log) == [verdict] * hands
    assert hands > 1


def test_a_share_is_bound_only_between_the_hosts_commitment_and_the_others() -> None:
    auditor = Auditor(GAME)
    auditor.seated(0, HONEST.seat_keys[0])
    log = entries(HONEST.events)
    with pytest.raises(LocalProtocolError):
        auditor.contributed(DEAL, bytes(32))
    for entry in log[: OPENED + 1]:
        auditor.feed(entry)
    with pytest.raises(LocalProtocolError):
        auditor.contributed(DEAL._replace(attempt=1), bytes(32))
    mine = next(shared.share for shared in HONEST.shares if (shared.deal, shared.seat) == (DEAL, 0))
    auditor.contributed(DEAL, mine)
    auditor.feed(log[OPENED + 1])
    with pytest.raises(LocalProtocolError):
        auditor.contributed(DEAL, bytes(32))


EVERY_CHANGE: list[Callable[[Event], Event]] = [
    lambda event: Passed(0, Actor.PERSON) if not isinstance(event, Passed) else CardsPlayed(0, (1,)),
    lambda _: HandEnded((), (), bytes(32), (), bytes(32)),
    lambda _: DealContributed(()),
    lambda _: GameEnded((5,)),
    lambda _: LobbyOpened(GAME, (), Options()),
]


@pytest.mark.slow
@pytest.mark.parametrize("change", EVERY_CHANGE)
def test_any_event_in_any_place_is_an_alarm_and_never_a_crash(change: Callable[[Event], Event]) -> None:
    for seq in range(len(HONEST.events)):
        log = changed(seq, change(HONEST.events[seq]))
        verdicts = audit(HONEST, 0, log)
        assert any(verdict.result is Result.WRONG for verdict in verdicts), seq


@pytest.mark.parametrize("seat", [0, None, 5])
def test_every_kind_of_event_at_every_place_is_a_verdict_and_never_a_crash(seat: int | None) -> None:
    events = logged_game(5, 2, Options(points=1), people=(0, 1)).events
    for extra in map(event_of, LOGGED):
        for seq in range(len(events)):
            auditor = Auditor(GAME)
            if seat is not None:
                auditor.seated(seat, bytes(32))
            for entry in entries([*events[:seq], extra, *events[seq:]]):
                auditor.feed(entry)
