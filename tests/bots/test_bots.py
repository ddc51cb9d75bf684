"""Every level: legal, blind to what it must not see, and the same for the same seed."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from odin_net import levels
from odin_net.bots import hard
from odin_net.bots.contest import Contest, Tallies, play_deal
from odin_net.bots.hint import HintReason, hint
from odin_net.bots.judgement import Judgement, fewest_of_others, turns_to_go_out
from odin_net.bots.normal import NORMALLY, judged_moves
from odin_net.bots.policies import POLICIES
from odin_net.bots.suppositions import leanings, supposed_hands
from odin_net.game import Options, Pass, Phase, State, evolve, legal_moves, view_of
from odin_net.game.cards import cards_in, format_card, mask_of, parse_card
from odin_net.game.commands import Command
from odin_net.game.events import HandKnown
from odin_net.game.rules import command_of, decide
from odin_net.game.sets import sets_beating
from protocol.codec import decode_from_client, encode
from protocol.messages import AddBot
from tests.helpers.tables import dealt, fold, mask, position, shuffled


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested here does not depend on their number."""
    monkeypatch.setattr(hard, "MOST_PLAYOUTS", 1)
    monkeypatch.setattr(hard, "FIRST", 2)


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


# The better of two shows sooner than the best of four: for those, a slow bot would have to play for minutes.
RIVALS = [("random", "easy", 4, 30), ("easy", "normal", 4, 30), ("normal", "hard", 2, 20)]

POSITIONS = st.builds(some_way_into_a_hand, st.integers(0, 10**6), st.integers(2, 6))


def test_every_level_that_has_a_name_plays() -> None:
    assert [*POLICIES] == [*levels.LEVELS]
    assert levels.USUAL in POLICIES


