"""Processes that compute for this one: the bots' thoughts, the handshake's sums.

A worker is this file, run as a program with the name of a function. Jobs come in on its standard input, one at a time,
results go out, both as bytes: what they mean is the business of the function and of whoever calls it. A worker ends

- when its input does, even in the middle of a job: it never outlives its parent,
- when it had nothing to do for a while, for its memory; the next job starts another one,
- and not by an interrupt from the keyboard: its parent decides what comes of that.

`concurrent.futures` and `multiprocessing` would do it, too. Imported, they take more memory than a host has to spare.
"""

import asyncio
import importlib
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import BinaryIO, NamedTuple, ParamSpec, TypeVar

ArgumentsT = ParamSpec("ArgumentsT")
ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

# A worker that had nothing to do for so long is ended.
IDLE = 30.0
LENGTH = 4
# A longer result is none of `OwnWorker`.
LARGEST = 1 << 20
# So many items for each worker are on their way at once: enough to keep it busy, and no more than fits into memory.
AHEAD = 4


class WorkerDied(Exception):
    """A worker was ended over a job, or there was none to be had."""


class _Job(NamedTuple):
    body: bytes
    done: Callable[[bytes | None], None]
    is_wanted: Callable[[], bool]


class Workers:
    """So many processes that run one function, from bytes to bytes, named as `package.module:function`.

    Jobs are begun in their order. `yielding`: those who play come first, and these compute when there is time.
    """

    def __init__(self, function: str, count: int = 1, *, yielding: bool = True, idle: float | None = None) -> None:
        self._function, self._count, self._yielding = function, count, yielding
        self._idle = IDLE if idle is None else idle
        self._jobs: deque[_Job] = deque()
        self._came = asyncio.Event()
        self.running: set[asyncio.Task[None]] = set()
        self.pids: set[int] = set()
        """Those of the workers that there are now."""

    def start(self) -> None:
        """Have the workers ready before the first job comes."""
        while len(self.running) < self._count:
            task = asyncio.create_task(self._run())
            self.running.add(task)
            task.add_done_callback(self._ended)

    def submit(
        self, body: bytes, done: Callable[[bytes | None], None], is_wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Do this job if it is still wanted when it comes up, and tell its result; None if a worker died over it."""
        self._jobs.append(_Job(body, done, is_wanted))
        self._came.set()
        self.start()

    async def stop(self) -> None:
        """End the workers, in the middle of what they do. Nobody is told of the jobs that were left."""
        self._jobs.clear()
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.running.discard(task)
        if self._jobs and not task.cancelled():
            self.start()

    async def _run(self) -> None:
        """Have a worker, and let it work until nothing comes for a while."""
        try:
            process = await start_worker(self._function, yielding=self._yielding)
        except OSError:
            self._answer_nobody()
            return
        self.pids.add(process.pid)
        try:
            while await self._comes_one():
                job = self._jobs.popleft()
                if not job.is_wanted():
                    continue  # Who asks and goes, a thousand times, keeps nobody waiting.
                result = await _ask(process, job.body)
                job.done(result)
                if result is None:
                    break
        finally:
            self.pids.discard(process.pid)
            assert process.stdin is not None
            process.stdin.close()
            if process.returncode is None:
                process.kill()
            await process.wait()

    def _answer_nobody(self) -> None:
        """The system has no process for us now: who waits is sent away, and may try again."""
        while self._jobs:
            self._jobs.popleft().done(None)

    async def _comes_one(self) -> bool:
        """Wait for a job; False if none came for long."""
        try:
            async with asyncio.timeout(self._idle):
                while not self._jobs:
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            return False
        return True


class Callers(Workers):
    """Workers that call any function which they can import, and whose arguments and results can be pickled."""

    def __init__(self, count: int = 1, *, yielding: bool = True, idle: float = IDLE) -> None:
        super().__init__("odin_net.workers:call_pickled", count, yielding=yielding, idle=idle)
        self._results: set[asyncio.Future[bytes | None]] = set()

    async def call(
        self, function: Callable[ArgumentsT, ResultT], *arguments: ArgumentsT.args, **more: ArgumentsT.kwargs
    ) -> ResultT:
        """What the function gives or raises there. WorkerDied if it came to neither; cancelled when all are stopped."""
        import pickle  # noqa: PLC0415  A host of people only never needs it.

        result: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._results.add(result)
        result.add_done_callback(self._results.discard)
        body = pickle.dumps((function, arguments, more))
        self.submit(body, partial(_settle, result), lambda: not result.done())
        told = await result
        if told is None:
            raise WorkerDied
        value: ResultT | _Raised = pickle.loads(told)  # noqa: S301  Our own process says so.
        if isinstance(value, _Raised):
            raise value.error
        return value

    async def stop(self) -> None:
        """End the workers; who waits for a result is cancelled."""
        for result in list(self._results):
            result.cancel()
        await super().stop()


class _Raised(NamedTuple):
    error: Exception


def _settle(result: "asyncio.Future[bytes | None]", told: bytes | None) -> None:
    if not result.done():
        result.set_result(told)


async def in_order(
    callers: Callers, work: Callable[[ItemT], ResultT], items: Iterable[ItemT], count: int
) -> AsyncIterator[ResultT]:
    """The results of work on each item, in the items' order, whichever of so many workers is faster."""
    waiting: deque[asyncio.Task[ResultT]] = deque()
    try:
        for item in items:
            waiting.append(asyncio.create_task(callers.call(work, item)))
            if len(waiting) > AHEAD * count:
                yield await waiting.popleft()
        while waiting:
            yield await waiting.popleft()
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


class OwnWorker:
    """One worker, for those who wait for each of its results, but only so long. It starts with the first job."""

    def __init__(self, function: str) -> None:
        self._function = function
        self._process: subprocess.Popen[bytes] | None = None
        self._results: SimpleQueue[bytes | None] = SimpleQueue()

    def ask(self, body: bytes, seconds: float) -> bytes:
        """The result of this job. WorkerDied if it came to none; TimeoutError, and the worker is ended, if too late."""
        process = self._process or self._start()
        try:
            assert process.stdin is not None
            process.stdin.write(_framed(body))
            process.stdin.flush()
            result = self._results.get(timeout=seconds)
        except Empty:
            self.stop()
            raise TimeoutError from None
        except OSError:
            result = None
        if result is None:
            self.stop()
            raise WorkerDied
        return result

    def _start(self) -> "subprocess.Popen[bytes]":
        with _without_interrupts():
            process = subprocess.Popen(  # noqa: S603  It is this very program.
                _command_of(self._function),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_environment(),
                start_new_session=True,  # What a stranger's function has started ends with it; not on Windows.
            )
        self._process, self._results = process, SimpleQueue()
        Thread(target=_read_results, args=(process.stdout, self._results), daemon=True).start()
        return process

    def stop(self) -> None:
        """End it, in the middle of what it does. The next job starts another one."""
        process, self._process = self._process, None
        if process is not None:
            _end_with_children(process)
            process.wait()
            with suppress(OSError):
                process.stdin.close()  # type: ignore[union-attr]


def _end_with_children(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _read_results(source: BinaryIO, results: "SimpleQueue[bytes | None]") -> None:
    # Until nobody writes there any more: a worker's own children may live longer than it.
    with source, suppress(OSError, ValueError):
        while len(header := source.read(LENGTH)) == LENGTH:
            length = int.from_bytes(header, "big")
            if length > LARGEST or len(result := source.read(length)) < length:
                break
            results.put(result)
    results.put(None)


async def start_worker(function: str, *, yielding: bool = True) -> asyncio.subprocess.Process:
    """A worker that imports what this process does, and nothing of the folder in which somebody has started it."""
    with _without_interrupts():
        return await asyncio.create_subprocess_exec(
            *_command_of(function), *(["yielding"] if yielding else []), stdin=PIPE, stdout=PIPE, env=_environment()
        )


def _command_of(function: str) -> list[str]:
    return [sys.executable, "-P", "-m", __name__, function]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


# What was blocked before each start that is under way: several may be, in turns.
_blocked: list[set[int | signal.Signals]] = []


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A worker that is interrupted before it can look away would print a traceback."""
    if sys.platform == "win32":
        yield
        return
    _blocked.append(signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}))
    try:
        yield
    finally:
        before = _blocked.pop()
        if not _blocked:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


async def _ask(process: asyncio.subprocess.Process, body: bytes) -> bytes | None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(_framed(body))
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
        return await process.stdout.readexactly(length)
    except (OSError, asyncio.IncompleteReadError):
        return None


def _framed(body: bytes) -> bytes:
    return len(body).to_bytes(LENGTH, "big") + body


# --- what a worker does ---


def main(function: str, yielding: str = "") -> None:
    """Do jobs until no more come."""
    # An interrupt from the keyboard reaches every process of the terminal; the parent decides what comes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if yielding and hasattr(os, "nice"):
        os.nice(10)
    module, _, name = function.partition(":")
    work: Callable[[bytes], bytes] = getattr(importlib.import_module(module), name)
    # What the function starts does not inherit these, and it may put something else in the place of the usual ones.
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    jobs: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read_jobs, args=(source, jobs), daemon=True).start()
    while True:
        result = work(jobs.get())
        try:
            target.write(_framed(result))
            target.flush()
        except OSError:  # Nobody reads it.
            os._exit(1)


def _read_jobs(source: BinaryIO, jobs: "SimpleQueue[bytes]") -> None:
    """Beside the work, so that the end of the input ends all at once."""
    try:
        while len(header := source.read(LENGTH)) == LENGTH:
            jobs.put(source.read(int.from_bytes(header, "big")))
    finally:
        os._exit(0)


def call_pickled(job: bytes) -> bytes:
    """What the workers of `Callers` do."""
    import pickle  # noqa: PLC0415

    function, arguments, more = pickle.loads(job)  # noqa: S301  Our parent says so.
    try:
        result = function(*arguments, **more)
    except Exception as error:
        result = _Raised(error)
    return pickle.dumps(result)


if __name__ == "__main__":
    main(*sys.argv[1:])
