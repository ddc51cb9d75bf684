"""For development: `python -m clients.language.catalogues` finds every sentence in the code, brings the catalogues of
all languages up to date with them and compiles those. What is not translated yet, or not since its English has changed,
is listed: the .po files want it. docs/TRANSLATING.md is for those who write them.
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import denormalize, normalize, read_po, write_po

from clients.language.mo_files import compile_all
from clients.language.sentences import Sentence, sentences_in, sentences_in_script
from clients.language.voice import DOMAIN, LOCALES, path_of
from odin_net.errors import LANGUAGES

ROOT = Path(__file__).parents[2]
FOLDERS = ("clients", "odin_net")
# What finds the sentences of a module, by its ending.
READERS: dict[str, Callable[[str], Iterable[Sentence]]] = {
    ".py": sentences_in,
    ".js": sentences_in_script,
    ".html": sentences_in_script,
}
# Not in git: every catalogue has all that is in it, and it would be one more file to merge with each sentence.
TEMPLATE = LOCALES / f"{DOMAIN}.pot"
WIDTH = 120
ID_WORDS = ("msgid", "msgid_plural")
# What a translator has to know about each context.
CONTEXTS: dict[str, str] = {
    "auto-pass": "Whether passing by itself is on or off.",
    "bell": "Whether the sound is on or off.",
    "choice": "An answer that the player gives to a question.",
    "colour": "A colour of cards, also within a sentence.",
    "column": "In a column of a table, or above it.",
    "command": "A command that players type: one word. Others that mean the same may follow: shown / other / third.",
    "key": "What a key does, in the line of keys and in the help; or its name there, as it is printed on keyboards.",
    "level": "How strong a bot is: shown, and typed in a command. Other words may follow: shown / other.",
    "list": "Only what stands between the two places is used.",
    "menu": "What somebody may do first, in the menu.",
    "mover": "Who made a move in place of a player, in brackets behind it.",
    "name": "In place of a name, where others have theirs.",
    "number": "A number with decimals. Only what stands between the two places is used.",
    "state": "How somebody is, behind their name.",
    "stop": "The key of the host that lets the game go on after this hand, having ended it with the same key.",
    "viking": "Who stands on the cards of a number. A name alone is shortened where cards are narrow.",
}
_ROOM = re.compile(r"Room for (\d+) cells\.")


def sources() -> list[Path]:
    """All modules that may say something, those of the page behind the others."""
    return [path for ending in READERS for folder in FOLDERS for path in sorted((ROOT / folder).rglob(f"*{ending}"))]


def template() -> Catalog:
    """Every sentence in the code."""
    catalogue = Catalog(project="odin", charset="utf-8")
    for path in sources():
        found = READERS[path.suffix](path.read_text(encoding="utf-8"))
        for id_, context, comments in found:
            about = () if context is None else (CONTEXTS[context],)
            # Places by file only: lines move with every change.
            place = path.relative_to(ROOT).as_posix(), 0
            catalogue.add(id_, locations=[place], auto_comments=(*about, *comments), context=context)
    return catalogue


def room_of(sentence: Message) -> int | None:
    """How many cells a label has, if that is known; where two places have it, the narrower one."""
    rooms = [_ROOM.fullmatch(comment) for comment in sentence.auto_comments]
    return min((int(room[1]) for room in rooms if room), default=None)


# --- the written catalogues ---


def read(code: str) -> Catalog:
    """A language's catalogue as it is written; an empty one, with the plurals that Babel knows, if there is none."""
    path = path_of(code, "po")
    if not path.exists():
        return Catalog(locale=code, project="odin", charset="utf-8")
    with path.open("rb") as file:
        catalogue = read_po(file, locale=code)
    for sentence in catalogue:
        _read_previous(sentence)
    return catalogue


