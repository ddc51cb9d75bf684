"""Questions and pages that lie over a picture: leaving, kicking, the log, Valhalla's cards, help."""

from clients.language import company
from clients.language.told import sentence
from clients.sentences import shown_name
from clients.terminal.bindings import Shown, shown_keys
from clients.terminal.drawing.cards import inline
from clients.terminal.drawing.rows import Fragment, Picture, Row, plain, wrap
from clients.terminal.frame import Frame
from clients.terminal.giving import chosen_seat
from clients.terminal.intents import Do, Intent
from clients.terminal.screens import parts
from clients.terminal.ui import NEVER
from odin_net.game.cards import COLOUR_MASKS, COLOURS, cards_in

# How far a choice's text stands from the edge: its key is before it.
CHOICE = 6


def draw_quitting(frame: Frame) -> Picture:
    """Stay, leave and come back, or leave for good."""
    language, seen = frame.language, frame.seen
    title = language("Leave the game?") if frame.settings.alone else language("Leave the table?")
    rows: list[Row] = [parts.title(frame, title), ()]
    keys = shown_keys(seen, frame.ui, language, frame.now)
    if frame.settings.alone:
        rows += frame.paragraph(language("A game against bots is not kept: it ends when you leave."), "class:bad")
        rows += [(), *_choice(frame, "S", language("stay"), Do.STAY), ()]
        rows += _choice(frame, "L", language("leave"), Do.LEAVE)
    elif frame.settings.hosting:
        rows += frame.paragraph(_warning(frame), "class:bad")
        rows += [(), *_choice(frame, "S", language("stay"), Do.STAY), ()]
        rows += _choice(frame, "L", _closing(frame), Do.LEAVE)
        keys = [key._replace(text=language("close the table")) if key.intent is Do.LEAVE else key for key in keys]
    elif seen.seat is None:
        rows += [*_choice(frame, "S", language("stay"), Do.STAY), (), *_choice(frame, "L", language("leave"), Do.LEAVE)]
    elif seen.is_cut_off:
        # Nobody is there who would let a bot play, or hear that it is for good.
        rows += [*_choice(frame, "S", language("stay"), Do.STAY), ()]
        rows += _choice(frame, "L", language("leave; my seat is kept"), Do.LEAVE)
    else:
        rows += [*_choice(frame, "S", language("stay"), Do.STAY), ()]
        rows += [*_choice(frame, "L", language("leave; a bot covers, and my seat waits for me"), Do.LEAVE), ()]
        rows += _choice(frame, "G", language("leave for good; somebody else may have my seat"), Do.LEAVE_FOR_GOOD)
        keys.append(Shown("G", language("leave for good"), Do.LEAVE_FOR_GOOD))
    if frame.ui.interrupted_at > NEVER:
        rows += [(), *frame.paragraph(language("A second Ctrl-C within two seconds leaves at once."), "class:faint")]
    foot = parts.key_rows(frame, keys)
    return Picture((*rows, *([()] * (frame.size.rows - len(rows) - len(foot))), *foot))


def _closing(frame: Frame) -> str:
    line, game = frame.settings.resume_with, frame.seen.game
    # A table where nothing has happened is not kept.
    is_begun = game is not None and (len(game.seats) > 1 or bool(game.tally))
    if not line or not is_begun:
        return frame.language("close the table")
    return frame.language("close the table; it can be resumed with {line}", line=line)


def _warning(frame: Frame) -> str:
    others = frame.seen.others_here
    if not others:
        return frame.language("You keep this table: it closes when you go.")
    return frame.language.many(
        "You keep this table: it closes for {count} other person when you go.",
        "You keep this table: it closes for {count} other people when you go.",
        others,
    )


def _choice(frame: Frame, key: str, text: str, intent: Intent) -> list[Row]:
    lines = wrap(text, frame.size.columns - CHOICE - 1)
    keys = [f"   {key}".ljust(CHOICE), *[" " * CHOICE] * (len(lines) - 1)]
    return [
        (Fragment("class:key", key, intent), Fragment("", line, intent)) for key, line in zip(keys, lines, strict=True)
    ]


def draw_log(frame: Frame) -> Picture:
    """All that has happened in this game, the newest at the bottom."""
    foot = parts.keys(frame)
    room = frame.size.rows - 1 - len(foot)
    lines = _latest_lines(frame, room + frame.ui.scroll + 1)
    end = max(min(room, len(lines)), len(lines) - frame.ui.scroll)
    start = max(0, end - room)
    shown = lines[start:end]
    more = frame.language("more above") if start else ""
    return Picture((parts.title(frame, frame.language("The log"), more), *shown, *([()] * (room - len(shown))), *foot))


def _latest_lines(frame: Frame, most: int) -> list[Row]:
    """At least so many lines of the log's end, if there are: to say all of it again at each event would take long."""
    lines: list[Row] = []
    for told in reversed(frame.seen.told):
        text = sentence(frame.language, told)
        if text:
            first, *others = wrap(text, frame.size.columns - 4)
            lines = [plain(f" {first}"), *(plain(f"   {line}") for line in others), *lines]
        if len(lines) >= most:
            break
    return lines


def draw_valhalla(frame: Frame) -> Picture:
    """The fallen cards of this hand, a row for each colour."""
    language, board = frame.language, frame.seen.board
    fallen = 0 if board is None else board.valhalla
    # Colours that are out of this game have no row: none of their cards can fall.
    colours = "" if board is None else board.game.colours
    rows: list[Row] = [parts.title(frame, language("Valhalla"), parts.out_of_play(frame))]
    rows += [(), *frame.paragraph(language.many(
        "{count} card has fallen in this hand.", "{count} cards have fallen in this hand.", fallen.bit_count()
    ))]  # fmt: skip
    for letter, mask in zip(COLOURS, COLOUR_MASKS, strict=True):
        if colours and letter not in colours:
            continue
        row: list[Fragment] = [Fragment("", f"   {letter} {frame.language.colour(letter):<12.12} ")]
        for card in cards_in(fallen & mask):
            row += [inline(card), Fragment("", " ")]
        rows += [(), tuple(row)] if frame.is_tall else [tuple(row)]
    foot = parts.keys(frame)
    return Picture((*rows, *([()] * (frame.size.rows - len(rows) - len(foot))), *foot))


def draw_giving(frame: Frame) -> Picture:
    """Whose seat goes to who waits longest."""
    seat, waiting = chosen_seat(frame.ui, frame.seen), frame.seen.waiting
    name = shown_name(waiting[0]) if waiting else "?"
    former = "?" if seat is None else frame.name(seat)
    text = frame.language(
        "Give the seat of {former}, who is away, to {name}, who waits for one? {former} cannot come back to it.",
        former=former,
        name=name,
    )
    rows = [parts.title(frame, frame.language("Give a seat")), (), *frame.paragraph(text, "class:bad"), ()]
    return Picture((*rows, *parts.keys(frame)))


def draw_kicking(frame: Frame, name: str) -> Picture:
    """Is it meant?"""
    text = company.kick_question(frame.language, name, is_open=not frame.seen.code)
    rows = [parts.title(frame, frame.language("Kick")), (), *frame.paragraph(text, "class:bad"), ()]
    return Picture((*rows, *parts.keys(frame)))
