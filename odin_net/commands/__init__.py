"""One module a subcommand, imported only when it runs. Each has `run(arguments) -> exit code`; the menu has `choose`.

Beside them: `arguments` is the command line that they share, `options` reads flags that several of them have, `serve`
runs a table, `own_seat` is the hosting player's at it, and `console` is all between a command and its terminal.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Around imports of many modules: without looking for garbage among them, then or ever, for nothing of it is.

    That search would take a tenth of the time until the first screen.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
