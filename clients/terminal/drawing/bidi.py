"""Arabic on a screen of cells: letters joined by their presentation forms, lines turned for the eye. Pure.

Rows begin at the right side: their columns follow each other from there, and each is turned in its place; so do fields
that are typed into. Cards that are drawn keep their order, which is that of the keys that move among them. What is
obeyed of Unicode's bidirectional algorithm (UAX 9): isolates, numbers with their separators, neutrals, levels, mirrored
brackets. Numbers are never changed by an Arabic letter before them (W2), so that dates and addresses stay as they are
written. A terminal that would turn the lines once more is told not to, by the stage.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

from clients.terminal.drawing.rows import FROM_THE_RIGHT, ISOLATES, POP, Fragment, Picture, Row, row_width, width_of

FIELD = "class:field"
# As many texts as some screens hold; most rows of a picture are those of the picture before.
KEPT = 2048

_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
# Its commas and marks show that a text is read from the right, if no letter of it does; so do isolates.
_READ_FROM_THE_RIGHT = re.compile(f"{_FROM_THE_RIGHT.pattern}|[{ISOLATES}\u060c\u061b\u061f]")
# What parts a line into pieces that have nothing to do with each other: columns, the frames of cards, and within a
# frame the card before its name, which stays at the left side as on a card that has a row for each.
_BETWEEN = re.compile("( {2,}|[\u2500-\u25ff|]+|(?<=[\u2500-\u25ff|])[A-Z][0-9] )")
# The number at the head of a list's line is a column, too: that of a seat, of a place.
_HEAD = re.compile(r"( *)([0-9]+)(\.? )")
_BLOCKS = re.compile("[ \u2580-\u259f]+")
_FIRST_STRONG = "\u2068"
# A card within a text is a letter and a number.
_NAMED = 2
_FORMAT = "Cf"
_MARKS = ("Mn", "Me")
_LAM, _TATWEEL = "\u0644", "\u0640"
_KINDS = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N", "ES": "S", "CS": "S", "ET": "T"}
# Keys are named from the left, as they lie: 1–9, and arrows.
_KEYS = {"–": "S", **dict.fromkeys("←→↑↓", "L")}
_PAIRS = "()[]{}<>«»\u2039\u203a≤≥"
# Signs that point to what follows them.
_POINTING = {"►": "◄", "\u203a": "\u2039", ">": "<"}
_MIRRORED = {one: _PAIRS[place ^ 1] for place, one in enumerate(_PAIRS)}


class _Sign(NamedTuple):
    """What takes a place: a character with its marks, or a whole piece that is turned by itself."""

    text: str
    kind: str
    """L, R: letters from the left, from the right; N: digits; S, T: what stands in numbers, or by them; O: others."""
    at: int
    """Where in the text it was."""


def turn_picture(picture: Picture, columns: int) -> Picture:
    """The picture as it is to be seen, every letter of it still in its row."""
    rows, cursor = [turn_row(row, columns) for row in picture.rows], picture.cursor
    if cursor is not None and cursor[1] < len(rows):
        column, number = cursor
        rows[number], column = turn_typed(picture.rows[number], columns, column)
        cursor = column, number
    return Picture(tuple(rows), cursor, is_turned=True)


def turn_row(row: Row, columns: int) -> Row:
    """The row from the right side, its margin there."""
    if not row:
        return row
    if any(map(_is_drawn, row)):
        seen = (*map(_turn, row), Fragment("", " "))
    else:
        seen = tuple(_mirror(fragment) for fragment in reversed(row))
    return Fragment("", " " * (columns - row_width(seen))), *seen


def _is_drawn(fragment: Fragment) -> bool:
    """Whether it is a row of a card with its frame, and not one within a line of text; or one of large letters, or of a
    QR code."""
    style, text, _ = fragment
    is_card = style.startswith(("class:card-", "class:dim-")) and width_of(text) > _NAMED
    return (
        is_card
        or style == "class:qr"
        or (style.endswith(("class:big", "class:turn")) and _BLOCKS.fullmatch(text) is not None)
    )


def _mirror(fragment: Fragment) -> Fragment:
    """A fragment whose pieces follow each other from the right."""
    text = fragment.text
    if text.strip() in _POINTING:
        text = text.replace(text.strip(), _POINTING[text.strip()])
    head = _HEAD.match(text)
    if head is None:
        return fragment._replace(text=mirrored(text))
    margin, number, dot = head.groups()
    return fragment._replace(text=mirrored(text[head.end() :]) + dot[::-1] + number + margin)


def _turn(fragment: Fragment) -> Fragment:
    return fragment if fragment.text.isascii() else fragment._replace(text=turned(fragment.text))


def turn_typed(row: Row, columns: int, column: int) -> tuple[Row, int]:
    """The row with the field that has the cursor, and the column of the cursor there."""
    start = 0
    for place, fragment in enumerate(row):
        width = width_of(fragment.text)
        if fragment.style == FIELD and start <= column < start + width:
            text, cell = _field_with_cursor(fragment.text, column - start)
            others = row[:place], row[place + 1 :]
            before, behind = (tuple(map(_mirror, reversed(part))) for part in others)
            margin = Fragment("", " " * (columns - row_width(row)))
            return (margin, *behind, fragment._replace(text=text), *before), columns - start - width + cell
        start += width
    return turn_row(row, columns), column


def _field_with_cursor(text: str, cell: int) -> tuple[str, int]:
    """A field as it is seen, and where in it the next letter goes. Letters from the left stand at its right side, too,
    with a cell for the cursor behind them."""
    if _FROM_THE_RIGHT.search(text):
        return turned_field(text), _cell_in_field(text, cell)
    used = max(width_of(text.rstrip(" ")), cell) + 1
    free = max(0, width_of(text) - used)
    return " " * free + text[: len(text) - free], cell + free


@lru_cache(KEPT)
def turned(text: str) -> str:
    """A text whose pieces are turned, each in its place."""
    return "".join(_turned_piece(piece) for piece in _BETWEEN.split(text))


@lru_cache(KEPT)
def mirrored(text: str) -> str:
    """A text whose pieces are turned, and follow each other from the right."""
    pieces = [_mirrored_piece(piece) for piece in _BETWEEN.split(text)]
    return "".join(reversed(pieces))


def turned_field(text: str) -> str:
    """A field that is typed into: as a whole, so that its text begins at its right side."""
    if not _FROM_THE_RIGHT.search(text):
        return text
    shown = _text_of(_in_order(_signs(text), base=1))
    return " " * (width_of(text) - width_of(shown)) + shown


def _turned_piece(piece: str) -> str:
    before, shown, left_over, behind = _parts(piece)
    return before + left_over + shown + behind


def _mirrored_piece(piece: str) -> str:
    before, shown, left_over, behind = _parts(piece)
    return behind + left_over + shown + before


def _parts(piece: str) -> tuple[str, str, str, str]:
    """Spaces before a piece, what is seen of it, the cells that two letters leave that became one, spaces behind it.

    Those cells stand at the left side, where reading ends, so that lines begin below each other.
    """
    core = piece.strip(" ")
    start = piece.index(core)
    if _READ_FROM_THE_RIGHT.search(core):
        shown = _text_of(_in_order(_signs(core), base=1))
    else:
        shown = "".join(char for char in core if unicodedata.category(char) != _FORMAT)
    return piece[:start], shown, " " * (width_of(core) - width_of(shown)), piece[start + len(core) :]


def _text_of(signs: list[_Sign]) -> str:
    return "".join(sign.text for sign in signs)


def _cell_in_field(text: str, cell: int) -> int:
    if not _FROM_THE_RIGHT.search(text):
        return cell
    ends = accumulate(map(width_of, text))
    at = next(place for place, end in enumerate(ends) if end > cell)
    order = _in_order(_signs(text), base=1)
    # The second of two letters that became one is where the first is.
    here = max((sign for sign in order if sign.at <= at), key=lambda sign: sign.at)
    return width_of(text) - width_of(_text_of(order[order.index(here) :]))


# --- what there is ---


def _signs(text: str) -> list[_Sign]:
    """The signs of a text in the order in which it is read, joined."""
    found: list[_Sign] = []
    at = 0
    while at < len(text):
        char = text[at]
        category = unicodedata.category(char)
        if char in ISOLATES:
            end = _end_of_isolate(text, at)
            found.append(_isolated(char, text[at + 1 : end], at))
            at = end
        elif category in _MARKS and found:
            found[-1] = found[-1]._replace(text=found[-1].text + char)
        elif category != _FORMAT:
            found.append(_Sign(char, _kind(char), at))
        at += 1
    return _joined(found)


def _kind(char: str) -> str:
    return _KEYS.get(char) or _KINDS.get(unicodedata.bidirectional(char), "O")


def _end_of_isolate(text: str, start: int) -> int:
    """Where what begins here is closed; the end, where a line was broken in its middle."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in ISOLATES) - (text[place] == POP)
        if not depth:
            return place
    return len(text)