@pytest.mark.parametrize("level", POLICIES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(state=POSITIONS, seed=st.integers(0, 1000))
def test_no_bot_ever_makes_an_illegal_move(level: str, state: State, seed: int) -> None:
    view = view_of(state, state.board.turn)
    assert POLICIES[level](view, Random(seed)) in legal_moves(view)


@pytest.mark.parametrize("level", POLICIES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(state=POSITIONS, seed=st.integers(0, 1000))
def test_no_bot_peeks(level: str, state: State, seed: int) -> None:
    """The cards that it cannot see are dealt anew to the others: its choice stays the same."""
    turn = state.board.turn
    choice = POLICIES[level](view_of(state, turn), Random(seed))
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
    assert POLICIES[level](view_of(other, turn), Random(seed)) == choice


@pytest.mark.parametrize("level", POLICIES)
def test_the_same_seed_gives_the_same_game(level: str) -> None:
    contest = Contest((level, "random", level), Options(points=1), 5)
    one, again = ([*play_deal(contest, 0, lambda: 0.0)] for _ in range(2))
    assert one == again


@pytest.mark.slow
@pytest.mark.parametrize(("weaker", "stronger", "players", "deals"), RIVALS)
def test_each_level_is_stronger_than_the_one_below(
    weaker: str, stronger: str, players: int, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fixed seed and few hands: the figures are in `benchmarks/bots.py`."""
    monkeypatch.setattr(hard, "MOST_PLAYOUTS", 150)
    monkeypatch.setattr(hard, "FIRST", 20)
    contest = Contest((stronger, *(weaker,) * (players - 1)), Options(points=1), 4)
    tallies = Tallies(contest.bots)
    for played in (game for deal in range(deals) for game in play_deal(contest, deal, lambda: 0.0)):
        tallies.add(played)
    better, worse = tallies.standings()
    assert better.points_per_hand < worse.points_per_hand


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


@pytest.mark.parametrize("judgement", [NORMALLY, hard.BOLDLY], ids=["normal", "bold"])
@given(state=POSITIONS)
def test_a_playout_makes_the_best_judged_moves(judgement: Judgement, state: State) -> None:
    """Playouts know the rules and the judgement a second time, for speed: here both are compared."""
    view = view_of(state, state.board.turn)
    board, seat, hand = view
    fewest, last = fewest_of_others(board.counts, seat), board.passes + 2 == len(board.game.seats)
    if board.middle:
        cards, taken = judgement.answer(hand, mask_of(board.middle), fewest, last)
        move = (cards, taken.bit_length() - 1 if taken else None)
    else:
        move = (judgement.opening(hand), None)
    judged = {made: cost for cost, made in judged_moves(view, judgement)}
    assert judged[move] == pytest.approx(min(judged.values()))


@given(POSITIONS)
def test_a_playout_by_judgement_ends_with_somebody_out_and_no_card_lost(state: State) -> None:
    hands = [hand or 0 for hand in state.hands]
    before = sum(hands).bit_count()
    board = state.board
    hard.play_on(hands, board.turn, mask_of(board.middle), board.passes, [NORMALLY] * len(hands))
    assert hands.count(0) == 1
    assert sum(hands).bit_count() == sum(hand.bit_count() for hand in hands) < before + 9


def play(seat: int, cards: str, take: str | None = None) -> Command:
    return command_of((mask(cards), None if take is None else parse_card(take)), seat)


class TestTheHardBotsSuppositions:
    @given(POSITIONS, st.integers(0, 100))
    def test_they_fit_all_that_was_seen(self, state: State, seed: int) -> None:
        turn = state.board.turn
        view = view_of(state, turn)
        worlds = supposed_hands(view, Random(seed))
        for _ in range(3):
            hands = next(worlds)
            assert hands[turn] == view.hand
            assert [hand.bit_count() for hand in hands] == list(state.board.counts)
            assert all(shown & ~hand == 0 for shown, hand in zip(state.board.shown, hands, strict=True))
            piles = [*hands, state.board.valhalla, mask_of(state.board.middle)]
            assert sum(piles) == mask_of(cards_in(sum(piles))), "no card is in two places"
            assert sum(pile.bit_count() for pile in piles) == sum(piles).bit_count()

    def test_who_has_just_passed_can_hardly_beat_the_middle(self) -> None:
        state = position("R1 R2 R3 G5", "O1 O2 O3", "P1 P2 P3")
        opened = fold(state, play(0, "G5"))
        passed = fold(opened, Pass(1))
        beats, beats_as_far_as_known = (
            sum(bool(sets_beating(next(worlds)[1], 1, 5)) for _ in range(200))
            for worlds in (supposed_hands(view_of(known, 0), Random(1)) for known in (passed, opened))
        )
        assert beats < 0.8 * beats_as_far_as_known

    def test_what_was_played_and_taken_is_evidence(self) -> None:
        """Seat 1 plays one green card alone and takes a red one: it has rather red ones than green ones."""
        state = position("R5 R6 B1", "G7 B2 B3", "P1 P2 P3")
        state = fold(state, play(0, "R5"), play(1, "G7", "R5"))
        _, likely, nothing_known = leanings(state.board)
        assert likely[parse_card("R1")] > likely[parse_card("G1")]
        assert likely[parse_card("G9")] > likely[parse_card("G1")], "it would rather have played the lower one"
        assert set(nothing_known) == {0.0}
        worlds = supposed_hands(view_of(state, 2), Random(3))
        drawn = [next(worlds)[1] for _ in range(400)]
        reds, greens = (sum((hand & mask(cards)).bit_count() for hand in drawn) for cards in ("R1 R2 R3", "G1 G2 G3"))
        assert reds > 2 * greens

    def test_passes_of_an_earlier_round_do_not_stay_in_the_way(self) -> None:
        """Who won a round opens anew: that takes nothing, and what lay there before does not count."""
        state = position("R5 R6 B1", "G7 B2 B3")
        red, blue = play(0, "R5"), play(0, "B1")
        both, one, other = (leanings(fold(state, *moves).board) for moves in ((red, Pass(1), blue), (red,), (blue,)))
        assert both[0] == [sum(pair) for pair in zip(one[0], other[0], strict=True)]


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
    for level in POLICIES:
        assert decode_from_client(encode(AddBot(level))) == AddBot(level)
