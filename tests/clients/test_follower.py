"""The fold of one game's log for one reader: honest games, takeovers, liars."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.follower import Replica, is_settled
from clients.language import Language
from odin_net.game import Options, legal_moves
from odin_net.game.cards import DECK_SIZE, cards_in
from odin_net.game.events import (
    CardsPlayed,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    HandDealt,
    HandEnded,
    LobbyOpened,
    Passed,
)
from odin_net.game.state import Phase
from protocol.audit import Result, Verdict, Why
from protocol.codec import encode_event
from protocol.errors import RemoteProtocolError
from protocol.fair_deal import DealId, Outcome, seat_commitment
from protocol.messages import Commit, Contribute, HandKey
from protocol.sealing import bound_of, entry_info, hand_key
from tests.helpers.logged_game import GAME, LoggedGame, logged_game


def zeros(count: int) -> bytes:
    return bytes(count)


def follow(
    game: LoggedGame, seat: int | None, events: list[Event] | None = None, *, history: bool = True
) -> tuple[Replica, list[Verdict]]:
    follower = Replica(GAME, zeros)
    if seat is not None:
        follower.seated(seat, game.seat_keys[seat])
    steps = [
        follower.feed(encode_event(event), history=history) for event in (game.events if events is None else events)
    ]
    return follower, [step.verdict for step in steps if step.verdict is not None]


@settings(max_examples=25)
@given(st.integers(0, 999), st.integers(2, 6), st.data())
def test_a_reader_of_history_knows_all_that_its_seat_may(seed: int, players: int, data: st.DataObject) -> None:
    game = logged_game(seed, players)
    seat = data.draw(st.integers(0, players - 1))
    cut = data.draw(st.integers(1, len(game.events)))
    follower, verdicts = follow(game, seat, game.events[:cut])
    # Whether the seat had a share or not, this reader made none.
    assert all(
        (result, why in (Why.AWAY, Why.CAME_DURING)) == (Result.NOT_CHECKED, True) for result, why, _ in verdicts
    )
    state = follower.state
    assert state is not None
    assert follower.alarm is None
    if state.board.phase is Phase.PLAYING:
        assert [hand is not None for hand in state.hands] == [other == seat for other in range(players)]
        assert follower.view is not None
        assert follower.view.hand.bit_count() == state.board.counts[seat]
    assert follower.caught_up() is None


def test_a_spectator_knows_no_hand_before_its_end() -> None:
    game = logged_game(1, 3)
    end = next(seq for seq, event in enumerate(game.events) if isinstance(event, HandEnded))
    follower, _ = follow(game, None, game.events[:end])
    assert follower.state is not None
    assert follower.state.hands == (None,) * 3
    assert follower.view is None
    follower, verdicts = follow(game, None)
    assert set(verdicts) == {Verdict(Result.NOT_CHECKED, Why.WATCHING)}


def until(game: LoggedGame, kind: type) -> int:
    return next(seq for seq, event in enumerate(game.events) if isinstance(event, kind))


def test_a_share_is_bound_when_the_host_is_and_shown_when_all_are() -> None:
    game = logged_game(1, 2)
    follower, _ = follow(game, 0, game.events[: until(game, DealOpened)])
    opened = game.events[until(game, DealOpened)]
    commit = follower.feed(encode_event(opened), history=False).answer
    assert isinstance(commit, Commit)
    assert (commit.hand, commit.attempt) == (1, 0)
    other = seat_commitment(DealId(GAME, 1, 0), 1, b"y" * 32)
    committed = DealCommitted((commit.commitment, other))
    contribute = follower.feed(encode_event(committed), history=False).answer
    assert contribute == Contribute(1, 0, bytes(32))
    assert follower.caught_up() == contribute
    follower.feed(encode_event(DealContributed((bytes(32), b"y" * 32))), history=False)
    assert follower.caught_up() is None


def test_who_was_left_out_or_given_another_commitment_keeps_the_share() -> None:
    game = logged_game(1, 2)
    for mine in (None, b"z" * 32):
        follower, _ = follow(game, 0, game.events[: until(game, DealOpened)])
        follower.feed(encode_event(game.events[until(game, DealOpened)]), history=False)
        step = follower.feed(encode_event(DealCommitted((mine, b"x" * 32))), history=False)
        assert step.answer is None
        assert follower.caught_up() is None


@pytest.mark.parametrize(("seat", "history"), [(None, False), (0, True), (4, False)])
def test_no_share_comes_from_spectators_from_history_or_from_a_seat_that_is_none(
    seat: int | None, history: bool
) -> None:
    game = logged_game(1, 2)
    follower = Replica(GAME, zeros)
    if seat is not None:
        follower.seated(seat, bytes(32))
    steps = [follower.feed(encode_event(event), history=history) for event in game.events[:5]]
    assert all(step.answer is None for step in steps)


@pytest.mark.parametrize("mine", [True, False])
def test_a_hand_that_cannot_be_is_shown_to_nobody(mine: bool) -> None:
    """Plays are checked at the hand's end; before it a lying host could make the hint or a robot stumble over them."""
    game = logged_game(3, 2)
    begun = game.events[: until(game, HandDealt) + 1]
    follower, _ = follow(game, 0, begun)
    view = follower.view
    assert view is not None
    others = tuple(card for card in range(DECK_SIZE) if not view.hand >> card & 1)
    lies = [CardsPlayed(0, others[:1], taken) for taken in others[1:4]] if mine else [CardsPlayed(1, others[:9])] * 2
    for lie in lies:
        follower.feed(encode_event(lie), history=True)
    assert follower.alarm is None
    assert follower.view is None


