"""A screen on which nothing happens does nothing: it wakes for countdowns only, while one is shown."""

import pytest
from msgspec.structs import replace

from clients.language import Language
from clients.model import Seen
from clients.news import LinkChanged, LinkStage
from clients.terminal.frame import Settings
from clients.terminal.scene import TableScene
from protocol.messages import USUAL_TERMS
from tests.clients.terminal.moments import in_lobby, playing


async def wakes(seen: Seen) -> tuple[float | None, float]:
    scene = TableScene(Language("en"), Settings(), lambda: None, lambda: None)
    now = scene._loop.time()
    scene.seen = replace(seen, turn_began=now)
    return scene.wake_at(), now


async def test_nothing_wakes_an_idle_lobby() -> None:
    assert (await wakes(in_lobby()))[0] is None


async def test_a_table_wakes_once_when_a_bot_may_cover() -> None:
    wake_at, now = await wakes(playing())
    assert wake_at == now + 60
    wake_at, now = await wakes(replace(playing(), terms=replace(USUAL_TERMS, cover_after=5000)))
    assert wake_at == now + 5, "it is the host who says when"


async def test_a_countdown_wakes_each_second(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = TableScene(Language("en"), Settings(), lambda: None, lambda: None)
    now = scene._loop.time()
    monkeypatch.setattr(scene._loop, "time", lambda: now)
    waiting = replace(in_lobby(), link=LinkChanged(LinkStage.WAITING, 3, now + 4.5))
    scene.seen = waiting
    wake_at = scene.wake_at()
    assert wake_at is not None
    assert 0 < wake_at - now <= 1.001
    scene.seen = replace(waiting, link=LinkChanged(LinkStage.WAITING, 3, now - 1))
    assert scene.wake_at() is None
    scene.seen = replace(in_lobby(), clock=(0, now + 30))
    assert scene.wake_at() is not None
