"""The page's client in a real browser, over real WebSockets to a real host: reloads, kills, tabs, sleep."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clients.web.bundle import bundle
from clients.web.sources import modules
from protocol.log import spoken
from tests.clients.web.engines import FOLDER
from tests.helpers.browser import Browser, Page
from tests.helpers.host import CODE, Host

pytestmark = pytest.mark.xdist_group("browser")

FLAGS = ("--seats", "3", "--bots", "2", "--level", "random", "--pace", "0.05", "--points", "5", "--games", "1")
# A page that has no worker does without; here it has one.
COUNT_WORKERS = """
    globalThis.workersAnswered = 0;
    globalThis.Worker = class extends Worker {
        constructor(url) {
            super(url);
            this.addEventListener("message", () => globalThis.workersAnswered++);
        }
    };
    0
"""


class RealHost:
    """A host in a process of its own, for tests that do not await."""

    def __init__(self, data: Path, runner: asyncio.Runner) -> None:
        self._host, self._runner = Host(data, *FLAGS), runner
        runner.run(self._host.open())

    @property
    def address(self) -> str:
        return self._host.address

    def kill(self) -> None:
        self._runner.run(self._host.kill())

    def resume(self) -> None:
        """At the port of before."""
        self._runner.run(self._host.resume())

    def sleep(self, *, asleep: bool) -> None:
        """It answers nothing, and no link is closed."""
        os.kill(self._host.pid, signal.SIGSTOP if asleep else signal.SIGCONT)

    def close(self) -> None:
        self._runner.run(self._host.close())


@contextmanager
def real_host(data: Path) -> Iterator[RealHost]:
    with asyncio.Runner() as runner:
        host = RealHost(data, runner)
        try:
            yield host
        finally:
            host.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[RealHost]:
    with real_host(tmp_path) as running:
        yield running


SCRIPT = bundle(
    modules() | {"tests/browser_client.js": (FOLDER / "browser_client.js").read_text(encoding="utf-8")},
    "tests/browser_client.js",
)


def load(page: Page) -> None:
    """Bring the client into what is at this address."""
    page.run(f"(() => {{ {SCRIPT} globalThis.odin = Odin; globalThis.page = Odin.page; }})()")


def opened(browser: Browser, host: RealHost, person: str | None = None, *, watches: bool = False) -> Page:
    """A page at the table's address with a client in it that has not dialled yet."""
    page = browser.page(person)
    page.call("Page.setBypassCSP", enabled=True)
    page.go(f"http://{host.address}/nothing-here")
    load(page)
    page.run(f"odin.open({str(watches).lower()})")
    return page


def join(page: Page, name: str = "Ann", code: str = CODE) -> Page:
    page.run(f"page.client.join({name!r}, {code!r})")
    return page


def reload(page: Page) -> bool:
    page.reload()
    load(page)
    return bool(page.run("odin.open()"))


def model(page: Page, field: str) -> Any:
    return page.run(f"page.client.model.{field}")


def until(page: Page, condition: str) -> None:
    page.until(f"(({{ model }}) => {condition})(page.client)")


def test_a_game_is_played_and_checked_and_its_words_are_those_of_everybody(browser: Browser, host: RealHost) -> None:
    """By what the page may do at its own address: it speaks to its table, and its worker runs."""
    page = browser.page()
    page.go(f"http://{host.address}/")
    load(page)
    page.run("odin.open()")
    join(page)
    until(page, "model.ended !== null")
    assert model(page, "ended.how") == "done"
    assert model(page, "result.verdict.result") == "checked"
    assert model(page, "alarm") is None
    digest = bytes(page.run("Array.from(page.client.model.digest)"))
    page.run(COUNT_WORKERS)
    assert page.run("page.client.words(page.client.model.digest)") == spoken(digest)
    assert page.run("globalThis.workersAnswered") == 1
    assert page.run("localStorage.length") == 0, "the table is over"
    assert page.errors == []


def test_a_reload_and_a_closed_tab_lead_back_to_the_seat(browser: Browser, host: RealHost) -> None:
    page = join(opened(browser, host))
    until(page, "model.hand.length > 0")
    seat = model(page, "seat")
    assert reload(page)
    page.run("page.client.resume()")
    until(page, "model.hand.length > 0")
    assert model(page, "seat") == seat
    page.close()
    again = opened(browser, host, page.person)
    assert again.run("page.client.hasSeat()")
    assert again.run("page.client.name") == "Ann"
    again.run("page.client.resume()")
    until(again, "model.ended !== null")
    assert model(again, "alarm") is None


def test_a_host_that_is_killed_and_resumed_is_found_again(browser: Browser, host: RealHost) -> None:
    page = join(opened(browser, host))
    until(page, "model.hand.length > 0")
    host.kill()
    until(page, "model.isCutOff && model.link.attempt > 1")
    host.resume()
    until(page, "model.caughtUp")
    until(page, "model.ended !== null")
    assert model(page, "ended.how") == "done"
    assert model(page, "alarm") is None


def test_a_host_that_says_nothing_is_left_soon_after_somebody_looks(browser: Browser, host: RealHost) -> None:
    page = opened(browser, host)
    page.run("page.plays = false")
    join(page)
    until(page, "model.caughtUp")
    host.sleep(asleep=True)
    try:
        page.show(visible=False)
        page.show(visible=True)
        until(page, "model.isCutOff")
    finally:
        host.sleep(asleep=False)
    page.show(visible=True)
    until(page, "model.caughtUp")


def test_a_second_tab_says_so_and_takes_over_only_when_it_is_told_to(browser: Browser, host: RealHost) -> None:
    first = opened(browser, host)
    first.run("page.plays = false")
    join(first)
    until(first, "model.caughtUp")
    second = opened(browser, host, first.person)
    second.run("page.client.resume()")
    until(second, "model.otherTab")
    assert model(second, "link.stage") == "idle"
    second.run("page.client.takeOver()")
    until(second, "model.caughtUp")
    until(first, "model.ended !== null")
    assert model(first, "ended.how") == "replaced"
    first.show(visible=True)
    assert model(first, "link.stage") == "ended"
    first.run("page.client.takeOver()")
    until(first, "model.caughtUp")
    until(second, "model.ended?.how === 'replaced'")


def test_two_people_on_one_computer_do_not_disturb_each_other(browser: Browser, host: RealHost) -> None:
    ann = opened(browser, host)
    ann.run("page.plays = false")
    join(ann)
    until(ann, "model.caughtUp")
    eye = opened(browser, host, ann.person, watches=True)
    eye.run(f"page.client.watch('TV', {CODE!r})")
    until(eye, "model.caughtUp && model.watching === 0")
    assert model(ann, "caughtUp")
    assert not model(eye, "otherTab")


def test_a_browser_that_keeps_nothing_plays_and_says_so(browser: Browser, host: RealHost) -> None:
    page = opened(browser, host)
    page.run("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    join(page)
    until(page, "model.caughtUp")
    assert model(page, "notKept")


def test_a_wrong_code_ends_it_and_the_right_one_begins_anew(browser: Browser, host: RealHost) -> None:
    page = join(opened(browser, host), code="oak-oak-oak")
    until(page, "model.ended !== null")
    assert model(page, "ended.how") == "refused"
    join(page)
    until(page, "model.caughtUp")
    assert model(page, "ended") is None
    page.run("page.client.leave(true)")
    assert model(page, "ended.how") == "left"
    assert page.run("localStorage.length") == 0
