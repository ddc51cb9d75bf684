"""The lobby: who is there, how to join, what is agreed, and how one wants one's own screen."""

from clients.language import LANGUAGES
from clients.language.told import watching
from clients.sentences import shown_name
from clients.terminal.drawing.bigletters import large
from clients.terminal.drawing.rows import Fragment, Picture, Row, cut, left, padded, plain, width_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import Frame
from clients.terminal.intents import Choose
from clients.terminal.lobbying import (
    EVERYBODYS,
    OWNERS,
    AnyLine,
    GuestLine,
    KickedLine,
    Line,
    SeatLine,
    chosen_of,
    company_of,
    lines_of,
    name_at,
    not_ready,
    onlooker_of,
)
from clients.terminal.screens import overlays, parts
from clients.terminal.ui import Mode
from odin_net.game.events import Kind, Occupant, Presence
from odin_net.game.options import ALL_SIX, DRAWN_FOUR, MAX_PLAYERS, Options, Starter
from protocol.messages import Reason

NAME = 16
# Between the seats and the options.
GAP = 1
LEAST_NEWS = 4
# Rows for those who have no seat: beside the options there are two that are free in any window.
COMPANY, COMPANY_IF_TALL = 2, 8


def draw_lobby(frame: Frame) -> Picture:
    """The whole picture."""
    language = frame.language
    games = frame.seen.games_left
    more = language.many("{count} game left", "{count} games left", games) if games else ""
    rows: list[Row] = [parts.title(frame, language("Odin: the lobby"), more)]
    rows += _door(frame)
    if frame.is_tall:
        rows.append(())
    rows += _columns(frame)
    foot = parts.keys(frame)
    room = frame.size.rows - len(rows) - len(foot)
    if frame.ui.mode is Mode.CHAT:
        height = max(4, room)
        panel, (column, row) = parts.chat_panel(frame, height)
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
        asked = frame.language("A new code? The old one lets nobody in any more. Enter or N makes it, Esc goes back.")
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
        return frame.language("All are ready now. Enter or S starts, Esc waits.")
    return frame.language("Not ready yet: {names}. Enter or S starts all the same, Esc waits.", names=names)


def _what_next(frame: Frame) -> str:
    language, seen = frame.language, frame.seen
    seats = 0 if seen.game is None else len(seen.game.seats)
    if seen.seat is None:
        return watching(frame.language, frame.seen)
    if seen.owner:
        return language("S starts the game.") if seats > 1 else language("Wait for the others, or add bots with B.")
    if seen.me is not None and not seen.me.ready:
        return language("R says that you are ready.")
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
    click = Choose(lines.index(line))
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
        states += [language("muted")] if onlooker.muted else []
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
        return [language("away")]
    said = [language("you")] if seat == frame.seen.seat else []
    said.append(language("ready") if occupant.ready else language("not ready"))
    if seat in frame.seen.terms.muted:
        said.append(language("muted"))
    return [*said, *_wins(frame, occupant.name)]


def _wins(frame: Frame, name: str) -> list[str]:
    """What somebody has won this evening, where there is room for it."""
    tally = () if frame.seen.game is None else frame.seen.game.tally
    wins = next((entry.wins for entry in tally if entry.name == name), 0)
    return [frame.language.many("{count} win", "{count} wins", wins)] if wins and frame.is_wide else []


def _agreed(frame: Frame) -> list[Row]:
    width = frame.size.columns - _left_width(frame)
    options = Options() if frame.seen.game is None else frame.seen.game.options
    # Who only watches has no name to change.
    own = [_line(frame, line, _own_text(frame, line), width) for line in EVERYBODYS if line in lines_of(frame.seen)]
    # What a guest cannot change and what is not there needs no line.
    clock = (Line.PEOPLE_PACE,) if frame.seen.terms.people else ()
    shown = OWNERS if frame.seen.owner else (*OWNERS[:3], *clock)
    return [*(_line(frame, line, _option_text(frame, line, options), width) for line in shown), *own]


def _option_text(frame: Frame, line: AnyLine, options: Options) -> str:
    language, terms = frame.language, frame.seen.terms
    match line:
        case Line.TARGET:
            return language("game: {value}", value=parts.target(frame))
        case Line.COLOURS:
            return language("for two: {value}", value=_colours(frame, options.colours))
        case Line.STARTER:
            last = options.starter is Starter.LAST
            return language("opens next: {value}", value=language("who went out") if last else language("to the left"))
        case Line.BOT_PACE:
            return language("bots take {seconds} s", seconds=f"{terms.bots / 1000:g}")
        case _:
            turn = terms.people // 1000
            return language("turn clock: {seconds} s", seconds=turn) if turn else language("turn clock: off")


def _colours(frame: Frame, colours: str) -> str:
    if colours == ALL_SIX:
        return frame.language("six colours")
    return frame.language("four by lot") if colours == DRAWN_FOUR else " ".join(colours)


def _own_text(frame: Frame, line: AnyLine) -> str:
    language = frame.language
    match line:
        case Line.NAME:
            name = "" if frame.seen.me is None else shown_name(frame.seen.me.name)
            return language("name: {name}", name=name)
        case Line.LANGUAGE:
            name = LANGUAGES[language.code]
            if language.is_rtl:
                # Its lines are turned, but the layout is still that of the others.
                return language("language: {language} (a first version)", language=name)
            return language("language: {language}", language=name)
        case _:
            return language("theme: {theme}", theme=theme_name(frame))


def theme_name(frame: Frame) -> str:
    """What a theme is called."""
    language = frame.language
    match frame.settings.theme:
        case Theme.DEFAULT:
            return language("clear colours")
        case Theme.HIGH_CONTRAST:
            return language("high contrast")
        case Theme.SIXTEEN:
            return language("16 colours")
        case _:
            return language("no colours")


def draw_kicking(frame: Frame) -> Picture:
    """Whether somebody is really to go."""
    return overlays.draw_kicking(frame, name_at(chosen_of(frame.ui, frame.seen), frame.seen) or "?")
