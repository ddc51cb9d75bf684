"""Arabic on a screen of cells: letters joined by their presentation forms, lines turned for the eye. Pure.

A first version: the layout stays from left to right, and within it each piece of text is turned in its place. What is
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

from clients.terminal.drawing.rows import Fragment, Picture, Row, width_of

FIELD = "class:field"
# As many texts as some screens hold; most rows of a picture are those of the picture before.
KEPT = 2048

_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
# What parts a line into pieces that have nothing to do with each other: columns, and the frames of cards.
_BETWEEN = re.compile("( {2,}|[\u2500-\u25ff|]+)")
# The number at the head of a list's line is a column, too: that of a seat, of a place.
_HEAD, _CHOICE = re.compile(r" *[0-9]+\. | {2}[0-9]+ "), re.compile("[0-9]+ ")
_ISOLATES, _POP = "\u2066\u2067\u2068", "\u2069"
_FORMAT = "Cf"
_MARKS = ("Mn", "Me")
_LAM, _TATWEEL = "\u0644", "\u0640"
_KINDS = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N", "ES": "S", "CS": "S", "ET": "T"}
_PAIRS = "()[]{}<>«»\u2039\u203a≤≥"
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
    cursor = picture.cursor
    if cursor is not None and cursor[1] < len(picture.rows):
        cursor = _turn_cursor(picture.rows[cursor[1]], cursor[0]), cursor[1]
    return Picture(tuple(_turn_row(row, columns) for row in picture.rows), cursor, is_turned=True)


def _turn_row(row: Row, columns: int) -> Row:
    if len(row) == 1 and _is_prose(row[0]):
        return _at_the_right(row[0], columns)
    return tuple(map(_turn, row))


def _is_prose(fragment: Fragment) -> bool:
    """Whether it is a line of a text, and not one of a list or of columns."""
    style, text, click = fragment
    is_turned = style != FIELD and _FROM_THE_RIGHT.search(text) is not None
    return is_turned and click is None and not _BETWEEN.search(text.strip())


def _at_the_right(fragment: Fragment, columns: int) -> Row:
    """Prose begins where the eye does, with the margin that it had on the other side."""
    margin = len(fragment.text) - len(fragment.text.lstrip())
    text = turned(fragment.text.strip()).rstrip() + " " * margin
    return Fragment("", " " * (columns - width_of(text))), fragment._replace(text=text)


def _turn(fragment: Fragment) -> Fragment:
    style, text, click = fragment
    if text.isascii():
        return fragment
    if style == FIELD:
        return fragment._replace(text=turned_field(text))
    head = _HEAD.match(text) if click is None else _CHOICE.match(text)
    start = 0 if head is None else head.end()
    return fragment._replace(text=text[:start] + turned(text[start:]))


def _turn_cursor(row: Row, column: int) -> int:
    """Where the next letter of the field goes, that began from the right side if it holds such letters."""
    start = 0
    for style, text, _ in row:
        width = width_of(text)
        if style == FIELD and start <= column < start + width:
            return start + _cell_in_field(text, column - start)
        start += width
    return column


@lru_cache(KEPT)
def turned(text: str) -> str:
    """A text whose pieces are turned, each in its place."""
    return "".join(_turned_piece(piece) for piece in _BETWEEN.split(text))


def turned_field(text: str) -> str:
    """A field that is typed into: as a whole, so that its text begins at its right side."""
    if not _FROM_THE_RIGHT.search(text):
        return text
    shown = _text_of(_in_order(_signs(text), base=1))
    return " " * (width_of(text) - width_of(shown)) + shown


def _turned_piece(piece: str) -> str:
    if not _FROM_THE_RIGHT.search(piece):
        return "".join(char for char in piece if unicodedata.category(char) != _FORMAT)
    core = piece.strip(" ")
    start = piece.index(core)
    shown = _text_of(_in_order(_signs(core), base=1))
    # Two letters that became one leave a cell behind.
    left_over = " " * (width_of(core) - width_of(shown))
    return piece[:start] + shown + left_over + piece[start + len(core) :]


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
        if char in _ISOLATES:
            end = _end_of_isolate(text, at)
            found.append(_isolated(text[at + 1 : end], at))
            at = end
        elif category in _MARKS and found:
            found[-1] = found[-1]._replace(text=found[-1].text + char)
        elif category != _FORMAT:
            found.append(_Sign(char, _KINDS.get(unicodedata.bidirectional(char), "O"), at))
        at += 1
    return _joined(found)


def _end_of_isolate(text: str, start: int) -> int:
    """Where what begins here is closed; the end, where a line was broken in its middle."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in _ISOLATES) - (text[place] == _POP)
        if not depth:
            return place
    return len(text)


def _isolated(text: str, at: int) -> _Sign:
    """A piece with a direction of its own, that of its first letter. For what is around it, it is no letter."""
    signs = _signs(text)
    base = next((1 if sign.kind == "R" else 0 for sign in signs if sign.kind in "LR"), 0)
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
