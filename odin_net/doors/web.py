"""The door for browsers: a page for players, one for a big screen, and the WebSocket by which both speak our protocol.

A browser asks, gets its answer and is hung up on; or what it asks for is the WebSocket, and from then on its socket is
a link of the hub like any other (`odin_net/doors/websocket.py`). A page in a language is made when somebody asks for
it first, in a thread, and kept; what that takes is imported there, too. It says whose table this is: so do
announcements.
"""

import asyncio
import importlib
import logging
from typing import TYPE_CHECKING

from clients.language.voice import Voice
from odin_net.doors import http
from odin_net.doors.own_names import OwnNames, plain_address
from odin_net.errors import Saying, saying
from odin_net.host.doorway import READ_AT_ONCE, Room

if TYPE_CHECKING:
    from clients.web.page import Page
    from odin_net.host.server import Server

# The head of a request may be so long and take so long, and its answer so long once it is there. That takes two
# seconds as a rule, where the page has to be made first; more on a computer that has much to do.
MAX_HEAD = 8 * 1024
SECONDS = 5.0
MAKE_SECONDS = 60.0
ANSWER_SECONDS = 20.0
# A browser opens up to six sockets for one page.
MAX_BROWSERS = 24
MAX_OF_ONE = 6

PAGES = ("/", "/watch")
SOCKET = "/table"

NOT_HERE = saying("There is nothing here: open the address that the host's screen shows.")
NOT_OURS = saying("The table has another address: open the one that the host's screen shows.")
NO_PAGE = saying("The host cannot make this page: install Odin anew there, or come in by a terminal.")
PLAIN = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"

log = logging.getLogger("odin.host")


class WebDoor:
    """Takes browsers in."""

    openings = frozenset({b"GET ", b"HEAD"})

    def __init__(self, names: OwnNames | None = None) -> None:
        self.names = OwnNames() if names is None else names
        self.room: Room[_Browser] = Room(MAX_BROWSERS, MAX_OF_ONE)
        self.answering: set[asyncio.Task[None]] = set()
        # By their paths and languages.
        self._pages: dict[tuple[str, str], asyncio.Future[Page]] = {}
        self._named: dict[tuple[str, str], Page] = {}
        self._server: Server | None = None

    def serve(self, server: "Server") -> None:
        """This is the table."""
        self._server = server

    def enter(self, transport: asyncio.Transport, first: bytes, address: str) -> None:
        """Answer a browser that has sent these bytes so far."""
        browser = _Browser(self, transport, address)
        transport.set_protocol(browser)
        self.room.enter(browser)
        browser.received(first)

    async def page(self, path: str, code: str) -> "Page":
        """A page of this table in this language."""
        owner = "" if self._server is None else self._server.hub.table.owner_name or ""
        page = await self._page(path, code, owner)
        named = self._named.get((path, code), page)
        if named.owner != owner:
            named = self._named[path, code] = await asyncio.to_thread(page.of, owner)
        return named

    async def _page(self, path: str, code: str, owner: str) -> "Page":
        """A page in this language, made at the first call: for who owned the table then."""
        if (path, code) not in self._pages:
            self._pages[path, code] = asyncio.ensure_future(asyncio.to_thread(_make_page, path, code, owner))
        made = self._pages[path, code]
        try:
            # One who goes does not take it from those who wait for the same.
            return await asyncio.shield(made)
        except asyncio.CancelledError:
            raise
        except Exception:
            self._pages.pop((path, code), None)
            raise

    async def upgrade(self, transport: asyncio.Transport, head: bytes, origin: str, address: str) -> bool:
        """Make a browser's socket a link of the table; False if what it asks for cannot be had."""
        websocket = await asyncio.to_thread(importlib.import_module, "odin_net.doors.websocket")
        if self._server is None or transport.is_closing():
            return False
        return bool(websocket.accept(self._server, transport, head, origin, address))

    async def close(self) -> None:
        """Send all browsers away."""
        self.room.clear()
        for task in self.answering:
            task.cancel()
        await asyncio.gather(*self.answering, *self._pages.values(), return_exceptions=True)


def _make_page(path: str, code: str, owner: str) -> "Page":
    from clients.web.page import make_page  # noqa: PLC0415  Who never sees a browser need not wait for it.

    # The page is up next to ask for the WebSocket.
    importlib.import_module("odin_net.doors.websocket")
    return make_page(code, owner, path)


