"""For development: `python -m clients.language.catalogues` finds every sentence in the code, brings the catalogues of
all languages up to date with them and compiles those. What is not translated yet, or not since its English has changed,
is listed: the .po files want it. docs/TRANSLATING.md is for those who write them.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import denormalize, normalize, read_po, write_po

from clients.language.mo_files import compile_all
from clients.language.voice import DOMAIN, LOCALES, path_of
from odin_net.errors import LANGUAGES

ROOT = Path(__file__).parents[2]
FOLDERS = ("clients", "odin_net")
# Not in git: every catalogue has all that is in it, and it would be one more file to merge with each sentence.
TEMPLATE = LOCALES / f"{DOMAIN}.pot"
# Functions whose first arguments are sentences, and how many of them.
KEYWORDS = {"language": 1, "_language": 1, "mark": 1, "many": 2, "saying": 1, "OdinError": 1}
# Where their context is given, if there is one.
_CONTEXT_AT = {"many": 3}
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
    "key": "What a key does, in the line of keys and in the help.",
    "level": "How strong a bot is: shown, and typed in a command. Other words may follow: shown / other.",
    "list": "Only what stands between the two places is used.",
    "menu": "What somebody may do first, in the menu.",
    "mover": "Who made a move in place of a player, in brackets behind it.",
    "name": "In place of a name, where others have theirs.",
    "state": "How somebody is, behind their name.",
    "stop": "The key of the host that lets the game go on after this hand, having ended it with the same key.",
    "viking": "Who stands on the cards of a number. A name alone is shortened where cards are narrow.",
}
_FOR_TRANSLATORS = re.compile(r"\s*# (?:Translators:\s*(?P<text>.+)|(?P<room>Room for \d+ cells\.))$")
_ROOM = re.compile(r"Room for (\d+) cells\.")


class Sentence(NamedTuple):
    """What is said, and what its translator has to know."""

    id: str | tuple[str, ...]
    context: str | None = None
    comments: tuple[str, ...] = ()


def template() -> Catalog:
    """Every sentence in the code."""
    catalogue = Catalog(project="odin", charset="utf-8")
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        for id_, context, comments in sentences_in(path.read_text(encoding="utf-8")):
            about = () if context is None else (CONTEXTS[context],)
            # Places by file only: lines move with every change.
            place = path.relative_to(ROOT).as_posix(), 0
            catalogue.add(id_, locations=[place], auto_comments=(*about, *comments), context=context)
    return catalogue


def sentences_in(source: str) -> Iterator[Sentence]:
    """What is said in a module, in order: within format strings too, and in both branches of a choice."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    comments = _comments(source)
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        count = KEYWORDS.get(name, 0)
        texts = [_texts(argument) for argument in call.args[:count]]
        about = _context(call, name), comments.get(call.lineno, ())
        if count == 1 and texts:
            yield from (Sentence(text, *about) for text in texts[0])
        elif count == 2 and len(texts) == 2 and all(texts):
            yield Sentence(tuple(text[0] for text in texts), *about)


def _texts(argument: ast.expr) -> list[str]:
    match argument:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return _texts(one) + _texts(other)
        case _:
            return []


def _context(call: ast.Call, name: str) -> str | None:
    match call.args[_CONTEXT_AT.get(name, 1) :]:
        case [ast.Constant(value=str(context)), *_]:
            return context
        case _:
            return None


def _comments(source: str) -> dict[int, tuple[str, ...]]:
    """By the line that they stand above, what comments say to translators."""
    found: dict[int, tuple[str, ...]] = {}
    for number, line in enumerate(source.splitlines(), 1):
        if said := _FOR_TRANSLATORS.match(line):
            found[number + 1] = (*found.pop(number, ()), said["text"] or said["room"])
    return found


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
