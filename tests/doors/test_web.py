"""The door for browsers: the page over a real socket, in each language, and who gets no page."""

import asyncio
import gzip
import socket
import threading
from http.client import HTTPConnection, HTTPResponse
from ipaddress import ip_address
from pathlib import Path

import pytest

from clients.web.page import Page
from odin_net.doors import web
from odin_net.doors.own_names import OwnNames
from odin_net.doors.web import WebDoor
from odin_net.host.table import Table
from tests.helpers import LONG
from tests.helpers.doors import said_to, served
from tests.helpers.host import hosted
from tests.helpers.pages import of_pages, page_in
from tests.helpers.web_bridge import Bridge

pytestmark = of_pages


@pytest.fixture(autouse=True)
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every door here has its pages from the same place; hosts of their own make them themselves."""
    monkeypatch.setattr(web, "_make_page", lambda path, code, _: page_in(code, path))


def get(port: int, path: str = "/", *fields: str, host: str | None = None, method: str = "GET") -> bytes:
    lines = (f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", *fields)
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def request(port: int, method: str, path: str, **fields: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=LONG)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in fields.items()})
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def status_of(said: bytes) -> int:
    assert said.startswith(b"HTTP/1.1 ")
    return int(said[9:12])


@pytest.mark.parametrize("path", ["/", "/watch", "/?x=1", "/watch?lang=en"])
async def test_a_browser_gets_the_page_with_all_that_it_may_do(path: str) -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        response, body = await asyncio.to_thread(request, port, "GET", path)
    page = page_in("en", path.partition("?")[0])
    assert (response.status, body) == (200, page.body)
    fields = {name.lower(): value for name, value in response.getheaders()}
    assert fields == {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": fields["content-security-policy"],
        "content-length": str(len(body)),
        "content-language": "en",
        "cache-control": "no-cache",
        "connection": "close",
        "etag": f'W/"{page.tag}"',
        "referrer-policy": "no-referrer",
        "vary": "Accept-Language, Accept-Encoding",
        "x-content-type-options": "nosniff",
    }
    policy = dict(rule.split(" ", 1) for rule in fields["content-security-policy"].split("; "))
    assert policy == {
        **dict.fromkeys(["default-src", "base-uri", "form-action", "frame-ancestors"], "'none'"),
        "script-src": " ".join(page.scripts),
        "style-src": " ".join(page.styles),
        "img-src": "data:",
        "media-src": "blob: data:",
        "worker-src": "blob:",
        "child-src": "blob:",
        "connect-src": f"ws://127.0.0.1:{port}",
    }


async def test_a_host_has_this_door_unless_it_is_told_otherwise(tmp_path: Path) -> None:
    async with asyncio.timeout(LONG):
        async with hosted(tmp_path / "with") as host:
            assert status_of(await said_to(host.port, get(host.port))) == 200
        async with hosted(tmp_path / "without", "--no-web") as host:
            assert not (await said_to(host.port, get(host.port))).startswith(b"HTTP/")


async def test_head_gets_the_head_alone() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        for path in ("/", "/nowhere"):
            whole = await said_to(port, get(port, path))
            head = await said_to(port, get(port, path, method="HEAD"))
            assert head == whole.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"


async def test_the_page_comes_for_a_request_byte_by_byte() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        ask = get(port)
        assert await said_to(port, *[bytes([byte]) for byte in ask]) == await said_to(port, ask)


@pytest.mark.parametrize(
    ("query", "accepted", "code"),
    [
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("", "pt-BR, fr;q=0.5, ar;q=0.7", "ar"),
        ("", "pt, en;q=0, nl;q=0.1", "nl"),
        ("", "zh", "en"),
        ("", ",;q=,;;;q=x,fr;q=9", "fr"),
        ("?lang=it", "de", "it"),
        ("?a=b&lang=ar", "de", "ar"),
        ("?lang=xx", "de", "de"),
        ("?lang=<b>", "de", "de"),
    ],
)
async def test_a_page_has_the_language_that_was_asked_for(query: str, accepted: str, code: str) -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        said = await said_to(port, get(port, f"/{query}", f"Accept-Language: {accepted}"))
    assert f'<html lang="{code}"'.encode() in said
    assert f"Content-Language: {code}\r\n".encode() in said


@pytest.mark.parametrize(
    ("accepted", "is_packed"), [("gzip, deflate, br", True), ("gzip;q=0, br", False), ("br", False), ("", False)]
)
async def test_a_page_is_compressed_for_those_who_take_it(accepted: str, is_packed: bool) -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        response, body = await asyncio.to_thread(request, port, "GET", "/", Accept_Encoding=accepted)
    assert (response.headers["Content-Encoding"] == "gzip") is is_packed
    assert (gzip.decompress(body) if is_packed else body) == page_in("en").body
    assert int(response.headers["Content-Length"]) == len(body)


async def test_a_page_says_whose_table_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """As announcements do, and as they are called now; a name is no markup."""
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        nobody, _ = await asyncio.to_thread(request, port, "GET", "/")
        monkeypatch.setattr(Table, "owner_name", 'Ann"><b>')
        ann, said = await asyncio.to_thread(request, port, "GET", "/", If_None_Match=str(nobody.headers["ETag"]))
        monkeypatch.setattr(Table, "owner_name", "Bo")
        _, packed = await asyncio.to_thread(request, port, "GET", "/", Accept_Encoding="gzip")
    assert ann.status == 200
    assert b'<div id="page" data-owner="Ann&quot;&gt;&lt;b&gt;">' in said
    assert b'<div id="page" data-owner="Bo">' in gzip.decompress(packed)


async def test_who_has_the_page_is_told_so() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        first, _ = await asyncio.to_thread(request, port, "GET", "/")
        tag = str(first.headers["ETag"])
        again, body = await asyncio.to_thread(request, port, "GET", "/", If_None_Match=f'"x", {tag}')
        german, _ = await asyncio.to_thread(request, port, "GET", "/?lang=de", If_None_Match=tag)
        large, _ = await asyncio.to_thread(request, port, "GET", "/watch", If_None_Match=tag)
    assert (again.status, body, again.headers["ETag"]) == (304, b"", tag)
    assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    assert german.status == large.status == 200


async def test_a_page_is_made_once_for_all_who_ask_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = web._make_page

    def counted(path: str, code: str, owner: str) -> Page:
        made.append(path + code)
        return make(path, code, owner)

    monkeypatch.setattr(web, "_make_page", counted)
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        paths = ("/?lang=de", "/?lang=ar", "/?lang=de", "/watch?lang=de", "/watch?lang=de", "/?lang=de")
        asked = [said_to(port, get(port, path)) for path in paths]
        pages = await asyncio.gather(*asked)
    assert {status_of(page) for page in pages} == {200}
    assert sorted(made) == ["/ar", "/de", "/watchde"]


async def test_who_waits_for_a_page_that_takes_long_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, make = threading.Event(), web._make_page

    def slowly(path: str, code: str, owner: str) -> Page:
        assert go_on.wait(LONG)
        return make(path, code, owner)

    monkeypatch.setattr(web, "_make_page", slowly)
    monkeypatch.setattr(web, "SECONDS", 0.1)
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(get(port))
        # Who comes later and sends half a request is hung up on first.
        assert await said_to(port, b"GET / HTTP/1.1\r\n") == b""
        go_on.set()
        assert status_of(await reader.read()) == 200
        writer.close()


async def test_a_page_that_cannot_be_made_is_one_sentence_and_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str, *_: str) -> None:
        raise FileNotFoundError(path)

    make = web._make_page
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        monkeypatch.setattr(web, "_make_page", fail)
        said = await said_to(port, get(port, "/?lang=de"))
        assert status_of(said) == 500
        assert "Der Gastgeber kann diese Seite nicht erstellen" in said.decode()
        monkeypatch.setattr(web, "_make_page", make)
        assert status_of(await said_to(port, get(port, "/?lang=de"))) == 200


# --- requests for anything else ---


async def test_no_page_is_made_for_who_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes two seconds: neither strangers cause that, nor does who comes back by the WebSocket wait for it."""
    made: list[str] = []
    monkeypatch.setattr(web, "_make_page", lambda path, *_: made.append(path))
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        for asked in (get(port, "/nowhere"), get(port, host="evil.example"), get(port, "/table"), b"GET /\r\n\r\n"):
            assert status_of(await said_to(port, asked)) >= 400
        async with Bridge(port).dial():
            pass
    assert not made


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (b"GET /favicon.ico HTTP/1.1", 404),
        (b"GET /<script> HTTP/1.1", 404),
        (b"GET /../../etc/passwd HTTP/1.1", 404),
        (b"GET /%2e%2e/pyproject.toml HTTP/1.1", 404),
        (b"GET //script/ HTTP/1.1", 404),
        (b"GET /page/main.js HTTP/1.1", 404),
        (b"GET /watch/ HTTP/1.1", 404),
        (b"HEAD /script HTTP/1.1", 404),
        (b"GET http://script/ HTTP/1.1", 400),
        (b"GET / HTTP/2", 400),
        (b"GET /", 400),
        (b"GET / x HTTP/1.1", 400),
        (b"GET /\x00script HTTP/1.1", 400),
        (b"GET /\xffscript HTTP/1.1", 400),
        (b"HEADER / HTTP/1.1", 400),
        (b"GET / HTTP/1.1\r\nscript", 400),
        (b"GET / HTTP/1.1\r\n script: folded", 400),
        (b"GET / HTTP/1.1\r\nscript : 1", 400),
        (b"GET / HTTP/1.1\r\nHost: script", 400),
        (b"GET / HTTP/1.1\r\nscript: \x01", 400),
        (b"GET / HTTP/1.1" + b"\r\nX: script" * 2, 400),
        (b"GET / HTTP/1.1" + b"".join(b"\r\nX-%d: script" % number for number in range(100)), 400),
    ],
)
async def test_other_requests_get_one_sentence_and_nothing_of_what_they_said(line: bytes, status: int) -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        first, rest = line.partition(b"\r\n")[::2]
        fields = b"\r\nHost: 127.0.0.1:%d" % port + (b"\r\n" + rest if rest else b"")
        said = await said_to(port, first + fields + b"\r\n\r\n")
    head, _, body = said.partition(b"\r\n\r\n")
    assert status_of(head) == status
    assert b"script" not in said
    if not line.startswith(b"HEAD "):
        assert body == b"There is nothing here: open the address that the host's screen shows.\n"
    assert b"default-src 'none'" in head


