"""What keys mean in the lobby: a list of lines, the seats first, and what may be done with each of them. Pure."""

from enum import Enum, auto
from itertools import combinations
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from clients.model import Seen
from clients.terminal.drawing.editing import Draft, edit
from clients.terminal.intents import Choose, Do, Intent
from clients.terminal.ui import (
    Effect,
    Mode,
    Notice,
    SayReady,
    SendPart,
    SetName,
    StepLanguage,
    StepTheme,
    Ui,
    Updated,
)
from odin_net.game.cards import COLOURS as LETTERS
from odin_net.game.events import Kind, Occupant, Presence
from odin_net.game.options import (
    ALL_SIX,
    DRAWN_FOUR,
    MAX_PLAYERS,
    MIN_PLAYERS,
    VARIANT_COLOURS,
    Options,
    Starter,
)
from odin_net.game.text import NAME_COLUMNS, BadText, clean_name
from odin_net.levels import LEVELS
from protocol.messages import (
    AddBot,
    Forgive,
    KickGuest,
    Mute,
    MuteGuest,
    NewCode,
    OnlookerPart,
    OptionsPart,
    Reason,
    Remove,
    SetLevel,
    SetOptions,
    SetPace,
    Start,
    SwapSeats,
)

# What left and right step through; a table may have been opened with something between.
TARGETS = (1, 5, 10, 15, 20, 25, 30)
# Drawn, all, or any four of the six.
COLOURS = (DRAWN_FOUR, ALL_SIX, *map("".join, combinations(LETTERS, VARIANT_COLOURS)))
# The one that plays at random is for tests and arenas.
OFFERED_LEVELS = tuple(level for level in LEVELS if level != "random")
PACES = (0, 300, 500, 1000, 1500, 2000, 3000)
CLOCKS = (0, 30_000, 60_000, 90_000, 120_000)


class Line(Enum):
    """A line of the lobby that is no seat."""

    TARGET = auto()
    COLOURS = auto()
    STARTER = auto()
    BOT_PACE = auto()
    PEOPLE_PACE = auto()
    NAME = auto()
    LANGUAGE = auto()
    THEME = auto()


class SeatLine(NamedTuple):
    """The line of a seat."""

    seat: int


class GuestLine(NamedTuple):
    """The line of somebody who watches or waits for a seat."""

    name: str


class KickedLine(NamedTuple):
    """The line of somebody who was kicked."""

    name: str


AnyLine: TypeAlias = Line | SeatLine | GuestLine | KickedLine

OWNERS = (Line.TARGET, Line.COLOURS, Line.STARTER, Line.BOT_PACE, Line.PEOPLE_PACE)
EVERYBODYS = (Line.NAME, Line.LANGUAGE, Line.THEME)


def lines_of(seen: Seen) -> tuple[AnyLine, ...]:
    """The lines that can be chosen, from top to bottom."""
    seats = 0 if seen.game is None else len(seen.game.seats)
    own = EVERYBODYS if seen.seat is not None else EVERYBODYS[1:]
    if not seen.owner:
        return own
    return (*map(SeatLine, range(seats)), *company_of(seen), *OWNERS, *own)


def company_of(seen: Seen) -> tuple[GuestLine | KickedLine, ...]:
    """The lines of those who have no seat at our table: who looks on, and who was kicked."""
    return (*(GuestLine(one.name) for one in seen.audience.people), *map(KickedLine, seen.kicked))


def chosen_of(ui: Ui, seen: Seen) -> AnyLine:
    """The chosen line."""
    lines = lines_of(seen)
    return lines[min(ui.line, len(lines) - 1)]


def occupant_of(line: AnyLine, seen: Seen) -> Occupant | None:
    """Who sits on the chosen seat."""
    if not isinstance(line, SeatLine) or seen.game is None or line.seat >= len(seen.game.seats):
        return None
    return seen.game.seats[line.seat]


def onlooker_of(line: AnyLine, seen: Seen) -> OnlookerPart | None:
    """Who looks on from the chosen line."""
    if not isinstance(line, GuestLine):
        return None
    return next((one for one in seen.audience.people if one.name == line.name), None)


def name_at(line: AnyLine, seen: Seen) -> str | None:
    """Who is at the chosen line, with a seat or without."""
    person = occupant_of(line, seen) or onlooker_of(line, seen)
    return None if person is None else person.name


def followed(ui: Ui, before: Seen, seen: Seen) -> Ui:
    """The lobby with the same person or option chosen, whoever has sat down or gone since.

    While a log is read once more people come and go who are there all the time: the line stays where it is.
    """
    lines = lines_of(seen)
    if lines == lines_of(before) or not (before.caught_up and seen.caught_up):
        return ui
    line = chosen_of(ui, before)
    name = name_at(line, before)
    if name is None:
        if line in lines:
            return replace(ui, line=lines.index(line))
        return replace(ui, line=seen.seat or 0) if isinstance(line, KickedLine) else ui
    names = [name_at(one, seen) for one in lines]
    if name in names:
        return replace(ui, line=names.index(name))
    # Whoever was to be kicked has gone, and nobody else was meant.
    mode = Mode.PLAY if ui.mode is Mode.KICKING else ui.mode
    return replace(ui, mode=mode, line=_beside(ui.line, seen) if isinstance(line, SeatLine) else seen.seat or 0)


def _beside(line: int, seen: Seen) -> int:
    """The line of a seat that somebody has left, or the last one, if a bot is there now; else that of our own.

    Whoever presses the same key once more means no person who came to stand there, and no option: on one's own seat it
    does nothing.
    """
    seats = () if seen.game is None else seen.game.seats
    line = min(line, len(seats) - 1)
    return line if seats and seats[line].kind is Kind.BOT else seen.seat or 0


