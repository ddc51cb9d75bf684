"""The lines of the lobby: who is where, which one stays chosen, how each is changed, and what it says. Pure.

The seats come first, then who has none, what is agreed, and what is one's own.
"""

from enum import Enum, auto
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias, assert_never

from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.language.options import SENTENCES
from clients.model import Seen
from clients.sentences import shown_name
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.state import Draft, Mode, Notice, SendPart, StepLanguage, StepTheme, Ui, Updated
from odin_net.game.cards import COLOURS as LETTERS
from odin_net.game.events import Kind, Occupant, Presence
from odin_net.game.options import ALL_SIX, DRAWN_FOUR, MAX_PLAYERS, MIN_PLAYERS, VARIANT_COLOURS, Options, Starter
from odin_net.levels import OFFERED
from protocol.messages import Forgive, OnlookerPart, OptionsPart, SetLevel, SetOptions, SetPace


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

OptionLine: TypeAlias = Literal[Line.TARGET, Line.COLOURS, Line.STARTER]

OPTIONS: tuple[OptionLine, ...] = (Line.TARGET, Line.COLOURS, Line.STARTER)
OWNERS = (*OPTIONS, Line.BOT_PACE, Line.PEOPLE_PACE)
EVERYBODYS = (Line.NAME, Line.LANGUAGE, Line.THEME)

# What left and right step through; a table may have been opened with something between.
TARGETS = (1, 5, 10, 15, 20, 25, 30)
# Drawn, all, or any four of the six.
COLOURS = (DRAWN_FOUR, ALL_SIX, *map("".join, combinations(LETTERS, VARIANT_COLOURS)))
PACES = (0, 300, 500, 1000, 1500, 2000, 3000)
CLOCKS = (0, 30_000, 60_000, 90_000, 120_000)


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


def without_old_notice(ui: Ui, seen: Seen) -> Ui:
    """The same without what was said about a key and is not so any more: somebody has come, or gone."""
    is_old = {Notice.TOO_FEW: may_start(seen), Notice.ALL_TAKEN: has_free_seat(seen)}
    if isinstance(ui.notice, Notice) and is_old.get(ui.notice, False):
        return replace(ui, notice=None)
    return ui


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


# --- what left, right and Enter make of a line ---


def entered(ui: Ui, line: AnyLine, seen: Seen) -> Updated:
    """After Enter on this line."""
    if isinstance(line, KickedLine):
        return ui, (SendPart(Forgive(line.name)),)
    if line is Line.NAME:
        return _renaming(ui, seen)
    return changed(ui, line, 1, seen)


def _renaming(ui: Ui, seen: Seen) -> Updated:
    """Ask for another name. While a log is read, our seat may not be in it yet."""
    return (ui if seen.me is None else replace(ui, mode=Mode.RENAME, draft=Draft.of(seen.me.name))), ()


def changed(ui: Ui, line: AnyLine, step: int, seen: Seen) -> Updated:
    """After one step to the left or to the right."""
    match line:
        case Line.NAME:
            return _renaming(ui, seen) if step > 0 else (ui, ())
        case Line.LANGUAGE:
            return ui, (StepLanguage(step),)
        case Line.THEME:
            return ui, (StepTheme(step),)
        case Line.BOT_PACE | Line.PEOPLE_PACE:
            return _set_pace(ui, line, step, seen)
        case SeatLine(seat):
            occupant = occupant_of(line, seen)
            if occupant is None or occupant.kind is not Kind.BOT:
                return ui, ()
            at = OFFERED.index(occupant.level) if occupant.level in OFFERED else 0
            return ui, (SendPart(SetLevel(seat, OFFERED[(at + step) % len(OFFERED)])),)
        case GuestLine() | KickedLine():
            return ui, ()
    return ui, (() if seen.game is None else (_set_options(_stepped_options(seen.game.options, line, step)),))


def _set_pace(ui: Ui, line: Literal[Line.BOT_PACE, Line.PEOPLE_PACE], step: int, seen: Seen) -> Updated:
    """Both are sent: a step begins at what was sent last, which the host may not have set yet."""
    bots, people = ui.pace or (seen.terms.bots, seen.terms.people)
    if line is Line.BOT_PACE:
        bots = _stepped(PACES, bots, step)
    else:
        people = _stepped(CLOCKS, people, step)
    return replace(ui, pace=(bots, people)), (SendPart(SetPace(bots, people)),)


