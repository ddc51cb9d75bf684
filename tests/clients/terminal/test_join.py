"""The way to a table: Esc goes back a question, and asks before it ends the program."""

import asyncio

from prompt_toolkit.input import create_pipe_input

from clients.join_flow import JoinFlow
from clients.language import Language
from clients.news import Ended, How
from clients.session import JoinRequest
from clients.terminal.frame import Settings
from clients.terminal.scene import TableScene
from clients.terminal.screens.join import join_on_stage
from clients.terminal.stage import Stage
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
        async with Stage(keys, terminal.output) as stage:
            coming = asyncio.create_task(join_on_stage(stage, Language("en"), settings, flow, dial))
            for text, pressed in steps:
                await terminal.until(text)
                keys.send_text(pressed)
            ended, _ = await asyncio.wait_for(coming, 5)
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
        ("Enter leaves, Esc stays", ENTER),
        flow=JoinFlow(JoinRequest("Ann"), name_is_known=True, has_seat=False),
    )
    assert (dialled, ended) == ([], None)


async def test_esc_goes_back_to_the_list_that_the_table_was_chosen_from() -> None:
    dialled, ended = await walked(
        ("Esc back", ESC), flow=JoinFlow(JoinRequest("Ann"), name_is_known=True, has_seat=False, can_go_back=True)
    )
    assert (dialled, ended) == ([], None)
