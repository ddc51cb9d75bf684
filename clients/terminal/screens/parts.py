"""What several pictures have in common: the title, the line of keys, trouble, what was just said."""

import math
from collections.abc import Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import Literal, assert_never

from clients.invitation import way_in, way_lines, ways
from clients.language import Language, company
from clients.language.options import target as how_far
from clients.language.seats import code_news
from clients.language.told import paused, sentence, watching
from clients.model import AnyTold, CodeTold, Told
from clients.news import LinkStage
from clients.reconnect import PATIENT_TRIES
from clients.sentences import shown_name
from clients.terminal.bindings import OTHERS, Shown, key_names
from clients.terminal.drawing.ascii import ascii_row
from clients.terminal.drawing.cards import Surface
from clients.terminal.drawing.rows import (
    Fragment,
    Picture,
    Row,
    beside,
    cut,
    first_lines,
    left,
    padded,
    plain,
    row_width,
    width_of,
    wrap,
)
from clients.terminal.frame import Frame, is_too_small
from clients.terminal.state import NEVER, Do, Mode, NotHeld, Notice, is_sent
from odin_net.game.cards import COLOURS, format_card, format_cards, mask_of
from odin_net.game.events import Actor, CardsPlayed, Kind, SeatChanged
from odin_net.game.options import Options
from odin_net.game.sets import value_of
from protocol.errors import Hint
from protocol.messages import CodeNews, Reason

TROUBLE_ROWS = 3
# Help and leaving stand last.
LAST_KEYS = 2


def fitted(frame: Frame, picture: Picture) -> Picture:
    """The picture as this window and these settings can show it."""
    if is_too_small(frame.size):
        picture = Picture(tuple(too_small(frame)))
    if picture.is_whole:
        return picture._replace(rows=tuple(map(ascii_row, picture.rows))) if frame.settings.ascii else picture
    rows = tuple(cut(row, frame.size.columns) for row in picture.rows[: frame.size.rows])
    cursor = picture.cursor
    if cursor is not None and (cursor[0] >= frame.size.columns or cursor[1] >= len(rows)):
        cursor = None
    picture = picture._replace(rows=rows, cursor=cursor)
    if frame.language.is_rtl and not picture.is_turned:
        from clients.terminal.drawing.bidi import turn_picture  # noqa: PLC0415  Other languages need none of it.

        picture = turn_picture(picture, frame.size.columns)
    rows = picture.rows
    if frame.settings.ascii:
        rows = tuple(map(ascii_row, rows))
    if frame.surface is Surface.PAINTED:
        # It brings its own ground, which the terminal would not draw behind nothing.
        rows = tuple(padded(row, frame.size.columns) for row in (*rows, *([()] * (frame.size.rows - len(rows)))))
    return picture._replace(rows=rows)


def filled(frame: Frame, rows: list[Row], keys: list[Shown]) -> Picture:
    """These rows at the top, the keys at the bottom, and nothing between."""
    foot = key_rows(frame, keys)
    return Picture((*rows, *([()] * (frame.size.rows - len(rows) - len(foot))), *foot))


def headline(frame: Frame, text: str = "", more: str = "") -> Row:
    """The first row, with the game's name before it all."""
    style = "class:title"
    name = (Fragment(style, " "), Fragment(f"{style} class:brand", frame.language("Odin").upper()))
    row = beside((*name, Fragment(style, f"  {text}")), plain(f"{more} ", style), frame.size.columns, style)
    return padded(row, frame.size.columns, style)


def key_rows(frame: Frame, shown: list[Shown], most: int = 1) -> list[Row]:
    """These keys in one row, or in at most so many; the first ones before the others.

    What has no room is in the help. That key, and the way out, always have room; it says that there are more.
    """
    return _all_key_rows(frame, fitting_keys(frame, shown, most))[:most]


def fitting_keys(frame: Frame, shown: list[Shown], most: int) -> list[Shown]:
    """Those of these keys that have room in so many rows."""
    if _rows_needed(frame, shown) <= most:
        return shown
    tried = [_kept(frame, some, last, most) for last in last_ways(frame, shown) for some in _shorter(frame, shown)]
    return max(tried, key=lambda keys: [any(key.needed == rank for key in keys) for rank in range(OTHERS)])


def last_keys(frame: Frame, shown: list[Shown]) -> list[Shown]:
    """Help and the way out, where others are not shown."""
    return [_with_more(frame, key) for key in shown[-LAST_KEYS:]]


def last_ways(frame: Frame, shown: list[Shown]) -> tuple[list[Shown], list[Shown]]:
    """The same, and in fewer words."""
    return last_keys(frame, shown), shown[-LAST_KEYS:]


