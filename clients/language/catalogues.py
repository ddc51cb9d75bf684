"""For development: `python -m clients.language.catalogues` finds every sentence in the code, brings the catalogues of
all languages up to date with them and compiles those. What has no translation yet is listed: the .po files want it.
"""

import ast
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from clients.language.mo_files import compile_all
from clients.language.voice import LOCALES, path_of
from odin_net.errors import LANGUAGES

ROOT = Path(__file__).parents[2]
FOLDERS = ("clients", "odin_net")
# Functions whose first arguments are sentences, and how many of them.
KEYWORDS = {"language": 1, "_language": 1, "mark": 1, "many": 2, "saying": 1, "OdinError": 1}
WIDTH = 120
PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "ar": "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
}
USUAL_PLURALS = "nplurals=2; plural=(n != 1);"


def _plurals(code: str) -> str:
    return PLURALS.get(code, USUAL_PLURALS)


def template() -> Catalog:
    """Every sentence in the code."""
    catalogue = Catalog(project="odin", charset="utf-8")
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        for sentence in sentences_in(path.read_text(encoding="utf-8")):
            # Places by file only: lines move with every change.
            catalogue.add(sentence, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    return catalogue


def sentences_in(source: str) -> Iterator[str | tuple[str, ...]]:
    """What is said in a module, in order: within format strings too, and in both branches of a choice."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        count = KEYWORDS.get(name, 0)
        texts = [_texts(argument) for argument in call.args[:count]]
        if count == 1 and texts:
            yield from texts[0]
        elif count == 2 and len(texts) == 2 and all(texts):
            yield tuple(text[0] for text in texts)


def _texts(argument: ast.expr) -> list[str]:
    match argument:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return _texts(one) + _texts(other)
        case _:
            return []


def read(code: str) -> Catalog:
    """A language's catalogue as it is written; an empty one if there is none."""
    path = path_of(code, "po")
    if not path.exists():
        catalogue = Catalog(locale=code, project="odin", charset="utf-8")
        catalogue.mime_headers = [
            ("Language", code),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Plural-Forms", _plurals(code)),
        ]
        return catalogue
    with path.open("rb") as file:
        return read_po(file, locale=code)


def update(code: str, sentences: Catalog) -> Catalog:
    """The catalogue with just these sentences. Nothing is guessed from what is similar."""
    catalogue = read(code)
    catalogue.update(sentences, no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def po_of(catalogue: Catalog) -> bytes:
    """A catalogue as text, without dates and other noise."""
    catalogue.header_comment = "# Odin in another language. The key of a sentence is its English."
    out = BytesIO()
    write_po(out, catalogue, width=WIDTH, omit_header=True, sort_output=False, include_lineno=False)
    return _header(catalogue).encode() + b"\n" + out.getvalue()


def _header(catalogue: Catalog) -> str:
    code = str(catalogue.locale)
    lines = (
        f"Language: {code}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {_plurals(code)}",
    )
    quoted = "\n".join(f'"{line}\\n"' for line in lines)
    return f'{catalogue.header_comment}\nmsgid ""\nmsgstr ""\n{quoted}\n'


def missing(catalogue: Catalog) -> list[str]:
    """The English of what is not translated."""
    return [
        sentence.id if isinstance(sentence.id, str) else sentence.id[0]
        for sentence in catalogue
        if sentence.id and not (all(sentence.string) if isinstance(sentence.string, (tuple, list)) else sentence.string)
    ]


def main() -> int:
    """Bring all catalogues up to date; 1 if translations are missing."""
    sentences = template()
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
