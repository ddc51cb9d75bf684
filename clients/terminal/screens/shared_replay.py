"""The last game shown again at the table: the host steps, everybody sees it, and each may leave it alone."""

from msgspec.structs import replace

from clients.language.told import step_told
from clients.language.voice import mark
from clients.model import Seen
from clients.news import LinkChanged, News, ReplayShown
from clients.terminal.bindings import Binding, ScreenDef, Section, Shown
from clients.terminal.drawing.rows import Picture
from clients.terminal.frame import Frame
from clients.terminal.screens import common, parts
from clients.terminal.screens.steps import draw_position, step, step_keys
from clients.terminal.state import Do, Intent, SendPart, Ui, Updated
from clients.viewing import Viewing, shared_positions
from protocol.messages import Refused, ShowStep

# --- its keys ---


def _may_step(frame: Frame) -> bool:
    return frame.seen.owner and _viewing(frame.seen) is not None


def _leave(frame: Frame) -> str:
    return frame.language("show it no more") if frame.seen.owner else frame.language("to the lobby")


BINDINGS = (*step_keys(_may_step), Binding("Esc", Do.BACK, _leave, needed=0))


def _update(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    if intent is Do.BACK:
        return (ui, (SendPart(ShowStep(None)),)) if seen.owner else (replace(ui, left_replay=True), ())
    # Keys may be quicker than the host's answers: they go on from what was asked for last.
    viewing = _viewing(seen, ui.asked_step)
    if viewing is None or not seen.owner:
        return ui, ()
    before = viewing.at
    step(viewing, intent)
    if viewing.at == before:
        return ui, ()
    return replace(ui, asked_step=viewing.at), (SendPart(ShowStep(viewing.at)),)


def followed(ui: Ui, news: News, seen: Seen) -> Ui:
    """What was asked for is shown, or never will be; and who has left it has left only this one."""
    if isinstance(news, Refused | LinkChanged) or (isinstance(news, ReplayShown) and news.step == ui.asked_step):
        ui = replace(ui, asked_step=None)
    return ui if seen.replay is not None else replace(ui, left_replay=False)


# --- how it is drawn ---


def _viewing(seen: Seen, asked: int | None = None) -> Viewing | None:
    """Where they are, or were asked to go; None if we have nothing to show of it."""
    positions = [] if seen.replay is None else shared_positions(seen.replay.record)
    if seen.replay is None or not positions:
        return None
    viewing = Viewing(positions)
    viewing.go(seen.replay.step if asked is None else asked)
    return viewing


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
    language, viewing = frame.language, _viewing(frame.seen)
    if viewing is None:
        title = parts.headline(frame, language("The last game, shown again"))
        text = language("Something in it is wrong, so it cannot be shown here.")
        return parts.filled(frame, [title, (), *frame.paragraph(text)], keys)
    progress = language("{number} of {count}", number=viewing.at + 1, count=len(viewing.positions))
    told, ui = step_told(language, viewing), Ui(sort=frame.ui.sort)
    shown = replace(frame, seen=viewing.position.seen, ui=ui, progress=progress, watched=told)
    return draw_position(shown, viewing.position, parts.fitting_keys(frame, keys, 1))


SHARED_REPLAY = ScreenDef(
    BINDINGS,
    _update,
    _draw,
    common=common.BINDINGS,
    sections=(Section(mark("The last game, shown again"), (*BINDINGS, *common.TOLD)),),
)