def _shorter(frame: Frame, shown: list[Shown]) -> Iterator[list[Shown]]:
    """All keys but the last ones, and the same with fewer of those that do the same; one of them in a small window."""
    first = shown[:-LAST_KEYS]
    yield first
    for place in range(1 if frame.is_wide else 2):
        yield [key._replace(key=key.shorter[place]) if key.shorter else key for key in first]


def _kept(frame: Frame, shown: list[Shown], last: list[Shown], most: int) -> list[Shown]:
    """As many of these as have room in so many rows, the most needed first, with the last ones."""
    kept: list[Shown] = []
    for key in sorted(shown, key=lambda key: key.needed):
        tried = [one for one in shown if one in (*kept, key)]
        if _rows_needed(frame, [*tried, *last]) <= most:
            kept = tried
    return [*kept, *last]


def _with_more(frame: Frame, key: Shown) -> Shown:
    return key._replace(text=frame.language("more keys")) if key.intent is Do.HELP else key


def _rows_needed(frame: Frame, shown: list[Shown]) -> int:
    """In how many rows these keys have room: asked often, so no row is written for it."""
    rows, end = 1, 0
    for key in shown:
        wide = _key_width(frame.language, key.key, key.text, ascii_only=frame.settings.ascii)
        if end and end + 2 + wide > frame.size.columns:
            rows, end = rows + 1, 0
        end += (2 if end else 1) + wide
    return rows


@lru_cache(maxsize=1024)
def _key_width(language: Language, key: str, text: str, *, ascii_only: bool) -> int:
    return width_of(key_names(language, key, ascii_only=ascii_only)) + 1 + width_of(text)


def _all_key_rows(frame: Frame, shown: list[Shown]) -> list[Row]:
    rows: list[Row] = []
    row: Row = ()
    for key in shown:
        name = key_names(frame.language, key.key, ascii_only=frame.settings.ascii)
        cell = (Fragment("class:key", name, key.intent), Fragment("class:faint", f" {key.text}", key.intent))
        gap = Fragment("", "  ") if row else Fragment("", " ")
        if row and row_width(row) + row_width(cell) + 2 > frame.size.columns:
            rows.append(row)
            row, gap = (), Fragment("", " ")
        row = (*row, gap, *cell)
    return [*rows, row]


def too_small(frame: Frame) -> list[Row]:
    """A kind word for a window in which nothing can be seen."""
    text = frame.language(
        "Odin needs a little more room: 60 columns and 20 rows. This window has {columns} and {rows}. Nothing is lost: "
        "make it larger and go on.",
        columns=frame.size.columns,
        rows=frame.size.rows,
    )
    if frame.ui.mode is Mode.QUITTING and frame.ui.interrupted_at > NEVER:
        keys = frame.language("Ctrl-C again within two seconds: leave at once.")
    else:
        keys = frame.language("Until then only one key works. Ctrl-C: leave.")
    return [*frame.paragraph(text), *frame.paragraph(keys)]


def out_of_play(frame: Frame) -> str:
    """The colours that are out, in the variant for two players."""
    game = frame.seen.game
    if game is None or not game.colours or game.colours == COLOURS:
        return ""
    letters = [letter for letter in COLOURS if letter not in game.colours]
    if frame.is_wide:
        letters = [f"{letter} {frame.language.colour(letter)}" for letter in letters]
    return frame.language("out: {colours}", colours=frame.language.enumerated(letters))


def target(frame: Frame) -> str:
    """How far the game goes."""
    options = Options() if frame.seen.game is None else frame.seen.game.options
    return how_far(frame.language, options.points)


# --- the way in ---


def ways_in(frame: Frame, code_style: str = "", *, in_short: bool = False) -> list[Row]:
    """How others join: the code, and a line for each door, or in short for those who have Odin."""
    invitation, code = frame.settings.invitation, frame.seen.code or ""
    if invitation is None or not may_invite(frame):
        return []
    # As it is typed, whether it is to be read aloud or copied.
    rows = frame.paragraph(way_in(frame.language, code), code_style if code else "class:mark")
    lines = way_lines(frame.language, ways(invitation, code)[0], is_typed=True)
    for line in lines[-1:] if in_short else lines:
        rows += frame.paragraph(line)
    return rows


def may_invite(frame: Frame) -> bool:
    """Whether it is known how others join: only its owner is shown the table's code."""
    # Of an open table no code ever comes; before all is read here it might still.
    is_known = frame.seen.code is not None or frame.seen.caught_up
    return frame.settings.invitation is not None and frame.seen.owner and is_known and frame.seen.ended is None


# --- trouble ---


def trouble(frame: Frame) -> tuple[str, str] | None:
    """What keeps the table from going on, and in which style to say it; None if nothing does."""
    seen, language = frame.seen, frame.language
    if seen.alarm is not None and not frame.settings.remote:
        return language.verdict(seen.alarm), "class:alarm"
    if seen.is_cut_off:
        return _cut_off(frame), "class:bad"
    if seen.paused is not None:
        return paused(language, seen), "class:bad"
    return None


