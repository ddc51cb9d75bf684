"""The way to a table on the screen: the name, the code, the table itself, and the code again if it was wrong."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

from clients.language import Tongue
from clients.news import Ended, How
from clients.session import Wish
from clients.terminal.frame import Settings
from clients.terminal.scene import TableScene
from clients.terminal.screens.ask import AskScene, LookingScene, code_question, name_question
from clients.terminal.stage import Stage, StageGone
from protocol.errors import Hint

T = TypeVar("T")

# Give the scene its session and take part until it ends.
Dial: TypeAlias = Callable[[Wish, TableScene], Coroutine[Any, Any, Ended]]


class Joining(NamedTuple):
    """What is known before: None is asked for."""

    wish: Wish
    name_is_known: bool
    has_seat: bool
    """Whether a seat of ours is written down: then neither name nor code is asked for."""
    can_go_back: bool = False
    """Whether something was asked before: if not, who goes back from the first question leaves, and is asked."""


async def join_on_stage(
    stage: Stage, tongue: Tongue, settings: Settings, joining: Joining, dial: Dial
) -> tuple[Ended | None, Tongue]:
    """Join and play; how it ended, or None if somebody went back before, and the language they had chosen by then."""
    try:
        return await _join(stage, tongue, settings, joining, dial)
    except StageGone:
        return None, tongue


async def _join(
    stage: Stage, tongue: Tongue, settings: Settings, joining: Joining, dial: Dial
) -> tuple[Ended | None, Tongue]:
    wish, wrong = joining.wish, ""
    asks_name = not joining.name_is_known and not joining.has_seat
    asks_code = wish.code is None and not joining.has_seat
    at_code = False
    while True:
        questions = _Questions(asks_name, asks_code, at_code, joining.can_go_back, wrong)
        answered = await _ask(stage, tongue, settings, wish, questions)
        if answered is None:
            return None, tongue
        wish = answered
        scene = TableScene(tongue, settings, stage.redraw, stage.ring, ends_at=_is_asked_again)
        ended = await _take_part(stage, scene, wish, dial)
        tongue, settings = scene.tongue, scene.settings
        asks_code = at_code = scene.wants_code or is_about_code(ended)
        if not asks_code:
            return ended, tongue
        wrong = "" if ended.hint is None or scene.wants_code else tongue.hint_refusal(ended.hint)


class _Questions(NamedTuple):
    """What is asked before one sits down."""

    name: bool
    code: bool
    at_code: bool
    """Whether the name was given already: it is asked for only by who goes back to it."""
    can_go_back: bool
    wrong: str


async def _ask(stage: Stage, tongue: Tongue, settings: Settings, wish: Wish, asks: _Questions) -> Wish | None:
    """The wish with what was asked for; Esc goes from the second question to the first, and from there away: None."""
    asks_name = asks.name and not asks.at_code
    is_own = asks.at_code
    while True:
        if asks_name:
            name = await ask_name(stage, tongue, settings, wish.name, goes_back=asks.can_go_back, is_own=is_own)
            if name is None:
                return None
            wish, is_own = replace(wish, name=name), True
        if not asks.code:
            return wish
        goes_back = asks.name or asks.can_go_back
        code = await ask_code(stage, tongue, settings, asks.wrong, goes_back=goes_back)
        if code is not None:
            return replace(wish, code=code)
        if not asks.name:
            return None
        asks_name = True


def is_about_code(ended: Ended) -> bool:
    """Whether it ended because the code was wrong: then it is asked for again, on the spot."""
    return ended.how is How.REFUSED and ended.hint is Hint.WRONG_PROOF


def _is_asked_again(ended: Ended) -> bool:
    """Whether a question follows, of ours or, about the address, of who called us: then nothing stands between."""
    return is_about_code(ended) or ended.how is How.UNREACHABLE


async def ask_name(
    stage: Stage, tongue: Tongue, settings: Settings, name: str, *, goes_back: bool = True, is_own: bool = False
) -> str | None:
    """What somebody wants to be called; None if they go back. `name` is suggested, or what they typed before."""
    scene = AskScene(tongue, settings, name_question(tongue, name, is_own=is_own), goes_back=goes_back)
    await stage.show(scene, scene.done)
    return scene.answer


async def ask_code(
    stage: Stage, tongue: Tongue, settings: Settings, wrong: str = "", *, goes_back: bool = True
) -> str | None:
    """The table's code; None if they go back."""
    scene = AskScene(tongue, settings, code_question(tongue, settings.place), wrong, goes_back=goes_back)
    await stage.show(scene, scene.done)
    return scene.answer


async def look(stage: Stage, tongue: Tongue, settings: Settings, work: Coroutine[Any, Any, T]) -> T | None:
    """Do this while the screen says that the table is looked for; None if somebody does not wait for it."""
    scene, task = LookingScene(tongue, settings), asyncio.create_task(work)
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


async def _take_part(stage: Stage, scene: TableScene, wish: Wish, dial: Dial) -> Ended:
    part = asyncio.create_task(dial(wish, scene))
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
