"""Bots in worker processes: real ones, dead ones, late ones."""

import asyncio
import os
import signal
from random import Random

import pytest

from odin_net.bots import pool as pool_module
from odin_net.bots.normal import choose_normal
from odin_net.bots.policies import POLICIES
from odin_net.bots.pool import BotPool
from odin_net.game import PlayerView, view_of
from tests.helpers.tables import dealt, shuffled

VIEW: PlayerView = view_of(dealt(3, shuffled(8)), 0)
STAND_IN = choose_normal(VIEW, Random(0))


@pytest.fixture
def pool() -> "BotPool":
    return BotPool()


async def test_a_worker_thinks_as_the_bot_would(pool: BotPool) -> None:
    try:
        move = await pool.choose("hard", VIEW, "seed", 60)
        assert move == POLICIES["hard"](VIEW, Random("seed"))
    finally:
        await pool.close()


@pytest.mark.parametrize("level", ["random", "easy", "normal"])
async def test_quick_levels_need_no_worker(pool: BotPool, level: str) -> None:
    assert await pool.choose(level, VIEW, "seed", 0) == POLICIES[level](VIEW, Random("seed"))
    assert pool._callers is None


async def test_a_bot_that_stumbles_over_a_false_story_gives_the_stand_ins_move(pool: BotPool) -> None:
    board = VIEW.board._replace(earlier=((5, 1, 0),))
    false = VIEW._replace(board=board._replace(game=board.game._replace(dealt=(9,) * 6)))
    try:
        assert await pool.choose("hard", false, "seed", 60) == choose_normal(false, Random("seed"))
    finally:
        await pool.close()


async def test_a_deadline_of_zero_gives_the_stand_ins_move(pool: BotPool) -> None:
    try:
        assert await pool.choose("hard", VIEW, "seed", 0) == STAND_IN
    finally:
        await pool.close()


@pytest.mark.slow
async def test_a_dead_worker_gives_the_stand_ins_move_and_the_next_one_is_alive(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        with monkeypatch.context() as patch:
            patch.setattr(pool_module, "think", die)
            assert await pool.choose("hard", VIEW, "seed", 60) == STAND_IN
        assert await pool.choose("hard", VIEW, "seed", 60) == POLICIES["hard"](VIEW, Random("seed"))
    finally:
        await pool.close()


def die(*_: object) -> None:
    """What a worker that crashes does."""
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.slow
async def test_closing_gives_all_who_wait_the_stand_ins_move(pool: BotPool) -> None:
    waiting = [asyncio.create_task(pool.choose("hard", VIEW, f"seed {n}", 60)) for n in range(6)]
    await asyncio.sleep(0)  # lets them ask
    await pool.close()
    moves = await asyncio.gather(*waiting)
    assert set(moves) <= {STAND_IN, *(POLICIES["hard"](VIEW, Random(f"seed {n}")) for n in range(6))}
    assert STAND_IN in moves


async def test_who_is_cancelled_is_cancelled(pool: BotPool) -> None:
    task = asyncio.create_task(pool.choose("hard", VIEW, "seed", 60))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await pool.close()


async def test_closing_twice_is_fine(pool: BotPool) -> None:
    await pool.close()
    await pool.close()
