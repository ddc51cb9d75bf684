"""How the lobby is drawn: the code first, the ways in, then seats and what was agreed."""

from clients.invitation import Ways, way_in, way_lines, ways
from clients.language.voice import mark
from clients.sentences import shown_name
from clients.terminal.bindings import Shown
from clients.terminal.drawing.bigletters import large
from clients.terminal.drawing.cards import Surface
from clients.terminal.drawing.rows import Fragment, Picture, Row, cut, left, padded, plain, width_of
from clients.terminal.frame import Frame
from clients.terminal.screens import chat, parts
from clients.terminal.screens.lobby_lines import (
    EVERYBODYS,
    OPTIONS,
    OWNERS,
    AnyLine,
    GuestLine,
    KickedLine,
    Line,
    SeatLine,
    chosen_of,
    company_of,
    explained,
    line_text,
    lines_of,
    not_ready,
    onlooker_of,
)
from clients.terminal.state import Choose, Mode
from odin_net.game.events import Kind, Occupant, Presence
from odin_net.game.options import MAX_PLAYERS
from protocol.messages import Reason

NAME = 16
# Between the seats and the options.
GAP = 1
LEAST_NEWS = 4
# Rows for those who have no seat: beside the options there are two that are free in any window.
COMPANY, COMPANY_IF_TALL = 2, 8
# From so many rows on everything lies in a frame of its own, with air around the code.
ROOMY = 30
# Translators: above what is typed or opened to come to a table, each in a frame. Room for 24 cells.
PHONE, WITHOUT_ODIN, WITH_ODIN = mark("Phone or browser"), mark("Laptop without Odin"), mark("Laptop with Odin")


def draw_lobby(frame: Frame, keys: list[Shown]) -> Picture:
    """The whole picture."""
    rows: list[Row] = [_title(frame), *_door(frame), *_columns(frame)]
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
        return parts.watching_line(frame)
    if seen.owner:
        about = explained(frame, chosen_of(frame.ui, seen))
        todo = language("S: start the game.") if seats > 1 else language("Wait for the others, or add bots with B.")
        return f"{about} {todo}".lstrip()
    if seen.me is not None and not seen.me.ready:
        return language("R: ready to begin.")
    return language("You are ready. The game begins when all are, or when the host starts it.")


def _is_roomy(frame: Frame) -> bool:
    return frame.is_wide and frame.size.rows >= ROOMY


def _title(frame: Frame) -> Row:
    language, seen = frame.language, frame.seen
    seats = 0 if seen.game is None else len(seen.game.seats)
    games = seen.games_left
    facts = [language.many("{count} game left", "{count} games left", games)] if games else []
    # Translators: at the end of the lobby's title.
    facts += [language("{count} of {most} seats taken", count=seats, most=MAX_PLAYERS)] if frame.is_wide else []
    return parts.headline(frame, language("The lobby"), " · ".join(facts))


# --- the way in ---


def _door(frame: Frame) -> list[Row]:
    seen, invitation = frame.seen, frame.settings.invitation
    if not seen.owner or not seen.code or invitation is None:
        return parts.ways_in(frame)
    big = large(seen.code, frame.size.columns - 2) if frame.is_tall and not frame.settings.ascii else []
    if not big:
        return parts.ways_in(frame, "class:big")
    to = ways(invitation, seen.code)[0]
    boxes = _way_boxes(frame, to) if _is_roomy(frame) else []
    lines = [row for line in way_lines(frame.language, to, is_typed=True) for row in frame.paragraph(line)]
    return [*_band(frame, big, way_in(frame.language, seen.code)), *(boxes or lines)]


def _band(frame: Frame, letters: list[str], code: str) -> list[Row]:
    """The code in large letters and as it is typed, on a ground of its own across the window."""
    columns, width = frame.size.columns, max(map(width_of, letters))
    ground = "class:felt" if frame.surface is Surface.PAINTED else ""
    margin = (columns - width) // 2
    rows: list[Row] = [(Fragment(f"{ground} class:turn", f"{' ' * margin}{line}"),) for line in letters]
    rows.append((Fragment(f"{ground} class:strong", f"{' ' * ((columns - width_of(code)) // 2)}{code}"),))
    air: list[Row] = [()] if _is_roomy(frame) else []
    return [padded(row, columns, ground) for row in (*air, *rows, *air)]


def _way_boxes(frame: Frame, to: Ways) -> list[Row]:
    """The open doors side by side, each with the whole line to type; nothing if one of them has no room."""
    said = [(PHONE, to.page), (WITHOUT_ODIN, to.ssh), (WITH_ODIN, to.odin)]
    open_doors = [(heading, line) for heading, line in said if line]
    width = frame.size.columns // len(open_doors)
    if any(width_of(line) > width - 4 for _, line in open_doors):
        return []
    return _side_by_side([_box(frame, frame.language(heading), [plain(line)], width) for heading, line in open_doors])


