"""The steps of a game that is over: the keys that go through it, and its pictures. Alone and at the table alike."""

from collections.abc import Callable

from clients.language.voice import mark
from clients.terminal.bindings import Binding, Shown, always
from clients.terminal.drawing.rows import Picture
from clients.terminal.frame import Frame
from clients.terminal.screens import game_end, hand_end, table
from clients.terminal.state import Do, Intent
from clients.viewing import Position, Viewing


def step_keys(when: Callable[[Frame], bool] = always) -> tuple[Binding, ...]:
    """One step, one round, one hand, all of it."""
    return (
        Binding(
            "← →", None,
            # Room for 8 cells.
            mark("step", "key"),
            when, (Do.LEFT, Do.RIGHT), help=mark("one step back or on"), needed=0,
        ),
        Binding(
            "↑ ↓", None,
            # Room for 8 cells.
            mark("round", "key"),
            when, (Do.UP, Do.DOWN), help=mark("one round back or on"), needed=4,
        ),
        Binding(
            "PgUp PgDn", None,
            # Room for 9 cells.
            mark("hand", "key"),
            when, (Do.PAGE_UP, Do.PAGE_DOWN), help=mark("one hand back or on"), needed=5,
        ),
        Binding("Home End", None, "", when, (Do.HOME, Do.END), help=mark("to the beginning or the end")),
    )  # fmt: skip


def step(viewing: Viewing, intent: Intent) -> None:
    """Go where one of these keys leads."""
    match intent:
        case Do.LEFT | Do.RIGHT:
            viewing.go(viewing.at + (1 if intent is Do.RIGHT else -1))
        case Do.UP | Do.DOWN:
            viewing.step_round(1 if intent is Do.DOWN else -1)
        case Do.PAGE_UP | Do.PAGE_DOWN:
            viewing.step_hand(1 if intent is Do.PAGE_DOWN else -1)
        case Do.HOME:
            viewing.go(0)
        case Do.END:
            viewing.go(len(viewing.positions) - 1)


def draw_position(frame: Frame, position: Position, keys: list[Shown]) -> Picture:
    """The very picture that the table had; `frame` sees this position."""
    screen = game_end.GAME_END if position.is_game_end else table.TABLE
    screen = hand_end.HAND_END if position.is_hand_end else screen
    assert screen.draw is not None
    return screen.draw(frame, keys)
