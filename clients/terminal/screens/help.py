"""Help: every key that works where it was asked for, and the rules. In pages where one has no room for all."""

from collections.abc import Mapping

from msgspec.structs import replace

from clients.language.remote import about_remote
from clients.language.rules import rules_of
from clients.language.voice import mark
from clients.model import Seen
from clients.terminal.bindings import Binding, ScreenDef, Shown, help_lines, key_names
from clients.terminal.drawing.rows import Fragment, Picture, Row, left, plain, width_of
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.screens.common import INVITING
from clients.terminal.screens.overlays import close_page, may_read
from clients.terminal.state import Do, Intent, OpenLesson, Screen, Ui, Updated, screen_of

# Page by page, around and around.
TURN = {Do.LEFT: -1, Do.RIGHT: 1, Do.UP: -1, Do.DOWN: 1, Do.PAGE_UP: -1, Do.PAGE_DOWN: 1}


def help_over(screens: Mapping[Screen, ScreenDef]) -> ScreenDef:
    """The help over any of these screens."""

    def pages(frame: Frame) -> list[list[Row]]:
        return help_pages(frame, screens[screen_of(frame.seen, frame.ui)])

    def draw(frame: Frame, keys: list[Shown]) -> Picture:
        return draw_pages(frame, pages(frame), keys)

    turn = Binding(
        "← → ↑ ↓ PgUp PgDn Space", Do.RIGHT, mark("next page"),
        each=(*TURN, Do.PAGE_DOWN), shown="← →", bar=lambda frame: len(pages(frame)) > 1,
    )  # fmt: skip
    # It is one of the keys that the help tells.
    learn = Binding("T", Do.LEARN, in_lesson=False)
    rows = (turn, learn, Binding("Esc", Do.BACK, mark("back")))
    return ScreenDef(rows, _update, draw, otherwise=Do.BACK, is_open=may_read)


def _update(ui: Ui, intent: Intent, _seen: Seen, _now: float) -> Updated:
    if isinstance(intent, Do) and intent in TURN:
        return replace(ui, scroll=ui.scroll + TURN[intent]), ()
    return close_page(ui), (OpenLesson(),) if intent is Do.LEARN else ()


def _room(frame: Frame) -> int:
    return frame.size.rows - 2


def draw_pages(frame: Frame, pages: list[list[Row]], keys: list[Shown]) -> Picture:
    """One page of the help."""
    page = pages[frame.ui.scroll % len(pages)]
    more = ""
    if len(pages) > 1:
        number = frame.ui.scroll % len(pages) + 1
        more = frame.language("page {number} of {count}", number=number, count=len(pages))
    title = parts.headline(frame, frame.language("Help"), more)
    return Picture((title, *page, *([()] * (_room(frame) - len(page))), *parts.key_rows(frame, keys)))


def help_pages(frame: Frame, screen: ScreenDef) -> list[list[Row]]:
    """Keys and rules; the keys come first."""
    room = _room(frame)
    sections = [_section(frame, heading, lines) for heading, lines in help_sections(frame, screen)]
    if screen.sections[-1:] == (INVITING,):
        # For who may tell it, below its heading; the lobby shows it by itself.
        sections[-1] += parts.ways_in(frame, in_short=True)
    rules = _rules(frame)
    together = [row for paragraph in rules for row in paragraph]
    return _pages([*sections, _remote(frame), *([together] if len(together) <= room else rules)], room)


def help_sections(frame: Frame, screen: ScreenDef) -> list[tuple[str, list[tuple[str, str]]]]:
    """The keys of the screen that the help lies over, with where they work."""
    told = [(frame.language(section.heading), help_lines(screen, section, frame)) for section in screen.sections]
    if frame.lesson:
        # So few that one heading is enough.
        told = [(told[0][0], [line for _, lines in told for line in lines])]
    return [(heading, lines) for heading, lines in told if lines]


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


def _remote(frame: Frame) -> list[Row]:
    """For who plays on a terminal somewhere else."""
    if not frame.settings.remote:
        return []
    lines = about_remote(frame.language, frame.settings.own_words)
    heading = plain(f" {frame.language('You play from afar')}", "class:mark")
    return [heading, *(row for line in lines for row in frame.paragraph(line))]


# --- the keys ---


def _section(frame: Frame, heading: str, lines: list[tuple[str, str]]) -> list[Row]:
    """In two columns, unless a word is too long for them."""
    ascii_only = frame.settings.ascii
    pairs = [(key_names(frame.language, key, ascii_only=ascii_only), text) for key, text in lines]
    key = max(width_of(key) for key, _ in pairs) + 2
    longest = max(width_of(text) for _, text in lines)
    columns = 2 if key + longest + 2 <= frame.size.columns // 2 else 1
    width, count = frame.size.columns // columns, -(-len(lines) // columns)
    cells = [_cell(pair, key, width) for pair in pairs]
    rows = [tuple(part for cell in cells[place::count] for part in cell) for place in range(count)]
    return [plain(f" {heading}", "class:mark"), *rows]


def _cell(pair: tuple[str, str], key: int, width: int) -> Row:
    return Fragment("class:key", f" {left(pair[0], key)}"), Fragment("", left(pair[1], width - key - 1))
