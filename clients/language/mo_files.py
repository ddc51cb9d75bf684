"""Makes the catalogues that the game reads (`.mo`) from those that people write (`.po`).

`hatch_build.py` runs this file alone, where nothing of Odin is installed yet: it needs Babel and nothing else of ours.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


class _Bare(Catalog):
    """A catalogue whose header tells no date and no tool, so that compiling it twice gives the same bytes."""

    plurals = ""

    def __iter__(self) -> Iterator[Message]:
        yield Message("", string=f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: {self.plurals}\n")
        yield from (message for message in super().__iter__() if message.id)


def mo_of(po: bytes, code: str) -> bytes:
    """A written catalogue, compiled."""
    written, bare = read_po(BytesIO(po), locale=code), _Bare(locale=code)
    bare.plurals = dict(written.mime_headers)["Plural-Forms"]
    for message in written:
        if message.id:
            bare.add(message.id, message.string)
    out = BytesIO()
    write_mo(out, bare)
    return out.getvalue()


def compile_all(locales: Path) -> None:
    """Put each language's compiled catalogue beside the written one."""
    for path in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        path.with_suffix(".mo").write_bytes(mo_of(path.read_bytes(), path.parts[-3]))
