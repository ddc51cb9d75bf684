"""The way to a table on the screen: the name, the code, the table itself, and the code again if it was wrong."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias, TypeVar, assert_never

from clients.join_flow import JoinFlow, JoinStep, is_about_code
from clients.language import Language
from clients.news import Ended, How
from clients.session import JoinRequest
from clients.terminal.frame import Settings
from clients.terminal.scene import TableScene
from clients.terminal.screens.ask import AskScene, LookingScene, code_question, name_question
from clients.terminal.stage import Stage, StageGone

T = TypeVar("T")

# Give the scene its session and take part until it ends.
Dial: TypeAlias = Callable[[JoinRequest, TableScene], Coroutine[Any, Any, Ended]]


async def join_on_stage(
    stage: Stage, language: Language, settings: Settings, flow: JoinFlow, dial: Dial
) -> tuple[Ended | None, Language]:
    """Join and play; how it ended, or None if somebody went back before, and the language they had chosen by then."""
    try:
        return await _join(stage, language, settings, flow, dial)
    except StageGone:
        return None, language


async def _join(
    stage: Stage, language: Language, settings: Settings, flow: JoinFlow, dial: Dial
) -> tuple[Ended | None, Language]:
    while await _ask(stage, language, settings, flow):
        scene = TableScene(language, settings, stage.redraw, stage.ring, ends_at=_is_asked_again)
        ended = await _take_part(stage, scene, flow.join_request, dial)
        language, settings = scene.language, scene.settings
        flow.ended(ended, wants_code=scene.wants_code)
        if not flow.asks:
            return ended, language
    return None, language


async def _ask(stage: Stage, language: Language, settings: Settings, flow: JoinFlow) -> bool:
    """Ask for all that is missing; whether to dial then."""
    while True:
        match flow.step:
            case JoinStep.NAME:
                question, wrong = name_question(language, flow.join_request.name, is_own=flow.name_is_own), ""
            case JoinStep.CODE:
                wrong = "" if flow.hint is None else language.hint_refusal(flow.hint)
                question = code_question(language, settings.place)
            case JoinStep.DIAL:
                return True
            case JoinStep.AWAY:
                return False
            case _:
                assert_never(flow.step)
        scene = AskScene(language, settings, question, wrong, goes_back=flow.goes_back)
        await stage.show(scene, scene.done)
        if scene.answer is None:
            flow.back()
        else:
            flow.answered(scene.answer)


def _is_asked_again(ended: Ended) -> bool:
    """Whether a question follows, of ours or, about the address, of who called us: then nothing stands between."""
    return is_about_code(ended) or ended.how is How.UNREACHABLE


async def look(stage: Stage, language: Language, settings: Settings, work: Coroutine[Any, Any, T]) -> T | None:
    """Do this while the screen says that the table is looked for; None if somebody does not wait for it."""
    scene, task = LookingScene(language, settings), asyncio.create_task(work)
    task.add_done_callback(lambda _: scene.finish())
    try:
        await asyncio.sleep(0)  # Where all is known already, nothing flickers.
        if not task.done():
            await stage.show(scene, scene.done)
        return await task if task.done() else None
    finally:
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _take_part(stage: Stage, scene: TableScene, join_request: JoinRequest, dial: Dial) -> Ended:
    part = asyncio.create_task(dial(join_request, scene))
    # What goes wrong outside the screen ends the screen, too.
    part.add_done_callback(lambda task: scene.finish() if task.cancelled() or task.exception() else None)
    try:
        await stage.show(scene, scene.done)
        scene.leave()
        return await part
    except StageGone:
        scene.leave()
        return await part
    finally:
        scene.close()
        if not part.done():
            part.cancel()
            await asyncio.gather(part, return_exceptions=True)
