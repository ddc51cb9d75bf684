"""A real WebKit, the engine of iPhones, driven by W3C WebDriver: Debian's packages webkit2gtk-driver and xvfb.

Its browser needs a display, which Xvfb is without a screen; and it has no touch of its own, so a finger is a pointer.
"""

import base64
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.helpers import LONG
from tests.helpers.needed import need, skip_unless

MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"
LIBRARIES = Path("/usr/lib")
SIZE = {"width": 390, "height": 844}
# A browser without a desktop around it: nobody else's settings, nobody's services, and as root no sandbox.
SURROUNDINGS = {
    "GIO_USE_VFS": "local",
    "GSETTINGS_BACKEND": "memory",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
}
LOOK = 0.05


class WebDriverError(Exception):
    """The driver refused, or a script in the page has failed."""


class WebKitPage:
    """The one page of a session with the driver."""

    def __init__(self, port: int, browser: Path) -> None:
        self._port, self._path = port, ""
        self._await_driver()
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self._path = f"/session/{session['sessionId']}"
        self._call("POST", "/window/rect", SIZE)

    def _await_driver(self) -> None:
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            with suppress(ConnectionError):
                self._call("GET", "/status")
                return
            time.sleep(LOOK)
        raise AssertionError("the driver does not answer")

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=LONG)
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, self._path + path, sent, {"Content-Type": "application/json"})
            response = connection.getresponse()
            value = json.loads(response.read())["value"]
        finally:
            connection.close()
        if response.status != 200:
            raise WebDriverError(f"{value['error']}: {value['message']}")
        return value

    def go(self, url: str) -> None:
        self._call("POST", "/url", {"url": url})

    def run(self, script: str) -> Any:
        """The value of an expression there."""
        return self._call("POST", "/execute/sync", {"script": f"return {script}", "args": []})

    def until(self, script: str) -> Any:
        """Wait until this is true there, and give what it is."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            with suppress(WebDriverError):
                if value := self.run(script):
                    return value
            time.sleep(LOOK)
        raise AssertionError(f"it never came to be: {script}")

    def text(self, selector: str = "body") -> str:
        return str(self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def tap(self, selector: str) -> None:
        """Point at the middle of what is there, as soon as it is, and press."""
        where = f"document.querySelector({json.dumps(selector)})"
        self.until(f"{where} !== null && {where}.getBoundingClientRect().width > 0")
        self.run(f"{where}.scrollIntoView({{ block: 'nearest' }})")
        x, y = self.run(
            f"(() => {{ const box = {where}.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round); })()"
        )
        steps = [
            {"type": "pointerMove", "duration": 0, "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._call("POST", "/actions", {"actions": [finger]})

    def type(self, text: str) -> None:
        """Into what has the focus."""
        steps = [{"type": kind, "value": char} for char in text for kind in ("keyDown", "keyUp")]
        self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": steps}]})

    def picture(self, path: Path) -> None:
        """What it looks like."""
        path.write_bytes(base64.b64decode(self._call("GET", "/screenshot")))

    def close(self) -> None:
        self._call("DELETE", "")


@contextmanager
def display() -> Iterator[str]:
    """A display that nobody sees, by its name."""
    reader, writer = os.pipe()
    command = [need("Xvfb", "xvfb"), "-displayfd", str(writer), "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    with os.fdopen(reader, encoding="ascii") as said, running(command, os.environ.copy(), writer):
        os.close(writer)
        yield f":{said.readline().strip()}"


@contextmanager
def running(command: list[str], env: dict[str, str], *passed: int) -> Iterator[None]:
    """This program, as long as this lasts."""
    process = subprocess.Popen(command, env=env, pass_fds=passed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@contextmanager
def webkit_page() -> Iterator[WebKitPage]:
    """A page of a new browser, which is gone afterwards."""
    driver = need("WebKitWebDriver", "webkit2gtk-driver")
    browser = next(LIBRARIES.glob(f"*/{MINI_BROWSER}"), None)
    skip_unless(browser, "WebKit's MiniBrowser is missing: install webkit2gtk-driver")
    assert browser is not None
    with ExitStack() as stack:
        env = {**os.environ, **SURROUNDINGS, "DISPLAY": stack.enter_context(display())}
        port = free_port()
        stack.enter_context(running([driver, f"--port={port}"], env))
        page = WebKitPage(port, browser)
        stack.callback(page.close)
        yield page


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
