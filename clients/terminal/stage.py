"""The shell: one prompt-toolkit application on any input and output, which shows one scene after another.

It holds no state of the game, writes nowhere but to its output, and shares nothing with other stages of the process.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Protocol

from prompt_toolkit.application import Application, application
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import DynamicStyle

from clients.terminal.bindings import NAMED_KEYS, PASTE
from clients.terminal.drawing.canvas import Canvas
from clients.terminal.drawing.rows import Picture, Size
from clients.terminal.drawing.themes import Theme, depth_of, fitting, style_of
from clients.terminal.frame import GOOD, is_too_small
from clients.terminal.state import Intent

# A lone Esc is told from an arrow by what follows it within so many seconds.
ESCAPE_SECONDS = 0.05
# ECMA-48's BDSM: a terminal that turns lines by itself leaves ours as they are, or does so again.
LEAVE_LINES, TURN_LINES = "\x1b[8l", "\x1b[8h"
# Windows does not say when a window changes its size.
POLLING_SECONDS = 0.5 if sys.platform == "win32" else None
# What works in a window in which nothing can be seen: nobody plays blindly there.
LEAVES = "c-c"


class Scene(Protocol):
    """What a stage shows."""

    @property
    def theme(self) -> Theme: ...

    def draw(self, size: Size) -> Picture:
        """The picture of now."""

    def press(self, key: str, text: str) -> None:
        """A key, by its name in prompt-toolkit, and the text it types."""

    def click(self, intent: Intent) -> None:
        """Something that stood for this was clicked."""

    def wake_at(self) -> float | None:
        """When the picture changes by itself, by the loop's clock; None: not without news."""


class _DeafApplication(Application[None]):
    """One that sets no handler of a signal.

    prompt-toolkit sets one for SIGWINCH, of which a process has a single one, and at the end puts back what was there
    before. If several applications ended in another order, one that is gone would stay there.
    """


_attach_winch = application.attach_winch_signal_handler


def _attach_unless_deaf(handler: Callable[[], None]) -> AbstractContextManager[None]:
    is_deaf = isinstance(getattr(handler, "__self__", None), _DeafApplication)
    return nullcontext() if is_deaf else _attach_winch(handler)


setattr(application, "attach_winch_signal_handler", _attach_unless_deaf)  # noqa: B010  It has no option for this.


class StageGone(Exception):
    """The terminal is gone: its window was closed, or its input has ended."""


