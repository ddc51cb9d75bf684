"""The page in one piece: in every language, all of it within it, and nothing that the policy would forbid."""

import base64
import gzip
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from clients.language import LANGUAGES
from clients.web import page
from clients.web.bundle import BundleError
from clients.web.page import ENTRIES, dense_style, make_page, page_of, style_without
from tests.clients.web.engines import in_v8
from tests.helpers.pages import of_pages, page_in

pytestmark = of_pages

# What makes a browser run or fetch something without a script of ours.
FORBIDDEN_ATTRIBUTES = re.compile(r"on\w+|style|srcdoc")


class Reader(HTMLParser):
    """What a browser finds in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: dict[str, list[str]] = {"script": [], "style": []}
        self._within = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._within = tag

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within in self.inline:
            self.inline[self._within].append(data)


def hash_of(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize("path", ENTRIES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_says_its_language_and_allows_just_what_is_in_it(code: str, path: str) -> None:
    made = page_in(code, path)
    read = Reader(made.body.decode())
    assert dict(read.tags)["html"] == {"lang": code, "dir": "rtl" if code == "ar" else "ltr"}
    assert made.scripts == tuple(map(hash_of, read.inline["script"])) != ()
    assert made.styles == tuple(map(hash_of, read.inline["style"])) != ()
    assert gzip.decompress(made.packed) == made.body
    assert b"{{" not in made.body.partition(b"<script>")[0]


def test_a_page_fetches_nothing_and_has_nothing_that_the_policy_forbids() -> None:
    for tag, attributes in Reader(page_in("en").body.decode()).tags:
        assert not [name for name in attributes if FORBIDDEN_ATTRIBUTES.fullmatch(name)], tag
        for name in ("src", "href"):
            assert (attributes.get(name) or "data:,").startswith(("data:", "#")), tag


@pytest.mark.parametrize("path", ENTRIES)
def test_an_engine_understands_the_script_of_a_page(path: str) -> None:
    script = Reader(page_in("en", path).body.decode()).inline["script"][-1]
    run = in_v8(f"function Odin() {{ {script} }} Odin.run = () => 'understood';")
    assert run("") == "understood"


def test_pages_are_told_apart_and_made_alike() -> None:
    pages = {(code, path): page_in(code, path) for code in LANGUAGES for path in ENTRIES}
    assert len({made.tag for made in pages.values()}) == 2 * len(LANGUAGES)
    for path in ENTRIES:
        made = pages["de", path]
        assert make_page("de", "Ann", path) == made.of("Ann") == made.of("Bo").of("Ann")


def test_sentences_of_the_markup_are_translated() -> None:
    assert "This page needs JavaScript" in page_in("en").body.decode()
    assert "Diese Seite braucht JavaScript" in page_in("de").body.decode()


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of its own to write."""
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(page, "modules", lambda code: {"page/main.js": f'export const said = "{code}";\n'})
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "page.css").write_text("p { color: red }\n", encoding="utf-8")
    (folder / "early.js").write_text("// Why.\nvar early = 1;\n", encoding="utf-8")
    return folder


def test_every_place_is_filled(written: Path) -> None:
    template = "{{code}} {{direction}} <style>{{style}}</style><script>{{early.js}}</script><script>{{script}}</script>"
    (written / "page.html").write_text(template, encoding="utf-8")
    made = page_of("ar")
    assert made.startswith("ar rtl <style>p{color: red}</style><script>var early = 1;\n</script>")
    assert '="ar";return{said:' in made
    assert Reader(made).inline["script"][0] == "var early = 1;\n"


def test_a_style_loses_only_what_nobody_sees() -> None:
    style = """
/* Why: { */
main, a:hover > b::after {
    content: " ,  { ";
    width: calc(100% - 2 * 3px);   color: red;
}
"""
    assert dense_style(style) == 'main,a:hover > b::after{content: " ,  { ";width: calc(100% - 2 * 3px);color: red;}'


def test_a_page_has_no_styles_for_what_is_elsewhere() -> None:
    style = """
.a { top: 0 } .b .a:hover, .c, i:is(.a, .d) b { top: 1px }
.c:not(.a) { top: 2px }
@media (width > 1px) { .a { top: 3px } .a > *, .ab { top: 4px } }
@media (width > 2px) { .a b, p.a { top: 5px } }
@keyframes .5s { from { top: 6px } }
"""
    left = "".join(style_without({"a"}, dense_style(style)).split())
    assert left == (".c{top:1px}.c:not(.a){top:2px}@media(width>1px){.ab{top:4px}}@keyframes.5s{from{top:6px}}")
    assert style_without((), dense_style(style)) == dense_style(style)


def test_the_two_pages_have_their_own_screens_and_styles() -> None:
    players, large = (Reader(page_in("en", path).body.decode()).inline for path in ENTRIES)
    assert (".hand" in players["style"][0], ".hand" in large["style"][0]) == (True, False)
    assert (".corner" in players["style"][0], ".corner" in large["style"][0]) == (False, True)
    assert ("corner top" in players["script"][-1], "corner top" in large["script"][-1]) == (False, True)


@pytest.mark.parametrize("place", ["{{unknown}}", "{{nothing.js}}"])
def test_a_place_that_nobody_fills_is_a_defect(written: Path, place: str) -> None:
    (written / "page.html").write_text(place, encoding="utf-8")
    with pytest.raises(BundleError, match="nobody fills"):
        page_of("en")


@pytest.mark.parametrize("text", ["</script>", "<!-- x", "</STYLE >"])
def test_what_would_end_a_script_early_is_a_defect(written: Path, text: str) -> None:
    (written / "page.html").write_text("<script>{{early.js}}</script>", encoding="utf-8")
    (written / "early.js").write_text(f'var early = "{text}";\n', encoding="utf-8")
    with pytest.raises(BundleError, match="would end"):
        page_of("en")
