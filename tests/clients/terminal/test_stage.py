"""When a stage draws, and what its pictures leave behind."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.layout.screen import Char

from clients.language import Language
from clients.terminal.stage import Stage, StageGone
from clients.terminal.state import Ui
from tests.clients.terminal.moments import SETTINGS, Moment, playing
from tests.clients.terminal.staging import Still
from tests.helpers.screens import Terminal

# A picture that is due then is never drawn here.
NEVER = 10.0**6


@asynccontextmanager
async def still(terminal: Terminal, wait: float = 0.0, rest: float = 0.0) -> AsyncIterator[tuple[Stage, PipeInput]]:
    """A stage on which somebody's turn is shown."""
    moment, until = Moment(playing(), Ui(), ""), asyncio.get_running_loop().create_future()
    with create_pipe_input() as keys:
        async with Stage(keys, terminal.output, wait=wait, rest=rest) as stage:
            showing = asyncio.create_task(stage.show(Still(moment, SETTINGS, Language("en")), until))
            yield stage, keys
            stage.close()
            with suppress(StageGone):
                await showing


async def test_only_a_picture_that_no_key_asks_for_waits() -> None:
    terminal = Terminal()
    async with still(terminal, wait=NEVER) as (stage, keys):
        await asyncio.sleep(0)
        assert stage._later is not None
        assert "YOUR TURN" not in terminal.text
        keys.send_text("x")
        await terminal.until("YOUR TURN")


async def test_what_a_key_has_shown_is_not_drawn_again_later() -> None:
    terminal = Terminal()
    async with still(terminal, rest=NEVER) as (stage, keys):
        await terminal.until("YOUR TURN")
        stage.redraw()
        later = stage._later
        assert later is not None
        drawn = stage._application.render_counter
        keys.send_text("x")
        await terminal.until(lambda _: stage._application.render_counter > drawn)
        assert later.cancelled()
        stage.redraw()
        assert stage._later not in (None, later)


async def test_pictures_share_their_characters() -> None:
    """Each that is made anew brings the next search for garbage nearer, for which the whole process stands still."""
    counts = []
    async with AsyncExitStack() as stack:
        for _ in range(2):
            terminal = Terminal()
            await stack.enter_async_context(still(terminal))
            await terminal.until("YOUR TURN")
            counts.append(sum(isinstance(one, Char) for one in gc.get_objects()))
    assert counts[1] == counts[0]