class Stage:
    """Use it as an async context: it takes the terminal over and gives it back."""

    def __init__(
        self,
        input: Input,  # noqa: A002
        output: Output,
        *,
        theme: Theme = Theme.DEFAULT,
        mouse: bool = True,
        depth: ColorDepth | None = None,
        hears_signals: bool = False,
        wait: float = 0.0,
        rest: float = 0.0,
    ) -> None:
        """`depth` is how many colours the terminal offers, if that is known better than the output does.
        `hears_signals`: this is the process's own terminal, whose window tells of another size by a signal; for all
        others somebody calls `resized`. `wait` and `rest` are for pictures that no key asks for, where several stages
        of one process leave each other time: such a one is drawn so many seconds after what it shows, and after the
        picture before it."""
        self.output = output
        self.offered = depth or output.get_default_color_depth()
        self._first_theme = theme
        self._wait, self._rest, self._drawn_at = wait, rest, -rest
        self.took = 0.0
        """For how many seconds the last picture was drawn and written: a link that takes no more keeps us waiting."""
        self._later: asyncio.TimerHandle | None = None
        self._scene: Scene | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._started = asyncio.Event()
        self._is_turned = False
        self._size = GOOD
        """Of the window as it was drawn last."""
        self._application: Application[None] = (Application if hears_signals else _DeafApplication)(
            Layout(Canvas(self._draw, self._clicked)),
            key_bindings=self._bindings(),
            style=DynamicStyle(lambda: style_of(self._theme(), self._depth())),
            color_depth=self._depth,
            full_screen=True,
            mouse_support=Condition(lambda: mouse),
            include_default_pygments_style=False,
            terminal_size_polling_interval=POLLING_SECONDS,
            input=input,
            output=output,
            after_render=self._written,
        )
        self._application.ttimeoutlen = ESCAPE_SECONDS

    async def __aenter__(self) -> "Stage":
        self._task = asyncio.create_task(self._run())
        await self._started.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        for timer in filter(None, (self._timer, self._later)):
            timer.cancel()
        self.close()
        if self._task is not None:
            await asyncio.wait([self._task])

    def close(self) -> None:
        """Give the terminal back now; whoever shows a scene hears StageGone."""
        future = self._application.future
        if future is not None and not future.done():
            self._application.exit()

    async def _run(self) -> None:
        try:
            await self._application.run_async(
                handle_sigint=False, set_exception_handler=False, pre_run=self._started.set
            )
        finally:
            if self._is_turned:
                self._turn(turned=False)
                with suppress(OSError):  # The terminal may be gone.
                    self.output.flush()
            self._started.set()

    async def show(self, scene: Scene, until: asyncio.Future[None]) -> None:
        """Show this scene until that is done; StageGone if the terminal goes before."""
        assert self._task is not None
        self._scene = scene
        self.redraw()
        await asyncio.wait([self._task, until], return_when=asyncio.FIRST_COMPLETED)
        if until.done():
            return until.result()
        error = None if self._task.cancelled() else self._task.exception()
        if error is not None and not isinstance(error, EOFError):
            raise error
        raise StageGone

    def ring(self) -> None:
        """One bell."""
        self.output.bell()
        self.output.flush()

    def redraw(self) -> None:
        """The picture may have changed."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        due = max(now + self._wait, self._drawn_at + self._rest)
        if due <= now:
            self._application.invalidate()
        elif self._later is None:
            self._later = loop.call_at(due, self._redraw_late)

    def _redraw_late(self) -> None:
        self._later = None
        self._application.invalidate()

    def resized(self) -> None:
        """The window has another size. Only needed where no signal says so, over ssh for example."""
        if self._application.is_running:
            self._application._on_resize()

    # --- what prompt-toolkit asks for ---

    def _theme(self) -> Theme:
        chosen = self._first_theme if self._scene is None else self._scene.theme
        return fitting(chosen, self.offered)

    def _depth(self) -> ColorDepth:
        return depth_of(self._theme()) or self.offered

    def _draw(self, columns: int, rows: int) -> Picture:
        if self._scene is None:
            return Picture(())
        self._size, self._drawn_at = Size(columns, rows), asyncio.get_running_loop().time()
        if self._later is not None:  # What was to be seen then is seen now.
            self._later.cancel()
            self._later = None
        try:
            picture = self._scene.draw(self._size)
        except Exception as error:
            self._fail(error)
            return Picture(())
        self._turn(turned=picture.is_turned)
        self._set_timer(self._scene.wake_at())
        return picture

    def _written(self, _: object) -> None:
        self.took = asyncio.get_running_loop().time() - self._drawn_at

    def _turn(self, *, turned: bool) -> None:
        """Tell the terminal who turns lines that are read from the right. Nobody else hears of it."""
        if turned != self._is_turned and sys.platform != "win32":
            self._is_turned = turned
            self.output.write_raw(LEAVE_LINES if turned else TURN_LINES)

    def _fail(self, error: Exception) -> None:
        """A defect of ours: give the terminal back and let it be seen, rather than stand still."""
        future = self._application.future
        if future is not None and not future.done():
            self._application.exit(exception=error)

    def _set_timer(self, wake_at: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = None if wake_at is None else loop.call_at(wake_at, self.redraw)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key in (*sorted(NAMED_KEYS), "<any>", PASTE):
            bindings.add(key)(self._pressed)
        return bindings

    def _pressed(self, event: KeyPressEvent) -> None:
        press = event.key_sequence[-1]
        key = press.key.value if isinstance(press.key, Keys) else press.key
        if key == LEAVES or not is_too_small(self._size):
            self._act(lambda scene: scene.press(key, press.data))

    def _clicked(self, intent: Intent) -> None:
        self._act(lambda scene: scene.click(intent))

    def _act(self, what: Callable[[Scene], None]) -> None:
        if self._scene is None:
            return
        try:
            what(self._scene)
        except Exception as error:
            self._fail(error)
        self._application.invalidate()
