"""Help: every key that works where it was asked for, and the rules. In pages where one has no room for all."""

from typing import NamedTuple

from clients.language import Tongue
from clients.language.rules import rules_of
from clients.model import Seen
from clients.terminal.bindings import Shown, key_names
from clients.terminal.drawing.rows import Fragment, Picture, Row, left, plain, width_of
from clients.terminal.frame import Frame
from clients.terminal.giving import seats_to_give
from clients.terminal.intents import Do
from clients.terminal.lobbying import has_free_seat, may_move, may_start
from clients.terminal.screens import parts
from clients.terminal.ui import Screen
from clients.terminal.update import may_cover, may_stop, screen_of
from odin_net.game.state import Phase


class Section(NamedTuple):
    """Keys, each with a word or two, and where or when they work."""

    heading: str
    keys: list[tuple[str, str]]


def draw_help(frame: Frame) -> Picture:
    """Keys and rules; the keys come first."""
    room = frame.size.rows - 2
    sections = [*(_section(frame, section) for section in help_sections(frame)), _ways_in(frame)]
    rules = _rules(frame)
    together = [row for paragraph in rules for row in paragraph]
    pages = _pages([*sections, *([together] if len(together) <= room else rules)], room)
    page = pages[frame.ui.scroll % len(pages)]
    shown = [Shown("Esc", frame.tongue("back"), Do.BACK)]
    more = ""
    if len(pages) > 1:
        shown.insert(0, Shown("← →", frame.tongue("next page"), Do.RIGHT))
        number = frame.ui.scroll % len(pages) + 1
        more = frame.tongue("page {number} of {count}", number=number, count=len(pages))
    title = parts.title(frame, frame.tongue("Help"), more)
    return Picture((title, *page, *([()] * (room - len(page))), *parts.key_rows(frame, shown, 1)))


def _pages(blocks: list[list[Row]], room: int) -> list[list[Row]]:
    """Blocks on pages of so many rows; one is torn apart only if it is longer than a page."""
    pages: list[list[Row]] = [[]]
    for block in blocks:
        if len(pages[-1]) + len(block) > room and pages[-1]:
            pages.append([])
        for row in block:
            if len(pages[-1]) == room:
                pages.append([])
            pages[-1].append(row)
    return pages


def _rules(frame: Frame) -> list[list[Row]]:
    """The rules, a block for each paragraph; none stands alone below their heading."""
    first, *others = [frame.paragraph(text) for text in rules_of(frame.tongue, frame.seen.board)]
    return [[plain(f" {frame.tongue('The rules of this table')}", "class:mark"), *first], *others]


def _ways_in(frame: Frame) -> list[Row]:
    """How others join, for who may tell them; the lobby shows it by itself."""
    rows = [] if screen_of(frame.seen, frame.ui) is Screen.LOBBY else parts.ways_in(frame)
    return [plain(f" {frame.tongue('How others join')}", "class:mark"), *rows] if rows else []


# --- the keys ---


def _section(frame: Frame, section: Section) -> list[Row]:
    """In two columns, unless a word is too long for them."""
    ascii_only = frame.settings.ascii
    pairs = [(key_names(frame.tongue, key, ascii_only=ascii_only), text) for key, text in section.keys]
    key = max(width_of(key) for key, _ in pairs) + 2
    longest = max(width_of(text) for _, text in section.keys)
    columns = 2 if key + longest + 2 <= frame.size.columns // 2 else 1
    width, count = frame.size.columns // columns, -(-len(section.keys) // columns)
    cells = [_cell(pair, key, width) for pair in pairs]
    rows = [tuple(part for cell in cells[place::count] for part in cell) for place in range(count)]
    return [plain(f" {section.heading}", "class:mark"), *rows]


def _cell(pair: tuple[str, str], key: int, width: int) -> Row:
    return Fragment("class:key", f" {left(pair[0], key)}"), Fragment("", left(pair[1], width - key - 1))


def help_sections(frame: Frame) -> list[Section]:
    """The keys of the screen that the help lies over, with where they work."""
    tongue, seen = frame.tongue, frame.seen
    if frame.lesson:
        keys = [key for key in _of_hand(tongue) if key[0] not in ("A", "H")]
        return [Section(tongue("Your hand"), [*keys, ("Q", tongue("leave"))])]
    screen = screen_of(seen, frame.ui)
    if screen is Screen.LOBBY:
        return [Section(tongue("In the lobby"), [*_of_lobby(tongue, seen), *_anywhere(tongue)])]
    if screen is Screen.GAME_END:
        return [Section(tongue("The game is over"), [*_of_game_end(tongue, seen), *_anywhere(tongue)])]
    around = [("V", tongue("fallen cards"))] if screen is Screen.TABLE else []
    if seen.is_guessed_at:
        around.append(("N", tongue("new code")))
    if may_stop(seen):
        around.append(("E", tongue("stop after this hand")))
    if may_cover(seen, frame.now):
        around.append(("B", tongue("let a bot play")))
    if screen is Screen.TABLE and seats_to_give(seen):
        around.append(("G", tongue("give a seat")))
    sections = [Section(tongue("At the table"), [*around, *_anywhere(tongue)])]
    if seen.seat is not None and seen.phase in (Phase.PLAYING, Phase.DEALING):
        sections.insert(0, Section(tongue("Your hand"), _of_hand(tongue)))
    if screen in (Screen.TABLE, Screen.HAND_END):
        sections.append(Section(tongue("When a hand is over"), _of_hand_end(tongue, seen)))
    return sections


def _of_hand(tongue: Tongue) -> list[tuple[str, str]]:
    return [
        ("1–9", tongue("next card of that number")),
        ("← → Space", tongue("pick a card")),
        ("Tab", tongue("next legal play")),
        ("Enter", tongue("play")),
        ("P", tongue("pass")),
        ("a b c", tongue("take that card")),
        ("Esc", tongue("back")),
        ("A", tongue("pass for me")),
        ("H", tongue("hint")),
        ("S", tongue("sort")),
    ]


def _of_hand_end(tongue: Tongue, seen: Seen) -> list[tuple[str, str]]:
    ready = [] if seen.seat is None else [("Enter", tongue("ready"))]
    return [*ready, ("W", tongue("four words"))]


def _of_game_end(tongue: Tongue, seen: Seen) -> list[tuple[str, str]]:
    rematch = [] if seen.seat is None else [("R", tongue("rematch"))]
    return [*rematch, ("Enter", tongue("to the lobby"))]


def _of_lobby(tongue: Tongue, seen: Seen) -> list[tuple[str, str]]:
    keys = [("↑ ↓", tongue("choose")), ("← →", tongue("change"))]
    if seen.seat is not None:
        keys.append(("R", tongue("ready")))
    if seen.owner:
        keys += [("S", tongue("start"))] if may_start(seen) else []
        keys += [("B", tongue("add a bot"))] if has_free_seat(seen) else []
        if may_move(seen) or seen.audience.people:
            keys += [("X", tongue("drop or kick")), ("U", tongue("mute"))]
        keys += [("- +", tongue("move"))] if may_move(seen) else []
        keys += [("Enter", tongue("take a kick back"))] if seen.kicked else []
        if seen.code:
            keys.append(("N", tongue("new code")))
    return keys


def _anywhere(tongue: Tongue) -> list[tuple[str, str]]:
    return [
        ("L", tongue("log")),
        ("C", tongue("chat")),
        ("M", tongue("bell")),
        ("T", tongue("the lesson")),
        ("Q", tongue("leave")),
    ]
