"""What somebody is called who does not say it."""

import getpass
import sys
from pathlib import Path

import pytest

from odin_net.commands.names import own_name, remember_name
from odin_net.exits import OdinError
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


def test_who_plays_is_called_the_same_the_next_time(tmp_path: Path) -> None:
    for flags in (("--name", "Zoë"), ()):
        said = in_lines("play", "--plain", *flags, "--data", tmp_path, typed="play hint\nquit\n")
        assert "You are Zoë at seat 4." in said.stdout
