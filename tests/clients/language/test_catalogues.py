"""The catalogues: complete, compiled, and with every place of their English filled."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from clients.language import LANGUAGES, Language
from clients.language.catalogues import (
    CONTEXTS,
    FOLDERS,
    ROOT,
    po_of,
    room_of,
    update,
)
from clients.language.mo_files import mo_of
from clients.language.names import COLOURS, VIKINGS
from clients.language.sentences import (
    KEYWORDS,
    SCRIPT_KEYWORDS,
    Sentence,
    calls_in_script,
    script_texts,
    sentences_in,
    sentences_in_script,
)
from clients.language.voice import path_of
from clients.terminal.bindings import KEY_NAMES
from clients.terminal.drawing.rows import width_of
from clients.web.sources import FOLDER as WEB
from tests.clients.language.written import sentences, template, written

# One process reads the code for all of them.
pytestmark = pytest.mark.xdist_group("catalogues")

OTHERS = [code for code in LANGUAGES if code != "en"]
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
    "{name}: {text}": set(OTHERS) - {"fr"},
    "orange": {"fr"},
    "Menu": {"fr", "it", "nl"},
    "{some}, {next}": LATIN,
    "{some}; {next}": LATIN - {"fr"},
    "{whole}.{decimals}": {"ar"},
    "bot, {level}": {"fr", "es", "it", "nl"},
    "normal": {"es"},
    "table": {"fr"},
    "hand": {"de", "nl"},
    "{count} hand": {"nl"},
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
    "Tab": set(OTHERS),
    "Shift-Tab": {"nl", "ar"},
    "Home": {"it", "nl", "ar"},
    "End": {"nl", "ar"},
    "PgUp": {"nl", "ar"},
    "PgDn": {"nl", "ar"},
    "Ctrl-C": set(OTHERS) - {"de"},
    "ok": {"fr", "de", "it", "nl"},
    "versions": {"fr"},
    "port": {"fr"},
    "firewall": {"it", "nl"},
    "Skål!": {"de", "it", "nl"},
    "Oh no!": {"it"},
}


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else [str(form) for form in text]  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_has_just_the_sentences_of_the_code(code: str) -> None:
    known = {(str(sentence.id), sentence.context) for sentence in sentences(written(code))}
    wanted = {(str(sentence.id), sentence.context) for sentence in sentences(template())}
    assert known == wanted, "run python -m clients.language.catalogues"


@pytest.mark.parametrize("code", OTHERS)
def test_the_written_catalogue_is_what_the_script_writes(code: str) -> None:
    assert path_of(code, "po").read_bytes() == po_of(update(code, template()))


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalogue_is_there_and_not_older_than_the_written_one(code: str) -> None:
    # By what is in it: git gives the written one a new date with every checkout.
    source, compiled = path_of(code, "po"), path_of(code)
    assert compiled.exists(), "it is not in git: run python -m clients.language.catalogues"
    is_of_this_one = compiled.read_bytes() == mo_of(source.read_bytes(), code)
    assert is_of_this_one, "it is of an older .po: run python -m clients.language.catalogues"


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_is_translated_and_none_by_a_guess(code: str) -> None:
    catalogue = written(code)
    for sentence in sentences(catalogue):
        assert not sentence.fuzzy, sentence.id
        assert all(forms(sentence.string)), sentence.id
        assert len(forms(sentence.string)) == (1 if isinstance(sentence.id, str) else catalogue.num_plurals)
        for form in forms(sentence.string):
            assert form == form.strip(), form


def may_be_words(sentence: Message, place: int, plurals: int) -> set[str]:
    """The numbers that this form needs not: one, two and none may be words, where the English has words for one."""
    if isinstance(sentence.id, str) or (plurals < 3 and place):
        return set()
    said = {number for form in sentence.id for number in PLACE.findall(form)} - set(PLACE.findall(sentence.id[0]))
    return said | ({"{count}"} if plurals > 2 else set())


@pytest.mark.parametrize("code", OTHERS)
def test_every_translation_has_the_places_of_its_english(code: str) -> None:
    catalogue = written(code)
    for sentence in sentences(catalogue):
        wanted = set(PLACE.findall(forms(sentence.id)[-1]))
        for place, form in enumerate(forms(sentence.string)):
            found = set(PLACE.findall(form))
            optional = may_be_words(sentence, place, catalogue.num_plurals)
            assert wanted - optional <= found <= wanted, form
            assert "{" not in PLACE.sub("", form)


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_is_its_english(code: str) -> None:
    for sentence in sentences(written(code)):
        english = forms(sentence.id)
        if any(same == form for same in english for form in forms(sentence.string)):
            assert code in SAME.get(english[0], set()), english[0]


@pytest.mark.parametrize("code", OTHERS)
def test_examples_of_cards_and_numbers_are_kept(code: str) -> None:
    for sentence in sentences(written(code)):
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
    message = written(code).get(one)
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


def test_sentences_of_the_page_are_found_with_all_that_stands_around_them() -> None:
    source = """