# --- frames ---


def _box(frame: Frame, heading: str, rows: list[Row], width: int) -> list[Row]:
    """Rows in a frame of so many columns."""
    corners, across, down = frame.glyphs.corners[:4], frame.glyphs.corners[4], frame.glyphs.corners[5]
    if frame.language.is_rtl:
        # All of it is turned for the eye.
        corners = corners[1] + corners[0] + corners[3] + corners[2]
    # One by one: what lies side by side in one fragment would keep its order.
    first, second, third, fourth, side = (Fragment("class:line", char) for char in (*corners, down))
    free = Fragment("class:line", across * (width - 5 - width_of(heading)))
    top = (first, Fragment("class:line", across), Fragment("class:strong", f" {heading} "), free, second)
    bottom = (third, Fragment("class:line", across * (width - 2)), fourth)
    return [top, *((side, Fragment("", " "), *padded(row, width - 3), side) for row in rows), bottom]


def _side_by_side(boxes: list[list[Row]]) -> list[Row]:
    return [tuple(fragment for row in rows for fragment in row) for rows in zip(*boxes, strict=True)]


# --- seats on the left, options on the right ---


def _columns(frame: Frame) -> list[Row]:
    lefts = [*(_seat(frame, seat) for seat in range(MAX_PLAYERS)), *_company(frame)]
    rights = _agreed(frame)
    height, (width, other) = max(len(lefts), len(rights)), _widths(frame)
    lefts += [()] * (height - len(lefts))
    rights += [()] * (height - len(rights))
    # Translators: above who sits there, in the lobby. Room for 20 cells.
    table = frame.language("At the table")
    # Translators: above what is agreed for the game, in the lobby. Room for 20 cells.
    agreed = frame.language("Agreed")
    if _is_roomy(frame):
        return _side_by_side([_box(frame, table, lefts, width + 3), _box(frame, agreed, rights, other + 3)])
    rows = [(*padded(one, width + GAP), *two) for one, two in zip(lefts, rights, strict=True)]
    return [_headings(frame, (table, width), (agreed, other)), *rows] if frame.is_tall else rows


def _headings(frame: Frame, *columns: tuple[str, int]) -> Row:
    """A line above both columns, with what they are."""
    across = frame.glyphs.corners[4]
    row: list[Fragment] = []
    for word, room in columns:
        row += [Fragment("class:line", across), Fragment("class:strong", f" {word} ")]
        row += [Fragment("class:line", across * max(0, room - width_of(word) - 3)), Fragment("", " " * GAP)]
    return tuple(row[:-1])


def _widths(frame: Frame) -> tuple[int, int]:
    """Of a line at both sides."""
    if _is_roomy(frame):
        half = frame.size.columns // 2
        return half - 3, frame.size.columns - half - 3
    width = max(35, frame.size.columns // 2 + 2)
    return width - GAP, frame.size.columns - width


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
    width = _widths(frame)[0]
    text = f"{seat + 1} {left(shown_name(occupant.name), _name_width(frame))} "
    at = len(text)
    is_ready = occupant.ready or occupant.kind is Kind.BOT
    if frame.is_wide:
        text += f"{frame.glyphs.full if is_ready else frame.glyphs.empty} "
    # The last of these matter least, but whether one is ready more than that it is oneself: the name says that, too.
    # What has no room is left out, not cut off.
    states = _states(frame, seat, occupant)
    while len(states) > 1 and width_of(text + frame.language.enumerated(states)) > width - 2:
        states.pop(0 if len(states) == 2 and seat == frame.seen.seat else -1)
    row = _line(frame, SeatLine(seat), text + frame.language.enumerated(states), width)
    return _with_sign(row, at, "class:good" if is_ready else "class:strong") if frame.is_wide else row


def _with_sign(row: Row, at: int, style: str) -> Row:
    """The line of a seat with the sign in it that says from afar whether they are ready."""
    *mark, (look, text, click) = row
    if not text[at:] or look:
        return row  # The chosen one looks the same from end to end.
    pieces = (look, text[:at]), (style, text[at : at + 1]), (look, text[at + 1 :])
    return (*mark, *(Fragment(look, piece, click) for look, piece in pieces))


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
    return _line(frame, line, text, _widths(frame)[0])


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
    width = _widths(frame)[1]
    # Who only watches has no name to change.
    own = [_line(frame, line, line_text(frame, line), width) for line in EVERYBODYS if line in lines_of(frame.seen)]
    # What a guest cannot change and what is not there needs no line.
    clock = (Line.PEOPLE_PACE,) if frame.seen.terms.people else ()
    shown = OWNERS if frame.seen.owner else (*OPTIONS, *clock)
    return [*(_line(frame, line, line_text(frame, line), width) for line in shown), *own]
