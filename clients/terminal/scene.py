"""The scene of a table: it folds a session's news, lets `update` decide about keys, and does what follows outside."""

import asyncio
import math
from collections.abc import Callable
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, assert_never

from msgspec.structs import replace

from clients.invitation import Invitation
from clients.language import LANGUAGES, Language
from clients.model import Seen, facts_of, fold
from clients.news import Ended, How, LinkStage, News
from clients.session import Session
from clients.terminal.drawing.rows import Picture, Size
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, Frame, Settings
from clients.terminal.motion import Moving
from clients.terminal.screens.common import may_cover
from clients.terminal.screens.hand_end import next_beat_at
from clients.terminal.screens.index import intent_of, react, update
from clients.terminal.screens.reactions import next_end
from clients.terminal.state import (
    AskCode,
    Draft,
    Effect,
    Exit,
    FindWords,
    GoOnAnyway,
    Intent,
    LeaveTable,
    Notice,
    OpenLesson,
    PassMove,
    PassSoon,
    PlayMove,
    Ring,
    SayChat,
    SayReady,
    SendPart,
    SetName,
    StepLanguage,
    StepTheme,
    Ui,
)
from odin_net.game.state import Phase
from protocol.log import spoken
from protocol.messages import Back, Cover, Refused

if TYPE_CHECKING:
    from clients.terminal.screens.lesson import LessonScene

T = TypeVar("T")


class Remember(Protocol):
    """Keeps choices, by name."""

    def __call__(self, **chosen: str | bool) -> None: ...


def forget(**_chosen: str | bool) -> None:
    """For a screen whose choices are nobody's to keep, such as a guest's on the host's computer."""


# A pass by itself waits a random time between these: to think about it, or not to, looks the same.
SOONEST_PASS, LATEST_PASS = 1.0, 3.0


