"""A listener that says every event in one line: what a spectator sees in a plain terminal."""

from collections.abc import Callable

from clients.news import Judged, LinkChanged, Logged, News, Refused, Stage, TablePaused
from clients.reading import NAME_TAGS
from clients.robot import MOST_NAMES, numbered
from clients.session import Session
from clients.telling import names_of, tell, tell_verdict
from odin_net.game.events import Event, Occupant, SeatChanged
from odin_net.game.state import Phase
from protocol.audit import Result
from protocol.messages import Reason


class Teller:
    """Lines are only added; after a drop nothing is said twice."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.found_wrong = False
        self._say = say
        self._session: Session | None = None
        self._told: tuple[bytes, int] = (b"", 0)
        """The game, and how many of its events were told."""
        self._seats: tuple[Occupant, ...] = ()
        self._names_tried = 1
        self._is_lost = False

    def attach(self, session: Session) -> None:
        """Tell of this one."""
        self._session, self._name = session, session.name

    @property
    def session(self) -> Session:
        assert self._session is not None
        return self._session

    def heard(self, news: News) -> None:
        """Say what has happened."""
        match news:
            case Logged():
                self._logged(news)
            case Judged(verdict, hand):
                if verdict.result is Result.WRONG:
                    self.found_wrong = True
                    self._say(f"Hand {hand} is {tell_verdict(verdict)}.")
            case TablePaused(seats):
                self._paused(seats)
            case LinkChanged(stage):
                self._link_changed(stage)
            case Refused(tag, _, Reason.NAME_TAKEN) if tag in NAME_TAGS and self._names_tried < MOST_NAMES:
                self._names_tried += 1
                self.session.rename(numbered(self._name, self._names_tried))
            case Refused(tag) if tag in NAME_TAGS and self.session.log is None:
                self.session.leave(for_good=True)

    def _logged(self, news: Logged) -> None:
        log = self.session.log
        assert log is not None
        game, told = self._told
        if log.game == game and news.seq < told:
            return
        self._told = log.game, news.seq + 1
        line = tell(news.event, self.session.state)
        if line and not self._is_about_next_hand(news.event):
            self._say(line)
        if self.session.state is not None:
            self._seats = self.session.state.board.game.seats

    def _is_about_next_hand(self, event: Event) -> bool:
        """Whether somebody is just ready for the next hand: that needs no line."""
        state = self.session.state
        if not isinstance(event, SeatChanged) or state is None or state.board.phase is Phase.LOBBY:
            return False
        before = self._seats[event.seat] if event.seat < len(self._seats) else None
        return before is not None and event.occupant == before._replace(ready=not before.ready)

    def _paused(self, seats: tuple[int, ...]) -> None:
        names = [] if self.session.state is None else names_of(self.session.state)
        who = " or ".join(names[seat] for seat in seats if seat < len(names))
        self._say(f"The table waits for {who}." if who else "The table waits for the host's disk.")

    def _link_changed(self, stage: Stage) -> None:
        if stage is Stage.WAITING and not self._is_lost and self.session.log is not None:
            self._is_lost = True
            self._say("The host is gone; waiting for it.")
        elif stage is Stage.OPEN and self._is_lost:
            self._is_lost = False
            self._say("The host is back.")
