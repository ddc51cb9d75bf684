"""Plans for one's own moves in playouts: legal, as judged at first, and learned from what comes of them."""

from hypothesis import given
from hypothesis import strategies as st

from odin_net.bots.hard import BOLDLY
from odin_net.bots.judgement import Made
from odin_net.bots.plans import AHEAD, Plans
from odin_net.game import legal_moves, view_of
from odin_net.game.cards import Card, Mask, format_card
from tests.helpers.tables import mask, position

HANDS = st.sets(st.integers(0, 53), min_size=1, max_size=9).map(lambda cards: sum(1 << card for card in cards))


def as_move(made: Made) -> tuple[Mask, Card | None]:
    cards, taken = made
    return cards, taken.bit_length() - 1 if taken else None


@given(HANDS, st.sampled_from(["", "R1", "G5", "R2 R3", "B4 P4"]), st.lists(st.floats(-9, 9), min_size=8, max_size=8))
def test_a_plan_is_always_a_legal_move(hand: Mask, middle: str, costs: list[float]) -> None:
    hand &= ~mask(middle)
    names = " ".join(format_card(card) for card in range(54) if hand >> card & 1)
    if not names:
        return
    legal = legal_moves(view_of(position(names, "P1 P2", middle=middle), 0))
    plans = Plans(BOLDLY)
    for cost in costs:
        made = plans.answer(hand, mask(middle), 2, False) if middle else (plans.opening(hand), 0)
        assert as_move(made) in legal
        plans.learn(cost)


def test_the_first_moves_are_as_judged_and_later_ones_are_what_did_best() -> None:
    hand, middle = mask("R9 R7 O7 B2 G1"), mask("Y1")
    judged = BOLDLY.answer(hand, middle, 5, False)
    plans = Plans(BOLDLY)
    made = []
    for _ in range(60):
        made.append(plans.answer(hand, middle, 5, False))
        plans.learn(6.0 if made[-1] == judged else -6.0)
    assert made[0] == made[1] == judged
    assert judged not in made[-10:]


def test_who_can_go_out_does_whatever_it_cost_before() -> None:
    plans = Plans(BOLDLY)
    for _ in range(5):
        assert plans.answer(mask("R9"), mask("G5"), 5, False) == (mask("R9"), 0)
        assert plans.opening(mask("R9 R3")) == mask("R9 R3")
        plans.learn(9.0)


def test_a_playout_leaves_the_plans_after_some_spots() -> None:
    """Far ahead everything is as judged: nothing there is seen often enough to learn from."""
    hand, middle = mask("R9 R7 O7 B2 G1"), mask("Y1")
    judged = BOLDLY.answer(hand, middle, 5, False)
    plans = Plans(BOLDLY)
    plans.answer(hand, middle, 5, False)
    plans.learn(0.0)
    for _ in range(60):
        made = [plans.answer(hand, middle, 5, False) for _ in range(AHEAD + 1)]
        assert made[-1] == judged
        plans.learn(6.0)
