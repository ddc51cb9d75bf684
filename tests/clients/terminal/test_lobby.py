"""The lobby's picture: its code, and its two columns."""

import pytest
from msgspec.structs import replace

from clients.terminal.compose import compose
from clients.terminal.frame import Settings
from clients.terminal.rows import Size, text_of
from clients.terminal.ui import Ui
from tests.clients.terminal.moments import SETTINGS, Moment, in_lobby
from tests.clients.terminal.staging import frame_of

SIZES = (Size(80, 24), Size(60, 20), Size(160, 50))
LONG = "orca-barley-mammoth"


def lobby(size: Size, settings: Settings = SETTINGS, ui: Ui | None = None, code: str = LONG) -> str:
    seen = replace(in_lobby(), code=code)
    return text_of(compose(frame_of(Moment(seen, ui or Ui(), ""), size, settings)).rows)


@pytest.mark.parametrize("code", [LONG, "ox-elm-ice"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_code_is_named_and_stands_as_it_is_typed(size: Size, ascii_only: bool, code: str) -> None:
    settings = Settings(ways=SETTINGS.ways, ascii=ascii_only)
    text = lobby(size, settings, code=code)
    assert f"The code: {code}\n" in text
    assert " ".join(code.upper()) not in text
