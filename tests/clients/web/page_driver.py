"""The page with invented models (`page_fixture.js`) as a file for a browser, under such a policy as the host sends."""

from pathlib import Path

from clients.web import page
from clients.web.dense import dense
from clients.web.sources import modules
from tests.helpers.browser import Browser, Page, Size

FIXTURE = Path(__file__).with_name("page_fixture.js")
ENTRY = "page/fixture.js"


def fixture_html(code: str = "en", path: str = page.PLAYERS, ours: frozenset[str] = frozenset()) -> str:
    """A page in this language; its constant `Odin` is what the fixture exports, and `ours` is shortened in it."""
    made = modules(code) | {ENTRY: FIXTURE.read_text(encoding="utf-8")}
    return with_script(page.page_of(code, path), dense(made, ENTRY, ours=ours))


def with_script(html: str, script: str) -> str:
    """The page with another script in place of its last one, and with a policy that allows what is in it."""
    head, _, last = html.rpartition("<script>")
    html = f"{head}<script>{script}{last[last.index('</script>') :]}"
    body = html.encode()
    scripts, styles = (" ".join(page._hashes(body, kind)) for kind in (b"script", b"style"))
    policy = f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; base-uri 'none'"
    return html.replace("<title>", f'<meta http-equiv="Content-Security-Policy" content="{policy}"><title>', 1)


def path_of(flags: str) -> str:
    """Which page it is with these: `big` makes it that of the big screen."""
    return page.BIG_SCREEN if "big" in flags else page.PLAYERS


class Stage:
    """Shows models of the fixture in a browser, one page for each language."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser, self._folder = browser, folder

    def open(self, size: Size, code: str = "en", flags: str = "") -> Page:
        """A new page at its first screen. Nothing moves in it unless a test wants that."""
        path = path_of(flags)
        file = self._folder / f"{code}{path.replace('/', '-')}.html"
        if not file.exists():
            file.write_text(fixture_html(code, path), encoding="utf-8")
        tab = self._browser.page(size=size)
        tab.prefer(prefers_reduced_motion="reduce", prefers_color_scheme="dark")
        tab.go(f"file://{file}#{flags}")
        return tab


def show(tab: Page, model: str) -> None:
    """Show this model, and wait until it is drawn."""
    tab.run(f"Odin.show('{model}')")
    drawn(tab)


def drawn(tab: Page) -> None:
    """Wait until what has changed is drawn."""
    tab.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def asked(tab: Page) -> list[list[object]]:
    """What the page wanted from its client."""
    return list(tab.run("Odin.client.asked"))


def pick(tab: Page, *cards: str) -> None:
    """Tap these cards of the hand."""
    for card in cards:
        tab.tap(f".hand [data-card={card}]")
        drawn(tab)