async def test_a_refusal_is_said_in_the_language_of_who_reads_it() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        said = await said_to(port, get(port, "/favicon.ico", "Accept-Language: de"))
    assert b"Hier ist nichts" in said


async def test_a_head_without_end_is_hung_up_on() -> None:
    door = WebDoor()
    async with asyncio.timeout(LONG), served(door) as (_, port):
        assert await said_to(port, b"GET / HTTP/1.1\r\n", b"X: " + b"x" * web.MAX_HEAD) == b""
        assert len(door.room) == 0


async def test_who_sends_half_a_request_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SECONDS", 0.05)
    door = WebDoor()
    async with asyncio.timeout(LONG), served(door) as (_, port):
        assert await said_to(port, b"GET / HTTP/1.1\r\n") == b""
        assert len(door.room) == 0


async def test_who_does_not_read_the_page_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "ANSWER_SECONDS", 0.05)
    page = page_in("en")._replace(body=bytes(10_000_000))
    monkeypatch.setattr(web, "_make_page", lambda *_: page)
    door = WebDoor()
    async with asyncio.timeout(LONG), served(door) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
        writer.write(get(port))
        await reader.readline()
        while len(door.room):  # noqa: ASYNC110  A room tells nobody who goes.
            await asyncio.sleep(0.001)
        writer.close()


