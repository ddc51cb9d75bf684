"""What a hand was seen to do tells of its hidden cards."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from odin_net.bots.conduct import conduct_of, is_odd
from odin_net.bots.policies import POLICIES
from odin_net.bots.suppositions import supposed_hands
from odin_net.game import Phase, State, command_of, view_of
from tests.helpers.tables import dealt, fold, mask, shuffled


def some_way_into_a_hand(level: str, seed: int, players: int) -> State:
    """A position that moves of bots of this level led to."""
    rng = Random(seed)
    state = dealt(players, shuffled(seed), opener=seed % players)
    for _ in range(rng.randrange(40)):
        turn = state.board.turn
        after = fold(state, command_of(POLICIES[level](view_of(state, turn), rng), turn))
        if after.board.phase is not Phase.PLAYING:
            break
        state = after
    return state


SEEDS, PLAYERS = st.integers(0, 10**6), st.integers(2, 6)


def hidden_cards(state: State, seat: int) -> int:
    return (state.hands[seat] or 0) & ~state.board.shown[seat]


@given(SEEDS, PLAYERS)
def test_nothing_is_odd_about_a_normal_bot_with_the_cards_that_it_really_has(seed: int, players: int) -> None:
    state = some_way_into_a_hand("normal", seed, players)
    for seat, conduct in enumerate(conduct_of(state.board)):
        hidden = hidden_cards(state, seat)
        assert not [act for act in conduct.acts if is_odd(act, hidden)]
        assert conduct.oddities(hidden, 0) == 0


@given(SEEDS, PLAYERS)
def test_each_act_is_seen_with_the_hand_and_the_middle_of_its_time(seed: int, players: int) -> None:
    """Folded once more from the deal, with all hands open."""
    state = some_way_into_a_hand("random", seed, players)
    acts = [conduct.acts for conduct in conduct_of(state.board)]
    hidden = [hidden_cards(state, seat) for seat in range(players)]
    then = dealt(players, shuffled(seed), opener=seed % players)
    for seat, cards, taken in state.board.story:
        act = acts[seat].pop()
        board = then.board
        assert act.known | hidden[seat] == then.hands[seat]
        assert act.middle == sum(1 << card for card in board.middle)
        assert act.made == (cards, taken)
        assert act.fewest == min(count for other, count in enumerate(board.counts) if other != seat)
        assert act.last == (board.passes + 2 == players)
        then = fold(then, command_of((cards, taken.bit_length() - 1 if taken else None), seat))
    assert not any(acts)


@given(SEEDS, PLAYERS, st.integers(0, 9))
def test_oddities_are_counted_as_far_as_asked_in_whatever_order(seed: int, players: int, most: int) -> None:
    state = some_way_into_a_hand("random", seed, players)
    for seat, conduct in enumerate(conduct_of(state.board)):
        hidden = hidden_cards(state, seat)
        odd = sum(is_odd(act, hidden) for act in conduct.acts)
        for asked in (most, most // 2, 40, most):
            counted = conduct.oddities(hidden, asked)
            assert counted == odd if odd <= asked else asked < counted <= odd


def test_supposed_hands_are_rarely_odd() -> None:
    """Far less so than hands dealt at random among the cards that nobody has seen."""
    supposed = dealt_anew = 0
    for seed in range(12):
        state = some_way_into_a_hand("normal", seed, 4)
        view = view_of(state, state.board.turn)
        worlds = supposed_hands(view, Random(seed))
        others = [seat for seat in range(4) if seat != view.seat]
        hidden = [hidden_cards(state, seat) for seat in others]
        unseen = [card for card in range(54) if sum(hidden) >> card & 1]
        for _ in range(20):
            hands = next(worlds)
            Random(seed).shuffle(unseen)
            at = 0
            for seat, cards in zip(others, hidden, strict=True):
                acts = conduct_of(state.board)[seat].acts
                supposed += sum(is_odd(act, hands[seat] & ~state.board.shown[seat]) for act in acts)
                random_cards = sum(1 << card for card in unseen[at : at + cards.bit_count()])
                at += cards.bit_count()
                dealt_anew += sum(is_odd(act, random_cards) for act in acts)
    assert supposed < dealt_anew / 3


def test_a_play_that_a_better_one_was_there_for_is_odd() -> None:
    """With nothing else in hand a pass is no wonder, with the card that goes out at once it is."""
    state = some_way_into_a_hand("normal", 3, 2)
    act = conduct_of(state.board)[0].acts[0]._replace(known=0, middle=mask("R5"), made=(0, 0))
    assert not is_odd(act, mask("G3"))
    assert is_odd(act, mask("G6"))
