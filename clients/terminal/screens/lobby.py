"""The lobby: who is there, how to join, what is agreed, and how one wants one's own screen."""

from msgspec.structs import replace

from clients.language import company
from clients.language.told import watching
from clients.language.voice import mark
from clients.model import Seen
from clients.sentences import shown_name
from clients.terminal.bindings import LINE, Binding, ScreenDef, Section, Shown
from clients.terminal.drawing.bigletters import large
from clients.terminal.drawing.editing import edit
from clients.terminal.drawing.rows import Fragment, Picture, Row, cut, left, padded, plain, width_of
from clients.terminal.frame import Frame
from clients.terminal.screens import chat, common, parts
from clients.terminal.screens.lobby_lines import (
    EVERYBODYS,
    OPTIONS,
    OWNERS,
    AnyLine,
    GuestLine,
    KickedLine,
    Line,
    SeatLine,
    changed,
    chosen_of,
    company_of,
    entered,
    explained,
    has_free_seat,
    line_text,
    lines_of,
    may_move,
    may_start,
    name_at,
    not_ready,
    occupant_of,
    onlooker_of,
)
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
from odin_net.game.events import Kind, Occupant, Presence
from odin_net.game.options import MAX_PLAYERS
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

NAME = 16
# Between the seats and the options.
GAP = 1
LEAST_NEWS = 4
# Rows for those who have no seat: beside the options there are two that are free in any window.
COMPANY, COMPANY_IF_TALL = 2, 8

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


BINDINGS = (
    Binding("↑ ↓ Tab", None, mark("choose"), each=(Do.UP, Do.DOWN, Do.NEXT_PLAY), shown="↑ ↓", rank=1),
    Binding(
        "← → Enter", None, _change, each=(Do.LEFT, Do.RIGHT, Do.ENTER),
        shown="← →", bar=_can_be_changed, rank=1, help=mark("change"),
    ),
    Binding("R", Do.READY, _ready, lambda frame: frame.seen.me is not None, help=mark("ready", "key")),
    Binding("S", Do.START, mark("start", "key"), _may_start),
    Binding("B", Do.ADD_BOT, mark("add a bot"), _may_add, rank=2),
    Binding("X", Do.REMOVE, _remove, _has_others, bar=_other_is_chosen, rank=1, help=mark("drop or kick")),
    Binding("U", Do.MUTE, _mute, _has_others, bar=_person_is_chosen, rank=1, help=mark("mute", "key")),
    Binding(
        "- + Shift-↑ Shift-↓", None, mark("move"), _may_move, (Do.MOVE_UP, Do.MOVE_DOWN, Do.MOVE_UP, Do.MOVE_DOWN),
        shown="- +", bar=lambda frame: occupant_of(_chosen(frame), frame.seen) is not None, rank=1,
    ),
    Binding(
        "Enter", Do.ENTER, mark("take a kick back"), lambda frame: frame.seen.owner and bool(frame.seen.kicked),
        bar=lambda frame: isinstance(_chosen(frame), KickedLine), rank=1,
    ),
    Binding("Enter", Do.ENTER, mark("another name"), lambda frame: _chosen(frame) is Line.NAME, rank=1, help=None),
    Binding("N", Do.NEW_CODE, mark("new code"), lambda frame: frame.seen.owner and bool(frame.seen.code), rank=2),
    # They say why not.
    Binding("S", Do.START, when=lambda frame: frame.seen.owner),
    Binding("B", Do.ADD_BOT, when=lambda frame: frame.seen.owner),
)  # fmt: skip


# --- what they do ---


