"""A terminal far away: how large it may be, and what is done with what is typed there."""

import asyncio

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.keys import Keys as Key

from clients.plain.parser import LONGEST_LINE
from odin_net.doors.far_terminal import (
    AT_ONCE,
    LONGEST_KEY,
    LONGEST_PASTE,
    MOST_COLUMNS,
    MOST_ROWS,
    PASTE_BEGINS,
    PASTE_ENDS,
    FarTerminal,
    Keys,
)
from odin_net.doors.guest import _TypedLines as TypedLines
from tests.helpers import LONG
from tests.helpers.host import eventually


class Line:
    """A connection that remembers."""

    def __init__(self) -> None:
        self.written, self.is_held = "", False

    def write(self, text: str) -> None:
        self.written += text

    def hold(self, is_held: bool) -> None:
        self.is_held = is_held


def terminal(line: Line, columns: int = 80, rows: int = 24, term: str = "xterm") -> FarTerminal:
    return FarTerminal(line, term, columns, rows, {})


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


async def test_however_many_sizes_come_at_once_the_last_one_is_drawn_and_hardly_another() -> None:
    """All others wait for each of these pictures."""
    far, drawn = terminal(Line()), list[Size]()
    far.resized = lambda: drawn.append(far.size)
    for columns in range(100, 200):
        far.resize(columns, 50)
    await eventually(lambda: Size(columns=199, rows=50) in drawn)
    assert len(drawn) < 10
    far.resize(80, 24)
    await eventually(lambda: drawn[-1] == Size(columns=80, rows=24))


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


async def test_a_line_that_is_too_long_has_an_end() -> None:
    far = terminal(Line(), term="")
    lines = TypedLines(far)
    far.type("x" * 3 * LONGEST_LINE + "\nAnn\n")
    async with asyncio.timeout(LONG):
        assert len(await lines.next() or "") <= 2 * LONGEST_LINE
        assert await lines.next() == "Ann"


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


def keys_of(text: str) -> list[tuple[str, str]]:
    """What is read where this is typed, in pieces that end anywhere."""
    keys = Keys()
    for start in range(0, len(text), AT_ONCE):
        keys.feed(text[start : start + AT_ONCE])
    read = keys.read_keys()
    return [(str(press.key.value if isinstance(press.key, Key) else press.key), press.data) for press in read]


@pytest.mark.parametrize("begin", ["\x1b[", "\x1b[<", "\x1b[1;"])
def test_a_key_without_end_costs_no_more_than_a_key(begin: str) -> None:
    """Of one with a thousand digits a thousand million parts would be looked at, while nobody else is served."""
    read = keys_of(begin + "1" * 600 + "xy")
    assert len(read) <= LONGEST_KEY + 2
    assert [data for _, data in read[-2:]] == ["x", "y"]


def test_a_paste_without_end_is_not_kept() -> None:
    for length in range(LONGEST_PASTE - len(PASTE_ENDS), LONGEST_PASTE + 2):
        (key, pasted), after = keys_of(f"{PASTE_BEGINS}{'a' * length}{PASTE_ENDS}x")
        assert key == "<bracketed-paste>"
        assert pasted.startswith("a" * min(length, LONGEST_PASTE))
        assert len(pasted) <= LONGEST_PASTE
        assert after == ("x", "x")
    (key, pasted), *_ = keys_of(f"{PASTE_BEGINS}{'a' * 10 * LONGEST_PASTE}{PASTE_ENDS}")
    assert pasted == "a" * LONGEST_PASTE


def test_what_one_guest_typed_too_late_is_never_typed_by_another() -> None:
    assert len({Keys().typeahead_hash() for _ in range(100)}) == 100


def test_what_keyboards_and_mice_send_is_read_as_it_is() -> None:
    sent = {"\x1b[A": "up", "\x1b[1;2A": "s-up", "\x1b[<35;120;35M": "<vt100-mouse-event>", "\x1b[3~": "delete"}
    assert keys_of("".join(sent)) == [(name, data) for data, name in sent.items()]
    assert keys_of(f"{PASTE_BEGINS}odin\x1b[A{PASTE_ENDS}") == [("<bracketed-paste>", "odin\x1b[A")]
