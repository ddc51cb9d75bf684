"""GAME-NIGHT.md quotes what Odin says, and names flags that there are."""

import re
from pathlib import Path

import pytest

from clients.language.catalogues import template
from clients.language.refusals import CLOSES, HINTS
from odin_net.commands.arguments import parser
from protocol.errors import Close

PAGE = (Path(__file__).parent.parent / "docs" / "GAME-NIGHT.md").read_text(encoding="utf-8")
_, _, ERRORS = PAGE.partition("\n| it says | what to do |\n| --- | --- |\n")
QUOTED = re.findall(r"^\| (.+?) \| ", ERRORS.partition("\n\n")[0], re.MULTILINE)


def sentences() -> set[str]:
    """All that Odin says in English, with dots where something is filled in."""
    found = [one.id for one in template() if one.id]
    told = [text for one in found for text in ((one,) if isinstance(one, str) else one)]
    return {re.sub(r"\{\w+\}\.?$", "…", text) for text in told} | {re.sub(r"\{\w+\}", "…", text) for text in told}


def test_there_is_something_to_look_at() -> None:
    assert len(QUOTED) > 12


@pytest.mark.parametrize("quoted", QUOTED)
def test_what_it_says_odin_says_is_said(quoted: str) -> None:
    filled = {re.sub(r"\{\w+\}", "…", text).removesuffix(".") for text in sentences()}
    assert quoted.removesuffix(".") in filled


ENDS = (Close.KICKED, Close.GIVEN, Close.REPLACED, Close.FORKED)


@pytest.mark.parametrize("said", [*HINTS.values(), *(CLOSES[close] for close in ENDS)])
def test_whatever_keeps_somebody_out_is_explained(said: str) -> None:
    assert said in QUOTED


def test_every_line_of_odin_can_be_typed() -> None:
    lines = set(re.findall(r"`odin ([a-z]+)((?: (?:--[a-z]+|[A-Z]+|[0-9.]+))*)`", PAGE))
    assert {command for command, _ in lines} >= {"host", "join", "invite", "doctor"}
    for command, rest in lines:
        words = rest.split()
        arguments, unknown = parser().parse_known_args([command, *words])
        assert arguments.command == command
        assert not unknown, (command, words)