def _isolated(opening: str, text: str, at: int) -> _Sign:
    """A piece with a direction of its own: told, or that of its first letter. For what is around it, it is no letter.

    What has no letter but isolates in it was put together by the language, and is read from the right.
    """
    signs = _signs(text)
    unsaid = 1 if opening == FROM_THE_RIGHT or _READ_FROM_THE_RIGHT.search(text) else 0
    letters = (1 if sign.kind == "R" else 0 for sign in signs if sign.kind in "LR")
    base = unsaid if opening != _FIRST_STRONG else next(letters, unsaid)
    return _Sign("".join(sign.text for sign in _in_order(signs, base)), "O", at)


# --- letters that join ---


@cache
def _forms() -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """The forms of each letter, and those of lam with each alef, by where they stand in a word."""
    letters: dict[str, dict[str, str]] = {_TATWEEL: dict.fromkeys(("initial", "medial", "final"), _TATWEEL)}
    with_lam: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        where, *of = unicodedata.decomposition(chr(code)).split() or [""]
        word = "".join(chr(int(one, 16)) for one in of)
        if len(word) == 1:
            letters.setdefault(word, {}).setdefault(where.strip("<>"), chr(code))
        elif len(word) == 2 and word[0] == _LAM:
            with_lam.setdefault(word[1], {})[where.strip("<>")] = chr(code)
    return letters, with_lam


