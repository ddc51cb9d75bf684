"""Workers as real processes: how they work, and how they end."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator

import pytest

from odin_net.workers import AHEAD, Callers, WorkerDied, in_order, start_worker

LONG = 30.0
# A worker that nobody ends takes longer than any test.
FOREVER = 600


@pytest.fixture
async def callers() -> AsyncIterator[Callers]:
    callers = Callers(2)
    yield callers
    await callers.stop()
    assert not callers.pids


async def test_a_worker_calls_a_function_with_arguments(callers: Callers) -> None:
    assert await callers.call(divmod, 17, 5) == (3, 2)
    assert await callers.call(sorted, [2, 3, 1], reverse=True) == [3, 2, 1]


async def test_what_is_raised_there_is_raised_here_and_the_worker_lives(callers: Callers) -> None:
    pids = {await callers.call(os.getpid) for _ in range(20)}
    with pytest.raises(ZeroDivisionError):
        await callers.call(divmod, 1, 0)
    assert pids <= callers.pids


async def test_a_worker_that_dies_is_said_so_and_the_next_job_has_another(callers: Callers) -> None:
    with pytest.raises(WorkerDied):
        await callers.call(os._exit, 3)
    assert await callers.call(divmod, 17, 5) == (3, 2)


async def test_results_come_in_the_order_of_the_items(callers: Callers) -> None:
    naps = [0.2, 0, 0, 0.1, *[0] * 4 * AHEAD]
    assert [nap async for nap in in_order(callers, nap_for, naps, 2)] == naps


def nap_for(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


async def test_they_are_stopped_in_the_middle_of_a_job_and_who_waits_is_cancelled(callers: Callers) -> None:
    await callers.call(os.getpid)
    waiting = [asyncio.create_task(callers.call(time.sleep, FOREVER)) for _ in range(3)]
    await asyncio.sleep(0)  # lets them ask
    async with asyncio.timeout(LONG):
        await callers.stop()
        ends = await asyncio.gather(*waiting, return_exceptions=True)
    assert not callers.pids
    assert all(isinstance(end, asyncio.CancelledError) for end in ends)


async def test_a_worker_ends_with_its_input() -> None:
    process = await start_worker("odin_net.workers:call_pickled")
    assert process.stdin is not None
    process.stdin.close()
    async with asyncio.timeout(LONG):
        assert await process.wait() == 0


async def test_the_same_in_the_middle_of_a_job() -> None:
    process = await start_worker(f"{__name__}:say_and_sleep")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write((1).to_bytes(4, "big") + b"x")
    async with asyncio.timeout(LONG):
        assert await process.stdout.readexactly(1) == b"!"
        process.stdin.close()
        assert await process.wait() == 0


def say_and_sleep(job: bytes) -> bytes:
    sys.stdout.buffer.write(b"!")
    sys.stdout.buffer.flush()
    time.sleep(FOREVER)
    return job


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
async def test_an_interrupt_from_the_keyboard_is_not_for_workers(callers: Callers) -> None:
    callers.start()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    await asyncio.gather(*(callers.call(time.sleep, 0.1) for _ in range(2)))
    before = set(callers.pids)
    for pid in before:
        os.kill(pid, signal.SIGINT)
    assert await callers.call(divmod, 17, 5) == (3, 2)
    assert callers.pids == before
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == blocked, "it is still for us"


@pytest.mark.skipif(not hasattr(os, "nice"), reason="there is no such thing")
@pytest.mark.parametrize("yielding", [True, False])
async def test_those_who_play_come_first(yielding: bool) -> None:
    callers = Callers(yielding=yielding)
    try:
        assert await callers.call(os.nice, 0) == os.nice(0) + 10 * yielding
    finally:
        await callers.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
async def test_a_worker_does_not_outlive_a_parent_that_is_killed(callers: Callers) -> None:
    """The parent here is a worker itself: it starts another one and tells which."""
    parent, child = await callers.call(start_another)
    os.kill(parent, signal.SIGKILL)
    async with asyncio.timeout(LONG):
        await asyncio.to_thread(wait_for_end, child)


def start_another() -> tuple[int, int]:
    async def start() -> int:
        return (await start_worker("odin_net.workers:call_pickled")).pid

    global loop  # noqa: PLW0603  It holds the pipes.
    loop = asyncio.new_event_loop()
    return os.getpid(), loop.run_until_complete(start())


loop: asyncio.AbstractEventLoop | None = None


def wait_for_end(pid: int) -> None:
    for _ in range(int(LONG * 100)):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    raise AssertionError("it lives on")
