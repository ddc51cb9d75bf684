"""The lines of the lobby, who is where, and which one stays chosen. Pure.

The seats come first, then who has none, what is agreed, and what is one's own.
"""

from enum import Enum, auto
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from clients.model import Seen
from clients.terminal.state import Mode, Ui
from odin_net.game.events import Kind, Occupant, Presence
from odin_net.game.options import MAX_PLAYERS, MIN_PLAYERS
from protocol.messages import OnlookerPart


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

OwnersLine: TypeAlias = Literal[Line.TARGET, Line.COLOURS, Line.STARTER, Line.BOT_PACE, Line.PEOPLE_PACE]
EverybodysLine: TypeAlias = Literal[Line.NAME, Line.LANGUAGE, Line.THEME]

OWNERS: tuple[OwnersLine, ...] = (Line.TARGET, Line.COLOURS, Line.STARTER, Line.BOT_PACE, Line.PEOPLE_PACE)
EVERYBODYS: tuple[EverybodysLine, ...] = (Line.NAME, Line.LANGUAGE, Line.THEME)


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


# --- what may be done there ---


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
