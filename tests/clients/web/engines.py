"""Engines of JavaScript from the package index, which run the page's modules as one script: V8, and QuickJS.

Where one is missing its tests are skipped with that reason; with `ODIN_NO_SKIPS=1`, as in CI, that is a failure.
"""

import importlib.util
import json
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from clients.web.bundle import bundle
from clients.web.sources import modules

FOLDER = Path(__file__).parent
VECTORS = Path(__file__).parents[3] / "protocol" / "vectors"
# Each engine and the package that brings it.
ENGINES = {"v8": "py_mini_racer", "quickjs": "quickjs"}

Run = Callable[[str], str]


def in_v8(script: str) -> Run:
    from py_mini_racer import MiniRacer  # noqa: PLC0415  Where it is missing, the other one still runs.

    engine = MiniRacer()
    engine.eval(script)
    return lambda calls: str(engine.call("Odin.run", calls))


def in_quickjs(script: str) -> Run:
    from quickjs import Context  # noqa: PLC0415

    engine = Context()
    engine.eval(script)
    return lambda calls: str(engine.eval("Odin.run")(calls))


@cache
def script(*, cheap: bool) -> str:
    """The page's modules with the driver of these tests on top, joined as the page is.

    `cheap`: with an exchange that costs nothing.
    """
    tests = {f"tests/{path.name}": path.read_text(encoding="utf-8") for path in FOLDER.glob("*.js")}
    instead = {"crypto/spake2.js": tests["tests/cheap_spake2.js"]} if cheap else {}
    return bundle(modules() | tests | instead, "tests/driver.js")


class Engine:
    """One engine with the modules in it. Bytes go in and come out as bytes."""

    def __init__(self, name: str, *, cheap: bool = False) -> None:
        self.name = name
        self._run = {"v8": in_v8, "quickjs": in_quickjs}[name](script(cheap=cheap))

    def call(self, name: str, *values: Any) -> Any:
        """The result of one call."""
        return self.calls([(name, *values)])[0]

    def calls(self, calls: Iterable[Iterable[Any]]) -> list[Any]:
        """The results of many calls: one way there and back for all, which makes thousands of them quick."""
        results: list[Any] = revive(json.loads(self._run(json.dumps([list(call) for call in calls], default=as_hex))))
        return results


def as_hex(value: Any) -> str:
    if isinstance(value, bytes):
        return f"hex:{value.hex()}"
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def revive(value: Any) -> Any:
    """What is written as `hex:…` as bytes, wherever it stands."""
    match value:
        case str() if value.startswith("hex:"):
            return bytes.fromhex(value[4:])
        case list():
            return [revive(item) for item in value]
        case dict():
            return {key: revive(item) for key, item in value.items()}
        case _:
            return value


def vectors(name: str) -> Any:
    """One file of the specification's vectors."""
    return revive(json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8")))


@cache
def engine_called(name: str, *, cheap: bool = False) -> Engine:
    """This engine, started once in a process; where it is missing, a skip or a failure.

    `cheap`: its exchange is the one of `tests.helpers.pairs`, so that a handshake costs nothing.
    """
    if importlib.util.find_spec(ENGINES[name]) is None:
        missing = f"the engine {name} is not installed: the extra `dev` brings it"
        if os.environ.get("ODIN_NO_SKIPS") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    return Engine(name, cheap=cheap)
