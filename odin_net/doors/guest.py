"""A guest who has nothing but a terminal somewhere else: their client runs here, and shows itself there.

Nobody can check anything on a screen that the host itself draws: such a guest is told so, and no hand is ever shown to
them as checked. They come back with three words, which stand in the terminal before the screen opens.
"""

import asyncio
import logging
import traceback
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TextIO, cast

from clients.interfaces import Listener, SeatSecret
from clients.join_flow import JoinFlow
from clients.language import Language, code_for
from clients.language.remote import no_name_came, own_words, seat_waits
from clients.language.typed import Wrong, check_name
from clients.news import Ended, How
from clients.plain import Narrator, Typist, line_writer
from clients.plain.lines import final_score_lines
from clients.plain.parser import LONGEST_LINE
from clients.seat_store import NoStore
from clients.session import JoinRequest
from clients.terminal.app import TableApp
from clients.terminal.drawing.rows import wrap
from clients.terminal.frame import Settings
from odin_net.doors.desk import Admitted
from odin_net.doors.far_terminal import FarTerminal
from odin_net.doors.inside import InsideWire
from odin_net.doors.line_discipline import LineDiscipline
from odin_net.host.peer import Typed, Way
from odin_net.host.server import Server
from protocol.errors import Close

if TYPE_CHECKING:
    from clients.terminal.scene import TableScene

# What somebody is called who watches and has not said it, as with `odin join --watch`.
WATCHER = "Watcher"
# Who is let in has so long to say a name that nobody else has: until then they hold a place, and sit nowhere.
NAME_SECONDS = 300.0

log = logging.getLogger("odin.host")


class Guest:
    """One guest, from when they may come in until they go. All of it is in one loop, which need not be the table's."""

    def __init__(self, server: Server, terminal: FarTerminal, admitted: Admitted) -> None:
        self._server, self._terminal, self._admitted = server, terminal, admitted
        language = Language(code_for(admitted.wishes.language, terminal.environ))
        self.language = language.spelled_out() if terminal.is_ascii else language
        self._wire: InsideWire | None = None
        self._store: _Store | None = None
        self._task: asyncio.Task[None] | None = None
        self._scene: TableScene | None = None
        self._narrator: Narrator | None = None
        self._why: Callable[[Language], str] | None = None
        """Why their game is ended from here, if it is."""
        self._is_over = False
        terminal.writable = self._writable
        terminal.failed = self._failed

    async def play(self) -> None:
        """Be at the table until they go or it is over. What goes wrong here is one line in the host's log."""
        if self._is_over:
            return
        in_lines = self._admitted.wishes.plain or self._terminal.is_dumb
        self._task = asyncio.create_task(self._in_lines() if in_lines else self._on_screen())
        overdue = asyncio.get_running_loop().call_later(NAME_SECONDS, self._look_whether_in)
        await asyncio.wait([self._task])
        overdue.cancel()
        if self._why is not None:
            self._say_why(self._why)
        if not self._task.cancelled() and (error := self._task.exception()) is not None:
            note_error(error)

    def cut_off(self) -> None:
        """Their connection is gone: the table has lost them, as it loses any client."""
        if self._wire is not None:
            self._wire.cut()
        self._stop()

    def close(self, why: Close) -> None:
        """End their game, and tell them why."""
        self._end(lambda language: language.close(why))

    def _end(self, why: Callable[[Language], str]) -> None:
        self._why = why
        self._stop()

    def _look_whether_in(self) -> None:
        face = self._scene or self._narrator
        if face is None or not face.seen.is_in:
            self._end(no_name_came)

    def _stop(self) -> None:
        self._is_over = True
        if self._task is not None:
            self._task.cancel()

    def _failed(self, error: Exception) -> None:
        note_error(error)
        self._stop()

    def _writable(self, can: bool) -> None:
        if self._wire is not None:
            self._wire.writable(can)

    def _sit(self, join_request: JoinRequest, listener: Listener) -> InsideWire:
        admitted = self._admitted
        typed = Typed(join_request.code or "", admitted.words)
        store = self._store = _Store(admitted.table, admitted.secret, join_request.name)
        self._wire = InsideWire(self._server, join_request, store, listener, Way.INSIDE, admitted.address, typed)
        return self._wire

    def _join_request(self) -> JoinRequest:
        wishes = self._admitted.wishes
        name = wishes.name or (WATCHER if wishes.watches else "")
        return JoinRequest(name, self._admitted.code, wishes.watches)

    # --- on a screen ---

    async def _on_screen(self) -> None:
        terminal, request = self._terminal, self._join_request()
        self._say(own_words(self.language, self._admitted.words))
        settings = Settings(
            ascii=terminal.is_ascii,
            # The host's computer draws their screen, and leaves itself time between two pictures.
            motion=False,
            remote=True,
            own_words=self._admitted.words,
            watches=request.watch,
        )
        flow = JoinFlow(request, name_is_known=bool(request.name), has_seat=self._admitted.secret is not None)
        async with TableApp(terminal.stage(), self.language, settings) as app:
            ended = await app.join(flow, self._dial)
        self.language = app.language
        if ended is not None:
            self._say_how_it_ended(ended)
            self._say_if_seat_waits(ended)

    async def _dial(self, join_request: JoinRequest, scene: "TableScene") -> Ended:
        wire, self._scene = self._sit(join_request, scene), scene
        scene.attach(wire.session)
        return await wire.take_part()

    # --- in lines ---

    async def _in_lines(self) -> None:
        say = line_writer(cast(TextIO, _Lines(self._say_while_open)), self._fit)
        say(own_words(self.language, self._admitted.words))
        lines = _TypedLines(self._terminal)
        request = self._join_request()
        if not request.name and self._admitted.secret is None:
            name = await self._ask_name(lines)
            if name is None:
                return
            request = JoinRequest(name, request.code, request.watch)
        narrator = self._narrator = Narrator(
            self.language,
            say,
            watches=request.watch,
            by_hand=bool(self._terminal.term),
            own_words=self._admitted.words,
        )
        wire = self._sit(request, narrator)
        narrator.attach(wire.session)
        typist = Typist(wire, narrator, partial(self._terminal.hold, False))
        lines.hand_to(typist, partial(wire.call, partial(wire.session.leave, for_good=False)))
        try:
            ended = await wire.take_part()
        finally:
            typist.stop()
        self.language = narrator.language
        if ended.how not in (How.DONE, How.LEFT):
            self._say_how_it_ended(ended)
        self._say_if_seat_waits(ended)

    async def _ask_name(self, lines: "_TypedLines") -> str | None:
        """What they want to be called; None if they type nothing more."""
        while True:
            self._say(self.language("What do the others call you?"))
            line = await lines.next()
            if line is None:
                return None
            try:
                return check_name(self.language, line)
            except Wrong as wrong:
                self._say(str(wrong))

    def _say_while_open(self, text: str) -> None:
        if self._why is None:  # After that there is one thing to say, and it is said last.
            self._terminal.say(text)

    # --- lines before and after all that ---

    def _say_why(self, why: Callable[[Language], str]) -> None:
        """Why their game is ended from here; the points of the last game go with the screen that showed them."""
        face = self._scene or self._narrator
        language = self.language if face is None else face.language
        over = None if self._scene is None else self._scene.seen.over
        if over is not None:
            for line in final_score_lines(language, over.state, over.seat):
                self._say(line)
        self._say(why(language))

    def _fit(self, line: str) -> str:
        return "\n".join(wrap(line, self._terminal.size.columns - 1)) if self._terminal.term else line

    def _say(self, line: str) -> None:
        self._terminal.say(self._fit(line) + "\n")

    def _say_how_it_ended(self, ended: Ended) -> None:
        self._say(self.language.ended(ended, ""))

    def _say_if_seat_waits(self, ended: Ended) -> None:
        if ended.how is not How.LEFT or self._wire is None or self._store is None:
            return
        if self._wire.session.seat is not None and not self._store.is_given_up:
            self._say(seat_waits(self.language, self._admitted.words))