def _read_previous(sentence: Message) -> None:
    """What the English was before, which Babel reads as if it were a translator's comment."""
    lines = [comment[1:].strip() for comment in sentence.user_comments if comment.startswith("|")]
    sentence.user_comments = [comment for comment in sentence.user_comments if not comment.startswith("|")]
    if not sentence.fuzzy:
        return
    parts = re.split(r"^msgid(?:_plural)? ", "\n".join(lines), flags=re.MULTILINE)
    sentence.previous_id = [denormalize(part.strip()) for part in parts[1:]]


def update(code: str, sentences: Catalog) -> Catalog:
    """The catalogue with just these sentences. One whose English has changed keeps its translation, marked as fuzzy."""
    catalogue = read(code)
    previous = {_key(sentence): sentence.previous_id for sentence in catalogue}
    catalogue.update(sentences, update_header_comment=False, update_creation_date=False)
    for sentence in catalogue:
        if sentence.fuzzy and not sentence.previous_id:
            sentence.previous_id = previous.get(_key(sentence), [])
    catalogue.obsolete.clear()
    return catalogue


def _key(sentence: Message) -> tuple[str, str | None]:
    return str(sentence.id), sentence.context


def po_of(catalogue: Catalog) -> bytes:
    """A catalogue as text, without dates and other noise."""
    out = BytesIO()
    write_po(out, catalogue, width=WIDTH, omit_header=True, sort_output=False, include_lineno=False)
    text = out.getvalue().decode()
    for sentence in catalogue:
        if sentence.fuzzy and sentence.previous_id:
            text = _with_previous(text, sentence)
    return f"{_header(catalogue)}\n{text}".encode()


def _with_previous(text: str, sentence: Message) -> str:
    """Babel would wrap what the English was before, so that no tool could read it."""
    ids = [sentence.id] if isinstance(sentence.id, str) else sentence.id
    context = "" if sentence.context is None else f"msgctxt {normalize(sentence.context)}\n"
    now, before = f"{context}{_ids(ids)}", _ids(sentence.previous_id)
    old = "".join(f"#| {line}\n" for line in before.splitlines())
    return re.sub(f"(#, fuzzy.*\n)({re.escape(now)})", lambda found: f"{found[1]}{old}{found[2]}", text, count=1)


def _ids(ids: Sequence[str]) -> str:
    return "".join(f"{word} {normalize(id_, width=WIDTH)}\n" for word, id_ in zip(ID_WORDS, ids, strict=False))


def _header(catalogue: Catalog) -> str:
    comment, lines = "# Every sentence of Odin, for those who begin a language.", []
    if catalogue.locale is not None:
        comment = "# Odin in another language. The key of a sentence is its English."
        lines = [f"Language: {catalogue.locale}"]
    lines += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    if catalogue.locale is not None:
        lines.append(f"Plural-Forms: {catalogue.plural_forms}")
    quoted = "\n".join(f'"{line}\\n"' for line in lines)
    return f'{comment}\nmsgid ""\nmsgstr ""\n{quoted}\n'


def missing(catalogue: Catalog) -> list[str]:
    """The English of what is not translated, or not since it has changed."""
    return [
        sentence.id if isinstance(sentence.id, str) else sentence.id[0]
        for sentence in catalogue
        if sentence.id and (sentence.fuzzy or not is_translated(sentence))
    ]


def is_translated(sentence: Message) -> bool:
    """Whether all its forms are there."""
    return all(sentence.string) if isinstance(sentence.string, (tuple, list)) else bool(sentence.string)


def main() -> int:
    """Bring all catalogues up to date; 1 if translations are missing."""
    sentences = template()
    TEMPLATE.write_bytes(po_of(sentences))
    is_complete = True
    for code in LANGUAGES:
        if code == "en":
            continue
        catalogue = update(code, sentences)
        path = path_of(code, "po")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_of(catalogue))
        for sentence in missing(catalogue):
            is_complete = False
            print(f"{code}: {sentence}")
    compile_all(LOCALES)
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
