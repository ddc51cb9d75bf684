"""`odin report`: a recorded game as one page, for a browser or a printer."""

import argparse
from importlib.resources import files
from pathlib import Path

from clients.language import Language
from clients.web.page import dense_style
from odin_net.afterwards.report import report_of
from odin_net.afterwards.report_style import report_style
from odin_net.afterwards.story import story_of
from odin_net.commands.console import language_of, newest_game, printable
from odin_net.errors import CHECK_FAILED, DONE, OdinError
from odin_net.files import data_folder, write_shared
from odin_net.game.records import SUFFIX
from odin_net.game.replay import RecordError
from odin_net.records.folder import read_record
from odin_net.records.proofs import check_record

ENDING = ".html"


def run(arguments: argparse.Namespace) -> int:
    language = language_of(arguments)
    record = arguments.file or newest_game(data_folder(arguments.data))
    try:
        page = page_of(record, language)
    except RecordError as error:
        line = f":{error.line}" if error.line else ""
        print(f"{printable(record)}{line}: {error.reason}")
        return CHECK_FAILED
    target = Path(arguments.output or Path(record).name.removesuffix(SUFFIX) + ENDING)
    write(target, page.encode())
    print(language("The report is in {file}: open it in a browser.", file=printable(target)))
    return DONE


def page_of(record: str, language: Language) -> str:
    """The report of this record; RecordError if it is broken."""
    story = story_of(check_record(read_record(record)))
    here = None if story.date is None else story.date.astimezone()
    return report_of(story._replace(date=here), language, style())


def style() -> str:
    sheets = files("clients.web") / "page" / "page.css", files("odin_net.afterwards") / "report.css"
    return dense_style(report_style(*(sheet.read_text(encoding="utf-8") for sheet in sheets)))


def write(target: Path, page: bytes) -> None:
    """The page as a whole, or not at all: what was there before stays. Never in the place of a record."""
    if target.name.endswith(SUFFIX):
        raise OdinError("{file} would be a record, not a page: name another file with -o.", file=printable(target))
    try:
        if target.exists() and not target.is_file():
            raise OdinError("{file} is no ordinary file: name another one with -o.", file=printable(target))
        write_shared(target, page)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise OdinError(
            "the report {file} cannot be written ({why}): name another one with -o.",
            CHECK_FAILED,
            file=printable(target),
            why=why or "?",
        ) from None