def test_who_takes_a_seat_over_in_mid_hand_gets_the_hand_as_it_is_now() -> None:
    game = logged_game(3, 2)
    dealt = until(game, HandDealt)
    now = until(game, HandEnded) - 1
    played = [event for event in game.events[dealt:now] if isinstance(event, CardsPlayed) and event.seat == 1]
    assert played
    follower, _ = follow(game, None, game.events[:now])
    event = game.events[dealt]
    assert isinstance(event, HandDealt)
    deal = game.deals[0]
    info = entry_info(deal.id, 1, bound_of(deal, Outcome(event.colours, event.opener, ())))
    follower.seated(1, b"k" * 32)
    assert not follower.take_key(HandKey(2, 0, hand_key(game.seat_keys[1], info)))
    assert not follower.take_key(HandKey(1, 0, b"w" * 32))
    assert follower.view is None
    assert follower.take_key(HandKey(1, 0, hand_key(game.seat_keys[1], info)))
    owner, _ = follow(game, 1, game.events[:now])
    assert follower.view == owner.view
    # A key that opens nothing, or is for a seat that is not there, shows no hand, and not the last one either.
    assert not follower.take_key(HandKey(1, 0, b"w" * 32))
    follower.seated(5, b"k" * 32)
    assert not follower.take_key(HandKey(1, 0, b"k" * 32))
    follower.seated(1, b"k" * 32)
    assert follower.take_key(HandKey(1, 0, hand_key(game.seat_keys[1], info)))
    assert follower.view is not None
    assert len(cards_in(follower.view.hand)) == follower.view.board.counts[1]


def test_from_the_first_wrong_event_the_fold_stands_still_and_the_log_goes_on() -> None:
    game = logged_game(1, 2)
    dealt = until(game, HandDealt)
    follower, _ = follow(game, 0, game.events[: dealt + 1])
    before = follower.state
    step = follower.feed(encode_event(DealOpened(9, 9, bytes(32))), history=False)
    assert step.verdict == Verdict(Result.WRONG, Why.ORDER, dealt + 1)
    assert follower.alarm == step.verdict
    secret = bytes(32)
    lies: list[Event] = [HandDealt(2, 0, "ROYGBP"), Passed(5), HandEnded((), (), secret, (), secret)]
    for event in [*lies, LobbyOpened(GAME, (), Options())]:
        follower.feed(encode_event(event), history=False)
    assert follower.state == before
    assert len(follower.log) == dealt + 6


def test_what_is_no_event_or_not_the_first_of_a_log_does_no_harm() -> None:
    follower = Replica(GAME, zeros)
    with pytest.raises(RemoteProtocolError):
        follower.feed(b"\xc0", history=True)
    step = follower.feed(encode_event(Passed(0)), history=False)
    assert step.verdict == Verdict(Result.WRONG, Why.ORDER, 0)
    assert follower.state is None
    assert follower.view is None


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 99), st.integers(2, 4), st.data())
def test_a_liar_who_changes_the_order_of_the_log_does_no_harm(seed: int, players: int, data: st.DataObject) -> None:
    game = logged_game(seed, players)
    events = [*game.events]
    for _ in range(data.draw(st.integers(1, 4))):
        place, source = (data.draw(st.integers(0, len(events) - 1)) for _ in range(2))
        if data.draw(st.booleans()):
            events.insert(place, events[source])
        else:
            del events[place]
        if not events:
            return
    follower = Replica(GAME, zeros)
    follower.seated(data.draw(st.integers(0, 5)), bytes(32))
    language = Language("en")
    for event in events:
        before = follower.state
        follower.feed(encode_event(event), history=data.draw(st.booleans()))
        state = follower.state
        if state is not None:
            assert len(state.board.game.totals) == len(state.board.game.seats)
            language.event(event, before, state, None)
            is_settled(state.board)
        if follower.view is not None:
            legal_moves(follower.view)
    assert len(follower.log) == len(events)
