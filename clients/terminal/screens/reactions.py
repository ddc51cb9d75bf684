"""Short words that are called to the table, on one key and a digit: each reads them in their own language.

They lie at the seat of who called them for a moment, and stand in the log.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from clients.language.reactions import REACTIONS, reaction
from clients.language.voice import mark
from clients.model import Seen
from clients.terminal.bindings import Binding, ScreenDef, Shown, never
from clients.terminal.drawing.rows import Picture, width_of
from clients.terminal.drawing.sheet import Box, Sheet
from clients.terminal.frame import Frame
from clients.terminal.screens import common, parts
from clients.terminal.state import Do, Intent, Mode, Notice, PickNumber, SendPart, Ui, Updated
from protocol.messages import React, Reaction

SECONDS = 3.0
# The key bar has so many rows while one of them is chosen.
MOST_ROWS = 3
KEYS = tuple(Binding(str(code + 1), PickNumber(code + 1), text) for code, text in REACTIONS.items())


def _update(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    ui = replace(ui, mode=Mode.PLAY)
    if not isinstance(intent, PickNumber):
        return ui, ()
    if seen.is_cut_off:
        return replace(ui, notice=Notice.NOT_SENT), ()
    return ui, (SendPart(React(Reaction(intent.number - 1))),)


REACTING = ScreenDef(
    (*KEYS, Binding("Esc F", Do.BACK, mark("back"), shown="Esc")), _update, common=common.BINDINGS, shows_common=never
)


def is_for_choice(intent: Intent | None) -> bool:
    """Whether it calls something out, or closes the choice; all else is for the picture below, and closes it too."""
    return intent is Do.BACK or (isinstance(intent, PickNumber) and intent.number <= len(KEYS))


def with_choice(frame: Frame, picture: Picture, keys: list[Shown]) -> Picture:
    """A picture with all that can be called in the place of its keys."""
    rows = parts.key_rows(frame, keys, MOST_ROWS)
    if picture.is_turned:
        rows = [frame.turned_row(row) for row in rows]
    filled = (*picture.rows, *[()] * (frame.size.rows - len(picture.rows)))
    return picture._replace(rows=(*filled[: frame.size.rows - len(rows)], *rows), cursor=None)


def next_end(seen: Seen, now: float) -> float | None:
    """When the first of those that are shown is gone."""
    ends = [called[1] + SECONDS for called in seen.calls if called is not None and called[1] + SECONDS > now]
    return min(ends, default=None)


def call_of(frame: Frame, seat: int) -> str:
    """What somebody has just called to the table, if anything."""
    called = frame.seen.calls[seat]
    if called is None or frame.now >= called[1] + SECONDS:
        return ""
    return reaction(frame.language, called[0])


def draw_calls(frame: Frame, sheet: Sheet, seats: Iterable[tuple[int, Box]]) -> None:
    """What was just called, in the lower frame of each seat, or at the end of its row in a list."""
    for seat, box in seats:
        call = call_of(frame, seat)
        text = f" {call} "
        line = box.line(-1) if box.height == 1 else box.line(-1).narrowed(2)
        if call and width_of(text) <= line.width:
            (sheet.end if box.height == 1 else sheet.start)(line, text, "class:chosen")