class TableScene:
    """A listener to a session, and a scene for a stage. Give it its session before that starts."""

    def __init__(
        self,
        language: Language,
        settings: Settings,
        redraw: Callable[[], None],
        ring: Callable[[], None],
        session: Session | None = None,
        ends_at: Callable[[Ended], bool] = lambda _: False,
        remember: Remember = forget,
        took: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`ends_at` says after which ends the last picture is not shown: whoever made this scene goes on by itself.
        `remember` keeps what somebody chooses for their screen. `took` says for how many seconds the last picture was
        drawn and written."""
        self.language, self.settings = language, settings
        self.seen = Seen()
        self.ui = Ui(bell=settings.bell, sort=settings.sort)
        self._remember = remember
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.how: Ended | None = None
        self.wants_code = False
        """Whether somebody gave up the seat they had and has a code."""
        self._ends_at = ends_at
        self._loop = asyncio.get_running_loop()
        self._session, self._redraw, self._ring = session, redraw, ring
        self._moving, self._took = Moving(), took
        self._chance = SystemRandom()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._pass_timer: asyncio.TimerHandle | None = None
        self._lesson: LessonScene | None = None
        self._size = GOOD
        """Of the picture that was drawn last: a key means what it showed."""

    def attach(self, session: Session) -> None:
        """Show this one."""
        self._session = session

    @property
    def session(self) -> Session:
        assert self._session is not None
        return self._session

    @property
    def theme(self) -> Theme:
        return self.settings.theme

    def invite(self, invitation: Invitation) -> None:
        """Say from now on that people come in like this."""
        self.settings = replace(self.settings, invitation=invitation)
        self._redraw()

    # --- from the session ---

    def heard(self, news: News) -> None:
        """Take news in."""
        self._moving.jump()
        before = self.seen
        self.seen = fold(before, news, facts_of(self.session, news, self._loop.time()))
        self.ui, effects = react(self.ui, news, before, self.seen)
        if self.seen.name_refused is not None and isinstance(news, Refused):
            self.ui = replace(self.ui, draft=Draft.of(self.session.name, is_suggestion=True))
        self._do(effects)
        if isinstance(news, Ended):
            self._ended(news)
        self._redraw()

    def _ended(self, ended: Ended) -> None:
        self.how = ended
        self._stop_pass_timer()
        if ended.how is How.LEFT or self._ends_at(ended):
            self.finish()

    def leave(self) -> None:
        """Go; the seat waits."""
        if self._session is not None:
            self._session.leave(for_good=False)

    def finish(self) -> None:
        """End this scene."""
        if not self.done.done():
            self.done.set_result(None)

    # --- from the stage ---

    def draw(self, size: Size) -> Picture:
        """The picture of now."""
        self._size = size
        return self._moving.draw(self.frame(size), self._took()) if self._lesson is None else self._lesson.draw(size)

    def frame(self, size: Size) -> Frame:
        """All that the picture of now is drawn from."""
        return Frame(self.seen, self.ui, size, self.language, self._loop.time(), self.settings)

    def press(self, key: str, text: str) -> None:
        """A key."""
        self._moving.jump()
        if self._lesson is not None:
            self._lesson.press(key, text)
            self._look_at_lesson()
            return
        intent = intent_of(self.frame(self._size), key, text)
        if intent is not None:
            self.click(intent)

    def click(self, intent: Intent) -> None:
        """What somebody wants."""
        self._moving.jump()
        if self._lesson is not None:
            self._lesson.click(intent)
            self._look_at_lesson()
            return
        before = self._choices()
        self.ui, effects = update(self.ui, intent, self.seen, self._loop.time())
        self._do(effects)
        changed = {name: value for name, value in self._choices().items() if value != before[name]}
        if changed:
            self._remember(**changed)

    def _choices(self) -> dict[str, str | bool]:
        """What can be chosen by keys and is kept for the next time, as `clients.preferences` names it."""
        return {
            "language": self.language.code,
            "theme": self.theme.value,
            "sort": self.ui.sort.name.lower(),
            "sound": self.ui.bell,
        }

    def _look_at_lesson(self) -> None:
        if self._lesson is not None and self._lesson.done.done():
            self._lesson = None

    def wake_at(self) -> float | None:
        """The next frame of a motion, the next second of a countdown that is shown, the next beat of a hand's end, or
        when the others may let a bot play."""
        now, seen = self._loop.time(), self.seen
        ends = [seen.link.retry_at if seen.link.stage is LinkStage.WAITING else None, seen.clock and seen.clock[1]]
        wakes = [_next_second(now, end) for end in ends if end is not None and end > now]
        if seen.phase is Phase.PLAYING and now < seen.cover_at:
            wakes.append(seen.cover_at)
        elif may_cover(seen, now):
            # How long somebody has kept all waiting is shown by the second.
            wakes.append(now + 1 - (now - seen.turn_began) % 1 + 0.001)
        changes = next_beat_at(seen, self.ui, now), next_end(seen, now), self._moving.wake_at(now)
        wakes += [change for change in changes if change is not None]
        return min(wakes, default=None)

    # --- what is to be done outside ---

    def _do(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if not self._carry_out(effect):
                self.ui = replace(self.ui, notice=Notice.NOT_SENT, is_ready=False)

    def _carry_out(self, effect: Effect) -> bool:
        """Do this; False if the host could not be told."""
        session = self.session
        match effect:
            case PlayMove(cards, take):
                session.move((cards, take))
            case PassMove():
                session.pass_turn()
            case SayReady(ready):
                return session.ready(ready)
            case SayChat(text):
                return session.say(text)
            case SetName(name):
                return session.rename(name)
            case SendPart(message):
                return session.send(message) or isinstance(message, Back | Cover)
            case LeaveTable(for_good):
                session.leave(for_good=for_good)
            case GoOnAnyway():
                session.go_on()
            case _:
                self._do_here(effect)
        return True

    def _do_here(
        self, effect: PassSoon | Ring | FindWords | StepLanguage | StepTheme | OpenLesson | AskCode | Exit
    ) -> None:
        match effect:
            case PassSoon(action):
                self._pass_soon(action)
            case Ring():
                self._ring()
            case FindWords(digest):
                self._begin(self._find_words(digest))
            case StepLanguage(step):
                self.language = Language(_stepped(tuple(LANGUAGES), self.language.code, step))
            case StepTheme(step):
                self.settings = replace(self.settings, theme=_stepped(tuple(Theme), self.theme, step))
            case OpenLesson():
                from clients.terminal.screens.lesson import LessonScene  # noqa: PLC0415  Few read it amid a game.

                self._lesson = LessonScene(self.language, self.settings)
            case AskCode():
                self.wants_code = True
                self.leave()
            case Exit():
                self.finish()
            case _:
                assert_never(effect)

    def _begin(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _find_words(self, digest: bytes) -> None:
        words = await asyncio.to_thread(spoken, digest)
        if self.seen.result is not None and self.seen.result.digest == digest:
            self.ui = replace(self.ui, words=words)
            self._redraw()

    def _pass_soon(self, action: int) -> None:
        self._stop_pass_timer()
        delay = self._chance.uniform(SOONEST_PASS, LATEST_PASS)
        self._pass_timer = self._loop.call_later(delay, self._pass_now, action)

    def _pass_now(self, action: int) -> None:
        board = self.seen.board
        if self.seen.is_cut_off:
            return  # When the host is back, it is thought about again.
        if self.ui.auto_pass and self.seen.my_turn and board is not None and board.action == action and board.middle:
            self.session.pass_turn()

    def _stop_pass_timer(self) -> None:
        if self._pass_timer is not None:
            self._pass_timer.cancel()

    def close(self) -> None:
        """Leave nothing behind in the loop."""
        self._stop_pass_timer()
        for task in self._tasks:
            task.cancel()


def _next_second(now: float, end: float) -> float:
    """When the whole seconds that are left become one less."""
    whole = math.ceil(end - now)
    return end - (whole - 1) + 0.001


def _stepped(choices: tuple[T, ...], now: T, step: int) -> T:
    return choices[(choices.index(now) + step) % len(choices)]
