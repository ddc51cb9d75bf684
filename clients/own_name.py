"""What somebody is called: what they say, or what they were called here last, or what this computer calls them."""

import getpass
from contextlib import suppress
from pathlib import Path

from clients.follower import NAME_TAGS
from clients.interfaces import Listener
from clients.news import CaughtUp, Logged, News
from clients.session import Session
from odin_net.errors import OdinError
from odin_net.files import make_private_folder, write_private
from odin_net.game.events import SeatChanged
from odin_net.game.text import NAME_COLUMNS, BadText, clean_name
from protocol.messages import Refused, Watching

NAME_FILE = "name"
# Bytes; no name is longer, whatever the file holds.
LONGEST = 1024


def read_name(text: str) -> str:
    """The name that was asked for; OdinError if it cannot be one."""
    try:
        return clean_name(text)
    except BadText:
        raise OdinError("that cannot be a name: take up to {most} plain characters.", most=NAME_COLUMNS) from None


def own_name(asked: str | None, data: Path) -> str:
    """The name that was asked for, or the one that they had last, or the login's."""
    return (_last_name(data) or _login_name()) if asked is None else read_name(asked)


def remember_name(name: str, data: Path) -> None:
    """Suggest this name the next time."""
    # Nobody is kept from playing because of it.
    with suppress(OSError, OdinError):
        write_private(make_private_folder(data) / NAME_FILE, name.encode())


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


def _last_name(data: Path) -> str | None:
    try:
        with (data / NAME_FILE).open("rb") as file:
            return clean_name(file.read(LONGEST).decode().strip())
    except (BadText, OSError, UnicodeDecodeError):
        return None


def _login_name() -> str:
    """How this computer calls who sits before it."""
    try:
        return clean_name(getpass.getuser())
    except (BadText, OSError, KeyError, ImportError):  # whatever a system without a login says
        return "Guest"
