"""The catalogues: complete, compiled, and with every place of their English filled."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from clients.language import LANGUAGES, Language
from clients.language.catalogues import (
    CONTEXTS,
    FOLDERS,
    KEYWORDS,
    ROOT,
    Sentence,
    po_of,
    read,
    room_of,
    sentences_in,
    template,
    update,
)
from clients.language.mo_files import mo_of
from clients.language.names import COLOURS, VIKINGS
from clients.language.voice import path_of
from clients.terminal.drawing.rows import width_of

OTHERS = [code for code in LANGUAGES if code != "en"]
TEMPLATE = template()
PLACE = re.compile(r"\{[a-z_]+\}")
# Related languages have short words and phrases in common.
LONGEST_SHARED = 25
LATIN = {"fr", "de", "es", "it", "nl"}
# Words that are the same in another language. Whoever adds to this list has looked twice.
SAME = {
    **dict.fromkeys(["seidmadr", "völva", "hirdman", "berserker", "styrimadr", "jarl"], LATIN - {"de"}),
    "skald": {"es", "it", "nl"},
    "skald (bard)": {"nl"},
    "{card}: {viking}.": set(OTHERS) - {"fr"},
    "orange": {"fr"},
    "{some}, {next}": LATIN,
    "{some}; {next}": LATIN - {"fr"},
    "bot, {level}": {"fr", "es", "it", "nl"},
    "normal": {"es"},
    "table": {"fr"},
    "hand": {"de", "nl"},
    "bots": {"fr", "de", "es", "nl"},
    "name": {"de"},
    "{name} ({kind})": set(OTHERS),
    "bot": {"fr", "es", "it", "nl"},
    "chat": {"fr", "es", "it", "nl"},
    "Chat": {"fr", "de", "es", "it", "nl"},
    "total": {"fr", "es"},
    "points": {"fr"},
    "Odin": {"fr", "de", "es", "it", "nl"},
    "Valhalla": {"fr", "de", "es", "it"},
    "Valhalla: {count}": {"de", "es", "it"},
    "{count} point": {"fr"},
    "hand {number}": {"nl"},
    "Enter": {"de", "nl", "ar"},
    "Esc": {"de", "es", "it", "nl", "ar"},
    "Space": {"ar"},
    "ok": {"fr", "de", "it", "nl"},
    "versions": {"fr"},
    "port": {"fr"},
    "firewall": {"it", "nl"},
}


def sentences(catalogue: Catalog) -> list[Message]:
    return [sentence for sentence in catalogue if sentence.id]


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else [str(form) for form in text]  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_has_just_the_sentences_of_the_code(code: str) -> None:
    known = {(str(sentence.id), sentence.context) for sentence in sentences(read(code))}
    wanted = {(str(sentence.id), sentence.context) for sentence in sentences(TEMPLATE)}
    assert known == wanted, "run python -m clients.language.catalogues"


@pytest.mark.parametrize("code", OTHERS)
def test_the_written_catalogue_is_what_the_script_writes(code: str) -> None:
    assert path_of(code, "po").read_bytes() == po_of(update(code, template()))


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalogue_is_there_and_not_older_than_the_written_one(code: str) -> None:
    # By what is in it: git gives the written one a new date with every checkout.
    written, compiled = path_of(code, "po"), path_of(code)
    assert compiled.exists(), "it is not in git: run python -m clients.language.catalogues"
    is_of_this_one = compiled.read_bytes() == mo_of(written.read_bytes(), code)
    assert is_of_this_one, "it is of an older .po: run python -m clients.language.catalogues"


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_is_translated_and_none_by_a_guess(code: str) -> None:
    catalogue = read(code)
    for sentence in sentences(catalogue):
        assert not sentence.fuzzy, sentence.id
        assert all(forms(sentence.string)), sentence.id
        assert len(forms(sentence.string)) == (1 if isinstance(sentence.id, str) else catalogue.num_plurals)
        for form in forms(sentence.string):
            assert form == form.strip(), form


@pytest.mark.parametrize("code", OTHERS)
def test_every_translation_has_the_places_of_its_english(code: str) -> None:
    catalogue = read(code)
    for sentence in sentences(catalogue):
        wanted = set(PLACE.findall(forms(sentence.id)[-1]))
        for form in forms(sentence.string):
            found = set(PLACE.findall(form))
            # One, two and none may be words: then they need no number.
            optional = {"{count}"} if not isinstance(sentence.id, str) and catalogue.num_plurals > 2 else set[str]()
            assert wanted - optional <= found <= wanted, form
            assert "{" not in PLACE.sub("", form)


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_is_its_english(code: str) -> None:
    for sentence in sentences(read(code)):
        english = forms(sentence.id)
        if any(same == form for same in english for form in forms(sentence.string)):
            assert code in SAME.get(english[0], set()), english[0]


@pytest.mark.parametrize("code", OTHERS)
def test_examples_of_cards_and_numbers_are_kept(code: str) -> None:
    for sentence in sentences(read(code)):
        if isinstance(sentence.id, str) and re.search(r"\b[ROYGBP][1-9]\b", sentence.id):
            cards = re.findall(r"\b[ROYGBP][1-9]\b", sentence.id)
            assert Counter(re.findall(r"\b[ROYGBP][1-9]\b", str(sentence.string))) == Counter(cards), sentence.id
            assert set(re.findall(r"\b\d\d+\b", str(sentence.string))) == set(re.findall(r"\b\d\d+\b", sentence.id))


PLURALS = {
    "fr": {0: 0, 1: 0, 2: 1, 15: 1},
    "de": {0: 1, 1: 0, 2: 1, 15: 1},
    "es": {0: 1, 1: 0, 2: 1, 15: 1},
    "it": {0: 1, 1: 0, 2: 1, 15: 1},
    "nl": {0: 1, 1: 0, 2: 1, 15: 1},
    "ar": {0: 0, 1: 1, 2: 2, 3: 3, 10: 3, 11: 4, 26: 4, 99: 4, 100: 5, 102: 5, 103: 3, 111: 4, 202: 5},
}


@pytest.mark.parametrize("code", OTHERS)
def test_each_number_has_the_form_of_its_language(code: str) -> None:
    one, other = "{name}: {count} point", "{name}: {count} points"
    message = read(code).get(one)
    assert message is not None
    for count, form in PLURALS[code].items():
        filled = forms(message.string)[form].replace("{name}", "Ann").replace("{count}", str(count))
        said = Language(code).many(one, other, count, name="Ann")
        assert said.replace("\u2068", "").replace("\u2069", "") == filled


def test_sentences_are_found_wherever_they_are_said() -> None:
    source = """
