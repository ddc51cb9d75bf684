"""What a user name of ssh asks for, also one that means harm."""

import pytest

from odin_net.doors.user_name import Wishes, read_user_name


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("ann", Wishes("ann")),
        ("Ann+de", Wishes("Ann", "de")),
        ("ann+plain", Wishes("ann", plain=True)),
        ("ann+watch", Wishes("ann", watches=True)),
        ("ann+WATCH+fr+Plain", Wishes("ann", "fr", plain=True, watches=True)),
        ("ann+de+fr", Wishes("ann", "fr")),
        ("ann+xx+", Wishes("ann")),
        ("zoë", Wishes("zoë")),
        ("odin", Wishes()),
        ("Odin+de", Wishes("", "de")),
        ("+watch", Wishes(watches=True)),
        ("", Wishes()),
    ],
)
def test_suffixes_combine_and_the_name_may_be_missing(text: str, wishes: Wishes) -> None:
    assert read_user_name(text) == wishes


@pytest.mark.parametrize("text", ["a\0b", "\x1b[31mann", "a\nb", "x" * 10_000, "\u202eann", " ", "\ud800"])
def test_what_cannot_be_a_name_is_asked_for(text: str) -> None:
    assert read_user_name(text) == Wishes()
    assert read_user_name(f"{text}+plain") == Wishes(plain=True)


def test_suffixes_without_end_are_read_all_the_same() -> None:
    assert read_user_name("ann" + "+x" * 10_000 + "+de") == Wishes("ann", "de")
