"""A terminal far away: how large it may be, and what is done with what is typed there."""

import pytest
from prompt_toolkit.data_structures import Size

from odin_net.doors.far_terminal import AT_ONCE, MOST_COLUMNS, MOST_ROWS, FarTerminal
from tests.helpers.host import eventually


class Line:
    """A connection that remembers."""

    def __init__(self) -> None:
        self.written, self.is_held = "", False

    def write(self, text: str) -> None:
        self.written += text

    def hold(self, is_held: bool) -> None:
        self.is_held = is_held


def terminal(line: Line, columns: int = 80, rows: int = 24) -> FarTerminal:
    return FarTerminal(line, "xterm", columns, rows, {})


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ((10_000, 10_000), (MOST_COLUMNS, MOST_ROWS)),
        ((2**32 - 1, 1), (MOST_COLUMNS, 1)),
        ((1, 1), (1, 1)),
        ((0, 0), (80, 24)),
        ((100, 30), (100, 30)),
    ],
)
async def test_no_window_is_larger_than_one_is_at_first_or_later(said: tuple[int, int], taken: tuple[int, int]) -> None:
    columns, rows = taken
    far = terminal(Line(), *said)
    assert far.size == Size(columns=columns, rows=rows)
    far = terminal(Line(), 100, 40)
    far.resize(*said)
    assert far.size == Size(columns=columns, rows=rows)


async def test_who_types_faster_than_it_is_read_is_asked_to_stop_and_nothing_is_lost() -> None:
    line, read = Line(), list[str]()
    far, text = terminal(line), "0123456789" * 1000
    far.type(text)
    assert line.is_held
    far.listen(read.append)
    await eventually(lambda: not line.is_held)
    far.end()
    await eventually(lambda: "" in read)
    assert "".join(read) == text
    assert max(map(len, read)) == AT_ONCE
    assert read.count("") == 1


async def test_what_was_not_sent_meanwhile_is_shown_anew_and_sent_once() -> None:
    line, drawn = Line(), list[bool]()
    far = terminal(line)
    far.resized = lambda: drawn.append(True)
    far.block(True)
    far.write("lost")
    far.block(False)
    assert (line.written, drawn) == ("", [True])
    far.block(True)
    far.block(False)
    far.write("seen")
    assert (line.written, drawn) == ("seen", [True])
