"""A real browser for tests: Chromium without a screen, driven over its DevTools protocol.

One browser has many pages. Pages of one *person* share what a browser keeps, as two tabs do; each person has a storage
of their own. A page sees itself as a phone with touch unless it is told another size. Whatever goes wrong in its
scripts is in `errors`.

Where there is no Chromium the tests are skipped with that reason; with `ODIN_NO_SKIPS=1`, as in CI, that is a failure.
"""

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.helpers import LONG

BINARIES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--mute-audio",
    "--remote-debugging-port=0",
)
LOOK = 0.02
# How long Chromium may take to end by itself.
END_SECONDS = 20.0


class Size(NamedTuple):
    """Of a window, in the pixels of style sheets; and whether it is touched."""

    width: int
    height: int
    scale: float = 2.0
    touch: bool = True


PHONE = Size(390, 844)
TELEVISION = Size(1920, 1080, scale=1.0, touch=False)


class ScriptError(Exception):
    """A script that a test ran in the page has failed."""


class Browser:
    """Chromium, and the connection by which it is told what to do."""

    def __init__(self, binary: str, folder: Path) -> None:
        self._process = subprocess.Popen(
            [binary, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0
        self._pages: dict[str, Page] = {}
        port, path = self._whereabouts(folder / "DevToolsActivePort")
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            # No pings: they would draw from `random` in a thread, while Hypothesis watches it in another test.
            connect(f"ws://127.0.0.1:{port}{path}", max_size=None, proxy=None, ping_interval=None)
        )

    def _whereabouts(self, file: Path) -> list[str]:
        """The port and path of its DevTools, which it writes down when it is there."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            assert self._process.poll() is None, "the browser has ended at once"
            with suppress(FileNotFoundError):
                if len(lines := file.read_text().split()) == 2:
                    return lines
            time.sleep(LOOK)
        raise AssertionError("the browser does not say where it is")

    def person(self) -> str:
        """Somebody with a storage of their own, for `page`."""
        return str(self.call("Target.createBrowserContext")["browserContextId"])

    def page(self, person: str | None = None, size: Size = PHONE, language: str = "en") -> "Page":
        """A new page, of a new person if none is named."""
        whose = person or self.person()
        target = self.call("Target.createTarget", url="about:blank", browserContextId=whose)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, whose, target, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        agent = self.call("Browser.getVersion")["userAgent"]
        page.call("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        page.resize(size)
        return page

    def call(self, method: str, session: str | None = None, **values: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer."""
        self._number += 1
        number = self._number
        asked = {"id": number, "method": method, "params": values}
        self._socket.send(json.dumps(asked if session is None else {**asked, "sessionId": session}))
        while True:
            answer = json.loads(self._socket.recv(timeout=LONG))
            if answer.get("id") == number:
                if "error" in answer:
                    raise ScriptError(f"{method}: {answer['error']['message']}")
                return dict(answer["result"])
            if (page := self._pages.get(answer.get("sessionId"))) is not None:
                page.heard(answer["method"], answer["params"])

    def forget(self) -> None:
        """Close all pages, which would go on drawing, and forget whose they were."""
        for person in {page.person for page in self._pages.values()}:
            self.call("Target.disposeBrowserContext", browserContextId=person)
        self._pages.clear()

    def close(self) -> None:
        with suppress(WebSocketException, OSError, ScriptError):
            self.call("Browser.close")
        with suppress(WebSocketException, OSError):
            self._open.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Page:
    """One tab."""

    def __init__(self, browser: Browser, person: str, target: str, session: str) -> None:
        self.browser, self.person = browser, person
        self.errors: list[str] = []
        """What went wrong in its scripts, or was forbidden."""
        self._target, self._session = target, session

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        """Ask this tab for something."""
        return self.browser.call(method, self._session, **values)

    def heard(self, method: str, values: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded":
            entry = values["entry"]
            # That a table is not there is a matter of the network, and the page says so itself.
            is_network = entry["source"] == "network" or "WebSocket" in entry["text"]
            self.errors += [] if is_network or entry["level"] != "error" else [entry["text"]]

    # --- where it is ---

    def go(self, url: str) -> None:
        """Go there; a test that needs something to be there waits for that."""
        self._leave("Page.navigate", url=url)

    def reload(self) -> None:
        """As somebody who pulls the page down."""
        self._leave("Page.reload")

    def _leave(self, method: str, **values: Any) -> None:
        """To the next document, which is not there yet when Chromium answers: the old one is told from it by a mark."""
        self.run("globalThis.isOld = true")
        error = self.call(method, **values).get("errorText")
        assert error is None, f"{values}: {error}"
        self.until("document.readyState === 'complete' && globalThis.isOld === undefined")

    def resize(self, size: Size) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=size.width,
            height=size.height,
            deviceScaleFactor=size.scale,
            mobile=size.touch,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=size.touch)

    def prefer(self, **features: str) -> None:
        """What its person has set: `prefer(prefers_color_scheme="dark")`."""
        named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=named)

    def throttle(self, times: float) -> None:
        """As slow as a computer that is so many times slower."""
        self.call("Emulation.setCPUThrottlingRate", rate=times)

    def show(self, *, visible: bool) -> None:
        """Bring it to the front, or let it lie behind the others as a page that nobody looks at."""
        state = "visible" if visible else "hidden"
        if visible:
            self.call("Page.bringToFront")
        self.run(
            f"Object.defineProperty(document, 'visibilityState', {{ configurable: true, get: () => '{state}' }});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )

    def close(self) -> None:
        self.browser.call("Target.closeTarget", targetId=self._target)

    # --- what is in it ---

    def run(self, script: str) -> Any:
        """The value of an expression there; of a promise, what it comes to."""
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in done:
            details = done["exceptionDetails"]
            raise ScriptError(details.get("exception", {}).get("description", details["text"]))
        return done["result"].get("value")

    def until(self, script: str) -> Any:
        """Wait until this is true there, and give what it is."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            with suppress(ScriptError):  # What is asked for may not be there yet, or the page is just leaving.
                if value := self.run(script):
                    return value
            time.sleep(LOOK)
        raise AssertionError(f"it never came to be: {script}\n{self.errors}")

    def text(self, selector: str = "body") -> str:
        """What stands there for people."""
        return str(self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    # --- fingers and keys ---

    def tap(self, selector: str) -> None:
        """Touch the middle of what is there, as soon as it is."""
        where = f"document.querySelector({json.dumps(selector)})"
        self.until(f"{where} !== null && {where}.getBoundingClientRect().width > 0")
        self.run(f"{where}.scrollIntoView({{ block: 'nearest' }})")
        x, y = self.run(
            f"(() => {{ const box = {where}.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        self.touch(x, y)

    def touch(self, x: float, y: float) -> None:
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def type(self, text: str) -> None:
        """Into what has the focus."""
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """One key, by its name: `Enter`, `Tab`, `ArrowRight`, `a`."""
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowRight": 39, "Backspace": 8}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        values = {"key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **values)
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)

    def picture(self, path: Path) -> None:
        """What it looks like."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


def chromium() -> str:
    """The program; where it is missing, a skip or a failure."""
    found = next(filter(None, map(shutil.which, BINARIES)), None)
    if found is None:
        missing = "there is no Chromium here: install Debian's package `chromium`"
        if os.environ.get("ODIN_NO_SKIPS") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Chromium with an empty profile, which is gone afterwards."""
    with TemporaryDirectory(prefix="odin-browser-", ignore_cleanup_errors=True) as folder:
        browser = Browser(chromium(), Path(folder))
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    with running_browser() as running:
        yield running
