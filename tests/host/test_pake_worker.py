"""The worker that does the sums of the handshake, as a real process."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from odin_net import workers
from odin_net.host.pake_worker import PakeWorker
from protocol import pake
from tests.helpers import LONG

BEGINS = pake.HostBegins(b"raven-oak-fjord", bytes(16), bytes(range(64)))
CLIENT = pake.ClientRuns(b"raven-oak-fjord", bytes(16), bytes(64), pake.run(BEGINS).point)
ENDS = pake.HostEnds(BEGINS, pake.run(CLIENT).point)


async def do(worker: PakeWorker, *jobs: pake.Job) -> list[pake.Exchanged | None]:
    """All results, in the order in which they come."""
    results: list[pake.Exchanged | None] = []
    all_done = asyncio.Event()

    def done(result: pake.Exchanged | None) -> None:
        results.append(result)
        if len(results) == len(jobs):
            all_done.set()

    for job in jobs:
        worker.exchange(job, done)
    async with asyncio.timeout(LONG):
        await all_done.wait()
    return results


async def test_it_does_the_sums_in_their_order() -> None:
    worker = PakeWorker()
    try:
        assert await do(worker, BEGINS, ENDS, BEGINS) == [pake.run(BEGINS), pake.run(ENDS), pake.run(BEGINS)]
    finally:
        await worker.stop()


async def test_both_sides_have_one_key() -> None:
    worker = PakeWorker()
    try:
        (result,) = await do(worker, ENDS)
        assert result is not None
        assert result.key == pake.run(CLIENT).key is not None
    finally:
        await worker.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
async def test_a_killed_worker_costs_one_job_and_is_replaced() -> None:
    worker = PakeWorker()
    try:
        await do(worker, BEGINS)
        (before,) = worker.pids
        os.kill(before, signal.SIGSTOP)
        waiting = asyncio.create_task(do(worker, BEGINS, ENDS))
        await asyncio.sleep(0)
        os.kill(before, signal.SIGKILL)
        assert await waiting == [None, pake.run(ENDS)]
        assert len(worker.pids - {before}) == 1
    finally:
        await worker.stop()


async def test_an_idle_worker_ends_and_another_one_comes_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "IDLE", 0.01)
    worker = PakeWorker()
    try:
        await do(worker, BEGINS)
        (running,) = worker.running
        async with asyncio.timeout(LONG):
            await running
        assert not worker.pids
        assert await do(worker, BEGINS) == [pake.run(BEGINS)]
    finally:
        await worker.stop()


async def test_nothing_of_the_folder_that_it_is_started_in_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("msgspec.py", "protocol.py", "signal.py"):
        (tmp_path / name).write_text("raise SystemExit", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    worker = PakeWorker()
    try:
        assert await do(worker, BEGINS) == [pake.run(BEGINS)]
    finally:
        await worker.stop()


async def test_without_a_process_who_waits_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    worker = PakeWorker()
    assert await do(worker, BEGINS, ENDS) == [None, None]
    monkeypatch.undo()
    try:
        assert await do(worker, BEGINS) == [pake.run(BEGINS)]
    finally:
        await worker.stop()


async def test_what_nobody_waits_for_any_more_keeps_nobody_waiting() -> None:
    worker = PakeWorker()
    unwanted: list[object] = []
    try:
        for _ in range(10_000):
            worker.exchange(BEGINS, unwanted.append, lambda: False)
        assert await do(worker, ENDS) == [pake.run(ENDS)]
        assert unwanted == []
    finally:
        await worker.stop()