def _joined(signs: list[_Sign]) -> list[_Sign]:
    letters, with_lam = _forms()
    forms = [letters.get(sign.text[0], {}) if sign.kind == "R" else {} for sign in signs]
    found: list[_Sign] = []
    was_taken = False
    for place, sign in enumerate(signs):
        if was_taken:
            was_taken = False
            continue
        after = signs[place + 1] if place + 1 < len(signs) else None
        follows = place > 0 and "initial" in forms[place - 1] and "final" in forms[place]
        leads = after is not None and "initial" in forms[place] and "final" in forms[place + 1]
        if leads and after is not None and sign.text[0] == _LAM and after.text[0] in with_lam:
            form = with_lam[after.text[0]]["final" if follows else "isolated"] + sign.text[1:] + after.text[1:]
            was_taken = True
        else:
            where = ("medial" if leads else "final") if follows else "initial" if leads else "isolated"
            form = forms[place].get(where, sign.text[:1]) + sign.text[1:]
        found.append(sign._replace(text=form))
    return found


# --- the order of the eye ---


def _in_order(signs: list[_Sign], base: int) -> list[_Sign]:
    """From left to right, in a text that begins from the left (0) or from the right (1)."""
    levels = _levels([sign.kind for sign in signs], base)
    shown = [
        sign._replace(text=_MIRRORED.get(sign.text, sign.text)) if level % 2 else sign
        for sign, level in zip(signs, levels, strict=True)
    ]
    order = list(range(len(signs)))
    for least in range(max(levels, default=0), 0, -1):
        order = _reversed_runs(order, levels, least)
    return [shown[place] for place in order]


def _reversed_runs(order: list[int], levels: Sequence[int], least: int) -> list[int]:
    """UAX 9, L2: whatever is at this level or above, run by run."""
    turned: list[int] = []
    run: list[int] = []
    for place in order:
        if levels[place] >= least:
            run.append(place)
        else:
            turned += [*reversed(run), place]
            run = []
    return [*turned, *reversed(run)]


def _levels(kinds: list[str], base: int) -> list[int]:
    own = "R" if base else "L"
    kinds = _with_neutrals(_with_numbers(kinds, own), own)
    return [{"L": 2 * base, "R": 1, "N": 2}[kind] for kind in kinds]


def _with_numbers(kinds: list[str], own: str) -> list[str]:
    """UAX 9, W4 to W7: one separator between two digits, signs beside them, and numbers that follow Latin letters."""
    last = len(kinds) - 1
    kinds = [
        "N" if kind == "S" and 0 < place < last and kinds[place - 1] == kinds[place + 1] == "N" else kind
        for place, kind in enumerate(kinds)
    ]
    for places in (range(1, len(kinds)), range(last - 1, -1, -1)):
        for place in places:
            if kinds[place] == "T" and kinds[place - places.step] == "N":
                kinds[place] = "N"
    strong = own
    for place, kind in enumerate(kinds):
        strong = kind if kind in "LR" else strong
        if kind == "N" and strong == "L":
            kinds[place] = "L"
    return kinds


def _with_neutrals(kinds: list[str], own: str) -> list[str]:
    """UAX 9, N1 and N2: what stands between two letters of one direction has it, too; for that, numbers are R."""
    found = list(kinds)
    before = own
    for place, kind in enumerate(kinds):
        if kind in "LRN":
            before = "L" if kind == "L" else "R"
            continue
        after = next((other for other in kinds[place:] if other in "LRN"), own)
        found[place] = before if before == ("L" if after == "L" else "R") else own
    return found