language("one", name=f"{self.language('two')}")
frame.language("three" if so else "four")
self._language("private") if so else self._language.many("c {count}", "d {count}", 3)
mark("five" " and six")
language.many("a {count}", "b {count}", 3)
other("nine")
language(SEVEN)
"""
    several = ("c {count}", "d {count}"), "five and six", ("a {count}", "b {count}")
    assert [found.id for found in sentences_in(source)] == ["one", "two", "three", "four", "private", *several]


def test_sentences_are_found_with_their_context_and_what_translators_should_know() -> None:
    source = """
language("one")  # Nothing for translators.
# Room for 6 cells.
left(language("two", "column"), 6)
# Translators: who came last.
# Room for 12 cells.
language.many("a {count}", "b {count}", 3, "state", name=name)
mark("three" if so else "four", "list")
raise OdinError("five", REFUSED)
"""
    assert [*sentences_in(source)] == [
        Sentence("one"),
        Sentence("two", "column", ("Room for 6 cells.",)),
        Sentence(("a {count}", "b {count}"), "state", ("who came last.", "Room for 12 cells.")),
        Sentence("three", "list"),
        Sentence("four", "list"),
        Sentence("five"),
    ]


def test_every_context_is_explained_and_used() -> None:
    used = {sentence.context for sentence in sentences(TEMPLATE) if sentence.context}
    assert used == {*CONTEXTS}
    for sentence in sentences(TEMPLATE):
        assert not sentence.context or CONTEXTS[sentence.context] in sentence.auto_comments


@pytest.mark.parametrize("code", LANGUAGES)
def test_labels_fit_their_room(code: str) -> None:
    catalogue = TEMPLATE if code == "en" else read(code)
    labels = [(sentence, room) for sentence in sentences(catalogue) if (room := room_of(sentence)) is not None]
    assert len(labels) > 5
    for sentence, room in labels:
        for form in forms(sentence.id if code == "en" else sentence.string):
            # Points and cards have two digits at most.
            assert width_of(PLACE.sub("00", form)) <= room, f"{form}: {room}"


# What may be said that is not written there: a name, or what stands in a table of sentences.
INDIRECT = (ast.Name, ast.Attribute, ast.Subscript)


def test_every_sentence_that_is_said_can_be_found() -> None:
    known = {(form, sentence.context) for sentence in sentences(TEMPLATE) for form in forms(sentence.id)}
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        for call in calls(path):
            context = context_of(call)
            for argument in call.args[: KEYWORDS[called(call)]]:
                for text in [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]:
                    place = f"{path.name}:{argument.lineno}"
                    assert isinstance(text, (*INDIRECT, ast.Constant)), place
                    assert not isinstance(text, ast.Constant) or (text.value, context) in known, place


def context_of(call: ast.Call) -> object:
    """What stands behind the sentences, but for the exit code of an error, is their context, and written there."""
    at = {"many": 3, "OdinError": len(call.args)}.get(called(call), 1)
    contexts = call.args[at : at + 1]
    assert all(isinstance(context, ast.Constant) for context in contexts), ast.unparse(call)
    return next((context.value for context in contexts if isinstance(context, ast.Constant)), None)


def calls(path: Path) -> list[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) in KEYWORDS]


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_names_its_vikings_and_colours(code: str) -> None:
    language = Language(code)
    assert len({language.viking(number) for number in VIKINGS}) == 9
    assert len({language.colour(letter) for letter in COLOURS}) == 6


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("key", ["Enter", "Esc"])
def test_a_key_has_one_name_in_sentences_and_in_the_line_of_keys(code: str, key: str) -> None:
    language, word = Language(code), re.compile(rf"\b{key}\b")
    found = 0
    for sentence in sentences(read(code)):
        for english, told in zip(forms(sentence.id), forms(sentence.string), strict=False):
            if word.search(english):
                found += 1
                assert language(key) in told, told
    assert found > 3


def test_no_two_languages_share_a_sentence() -> None:
    """Where they do, somebody has put a translation into the wrong catalogue."""
    said: dict[str, str] = {}
    for code in OTHERS:
        for form in {form for sentence in sentences(read(code)) for form in forms(sentence.string)}:
            if len(form) > LONGEST_SHARED:
                assert form not in said, f"{code} and {said[form]}: {form}"
                said[form] = code
