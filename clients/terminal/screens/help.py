"""Help: every key that works where it was asked for, and the rules. In pages where one has no room for all."""

from typing import NamedTuple

from clients.language import Language
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
    shown = [Shown("Esc", frame.language("back"), Do.BACK)]
    more = ""
    if len(pages) > 1:
        shown.insert(0, Shown("← →", frame.language("next page"), Do.RIGHT))
        number = frame.ui.scroll % len(pages) + 1
        more = frame.language("page {number} of {count}", number=number, count=len(pages))
    title = parts.title(frame, frame.language("Help"), more)
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
    first, *others = [frame.paragraph(text) for text in rules_of(frame.language, frame.seen.board)]
    return [[plain(f" {frame.language('The rules of this table')}", "class:mark"), *first], *others]


def _ways_in(frame: Frame) -> list[Row]:
    """How others join, for who may tell them; the lobby shows it by itself."""
    rows = [] if screen_of(frame.seen, frame.ui) is Screen.LOBBY else parts.ways_in(frame)
    return [plain(f" {frame.language('How others join')}", "class:mark"), *rows] if rows else []


# --- the keys ---


def _section(frame: Frame, section: Section) -> list[Row]:
    """In two columns, unless a word is too long for them."""
    ascii_only = frame.settings.ascii
    pairs = [(key_names(frame.language, key, ascii_only=ascii_only), text) for key, text in section.keys]
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
    language, seen = frame.language, frame.seen
    if frame.lesson:
        keys = [key for key in _of_hand(language) if key[0] not in ("A", "H")]
        return [Section(language("Your hand"), [*keys, ("Q", language("leave"))])]
    screen = screen_of(seen, frame.ui)
    if screen is Screen.LOBBY:
        return [Section(language("In the lobby"), [*_of_lobby(language, seen), *_anywhere(language)])]
    if screen is Screen.GAME_END:
        return [Section(language("The game is over"), [*_of_game_end(language, seen), *_anywhere(language)])]
    around = [("V", language("fallen cards"))] if screen is Screen.TABLE else []
    if seen.is_guessed_at:
        around.append(("N", language("new code")))
    if may_stop(seen):
        around.append(("E", language("stop after this hand")))
    if may_cover(seen, frame.now):
        around.append(("B", language("let a bot play")))
    if screen is Screen.TABLE and seats_to_give(seen):
        around.append(("G", language("give a seat")))
    sections = [Section(language("At the table"), [*around, *_anywhere(language)])]
    if seen.seat is not None and seen.phase in (Phase.PLAYING, Phase.DEALING):
        sections.insert(0, Section(language("Your hand"), _of_hand(language)))
    if screen in (Screen.TABLE, Screen.HAND_END):
        sections.append(Section(language("When a hand is over"), _of_hand_end(language, seen)))
    return sections


def _of_hand(language: Language) -> list[tuple[str, str]]:
    return [
        ("1–9", language("next card of that number")),
        ("← → Space", language("pick a card")),
        ("Tab", language("next legal play")),
        ("Enter", language("play")),
        ("P", language("pass")),
        ("a b c", language("take that card")),
        ("Esc", language("back")),
        ("A", language("pass for me")),
        ("H", language("hint")),
        ("S", language("sort")),
    ]


def _of_hand_end(language: Language, seen: Seen) -> list[tuple[str, str]]:
    ready = [] if seen.seat is None else [("Enter", language("ready"))]
    return [*ready, ("W", language("four words"))]


def _of_game_end(language: Language, seen: Seen) -> list[tuple[str, str]]:
    rematch = [] if seen.seat is None else [("R", language("rematch"))]
    return [*rematch, ("Enter", language("to the lobby"))]


def _of_lobby(language: Language, seen: Seen) -> list[tuple[str, str]]:
    keys = [("↑ ↓", language("choose")), ("← →", language("change"))]
    if seen.seat is not None:
        keys.append(("R", language("ready")))
    if seen.owner:
        keys += [("S", language("start"))] if may_start(seen) else []
        keys += [("B", language("add a bot"))] if has_free_seat(seen) else []
        if may_move(seen) or seen.audience.people:
            keys += [("X", language("drop or kick")), ("U", language("mute"))]
        keys += [("- +", language("move"))] if may_move(seen) else []
        keys += [("Enter", language("take a kick back"))] if seen.kicked else []
        if seen.code:
            keys.append(("N", language("new code")))
    return keys


def _anywhere(language: Language) -> list[tuple[str, str]]:
    return [
        ("L", language("log")),
        ("C", language("chat")),
        ("M", language("bell")),
        ("T", language("the lesson")),
        ("Q", language("leave")),
    ]
