"""The page: markup, style, one catalogue and all modules in one piece, so that a browser asks once.

There are two: that of players, and that of the big screen. Neither has what only the other one needs.

What stands in `{{…}}` in the template is put in here: `code` and `direction` of the language, `style`, `script`, any
other file of `page/` by its name, and sentences as `say("…")`.
"""

import base64
import hashlib
import html
import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import zopfli.gzip

from clients.language.sentences import script_texts
from clients.language.voice import Voice
from clients.web.bundle import BundleError, without_comments
from clients.web.dense import dense
from clients.web.sources import FOLDER, ORDER, modules

PLAYERS, BIG_SCREEN = "/", "/watch"
"""The paths of the two pages."""
# What each of them runs first, and the classes that no element of it has: it needs no styles for them.
ENTRIES = {PLAYERS: "page/main.js", BIG_SCREEN: "page/big_screen.js"}
ELSEWHERE = {
    PLAYERS: frozenset(("around", "big-screen", "corner", "middle-of-room", "ring")),
    BIG_SCREEN: frozenset(
        """
        bar checked cover duel few hand invite lost me middle mine mini news offer own panel pass passes pips play rays
        say seats side slim steps table tools valhalla watcher worth
        """.split()  # noqa: SIM905  A list of words is read more easily so.
    ),
}
TEMPLATE = "page.html"
STYLE = "page.css"
PACKING_ROUNDS = 5
_PLACE = re.compile(r"\{\{(.+?)\}\}")
_SAID = re.compile(r"say\((.+)\)")
_STYLE_TEXT = re.compile(r"""("[^"\n]*"|'[^'\n]*')""")
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Not around what may be a sum or a part of a selector: there spaces mean something.
_STYLE_SPACE = re.compile(r" ?([{};,]) ?")
_STYLE_RULE = re.compile(r"([^{}]+)(\{[^{}]*\})")
_SELECTOR_END = re.compile(r",(?![^()]*\))")
_WITHOUT = re.compile(r":not\([^()]*\)")
_CLASS = re.compile(r"\.([a-z][\w-]*)")
_NO_RULES = re.compile(r"@media[^{}]*\{\}")
_INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)
# An element for a script ends at the first of these, wherever it stands in it.
_ENDS_SCRIPT = re.compile(r"</(?:script|style)|<!--", re.IGNORECASE)


class Page(NamedTuple):
    """The page in one language, and what has to be said about it."""

    code: str
    body: bytes
    packed: bytes
    """The same, compressed by gzip."""
    tag: str
    """What it is known by: another page has another one."""
    scripts: tuple[str, ...]
    """The hashes of what may run, as a policy names them."""
    styles: tuple[str, ...]
    owner: str = ""
    """Whose table it says that this is; nobody's, if it does not say."""

    def of(self, owner: str) -> "Page":
        """The page of somebody's table. It takes a moment: not for an event loop."""
        body = self.body.replace(_named(self.owner), _named(owner), 1)
        return _packed(self._replace(body=body, owner=owner))


def make_page(code: str, owner: str = "", path: str = PLAYERS) -> Page:
    """The page of somebody's table in this language. It takes a while: not for an event loop."""
    body = page_of(code, path).encode().replace(_named(""), _named(owner), 1)
    return _packed(Page(code, body, b"", "", _hashes(body, b"script"), _hashes(body, b"style"), owner))


def _named(owner: str) -> bytes:
    """Where the owner's name stands: outside of what a policy has a hash of."""
    return f'data-owner="{html.escape(owner)}"'.encode()


def _packed(page: Page) -> Page:
    # It looks for the shortest way to say the same in gzip's form, and other threads go on meanwhile. More rounds than
    # these find a few bytes only. No time is in it: the same page is the same bytes in every run.
    packed = zopfli.gzip.compress(page.body, numiterations=PACKING_ROUNDS)
    return page._replace(packed=packed, tag=hashlib.sha256(page.body).hexdigest()[:32])


def page_of(code: str, path: str = PLAYERS) -> str:
    """The page as text."""
    voice, folder = Voice(code), FOLDER / "page"

    def filled(place: re.Match[str]) -> str:
        name = place[1].strip()
        match name:
            case "code":
                return voice.code
            case "direction":
                return "rtl" if voice.is_rtl else "ltr"
            case "script":
                return _inline(dense(modules(code), ENTRIES[path], wanted=ORDER))
            case "style":
                return _inline(style_without(ELSEWHERE[path], dense_style(_read(folder / STYLE))))
            case _ if said := _SAID.fullmatch(name):
                return html.escape(voice("".join(script_texts(said[1]))))
            case _ if (folder / name).is_file():
                return _inline(without_comments(_read(folder / name)))
            case _:
                raise BundleError(f"the page has a place that nobody fills: {name}")

    return _PLACE.sub(filled, _read(folder / TEMPLATE))


def dense_style(text: str) -> str:
    """A style without its comments and the spaces that only people need."""
    parts = _STYLE_TEXT.split(_STYLE_COMMENT.sub("", text))
    parts[::2] = [_STYLE_SPACE.sub(r"\1", re.sub(r"\s+", " ", part)) for part in parts[::2]]
    return "".join(parts).strip()


def style_without(classes: Collection[str], style: str) -> str:
    """What is left of a dense style where no element has one of these classes."""

    def left(rule: re.Match[str]) -> str:
        selectors = [
            one for one in _SELECTOR_END.split(rule[1]) if not set(_CLASS.findall(_WITHOUT.sub("", one))) & {*classes}
        ]
        return ",".join(selectors) + rule[2] if selectors else ""

    return _NO_RULES.sub("", _STYLE_RULE.sub(left, style))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _inline(text: str) -> str:
    if found := _ENDS_SCRIPT.search(text):
        raise BundleError(f"what stands within the page would end there: {found[0]}")
    return text


def _hashes(body: bytes, element: bytes) -> tuple[str, ...]:
    inline = [text for name, text in _INLINE.findall(body) if name == element]
    return tuple(f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in inline)
