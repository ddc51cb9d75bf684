"""What the choices of a turn were worth."""

from random import Random

from odin_net.bots.hard import CANDIDATES, choose_hard
from odin_net.bots.worth import LEAST_WORLDS, MOST_WORLDS, weigh
from odin_net.game import PASS
from odin_net.game.rules import legal_moves
from odin_net.game.state import view_of
from tests.helpers.tables import card, mask, position


def test_it_says_what_the_hard_bot_would_do_and_what_each_choice_was_worth() -> None:
    view = view_of(position("R3 G3 O4 Y5", "B1 B2 P9", middle="R2", turn=0), 0)
    weighed = weigh(view, PASS, "seed")
    assert weighed.best == choose_hard(view, Random("seed"))
    assert {choice.move for choice in weighed.choices} <= set(legal_moves(view))
    assert weighed.of(weighed.best) is not None
    assert weighed.of(PASS) is not None
    assert [choice.worth for choice in weighed.choices] == sorted((one.worth for one in weighed.choices), reverse=True)
    assert all(choice.spread > 0 for choice in weighed.choices)
    assert LEAST_WORLDS <= weighed.worlds <= MOST_WORLDS
    assert weigh(view, PASS, "seed") == weighed


def test_going_out_is_worth_what_it_wins_for_certain() -> None:
    view = view_of(position("G8 G9", "B1 B2 P9", "B3", middle="R2", turn=0), 0)
    weighed = weigh(view, None, "seed")
    assert weighed.best == (mask("G8 G9"), card("R2")) or weighed.best[0] == mask("G8 G9")
    out = weighed.choices[0]
    assert (out.move[0], out.worth, out.spread) == (mask("G8 G9"), 12.0, 0.0)


def test_what_was_done_is_weighed_though_the_bot_would_not_look_at_it() -> None:
    view = view_of(position("R3 G3 O4 Y5 B6 G7 P7 P8 R9", "B1 B2 P9", middle="R1", turn=0), 0)
    moves = legal_moves(view)
    assert len(moves) > CANDIDATES
    assert weigh(view, moves[-1], "seed").of(moves[-1]) is not None
