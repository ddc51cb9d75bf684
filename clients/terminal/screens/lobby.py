"""The lobby: who is there, how to join, what is agreed, and how one wants one's own screen."""

from msgspec.structs import replace

from clients.language import company
from clients.language.voice import mark
from clients.model import Seen
from clients.terminal.bindings import LINE, Binding, ScreenDef, Section, Shown
from clients.terminal.drawing.editing import edit
from clients.terminal.drawing.rows import Picture
from clients.terminal.frame import Frame
from clients.terminal.screens import common, parts
from clients.terminal.screens.lobby_lines import (
    AnyLine,
    GuestLine,
    KickedLine,
    Line,
    SeatLine,
    changed,
    chosen_of,
    entered,
    has_free_seat,
    lines_of,
    may_move,
    may_start,
    name_at,
    not_ready,
    occupant_of,
    onlooker_of,
)
from clients.terminal.screens.lobby_picture import draw_lobby
from clients.terminal.screens.overlays import question
from clients.terminal.state import (
    Choose,
    Do,
    Intent,
    Mode,
    Notice,
    SayReady,
    SendPart,
    SetName,
    Ui,
    Updated,
)
from odin_net.game.events import Kind, Occupant
from odin_net.game.state import Phase
from odin_net.game.text import NAME_COLUMNS, BadText, clean_name
from odin_net.levels import USUAL
from protocol.messages import (
    AddBot,
    KickGuest,
    Mute,
    MuteGuest,
    NewCode,
    OnlookerPart,
    Reason,
    Remove,
    Start,
    SwapSeats,
)

# --- its keys ---


def _chosen(frame: Frame) -> AnyLine:
    return chosen_of(frame.ui, frame.seen)


def _bot_is_chosen(frame: Frame) -> bool:
    occupant = occupant_of(_chosen(frame), frame.seen)
    return occupant is not None and occupant.kind is Kind.BOT


def _can_be_changed(frame: Frame) -> bool:
    line = _chosen(frame)
    return _bot_is_chosen(frame) or (isinstance(line, Line) and line is not Line.NAME)


def _change(frame: Frame) -> str:
    return frame.language("level") if _bot_is_chosen(frame) else frame.language("change")


def _ready(frame: Frame) -> str:
    me = frame.seen.me
    return frame.language("not ready", "key") if me is not None and me.ready else frame.language("ready", "key")


def _has_others(frame: Frame) -> bool:
    return frame.seen.owner and (may_move(frame.seen) or bool(frame.seen.audience.people))


def _other_is_chosen(frame: Frame) -> bool:
    line = _chosen(frame)
    if onlooker_of(line, frame.seen) is not None:
        return True
    return isinstance(line, SeatLine) and line.seat != frame.seen.seat and occupant_of(line, frame.seen) is not None


def _person_is_chosen(frame: Frame) -> bool:
    return _other_is_chosen(frame) and not _bot_is_chosen(frame)


def _remove(frame: Frame) -> str:
    return frame.language("drop") if _bot_is_chosen(frame) else frame.language("kick", "key")


def _mute(frame: Frame) -> str:
    line = _chosen(frame)
    onlooker = onlooker_of(line, frame.seen)
    sits_muted = isinstance(line, SeatLine) and line.seat in frame.seen.terms.muted
    is_muted = sits_muted if onlooker is None else onlooker.muted
    return frame.language("unmute", "key") if is_muted else frame.language("mute", "key")


def _may_move(frame: Frame) -> bool:
    return frame.seen.owner and may_move(frame.seen)


def _may_start(frame: Frame) -> bool:
    return frame.seen.owner and may_start(frame.seen)


def _may_add(frame: Frame) -> bool:
    return frame.seen.owner and has_free_seat(frame.seen)


def _may_rename(frame: Frame) -> bool:
    return _chosen(frame) is Line.NAME and not frame.ui.is_line_old