import { say, sayNumber } from "./language.js";
import { mark } from "./language.js";
const a = say("one {name}", { name: [say("two"), "no"], more: f(1, 2) });
// Translators: who came last.
// Room for 12 cells.
show(sayNumber("a {count}", "b {count}", cards.length, { name }, "state"), 6);
say(isLast ? "three, \\"so\\"" : seat?.bot ? "four" : "five", {}, "list");
const TABLE = [mark("six", "column"), mark("seven " + "and eight")];
say(
    // A comment, and why.
    "nine: (",
    {},
    "key",
);
say(TABLE[0]); hearsay("ten"); told.say("eleven"); export function say(text, places = {}) {}
"""
    assert [*sentences_in_script(source)] == [
        Sentence("one {name}"),
        Sentence("two"),
        Sentence(("a {count}", "b {count}"), "state", ("who came last.", "Room for 12 cells.")),
        Sentence('three, "so"', "list"),
        Sentence("four", "list"),
        Sentence("five", "list"),
        Sentence("six", "column"),
        Sentence("seven and eight"),
        Sentence("nine: (", "key"),
    ]


# What may be said by the page that is not written there: what a name holds, or what stands in a table of sentences.
INDIRECT_IN_SCRIPT = re.compile(r"[\w$.]+(\[[^\]]*\]|\([\w$., ]*\))?( = \{\})?")


def test_every_sentence_that_the_page_says_can_be_found() -> None:
    for path in sorted(WEB.rglob("*.js")):
        for name, line, arguments in calls_in_script(path.read_text(encoding="utf-8")):
            for argument in arguments[: SCRIPT_KEYWORDS[name]]:
                is_found = script_texts(argument) or INDIRECT_IN_SCRIPT.fullmatch(argument)
                assert is_found, f"{path.name}:{line}: {argument}"


def test_every_context_is_explained_and_used() -> None:
    used = {sentence.context for sentence in sentences(template()) if sentence.context}
    assert used == {*CONTEXTS}
    for sentence in sentences(template()):
        assert not sentence.context or CONTEXTS[sentence.context] in sentence.auto_comments


# What labels with a room are filled with, at most: colours in play, the longest clock of the lobby.
WIDEST = {"{letters}": "R O Y G", "{seconds}": "120"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_labels_fit_their_room(code: str) -> None:
    catalogue = template() if code == "en" else written(code)
    labels = [(sentence, room) for sentence in sentences(catalogue) if (room := room_of(sentence)) is not None]
    assert len(labels) > 5
    for sentence, room in labels:
        for form in forms(sentence.id if code == "en" else sentence.string):
            # Points and cards have two digits at most.
            widest = PLACE.sub(lambda place: WIDEST.get(place[0], "00"), form)
            assert width_of(widest) <= room, f"{form}: {room}"


# What may be said that is not written there: a name, or what stands in a table of sentences.
INDIRECT = (ast.Name, ast.Attribute, ast.Subscript)


def test_every_sentence_that_is_said_can_be_found() -> None:
    known = {(form, sentence.context) for sentence in sentences(template()) for form in forms(sentence.id)}
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
@pytest.mark.parametrize("key", KEY_NAMES)
def test_a_key_has_one_name_in_sentences_and_in_the_line_of_keys(code: str, key: str) -> None:
    name, word = Language(code)(KEY_NAMES[key]), re.compile(rf"(?<![-\w]){key}(?![-\w])")
    found = 0
    for sentence in sentences(written(code)):
        for english, told in zip(forms(sentence.id), forms(sentence.string), strict=False):
            if word.search(english):
                found += 1
                assert name in told, told
    assert found > (3 if key in ("Enter", "Esc") else 0)


def test_no_two_languages_share_a_sentence() -> None:
    """Where they do, somebody has put a translation into the wrong catalogue."""
    said: dict[str, str] = {}
    for code in OTHERS:
        for form in {form for sentence in sentences(written(code)) for form in forms(sentence.string)}:
            if len(form) > LONGEST_SHARED:
                assert form not in said, f"{code} and {said[form]}: {form}"
                said[form] = code
