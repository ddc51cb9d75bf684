"""A stage with one still picture, or with a session at a table of this process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

from msgspec.structs import replace
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output import ColorDepth

from clients.join_flow import JoinFlow
from clients.language import Language
from clients.news import How
from clients.session import JoinRequest
from clients.terminal.app import TableApp
from clients.terminal.drawing.rows import Picture, Size, text_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, Frame, Settings
from clients.terminal.screens.index import compose
from clients.terminal.screens.table_layout import layout_of
from clients.terminal.stage import Stage
from clients.terminal.state import Intent
from tests.clients.terminal.moments import SETTINGS, Moment
from tests.helpers.evenings import Evening, Guest, Visit
from tests.helpers.screens import Terminal

Running: TypeAlias = asyncio.Task[How]


class Still:
    """A scene that never changes."""

    def __init__(self, moment: Moment, settings: Settings, language: Language) -> None:
        self._moment, self._settings, self._language = moment, settings, language

    @property
    def theme(self) -> Theme:
        return self._settings.theme

    def draw(self, size: Size) -> Picture:
        return compose(frame_of(self._moment, size, self._settings, self._language))

    def press(self, key: str, text: str) -> None: ...

    def click(self, intent: Intent) -> None: ...

    def wake_at(self) -> float | None:
        return None


def frame_of(
    moment: Moment, size: Size = GOOD, settings: Settings = SETTINGS, language: Language | None = None
) -> Frame:
    return Frame(moment.seen, moment.ui, size, language or Language("en"), 5.0, settings)


def in_felt(frame: Frame) -> str:
    """What is said in the middle of the table, as one line."""
    felt = layout_of(frame.size, len(frame.seen.seats_from_me) - 1).felt
    rows = text_of(compose(frame).rows).split("\n")[felt.row : felt.row + felt.height]
    return " ".join(" ".join(row[felt.column : felt.column + felt.width] for row in rows).split())


async def shown(
    moment: Moment,
    size: Size = GOOD,
    theme: Theme = Theme.DEFAULT,
    *,
    ascii_only: bool = False,
    language: Language | None = None,
    depth: ColorDepth = ColorDepth.DEPTH_24_BIT,
) -> Terminal:
    """A terminal that shows this moment."""
    terminal = Terminal(*size, depth=depth)
    settings = replace(SETTINGS, theme=theme, ascii=ascii_only, offered=depth)
    done = asyncio.get_running_loop().create_future()
    with create_pipe_input() as keys:
        async with Stage(keys, terminal.output, theme=theme) as stage:
            showing = asyncio.create_task(stage.show(Still(moment, settings, language or Language("en")), done))
            await terminal.until(lambda text: bool(text.strip()))
            terminal.freeze()
            done.set_result(None)
            await showing
    return terminal


class Player:
    """Somebody at the keys."""

    def __init__(self, guest: Guest, app: TableApp, terminal: Terminal, keys: PipeInput, running: Running) -> None:
        self.guest, self.app, self.terminal, self.keys, self.running = guest, app, terminal, keys, running

    @property
    def stage_size(self) -> Size:
        """Of the picture that was drawn last."""
        return self.app.stage._size

    def press(self, text: str) -> None:
        self.keys.send_text(text)

    async def until(self, text: str | Callable[[str], bool]) -> str:
        return await self.terminal.until(text)


@asynccontextmanager
async def sitting(
    evening: Evening, name: str = "Ann", *, size: Size = GOOD, settings: Settings = SETTINGS, code: str = "en"
) -> AsyncIterator[Player]:
    """Somebody who joins the evening with a screen of their own."""
    terminal, visit = Terminal(*size), Visit(evening)
    with create_pipe_input() as keys:
        app = TableApp(Stage(keys, terminal.output, theme=settings.theme), Language(code), settings)

        async def run() -> How:
            async with app:
                ended = await app.join(JoinFlow(JoinRequest(name, evening.code), name_is_known=True), visit.dial)
            return How.LEFT if ended is None else ended.how

        running = asyncio.create_task(run())
        player = Player(await visit.begun(), app, terminal, keys, running)
        try:
            yield player
        finally:
            player.guest.close()
            app.close()
            await player.running
