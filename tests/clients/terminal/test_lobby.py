"""The lobby's picture: its code, and its two columns."""

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.model import Seen
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.frame import Settings
from clients.terminal.screens.index import compose, update
from clients.terminal.state import Do, Ui
from odin_net.game.state import State
from tests.clients.terminal.moments import SETTINGS, Moment, in_lobby
from tests.clients.terminal.staging import frame_of

SIZES = (Size(80, 24), Size(60, 20), Size(160, 50))
LONG = "orca-barley-mammoth"


def lobby(size: Size, settings: Settings = SETTINGS, ui: Ui | None = None, code: str = LONG) -> str:
    seen = replace(in_lobby(), code=code)
    return text_of(compose(frame_of(Moment(seen, ui or Ui(), ""), size, settings)).rows)


def unready(seen: Seen) -> Seen:
    """The same before anybody has said that they are ready."""
    assert seen.state is not None
    board = seen.state.board
    seats = tuple(occupant._replace(ready=False) for occupant in board.game.seats)
    return replace(seen, state=State(board._replace(game=board.game._replace(seats=seats)), seen.state.hands))


@pytest.mark.parametrize("code", [LONG, "ox-elm-ice"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_code_is_named_and_stands_as_it_is_typed(size: Size, ascii_only: bool, code: str) -> None:
    settings = Settings(ways=SETTINGS.ways, ascii=ascii_only)
    text = lobby(size, settings, code=code)
    assert f"The code: {code}\n" in text
    assert " ".join(code.upper()) not in text


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "ar"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_there_is_a_gap_between_a_seat_and_the_mark_of_the_chosen_option(size: Size, code: str) -> None:
    seen = unready(in_lobby())
    language = Language(code)
    for line in range(5, 11):
        frame = frame_of(Moment(seen, Ui(line=line), ""), size, language=language)
        text = text_of(compose(frame).rows)
        assert text.count(language("not ready", "state")) == 3
        assert f" {language('you', 'state')}, " in text
        (chosen,) = [row for row in text.splitlines() if "►" in row]
        assert chosen.partition("►")[0].endswith(" "), chosen


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_who_watches_has_no_line_for_a_name(size: Size) -> None:
    seated = in_lobby(owner=False)
    watching = replace(seated, seat=None, watching=0)
    texts = [text_of(compose(frame_of(Moment(seen, Ui(), ""), size)).rows) for seen in (seated, watching)]
    assert ["name:" in text for text in texts] == [True, False]
    assert all("language: English" in text for text in texts)


def test_beside_a_long_name_it_is_said_whether_one_is_ready() -> None:
    seen = unready(in_lobby(("Aðalsteinn Snorr", "Bo", "Cleo", "Dag", "Eir")))
    text = text_of(compose(frame_of(Moment(seen, Ui(), ""), SIZES[1])).rows)
    assert "Aðalsteinn Snorr not ready" in text


@pytest.mark.parametrize("intent", [Do.ENTER, Do.RIGHT])
def test_before_a_log_has_come_to_our_seat_its_name_cannot_be_changed(intent: Do) -> None:
    seen = replace(in_lobby(owner=False), seat=5)
    assert seen.me is None
    assert update(Ui(), intent, seen, 0.0) == (Ui(), ())
