"""Remembers what somebody is called at a table, for the next time."""

from pathlib import Path

from clients.follower import NAME_TAGS
from clients.interfaces import Listener
from clients.news import CaughtUp, Logged, News
from clients.own_name import remember_name
from clients.session import Session
from odin_net.game.events import SeatChanged
from protocol.messages import Refused, Watching


class NameKeeper:
    """Passes all news on, and remembers each name that a table has accepted from us; none that it has refused."""

    def __init__(self, then: Listener, data: Path) -> None:
        self._then, self._data = then, data
        self._session: Session | None = None
        self._kept = ""
        self._refused: set[str] = set()

    def attach(self, session: Session) -> None:
        """Listen to this one."""
        self._session = session

    def heard(self, news: News) -> None:
        """Look for a name, and pass this on."""
        self._then.heard(news)
        if self._session is None:
            return
        if isinstance(news, Refused) and news.about in NAME_TAGS:
            # The session still bears it, and somebody else at the table may, too.
            self._refused.add(self._session.name)
        name = _accepted(news, self._session)
        if name is not None and name != self._kept and name not in self._refused:
            self._kept = name
            remember_name(name, self._data)


def _accepted(news: News, session: Session) -> str | None:
    """What we are called at the table, if these news tell it."""
    match news:
        case Watching():
            return session.name
        case CaughtUp():
            seats = () if session.state is None else session.state.board.game.seats
            return seats[session.seat].name if session.seat is not None and session.seat < len(seats) else None
        # When somebody before us goes, the others move up before we hear that our seat is another one: the name tells.
        case Logged(_, SeatChanged(seat, occupant), False) if occupant is not None and seat == session.seat:
            return occupant.name if occupant.name == session.name else None
        case _:
            return None
