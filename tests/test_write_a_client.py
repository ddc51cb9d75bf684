"""docs/WRITE-A-CLIENT.md: its client takes a seat at a real table, with nothing of ours."""

import ast
import asyncio
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from tests.helpers import LONG
from tests.helpers.host import CODE, hosted

PAGE = (Path(__file__).parent.parent / "docs" / "WRITE-A-CLIENT.md").read_text(encoding="utf-8")
# The standard library's and those that the page tells to install.
MAY_IMPORT = {"hashlib", "hmac", "os", "socket", "sys", "msgpack", "cryptography", "spake2"}


def client() -> str:
    (code,) = re.findall(r"<!-- client -->\n```python\n(.+?)```", PAGE, re.DOTALL)
    return str(code)


def test_it_imports_nothing_of_ours() -> None:
    nodes = list(ast.walk(ast.parse(client())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} == MAY_IMPORT


@pytest.mark.slow
async def test_it_takes_a_seat_and_sees_the_first_deal(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(client(), encoding="utf-8")
    async with hosted(tmp_path / "data", "--seats", "2", "--bots", "1", "--pace", "0") as host, asyncio.timeout(LONG):
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(tmp_path / "client.py"), "127.0.0.1", str(host.port), CODE, "Ann", stdout=PIPE
        )
        assert process.stdout is not None
        try:
            lines = [(await process.stdout.readline()).decode()]
            while lines[-1] and not lines[-1].startswith("message 73 1 "):
                lines.append((await process.stdout.readline()).decode())
        finally:
            process.kill()
            await process.wait()
    assert lines[0] == "my seat is 0\n" or "my seat is 1\n" in lines
    assert lines[-1], "the hand was dealt"
    assert any(line.startswith("message 68 2") for line in lines), "the game has begun"


@pytest.mark.slow
async def test_a_wrong_code_is_refused_with_its_hint(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(client(), encoding="utf-8")
    async with hosted(tmp_path / "data", "--seats", "2", "--bots", "1") as host, asyncio.timeout(LONG):
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(tmp_path / "client.py"), "127.0.0.1", str(host.port), "no-such-code", "Ann", stderr=PIPE
        )
        _, said = await process.communicate()
    assert said.decode().splitlines() == ["refused, with hint 5"]


def test_every_vector_that_it_names_is_there() -> None:
    vectors = {path.stem for path in (Path(__file__).parent.parent / "protocol" / "vectors").glob("*.json")}
    named = set(re.findall(r"`([a-z_]+)`", "".join(re.findall(r"^\| \d \|.*\|(.+)\|$", PAGE, re.MULTILINE))))
    assert named
    assert named <= vectors
