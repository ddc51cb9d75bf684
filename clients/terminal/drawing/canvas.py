"""A picture on prompt-toolkit's screen. Each row is turned into characters once and kept while it stays the same."""

from collections.abc import Callable
from functools import lru_cache

from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import DummyControl
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from clients.terminal.drawing.rows import Picture, Row
from clients.terminal.state import Intent

# Marks that sit on the character before them, at most so many: more would climb over the rows above.
MOST_MARKS = 2
# It keeps a line from being broken, which is done here; prompt-toolkit would underline it in yellow.
NO_BREAK_SPACE = "\xa0"
# So many characters in their styles are kept, for all canvases of this process.
MOST_CHARS = 4096


class Canvas(Window):
    """A window that shows what `draw` returns, and tells what was clicked."""

    def __init__(self, draw: Callable[[int, int], Picture], click: Callable[[Intent], None]) -> None:
        super().__init__(DummyControl())
        self._draw, self._click = draw, click
        self._kept: dict[Row, tuple[dict[int, Char], list[tuple[int, int, Intent]]]] = {}

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        """Put the picture on the screen."""
        del parent_style, erase_bg, z_index
        left, top = write_position.xpos, write_position.ypos
        width, height = write_position.width, write_position.height
        picture = self._draw(width, height)
        kept = {}
        for place, row in enumerate(picture.rows[:height]):
            kept[row] = chars, clicks = self._kept.get(row) or _characters(row, width)
            line = screen.data_buffer[top + place]
            if left:
                chars = {left + column: char for column, char in chars.items()}
            line.update(chars)
            for start, end, intent in clicks:
                mouse_handlers.set_mouse_handler_for_range(
                    left + start, left + end, top + place, top + place + 1, self._handler(intent)
                )
        self._kept = kept
        screen.width, screen.height = max(screen.width, left + width), max(screen.height, top + height)
        screen.visible_windows_to_write_positions[self] = write_position
        cursor = picture.cursor
        screen.show_cursor = cursor is not None
        if cursor is not None:
            screen.set_cursor_position(self, Point(left + cursor[0], top + cursor[1]))

    def _handler(self, intent: Intent) -> Callable[[MouseEvent], None]:
        def handle(event: MouseEvent) -> None:
            if event.event_type is MouseEventType.MOUSE_UP and event.button in (MouseButton.LEFT, MouseButton.NONE):
                self._click(intent)

        return handle


# A picture has some thousand of them, most of which were in the one before: each would be one more for Python to keep.
@lru_cache(MOST_CHARS)
def _character(sign: str, style: str) -> Char:
    return Char(sign, style)


def _characters(row: Row, width: int) -> tuple[dict[int, Char], list[tuple[int, int, Intent]]]:
    chars: dict[int, Char] = {}
    clicks: list[tuple[int, int, Intent]] = []
    column, last, marks = 0, -1, 0
    for style, text, click in row:
        start = column
        for sign in text.replace(NO_BREAK_SPACE, " "):
            char = _character(sign, style)
            if char.width == 0:
                if last >= 0 and marks < MOST_MARKS:
                    chars[last] = _character(chars[last].char + sign, chars[last].style)
                    marks += 1
                continue
            if column + char.width > width:
                break
            chars[column] = char
            if char.width == 2:
                chars[column + 1] = _character("", style)
            last, marks = column, 0
            column += char.width
        if click is not None and column > start:
            clicks.append((start, column, click))
    return chars, clicks