def update(ui: Ui, intent: Intent, seen: Seen) -> Updated:
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
            return _change(ui, line, -1 if intent is Do.LEFT else 1, seen)
        case Do.READY if seen.me is not None:
            return ui, (SayReady(not seen.me.ready),)
        case Do.ENTER:
            return _enter(ui, line, seen)
    return _own(ui, intent, line, seen) if seen.owner else (ui, ())


def _enter(ui: Ui, line: AnyLine, seen: Seen) -> Updated:
    if isinstance(line, KickedLine):
        return ui, (SendPart(Forgive(line.name)),)
    if line is Line.NAME and seen.me is not None:
        return replace(ui, mode=Mode.RENAME, draft=Draft.of(seen.me.name)), ()
    return _change(ui, line, 1, seen)


def _change(ui: Ui, line: AnyLine, step: int, seen: Seen) -> Updated:
    match line:
        case Line.NAME:
            return (_enter(ui, line, seen) if step > 0 else (ui, ()))  # fmt: skip
        case Line.LANGUAGE:
            return ui, (StepLanguage(step),)
        case Line.THEME:
            return ui, (StepTheme(step),)
        case Line.BOT_PACE:
            return ui, (SendPart(SetPace(_stepped(PACES, seen.terms.bots, step), seen.terms.people)),)
        case Line.PEOPLE_PACE:
            return ui, (SendPart(SetPace(seen.terms.bots, _stepped(CLOCKS, seen.terms.people, step))),)
        case SeatLine(seat):
            occupant = occupant_of(line, seen)
            if occupant is None or occupant.kind is not Kind.BOT:
                return ui, ()
            at = OFFERED_LEVELS.index(occupant.level) if occupant.level in OFFERED_LEVELS else 0
            return ui, (SendPart(SetLevel(seat, OFFERED_LEVELS[(at + step) % len(OFFERED_LEVELS)])),)
        case GuestLine() | KickedLine():
            return ui, ()
    return ui, (() if seen.game is None else (_set_options(_stepped_options(seen.game.options, line, step)),))


def _stepped_options(options: Options, line: AnyLine, step: int) -> Options:
    match line:
        case Line.TARGET:
            return options._replace(points=_stepped(TARGETS, options.points, step))
        case Line.COLOURS:
            return options._replace(colours=COLOURS[(COLOURS.index(options.colours) + step) % len(COLOURS)])
        case _:
            return options._replace(starter=Starter.LAST if options.starter is Starter.LEFT else Starter.LEFT)


def _set_options(options: Options) -> SendPart:
    return SendPart(SetOptions(OptionsPart(options.points, options.colours, options.starter)))


def _stepped(steps: tuple[int, ...], now: int, step: int) -> int:
    """The next of these above or below, whatever it was; the ends stay."""
    if step > 0:
        return next((one for one in steps if one > now), steps[-1])
    return next((one for one in reversed(steps) if one < now), steps[0])


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
            return ui, (SendPart(AddBot("normal")),)
        case Do.NEW_CODE if seen.code:
            return replace(ui, mode=Mode.RECODING), ()
    occupant, onlooker = occupant_of(line, seen), onlooker_of(line, seen)
    if onlooker is not None:
        return _own_guest(ui, intent, onlooker)
    if occupant is None or not isinstance(line, SeatLine):
        return ui, ()
    return _own_seat(ui, intent, line.seat, occupant, seen)


def may_start(seen: Seen) -> bool:
    """Whether there are enough for a game."""
    return seen.game is not None and len(seen.game.seats) >= MIN_PLAYERS


def has_free_seat(seen: Seen) -> bool:
    """Whether a bot has a place to sit."""
    return seen.game is None or len(seen.game.seats) < MAX_PLAYERS


def may_move(seen: Seen) -> bool:
    """Whether a seat has another to change places with."""
    return seen.game is not None and len(seen.game.seats) > 1


def not_ready(seen: Seen) -> tuple[int, ...]:
    """The others who have not said that they are ready. For who is covered a bot is."""
    seats = () if seen.game is None else seen.game.seats
    return tuple(
        seat
        for seat, occupant in enumerate(seats)
        if occupant.kind is Kind.PERSON
        and not occupant.ready
        and seat != seen.seat
        and occupant.presence is not Presence.COVERED
    )


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


# --- questions ---


def asked(ui: Ui, intent: Intent, seen: Seen) -> Updated:
    """The answer to a question of the lobby."""
    if intent is Do.BACK:
        return replace(ui, mode=Mode.PLAY), ()
    if ui.mode is Mode.RENAME:
        return _rename(ui, intent)
    if ui.mode is Mode.STARTING:
        return replace(ui, mode=Mode.PLAY), (SendPart(Start()),) if intent in (Do.ENTER, Do.START) else ()
    if ui.mode is Mode.RECODING:
        return replace(ui, mode=Mode.PLAY), (SendPart(NewCode()),) if intent in (Do.ENTER, Do.NEW_CODE) else ()
    line = chosen_of(ui, seen)
    effects: tuple[Effect, ...] = ()
    if intent in (Do.ENTER, Do.REMOVE):
        match line:
            case SeatLine(seat):
                effects = (SendPart(Remove(seat)),)
            case GuestLine(name):
                effects = (SendPart(KickGuest(name)),)
    return replace(ui, mode=Mode.PLAY), effects


def _rename(ui: Ui, intent: Intent) -> Updated:
    if intent is not Do.ENTER:
        return replace(ui, draft=edit(ui.draft, intent, NAME_COLUMNS)), ()
    try:
        name = clean_name(ui.draft.text)
    except BadText:
        return replace(ui, notice=Reason.BAD_NAME), ()
    return replace(ui, mode=Mode.PLAY), (SetName(name),)