class _Store(NoStore):
    """The secret of a guest who comes back. That of a new one is kept by the table alone."""

    def __init__(self, table: bytes, secret: bytes | None, name: str) -> None:
        self._seat = None if secret is None else SeatSecret(table, secret, name)
        self.is_given_up = False
        """Whether they do not come back to their seat."""

    def forget(self) -> None:
        self.is_given_up = True

    def find(self, table: bytes | None) -> SeatSecret | None:  # noqa: ARG002  There is but one table.
        """The seat that they come back to."""
        return self._seat


class _Lines:
    """As much of a file as lines are written to."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self.write = write

    def flush(self) -> None:
        pass


class _TypedLines:
    """What is typed, in lines: asked for one by one, then handed to who plays."""

    def __init__(self, terminal: FarTerminal) -> None:
        self._terminal = terminal
        self._discipline = LineDiscipline(LONGEST_LINE) if terminal.term else None
        self._typist: Typist | None = None
        self._leave: Callable[[], None] | None = None
        self._waiting = ""
        self._has_ended = False
        self._more = asyncio.Event()
        terminal.listen(self._typed)

    async def next(self) -> str | None:
        """The next line; None if there is none any more."""
        while "\n" not in self._waiting and not self._has_ended:
            self._more.clear()
            await self._more.wait()
        line, _, self._waiting = self._waiting.partition("\n")
        return None if self._has_ended and not line else line

    def hand_to(self, typist: Typist, leave: Callable[[], None]) -> None:
        """From now on this one types; `leave` is for who presses the keys that end a program."""
        self._typist, self._leave = typist, leave
        self._hand_on()

    def _typed(self, text: str) -> None:
        if self._discipline is None:
            self._waiting += text
            self._has_ended |= not text
        elif text:
            taken = self._discipline.take(text)
            self._terminal.write(taken.shown)
            self._waiting += "".join(f"{line}\n" for line in taken.lines)
            if taken.ended and self._leave is not None:
                self._leave()
            self._has_ended |= taken.ended
        else:
            self._has_ended = True
        self._more.set()
        self._hand_on()

    def _hand_on(self) -> None:
        if self._typist is None or not (self._waiting or self._has_ended):
            # The end of a line has to be seen, however long that is.
            self._waiting = self._waiting[-2 * LONGEST_LINE :]
            return
        self._terminal.hold(True)
        text, self._waiting = self._waiting, ""
        self._typist.take(text, ended=self._has_ended)


def note_error(error: BaseException) -> None:
    """A defect of ours that ends one guest: where it is, in one line."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    log.info("a guest was lost to %s at %s", type(error).__name__, where)
