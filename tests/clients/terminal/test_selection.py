"""Picking cards: by number, by cursor, by every play that is legal."""

from hypothesis import given
from hypothesis import strategies as st

from clients.terminal.selection import joinable, joining, judge, legal_plays, next_play, pick_number, whole_hand
from odin_net.game.cards import mask_of
from odin_net.game.refusals import Refusal
from odin_net.game.rules import legal_moves
from odin_net.game.sets import value_of
from odin_net.game.state import PlayerView, view_of
from tests.helpers.tables import card, mask, position, random_game


def view(hand: str, middle: str = "", turn: int = 0) -> PlayerView:
    return view_of(position(hand, "R1 R2", middle=middle, turn=turn), 0)


def test_a_digit_adds_the_next_card_of_that_number_and_then_picks_none() -> None:
    seen = view("R7 B7 G7 O2")
    picked, steps = 0, []
    for _ in range(5):
        picked = pick_number(seen, picked, 7)
        steps.append(picked)
    assert steps == [mask("R7"), mask("R7 G7"), mask("R7 B7 G7"), 0, mask("R7")]
    assert pick_number(seen, mask("B7"), 7) == mask("B7 R7"), "one that was picked in another way stays"


def test_a_digit_prefers_what_makes_a_set_and_keeps_the_others() -> None:
    seen = view("R7 B7 B2 O2", "Y1 Y2")
    assert pick_number(seen, mask("B2"), 7) == mask("B2 B7")
    assert pick_number(seen, mask("B2 B7"), 7) == mask("B2"), "R7 makes no set with it"
    assert pick_number(seen, mask("B2 R7"), 7) == mask("B2 B7")
    assert pick_number(seen, mask("B2"), 5) == mask("B2")


def test_digits_pick_a_set_of_their_numbers_if_there_is_one() -> None:
    seen = view("P7 B9 P9 R1", "Y1 Y2")
    picked = pick_number(seen, 0, 9)
    assert picked == mask("B9")
    assert pick_number(seen, picked, 7) == mask("P9 P7"), "not B9 and P7, which are no set"
    assert pick_number(seen, mask("P9 P7"), 7) == mask("P9")
    assert pick_number(seen, mask("B9 P7"), 9) == mask("P9 P7")
    assert pick_number(seen, mask("B9"), 1) == mask("B9 R1"), "no nine makes a set with it"
    two_ways = view("B9 B1 G9 P9 P7 G7", "Y9 Y8")
    assert pick_number(two_ways, mask("B9"), 7) == mask("G9 G7")
    three = view("G4 G2 G1 P4 P2", "Y9 Y8")
    assert pick_number(three, mask("P4 P2"), 1) == mask("G4 G2 G1")


@given(st.integers(0, 10_000))
def test_tab_steps_through_every_legal_play_lowest_first(seed: int) -> None:
    state = position("R3 G3 O4 Y5 B6 G7 P7 P8 R9", "R1", middle=("B8 B5", "G2", "")[seed % 3])
    seen = view_of(state, 0)
    wanted = {cards for cards, _ in legal_moves(seen) if cards}
    picked, found = 0, []
    for _ in wanted:
        picked = next_play(seen, picked, 1)
        found.append(picked)
    assert set(found) == wanted
    assert [value_of(cards) for cards in found] == sorted(value_of(cards) for cards in found)
    assert next_play(seen, picked, 1) == found[0]
    assert next_play(seen, found[0], -1) == found[-1]


def test_picks_are_judged_before_the_turn_comes() -> None:
    seen = view("R9 R3 G1", "B8 B5", turn=1)
    assert judge(seen, mask("R9 R3")).value == 93
    assert judge(seen, mask("R9 R3")).takes
    assert judge(seen, mask("R9 G1")).refusal is Refusal.NOT_ONE_SET
    assert judge(seen, mask("R9")).refusal is Refusal.WRONG_NUMBER_OF_CARDS
    assert judge(view("R3 R1 G9", "B8 B5"), mask("R3 R1")).refusal is Refusal.VALUE_TOO_LOW


def is_among(card: int, cards: int) -> bool:
    return bool(cards >> card & 1)


def test_cards_that_cannot_join_are_told() -> None:
    seen = view("R9 R3 G3 R1", "B8")
    assert is_among(card("G3"), joinable(seen, mask("R3")))
    assert not is_among(card("G3"), joinable(seen, mask("R9")))
    assert not is_among(card("R1"), joinable(seen, mask("R9 R3")))  # three on one
    assert not is_among(card("R3"), joinable(view("R9 R3 G3"), mask("R9")))  # one card opens
    assert is_among(card("R3"), joinable(view("R9 R3"), mask("R9")))  # or the whole hand
    # Two on the card that somebody else opens with.
    assert is_among(card("R3"), joinable(view("R9 R3 G3", turn=1), mask("R9")))
    assert not is_among(card("R1"), joinable(view("R9 R3 R1 G3", turn=1), mask("R9 R3")))


def test_in_our_turn_only_cards_that_lead_to_a_legal_play_can_join() -> None:
    hand, middle = "G4 B2 B8 P7 O9 O6", "Y8 Y5"
    assert joining(view(hand, middle), mask("B8")) == (), "82 does not beat 85"
    assert not is_among(card("B2"), joinable(view(hand, middle), mask("B8")))
    assert joining(view(hand, middle), mask("O9")) == (card("O6"),)
    assert joining(view(hand, middle, turn=1), mask("B8")) == (card("B2"),), "the middle may be another by then"
    assert joining(view("B2 B8 B1 G9", middle), mask("B8")) == (card("B1"), card("B2")), "three beat two"
    # Two nines of three can go, or all of them.
    assert joining(view("R9 G9 B9", "Y8"), mask("R9")) == (card("G9"), card("B9"))


def test_the_whole_hand_is_found_when_it_may_go() -> None:
    assert whole_hand(view("R9 R3")) == mask("R9 R3")
    assert whole_hand(view("R9 R8", "B8 B5")) == mask("R9 R8")
    assert not whole_hand(view("R9 G3"))
    assert not whole_hand(view("R2 R1", "B8 B5"))


def test_legal_plays_are_those_of_the_rules_in_whole_games() -> None:
    from odin_net.game.events import LobbyOpened  # noqa: PLC0415
    from odin_net.game.state import evolve, open_lobby  # noqa: PLC0415

    events = random_game(3, 3)
    assert isinstance(events[0], LobbyOpened)
    state = open_lobby(events[0])
    for event in events[1:]:
        state = evolve(state, event)
        if state.board.turn >= 0 and all(state.hands):
            seen = view_of(state, state.board.turn)
            assert set(legal_plays(seen)) == {cards for cards, _ in legal_moves(seen) if cards}
            assert all(judge(seen, cards).refusal is None for cards in legal_plays(seen))
    assert mask_of(()) == 0


def test_two_of_three_cards_of_a_number_can_be_picked_by_it() -> None:
    seen = view("R5 Y5 B5 G2", "R1")
    reached = set()
    for start in ("", "R5", "Y5", "B5"):
        picked = mask(start)
        for _ in range(4):
            picked = pick_number(seen, picked, 5)
            reached.add(picked)
    assert {mask("R5"), mask("R5 Y5"), mask("R5 B5"), mask("R5 Y5 B5"), 0} <= reached
    # Which two is up to who picks one of them with the cursor.
    assert pick_number(seen, mask("B5"), 5) == mask("R5 B5")
