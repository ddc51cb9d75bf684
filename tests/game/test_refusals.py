"""Every refusal is reached, and where several apply the first in the order of the rules counts."""

import pytest

from odin_net.game import Deal, IllegalMove, Pass, PlayCards, Refusal, State, Stop, decide, legal_moves, view_of
from odin_net.game.cards import cards_in
from odin_net.game.events import HandKnown
from odin_net.game.rules import refuse_pass, refuse_play
from odin_net.game.state import PlayerView
from tests.helpers.tables import card, cards, dealt, fold, position, shuffled, started

MIDDLE = position("R9 R8 R5 O8 P1", "G9", middle="O9 O7")
OPENING = position("R9 R8 O8", "G9")
GOING_OUT = position("R9 R8", "G9", middle="O7")
HAND_OVER = fold(position("R9", "G9", middle="O8"), PlayCards(0, cards("R9")))
GAME_OVER = fold(MIDDLE, Stop())


def play(text: str, take: str | None = None, seat: int = 0) -> PlayCards:
    return PlayCards(seat, cards(text), None if take is None else card(take))


CASES: list[tuple[str, State, PlayCards | Pass, Refusal]] = [
    ("all that can be wrong is wrong", GAME_OVER, play("G1 G1 B2", "Y1", 1), Refusal.GAME_OVER),
    ("a pass after the game", GAME_OVER, Pass(1), Refusal.GAME_OVER),
    ("the same after the hand", HAND_OVER, play("G1 G1 B2", "Y1", 1), Refusal.HAND_OVER),
    ("a pass after the hand", HAND_OVER, Pass(0), Refusal.HAND_OVER),
    ("before the first deal", started(2), play("G1"), Refusal.HAND_OVER),
    ("the same out of turn", MIDDLE, play("G1 G1 B2", "Y1", 1), Refusal.NOT_YOUR_TURN),
    ("a pass out of turn", OPENING, Pass(1), Refusal.NOT_YOUR_TURN),
    ("a card that is not mine, twice", MIDDLE, play("G1 G1 B2", "Y1"), Refusal.NOT_YOUR_CARD),
    ("a card of mine twice, and no set", MIDDLE, play("R9 R9 O8", "Y1"), Refusal.SAME_CARD_TWICE),
    ("no set, and too many", MIDDLE, play("R9 R8 O8 P1", "Y1"), Refusal.NOT_ONE_SET),
    ("an opener passes", OPENING, Pass(0), Refusal.OPENER_CANNOT_PASS),
    ("too few, and too low", MIDDLE, play("P1", "Y1"), Refusal.WRONG_NUMBER_OF_CARDS),
    ("no cards", MIDDLE, play("", "Y1"), Refusal.WRONG_NUMBER_OF_CARDS),
    ("no cards, opening", OPENING, play(""), Refusal.WRONG_NUMBER_OF_CARDS),
    ("two cards, opening", OPENING, play("R9 R8", "Y1"), Refusal.WRONG_NUMBER_OF_CARDS),
    ("too low, and nothing chosen", MIDDLE, play("R9 R5"), Refusal.VALUE_TOO_LOW),
    ("too low, and a wrong card chosen", MIDDLE, play("R9 R5", "Y1"), Refusal.VALUE_TOO_LOW),
    ("nothing chosen", MIDDLE, play("R9 R8"), Refusal.CHOOSE_A_CARD_TO_TAKE),
    ("a card from nowhere", MIDDLE, play("R9 R8", "Y1"), Refusal.NOT_IN_THE_MIDDLE),
    ("a card just played", MIDDLE, play("R9 R8", "R8"), Refusal.NOT_IN_THE_MIDDLE),
    ("a card for an opening", OPENING, play("R9", "O8"), Refusal.NOT_IN_THE_MIDDLE),
    ("a card from nowhere when going out", GOING_OUT, play("R9 R8", "Y1"), Refusal.NOT_IN_THE_MIDDLE),
    ("a card when going out", GOING_OUT, play("R9 R8", "O7"), Refusal.NOTHING_TO_TAKE),
]


@pytest.mark.parametrize(("state", "command", "reason"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_a_refusal_names_the_first_reason(state: State, command: PlayCards | Pass, reason: Refusal) -> None:
    with pytest.raises(IllegalMove, match=reason.value) as illegal:
        decide(state, command)
    assert illegal.value.reason is reason
    view = PlayerView(state.board, command.seat, state.hands[command.seat] or 0)
    mine = refuse_pass(view) if isinstance(command, Pass) else refuse_play(view, command.cards, command.take)
    assert mine is reason, "a player's own screen says the same"


@pytest.mark.parametrize("seat", [-1, 2, 6, -2])
def test_a_seat_that_nobody_has_is_never_in_turn(seat: int) -> None:
    for state, reason in (
        (GAME_OVER, Refusal.GAME_OVER),
        (HAND_OVER, Refusal.HAND_OVER),
        (MIDDLE, Refusal.NOT_YOUR_TURN),
    ):
        for command in (Pass(seat), play("R9 R8", "O7", seat)):
            with pytest.raises(IllegalMove) as illegal:
                decide(state, command)
            assert illegal.value.reason is reason
        assert legal_moves(PlayerView(state.board, seat, 0)) == []


@pytest.mark.parametrize("number", [-1, 54, 10**9])
def test_a_card_that_there_is_none_of_is_not_mine(number: int) -> None:
    with pytest.raises(IllegalMove) as illegal:
        decide(MIDDLE, PlayCards(0, (number,), card("O7")))
    assert illegal.value.reason is Refusal.NOT_YOUR_CARD
    with pytest.raises(IllegalMove) as illegal:
        decide(MIDDLE, PlayCards(0, cards("R9 R8"), number))
    assert illegal.value.reason is Refusal.NOT_IN_THE_MIDDLE


def test_nothing_that_holds_a_hand_shows_it() -> None:
    state = dealt(2, shuffled(1))
    hand = state.hands[0] or 0
    deal = Deal(shuffled(1), 0, "ROYGBP")
    known = HandKnown(0, cards_in(hand))
    for value in (state, view_of(state, 0), deal, known):
        assert "<secret>" in repr(value)
        assert str(hand) not in repr(value)
        assert str(cards_in(hand)) not in repr(value)
        assert f"{shuffled(1)[0]}, {shuffled(1)[1]}" not in repr(value)


def test_every_refusal_is_reached() -> None:
    assert {case[3] for case in CASES} == set(Refusal)


def test_the_reasons_stand_in_the_order_of_the_rules() -> None:
    assert [refusal.value for refusal in Refusal] == [
        "the game is over",
        "the hand is over",
        "not your turn",
        "not your card",
        "the same card twice",
        "not one number or colour",
        "an opener cannot pass",
        "wrong number of cards",
        "value too low",
        "choose a card to take",
        "that card was not in the middle",
        "nothing to take",
    ]


def test_a_legal_move_is_refused_by_nobody() -> None:
    view = PlayerView(MIDDLE.board, 0, MIDDLE.hands[0] or 0)
    assert refuse_play(view, cards("R9 R8"), card("O7")) is None
    assert refuse_pass(view) is None
