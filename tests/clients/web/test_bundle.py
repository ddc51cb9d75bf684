"""Modules become one script: in their order, each by itself, and only forms that are known."""

import re
import unicodedata

import pytest

from clients.web.bundle import BundleError, bundle
from clients.web.sources import FOLDER, modules, wide_ranges
from tests.clients.web.engines import ENGINES, Engine, engine_called, in_quickjs, in_v8

COUNTING = {
    "main.js": """
import { twice } from "./sums/twice.js";
import {
    ONE,
    two as other,
} from "./numbers.js";

export function run() {
    return String(twice(ONE) + other);
}
""",
    "sums/twice.js": """
import { two } from "../numbers.js";

const hidden = two;
export const twice = (n) => hidden * n;
""",
    "numbers.js": "const hidden = 1;\nexport const ONE = hidden;\nexport const two = 2;\nexport class Unused {}\n",
    "never.js": "throw new Error();\n",
}


def test_joined_modules_run(engine: Engine) -> None:
    start = {"v8": in_v8, "quickjs": in_quickjs}[engine.name]
    assert start(bundle(COUNTING, "main.js"))("") == "4"


def test_a_module_stands_behind_all_that_it_needs_and_once() -> None:
    script = bundle(COUNTING, "main.js")
    assert re.findall(r"^// (\S+)$", script, re.MULTILINE) == ["numbers.js", "sums/twice.js", "main.js"]


def test_a_module_shows_only_what_it_exports() -> None:
    assert "Object.freeze({ twice })" in bundle(COUNTING, "main.js")


def test_comments_are_left_out() -> None:
    comments = "// Why.\n/** What. */\n    /**\n     * More * of it.\n     */\n"
    source = f"{comments}export const one = 1; // Stays.\n{comments}const two = 2;\n"
    script = bundle({"main.js": source}, "main.js")
    assert "(() => {\nconst one = 1; // Stays.\nconst two = 2;\nreturn" in script


def test_lines_are_not_indented_unless_a_text_goes_over_them() -> None:
    source = "export function one() {\n    if (two)\n\n        return `${three}`;\n}\n"
    text = "export const two = `a\n    b`;\n"
    script = bundle({"main.js": f'import {{ two }} from "./text.js";\n{source}', "text.js": text}, "main.js")
    assert "function one() {\nif (two)\nreturn `${three}`;\n}\n" in script
    assert "`a\n    b`" in script


@pytest.mark.parametrize(
    "source",
    [
        'import all from "./numbers.js";',
        'import * as all from "./numbers.js";',
        'import "./numbers.js";',
        'import { ONE } from "package";',
        "export default 1;",
        "export let changes = 1;",
        "export { twice };",
        'export { ONE } from "./numbers.js";',
        'import { ONE } from "./numbers.js"',
    ],
)
def test_other_forms_are_refused(source: str) -> None:
    with pytest.raises(BundleError, match="form that is not known"):
        bundle({**COUNTING, "main.js": f"{source}\n"}, "main.js")


def test_a_module_that_is_not_there_is_told() -> None:
    with pytest.raises(BundleError, match=r"no module gone\.js, which main\.js imports"):
        bundle({"main.js": 'import { x } from "./gone.js";\n'}, "main.js")


def test_a_circle_is_told() -> None:
    circle = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(BundleError, match=r"circle: a\.js b\.js a\.js"):
        bundle(circle, "a.js")


# --- the engines ---


def test_a_missing_engine_is_a_skip_and_where_none_may_be_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "missing", "a_package_that_is_not_there")
    monkeypatch.delenv("ODIN_NO_SKIPS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="missing is not installed"):
        engine_called("missing")
    monkeypatch.setenv("ODIN_NO_SKIPS", "1")
    with pytest.raises(pytest.fail.Exception, match="missing is not installed"):
        engine_called("missing")


# --- the page's own modules ---

# What browsers have and the language has not, and what makes code out of text.
NOT_OF_THE_LANGUAGE = re.compile(
    r"\b(window|document|navigator|crypto\.|localStorage|performance|console|setTimeout|setInterval|fetch|WebSocket|"
    r"TextEncoder|TextDecoder|Worker|eval|Date|Math\.random|require|globalThis)\b|\bnew Function\b|\bimport\("
)


def test_computing_modules_use_nothing_of_the_browser_and_no_chance() -> None:
    paths = [path for folder in ("crypto", "protocol", "game") for path in (FOLDER / folder).glob("*.js")]
    assert paths
    for path in paths:
        code = re.sub(r"//.*|/\*[\s\S]*?\*/", "", path.read_text(encoding="utf-8"))
        assert not NOT_OF_THE_LANGUAGE.search(code), path.name


def test_every_module_can_be_joined() -> None:
    known = modules()
    for path in known:
        bundle(known, path)


def test_cryptography_needs_no_other_part() -> None:
    known = modules()
    for path in known:
        if path.startswith("crypto/"):
            assert set(re.findall(r"^// (\S+\.js)$", bundle(known, path), re.MULTILINE)) <= {
                other for other in known if other.startswith("crypto/")
            }


def test_no_line_is_longer_than_in_the_rest_of_the_house() -> None:
    for path in FOLDER.rglob("*.js"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            # A sentence stands in one piece, so that it is found for the catalogues.
            is_sentence = re.fullmatch(r' *"[^"]*",', line) is not None
            assert len(line) <= 120 or is_sentence, f"{path.name}:{number}"
            assert line == line.rstrip(), f"{path.name}:{number}"


def test_the_wide_characters_are_those_that_python_knows() -> None:
    ranges = wide_ranges()
    wide = {code for first, last in zip(ranges[::2], ranges[1::2], strict=True) for code in range(first, last + 1)}
    right = {
        code
        for code in range(0x110000)
        if unicodedata.east_asian_width(chr(code)) in "WF" and unicodedata.category(chr(code)) != "Cn"
    }
    assert wide == right
