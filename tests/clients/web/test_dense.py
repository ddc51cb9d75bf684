"""The page's script is short, and does what its modules do: names are told from properties, and none meets another."""

import gzip
import itertools
import re

import pytest

from clients.language import LANGUAGES
from clients.web.bundle import BundleError, Module, in_order
from clients.web.dense import GLOBALS, dense
from clients.web.page import ENTRIES
from clients.web.sources import ORDER, modules
from clients.web.tokens import Role, ScriptError, tokens_of
from tests.clients.web.engines import Engine, in_quickjs, in_v8
from tests.clients.web.test_bundle import COUNTING
from tests.helpers.pages import of_pages, page_in

# What a page weighs on its way, compressed, in every language. The promise is 60 kB.
MOST = 60_000


def roles(source: str) -> dict[str, str]:
    """What each word of a script is, at its last place."""
    return {token.text: token.role.name for token in tokens_of(source) if token.role is not Role.OTHER}


def run(engine: Engine, source: str, **others: str) -> str:
    """What `run` of this module returns when all is joined."""
    start = {"v8": in_v8, "quickjs": in_quickjs}[engine.name]
    return start(dense({"main.js": source, **{f"{name}.js": text for name, text in others.items()}}, "main.js"))("")


# --- tokens ---


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("a.b?.c", {"a": "NAME", "b": "PROPERTY", "c": "PROPERTY"}),
        ("f(...a)", {"f": "NAME", "a": "NAME"}),
        ("x = { a, b: c, d() {}, e = 1 }", {"a": "SHORTHAND", "b": "PROPERTY", "c": "NAME", "d": "PROPERTY"}),
        ("({ get a() {}, async b() {}, *c() {} })", {"a": "PROPERTY", "b": "PROPERTY", "c": "PROPERTY"}),
        ("({ get: 1, async, set() {} })", {"get": "PROPERTY", "async": "SHORTHAND", "set": "PROPERTY"}),
        ("x = a ? b : { c: d }", {"a": "NAME", "b": "NAME", "c": "PROPERTY", "d": "NAME"}),
        ("switch (a) { case b: { c(d); } default: e; }", {"b": "NAME", "c": "NAME", "d": "NAME", "e": "NAME"}),
        ("class A extends B { c = d; static e = f; #g; h() { i; } get j() {} *k() {} }", {
            "A": "NAME", "B": "NAME", "c": "PROPERTY", "d": "NAME", "e": "PROPERTY", "f": "NAME", "#g": "PRIVATE",
            "h": "PROPERTY", "i": "NAME", "j": "PROPERTY", "k": "PROPERTY",
        }),
        ("const { a, b: { c }, d = e } = f;", {
            "a": "SHORTHAND", "b": "PROPERTY", "c": "SHORTHAND", "d": "SHORTHAND", "e": "NAME", "f": "NAME",
        }),
        ("(a) => ({ b })", {"a": "NAME", "b": "SHORTHAND"}),
        ("(a) => { b; }", {"a": "NAME", "b": "NAME"}),
        ("a.delete(b); ({ class: c, default: d })", {"delete": "PROPERTY", "class": "PROPERTY", "d": "NAME"}),
        ("`a ${b.c} d ${`e ${f}`} g`", {"b": "NAME", "c": "PROPERTY", "f": "NAME"}),
        ("a / b / c", {"a": "NAME", "b": "NAME", "c": "NAME"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_word_is_known_by_its_place(source: str, found: dict[str, str]) -> None:
    assert found.items() <= roles(source).items()


@pytest.mark.parametrize(
    ("source", "whole"),
    [
        ("x = /a[/]b\\/'c/u.test(d)", "/a[/]b\\/'c/u"),
        ("return /a/.b", "/a/"),
        ("'it\\'s // no comment'", "'it\\'s // no comment'"),
        ("`a // b ${c} `", "`a // b ${"),
        ("0x1F_00n + 1_000.5e-3", "1_000.5e-3"),
        ("a ?.5 : b", ".5"),
    ],
    ids=lambda value: value,
)
def test_what_is_no_word_stays_whole(source: str, whole: str) -> None:
    assert whole in [token.text for token in tokens_of(source)]


def test_comments_are_no_tokens() -> None:
    assert [token.text for token in tokens_of("a // b\n/* c\n */ d /* e */")] == ["a", "d"]


@pytest.mark.parametrize("source", ["a)", "(a", "'a", "`a", "`${a`", "a @ b"])
def test_what_is_no_script_is_refused(source: str) -> None:
    with pytest.raises(ScriptError):
        tokens_of(source)


# --- one script ---


def test_joined_modules_run(engine: Engine) -> None:
    start = {"v8": in_v8, "quickjs": in_quickjs}[engine.name]
    assert start(dense(COUNTING, "main.js"))("") == "4"


def test_names_are_short_and_properties_and_texts_stay(engine: Engine) -> None:
    source = """
        class Counter {
            #count = 0;
            static start(count) { const made = new Counter(); made.#count = count; return made; }
            get count() { return this.#count; }
        }
        export function run() {
            const { count, other = "count" } = { count: Counter.start(3).count };
            const counted = { count, other, text: `count ${count}` };
            for (let index = 0; index < 1;) index++;
            return JSON.stringify(counted);
        }
    """
    assert run(engine, source) == '{"count":3,"other":"count","text":"count 3"}'
    script = dense({"main.js": source}, "main.js")
    assert not re.search(r"Counter|counted|index|#count|\n.", script)


def test_constants_are_short_unless_a_browser_or_a_text_knows_them(engine: Engine) -> None:
    source = """
        const KIND = { FIRST_ONE: 1, EPSILON: 2, IN_A_TEXT: 3 };
        const FIRST_ONE = 4;
        export function run() {
            const { FIRST_ONE: first } = KIND;
            const both = { FIRST_ONE, EPSILON: 5 };
            return String([first, both.FIRST_ONE, KIND["IN_A_TEXT"], KIND.IN_A_TEXT, Number.EPSILON < 1, both.EPSILON]);
        }
    """
    assert run(engine, source) == "1,4,3,3,true,5"
    assert "FIRST_ONE" not in dense({"main.js": source}, "main.js")


def test_properties_of_ours_are_short_unless_a_text_knows_them(engine: Engine) -> None:
    source = """
        const made = { amount: 1, awaited: 2, token: 3, starter: 4, other: 5 };
        const filled = (text, places) => text.replace("{token}", places.token);
        export function run() {
            const { amount, ...rest } = made;
            return String([amount, rest.awaited, filled("{token}", made), made["starter"], made.starter, made.other]);
        }
    """
    assert run(engine, source) == "1,2,3,4,4,5"
    script = dense({"main.js": source}, "main.js")
    assert not re.search(r"amount|awaited", script)
    assert "amount" in dense({"main.js": source}, "main.js", ours=())


def test_what_an_error_says_is_left_out(engine: Engine) -> None:
    source = """
        class OwnError extends Error {}
        export function run() {
            try {
                const count = (of) => of.length;
                if (count("a") === 1) throw new OwnError(`not ${count("b")} but ${"(none)"}`, { cause: count("c") });
                throw new RangeError("another");
            } catch (error) {
                return String([error instanceof OwnError, error.message, new Map([["said", 1]]).size]);
            }
        }
    """
    assert run(engine, source) == "true,,1"
    assert "another" not in dense({"main.js": source}, "main.js")


def test_declarations_that_follow_each_other_are_one(engine: Engine) -> None:
    source = """
        export function run() {
            const list = [];
            const add = (one) => list.push(one);
            let last = 0;
            for (const one of [1, 2]) { add(one); const other = one; last = other; }
            for (let i = 0; i < 1; i++) { const two = 2; const three = 3; add(two + three); }
            if (last) { last++; } let ended = last;
            const [a, b = a] = [7]; const { c } = { c: 8 };
            while (ended-- > 2);
            return String([list, last, ended, a, b, c]);
        }
    """
    assert run(engine, source) == "1,2,5,3,1,7,7,8"
    assert "{let e=[],t=" in dense({"main.js": source}, "main.js")


@pytest.mark.parametrize("loop", ["for (; n < 3; n++);", "while (n++ < 3);", "if (n < 3);"])
def test_a_loop_that_does_nothing_keeps_its_end(loop: str) -> None:
    source = f"export function run() {{ let n = 0; const f = () => {{ {loop} }}; f(); return String(n); }}\n"
    assert ";}" in dense({"main.js": source}, "main.js")
    assert int(in_v8(dense({"main.js": source}, "main.js"))("")) in (0, 3, 4)


def test_modules_stand_in_the_order_that_is_wanted_where_they_can(engine: Engine) -> None:
    made = {name: f"export const {name[0]} = () => '{name}';\n" for name in ("a.js", "b.js", "c.js")}
    made["c.js"] = 'import { b } from "./b.js";\nexport const c = () => b();\n'
    made["main.js"] = """
        import { a } from "./a.js";
        import { b } from "./b.js";
        import { c } from "./c.js";
        export const run = () => a() + b() + c();
    """.replace("        ", "")
    wanted = ("c.js", "unknown.js")
    assert [module.path for module in in_order(made, "main.js", wanted)] == ["b.js", "c.js", "a.js", "main.js"]
    start = {"v8": in_v8, "quickjs": in_quickjs}[engine.name]
    assert start(dense(made, "main.js", wanted=wanted))("") == "a.jsb.jsb.js"


def test_names_of_two_modules_do_not_meet(engine: Engine) -> None:
    """Neither those at their tops nor those within functions, wherever they came from."""
    first = "const hidden = 1;\nexport const shown = hidden;\nexport const open = () => hidden;\n"
    source = """
        import { open, shown as other } from "./first.js";
        const hidden = 2;
        const shown = (hidden) => hidden + open();
        export function run() {
            const open = 10;
            return String([hidden, shown(5), other, open]);
        }
    """.replace("        ", "")
    assert run(engine, source, first=first) == "2,6,1,10"


def test_statements_of_several_lines_stay_what_they_are(engine: Engine) -> None:
    source = """
        export function run() {
            let a = 1
            let b = a
            if (a)
                b = a - -b;
            else
                b = a + +b;
            const list = [1, 2,];
            return String([b, list.length, ((a,) => a)(7,), a++ + ++a]);
        }
    """
    assert run(engine, source) == "2,2,7,4"


SCOPES = {
    "functions": ("const f = (a, b) => [a, b].map((c) => c + a); const g = (c) => c; return [f(1, 2), g(3)];", "2,3,3"),
    "names from outside": (
        "const a = 1; const f = (b) => (c) => { const d = b; return [a, d, c]; }; return f(2)(3);",
        "1,2,3",
    ),
    "names that are hidden": ("const a = 1; const f = (b) => { const a = b; return a; }; return [f(2), a];", "2,1"),
    "names that are declared later": ("const f = () => b; const b = 1; { const b = 2; } return f();", "1"),
    "blocks": ("let a = 1; { const b = 2; a += b; } { const c = 4; a += c; } return a;", "7"),
    "loops": ("let n = 0; for (const i of [1, 2]) n += i; for (let j = 0; j < 2; j++) { n += j; } return n;", "4"),
    "loops that end with a block": (
        "let n = 0; for (const i of [1, 2]) if (i > 1) { n += i; } else { n -= i; } const j = 5; return n + j;",
        "6",
    ),
    "values that end": (
        "const x = 9; const f = true ? (x) => x : x; return [f(1), `${((x) => x)(2)} ${x}`, x];",
        "1,2 9,9",
    ),
    "values within a template": (
        "const x = 9; return `${[1].map((y) => y)} ${x} ${[2].map((x) => x)} ${x}`;",
        "1 9 2 9",
    ),
    "choices in a value": ("const f = (x) => x ? 1 : x; const x = 2; return [f(3), f(0), x];", "1,0,2"),
    "patterns": (
        "const e = 7; const { a, b: { c }, d = e, ...f } = { a: 1, b: { c: 2 }, g: 3 }; return [a, c, d, f.g];",
        "1,2,7,3",
    ),
    "patterns with computed names": (
        'const k = "a"; { const { [k]: v, ...r } = { a: 1, b: 2 }; return [v, r.b, k]; }',
        "1,2,a",
    ),
    "patterns as parameters": (
        "const z = 1; const f = ({ a = z, b }, [c] = [a + b]) => [a, b, c]; return f({ b: 2 });",
        "1,2,3",
    ),
    "parameters that nobody asks for": (
        "const f = (a, { b, ...c }) => { const d = c; return [a, d.e]; }; return f(1, { b: 0, e: 2 });",
        "1,2",
    ),
    "errors that nobody asks for": ("try { throw 1; } catch (a) { const b = 2; return b; }", "2"),
    "caught errors": ("const e = 1; try { throw 2; } catch (e) { return [e, (() => e)()]; }", "2,2"),
    "classes": (
        "class A { b = (c) => c; d(c) { return c; } } const x = new A(); return [x.b(1), x.d(2), x instanceof A];",
        "1,2,true",
    ),
    "functions within": ("function f(a) { return g(a); function g(b) { return [a, b]; } } return f(1);", "1,1"),
    "generators": ("const f = function* (a) { yield a; const b = a; yield b; }; return [...f(1)];", "1,1"),
    "conditions": ("const a = 1; if (a) { const b = a; return b; } while (a) { const c = a; return c; }", "1"),
}


@pytest.mark.parametrize(("body", "made"), SCOPES.values(), ids=SCOPES)
def test_a_name_is_that_of_the_innermost_scope_that_declares_it(engine: Engine, body: str, made: str) -> None:
    assert run(engine, f"export function run() {{ return String((() => {{ {body} }})()); }}\n") == made


def test_names_that_do_not_meet_share_a_letter() -> None:
    source = """
        export const both = (list, other) => list.map((one) => one + other).map((two) => two.map((three) => three));
        export function last(list) {
            for (const one of list) { if (one) return one; }
            { const two = list; return two; }
        }
    """.replace("        ", "")
    script = dense({"main.js": source}, "main.js")
    assert "(e,t)=>e.map((e)=>e+t).map((e)=>e.map((e)=>e))" in script
    assert "for(let t of e){if(t)return t}{let t=e;return t}" in script


def test_a_name_that_nobody_declares_is_refused() -> None:
    with pytest.raises(BundleError, match="nobody declares: missing"):
        dense({"main.js": "export const run = () => missing;\n"}, "main.js")


@pytest.mark.parametrize("source", ["const { a } = b;\n", "const [a] = b;\n", "const a = 1, b = 2;\n"])
def test_what_is_not_known_at_the_top_of_a_module_is_refused(source: str) -> None:
    with pytest.raises(BundleError, match="declares"):
        dense({"main.js": source}, "main.js")


# --- the page's own ---


def own_modules() -> list[Module]:
    """Those of both pages."""
    return list({module.path: module for entry in ENTRIES.values() for module in in_order(modules(), entry)}.values())


def test_the_order_of_modules_knows_them_all() -> None:
    """All but those that a page begins with, which come last."""
    paths = [module.path for module in own_modules() if module.path not in ENTRIES.values()]
    assert sorted(ORDER) == sorted(paths)
    assert next(iter(in_order(modules(), ENTRIES["/"], ORDER))).path == ORDER[0]


def test_every_global_is_needed_and_none_is_missing() -> None:
    """Names of the browser's that are missing there are refused when a page is made."""
    others = set[str]()
    for module in own_modules():
        tokens = tokens_of(module.body)
        named = {token.text for token in tokens if token.role in (Role.NAME, Role.SHORTHAND)}
        others |= named - {here for here, _, _ in module.imported}
    assert others >= GLOBALS, GLOBALS - others


def test_a_global_is_not_declared_at_the_top_of_a_module() -> None:
    """It would keep its name, and stand in another module's way."""
    for module in own_modules():
        tokens = tokens_of(module.body)
        for token, following in itertools.pairwise(tokens):
            if token.depth == 0 and token.text in ("const", "let", "class", "function"):
                assert following.text not in GLOBALS, module.path


@of_pages
@pytest.mark.parametrize("path", ENTRIES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_is_small(code: str, path: str) -> None:
    made = page_in(code, path)
    assert len(made.packed) <= MOST
    assert gzip.decompress(made.packed) == made.body
