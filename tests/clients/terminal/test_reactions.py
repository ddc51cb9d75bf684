"""What is called to the table: at the seat of who called it, in the reader's language, for three seconds."""

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.language.reactions import reaction
from clients.terminal.drawing.bidi import turned
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.frame import Frame
from clients.terminal.screens.index import compose
from clients.terminal.screens.reactions import SECONDS, next_end
from clients.terminal.screens.table_layout import layout_of
from clients.terminal.state import Ui
from protocol.messages import Reaction
from tests.clients.terminal.moments import Moment, playing
from tests.clients.terminal.staging import frame_of

SIZES = (Size(60, 20), Size(80, 24), Size(100, 30), Size(120, 35))
CALLED_AT = 100.0


def after(seat: int, seconds: float, size: Size, code: str = "en") -> Frame:
    """The table so long after somebody has called out."""
    calls = tuple((Reaction.OUCH, CALLED_AT) if place == seat else None for place in range(6))
    frame = frame_of(Moment(replace(playing(), calls=calls), Ui(), ""), size, language=Language(code))
    return replace(frame, now=CALLED_AT + seconds)


def said(code: str) -> str:
    text = reaction(Language(code), Reaction.OUCH)
    return turned(text).strip() if code == "ar" else text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_others_are_heard_at_their_seats(size: Size, code: str) -> None:
    rows = text_of(compose(after(4, 2.9, size, code)).rows).split("\n")
    seat = layout_of(size, 5).seats[3]
    assert said(code) in rows[seat.row + seat.height - 1][seat.column : seat.column + seat.width]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_we_are_heard_at_our_own(size: Size, code: str) -> None:
    row = text_of(compose(after(0, 2.9, size, code)).rows).split("\n")[layout_of(size, 5).own]
    assert said(code) in row


@pytest.mark.parametrize("seat", [0, 4])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_after_three_seconds_it_is_gone_and_the_screen_wakes_for_that(size: Size, seat: int) -> None:
    frame = after(seat, SECONDS, size)
    assert said("en") not in text_of(compose(frame).rows)
    assert next_end(frame.seen, CALLED_AT) == CALLED_AT + SECONDS == CALLED_AT + 3
    assert next_end(frame.seen, frame.now) is None