# --- whose table it is ---


def test_a_table_is_reached_by_the_names_and_addresses_of_its_computer() -> None:
    addresses = frozenset(map(ip_address, ["127.0.0.1", "192.168.1.20", "10.8.0.3", "fd00::20", "::1"]))
    names = OwnNames(lambda: frozenset({"localhost", "ada", "ada.local"}), lambda: addresses)
    dialled = ip_address("192.168.1.20")
    for host, spelled in {
        "192.168.1.20:9054": "192.168.1.20:9054",
        "10.8.0.3:9054": "10.8.0.3:9054",
        "127.0.0.1:9054": "127.0.0.1:9054",
        "[fd00:0::20]:9054": "[fd00::20]:9054",
        "[::1]:9054": "[::1]:9054",
        "[::ffff:192.168.1.20]:9054": "192.168.1.20:9054",
        "localhost:9054": "localhost:9054",
        "Ada.Local:9054": "ada.local:9054",
        "ada:9054": "ada:9054",
        "ada.local.:9054": "ada.local:9054",
    }.items():
        assert names.authority(host, dialled, 9054) == spelled, host
    for host in [
        "",
        ":",
        ":9054",
        "evil.example:9054",
        "ada.evil.example:9054",
        "192.168.1.20",
        "192.168.1.20:80",
        "192.168.1.21:9054",
        "192.168.1.20:9054:9054",
        "192.168.1.20:9054, evil.example",
        "0.0.0.0:9054",
        "3232235796:9054",
        "0xc0a80114:9054",
        "192.168.276:9054",
        "user@192.168.1.20:9054",
        "192.168.1.20:9054/x",
        "ada.local;x:9054",
        "[fd00::20:9054",
        "[evil]:9054",
        "x" * 8000,
    ]:
        assert names.authority(host, dialled, 9054) is None, host


