"""The table's picture: what stands beside what, and how much of it."""

import re

import pytest
from msgspec.structs import replace

from clients.terminal.compose import compose
from clients.terminal.model import Seen
from clients.terminal.rows import Size, text_of
from clients.terminal.ui import Ui
from clients.texts import LANGUAGES, Tongue
from odin_net.game.state import State
from tests.clients.terminal.moments import NAMES, Moment, playing
from tests.clients.terminal.staging import frame_of
from tests.helpers.tables import cards

SIZES = (Size(80, 24), Size(60, 20))


def lines(seen: Seen, size: Size, code: str = "en", ui: Ui | None = None) -> list[str]:
    return text_of(compose(frame_of(Moment(seen, ui or Ui(), ""), size, tongue=Tongue(code))).rows).splitlines()


def with_middle(middle: str, value: int, owner: str) -> Seen:
    seen = playing((*NAMES[:5], owner))
    assert seen.state is not None
    board = seen.state.board._replace(middle=cards(middle), value=value)
    return replace(seen, state=State(board, seen.state.hands))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_middle_and_the_passes_that_are_left_do_not_read_as_one_sentence(code: str) -> None:
    tongue, count = Tongue(code), 5
    for seen in (with_middle("B5 Y5", 55, "Leif"), with_middle("B8 B5 B2", 852, "Leif")):
        for size in SIZES:
            line = lines(seen, size, code)[8]
            assert re.search(r"\S {3,}\S", line), line
            if code != "ar":
                ways = [tongue("passes to go: {count}", count=count)]
                ways.append(tongue.many("{count} more pass ends the round", "{count} more passes end the round", count))
                assert any(line.rstrip().endswith(way) for way in ways), line