class _Browser(asyncio.BufferedProtocol):
    """A socket of a browser, until it is answered."""

    def __init__(self, door: WebDoor, transport: asyncio.Transport, address: str) -> None:
        self._door, self._transport, self.address = door, transport, address
        self._head = b""
        self._buffer = bytearray(READ_AT_ONCE)
        self._overdue = asyncio.get_running_loop().call_later(SECONDS, self.send_away)

    def _has_time(self, seconds: float) -> None:
        """What comes next may take so long."""
        self._overdue.cancel()
        self._overdue = asyncio.get_running_loop().call_later(seconds, self.send_away)

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002  asyncio's hint is far too large.
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.received(bytes(self._buffer[:nbytes]))

    def received(self, data: bytes) -> None:
        """More of the request has come."""
        if self._transport.is_closing():
            return
        self._head += data
        if http.END in self._head:
            self._transport.pause_reading()
            self._has_time(MAKE_SECONDS)
            task = asyncio.create_task(self._answer())
            self._door.answering.add(task)
            task.add_done_callback(self._door.answering.discard)
        elif len(self._head) > MAX_HEAD:
            self.send_away()

    async def _answer(self) -> None:
        head, _, behind = self._head.partition(http.END)
        request = http.parse_head(head)
        code = "en" if request is None else http.language_asked_for(request)
        authority = self._authority(request)
        if request is None:
            self._reply(refusal("400 Bad Request", code, NOT_HERE))
        elif authority is None:
            self._reply(refusal("421 Misdirected Request", code, NOT_OURS, request))
        elif request.path in PAGES:
            await self._show(request, authority, code)
        elif request.path != SOCKET:
            self._reply(refusal("404 Not Found", code, NOT_HERE, request))
        elif _is_foreign(request):
            self._reply(refusal("403 Forbidden", code, NOT_OURS, request))
        # Nobody may speak before the socket is one; and who asks without an upgrade finds nothing.
        elif behind or not await self._door.upgrade(self._transport, self._head, _origin(request), self.address):
            self._reply(refusal("400 Bad Request", code, NOT_HERE, request))
        else:
            self._leave()

    async def _show(self, request: http.Request, authority: str, code: str) -> None:
        try:
            page = await self._door.page(request.path, code)
        except Exception as error:
            log.info("the page cannot be made: %s", error)
            self._reply(refusal("500 Internal Server Error", code, NO_PAGE, request))
        else:
            self._reply(answer(request, authority, page))

    def _authority(self, request: http.Request | None) -> str | None:
        name = self._transport.get_extra_info("sockname")
        if request is None or name is None:
            return None
        return self._door.names.authority(request.fields.get("host", ""), plain_address(name[0]), name[1])

    def _reply(self, said: bytes) -> None:
        """Say this and hang up; who does not take it in time is hung up on all the same."""
        if self._transport.is_closing():
            return
        self._has_time(ANSWER_SECONDS)
        self._transport.write(said)
        self._transport.close()

    def connection_lost(self, _: Exception | None) -> None:
        self._leave()

    def send_away(self) -> None:
        """Hang up."""
        self._transport.abort()

    def _leave(self) -> None:
        """Its socket is gone, or a link of the table."""
        self._overdue.cancel()
        self._door.room.leave(self)


def answer(request: http.Request, authority: str, page: "Page") -> bytes:
    """What a browser gets for a request that comes to this table under this name."""
    tag = f'W/"{page.tag}"'
    fields = [
        *_fields(HTML, policy(page, authority)),
        ("ETag", tag),
        ("Content-Language", page.code),
        ("Vary", "Accept-Language, Accept-Encoding"),
    ]
    if http.has_tag(request, tag):
        return http.response("304 Not Modified", fields, b"", is_head=True)
    body = page.body
    if http.takes_gzip(request):
        fields.append(("Content-Encoding", "gzip"))
        body = page.packed
    return http.response("200 OK", fields, body, is_head=request.method == "HEAD")


def refusal(status: str, code: str, sentence: Saying, request: http.Request | None = None) -> bytes:
    """One sentence in place of the page."""
    is_head = request is not None and request.method == "HEAD"
    return http.response(status, _fields(PLAIN), f"{Voice(code).tell(sentence)}\n".encode(), is_head=is_head)


def policy(page: "Page", authority: str) -> str:
    """What the page may do: run what came with it, and speak to the table."""
    rules: dict[str, tuple[str, ...]] = {
        "default-src": ("'none'",),
        "script-src": page.scripts,
        "style-src": page.styles,
        "img-src": ("data:",),
        # A film without sound or picture keeps a phone awake.
        "media-src": ("blob:", "data:"),
        "worker-src": ("blob:",),
        # The same for older browsers.
        "child-src": ("blob:",),
        # Not 'self': to older Safaris that is no WebSocket.
        "connect-src": (f"ws://{authority}",),
        "base-uri": ("'none'",),
        "form-action": ("'none'",),
        "frame-ancestors": ("'none'",),
    }
    return "; ".join(" ".join((name, *values)) for name, values in rules.items())


def _fields(kind: str, content_policy: str = "default-src 'none'; frame-ancestors 'none'") -> list[tuple[str, str]]:
    return [
        ("Content-Type", kind),
        ("Content-Security-Policy", content_policy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-cache"),
        ("Connection", "close"),
    ]


def _origin(request: http.Request) -> str:
    return f"http://{request.fields['host']}"


def _is_foreign(request: http.Request) -> bool:
    """Whether a web site that is not ours asks for the WebSocket, or somebody who does not say who."""
    return request.fields.get("origin", "") != _origin(request)