# After one of these it is known what Enter is for.
CHOOSING = (Do.UP, Do.DOWN, Do.NEXT_PLAY, Do.LEFT, Do.RIGHT)
BINDINGS = (
    Binding("↑ ↓ Tab", None, mark("choose"), each=(Do.UP, Do.DOWN, Do.NEXT_PLAY), shown="↑ ↓", rank=1, needed=4),
    Binding(
        "← → Enter", None, _change, each=(Do.LEFT, Do.RIGHT, Do.ENTER),
        shown="← →", bar=_can_be_changed, rank=1, help=mark("change"), needed=2,
    ),
    Binding("R", Do.READY, _ready, lambda frame: frame.seen.me is not None, help=mark("ready", "key"), needed=0),
    Binding("S", Do.START, mark("start", "key"), _may_start, needed=1),
    Binding("B", Do.ADD_BOT, mark("add a bot"), _may_add, rank=2, needed=5),
    Binding("X", Do.REMOVE, _remove, _has_others, bar=_other_is_chosen, rank=1, help=mark("drop or kick"), needed=2),
    Binding("U", Do.MUTE, _mute, _has_others, bar=_person_is_chosen, rank=1, help=mark("mute", "key")),
    Binding(
        "- + Shift-↑ Shift-↓", None, mark("move"), _may_move, (Do.MOVE_UP, Do.MOVE_DOWN, Do.MOVE_UP, Do.MOVE_DOWN),
        shown="- +", bar=lambda frame: occupant_of(_chosen(frame), frame.seen) is not None, rank=1,
    ),
    Binding(
        "Enter", Do.ENTER, mark("take a kick back"), lambda frame: frame.seen.owner and bool(frame.seen.kicked),
        bar=lambda frame: isinstance(_chosen(frame), KickedLine) and not frame.ui.is_line_old, rank=1, needed=2,
    ),
    Binding("Enter", Do.ENTER, mark("another name"), _may_rename, rank=1, help=None, needed=2),
    Binding(
        "N", Do.NEW_CODE, mark("new code"), lambda frame: frame.seen.owner and bool(frame.seen.code), rank=2, needed=6
    ),
    # They say why not.
    Binding("S", Do.START, when=lambda frame: frame.seen.owner),
    Binding("B", Do.ADD_BOT, when=lambda frame: frame.seen.owner),
)  # fmt: skip


# --- what they do ---