def _cut_off(frame: Frame) -> str:
    """What becomes of a move, and what is tried; the former alone where both have no room."""
    about, waiting = _about_move(frame), _waiting(frame)
    both = f"{about} {waiting}" if about else waiting
    return both if not about or len(frame.lines(both)) <= TROUBLE_ROWS else about


def _about_move(frame: Frame) -> str:
    """What becomes of what somebody did when the link was lost, or after that."""
    ui, board = frame.ui, frame.seen.board
    if ui.notice is Notice.NOT_SENT:
        return notice(frame.language, ui.notice)
    if board is not None and is_sent(ui, board):
        return frame.language("Your move is sent again when the host is back.")
    return ""


def _waiting(frame: Frame) -> str:
    """Calm: the sentence stays the same while tries come and go."""
    language, link = frame.language, frame.seen.link
    if link.closed:
        return language.table_closed(has_seat=frame.seen.seat is not None)
    if link.hint is Hint.UNKNOWN_SEAT:
        return language.hint_refusal(link.hint)  # The host has lost that we came: nothing of ours is safe there.
    seconds = seconds_left(frame, link.retry_at)
    if link.stage is LinkStage.WAITING and seconds:
        text = language.many(
            "The host is away; trying again in {count} second. Your seat and your cards are safe.",
            "The host is away; trying again in {count} seconds. Your seat and your cards are safe.",
            seconds,
        )
    else:
        text = language("The host is away; trying again now. Your seat and your cards are safe.")
    if link.attempt > PATIENT_TRIES and not _about_move(frame):
        # The line that is typed is not broken.
        text += " " + language("If it has stopped, the host types: {line}", line="odin\xa0host\xa0--resume")
    return text


def seconds_left(frame: Frame, until: float | None) -> int:
    """Whole seconds, rounded up, so that a countdown ends with 1."""
    return 0 if until is None else max(0, math.ceil(until - frame.now))


# --- what is said about keys ---


def notice(language: Language, what: Notice) -> str:
    """What is said about a key."""
    match what:
        case Notice.YOUR_TURN:
            return language("Your turn.")
        case Notice.PICK_FIRST:
            return language("Pick cards first: press their numbers, or Tab for a play that is legal.")
        case Notice.NO_PLAY:
            return language("Nothing that you hold beats the middle. P or Enter: pass.")
        case Notice.NO_PLAY_YET:
            return language("Nothing that you hold beats what lies in the middle now.")
        case Notice.AUTO_PASS_ON:
            return language("Auto-pass is on: when you can play nothing, it passes for you after a moment.")
        case Notice.AUTO_PASS_OFF:
            return language("Auto-pass is off.")
        case Notice.BELL_ON:
            return language("The bell rings once when your turn begins.")
        case Notice.BELL_OFF:
            return language("The bell is silent.")
        case Notice.BY_NUMBER:
            return language("Your hand lies by number.")
        case Notice.BY_COLOUR:
            return language("Your hand lies by colour.")
        case Notice.HINT_ON_YOUR_TURN:
            return language("Hints are for your turn.")
        case (
            Notice.STOPS_AFTER_HAND | Notice.GOES_ON | Notice.COVER_ASKED | Notice.NOT_SENT
            | Notice.MUTED | Notice.HEARD_AGAIN | Notice.ALL_TAKEN | Notice.TOO_FEW
        ):  # fmt: skip
            return _notice_of_table(language, what)
        case _:
            assert_never(what)


def _notice_of_table(
    language: Language,
    what: Literal[
        Notice.STOPS_AFTER_HAND, Notice.GOES_ON, Notice.COVER_ASKED, Notice.NOT_SENT,
        Notice.MUTED, Notice.HEARD_AGAIN, Notice.ALL_TAKEN, Notice.TOO_FEW,
    ],
) -> str:  # fmt: skip
    match what:
        case Notice.STOPS_AFTER_HAND:
            return language("The game stops after this hand, and nobody wins.")
        case Notice.GOES_ON:
            return language("The game goes on after this hand.")
        case Notice.COVER_ASKED:
            return language("You are for letting a bot play. The host decides alone, others need to be two.")
        case Notice.NOT_SENT:
            return language("The host is away: that was not sent.")
        case Notice.MUTED:
            return company.muted(language, muted=True)
        case Notice.HEARD_AGAIN:
            return company.muted(language, muted=False)
        case Notice.ALL_TAKEN:
            return language("All seats are taken. To make room, choose one and press X.")
        case Notice.TOO_FEW:
            return language("A game needs two at least: wait for somebody, or add a bot.")
        case _:
            assert_never(what)


