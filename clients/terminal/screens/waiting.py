"""When there is no table to be seen: connecting, a name that will not do, a host that lost something, the end."""

from msgspec.structs import replace

from clients.language.remote import name_taken
from clients.language.verdicts import rolled_back
from clients.language.voice import mark
from clients.model import Seen
from clients.news import LinkStage
from clients.terminal.bindings import LINE, Binding, ScreenDef, Section, Shown, never
from clients.terminal.drawing.editing import edit
from clients.terminal.drawing.rows import Fragment, Picture, Row
from clients.terminal.frame import Frame
from clients.terminal.screens import common, parts
from clients.terminal.state import AskCode, Do, Exit, GoOnAnyway, Intent, LeaveTable, SetName, Ui, Updated
from odin_net.game.text import NAME_COLUMNS
from protocol.errors import Hint
from protocol.messages import Reason

AT_TABLE = Section(mark("At the table"), common.TOLD)

# --- connecting ---


def seat_is_unknown(seen: Seen) -> bool:
    """Whether the host, or what answers there, does not know the seat that we come back to."""
    return seen.link.hint in (Hint.UNKNOWN_TABLE, Hint.UNKNOWN_SEAT) and not seen.was_in


def _wait(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    return ui, (AskCode(),) if intent is Do.NEW_CODE and seat_is_unknown(seen) else ()


def _draw_wait(frame: Frame, keys: list[Shown]) -> Picture:
    """The table is not there yet."""
    language, seen = frame.language, frame.seen
    rows: list[Row] = [parts.headline(frame), ()]
    place = frame.settings.place
    if seen.link.stage is LinkStage.OPEN or not place:
        rows += frame.paragraph(language("Sitting down…"))
    else:
        rows += frame.paragraph(language("Looking for the table at {place}…", place=place))
    if seen.link.stage is LinkStage.WAITING:
        seconds = parts.seconds_left(frame, seen.link.retry_at)
        text = language.many(
            "No answer yet; trying again in {count} second.",
            "No answer yet; trying again in {count} seconds.",
            seconds,
        )
        if seen.link.hint is not None:
            rows += [(), *frame.paragraph(language.hint_refusal(seen.link.hint), "class:bad")]
        rows += [(), *frame.paragraph(text, "class:faint")]
    return parts.filled(frame, rows, keys)


WAIT = ScreenDef(
    (
        Binding("N", Do.NEW_CODE, mark("join with the code"), lambda frame: seat_is_unknown(frame.seen)),
        Binding("Q", Do.QUIT, mark("leave", "key")),
    ),
    _wait,
    _draw_wait,
    common=common.BINDINGS,
    shows_common=never,
    sections=(AT_TABLE,),
)


# --- another name ---


def _name(ui: Ui, intent: Intent, _seen: Seen, _now: float) -> Updated:
    if intent is Do.BACK:
        return common.asked_to_leave(ui), ()
    if intent is not Do.ENTER:
        return replace(ui, draft=edit(ui.draft, intent, NAME_COLUMNS)), ()
    return (ui, (SetName(ui.draft.text),)) if ui.draft.text.strip() else (ui, ())


def _draw_name(frame: Frame, keys: list[Shown]) -> Picture:
    """The host wants another name."""
    language, reason = frame.language, frame.seen.name_refused
    rows: list[Row] = [parts.headline(frame, language("Your name")), ()]
    if reason is not None:
        rows += [*frame.paragraph(language.refusal(reason), "class:bad"), ()]
    if reason is Reason.NAME_TAKEN and frame.settings.remote:
        rows += [*frame.paragraph(name_taken(language)), ()]
    label = f" {language('What do the others call you?')} "
    typed, at = parts.typed_line(frame, 18)
    rows.append((Fragment("", label), Fragment("class:field", typed)))
    column = len(label) + at
    picture = parts.filled(frame, rows, keys)
    return Picture(picture.rows, (column, len(rows) - 1))


NAME = ScreenDef(
    (
        Binding("Enter", Do.ENTER, mark("take this name")),
        Binding("Ctrl-C Esc", Do.INTERRUPT, mark("leave", "key"), each=(Do.INTERRUPT, Do.BACK), shown="Ctrl-C"),
        LINE,
    ),
    _name,
    _draw_name,
    is_typed=True,
)


# --- whether to go on with a host that has lost something: nothing else is asked meanwhile ---


def _rolled_back(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    match intent:
        case Do.ENTER if seen.rollback is not None:
            return replace(ui, went_on=seen.rollback.times), (GoOnAnyway(),)
        case Do.QUIT:
            return ui, (LeaveTable(for_good=False),)
    return ui, ()


def _draw_rolled_back(frame: Frame, keys: list[Shown]) -> Picture:
    """What the host has lost. Go on all the same?"""
    language, rollback = frame.language, frame.seen.rollback
    rows: list[Row] = [parts.headline(frame, language("Go on?"))]
    for line in [] if rollback is None else rolled_back(language, rollback):
        rows += [(), *frame.paragraph(line)]
    return parts.filled(frame, rows, keys)


ROLLED_BACK = ScreenDef(
    (Binding("Enter", Do.ENTER, mark("go on", "key")), Binding("Q", Do.QUIT, mark("leave", "key"))),
    _rolled_back,
    _draw_rolled_back,
)


# --- the end ---


def _ended(ui: Ui, intent: Intent, _seen: Seen, _now: float) -> Updated:
    return ui, (Exit(),) if intent in (Do.ENTER, Do.BACK) else ()


def _draw_ended(frame: Frame, keys: list[Shown]) -> Picture:
    """The last picture: how it ended, and what to do next."""
    language, ended = frame.language, frame.seen.ended
    rows: list[Row] = [parts.headline(frame), ()]
    if ended is not None:
        rows += frame.paragraph(language.ended(ended, frame.seen.place or frame.settings.place))
    return parts.filled(frame, rows, keys)


ENDED = ScreenDef(
    (Binding("Enter Esc", Do.ENTER, mark("close"), shown="Enter"),),
    _ended,
    _draw_ended,
    common=common.BINDINGS,
    shows_common=never,
    sections=(AT_TABLE,),
)
