"""What is kept of somebody's choices, and what is made of a file that anybody may have written."""

from pathlib import Path

import pytest

from clients.preferences import FILE, LONGEST, Preferences, read_preferences, remember


def test_choices_are_kept_one_by_one(tmp_path: Path) -> None:
    assert read_preferences(tmp_path) == Preferences()
    remember(tmp_path, language="de", sound=False)
    remember(tmp_path, theme="contrast")
    assert read_preferences(tmp_path) == Preferences(language="de", theme="contrast", sound=False)
    remember(tmp_path, language="ar", sort="colour", motion=False, greeted=True)
    assert read_preferences(tmp_path) == Preferences("ar", "contrast", "colour", False, False, True)


@pytest.mark.parametrize(
    "written",
    [
        b"", b"\xff\xfe", b"null", b"[]", b'"de"', b"{", b"[" * 100_000, b'{"language": "\x00"}', b"{}" * LONGEST,
        b'{"language": ["de"], "theme": {}, "sort": 1, "sound": 1, "motion": "yes", "greeted": null}',
        b'{"language": "klingon", "theme": "\\u001b[31m", "sort": "", "sound": 0, "other": true}',
    ],
)  # fmt: skip
def test_what_is_not_understood_is_as_if_it_were_not_there(tmp_path: Path, written: bytes) -> None:
    (tmp_path / FILE).write_bytes(written)
    assert read_preferences(tmp_path) == Preferences()


def test_what_can_be_meant_is_kept_beside_what_cannot(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'{"language": "fr", "theme": 7, "sound": false}')
    assert read_preferences(tmp_path) == Preferences(language="fr", sound=False)


def test_a_folder_that_cannot_be_written_keeps_nobody_from_playing(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    remember(in_the_way, language="de")
    assert read_preferences(in_the_way) == Preferences()
