"""The one function that draws: a frame in, a picture out, cut to the window. Pure."""

import unicodedata

from msgspec.structs import replace

from clients.terminal.drawing.rows import Fragment, Picture, Row, cut, padded, width_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import Frame, is_too_small
from clients.terminal.screens import ends, help, lobby, overlays, parts, table, waiting  # noqa: A004
from clients.terminal.ui import Mode, Screen
from clients.terminal.update import screen_of

# Before it are Latin letters and their marks.
FIRST_GREEK = "\u0370"
# What stands for signs that --ascii does without; each as wide as they are. In sentences "…" is three dots already,
# and keys are named: here it says that something was cut off, and arrows are what people typed.
_PLAIN = str.maketrans({"–": "-", "—": "-", "…": "~", "·": "|", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"',
                        "→": ">", "←": "<", "↑": "^", "↓": "v", "ß": "s", "æ": "a", "ø": "o", "✓": "*",
                        "،": ",", "؛": ";", "؟": "?"})  # fmt: skip


def compose(frame: Frame) -> Picture:
    """What is on the screen at this moment."""
    if frame.settings.ascii:
        frame = replace(frame, language=frame.language.spelled_out())
    return fitted(frame, _draw(frame))


def fitted(frame: Frame, picture: Picture) -> Picture:
    """The picture as this window and these settings can show it."""
    if is_too_small(frame.size):
        picture = Picture(tuple(parts.too_small(frame)))
    rows = tuple(cut(row, frame.size.columns) for row in picture.rows[: frame.size.rows])
    cursor = picture.cursor
    if cursor is not None and (cursor[0] >= frame.size.columns or cursor[1] >= len(rows)):
        cursor = None
    picture = Picture(rows, cursor)
    if frame.language.is_rtl:
        from clients.terminal.drawing.bidi import turn_picture  # noqa: PLC0415  Other languages need none of it.

        picture = turn_picture(picture, frame.size.columns)
    rows = picture.rows
    if frame.settings.ascii:
        rows = tuple(map(_ascii_row, rows))
    if frame.settings.theme is Theme.HIGH_CONTRAST:
        # It brings its own ground, which the terminal would not draw behind nothing.
        rows = tuple(padded(row, frame.size.columns) for row in (*rows, *([()] * (frame.size.rows - len(rows)))))
    return picture._replace(rows=rows)


def _draw(frame: Frame) -> Picture:
    if is_too_small(frame.size):
        return Picture(())
    over = _over(frame)
    if over is not None:
        return over
    match screen_of(frame.seen, frame.ui):
        case Screen.TABLE:
            return table.draw_table(frame)
        case Screen.LOBBY:
            return lobby.draw_lobby(frame)
        case Screen.HAND_END:
            return ends.draw_hand_end(frame)
        case Screen.GAME_END:
            return ends.draw_game_end(frame)
        case Screen.NAME:
            return waiting.draw_name(frame)
        case Screen.ROLLED_BACK:
            return waiting.draw_rolled_back(frame)
        case Screen.ENDED:
            return waiting.draw_ended(frame)
        case _:
            return waiting.draw_wait(frame)


def _over(frame: Frame) -> Picture | None:
    match frame.ui.mode:
        case Mode.QUITTING:
            return overlays.draw_quitting(frame)
        case Mode.HELP:
            return help.draw_help(frame)
        case Mode.LOG:
            return overlays.draw_log(frame)
        case Mode.VALHALLA:
            return overlays.draw_valhalla(frame)
        case Mode.GIVING:
            return overlays.draw_giving(frame)
        case Mode.KICKING:
            return lobby.draw_kicking(frame)
        case _:
            return None


def _ascii_row(row: Row) -> Row:
    return tuple(Fragment(style, text if text.isascii() else to_ascii(text), click) for style, text, click in row)


def to_ascii(text: str) -> str:
    """The text in the letters that every terminal has, as wide as before. Those of other alphabets stay: no ASCII
    could stand for them."""
    return "".join(map(_plain_sign, text.translate(_PLAIN)))


def _plain_sign(char: str) -> str:
    base = unicodedata.normalize("NFKD", char)[0]
    if base.isascii():
        return base
    is_of_another = char >= FIRST_GREEK and unicodedata.category(char)[0] in "LM" and width_of(char) < 2
    return char if is_of_another else "?" * width_of(char)