def test_without_a_port_the_usual_one_of_http_is_meant() -> None:
    dialled = ip_address("192.168.1.20")
    assert OwnNames().authority("192.168.1.20", dialled, 80) == "192.168.1.20:80"


def test_addresses_are_asked_for_again_after_a_while_and_not_at_each_request() -> None:
    now, addresses, asked = [0.0], set[str](), [0]

    def found() -> frozenset[object]:
        asked[0] += 1
        return frozenset(map(ip_address, addresses))

    names = OwnNames(lambda: frozenset({"ada"}), found, lambda: now[0])  # type: ignore[arg-type]
    dialled = ip_address("192.168.1.20")
    assert [names.authority("10.0.0.7:1", dialled, 1) for _ in range(100)] == [None] * 100
    addresses.add("10.0.0.7")
    now[0] += 60
    assert names.authority("10.0.0.7:1", dialled, 1) == "10.0.0.7:1"
    assert asked == [2]


@pytest.mark.parametrize("path", ["/", "/watch", "/table", "/nowhere"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "<b>:{port}"])
async def test_under_another_name_nothing_is_given_out(path: str, host: str) -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        said = await said_to(port, get(port, path, host=host.format(port=port)))
    assert status_of(said) == 421
    assert said.endswith(b"\r\n\r\nThe table has another address: open the one that the host's screen shows.\n")


async def test_a_request_that_names_no_host_gets_nothing() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        assert status_of(await said_to(port, b"GET / HTTP/1.0\r\n\r\n")) == 421


async def test_names_of_this_very_computer_are_known() -> None:
    async with asyncio.timeout(LONG), served(WebDoor()) as (_, port):
        for name in ("localhost", socket.gethostname(), f"{socket.gethostname().partition('.')[0]}.local"):
            said = await said_to(port, get(port, host=f"{name}:{port}"))
            assert status_of(said) == 200
            assert f"connect-src ws://{name.lower()}:{port};".encode() in said
