"""Makes the catalogues that the game reads (`.mo`) from those that people write (`.po`).

`hatch_build.py` runs this file alone, where nothing of Odin is installed yet: it needs Babel and nothing else of ours.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


class _Bare(Catalog):
    """A catalogue whose header tells no date and no tool, so that compiling it twice gives the same bytes."""

    header = ""

    def __iter__(self) -> Iterator[Message]:
        yield Message("", string=self.header)
        yield from (message for message in super().__iter__() if message.id)


def mo_of(po: bytes, code: str) -> bytes:
    """A written catalogue, compiled: with the direction of its language, and without what was never looked at since
    its English has changed."""
    written, bare = read_po(BytesIO(po), locale=code), _Bare(locale=code)
    bare.header = (
        "Content-Type: text/plain; charset=utf-8\n"
        f"Plural-Forms: {written.plural_forms}\n"
        f"X-Direction: {Locale.parse(code).text_direction}\n"
    )
    for message in written:
        if message.id and not message.fuzzy:
            bare.add(message.id, message.string, context=message.context)
    out = BytesIO()
    write_mo(out, bare)
    return out.getvalue()


def compile_all(locales: Path) -> None:
    """Put each language's compiled catalogue beside the written one."""
    for path in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        path.with_suffix(".mo").write_bytes(mo_of(path.read_bytes(), path.parts[-3]))
