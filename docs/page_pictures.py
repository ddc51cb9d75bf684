"""Draws the pictures of the page that the documents show: the page itself with invented models, in a real Chromium.
`python -m docs.page_pictures` writes them. What a browser draws differs a little with its version and its fonts, so
nothing compares them: look at them after a change of the page.
"""

import base64
from pathlib import Path
from tempfile import TemporaryDirectory

from clients.language import Language
from odin_net.afterwards.report import report_of
from odin_net.afterwards.story import story_of
from odin_net.commands.report import style
from odin_net.game.events import LobbyOpened
from odin_net.game.options import Options
from odin_net.records.proofs import check_record
from odin_net.records.record import PlayedGame, record_of
from tests.clients.web.page_driver import Stage, drawn, pick, show
from tests.helpers.browser import PHONE, Browser, Page, Size, running_browser
from tests.helpers.logged_game import logged_game

FOLDER = Path(__file__).parent / "pictures"
BIG_SCREEN = Size(1280, 720, scale=1.0, touch=False)
REPORT = Size(820, 1180, scale=1.0, touch=False)
# When the invented game of the report was played, in milliseconds, and by whom.
PLAYED = 1_795_118_400_000
NAMES = ("Ann", "Bo", "Cleo", "Dan")
QUALITY = 80


def write(tab: Page, name: str) -> None:
    """What this page shows now."""
    drawn(tab)
    take(tab, name)


def take(tab: Page, name: str) -> None:
    taken = tab.call("Page.captureScreenshot", format="webp", quality=QUALITY)
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))


def report(browser: Browser, folder: Path) -> None:
    """The report of an invented game."""
    opened, *events = logged_game(2, len(NAMES), Options(points=15)).events
    assert isinstance(opened, LobbyOpened)
    seats = tuple(seat._replace(name=name) for seat, name in zip(opened.seats, NAMES, strict=True))
    log = [opened._replace(seats=seats), *events]
    record = record_of(PlayedGame(bytes(16), log, [PLAYED] * len(log)))
    page = folder / "report.html"
    page.write_text(report_of(story_of(check_record(record)), Language("en"), style()), encoding="utf-8")
    tab = browser.page(size=REPORT)
    tab.prefer(prefers_color_scheme="light")
    tab.call("Emulation.setScrollbarsHidden", hidden=True)
    tab.go(page.as_uri())
    take(tab, "report")


def main() -> None:
    """Write them all."""
    with running_browser() as browser, TemporaryDirectory(prefix="odin-pictures-") as folder:
        stage = Stage(browser, Path(folder))
        phone = stage.open(PHONE)
        write(phone, "phone-sit-down")
        show(phone, "mine")
        pick(phone, "O9", "O6")
        write(phone, "phone-table")
        show(phone, "hand")
        for beat in (2, 3):
            phone.tap("main > .quiet")
            phone.until(f"document.querySelector('.steps s:nth-child({beat}).on') !== null")
        phone.until("document.querySelector('.checked') !== null")
        write(phone, "phone-hand-end")
        television = stage.open(BIG_SCREEN, flags="big")
        show(television, "watching")
        write(television, "big-screen")
        report(browser, Path(folder))


if __name__ == "__main__":
    main()