def _update(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    """The lobby after this key."""
    lines = lines_of(seen)
    line = chosen_of(ui, seen)
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
        case Do.ENTER:
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


# --- how it is drawn ---


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
    """The whole picture."""
    language = frame.language
    games = frame.seen.games_left
    more = language.many("{count} game left", "{count} games left", games) if games else ""
    rows: list[Row] = [parts.title(frame, language("Odin: the lobby"), more)]
    rows += _door(frame)
    if frame.is_tall:
        rows.append(())
    rows += _columns(frame)
    foot = parts.key_rows(frame, keys)
    room = frame.size.rows - len(rows) - len(foot)
    if frame.ui.mode is Mode.CHAT:
        height = max(4, room)
        panel, (column, row) = chat.chat_panel(frame, height)
        above = rows[: frame.size.rows - len(foot) - height]
        return Picture((*above, *panel, *foot), (column, len(above) + row))
    if frame.ui.mode is Mode.RENAME:
        return _with_name(frame, rows, foot)
    below = _below(frame, max(0, room))
    return Picture((*rows, *below, *foot))


def _with_name(frame: Frame, rows: list[Row], foot: list[Row]) -> Picture:
    label = f" {frame.language('Your name:')} "
    typed, at = parts.typed_line(frame, 18)
    said = frame.paragraph(parts.said(frame), "class:bad", most=1)
    above = rows[: frame.size.rows - len(foot) - 2 - len(said)]
    asked = [*above, (), *said, (Fragment("class:mark", label), Fragment("class:field", typed))]
    room = frame.size.rows - len(asked) - len(foot)
    return Picture((*asked, *([()] * room), *foot), (len(label) + at, len(asked) - 1))


def _below(frame: Frame, room: int) -> list[Row]:
    """Trouble, what is said about a key, or what has happened."""
    trouble, said = parts.trouble(frame), parts.said(frame)
    if trouble is not None:
        last = frame.paragraph(*trouble, most=parts.TROUBLE_ROWS)
    elif frame.ui.mode is Mode.STARTING:
        last = frame.paragraph(_who_is_not_ready(frame), "class:mark", most=3)
    elif frame.ui.mode is Mode.RECODING:
        asked = frame.language("A new code? The old one lets nobody in any more. Enter or N: new code, Esc: back.")
        last = frame.paragraph(asked, "class:mark", most=3)
    elif said:
        last = frame.paragraph(said, "class:bad" if isinstance(frame.ui.notice, Reason) else "class:mark", most=2)
    else:
        last = frame.paragraph(_what_next(frame), "class:mark", most=2)
    # In a large window it grows into what is free, with a row of air on both sides.
    free = room - len(last) - 1
    news = parts.news(frame, max(min(free, LEAST_NEWS), free - 1))
    air = [()] * max(0, room - len(news) - len(last))
    return [*air[:1], *news, *air[1:], *last][:room]


def _who_is_not_ready(frame: Frame) -> str:
    names = frame.language.enumerated([frame.name(seat) for seat in not_ready(frame.seen)])
    if not names:
        return frame.language("All are ready now. Enter or S: start, Esc: wait.")
    return frame.language("Not ready yet: {names}. Enter or S: start all the same, Esc: wait.", names=names)


def _what_next(frame: Frame) -> str:
    language, seen = frame.language, frame.seen
    seats = 0 if seen.game is None else len(seen.game.seats)
    if seen.seat is None:
        return watching(frame.language, frame.seen)
    if seen.owner:
        about = explained(frame, chosen_of(frame.ui, seen))
        todo = language("S: start the game.") if seats > 1 else language("Wait for the others, or add bots with B.")
        return f"{about} {todo}".lstrip()
    if seen.me is not None and not seen.me.ready:
        return language("R: ready to begin.")
    return language("You are ready. The game begins when all are, or when the host starts it.")


# --- the way in ---


def _door(frame: Frame) -> list[Row]:
    seen = frame.seen
    if not seen.owner or not seen.code or not frame.settings.ways:
        return parts.ways_in(frame)
    big = large(seen.code, frame.size.columns - 2) if frame.is_tall and not frame.settings.ascii else []
    above: list[Row] = [()] if frame.is_tall else []
    above += [plain(f" {line}", "class:big") for line in big]
    return [*above, *parts.ways_in(frame, "" if big else "class:big")]


# --- seats on the left, options on the right ---


def _columns(frame: Frame) -> list[Row]:
    width = _left_width(frame)
    lefts = [*(_seat(frame, seat) for seat in range(MAX_PLAYERS)), *_company(frame)]
    rights = _agreed(frame)
    rows = []
    for place in range(max(len(lefts), len(rights))):
        row = padded(lefts[place] if place < len(lefts) else (), width)
        rows.append((*row, *(rights[place] if place < len(rights) else ())))
    return rows


def _left_width(frame: Frame) -> int:
    return max(35, frame.size.columns // 2 + 2)


def _line(frame: Frame, line: AnyLine, text: str, width: int) -> Row:
    """A line of the list: the chosen one is marked by a sign, too."""
    lines = lines_of(frame.seen)
    if line not in lines:
        return cut(plain(f"  {text}"), width)
    is_chosen = chosen_of(frame.ui, frame.seen) == line and frame.ui.mode is Mode.PLAY
    mark = frame.glyphs.turn if is_chosen else " "
    # While somebody types, there is nothing to choose.
    click = None if frame.ui.mode in (Mode.CHAT, Mode.RENAME) else Choose(lines.index(line))
    return (
        Fragment("class:mark", f"{mark} ", click),
        Fragment("class:chosen" if is_chosen else "", left(text, width - 2).rstrip(), click),
    )


def _seat(frame: Frame, seat: int) -> Row:
    game = frame.seen.game
    occupant = None if game is None or seat >= len(game.seats) else game.seats[seat]
    if occupant is None:
        return plain(f"  {seat + 1} {frame.language('free')}", "class:faint")
    width = _left_width(frame) - GAP
    text = f"{seat + 1} {left(shown_name(occupant.name), _name_width(frame))} "
    # The last of these matter least, but whether one is ready more than that it is oneself: the name says that, too.
    # What has no room is left out, not cut off.
    states = _states(frame, seat, occupant)
    while len(states) > 1 and width_of(text + frame.language.enumerated(states)) > width - 2:
        states.pop(0 if len(states) == 2 and seat == frame.seen.seat else -1)
    return _line(frame, SeatLine(seat), text + frame.language.enumerated(states), width)


def _company(frame: Frame) -> list[Row]:
    """Who looks on and who was kicked: as many as there is room for, the chosen one among them, and how many more."""
    lines = company_of(frame.seen) if frame.seen.owner else ()
    room = COMPANY_IF_TALL if frame.is_tall else COMPANY
    if len(lines) <= room:
        return [_guest(frame, line) for line in lines]
    chosen = chosen_of(frame.ui, frame.seen)
    at = lines.index(chosen) if isinstance(chosen, GuestLine | KickedLine) else 0
    first = min(max(0, at - room + 2), len(lines) - room + 1)
    shown = lines[first : first + room - 1]
    more = plain(f"  + {len(lines) - len(shown)}", "class:faint")
    return [*(_guest(frame, line) for line in shown), more]


def _guest(frame: Frame, line: GuestLine | KickedLine) -> Row:
    language, onlooker = frame.language, onlooker_of(line, frame.seen)
    if onlooker is None:
        states = [language("kicked")]
    else:
        states = [language("waits for a seat") if onlooker.waits else language("watches")]
        states += [language("muted", "state")] if onlooker.muted else []
    text = f"  {left(shown_name(line.name), _name_width(frame))} {language.enumerated(states)}"
    return _line(frame, line, text, _left_width(frame) - GAP)


def _name_width(frame: Frame) -> int:
    """Of the column; in a small window no wider than its names, for what is said about them needs the room."""
    seats = () if frame.seen.game is None else frame.seen.game.seats
    names = [*(occupant.name for occupant in seats), *(line.name for line in company_of(frame.seen))]
    return NAME if frame.is_wide else max((width_of(shown_name(name)) for name in names), default=NAME)


def _states(frame: Frame, seat: int, occupant: Occupant) -> list[str]:
    language = frame.language
    if occupant.kind is Kind.BOT:
        return [language.level(occupant.level), *_wins(frame, occupant.name)]
    if occupant.presence is not Presence.HERE:
        return [language("away", "state")]
    said = [language("you", "state")] if seat == frame.seen.seat else []
    said.append(language("ready", "state") if occupant.ready else language("not ready", "state"))
    if seat in frame.seen.terms.muted:
        said.append(language("muted", "state"))
    return [*said, *_wins(frame, occupant.name)]


def _wins(frame: Frame, name: str) -> list[str]:
    """What somebody has won this evening, where there is room for it."""
    tally = () if frame.seen.game is None else frame.seen.game.tally
    wins = next((entry.wins for entry in tally if entry.name == name), 0)
    return [frame.language.many("{count} win", "{count} wins", wins)] if wins and frame.is_wide else []


def _agreed(frame: Frame) -> list[Row]:
    width = frame.size.columns - _left_width(frame)
    # Who only watches has no name to change.
    own = [_line(frame, line, line_text(frame, line), width) for line in EVERYBODYS if line in lines_of(frame.seen)]
    # What a guest cannot change and what is not there needs no line.
    clock = (Line.PEOPLE_PACE,) if frame.seen.terms.people else ()
    shown = OWNERS if frame.seen.owner else (*OPTIONS, *clock)
    return [*(_line(frame, line, line_text(frame, line), width) for line in shown), *own]


LOBBY = ScreenDef(
    BINDINGS,
    _update,
    _draw,
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
    rows = [parts.title(frame, frame.language("Kick")), (), *frame.paragraph(text, "class:bad"), ()]
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
