"""What somebody is called who does not say it."""

import getpass
import sys
from pathlib import Path
from typing import cast

import pytest

from clients.follower import tag_of
from clients.name_keeper import NameKeeper
from clients.news import CaughtUp, Logged, News
from clients.own_name import own_name, remember_name
from clients.session import Session
from odin_net.errors import OdinError
from odin_net.game import LobbyOpened, Occupant, Options
from odin_net.game.events import SeatChanged
from odin_net.game.state import open_lobby
from protocol.messages import Reason, Refused, Rename, Watching
from tests.commands.test_play import in_lines


@pytest.fixture(autouse=True)
def login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "login")


def test_a_name_that_is_said_counts_then_the_last_one_then_that_of_the_login(tmp_path: Path) -> None:
    data = tmp_path / "not made yet"
    assert own_name(None, data) == "login"
    remember_name("Zoë", data)
    assert own_name(None, data) == "Zoë"
    assert own_name("Ann", data) == "Ann"
    (data / "name").write_text("Bo\n", encoding="utf-8")
    assert own_name(None, data) == "Bo", "as an editor leaves it"
    with pytest.raises(OdinError):
        own_name("a\tb", data)


@pytest.mark.parametrize("held", [b"", b"\xff", b"a\tb", b"A" * 5000], ids=["empty", "no text", "no name", "long"])
def test_whatever_the_file_holds_there_is_a_name(tmp_path: Path, held: bytes) -> None:
    (tmp_path / "name").write_bytes(held)
    assert own_name(None, tmp_path) == "login"


def test_a_name_that_cannot_be_kept_keeps_nobody_from_playing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    remember_name("Ann", tmp_path / "file" / "below")


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_it_is_for_its_owner_only(tmp_path: Path) -> None:
    remember_name("Ann", tmp_path)
    assert (tmp_path / "name").stat().st_mode & 0o777 == 0o600


class Known:
    """A session that knows what it is told here."""

    def __init__(self, *names: str, seat: int | None) -> None:
        self.name, self.seat = "Ann", seat
        self.state = open_lobby(LobbyOpened(bytes(16), tuple(map(Occupant, names)), Options()))

    def heard(self, news: News) -> None:
        """Nobody else wants to know."""


@pytest.mark.parametrize(
    ("wanted", "news", "kept"),
    [
        ("Ann", Watching(2), "Ann"),
        ("Ann", CaughtUp(), "Bo"),
        ("Gustav", Logged(5, SeatChanged(0, Occupant("Gustav")), history=False), "Gustav"),
        ("Gustav", Logged(5, SeatChanged(0, Occupant("Ann", ready=True)), history=False), "login"),
        ("Gustav", Logged(5, SeatChanged(1, Occupant("Gustav")), history=False), "login"),
        ("Gustav", Refused(tag_of(Rename), 0, Reason.NAME_TAKEN), "login"),
    ],
    ids=["waits", "comes back to a seat", "renamed", "another change", "that of another", "refused"],
)
def test_a_name_is_remembered_once_the_table_has_accepted_it(
    tmp_path: Path, wanted: str, news: News, kept: str
) -> None:
    session = Known("Bo", "Cy", seat=0)
    keeper = NameKeeper(session, tmp_path)
    keeper.attach(cast(Session, session))
    session.name = wanted
    keeper.heard(news)
    assert own_name(None, tmp_path) == kept


def test_who_bears_a_name_that_was_refused_to_us_is_somebody_else(tmp_path: Path) -> None:
    session = Known("Ann", "Cy", seat=0)
    keeper = NameKeeper(session, tmp_path)
    keeper.attach(cast(Session, session))
    keeper.heard(CaughtUp())
    session.name = "Cy"
    keeper.heard(Refused(tag_of(Rename), 0, Reason.NAME_TAKEN))
    # The host swaps the two, and we hear of the other seat before we hear that ours is another one.
    keeper.heard(Logged(6, SeatChanged(0, Occupant("Cy")), history=False))
    assert own_name(None, tmp_path) == "Ann"


def test_a_name_that_is_taken_later_is_remembered_too(tmp_path: Path) -> None:
    flags = ("--plain", "--bind", "127.0.0.1", "--port", "0", "--pace", "0", "--bots", "2", "--data", tmp_path)
    # Who goes waits for the play, and that for the game, in which the name is known.
    in_lines("host", *flags, "--name", "Ann", typed="name Gustav\nstart\nplay hint\nquit\n")
    assert own_name(None, tmp_path) == "Gustav"


@pytest.mark.slow
def test_who_plays_is_called_the_same_the_next_time(tmp_path: Path) -> None:
    for flags in (("--name", "Zoë"), ()):
        said = in_lines("play", "--plain", *flags, "--data", tmp_path, typed="play hint\nquit\n")
        assert "You are Zoë at seat 4." in said.stdout
