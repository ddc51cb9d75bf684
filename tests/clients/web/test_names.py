"""Properties that the page's script shortens are ours alone: neither a browser nor the page misses their names."""

import json
import re
from pathlib import Path

import pytest

from clients.web.bundle import in_order
from clients.web.dense import OURS, PLACE, dense
from clients.web.page import ELSEWHERE, ENTRIES
from clients.web.sources import modules
from clients.web.tokens import Role, Token, tokens_of
from tests.clients.web.engines import in_v8
from tests.clients.web.page_driver import fixture_html, path_of, show
from tests.helpers.browser import Browser, Size

# All that can be reached from a page: the names of properties of each object and of what it inherits from.
NAMES = """(() => {
    const found = new Set(), seen = new Set(), next = [globalThis, document, navigator, document.body.style];
    const add = (one) => {
        if (one === null || !["object", "function"].includes(typeof one) || seen.has(one)) return;
        seen.add(one);
        next.push(one);
    };
    while (next.length > 0) {
        const one = next.pop();
        add(Object.getPrototypeOf(one));
        for (const [name, { value, get, set }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
            found.add(name);
            [value, get, set].forEach(add);
        }
    }
    for (const name in document.body.style) found.add(name);
    return [...found];
})()"""


def tokens() -> list[Token]:
    own = [module for entry in ENTRIES.values() for module in in_order(modules(), entry)]
    return [token for module in own for token in tokens_of(module.body)]


def test_each_of_them_is_needed_and_can_be_shortened() -> None:
    words = {token.text for token in tokens() if token.role in (Role.PROPERTY, Role.SHORTHAND)}
    texts = [token.text for token in tokens() if token.role is Role.TEXT]
    known = {text[1:-1] for text in texts} | {place for text in texts for place in PLACE.findall(text)}
    assert words - known >= OURS, OURS - (words - known)


def test_what_a_browser_keeps_is_called_as_ever() -> None:
    """The next version of the page reads it, too."""
    source = """
        import { SeatStore } from "../client/store.js";
        import { saveSettings } from "../page/settings.js";
        export function run() {
            const kept = [];
            globalThis.localStorage = { setItem: (_, text) => kept.push(text), getItem: () => null };
            const store = new SeatStore(() => globalThis.localStorage, () => 5, true);
            const one = new Uint8Array(1);
            store.keep({ table: one, secret: one, name: "Ann", watches: true });
            saveSettings({ sound: 1, awake: 2, motion: 3, sort: 4, scheme: 5, name: 6 });
            return `[${kept}]`;
        }
    """.replace("        ", "")
    seat, settings = json.loads(in_v8(dense(modules() | {"tests/keeps.js": source}, "tests/keeps.js"))(""))
    assert seat == {"odin": 1, "table": "00", "secret": "00", "name": "Ann", "watches": True, "at": 5}
    assert settings == {"sound": 1, "awake": 2, "motion": 3, "sort": 4, "scheme": 5, "name": 6}


@pytest.mark.xdist_group("page")
def test_no_object_of_a_browser_has_one(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<!doctype html><title>names</title>", encoding="utf-8")
    page = browser.page()
    page.go(f"file://{file}")
    names = set(page.run(NAMES))
    page.close()
    assert {"addEventListener", "wakeLock", "createOscillator", "caretColor"} <= names
    assert not (found := names & OURS), found


@pytest.mark.slow
@pytest.mark.xdist_group("page")
@pytest.mark.parametrize("flags", ["", "big"])
def test_the_page_shows_the_same_with_short_ones(flags: str, browser: Browser, tmp_path: Path) -> None:
    """Attributes, styles and texts of every model. None has a class whose styles are left out."""
    shown = list[list[str]]()
    for ours in (frozenset[str](), OURS):
        file = tmp_path / f"{len(ours)}.html"
        file.write_text(fixture_html("en", path_of(flags), ours), encoding="utf-8")
        tab = browser.page(size=Size(390, 844, 1))
        tab.prefer(prefers_reduced_motion="reduce", prefers_color_scheme="dark")
        tab.go(f"file://{file}#{flags}")
        shown.append([])
        for model in tab.run("Object.keys(Odin.MODELS)"):
            show(tab, model)
            shown[-1].append(tab.run("document.body.outerHTML.replace(/<script>[^]*?<.script>/g, '')"))
        tab.close()
    plain, short = shown
    assert len(plain) > 20
    assert short == plain
    classes = {name for text in plain for names in re.findall(r'class="([^"]*)"', text) for name in names.split()}
    assert not classes & ELSEWHERE[path_of(flags)], "their styles are left out of this page"
    assert len(classes & ELSEWHERE[path_of("" if flags else "big")]) >= 5
