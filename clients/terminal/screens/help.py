"""Help on one page: the rules in short, and every key."""

from clients.terminal.frame import Frame
from clients.terminal.intents import Do
from clients.terminal.keys import Shown
from clients.terminal.rows import Fragment, Picture, Row, left
from clients.terminal.screens import parts
from clients.texts import Tongue

KEY = 11


def draw_help(frame: Frame) -> Picture:
    """Rules and keys. Where a language has no room for both the keys come first, and one scrolls."""
    room = frame.size.rows - 2
    rules, keys = _rules(frame), _keys(frame)
    shown = [Shown("Esc", frame.tongue("back"), Do.BACK)]
    if len(rules) + len(keys) <= room:
        air: list[Row] = [()] if len(rules) + len(keys) < room else []
        rows = [*rules, *air, *keys]
    else:
        rows = [*keys, *rules]
        shown.insert(0, Shown("↑ ↓", frame.tongue("scroll")))
    start = min(max(0, len(rows) - room), frame.ui.scroll)
    page = rows[start : start + room]
    title = parts.title(frame, frame.tongue("Help"))
    return Picture((title, *page, *([()] * (room - len(page))), *parts.key_rows(frame, shown, 1)))


def _rules(frame: Frame) -> list[Row]:
    tongue = frame.tongue
    sentences = [
        tongue("Get rid of your cards: each one left at a hand's end is a point, and fewest points win."),
        tongue("Play a set: cards of one colour or of one number. Its digits make its value: 8 and 5 make 85."),
        tongue("It has as many cards as the middle or one more, and is worth more. Then take one of the old cards."),
        tongue("Or pass; you may play again later. When all others have passed, you open with one card."),
        tongue("Who opens may play the whole hand if it is one set."),
    ]
    return [row for sentence in sentences for row in frame.paragraph(sentence)]


def _keys(frame: Frame) -> list[Row]:
    """In two columns where there is room."""
    pairs = help_keys(frame.tongue)
    width = frame.size.columns // 2
    half = (len(pairs) + 1) // 2
    rows: list[Row] = []
    for place in range(half):
        row = _pair(*pairs[place], width)
        if place + half < len(pairs):
            row = (*row, *_pair(*pairs[place + half], width))
        rows.append(row)
    return rows


def _pair(key: str, text: str, width: int) -> Row:
    room = width - KEY - 2
    return Fragment("class:key", f" {left(key, KEY)}"), Fragment("", f"{left(text, room)} ")


def help_keys(tongue: Tongue) -> list[tuple[str, str]]:
    """Every key at the table, with a word or two."""
    return [
        ("1–9", tongue("pick by number")),
        ("← → Space", tongue("pick a card")),
        ("Tab", tongue("next legal play")),
        ("Enter", tongue("play")),
        ("P", tongue("pass")),
        ("a b c", tongue("take that card")),
        ("Esc", tongue("back")),
        ("A", tongue("pass for me")),
        ("H", tongue("hint")),
        ("S", tongue("sort")),
        ("L", tongue("log")),
        ("V", tongue("fallen cards")),
        ("C", tongue("chat")),
        ("M", tongue("bell")),
        ("B", tongue("let a bot play")),
        ("T", tongue("the lesson")),
        ("Q", tongue("leave")),
    ]
