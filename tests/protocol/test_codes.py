import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codes import CodeError, code_from, completions, parse_code, password_of
from protocol.words import WORDS


def distance(one: str, other: str) -> int:
    """How many letters have to be changed, added or taken away."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row, before = [i], row
        for j, wanted in enumerate(other, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != wanted)))
    return row[-1]


class TestTheList:
    def test_it_has_256_short_words(self) -> None:
        assert len(WORDS) == len(set(WORDS)) == 256
        assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 7 for word in WORDS)
        assert list(WORDS) == sorted(WORDS)

    def test_four_letters_are_enough_to_know_a_word(self) -> None:
        assert len({word[:4] for word in WORDS}) == 256
        assert not [(a, b) for a in WORDS for b in WORDS if a != b and b.startswith(a)]

    def test_no_two_look_alike(self) -> None:
        alike = [
            (a, b) for a in WORDS for b in WORDS if a < b and distance(a, b) < (3 if min(len(a), len(b)) > 5 else 2)
        ]
        assert alike == []


@given(st.binary(min_size=3, max_size=3))
def test_three_bytes_are_a_code_that_is_parsed_again(entropy: bytes) -> None:
    code = code_from(entropy)
    assert parse_code(code) == code
    assert [WORDS.index(word) for word in code.split("-")] == list(entropy)
    assert password_of(code) == code.encode()


def test_a_code_takes_three_bytes() -> None:
    with pytest.raises(ValueError, match="3 bytes"):
        code_from(b"four")


@pytest.mark.parametrize(
    "typed",
    [
        "raven-oak-fjord",
        "RAVEN OAK FJORD",
        "  raven,oak fjord ",
        "Raven. Oak. Fjord.",
        "rave oak fjor",
        "raven--oak--fjord",
    ],
)
def test_typing_is_taken_kindly(typed: str) -> None:
    assert parse_code(typed) == "raven-oak-fjord"


@pytest.mark.parametrize(
    ("typed", "word", "near"),
    [("raven-oak-fjort", "fjort", "fjord"), ("ravn-oak-fjord", "ravn", "raven"), ("raven-oak-sno", "sno", "snow")],
)
def test_a_slip_is_found_and_costs_no_guess(typed: str, word: str, near: str) -> None:
    if near == "snow":
        assert parse_code(typed) == "raven-oak-snow", "the beginning of one word only"
        return
    with pytest.raises(CodeError) as refused:
        parse_code(typed)
    assert refused.value.word == word
    assert near in refused.value.suggestions
    assert f"{word} is not a word of the list: did you mean " in str(refused.value)


@pytest.mark.parametrize("typed", ["", "raven", "raven oak", "raven oak fjord fjord", "---"])
def test_a_code_is_three_words(typed: str) -> None:
    with pytest.raises(CodeError, match="three words"):
        parse_code(typed)


@pytest.mark.parametrize("typed", ["\x1b[2J oak fjord", "a" * 5000 + " oak fjord", "ᚠᚢᚦ oak fjord", "s oak fjord"])
def test_what_cannot_be_a_word_is_not_repeated(typed: str) -> None:
    with pytest.raises(CodeError) as refused:
        parse_code(typed)
    assert len(str(refused.value)) < 120
    assert str(refused.value).isprintable()


@given(st.text(max_size=30))
def test_no_text_ends_in_anything_but_a_code_or_a_reason(typed: str) -> None:
    try:
        assert parse_code(typed).count("-") == 2
    except CodeError as refused:
        assert str(refused).isprintable()  # noqa: PT017


def test_words_are_completed() -> None:
    assert completions("fj") == ("fjord",)
    assert completions("FJ ") == ("fjord",)
    assert completions("") == completions("zzz") == ()
    assert all(len(completions(word[:4])) == 1 for word in WORDS)