def _stepped_options(options: Options, line: OptionLine, step: int) -> Options:
    match line:
        case Line.TARGET:
            return options._replace(points=_stepped(TARGETS, options.points, step))
        case Line.COLOURS:
            return options._replace(colours=COLOURS[(COLOURS.index(options.colours) + step) % len(COLOURS)])
        case Line.STARTER:
            return options._replace(starter=Starter.LAST if options.starter is Starter.LEFT else Starter.LEFT)
        case _:
            assert_never(line)


def _set_options(options: Options) -> SendPart:
    return SendPart(SetOptions(OptionsPart(options.points, options.colours, options.starter)))


def _stepped(steps: tuple[int, ...], now: int, step: int) -> int:
    """The next of these above or below, whatever it was; the ends stay."""
    if step > 0:
        return next((one for one in steps if one > now), steps[-1])
    return next((one for one in reversed(steps) if one < now), steps[0])


# --- what a line says ---


def line_text(frame: Frame, line: Line) -> str:
    """What a line says that is nobody's seat."""
    language, terms = frame.language, frame.seen.terms
    match line:
        case Line.TARGET | Line.COLOURS | Line.STARTER:
            return _option_text(frame, line)
        case Line.BOT_PACE:
            # Room for 23 cells.
            return language("bots take {seconds} s", seconds=terms.bots / 1000)
        case Line.PEOPLE_PACE:
            turn = terms.people // 1000
            # Room for 23 cells.
            return language("turn clock: {seconds} s", seconds=turn) if turn else language("turn clock: off")
        case Line.NAME:
            name = "" if frame.seen.me is None else shown_name(frame.seen.me.name)
            return language("name: {name}", name=name)
        case Line.LANGUAGE:
            return language("language: {language}", language=LANGUAGES[language.code])
        case Line.THEME:
            return language("theme: {theme}", theme=theme_name(frame))
        case _:
            assert_never(line)


def _option_text(frame: Frame, line: OptionLine) -> str:
    language = frame.language
    options = Options() if frame.seen.game is None else frame.seen.game.options
    match line:
        case Line.TARGET:
            return language("game: {value}", value=parts.target(frame))
        case Line.COLOURS:
            say = _colours if frame.is_wide else _colours_shortly
            return say(language, options.colours)
        case Line.STARTER:
            say_starter = _starter if frame.is_wide else _starter_shortly
            return say_starter(language, options.starter)
        case _:
            assert_never(line)


def _colours(language: Language, colours: str) -> str:
    if colours == ALL_SIX:
        # Room for 36 cells.
        return language("two players: all 6 colours")
    if colours == DRAWN_FOUR:
        # Room for 36 cells.
        return language("two players: 4 random colours")
    # Translators: four letters, R O Y G for example.
    # Room for 36 cells.
    return language("two players: {letters}", letters=" ".join(colours))


def _colours_shortly(language: Language, colours: str) -> str:
    if colours == ALL_SIX:
        # Translators: what two players play with, in a small window.
        # Room for 23 cells.
        return language("two: all 6 colours")
    if colours == DRAWN_FOUR:
        # Translators: what two players play with, in a small window.
        # Room for 23 cells.
        return language("two: 4 random colours")
    # Translators: what two players play with, in a small window: four letters, R O Y G for example.
    # Room for 23 cells.
    return language("two: {letters}", letters=" ".join(colours))


def _starter(language: Language, starter: Starter) -> str:
    if starter is Starter.LAST:
        # Room for 36 cells.
        return language("next hand opened by: who went out")
    # Translators: the left neighbour of who opened the last one.
    # Room for 36 cells.
    return language("next hand opened by: left neighbour")


def _starter_shortly(language: Language, starter: Starter) -> str:
    if starter is Starter.LAST:
        # Translators: who opens the next hand, in a small window.
        # Room for 23 cells.
        return language("next: who went out")
    # Translators: who opens the next hand, in a small window: the left neighbour of who opened the last one.
    # Room for 23 cells.
    return language("next: left neighbour")


def explained(frame: Frame, line: AnyLine) -> str:
    """A whole sentence about what is agreed there; nothing about other lines."""
    options = Options() if frame.seen.game is None else frame.seen.game.options
    fields = {Line.TARGET: "points", Line.COLOURS: "colours", Line.STARTER: "starter"}
    field = fields.get(line) if isinstance(line, Line) else None
    return "" if field is None else SENTENCES[field](frame.language, getattr(options, field))


def theme_name(frame: Frame) -> str:
    """What the theme of this screen is called."""
    language, theme = frame.language, frame.settings.theme
    match theme:
        case Theme.DEFAULT:
            return language("clear colours")
        case Theme.HIGH_CONTRAST:
            return language("high contrast")
        case Theme.SIXTEEN:
            return language("16 colours")
        case Theme.NONE:
            return language("no colours")
        case _:
            assert_never(theme)