def _update(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    """The lobby after this key."""
    lines = lines_of(seen)
    line = chosen_of(ui, seen)
    if isinstance(intent, Choose) or intent in CHOOSING:
        ui = replace(ui, is_line_old=False)
    match intent:
        case Do.UP:
            return replace(ui, line=(lines.index(line) - 1) % len(lines)), ()
        case Do.DOWN | Do.NEXT_PLAY:
            return replace(ui, line=(lines.index(line) + 1) % len(lines)), ()
        case Choose(number) if number < len(lines):
            return replace(ui, line=number), ()
        case Do.LEFT | Do.RIGHT:
            return changed(ui, line, -1 if intent is Do.LEFT else 1, seen)
        case Do.READY if seen.me is not None:
            return ui, (SayReady(not seen.me.ready),)
        case Do.ENTER if not ui.is_line_old:
            return entered(ui, line, seen)
    return _own(ui, intent, line, seen) if seen.owner else (ui, ())


# --- what only the owner may do ---


def _own(ui: Ui, intent: Intent, line: AnyLine, seen: Seen) -> Updated:
    match intent:
        case Do.START if not may_start(seen):
            return replace(ui, notice=Notice.TOO_FEW), ()
        case Do.START if not_ready(seen):
            return replace(ui, mode=Mode.STARTING), ()
        case Do.START:
            return ui, (SendPart(Start()),)
        case Do.ADD_BOT:
            if not has_free_seat(seen):
                return replace(ui, notice=Notice.ALL_TAKEN), ()
            return ui, (SendPart(AddBot(USUAL)),)
        case Do.NEW_CODE if seen.code:
            return replace(ui, mode=Mode.RECODING), ()
    occupant, onlooker = occupant_of(line, seen), onlooker_of(line, seen)
    if onlooker is not None:
        return _own_guest(ui, intent, onlooker)
    if occupant is None or not isinstance(line, SeatLine):
        return ui, ()
    return _own_seat(ui, intent, line.seat, occupant, seen)


def _own_seat(ui: Ui, intent: Intent, seat: int, occupant: Occupant, seen: Seen) -> Updated:
    seats = 0 if seen.game is None else len(seen.game.seats)
    match intent:
        case Do.REMOVE if seat != seen.seat:
            if occupant.kind is Kind.PERSON:
                return replace(ui, mode=Mode.KICKING), ()
            return ui, (SendPart(Remove(seat)),)
        case Do.MOVE_UP | Do.MOVE_DOWN if may_move(seen):
            to = (seat + (1 if intent is Do.MOVE_DOWN else -1)) % seats
            return replace(ui, line=to), (SendPart(SwapSeats(seat, to)),)
        case Do.MUTE if occupant.kind is Kind.PERSON and seat != seen.seat:
            muted = seat not in seen.terms.muted
            return _said_muted(ui, muted), (SendPart(Mute(seat, muted)),)
    return ui, ()


def _own_guest(ui: Ui, intent: Intent, onlooker: OnlookerPart) -> Updated:
    match intent:
        case Do.REMOVE:
            return replace(ui, mode=Mode.KICKING), ()
        case Do.MUTE:
            return _said_muted(ui, not onlooker.muted), (SendPart(MuteGuest(onlooker.name, not onlooker.muted)),)
    return ui, ()


def _said_muted(ui: Ui, muted: bool) -> Ui:
    return replace(ui, notice=Notice.MUTED if muted else Notice.HEARD_AGAIN)


LOBBY = ScreenDef(
    BINDINGS,
    _update,
    draw_lobby,
    common=common.BINDINGS,
    sections=(Section(mark("In the lobby"), (*BINDINGS, *common.BINDINGS)),),
)


# --- questions ---


def _is_still_lobby(_ui: Ui, seen: Seen) -> bool:
    return seen.ended is None and seen.phase is Phase.LOBBY


def _rename(ui: Ui, intent: Intent, _seen: Seen, _now: float) -> Updated:
    if intent is Do.BACK:
        return replace(ui, mode=Mode.PLAY), ()
    if intent is not Do.ENTER:
        return replace(ui, draft=edit(ui.draft, intent, NAME_COLUMNS)), ()
    try:
        name = clean_name(ui.draft.text)
    except BadText:
        return replace(ui, notice=Reason.BAD_NAME), ()
    return replace(ui, mode=Mode.PLAY), (SetName(name),)


RENAME = ScreenDef(
    (Binding("Enter", Do.ENTER, mark("take this name")), Binding("Esc", Do.BACK, mark("back")), LINE),
    _rename,
    is_typed=True,
    is_open=_is_still_lobby,
)


def _kick(ui: Ui, seen: Seen) -> Updated:
    match chosen_of(ui, seen):
        case SeatLine(seat):
            return ui, (SendPart(Remove(seat)),)
        case GuestLine(name):
            return ui, (SendPart(KickGuest(name)),)
    return ui, ()


def _draw_kicking(frame: Frame, keys: list[Shown]) -> Picture:
    name = name_at(chosen_of(frame.ui, frame.seen), frame.seen) or "?"
    text = company.kick_question(frame.language, name, is_open=not frame.seen.code)
    rows = [parts.headline(frame, frame.language("Kick")), (), *frame.paragraph(text, "class:bad"), ()]
    return Picture((*rows, *parts.key_rows(frame, keys)))


KICKING = question(
    "X Enter", Do.REMOVE, mark("yes, kick"), _kick, shown="X", draw=_draw_kicking, is_open=_is_still_lobby
)
STARTING = question(
    "Enter S", Do.START, mark("start all the same"), lambda ui, _: (ui, (SendPart(Start()),)),
    no=mark("wait"), is_open=_is_still_lobby,
)  # fmt: skip
RECODING = question(
    "Enter N", Do.NEW_CODE, mark("new code"), lambda ui, _: (ui, (SendPart(NewCode()),)), is_open=_is_still_lobby
)
