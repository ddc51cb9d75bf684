"""Every level: legal, blind to what it must not see, and the same for the same seed."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from odin_net.bots import hard
from odin_net.bots.contest import Contest, Tallies, play_deal
from odin_net.bots.hint import HintReason, hint
from odin_net.bots.judgement import is_in_danger, turns_to_go_out
from odin_net.bots.levels import LEVELS
from odin_net.bots.normal import judged_moves
from odin_net.game import Options, Phase, State, evolve, legal_moves, view_of
from odin_net.game.cards import cards_in, format_card, mask_of
from odin_net.game.events import HandKnown
from odin_net.game.rules import command_of, decide
from odin_net.game.sets import sets_beating
from protocol.codec import decode_from_client, encode
from protocol.messages import AddBot
from tests.helpers.tables import dealt, mask, position, shuffled


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested here does not depend on their number."""
    monkeypatch.setattr(hard, "CARDS_PLAYED_OUT", 300)


def some_way_into_a_hand(seed: int, players: int) -> State:
    """A position that random moves led to."""
    rng = Random(seed)
    state = dealt(players, shuffled(seed), opener=seed % players)
    for _ in range(rng.randrange(40)):
        turn = state.board.turn
        move = rng.choice(legal_moves(view_of(state, turn)))
        after = state
        for event in decide(state, command_of(move, turn)):
            after = evolve(after, event)
        if after.board.phase is not Phase.PLAYING:
            break
        state = after
    return state


POSITIONS = st.builds(some_way_into_a_hand, st.integers(0, 10**6), st.integers(2, 6))


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(state=POSITIONS, seed=st.integers(0, 1000))
def test_no_bot_ever_makes_an_illegal_move(level: str, state: State, seed: int) -> None:
    view = view_of(state, state.board.turn)
    assert LEVELS[level](view, Random(seed)) in legal_moves(view)


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(state=POSITIONS, seed=st.integers(0, 1000))
def test_no_bot_peeks(level: str, state: State, seed: int) -> None:
    """The cards that it cannot see are dealt anew to the others: its choice stays the same."""
    turn = state.board.turn
    choice = LEVELS[level](view_of(state, turn), Random(seed))
    board = state.board
    hidden = [
        c for seat, hand in enumerate(state.hands) if seat != turn for c in cards_in((hand or 0) & ~board.shown[seat])
    ]
    Random(seed).shuffle(hidden)
    other = state
    for seat, count in enumerate(board.counts):
        if seat != turn:
            need = count - board.shown[seat].bit_count()
            cards = (*cards_in(board.shown[seat]), *hidden[:need])
            hidden = hidden[need:]
            other = evolve(other, HandKnown(seat, cards))
    assert LEVELS[level](view_of(other, turn), Random(seed)) == choice


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_game(level: str) -> None:
    contest = Contest((level, "random", level), Options(points=1), 5)
    one, again = (play_deal(contest, 0, lambda: 0.0) for _ in range(2))
    assert one == again


