"""What holds in every game, whatever is played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_net.game import (
    IllegalMove,
    Options,
    Phase,
    PlayCards,
    Starter,
    State,
    decide,
    evolve,
    legal_moves,
    open_lobby,
    view_of,
)
from odin_net.game.cards import cards_of_colours, mask_of
from odin_net.game.events import CardsPlayed, Event, GameEnded, HandDealt, HandKnown, LobbyOpened, RoundEnded
from odin_net.game.rules import command_of
from tests.helpers.tables import dealt, random_game, shuffled

OPTIONS = st.builds(
    Options, points=st.integers(1, 30), colours=st.sampled_from(["6", "4", "RYGP"]), starter=st.sampled_from(Starter)
)


def states(events: list[Event]) -> list[State]:
    """The state after each event."""
    first, *rest = events
    assert isinstance(first, LobbyOpened)
    folded = [open_lobby(first)]
    for event in rest:
        folded.append(evolve(folded[-1], event))
    return folded


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(2, 6), OPTIONS)
def test_cards_are_conserved_and_nobody_ever_holds_more_than_nine(seed: int, players: int, options: Options) -> None:
    dealt_cards = 0
    for event, state in zip(events := random_game(seed, players, options), states(events), strict=True):
        board = state.board
        if isinstance(event, HandDealt):
            dealt_cards = 0
        if isinstance(event, HandKnown):
            dealt_cards |= mask_of(event.cards)
        if board.phase is not Phase.PLAYING or None in state.hands:
            continue
        hands = [hand or 0 for hand in state.hands]
        piles = [*hands, mask_of(board.middle), board.valhalla]
        assert sum(piles) == dealt_cards, "every card dealt is in just one place"
        assert dealt_cards & ~cards_of_colours(board.game.colours) == 0
        assert [hand.bit_count() for hand in hands] == list(board.counts)
        assert max(board.counts) <= 9
        assert all(shown & ~hand == 0 for shown, hand in zip(board.shown, hands, strict=True))
        assert 0 <= board.passes < players
    assert isinstance(events[-1], GameEnded)


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(2, 6), OPTIONS)
def test_a_hand_always_ends(seed: int, players: int, options: Options) -> None:
    """In a round values only grow, and every round leaves fewer cards in the hands: neither goes on for ever."""
    left = value = 0
    for event, state in zip(events := random_game(seed, players, options), states(events), strict=True):
        cards = sum(state.board.counts)
        match event:
            case HandDealt():
                left, value = cards, 0
            case CardsPlayed() if state.board.phase is Phase.PLAYING:
                assert state.board.value > value
                value = state.board.value
            case RoundEnded():
                assert cards < left
                left, value = cards, 0
            case _:
                pass


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(2, 6), OPTIONS)
def test_what_a_seat_folds_for_itself_is_what_the_host_would_show_it(seed: int, players: int, options: Options) -> None:
    events = random_game(seed, players, options)
    all_known = states(events)
    for seat in range(players):
        mine = [event for event in events if not isinstance(event, HandKnown) or event.seat == seat]
        folded = iter(states(mine))
        for event, state in zip(events, all_known, strict=True):
            if isinstance(event, HandKnown) and event.seat != seat:
                continue
            own = next(folded)
            assert own.board == state.board
            if own.hands[seat] is not None:
                assert view_of(own, seat) == view_of(state, seat)
            if own.board.phase is Phase.PLAYING:
                assert own.hands[:seat] + own.hands[seat + 1 :] == (None,) * (players - 1)


@pytest.mark.slow
@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(2, 6), st.data())
def test_whatever_is_sent_either_follows_the_list_of_legal_moves_or_changes_nothing(
    seed: int, players: int, data: st.DataObject
) -> None:
    state = dealt(players, shuffled(seed))
    for _ in range(30):
        turn = state.board.turn
        legal = [command_of(move, turn) for move in legal_moves(view_of(state, turn))]
        cards = tuple(data.draw(st.lists(st.integers(0, 53), max_size=3)))
        take = data.draw(st.none() | st.sampled_from(state.board.middle or (0,)))
        command = PlayCards(turn, cards, take)
        known = command._replace(cards=tuple(sorted(cards))) in [
            option._replace(cards=tuple(sorted(option.cards))) for option in legal if isinstance(option, PlayCards)
        ]
        try:
            happened = decide(state, command)
        except IllegalMove:
            assert not known
            happened = decide(state, data.draw(st.sampled_from(legal)))
        else:
            assert known
        for event in happened:
            state = evolve(state, event)
        if state.board.phase is not Phase.PLAYING:
            return


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_hands_rounds_are_counted_from_its_story(players: int) -> None:
    events = random_game(5, players)
    number = 1
    for event, state in zip(events, states(events), strict=True):
        if isinstance(event, HandDealt):
            number = 1
        number += isinstance(event, RoundEnded)
        if state.board.phase is Phase.PLAYING:
            assert state.board.round == number
