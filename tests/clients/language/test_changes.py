"""What becomes of a catalogue when the English changes, or when a language begins: one file and one row."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from clients.language import LANGUAGES, Language, catalogues, language_for, voice
from clients.language.catalogues import is_translated, missing, po_of, read, template, update
from clients.language.mo_files import compile_all, mo_of
from clients.language.voice import Voice, path_of
from clients.plain.command_words import Word, level_of, words_of
from clients.plain.parser import Order, find_word, parse
from tests.helpers.tables import card, cards

# One process reads the code for all of them.
pytestmark = pytest.mark.xdist_group("catalogues")

PREVIOUS = b'#, fuzzy\n#| msgid "You pass."\nmsgid "You passed."\nmsgstr "Du passt."\n'


@pytest.fixture(autouse=True)
def locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for catalogues of our own."""
    monkeypatch.setattr(voice, "LOCALES", tmp_path)
    monkeypatch.setattr(catalogues, "LOCALES", tmp_path)
    monkeypatch.setattr(catalogues, "TEMPLATE", tmp_path / "odin.pot")
    return tmp_path


def write(code: str, catalogue: Catalog) -> None:
    path = path_of(code, "po")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(po_of(catalogue))


def said(*texts: str) -> Catalog:
    catalogue = Catalog()
    for text in texts:
        catalogue.add(text)
    return catalogue


def german(**told: str) -> Catalog:
    catalogue = Catalog(locale="de")
    for text, translation in told.items():
        catalogue.add(text, translation)
    return catalogue


# --- English that changes ---


def test_a_sentence_whose_english_has_changed_keeps_its_translation_as_fuzzy() -> None:
    write("de", german(**{"You pass.": "Du passt.", "You win!": "Du gewinnst!"}))
    changed = update("de", said("You passed.", "You win!"))
    assert PREVIOUS in po_of(changed)
    assert missing(changed) == ["You passed."]


def test_it_stays_so_until_somebody_has_looked_at_it() -> None:
    write("de", german(**{"You pass.": "Du passt."}))
    for _ in range(3):
        write("de", update("de", said("You passed.")))
    assert path_of("de", "po").read_bytes().count(PREVIOUS) == 1
    # Whoever only takes the mark away may leave the rest of it.
    text = path_of("de", "po").read_text(encoding="utf-8").replace("#, fuzzy\n", "")
    path_of("de", "po").write_text(text, encoding="utf-8")
    mended = update("de", said("You passed."))
    assert missing(mended) == []
    assert b"#|" not in po_of(mended)


def test_the_english_of_several_lines_and_of_plurals_is_kept_too() -> None:
    long = "All of this is one sentence that does not fit into a line of the catalogue, " * 2 + "as you see."
    one, other = "{count} card", "{count} cards"
    catalogue = german(**{long: "Alles."})
    catalogue.add((one, other), ("{count} Karte", "{count} Karten"))
    write("de", catalogue)
    sentences = said(long.replace("All", "Any", 1))
    sentences.add((f"{one}s left", f"{other} left"))
    for _ in range(2):
        write("de", update("de", sentences))
    assert [list(message.previous_id) for message in read("de") if message.id] == [[long], [one, other]]


def test_what_is_fuzzy_is_not_said() -> None:
    write("de", german(**{"You pass.": "Du passt.", "You win!": "Du gewinnst!"}))
    write("de", update("de", said("You passed.", "You win!")))
    compile_all(voice.LOCALES)
    assert (Voice("de")("You passed."), Voice("de")("You win!")) == ("You passed.", "Du gewinnst!")


def test_one_english_word_has_a_translation_for_each_of_its_jobs() -> None:
    catalogue = german(ready="bereit")
    catalogue.add("ready", "ist bereit", context="state")
    catalogue.add(("{count} card", "{count} cards"), ("{count} Blatt", "{count} Blätter"), context="column")
    write("de", catalogue)
    compile_all(voice.LOCALES)
    language = Voice("de")
    assert (language("ready"), language("ready", "state"), language("ready", "name")) == (
        "bereit",
        "ist bereit",
        "ready",
    )
    assert language.many("{count} card", "{count} cards", 2, "column") == "2 Blätter"
    assert language.many("{count} card", "{count} cards", 2, "state") == "2 cards"
    assert language.many("{count} card", "{count} cards", 1, "state") == "1 card"


def test_the_rule_for_plurals_is_that_of_the_header() -> None:
    catalogue = german()
    catalogue.add(("{count} card", "{count} cards"), ("{count} Karte", "{count} Karten"))
    text = po_of(catalogue).decode().replace("plural=(n != 1)", "plural=(n > 5)")
    path_of("de", "po").parent.mkdir(parents=True)
    path_of("de", "po").write_text(text, encoding="utf-8")
    sentences = Catalog()
    sentences.add(("{count} card", "{count} cards"))
    write("de", update("de", sentences))
    compile_all(voice.LOCALES)
    told = [Voice("de").many("{count} card", "{count} cards", count) for count in (1, 5, 6)]
    assert told == ["1 Karte", "5 Karte", "6 Karten"]


# --- a language that begins ---


@pytest.mark.parametrize(("code", "name", "is_rtl"), [("eo", "Esperanto", False), ("he", "עברית", True)])
def test_a_new_language_is_one_file_and_one_row(
    code: str, name: str, is_rtl: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LANGUAGES, code, name)
    lists = {"{some} and {last}": "{some} kaj {last}", "{some}, {next}": "{some}/ {next}"}
    begun = update(code, template())
    assert len(missing(begun)) == len(begun)
    for message in begun:
        if isinstance(message.id, str):
            message.string = lists.get(message.id, f"x{message.id}")
        else:
            message.string = (f"x{message.id[1]}",) * begun.num_plurals
    write(code, begun)
    assert all(is_translated(message) for message in read(code) if message.id)
    compile_all(voice.LOCALES)
    language = language_for(code, {})
    assert (language.code, language.is_rtl) == (code, is_rtl)
    assert (language("You pass."), language.viking(9), language.colour("R")) == ("xYou pass.", "xjarl", "xred")
    assert language.level("hard") == "xbot, xhard"
    shown = ["\u2068A\u2069", "\u2068B\u2069"] if is_rtl else ["A", "B"]
    assert language.enumerated(["A", "B"]) == "/ ".join(shown)
    assert words_of(Voice(code))[Word.PASS] == "xpass"
    assert find_word("XPASS", code) is find_word("pass", code) is Word.PASS
    assert parse("xplay R3 kaj xtake B8", code) == Order(Word.PLAY, cards("R3"), card("B8"))
    assert (level_of("xhard", code), level_of("hard", code), level_of("soft", code)) == ("hard", "hard", None)


def test_the_command_writes_a_template_and_begins_catalogues(locales: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert catalogues.main() == 1
    listed = capsys.readouterr().out.splitlines()
    assert "de: You pass." in listed
    text = (locales / "odin.pot").read_text(encoding="utf-8")
    assert 'msgctxt "viking"\nmsgid "jarl"\nmsgstr ""' in text
    assert "#. Room for 6 cells." in text
    assert "Language:" not in text
    assert read("ar").num_plurals == 6
    assert Language("ar").is_rtl, "though nothing is translated"
    assert mo_of(path_of("ar", "po").read_bytes(), "ar") == path_of("ar").read_bytes()
