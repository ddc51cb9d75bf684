"""Worker processes that end when they are told to, when the person interrupts, and when their parent dies."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from typing import TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

# So many items for each worker are on their way at once: enough to keep it busy, and no more than fits into memory.
AHEAD = 4


def start_workers(count: int, *, yielding: bool = False) -> ProcessPoolExecutor:
    """Fresh processes, not copies of this one: what it holds is none of their business. Yielding: others come first."""
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_begin, initargs=(yielding,))
    with _without_interrupts():
        pool.submit(_nothing)  # starts them all
    return pool


def stop_workers(pool: ProcessPoolExecutor) -> None:
    """End the workers now, in the middle of what they do."""
    # There is no public way to reach them before Python 3.14.
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def in_order(
    pool: ProcessPoolExecutor, work: Callable[[ItemT], ResultT], items: Iterable[ItemT], workers: int
) -> Iterator[ResultT]:
    """The results of work on each item, in the items' order, whoever is faster."""
    waiting: deque[Future[ResultT]] = deque()
    for item in items:
        waiting.append(pool.submit(work, item))
        if len(waiting) > AHEAD * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _begin(yielding: bool) -> None:
    if yielding and hasattr(os, "nice"):
        os.nice(10)
    # An interrupt from the keyboard reaches every process of the terminal; the parent decides what comes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _nothing() -> None:
    pass


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A worker that is interrupted before it can look away would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
