"""One word for one thing: the words of the rule sheets, what may not be written, and how each language spaces it."""

import re

import pytest
from babel.messages.catalog import Message

from clients.language import LANGUAGES, Language
from clients.language.catalogues import ROOT
from clients.language.sentences import sentences_in
from clients.plain.command_words import Word, level_of, levels_shown
from clients.plain.help import help_lines
from tests.clients.language.terms import FORBIDDEN, NEEDED, NEEDED_IN
from tests.clients.language.written import template, written

# One process reads the code for all of them.
pytestmark = pytest.mark.xdist_group("catalogues")

OTHERS = [code for code in LANGUAGES if code != "en"]
PLACE = re.compile(r"\{[a-z_]+\}")
# A no-break space, or a narrow one.
FRENCH_SPACE = "[\u00a0\u202f]"


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else [str(form) for form in text]  # type: ignore[attr-defined]


def bare(text: object) -> list[str]:
    """The forms of a sentence without its places."""
    return [PLACE.sub("", form) for form in forms(text)]


def sentences(code: str) -> list[Message]:
    """What is shown. Commands are words of their own: several may mean one thing."""
    return [sentence for sentence in written(code) if sentence.id and sentence.context != "command"]


def terms_of(code: str) -> dict[str, str]:
    """What a language needs, by the English."""
    return {**{english: words[code] for english, words in NEEDED.items()}, **NEEDED_IN.get(code, {})}


@pytest.mark.parametrize(("code", "english"), [(code, english) for code in OTHERS for english in terms_of(code)])
def test_a_thing_of_the_game_has_the_word_of_the_rule_sheet(code: str, english: str) -> None:
    found = [one for one in sentences(code) if any(re.search(english, form) for form in bare(one.id))]
    assert found, "no sentence is about it any more"
    for sentence in found:
        for form in bare(sentence.string):
            assert re.search(terms_of(code)[english], form), form


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_has_a_word_that_the_rule_sheet_does_not_have(code: str) -> None:
    for sentence in sentences(code):
        for form in bare(sentence.string):
            assert not re.search("|".join(FORBIDDEN[code]), form), form


def test_every_language_has_its_terms() -> None:
    assert all({*words} == {*OTHERS} for words in NEEDED.values())
    assert {*FORBIDDEN} == {*OTHERS}
    assert {*NEEDED_IN} <= {*OTHERS}


def test_french_signs_have_a_space_that_does_not_break() -> None:
    # A colon within an address or a time has none.
    wrong = re.compile(rf"(?<!{FRENCH_SPACE})([;!?»]|:(?=\s|$))|«(?!{FRENCH_SPACE})|{FRENCH_SPACE} | {FRENCH_SPACE}")
    for sentence in written("fr"):
        for form in forms(sentence.string) if sentence.id else ():
            # A key may be a question mark; none begins a sentence or follows a comma otherwise.
            assert not wrong.search(re.sub(r"(^|(?<=, ))\?", "", form)), form


@pytest.mark.parametrize("code", [code for code in OTHERS if code != "fr"])
def test_other_languages_have_no_space_before_a_sign(code: str) -> None:
    for sentence in sentences(code):
        for form in forms(sentence.string):
            assert not re.search(r"\w\s+[;:!,.؟،؛](\s|$)", form), form


def test_no_sentence_is_glued_together_from_pieces() -> None:
    """A piece begins in the middle of a sentence and ends it: no translator can know what stands before it."""
    for path in sorted([*(ROOT / "clients" / "terminal").rglob("*.py"), *(ROOT / "clients" / "plain").rglob("*.py")]):
        for found in sentences_in(path.read_text(encoding="utf-8")):
            for text in [found.id] if isinstance(found.id, str) else found.id:
                assert not (text[0].islower() and text.endswith((".", "!", "?"))), text


def test_a_command_that_a_sentence_names_is_filled_in() -> None:
    """So that it is the one that is understood."""
    # "Type ready when …", and at the end of such a sentence ", or help."
    words = "|".join(word.english for word in Word)
    named = re.compile(rf"(?:\b[Ss]ay|\b[Tt]ype|, or(?= \w+\.$)) ({words})\b")
    asked = [
        str(sentence.id)
        for sentence in template()
        if any(place.startswith("clients/plain/") for place, _ in sentence.locations)
    ]
    assert not [text for text in asked if named.search(text)]
    assert len([text for text in asked if "Type {" in text]) > 5


@pytest.mark.parametrize("code", LANGUAGES)
def test_levels_are_called_as_they_can_be_typed(code: str) -> None:
    language = Language(code)
    words = levels_shown(language)
    assert [*words] == ["easy", "normal", "hard"]
    for level, word in words.items():
        assert level_of(word, code) == level
        assert word in language.level(level)
    told = [line for line in help_lines(language, ()) if language.enumerated([*words.values()]) in line]
    assert len(told) == 1
