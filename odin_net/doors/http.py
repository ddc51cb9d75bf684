"""Requests of browsers and answers to them: heads only, since no request that we know has a body. Pure.

Strict where it is cheap to be: what is not plain is refused, and nothing that a browser sends is repeated to it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from odin_net.errors import LANGUAGES

END = b"\r\n\r\n"
METHODS = ("GET", "HEAD")
# A browser sends some fifteen.
MAX_FIELDS = 64

_LINE = re.compile(r"([A-Z]+) (/[!-~]*) HTTP/1\.[01]")
_FIELD = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)")
_CHOSEN = re.compile(r"(?:^|&)lang=([A-Za-z-]{2,16})(?=&|$)")
_QUALITY = re.compile(r"[ \t]*;[ \t]*q=([01](?:\.\d{0,3})?)[ \t]*")


class Request(NamedTuple):
    """What a browser asks for."""

    method: str
    path: str
    query: str
    fields: Mapping[str, str]
    """The header, by names in small letters. None of them came twice."""


def parse_head(head: bytes) -> Request | None:
    """A request by its head, up to the empty line; None if it is none."""
    first, *lines = head.decode("latin-1").split("\r\n")
    line = _LINE.fullmatch(first)
    if line is None or line[1] not in METHODS or len(lines) > MAX_FIELDS:
        return None
    fields: dict[str, str] = {}
    for text in lines:
        field = _FIELD.fullmatch(text)
        # What came twice, two readers could read differently.
        if field is None or field[1].lower() in fields:
            return None
        fields[field[1].lower()] = field[2].strip()
    path, _, query = line[2].partition("?")
    return Request(line[1], path, query, fields)


def language_asked_for(request: Request) -> str:
    """The language that somebody has chosen, or else the one of ours that their browser likes best."""
    chosen: list[str] = _CHOSEN.findall(request.query)
    for wish in (*chosen[-1:], *_best_first(request.fields.get("accept-language", ""))):
        code = wish.lower().partition("-")[0]
        if code in LANGUAGES:
            return code
    return "en"


def takes_gzip(request: Request) -> bool:
    """Whether an answer may be compressed."""
    return "gzip" in _best_first(request.fields.get("accept-encoding", ""))


def _best_first(field: str) -> list[str]:
    """What a header lists, the best first; what is not wanted at all is left out."""
    found: list[tuple[float, str]] = []
    for item in field.split(",")[:MAX_FIELDS]:
        name, _, parameter = item.partition(";")
        quality = _QUALITY.fullmatch(f";{parameter}") if parameter else None
        found.append((float(quality[1]) if quality else 1.0, name.strip().lower()))
    return [name for quality, name in sorted(found, key=lambda one: -one[0]) if quality]


def has_tag(request: Request, tag: str) -> bool:
    """Whether a browser has what is known by this tag already."""
    tags = request.fields.get("if-none-match", "").split(",")
    return any(one.strip() in (tag, tag.removeprefix("W/")) for one in tags)


def response(status: str, fields: Sequence[tuple[str, str]], body: bytes, *, is_head: bool = False) -> bytes:
    """An answer as it is sent; to HEAD it is the same without what it is about."""
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in fields), f"Content-Length: {len(body)}"]
    return "\r\n".join((*lines, "", "")).encode() + (b"" if is_head else body)
