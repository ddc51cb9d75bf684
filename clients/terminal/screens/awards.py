"""The awards of a game as rows. The wins of the evening stand beside them, in the table of the standing."""

from clients.language.awards import award_lines
from clients.model import GameResult
from clients.terminal.drawing.rows import Row
from clients.terminal.frame import Frame


def award_rows(frame: Frame, over: GameResult, room: int) -> list[Row]:
    """A line each below an empty one, as many as there is room for."""
    rows = [row for line in award_lines(frame.language, over) for row in frame.paragraph(line)]
    return [(), *rows][:room] if rows and room > 1 else []
