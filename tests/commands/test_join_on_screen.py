"""The way to a table on the screen, from the list to a table and back."""

import asyncio
from argparse import Namespace
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input

from clients.language import Language
from clients.own_name import own_name
from clients.session import JoinRequest
from clients.terminal.app import TableApp
from clients.terminal.frame import Settings
from clients.terminal.screens.ask import LookingScene
from clients.terminal.screens.choose_table import ChosenTable
from clients.terminal.stage import Stage
from odin_net.commands.join import TablePlace, on_screen
from protocol.errors import Hint
from tests.helpers.screens import Terminal
from tests.helpers.serving import served
from tests.helpers.tiny_table import TinyTable

ENTER, ESC, CLEAR = "\r", "\x1b", "\x15"


async def test_an_address_that_does_not_answer_is_looked_at_again_in_sight(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looks: list[asyncio.Future[bool]] = []

    async def answers(*_: object) -> bool:
        looks.append(asyncio.get_running_loop().create_future())
        return await looks[-1]

    pressed: list[str] = []
    press = LookingScene.press

    def hear(scene: LookingScene, key: str, text: str) -> None:
        pressed.append(key)
        press(scene, key, text)

    monkeypatch.setattr(on_screen, "answers", answers)
    monkeypatch.setattr(LookingScene, "press", hear)
    terminal = Terminal()
    with create_pipe_input() as keys:
        async with TableApp(Stage(keys, terminal.output), Language("en"), Settings()) as app:
            arguments = Namespace(name=None, data=str(tmp_path), lang="en")
            place = TablePlace("192.0.2.1", 9054)
            way = on_screen._Way(app, arguments, JoinRequest("login"), place)
            going = asyncio.create_task(way.go())
            for _ in range(2):
                await terminal.until("Looking for the table at 192.0.2.1:9054…")
                # What is typed too early is for no question.
                pressed.clear()
                keys.send_text(f"7{ENTER}")
                await terminal.until(lambda _: pressed == ["7", "c-m"])
                looks[-1].set_result(False)
                text = await terminal.until("No table answers at 192.0.2.1:9054")
                assert "> 192.0.2.1:9054\n" in text
                keys.send_text(ENTER)
            await terminal.until("Looking for the table")
            keys.send_text("q")
            await asyncio.wait_for(going, 10)
    assert way.ended is None
    assert [look.cancelled() for look in looks] == [False, False, True]


async def test_a_code_that_was_wrong_at_one_table_is_not_tried_at_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = TinyTable()
    table.hint = Hint.WRONG_PROOF
    terminal = Terminal()
    async with served(table) as server:
        here = ChosenTable(f"127.0.0.1:{server.port}", table.id)
        chosen = [None, here, here]
        is_back = asyncio.Event()

        async def choose_table(*_: object) -> ChosenTable | None:
            if len(chosen) == 2:
                is_back.set()
            return chosen.pop()

        monkeypatch.setattr(on_screen, "choose_table", choose_table)
        with create_pipe_input() as keys:
            async with TableApp(Stage(keys, terminal.output), Language("en"), Settings()) as app:
                arguments = Namespace(name=None, data=str(tmp_path), lang="en")
                way = on_screen._Way(app, arguments, JoinRequest("login"), None)

                async def press(*steps: tuple[str, str]) -> None:
                    for text, pressed in steps:
                        await terminal.until(text)
                        keys.send_text(pressed)

                going = asyncio.create_task(way.go())
                await press(
                    ("What do the others call you?", f"{CLEAR}Ann{ENTER}"),
                    ("code of three words", f"raven-oak-fjord{ENTER}"),
                    ("not the code of this table", ESC),
                    ("> Ann", ESC),
                )
                await is_back.wait()
                await press(("> Ann", ENTER), ("code of three words", ESC), ("> Ann", ESC))
                await asyncio.wait_for(going, 10)
        assert len(server.connections) == 1
    assert own_name(None, tmp_path) != "Ann", "no table has accepted it"
    assert way.ended is None
