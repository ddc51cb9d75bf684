"""A table for one person, on any input and output: what is asked on the way, the table itself, and how it ended."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Self, TypeAlias, TypeVar, assert_never

from msgspec.structs import replace

from clients.join_flow import JoinFlow, JoinStep, is_about_code
from clients.language import Language
from clients.news import Ended, How
from clients.session import JoinRequest
from clients.terminal.frame import Settings
from clients.terminal.scene import Remember, TableScene, forget
from clients.terminal.screens.ask import AskScene, LookingScene, Question, code_question, name_question
from clients.terminal.stage import Stage, StageGone

T = TypeVar("T")

# Give the scene its session and take part until it ends.
Dial: TypeAlias = Callable[[JoinRequest, TableScene], Coroutine[Any, Any, Ended]]


class TableApp:
    """Use it as an async context, with a stage of its own: that has input and output.

    Any number of them live in one process, each with its own language, look and size. When the input ends, so does what
    is shown: `join` returns, and the seat waits. Where no signal tells of another size, call `resized`.
    """

    def __init__(self, stage: Stage, language: Language, settings: Settings, remember: Remember = forget) -> None:
        self.stage, self.language, self._remember = stage, language, remember
        self.settings = replace(settings, offered=stage.offered)
        self._scene: TableScene | None = None

    async def __aenter__(self) -> Self:
        await self.stage.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stage.__aexit__()

    @property
    def scene(self) -> TableScene:
        """The table that is shown, or was shown last."""
        assert self._scene is not None
        return self._scene

    def resized(self) -> None:
        """The window has another size; only needed where no signal says so."""
        self.stage.resized()

    def close(self) -> None:
        """End the screen now, whatever it shows, as if the terminal were gone."""
        self.stage.close()

    async def join(self, flow: JoinFlow, dial: Dial) -> Ended | None:
        """Ask for what is missing, sit down and play; how it ended, or None if somebody went back before."""
        with suppress(StageGone):
            while await self._ask_all(flow):
                ended = await self._take_part(flow.join_request, dial)
                flow.ended(ended, wants_code=self.scene.wants_code)
                if not flow.asks:
                    return ended
        return None

    async def look(self, work: Coroutine[Any, Any, T]) -> T | None:
        """Do this while the screen says that the table is looked for; None if somebody does not wait for it."""
        scene, task = LookingScene(self.language, self.settings), asyncio.create_task(work)
        task.add_done_callback(lambda _: scene.finish())
        try:
            await asyncio.sleep(0)  # Where all is known already, nothing flickers.
            if not task.done():
                await self.stage.show(scene, scene.done)
            return await task if task.done() else None
        finally:
            await _stop(task)

    async def _ask_all(self, flow: JoinFlow) -> bool:
        """Ask for all that is missing; whether to dial then."""
        language = self.language
        while True:
            match flow.step:
                case JoinStep.NAME:
                    question, wrong = name_question(language, flow.join_request.name, is_own=flow.name_is_own), ""
                case JoinStep.CODE:
                    question = code_question(language, self.settings.place)
                    wrong = "" if flow.hint is None else language.hint_refusal(flow.hint)
                case JoinStep.DIAL:
                    return True
                case JoinStep.AWAY:
                    return False
                case _:
                    assert_never(flow.step)
            await self._ask(flow, question, wrong)

    async def _ask(self, flow: JoinFlow, question: Question, wrong: str) -> None:
        scene = AskScene(self.language, self.settings, question, wrong, goes_back=flow.goes_back)
        await self.stage.show(scene, scene.done)
        if scene.answer is None:
            flow.back()
        else:
            flow.answered(scene.answer)

    async def _take_part(self, join_request: JoinRequest, dial: Dial) -> Ended:
        stage = self.stage
        scene = TableScene(
            self.language, self.settings, stage.redraw, stage.ring, ends_at=_is_asked_again, remember=self._remember,
            took=lambda: stage.took,
        )  # fmt: skip
        self._scene = scene
        part = asyncio.create_task(dial(join_request, scene))
        # What goes wrong outside the screen ends the screen, too.
        part.add_done_callback(lambda task: scene.finish() if task.cancelled() or task.exception() else None)
        try:
            with suppress(StageGone):
                await stage.show(scene, scene.done)
            scene.leave()
            return await part
        finally:
            self.language = scene.language
            self.settings = replace(scene.settings, bell=scene.ui.bell, sort=scene.ui.sort)
            scene.close()
            await _stop(part)


def _is_asked_again(ended: Ended) -> bool:
    """Whether a question follows, of ours or, about the address, of who called us: then nothing stands between."""
    return is_about_code(ended) or ended.how is How.UNREACHABLE


async def _stop(task: asyncio.Task[Any]) -> None:
    if not task.done():
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
