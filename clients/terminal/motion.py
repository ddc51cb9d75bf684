"""Motion: what is on its way from one picture to the next. Pure: the time comes in with each picture.

What is true changes at once, for keys, too; a frame is only drawn, from where things were. Whatever happens meanwhile
jumps to the end. It rests where somebody wants no motion, and where frames take too long to be written.
"""

from typing import Protocol

from msgspec.structs import replace

from clients.terminal.drawing.rows import Picture
from clients.terminal.frame import Frame, is_too_small
from clients.terminal.screens.game_end import WINNER_FRAMES
from clients.terminal.screens.hand_end import FRAMES_A_POINT, beat_of
from clients.terminal.screens.hand_end_table import BEATS
from clients.terminal.screens.index import compose
from clients.terminal.screens.table_motion import table_motion
from clients.terminal.state import Mode, Screen, screen_of

# Seconds.
FRAME = 0.04
LONGEST_FRAME = 0.04
# So many motions are cut short because of a slow frame, then none begins any more: one may be the computer's mood.
MOST_SLOW = 3
# So many are counted at most, though somebody may have taken more cards than they were dealt.
MOST_POINTS = 9


class Motion(Protocol):
    """Some frames between two pictures."""

    @property
    def frames(self) -> int: ...

    def picture(self, step: int) -> Picture:
        """The frame of this number, from 0."""


class _OwnFrames:
    """The motion of a screen that draws its frames itself."""

    def __init__(self, after: Frame, frames: int) -> None:
        self._after, self.frames = after, frames

    def picture(self, step: int) -> Picture:
        return compose(replace(self._after, step=step))


def motion_between(before: Frame, after: Frame, picture: Picture) -> Motion | None:
    """What is seen moving from one moment to the next, whose picture this is; None: nothing is."""
    if before.size != after.size or is_too_small(after.size) or not (before.seen.caught_up and after.seen.caught_up):
        return None
    if after.settings.ascii:
        before, after = (replace(frame, language=frame.language.spelled_out()) for frame in (before, after))
    was, now = screen_of(before.seen, before.ui), screen_of(after.seen, after.ui)
    if now is Screen.TABLE:
        return table_motion(before, after, picture)
    if now is Screen.HAND_END and was is Screen.HAND_END and after.ui.mode is Mode.PLAY:
        return _points(before, after)
    if now is Screen.GAME_END and was is not Screen.GAME_END:
        return _OwnFrames(after, WINNER_FRAMES)
    return None


def _points(before: Frame, after: Frame) -> Motion | None:
    """What a hand cost is counted when the third beat comes."""
    was, now = (beat_of(frame.seen, frame.ui, frame.now) for frame in (before, after))
    result = after.seen.result
    if was == now or now != BEATS or result is None or not result.state.board.game.scores:
        return None
    most = max(result.state.board.game.scores[-1])
    return _OwnFrames(after, FRAMES_A_POINT * min(most, MOST_POINTS)) if most else None


class Moving:
    """What was drawn last, and what is on its way since."""

    def __init__(self) -> None:
        self._last: Frame | None = None
        self._motion: Motion | None = None
        self._still: Picture | None = None
        """What was drawn last, if nothing was on its way in it."""
        self._began = 0.0
        self._slow = 0

    def draw(self, frame: Frame, took: float = 0.0) -> Picture:
        """The picture of this moment; `took` is how long the one before took until it was written."""
        before, self._last = self._last, frame
        if self._motion is None:
            return self._begin(before, frame)
        if took > LONGEST_FRAME:
            self._slow += 1
            self._motion = None
        step = int((frame.now - self._began) / FRAME + 0.001)
        if self._motion is None or step >= self._motion.frames or (before is not None and before.size != frame.size):
            return self._settled(compose(frame))
        self._still = None
        return self._motion.picture(step)

    def _begin(self, before: Frame | None, frame: Frame) -> Picture:
        picture = compose(frame)
        if before is None or not frame.settings.motion or self._slow >= MOST_SLOW:
            return self._settled(picture)
        self._motion, self._began = motion_between(before, frame, picture), frame.now
        if self._motion is None:
            return self._settled(picture)
        # At first all is where it was. To compute no more than that now keeps the redraw short.
        first, self._still = self._still, None
        return first or self._motion.picture(0)

    def _settled(self, picture: Picture) -> Picture:
        self._motion, self._still = None, picture
        return picture

    def jump(self) -> None:
        """Something has happened: what is on its way is there."""
        self._motion = None

    def wake_at(self, now: float) -> float | None:
        """When the next frame is due; None: nothing moves."""
        if self._motion is None:
            return None
        return self._began + FRAME * (int((now - self._began) / FRAME + 0.001) + 1)
