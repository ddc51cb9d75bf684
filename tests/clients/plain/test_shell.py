"""Lines from streams: cut anywhere, endless, without a last newline; and nothing but lines to one."""

import asyncio
import io
import os
from collections.abc import Callable

from clients.language import Language
from clients.news import CaughtUp, Ended, How
from clients.plain.narrator import MOST_WAITING, Narrator
from clients.plain.shell import CHUNK, attend, line_writer
from odin_net.game.state import State
from tests.clients.plain.test_narrator import Remembering
from tests.helpers import LONG
from tests.helpers.tables import position

WAITING = position("R8 R5 G1", "G2 G3", "B2", middle="Y8", turn=1)
MINE = position("R8 R5 G1", "G2 G3", "B2", middle="Y8")


class Sitting:
    """A table that ends when somebody leaves."""

    def __init__(self, state: State) -> None:
        self.lines: list[str] = []
        self.session = Remembering(state)
        self.narrator = Narrator(Language("en"), self.lines.append)
        self.narrator.attach(self.session)
        self.narrator.heard(CaughtUp())
        self.lines.clear()
        self.left = asyncio.Event()

    def call(self, what: Callable[[], None]) -> None:
        what()
        if "leave" in self.session.done:
            self.left.set()

    async def take_part(self) -> Ended:
        await asyncio.wait_for(self.left.wait(), LONG)
        return Ended(How.LEFT)


async def test_lines_are_cut_at_newlines_wherever_the_bytes_are_cut() -> None:
    sitting = Sitting(WAITING)
    reading, writing = os.pipe()
    with io.FileIO(reading) as stream, io.FileIO(writing, "w") as pipe:
        running = asyncio.ensure_future(attend(sitting, sitting.narrator, stream))
        for byte in "hand\r\nchat été\nmoves".encode():
            await asyncio.to_thread(pipe.write, bytes([byte]))
        pipe.close()
        await running
    assert sitting.lines[0].startswith("Your hand")
    assert ("say", "été") in sitting.session.done
    assert sitting.lines[1] == "It is not your turn."


async def test_a_stream_without_end_is_read_only_as_fast_as_it_is_carried_out() -> None:
    sitting = Sitting(WAITING)
    reading, writing = os.pipe()
    with io.FileIO(reading) as stream, io.FileIO(writing, "w") as pipe:
        running = asyncio.ensure_future(attend(sitting, sitting.narrator, stream))
        pipe.write(b"pass\n" * (CHUNK // 5 * 3))
        for _ in range(200):
            await asyncio.sleep(0.01)
            if len(sitting.narrator._actions) >= MOST_WAITING:
                break
        assert len(sitting.narrator._actions) == MOST_WAITING
        assert sitting.narrator.when_room is not None
        sitting.session.state = MINE
        sitting.narrator.heard(CaughtUp())
        await asyncio.sleep(0.05)
        assert len(sitting.narrator._actions) == MOST_WAITING
        sitting.call(lambda: sitting.session.leave(for_good=False))
        await running


async def test_a_very_long_line_is_cut() -> None:
    sitting = Sitting(MINE)
    reading, writing = os.pipe()
    with io.FileIO(reading) as stream, io.FileIO(writing, "w") as pipe:
        running = asyncio.ensure_future(attend(sitting, sitting.narrator, stream))
        for _ in range(30):
            await asyncio.to_thread(pipe.write, b"x" * CHUNK)
        await asyncio.to_thread(pipe.write, b"\nleave\n")
        await running
    assert sitting.lines == ["I do not know that command: type help for all of them."]


async def test_bytes_that_are_no_text_are_no_command() -> None:
    sitting = Sitting(MINE)
    reading, writing = os.pipe()
    with io.FileIO(reading) as stream, io.FileIO(writing, "w") as pipe:
        running = asyncio.ensure_future(attend(sitting, sitting.narrator, stream))
        pipe.write(b"\xff\xfe\x00\nleave\n")
        await running
    assert sitting.lines[0] == "I do not know that command: type help for all of them."


def test_no_control_character_leaves() -> None:
    stream = io.StringIO()
    line_writer(stream)("a\x1b[2J\nb\x9bc\u2068d\u2069")
    assert stream.getvalue() == "a?[2J?b?c\u2068d\u2069\n"
