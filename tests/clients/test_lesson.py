"""The lesson: right moves are legal, others do not lead on, and it can be played in lines in each language."""

import re
from itertools import pairwise

import pytest

from clients.language import LANGUAGES, Language
from clients.lesson import FINISHED, LEFT, ME, RIGHT, STEPS, Lesson
from clients.plain.command_words import Word
from clients.plain.lesson import PlainLesson
from clients.plain.parser import Order, parse
from odin_net.game.cards import COLOURS, NUMBER_MASKS, cards_in, cards_of_colours, format_cards, mask_of, parse_card
from odin_net.game.commands import Pass, PlayCards
from odin_net.game.options import Options
from odin_net.game.rules import PASS, command_of, decide, legal_moves
from odin_net.game.sets import value_of
from odin_net.game.state import State, evolve


def test_it_has_about_ten_steps_with_legal_answers() -> None:
    assert len(STEPS) == 10
    for step in STEPS:
        assert step.right
        assert step.right <= set(legal_moves(step.view))
        assert value_of(step.view.hand) > 0


def test_it_teaches_what_it_promises() -> None:
    text = " ".join(step.text for step in STEPS)
    assert "8 and 5 make 85" in text
    assert "always pass" not in text, "who opens may not"
    assert any(PASS in step.right for step in STEPS)
    assert (STEPS[-1].view.hand, None) in STEPS[-1].right


def test_each_hand_is_what_the_step_before_left_unless_a_new_one_is_told() -> None:
    for before, step in pairwise(STEPS):
        assert step.is_new == ("the next hand" in step.text)
        if not step.is_new:
            (move,) = before.right
            mask, take = move
            assert step.view.hand == before.view.hand & ~mask | (0 if take is None else 1 << take)


def test_another_hand_begins_with_what_the_first_one_cost() -> None:
    new = next(number for number, step in enumerate(STEPS) if step.is_new)
    counts = STEPS[new - 1].view.board.counts
    for number, step in enumerate(STEPS):
        game = step.view.board.game
        assert game.totals == ((counts[ME], counts[LEFT], 0) if number >= new else (0, 0, 0))
        assert game.hand == (2 if number >= new else 1)
    assert f"your {counts[ME]} cards cost {counts[ME]} points" in STEPS[new].text


def test_its_end_says_how_far_a_game_goes() -> None:
    assert f"until somebody has {Options().points} points" in FINISHED


def done(state: State, command: PlayCards | Pass) -> State:
    """What the rules make of it; they refuse what is not legal."""
    for event in decide(state, command):
        state = evolve(state, event)
    return state


def test_between_two_steps_the_others_play_by_the_rules() -> None:
    for before, step in pairwise(STEPS):
        if step.is_new:
            continue
        middle, (move,) = step.view.board.middle, before.right
        # What Aud holds is not told: any card may be hers.
        state = State(before.view.board, (before.view.hand, 0, cards_of_colours(COLOURS)))
        state = done(state, command_of(move, ME))
        state = done(state, Pass(LEFT))
        state = done(state, PlayCards(RIGHT, middle, state.board.middle[0]) if middle else Pass(RIGHT))
        facts = [(board.turn, board.middle, board.owner, board.counts) for board in (state.board, step.view.board)]
        assert facts[0] == facts[1], step.text


def test_every_card_that_is_named_is_there() -> None:
    for step in STEPS:
        there = step.view.hand | mask_of(step.view.board.middle)
        assert all(there >> parse_card(name) & 1 for name in re.findall(r"\b[ROYGBP][1-9]\b", step.text)), step.text
        for word, number in (("threes", 3), ("sevens", 7)):
            assert word not in step.text or (there & NUMBER_MASKS[number - 1]).bit_count() == 2


def test_no_card_is_in_the_hand_and_in_the_middle() -> None:
    for step in STEPS:
        assert not step.view.hand & mask_of(step.view.board.middle)


def test_only_a_right_move_leads_on() -> None:
    lesson = Lesson()
    for number, step in enumerate(STEPS):
        assert lesson.step is step
        for move in set(legal_moves(step.view)) - step.right:
            assert not lesson.answer(move)
            assert lesson.number == number
        assert lesson.answer(min(step.right, key=str))
    assert lesson.is_over
    assert not lesson.answer(PASS)


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_played_in_lines_in_each_language(code: str) -> None:
    language, lesson = Language(code), PlainLesson()
    said = lesson.begin(language)
    for step in STEPS:
        assert said[-1] == language(step.text)
        cards, take = min(step.right, key=str)
        if not cards:
            said = lesson.answer(Order(Word.PASS), language)
            continue
        said = lesson.answer(Order(Word.PLAY, cards_in(cards)), language)
        if len(step.view.board.middle) > 1:
            said = lesson.answer(Order(Word.TAKE, take=take), language)
    assert lesson.is_over


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    language, lesson = Language("en"), PlainLesson()
    lesson.begin(language)
    assert lesson.answer(Order(Word.PASS), language) == ["You open the round, so you cannot pass: play one card."]
    wrong = lesson.answer(Order(Word.PLAY, (4,)), language)
    assert wrong[-1] == STEPS[0].text
    assert lesson.answer(Order(Word.TAKE, take=4), language)
    assert not lesson.is_over


def test_it_can_be_learnt_by_typing() -> None:
    language, lesson = Language("en"), PlainLesson()
    said = lesson.begin(language)
    for step in STEPS:
        assert said[-1] == step.text
        mask, take = min(step.right, key=str)
        played = f"play {format_cards(cards_in(mask))}" + ("" if take is None else f" take {format_cards([take])}")
        typed = parse(played if mask else "pass", "en")
        assert isinstance(typed, Order)
        said = lesson.answer(typed, language)
    assert said[-1] == FINISHED
    assert lesson.is_over