def watching_line(frame: Frame) -> str:
    """What somebody without a seat does here, and what they can hope for if they want one."""
    if frame.settings.watches:
        return frame.language("You watch.")
    return watching(frame.language, frame.seen)


def said(frame: Frame) -> str:
    """What is said about the last key, if anything."""
    what = frame.ui.notice
    if what is None:
        return ""
    if isinstance(what, Reason):
        cards = tuple(card for card in range(54) if frame.ui.picked >> card & 1)
        return frame.language.refusal(what, frame.seen.view, cards)
    if isinstance(what, CodeNews):
        return code_news(frame.language, what)
    if isinstance(what, NotHeld):
        return frame.language("You hold no {number}.", number=what.number)
    return notice(frame.language, what)


# --- what has happened ---


def _still_true(frame: Frame) -> Iterator[AnyTold]:
    """What has happened, the latest first, without what is another way now, or is said elsewhere already."""
    seen = frame.seen
    known: set[tuple[_About, str]] = set()
    mine = "" if seen.me is None else seen.me.name
    for told in reversed(seen.told):
        if isinstance(told, CodeTold) and told.news is frame.ui.notice:
            continue
        about, name = _what_of_whom(told)
        if about is _About.GOING:
            known |= {(one, name) for one in _About}
        elif about is not None:
            # A host that closes the table goes first: nobody plays for them then.
            is_closing = about is _About.PRESENCE and seen.link.closed and name != mine
            if (about, name) in known or is_closing:
                continue
            known.add((about, name))
        yield told


class _About(Enum):
    """What is so until it is another way."""

    PRESENCE = auto()
    """Somebody went, was covered or came back."""
    READINESS = auto()
    GOING = auto()
    """Somebody gave their seat up: nothing else is true of them any more."""


def _what_of_whom(told: AnyTold) -> tuple[_About | None, str]:
    """What happened to somebody that something later may have changed. By name: seats move up in the lobby."""
    if not isinstance(told, Told) or not isinstance(told.event, SeatChanged) or told.before is None:
        return None, ""
    seat, new = told.event
    seats = told.before.board.game.seats
    old = seats[seat] if seat < len(seats) else None
    if old is None:
        return None, ""
    if new is None:
        return _About.GOING, old.name
    if old.name != new.name:
        return None, ""
    if old.presence is not new.presence:
        return _About.PRESENCE, new.name
    return (None if old.ready == new.ready else _About.READINESS), new.name


def news(frame: Frame, most: int) -> list[Row]:
    """The latest events as sentences, the last one at the bottom; an older one in whole or not at all.

    Of the last one at least the beginning is there: it says whose it is.
    """
    if most <= 0:
        return []
    lines: list[tuple[str, str]] = []
    for told in _still_true(frame):
        text = sentence(frame.language, told)
        if text:
            style = "class:faint" if lines else ""
            wrapped = frame.lines(text)
            if lines and len(lines) + len(wrapped) > most:
                break
            wrapped = first_lines(wrapped, most, frame.line_width)
            lines = [*((line, style) for line in wrapped), *lines]
        if len(lines) >= most:
            break
    return [plain(f" {line}", style) for line, style in lines]


def story(frame: Frame, width: int, most: int) -> list[tuple[str, str]]:
    """What happened, in so many lines of a narrow column, the last one at the bottom; each with its style."""
    lines: list[tuple[str, str]] = []
    for told in _still_true(frame):
        text = sentence(frame.language, told)
        if not text:
            continue
        if width_of(text) > width:
            text = _in_short(frame, told) or text
        style = "class:faint" if lines else ""
        lines = [*((line, style) for line in wrap(text, width)), *lines]
        if len(lines) >= most:
            break
    return lines[-most:]


def _in_short(frame: Frame, told: AnyTold) -> str:
    """A play that went the usual way, in less room: the log that lies over the table tells it in whole."""
    if not isinstance(told, Told) or not isinstance(told.event, CardsPlayed) or told.before is None:
        return ""
    (seat, cards, taken, by), seats = told.event, told.before.board.game.seats
    after = told.after
    is_over = after is None or not after.board.counts[seat]
    if seat >= len(seats) or is_over or (by is not Actor.PERSON and seats[seat].kind is not Kind.BOT):
        return ""
    played = format_cards(cards) if len(cards) == 1 else value_of(mask_of(cards))
    text = str(played)
    if taken is not None:
        text = frame.language("{value}, took {taken}", value=played, taken=format_card(taken))
    return frame.language("{name}: {text}", name=shown_name(seats[seat].name), text=text)


def typed_line(frame: Frame, width: int) -> tuple[str, int]:
    """As much of the line that is being typed as has room, and the column of the cursor in it."""
    text, at, _ = frame.ui.draft
    before = text[:at]
    while width_of(before) > width - 1:
        before = before[1:]
    return left(before + text[at:], width), width_of(before)
