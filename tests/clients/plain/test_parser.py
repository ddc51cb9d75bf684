"""What a typed line means, in every language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.language import LANGUAGES, Language
from clients.plain.command_words import Word, commands_of, level_of, levels_of, words_of
from clients.plain.help import help_lines
from clients.plain.parser import Order, Problem, Unclear, find_word, parse, read_cards
from odin_net.bots.hint import Advice, HintReason
from odin_net.game.cards import Card, mask_of
from tests.helpers.tables import card, cards


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play R3 G3", Order(Word.PLAY, cards("R3 G3"))),
        ("PLAY 3r g3", Order(Word.PLAY, cards("R3 G3"))),
        ("  pl r3,g3 ", Order(Word.PLAY, cards("R3 G3"))),
        ("play R3G3", Order(Word.PLAY, cards("R3 G3"))),
        ("play R3 G3 take B8", Order(Word.PLAY, cards("R3 G3"), card("B8"))),
        ("play 3R 3G tak 8b", Order(Word.PLAY, cards("R3 G3"), card("B8"))),
        ("r3 g3", Order(Word.PLAY, cards("R3 G3"))),
        ("play R3 G3 and take B8.", Order(Word.PLAY, cards("R3 G3"), card("B8"))),
        ("r3 g3 and take b8", Order(Word.PLAY, cards("R3 G3"), card("B8"))),
        ("r3 g3 take b8", Order(Word.PLAY, cards("R3 G3"), card("B8"))),
        ("play R3 and G3", Order(Word.PLAY, cards("R3 G3"))),
        ("r3 chat", Unclear(Problem.NO_CARD)),
        ("and take B8", Unclear(Problem.UNKNOWN)),
        ("play hint", Order(Word.PLAY, rest="hint")),
        ("take b8", Order(Word.TAKE, take=card("B8"))),
        ("pass", Order(Word.PASS)),
        ("pas", Order(Word.PASS)),
        ("/help", Order(Word.HELP)),
        ("why R9 R6", Order(Word.WHY, cards("R9 R6"))),
        ("why", Order(Word.WHY)),
        ("chat Hello, all of you", Order(Word.CHAT, rest="Hello, all of you")),
        ("Say hello", Order(Word.CHAT, rest="hello")),
        ("bots 2 hard", Order(Word.BOTS, rest="2 hard")),
        ("", None),
        ("   ", None),
        ("p", Unclear(Problem.SEVERAL, ("play", "pass"))),
        ("frobnicate", Unclear(Problem.UNKNOWN)),
        ("play", Unclear(Problem.NO_CARD)),
        ("play R0", Unclear(Problem.NO_CARD)),
        ("play R3 take", Unclear(Problem.NO_CARD)),
        ("take R3 R4", Unclear(Problem.NO_CARD)),
        ("/", Unclear(Problem.UNKNOWN)),
    ],
)
def test_a_line_means(line: str, said: Order | Unclear | None) -> None:
    assert parse(line, "en") == said


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("quoted", ["„{}“", "“{}”", "«{}»", '"{}"', "'{}'"])
def test_a_command_may_be_typed_with_the_quotation_marks_of_a_sentence(code: str, quoted: str) -> None:
    for word, shown in words_of(Language(code)).items():
        assert find_word(quoted.format(shown), code) is word


@pytest.mark.parametrize(
    ("code", "line", "said"),
    [
        ("de", "spiele R3 G3 nimm B8", Order(Word.PLAY, cards("R3 G3"), card("B8"))),
        ("de", "spiele tipp", Order(Word.PLAY, rest="hint")),
        ("de", "play R3 take B8", Order(Word.PLAY, cards("R3"), card("B8"))),
        ("de", "zuge", Order(Word.MOVES)),
        ("de", "zuege", Order(Word.MOVES)),
        ("de", "passen", Order(Word.PASS)),
        ("de", "spielen tipp", Order(Word.PLAY, rest="hint")),
        ("fr", "bots 2", Order(Word.BOTS, rest="2")),
        ("fr", "robots 2", Order(Word.BOTS, rest="2")),
        ("ar", "العب R3 وخذ B8", Order(Word.PLAY, cards("R3"), card("B8"))),
        ("fr", "regles", Order(Word.RULES)),
        ("fr", "prêt", Order(Word.READY)),
        ("es", "porque", Order(Word.WHY)),
        ("ar", "العب R3 خذ B8", Order(Word.PLAY, cards("R3"), card("B8"))),
        ("ar", "العب R٣ G٣", Order(Word.PLAY, cards("R3 G3"))),
        ("ar", "مرر", Order(Word.PASS)),
        ("en", "?", Order(Word.HELP)),
        ("ar", "؟", Order(Word.HELP)),
    ],
)
def test_a_line_means_in_the_players_language(code: str, line: str, said: Order) -> None:
    assert parse(line, code) == said


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("take", [None, card("B8")])
def test_a_hint_can_be_typed_as_it_is_said(code: str, take: Card | None) -> None:
    hint = Advice((mask_of(cards("R6 R4")), take), HintReason.GOES_OUT, {})
    whole = Language(code).advice(hint)
    said = whole.partition(":")[2]
    move = said[: said.index(".") + 1]
    assert parse(move, code) == parse(whole, code) == Order(Word.PLAY, cards("R6 R4"), take)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_command_is_understood_in_english_and_in_ones_own_words(code: str) -> None:
    for word, own in words_of(Language(code)).items():
        assert find_word(own, code) is word
        assert find_word(word.english, code) is word
    assert len(set(words_of(Language(code)).values())) == len(Word)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_commands_can_be_mistaken_for_each_other(code: str) -> None:
    """Neither by the same word, nor because one word is the beginning of another, which somebody may type for it."""
    for known in (commands_of(code), levels_of(code)):
        for text, meant in known.items():
            assert len(meant) == 1, text
            for other, also in known.items():
                assert meant == also or not other.startswith(text), f"{text} begins {other}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_commands_are_understood_as_they_are_shown(code: str) -> None:
    shown = words_of(Language(code))
    assert not any(" " in own or "/" in own for own in shown.values())
    # Where a terminal has only ASCII they are spelled out.
    spelled = Language(code).spelled_out()
    for word, own in shown.items():
        for form in (own, own.upper(), spelled.spelling(own), f"/{own}"):
            assert find_word(form, code) is word


@pytest.mark.parametrize(
    ("code", "typed", "level"),
    [
        ("en", "hard", "hard"),
        ("en", "HARD", "hard"),
        ("en", "ha", "hard"),
        ("en", "", None),
        ("en", "schwer", None),
        ("de", "schwer", "hard"),
        ("de", "hard", "hard"),
        ("fr", "fort", "hard"),
        ("es", "difícil", "hard"),
        ("es", "dificil", "hard"),
        ("it", "a caso", "random"),
        ("nl", "gemiddeld", "normal"),
        ("ar", "صعب", "hard"),
    ],
)
def test_levels_are_understood_in_english_and_in_ones_own_words(code: str, typed: str, level: str | None) -> None:
    assert level_of(typed, code) == level


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_names_every_command(code: str) -> None:
    lines = [line.lstrip("\u2068") for line in help_lines(Language(code), tuple(LANGUAGES))]
    for own in words_of(Language(code)).values():
        assert any(line.startswith(own) for line in lines), own
    assert not any("{" in line for line in lines)


@given(st.text(max_size=60), st.sampled_from([*LANGUAGES]))
def test_any_line_means_something_or_nothing(line: str, code: str) -> None:
    assert isinstance(parse(line, code), Order | Unclear | None)


@given(st.text(max_size=20))
def test_cards_are_cards(text: str) -> None:
    found = read_cards(text)
    assert found is None or all(0 <= one < 54 for one in found)
