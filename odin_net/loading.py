"""Imports of many modules at once, without the search for garbage among them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Around imports of many modules: without looking for garbage among them, then or ever, for nothing of it is.

    That search would take a tenth of the time until the first screen; and while guests are drawn for, which leaves
    much to be looked through, all would stand still for it every few seconds, for longer than many moves take.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
