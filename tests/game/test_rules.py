"""The rules sentence by sentence, in their order. The name of a test is the rule."""

import pytest

from odin_net.game import (
    Deal,
    IllegalMove,
    Move,
    Options,
    Pass,
    Phase,
    PlayCards,
    Refusal,
    Starter,
    StartGame,
    State,
    Stop,
    decide,
    legal_moves,
    open_lobby,
    view_of,
)
from odin_net.game.cards import COLOURS, cards_in, mask_of
from odin_net.game.events import (
    CardsPlayed,
    GameEnded,
    HandDealt,
    HandEnded,
    HandKnown,
    Occupant,
    OptionsChanged,
    Passed,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.options import DRAWN_FOUR, OptionError, parse_colours, parse_points
from odin_net.game.rules import PASS
from odin_net.game.state import evolve
from tests.helpers.tables import (
    ALL_COLOURS,
    card,
    cards,
    dealt,
    fold,
    lobby,
    mask,
    position,
    random_game,
    shuffled,
    started,
)


def moves(state: State) -> list[Move]:
    return legal_moves(view_of(state, state.board.turn))


def refused(state: State, command: PlayCards | Pass) -> Refusal:
    with pytest.raises(IllegalMove) as illegal:
        decide(state, command)
    return illegal.value.reason


def play(seat: int, text: str, take: str | None = None) -> PlayCards:
    return PlayCards(seat, cards(text), None if take is None else card(take))


class TestTheStory:
    def test_it_tells_who_played_and_took_what(self) -> None:
        state = fold(position("R5 R6", "G7 B2", "P1 P2"), play(0, "R5"), play(1, "G7", "R5"), Pass(2), Pass(0))
        assert state.board.story == ((0, mask("R5"), 0), (1, mask("G7"), mask("R5")), (2, 0, 0), (0, 0, 0))

    def test_it_begins_anew_with_each_hand(self) -> None:
        state = fold(position("R5 R6 B1", "R9"), play(0, "R5"), play(1, "R9"))
        assert state.board.story
        assert not fold(state, Deal(shuffled(1), 0, COLOURS)).board.story


class TestDeal:
    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_nine_cards_go_to_each_player(self, players: int) -> None:
        deck = shuffled(1)
        state = dealt(players, deck)
        assert state.hands == tuple(mask_of(deck[9 * seat : 9 * seat + 9]) for seat in range(players))
        assert state.board.counts == (9,) * players

    def test_the_rest_stays_out_unseen(self) -> None:
        happened = decide(started(2), Deal(shuffled(1), 0, COLOURS))
        assert [type(event) for event in happened] == [HandDealt, HandKnown, HandKnown]
        assert fold(started(2), Deal(shuffled(1), 0, COLOURS)).board.valhalla == 0

    def test_two_players_leave_out_two_colours_by_default(self) -> None:
        four = mask_of(shuffled(1)) & 0o777777777777
        state = fold(started(2, Options()), Deal(cards_in(four), 0, "ROYG"))
        assert state.board.game.colours == "ROYG"

    def test_the_colours_are_drawn_once_per_game(self) -> None:
        colours = {event.colours for event in random_game(5, 2, Options()) if isinstance(event, HandDealt)}
        assert len(colours) == 1
        assert len(colours.pop()) == 4

    def test_the_table_can_turn_the_variant_off(self) -> None:
        assert dealt(2, shuffled(1)).board.game.colours == COLOURS

    def test_the_variant_exists_for_two_players_only(self) -> None:
        for players in (3, 4, 5, 6):
            state = dealt(players, shuffled(1), options=Options(colours=DRAWN_FOUR))
            assert state.board.game.colours == COLOURS

    def test_a_deck_with_a_colour_that_is_out_is_no_deck(self) -> None:
        with pytest.raises(ValueError, match="colours in play"):
            fold(started(2, Options()), Deal(shuffled(1), 0, "ROYG"))

    def test_the_opener_of_the_first_hand_comes_by_lot(self) -> None:
        assert [dealt(3, shuffled(1), opener).board.turn for opener in range(3)] == [0, 1, 2]


class TestRound:
    def test_the_opener_plays_exactly_one_card(self) -> None:
        state = position("R1 R2 O5", "P9")
        assert set(moves(state)) == {(mask("R1"), None), (mask("R2"), None), (mask("O5"), None)}
        assert refused(state, play(0, "R1 R2")) is Refusal.WRONG_NUMBER_OF_CARDS

    def test_the_opener_cannot_pass(self) -> None:
        state = position("R1 R2 O5", "P9")
        assert PASS not in moves(state)
        assert refused(state, Pass(0)) is Refusal.OPENER_CANNOT_PASS

    @pytest.mark.parametrize("hand", ["R1 R5 R9", "R5 O5 P5"])
    def test_an_opener_whose_cards_all_match_may_play_them_all_and_the_hand_is_over(self, hand: str) -> None:
        state = position(hand, "P8 P9")
        happened = decide(state, play(0, hand))
        assert isinstance(happened[0], CardsPlayed)
        assert happened[1] == HandEnded(((), cards("P8 P9")), (0, 2))

    def test_the_whole_hand_may_open_the_first_round_too(self) -> None:
        state = dealt(2, [*cards("R1 R2 R3 R4 R5 R6 R7 R8 R9"), *cards("O1 O2 O3 O4 O5 O6 O7 O8 P9")])
        assert (mask("R1 R2 R3 R4 R5 R6 R7 R8 R9"), None) in moves(state)
        assert fold(state, play(0, "R9 R8 R7 R6 R5 R4 R3 R2 R1")).board.game.scores == ((0, 9),)

    def test_the_whole_hand_may_open_a_later_round_too(self) -> None:
        state = fold(position("R1 R2 O9", "P8 P7"), play(0, "O9"), Pass(1))
        assert (mask("R1 R2"), None) in moves(state)
        assert fold(state, play(0, "R1 R2")).board.game.scores == ((0, 2),)

    def test_playing_the_whole_hand_is_a_choice_not_a_duty(self) -> None:
        state = position("R1 R2", "P9")
        assert set(moves(state)) == {(mask("R1"), None), (mask("R2"), None), (mask("R1 R2"), None)}
        assert fold(state, play(0, "R1")).board.phase is Phase.PLAYING

    def test_only_an_opener_may_play_the_whole_hand(self) -> None:
        state = position("R1 R2 R3", "P9", middle="O1")
        assert refused(state, play(0, "R1 R2 R3")) is Refusal.WRONG_NUMBER_OF_CARDS

    def test_then_play_goes_clockwise(self) -> None:
        state = position("R1 R2", "R3 R4 O1", "R5 P1")
        turns = [state.board.turn]
        for command in (play(0, "R1"), play(1, "R3", "R1"), Pass(2), Pass(0)):
            state = fold(state, command)
            turns.append(state.board.turn)
        assert turns == [0, 1, 2, 0, 1]

    def test_a_play_is_a_set_of_n_or_n_plus_1_cards(self) -> None:
        state = position("R7 R8 R9 P1", "P9", middle="O2 O1")
        assert {cards for cards, _ in moves(state)} == {mask(s) for s in ("R7 R8", "R7 R9", "R8 R9", "R7 R8 R9", "")}

    def test_n_plus_2_cards_are_too_many(self) -> None:
        state = position("R7 R8 R9 P1", "P9", middle="O2")
        assert refused(state, play(0, "R7 R8 R9", "O2")) is Refusal.WRONG_NUMBER_OF_CARDS

    def test_fewer_cards_are_too_few(self) -> None:
        state = position("R7 R8 R9 P1", "P9", middle="O2 O1")
        assert refused(state, play(0, "R9", "O2")) is Refusal.WRONG_NUMBER_OF_CARDS
        assert refused(state, PlayCards(0, (), card("O2"))) is Refusal.WRONG_NUMBER_OF_CARDS

    def test_a_set_is_of_one_number_or_of_one_colour(self) -> None:
        state = position("R7 O7 R8 P1", "P9", middle="O2")
        assert refused(state, play(0, "O7 R8", "O2")) is Refusal.NOT_ONE_SET
        assert decide(state, play(0, "O7 R7", "O2"))
        assert decide(state, play(0, "R8 R7", "O2"))

    def test_equal_values_do_not_beat_each_other(self) -> None:
        state = position("R8 P8 R5 P5 G1", "P9", middle="O8 O5")
        assert refused(state, play(0, "R8 R5", "O8")) is Refusal.VALUE_TOO_LOW
        assert refused(state, play(0, "P8 P5", "O8")) is Refusal.VALUE_TOO_LOW

    def test_96_beats_85(self) -> None:
        state = position("R9 R6 P1", "P9", middle="O8 O5")
        assert decide(state, play(0, "R6 R9", "O8"))
        assert refused(position("R9 R6 P1", "P9", middle="O9 O7"), play(0, "R9 R6", "O9")) is Refusal.VALUE_TOO_LOW

    def test_one_card_more_is_always_higher(self) -> None:
        assert decide(position("R1 R2 P1", "P9", middle="O9"), play(0, "R1 R2", "O9"))

    def test_the_player_takes_exactly_one_card_of_the_old_middle(self) -> None:
        state = position("R9 R8 P1", "P9", middle="O8 O5")
        assert {take for cards, take in moves(state) if cards} == {card("O8"), card("O5")}
        after = fold(state, play(0, "R9 R8", "O5"))
        assert after.hands[0] == mask("P1 O5")
        assert refused(state, play(0, "R9 R8")) is Refusal.CHOOSE_A_CARD_TO_TAKE

    def test_never_a_card_just_played(self) -> None:
        state = position("R9 R8 P1", "P9", middle="O8 O5")
        assert refused(state, play(0, "R9 R8", "R8")) is Refusal.NOT_IN_THE_MIDDLE

    def test_the_others_of_the_old_set_are_discarded(self) -> None:
        assert fold(position("R9 R8 P1", "P9", middle="O8 O5"), play(0, "R9 R8", "O5")).board.valhalla == mask("O8")

    def test_with_one_card_there_is_no_choice(self) -> None:
        takes = {take for cards, take in moves(position("R9 R8 P1", "P9", middle="O5")) if cards}
        assert takes == {card("O5")}

    def test_the_card_taken_is_seen_by_all_until_it_is_played(self) -> None:
        state = fold(position("R9 R8 P1", "P9", middle="O8 O5"), play(0, "R9 R8", "O5"))
        assert state.board.shown == (mask("O5"), 0)
        state = fold(state, Pass(1), play(0, "O5"))
        assert state.board.shown == (0, 0)

    def test_the_number_of_cards_in_every_hand_is_seen_by_all(self) -> None:
        assert fold(position("R9 R8 P1", "P9", middle="O8 O5"), play(0, "R9 R8", "O5")).board.counts == (2, 1)

    def test_a_pass_binds_nobody(self) -> None:
        state = fold(position("R5 R6", "O1 O7", "P6 P8", middle="G3", turn=1), Pass(1), play(2, "P6", "G3"), Pass(0))
        assert state.board.turn == 1
        assert (mask("O7"), card("P6")) in moves(state)

    def test_when_all_but_one_have_passed_in_a_row_the_round_ends_and_that_one_opens(self) -> None:
        state = position("R1 R2", "O1 O2", "P1 P2", middle="G9", turn=1)
        state = fold(state, Pass(1))
        assert decide(state, Pass(2)) == [Passed(2), RoundEnded(0)]
        state = fold(state, Pass(2))
        assert (state.board.turn, state.board.middle, state.board.value) == (0, (), 0)
        assert state.board.valhalla == mask("G9")

    def test_a_play_starts_the_count_of_passes_anew(self) -> None:
        state = position("R1 R2 R9", "O1 O2", "P1 P2", middle="G8", turn=2)
        state = fold(state, Pass(2), play(0, "R9", "G8"), Pass(1))
        assert state.board.middle == cards("R9")

    def test_one_pass_ends_a_round_for_two(self) -> None:
        state = position("R1 R2", "O1 O2", middle="G9")
        assert decide(state, Pass(0)) == [Passed(0), RoundEnded(1)]

    def test_hands_are_kept_when_a_round_ends(self) -> None:
        state = position("R1 R2", "O1 O2", middle="G9")
        assert fold(state, Pass(0)).hands == state.hands


class TestEndOfAHand:
    def test_a_play_that_empties_the_hand_ends_it_at_once_and_takes_nothing(self) -> None:
        state = position("R9", "P9 P8", "G1", middle="O8")
        assert decide(state, play(0, "R9")) == [
            CardsPlayed(0, cards("R9"), None),
            HandEnded(((), cards("P8 P9"), cards("G1")), (0, 2, 1)),
        ]
        assert refused(state, play(0, "R9", "O8")) is Refusal.NOTHING_TO_TAKE

    def test_n_plus_1_cards_can_empty_the_hand(self) -> None:
        state = position("R3 R2", "P9 P8", middle="O9")
        assert (mask("R3 R2"), None) in moves(state)
        assert fold(state, play(0, "R3 R2")).board.game.scores == ((0, 2),)

    def test_each_player_gets_a_point_for_each_card_left_and_all_hands_are_shown(self) -> None:
        state = fold(position("R9", "P9 P8", "G1", middle="O8"), play(0, "R9"))
        assert state.board.game.totals == (0, 2, 1)
        assert state.hands == (0, mask("P9 P8"), mask("G1"))

    def test_the_player_to_the_left_of_the_previous_opener_opens(self) -> None:
        state = position("P9 P8", "R9", "G1", middle="O8", turn=1)
        assert state.board.game.opener == 0
        state = fold(state, play(1, "R9"), Deal(shuffled(3), 2, COLOURS))
        assert (state.board.game.opener, state.board.turn) == (1, 1)

    def test_after_the_last_seat_the_first_opens(self) -> None:
        state = dealt(2, [*cards("O1 O2 O3 O4 O5 O6 O7 O8 P9"), *cards("R1 R2 R3 R4 R5 R6 R7 R8 R9")], opener=1)
        state = fold(state, play(1, "R1 R2 R3 R4 R5 R6 R7 R8 R9"), Deal(shuffled(3), 1, COLOURS))
        assert state.board.turn == 0

    def test_by_the_house_rule_whoever_went_out_opens(self) -> None:
        options = ALL_COLOURS._replace(starter=Starter.LAST)
        state = position("P9 P8", "R9 R8", "G9", middle="O8", turn=2, options=options)
        state = fold(state, play(2, "G9"), Deal(shuffled(3), 0, COLOURS))
        assert state.board.turn == 2

    def test_the_next_hand_starts_afresh(self) -> None:
        state = fold(position("R9", "P9 P8", middle="O8"), play(0, "R9"), Deal(shuffled(3), 0, COLOURS))
        board = state.board
        assert (board.game.hand, board.counts, board.shown, board.valhalla, board.middle) == (2, (9, 9), (0, 0), 0, ())


class TestEndOfTheGame:
    def test_the_game_ends_after_the_hand_in_which_somebody_reaches_the_target(self) -> None:
        options = ALL_COLOURS._replace(points=2)
        happened = decide(position("R9", "P9 P8", middle="O8", options=options), play(0, "R9"))
        assert happened[-1] == GameEnded((0,))

    def test_the_game_goes_on_below_the_target(self) -> None:
        options = ALL_COLOURS._replace(points=3)
        happened = decide(position("R9", "P9 P8", middle="O8", options=options), play(0, "R9"))
        assert isinstance(happened[-1], HandEnded)

    def test_points_of_several_hands_add_up(self) -> None:
        events = random_game(9, 4)
        scores = [event.points for event in events if isinstance(event, HandEnded)]
        totals = [sum(points) for points in zip(*scores, strict=True)]
        assert max(totals) >= 15
        assert max(sum(points) for points in zip(*scores[:-1], strict=True)) < 15
        assert events[-1] == GameEnded(tuple(seat for seat in range(4) if totals[seat] == min(totals)))

    def test_fewest_points_wins_and_ties_share_the_victory(self) -> None:
        options = ALL_COLOURS._replace(points=1)
        state = position("R9", "P9", middle="O8", options=options)
        # The other one went out in an earlier hand and left as many cards to this seat.
        state = State(state.board._replace(game=state.board.game._replace(scores=((1, 0),))), state.hands)
        assert decide(state, play(0, "R9"))[-1] == GameEnded((0, 1))

    def test_the_target_is_15_by_default_and_any_number_from_1_to_99(self) -> None:
        assert Options().points == 15
        assert [parse_points(points) for points in (1, 10, 20, 99)] == [1, 10, 20, 99]
        for points in (0, -1, 100):
            with pytest.raises(OptionError):
                parse_points(points)

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_the_target_1_is_a_game_of_a_single_hand(self, players: int) -> None:
        events = random_game(3, players, ALL_COLOURS._replace(points=1))
        assert sum(isinstance(event, HandEnded) for event in events) == 1

    def test_a_stopped_table_has_no_winners(self) -> None:
        state = fold(dealt(3, shuffled(1)), Stop())
        assert (state.board.phase, state.board.game.winners) == (Phase.OVER, ())
        assert decide(started(2), Stop()) == [TableStopped()]
        with pytest.raises(IllegalMove):
            decide(state, Stop())


class TestTheHostsCommands:
    def test_a_game_is_for_2_to_6_players_and_starts_in_the_lobby(self) -> None:
        for players in (0, 1, 7):
            with pytest.raises(ValueError, match="2 to 6"):
                decide(open_lobby(lobby(players)), StartGame())
        with pytest.raises(ValueError, match="lobby"):
            decide(started(2), StartGame())

    @pytest.mark.parametrize(
        ("deal", "reason"),
        [
            (Deal(shuffled(1), 3, COLOURS), "opener"),
            (Deal(shuffled(1), -1, COLOURS), "opener"),
            (Deal(shuffled(1)[:26], 0, COLOURS), "nine different cards"),
            (Deal((0,) * 54, 0, COLOURS), "nine different cards"),
        ],
    )
    def test_a_deal_that_cannot_be_is_refused(self, deal: Deal, reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            decide(started(3), deal)

    def test_cards_are_dealt_between_hands(self) -> None:
        with pytest.raises(ValueError, match="between hands"):
            decide(dealt(3, shuffled(1)), Deal(shuffled(1), 0, COLOURS))

    def test_four_colours_are_drawn(self) -> None:
        with pytest.raises(ValueError, match="four colours"):
            decide(started(2, Options()), Deal(shuffled(1), 0, "ROY"))

    def test_who_does_not_know_the_hands_cannot_decide(self) -> None:
        state = position("R9", "P9", middle="O8")
        with pytest.raises(ValueError, match="knows all hands"):
            decide(State(state.board, (state.hands[0], None)), play(0, "R9"))
        with pytest.raises(ValueError, match="does not know"):
            view_of(State(state.board, (None, None)), 0)


@pytest.mark.parametrize(
    ("typed", "meant"), [("6", "6"), ("4", "4"), ("RYGP", "RYGP"), ("pgyr", "RYGP"), ("ROYGBP", "6")]
)
def test_colours_are_chosen_by_number_or_letters(typed: str, meant: str) -> None:
    assert parse_colours(typed) == meant


@pytest.mark.parametrize("typed", ["", "5", "RYG", "RRYY", "ROYGB", "RYGX", "٤"])
def test_other_colours_are_refused(typed: str) -> None:
    with pytest.raises(OptionError):
        parse_colours(typed)


def test_the_lobby_adds_and_removes_seats_without_gaps() -> None:
    state = open_lobby(lobby(2))
    state = evolve(state, SeatChanged(2, Occupant("C")))
    state = evolve(state, SeatChanged(0, None))
    state = evolve(state, SeatChanged(1, Occupant("D")))
    state = evolve(state, OptionsChanged(Options(points=20)))
    assert [seat.name for seat in state.board.game.seats] == ["B", "D"]
    assert state.board.counts == (0, 0)
    assert state.board.game.options.points == 20