def test_each_level_is_stronger_than_the_one_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixed seeds and few hands: the figures are in `benchmarks/bots.py`."""
    monkeypatch.setattr(hard, "CARDS_PLAYED_OUT", 1500)
    levels = list(LEVELS)
    for weaker, stronger, deals in zip(levels, levels[1:], (30, 30, 25), strict=False):
        tallies = Tallies((stronger, weaker, weaker, weaker))
        contest = Contest((stronger, weaker, weaker, weaker), Options(points=1), 4)
        for played in (game for deal in range(deals) for game in play_deal(contest, deal, lambda: 0.0)):
            tallies.add(played)
        better, worse = tallies.standings()
        assert better.points_per_hand < worse.points_per_hand, (stronger, weaker)


@pytest.mark.parametrize(
    ("hand", "turns"),
    [("R1", 1), ("R1 R5 R9", 1), ("R1 O1 P1", 1), ("R1 O2", 2), ("R1 R2 O2 O3", 2), ("R1 O2 Y3 G4", 4), ("", 0)],
)
def test_turns_to_go_out(hand: str, turns: int) -> None:
    assert turns_to_go_out(mask(hand)) == turns


@given(st.sets(st.integers(0, 53), max_size=8))
def test_turns_to_go_out_are_the_fewest_sets(cards: set[int]) -> None:
    assert turns_to_go_out(mask_of(cards)) == fewest_sets(frozenset(map(format_card, cards)))


def fewest_sets(cards: frozenset[str]) -> int:
    """By brute force: every subset that goes with the first card."""
    if not cards:
        return 0
    first = min(cards)
    best = len(cards)
    for place in (0, 1):
        alike = [other for other in cards - {first} if other[place] == first[place]]
        for chosen in range(1 << len(alike)):
            taken = {first, *(other for bit, other in enumerate(alike) if chosen >> bit & 1)}
            best = min(best, 1 + fewest_sets(cards - taken))
    return best


@given(POSITIONS)
def test_the_hard_bot_plays_out_as_the_normal_bot_plays(state: State) -> None:
    """Its playouts know the rules and the judgement a second time, for speed: here both are compared."""
    turn = state.board.turn
    view = view_of(state, turn)
    hands = [hand or 0 for hand in state.hands]
    if state.board.middle:
        danger = hard.in_danger(hands, turn)
        assert danger == is_in_danger(state.board.counts, turn)
        cards, taken = hard.answer(view.hand, mask_of(state.board.middle), danger=danger)
        move = (cards, taken.bit_length() - 1 if taken else None)
    else:
        move = (hard.opening(view.hand), None)
    judged = {made: cost for cost, made in judged_moves(view)}
    assert judged[move] == pytest.approx(min(judged.values()))


@given(POSITIONS)
def test_a_playout_by_judgement_ends_with_somebody_out_and_no_card_lost(state: State) -> None:
    hands = [hand or 0 for hand in state.hands]
    before = sum(hands).bit_count()
    hard.play_on(hands, state.board.turn, mask_of(state.board.middle), state.board.passes)
    assert hands.count(0) == 1
    assert sum(hands).bit_count() == sum(hand.bit_count() for hand in hands) < before + 9


class TestTheHardBotsSuppositions:
    @given(POSITIONS, st.integers(0, 100))
    def test_they_fit_all_that_was_seen(self, state: State, seed: int) -> None:
        turn = state.board.turn
        view = view_of(state, turn)
        worlds = hard.supposed_hands(view, Random(seed))
        for _ in range(3):
            hands = next(worlds)
            assert hands[turn] == view.hand
            assert [hand.bit_count() for hand in hands] == list(state.board.counts)
            assert all(shown & ~hand == 0 for shown, hand in zip(state.board.shown, hands, strict=True))
            piles = [*hands, state.board.valhalla, mask_of(state.board.middle)]
            assert sum(piles) == mask_of(cards_in(sum(piles))), "no card is in two places"
            assert sum(pile.bit_count() for pile in piles) == sum(piles).bit_count()

    def test_who_has_just_passed_can_hardly_beat_the_middle(self) -> None:
        state = position("R1 R2 R3", "O1 O2 O3", "P1 P2 P3", middle="G5", turn=0, passes=1)
        worlds = hard.supposed_hands(view_of(state, 0), Random(1))
        beats = [bool(sets_beating(next(worlds)[2], 1, 5)) for _ in range(200)]
        fresh = position("R1 R2 R3", "O1 O2 O3", "P1 P2 P3", middle="G5", turn=0)
        others = hard.supposed_hands(view_of(fresh, 0), Random(1))
        assert sum(beats) < sum(bool(sets_beating(next(others)[2], 1, 5)) for _ in range(200))


class TestHints:
    @pytest.mark.parametrize(
        ("state", "reason"),
        [
            (position("R9", "P9 P8", middle="O8"), HintReason.GOES_OUT),
            (position("R1 O2", "P9 P8 P7", middle="O8 O7"), HintReason.NOTHING_BEATS),
            (position("R1 R2 O9", "P9 P8 P7"), HintReason.THEN_OUT),
            (position("R1 O4 Y7 G2 B9", "P9"), HintReason.SOMEBODY_IS_NEARLY_OUT),
            (position("G1 G2 G3 R9 O8", "P9 P8 P7 P6"), HintReason.KEEPS_COLOUR),
            (position("G1 R1 O1 R9 O8", "P9 P8 P7 P6"), HintReason.KEEPS_NUMBER),
            (position("G1 R3 O5 B9 Y8", "P9 P8 P7 P6"), HintReason.FEWEST_TURNS),
        ],
    )
    def test_a_hint_is_a_legal_move_and_a_reason(self, state: State, reason: HintReason) -> None:
        view = view_of(state, 0)
        given_hint = hint(view)
        assert given_hint.move in legal_moves(view)
        assert given_hint.reason is reason
        assert all(type(value) is int for value in given_hint.parameters.values())
        assert "<secret>" in repr(given_hint)

    def test_a_hint_says_what_it_speaks_of(self) -> None:
        assert hint(view_of(position("R1 O4 Y7 G2 B9", "P9 P8 P7", "P1"), 0)).parameters == {"seat": 2, "cards": 1}
        assert hint(view_of(position("G1 G2 G3 R9 O8", "P9 P8 P7 P6"), 0)).parameters == {"cards": 3, "which": 3}

    def test_every_reason_is_reached(self) -> None:
        state = position("R9 R8 R7 R6", "P9 P8 P7 P6", middle="O1")
        reasons = {hint(view_of(state, 0)).reason}
        for seed in range(400):
            some = some_way_into_a_hand(seed, 2 + seed % 5)
            reasons.add(hint(view_of(some, some.board.turn)).reason)
        assert reasons == set(HintReason)


def test_the_wire_knows_the_same_levels() -> None:
    for level in LEVELS:
        assert decode_from_client(encode(AddBot(level))) == AddBot(level)
