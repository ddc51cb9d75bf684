"""The worker that does the sums of the handshake: a process of its own, so that no move waits for them.

It is this very file, run as a program: jobs come in on its standard input, one at a time, results go out. It ends when
its input does, and so never outlives the host. A worker that nobody needs is ended after a while, for its memory.
"""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from typing import BinaryIO

import msgspec

from protocol import pake

# A worker that had nothing to do for so long is ended.
IDLE = 30.0
LENGTH = 4

_encode = msgspec.msgpack.Encoder().encode
_decode_result: Callable[[bytes], tuple[bytes, bytes | None]] = msgspec.msgpack.Decoder(
    tuple[bytes, bytes | None]
).decode
_decode_job: Callable[[bytes], tuple[bytes, bytes, bytes, bytes | None]] = msgspec.msgpack.Decoder(
    tuple[bytes, bytes, bytes, bytes | None]
).decode


class PakeWorker:
    """Does jobs in a worker process, in their order."""

    def __init__(self) -> None:
        self._jobs: deque[tuple[pake.Job, Callable[[pake.Exchanged | None], None], Callable[[], bool]]] = deque()
        self._came = asyncio.Event()
        self.running: asyncio.Task[None] | None = None
        self.pid: int | None = None
        """The worker's, while there is one."""

    def start(self) -> None:
        """Have a worker ready before the first newcomer comes."""
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self._run())

    def submit(
        self, job: pake.Job, done: Callable[[pake.Exchanged | None], None], is_wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Do this job, if it is still wanted in its turn, and tell its result; None if the worker died over it."""
        self._jobs.append((job, done, is_wanted))
        self._came.set()
        self.start()

    async def stop(self) -> None:
        """End the worker."""
        if self.running is not None:
            self.running.cancel()
            await asyncio.gather(self.running, return_exceptions=True)

    async def _run(self) -> None:
        """Work until nothing comes for a while."""
        try:
            process = await start_worker()
        except OSError:
            self._answer_nobody()
            return
        self.pid = process.pid
        try:
            while await self._next_job():
                job, done, is_wanted = self._jobs.popleft()
                if not is_wanted():
                    continue  # Who says hello and goes, a thousand times, keeps nobody waiting.
                result = await _ask(process, job)
                done(result)
                if result is None:
                    break
        finally:
            self.pid = None
            assert process.stdin is not None
            process.stdin.close()
            if process.returncode is None:
                process.kill()
            await process.wait()
            if self._jobs and not _is_cancelled():
                self.running = asyncio.create_task(self._run())

    def _answer_nobody(self) -> None:
        """The system has no process for us now: who waits is sent away, and may try again."""
        while self._jobs:
            _, done, _ = self._jobs.popleft()
            done(None)

    async def _next_job(self) -> bool:
        """Wait for a job; False if none came for long."""
        try:
            async with asyncio.timeout(IDLE):
                while not self._jobs:
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            return False
        return True


async def start_worker() -> asyncio.subprocess.Process:
    """A worker that imports what this process does, and nothing of the folder in which somebody has started it."""
    path = os.pathsep.join(filter(None, sys.path))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", __name__),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _ask(process: asyncio.subprocess.Process, job: pake.Job) -> pake.Exchanged | None:
    assert process.stdin is not None
    assert process.stdout is not None
    body = _encode(_fields(job))
    try:
        process.stdin.write(len(body).to_bytes(LENGTH, "big") + body)
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
        return pake.Exchanged(*_decode_result(await process.stdout.readexactly(length)))
    except (OSError, asyncio.IncompleteReadError, ValueError):
        return None


def _fields(job: pake.Job) -> tuple[bytes, bytes, bytes, bytes | None]:
    match job:
        case pake.HostBegins():
            return (*job, None)
        case pake.HostEnds(begun, point):
            return (*begun, point)
        case pake.ClientRuns():
            raise ValueError("a host does no client's sums")


def _job(password: bytes, table: bytes, entropy: bytes, point: bytes | None) -> pake.Job:
    begun = pake.HostBegins(password, table, entropy)
    return begun if point is None else pake.HostEnds(begun, point)


def work(source: BinaryIO, sink: BinaryIO) -> None:
    """Do jobs until no more come."""
    while len(header := source.read(LENGTH)) == LENGTH:
        body = source.read(int.from_bytes(header, "big"))
        result = _encode(tuple(pake.run(_job(*_decode_job(body)))))
        sink.write(len(result).to_bytes(LENGTH, "big") + result)
        sink.flush()


def main() -> None:
    # An interrupt from the keyboard reaches every process of the terminal; the host decides what comes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)  # Those who play come first.
    try:
        work(sys.stdin.buffer, sys.stdout.buffer)
    except (OSError, ValueError):
        os._exit(1)


if __name__ == "__main__":
    main()
