"""A table on any input and output: the questions on the way to it, and many of them in one process."""

import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack

import pytest
from prompt_toolkit.input import create_pipe_input

from clients.join_flow import JoinFlow
from clients.language import Language
from clients.news import Ended, How
from clients.session import JoinRequest
from clients.terminal.app import TableApp
from clients.terminal.drawing.rows import Size
from clients.terminal.frame import GOOD, Settings
from clients.terminal.scene import TableScene
from clients.terminal.stage import Stage
from odin_net.game.state import Phase
from odin_net.host.table import Opening
from tests.clients.terminal.staging import sitting
from tests.helpers import LONG
from tests.helpers.evenings import Evening
from tests.helpers.screens import Terminal

ENTER, ESC, CLEAR = "\r", "\x1b", "\x15"
NO_TABLE = Ended(How.UNREACHABLE)


async def walked(*steps: tuple[str, str], flow: JoinFlow) -> tuple[list[JoinRequest], Ended | None]:
    """Wait for each text, press the keys beside it; the wishes that were dialled, and how it ended."""
    dialled: list[JoinRequest] = []

    async def dial(join_request: JoinRequest, scene: TableScene) -> Ended:
        dialled.append(join_request)
        scene.finish()
        return NO_TABLE

    terminal, settings = Terminal(80, 24), Settings(place="192.168.1.20:9054")
    with create_pipe_input() as keys:
        async with TableApp(Stage(keys, terminal.output), Language("en"), settings) as app:
            coming = asyncio.create_task(app.join(flow, dial))
            for text, pressed in steps:
                await terminal.until(text)
                keys.send_text(pressed)
            ended = await asyncio.wait_for(coming, 5)
    return dialled, ended


async def test_esc_goes_from_the_code_to_the_name() -> None:
    dialled, ended = await walked(
        ("What do the others call you?", f"{CLEAR}Ann{ENTER}"),
        ("code of three words", ESC),
        ("> Ann", f"ika{ENTER}"),
        ("code of three words", f"raven-oak-fjord{ENTER}"),
        flow=JoinFlow(JoinRequest("login"), name_is_known=False, has_seat=False),
    )
    assert dialled == [JoinRequest("Annika", "raven-oak-fjord")]
    assert ended == NO_TABLE


async def test_esc_at_the_first_question_asks_before_it_leaves() -> None:
    dialled, ended = await walked(
        ("code of three words", ESC),
        ("Leave Odin?", ESC),
        ("Esc leave", ESC),
        ("Enter: leave, Esc: stay", ENTER),
        flow=JoinFlow(JoinRequest("Ann"), name_is_known=True, has_seat=False),
    )
    assert (dialled, ended) == ([], None)


async def test_esc_goes_back_to_the_list_that_the_table_was_chosen_from() -> None:
    dialled, ended = await walked(
        ("Esc back", ESC), flow=JoinFlow(JoinRequest("Ann"), name_is_known=True, has_seat=False, can_go_back=True)
    )
    assert (dialled, ended) == ([], None)


# --- many in one process ---


TABLES = (
    ("Annika", "en", Size(80, 24)),
    ("Bjarni", "de", Size(100, 30)),
    ("Cecile", "es", Size(60, 20)),
    ("Dagmar", "nl", GOOD),
)


async def test_several_show_their_own_table_language_and_size_and_end_each_by_itself() -> None:
    async with AsyncExitStack() as stack:
        players = []
        for name, code, size in TABLES:
            evening = await stack.enter_async_context(Evening(Opening(code="", seats=2, bots=1)))
            players.append(await stack.enter_async_context(sitting(evening, name, size=size, code=code)))
        for player, (name, code, size) in zip(players, TABLES, strict=True):
            text = await player.until(Language(code)("The lobby"))
            assert name in text
            assert not any(other in text for other, *_ in TABLES if other != name)
            assert player.stage_size == size
        ann, bo, cy, dee = players
        bo.terminal.resize(60, 20)
        bo.app.resized()
        await bo.until(lambda _: bo.stage_size == Size(60, 20))
        assert dee.stage_size == GOOD
        cy.keys.close()
        assert await asyncio.wait_for(cy.running, LONG) is How.LEFT
        assert cy.guest.store.stored is not None, "the seat waits"
        ann.app.close()
        assert await asyncio.wait_for(ann.running, LONG) is How.LEFT
        assert not bo.running.done()
        dee.guest.session.ready()
        await dee.until(lambda _: dee.app.scene.seen.phase is Phase.PLAYING)
        assert bo.app.scene.seen.phase is Phase.LOBBY


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signal")
async def test_a_screen_of_another_terminal_leaves_the_signals_of_the_process_alone() -> None:
    heard = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGWINCH, heard.set)
    try:
        async with Evening(Opening(code="", seats=2, bots=1)) as evening, sitting(evening) as ann:
            await ann.until("lobby")
            os.kill(os.getpid(), signal.SIGWINCH)
            await asyncio.wait_for(heard.wait(), LONG)
            heard.clear()
            ann.keys.close()
            await asyncio.wait_for(ann.running, LONG)
        os.kill(os.getpid(), signal.SIGWINCH)
        await asyncio.wait_for(heard.wait(), LONG)
    finally:
        loop.remove_signal_handler(signal.SIGWINCH)


@pytest.mark.parametrize("ends", ["its input", "who serves it"])
async def test_a_question_ends_too_when_the_terminal_is_gone(ends: str) -> None:
    terminal, flow = Terminal(80, 24), JoinFlow(JoinRequest("login"))

    async def dial(*_: object) -> Ended:
        raise AssertionError("nobody answered")

    with create_pipe_input() as keys:
        async with TableApp(Stage(keys, terminal.output), Language("en"), Settings()) as app:
            coming = asyncio.create_task(app.join(flow, dial))
            await terminal.until("What do the others call you?")
            keys.close() if ends == "its input" else app.close()
            assert await asyncio.wait_for(coming, LONG) is None
