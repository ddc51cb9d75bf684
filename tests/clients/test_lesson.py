"""The lesson: right moves are legal, others do not lead on, and it can be played in lines in each language."""

import pytest

from clients.lesson import STEPS, Lesson
from clients.plain.learning import PlainLesson, learn
from clients.plain.parsing import Said
from clients.plain.words import Word
from clients.texts import LANGUAGES, Tongue
from odin_net.game.cards import cards_in, format_cards
from odin_net.game.rules import PASS, legal_moves
from odin_net.game.sets import value_of


def test_it_has_about_ten_steps_with_legal_answers() -> None:
    assert len(STEPS) == 10
    for step in STEPS:
        assert step.right
        assert step.right <= set(legal_moves(step.view))
        assert value_of(step.view.hand) > 0


def test_it_teaches_what_it_promises() -> None:
    text = " ".join(step.text for step in STEPS)
    assert "8 and 5 make 85" in text
    assert PASS in STEPS[6].right
    assert (STEPS[-1].view.hand, None) in STEPS[-1].right


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
    tongue, lesson = Tongue(code), PlainLesson()
    said = lesson.begin(tongue)
    for step in STEPS:
        assert said[-1] == tongue(step.text)
        cards, take = min(step.right, key=str)
        if not cards:
            said = lesson.answer(Said(Word.PASS), tongue)
            continue
        said = lesson.answer(Said(Word.PLAY, cards_in(cards)), tongue)
        if len(step.view.board.middle) > 1:
            said = lesson.answer(Said(Word.TAKE, take=take), tongue)
    assert lesson.is_over


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    tongue, lesson = Tongue("en"), PlainLesson()
    lesson.begin(tongue)
    assert lesson.answer(Said(Word.PASS), tongue) == ["You open the round, so you cannot pass: play one card."]
    wrong = lesson.answer(Said(Word.PLAY, (4,)), tongue)
    assert wrong[-1] == STEPS[0].text
    assert lesson.answer(Said(Word.TAKE, take=4), tongue)
    assert not lesson.is_over


def test_it_can_be_learnt_alone_and_left() -> None:
    typed = ["what?"]
    for step in STEPS:
        mask, take = min(step.right, key=str)
        played = f"play {format_cards(cards_in(mask))}" + ("" if take is None else f" take {format_cards([take])}")
        typed.append(played if mask else "pass")
    said: list[str] = []
    assert learn(typed, said.append, Tongue("en"))
    assert said.count(STEPS[0].text) == 2
    assert not learn(["leave"], said.append, Tongue("en"))
    assert not learn([], said.append, Tongue("en"))
