"""The key by which ssh clients know a computer again."""

import stat
import sys
from pathlib import Path

import asyncssh
import pytest

from odin_net.doors.host_key import FILE, fingerprint, load_or_make

NO_KEYS = (b"", b"\0" * 64, b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n")


def test_the_key_is_made_once_and_stays(tmp_path: Path) -> None:
    assert fingerprint(tmp_path) is None
    first = load_or_make(tmp_path)
    assert load_or_make(tmp_path) == first
    shown = fingerprint(tmp_path)
    assert shown is not None
    assert shown == asyncssh.import_private_key(first).get_fingerprint()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    load_or_make(tmp_path)
    path = tmp_path / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    load_or_make(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", NO_KEYS)
def test_what_is_no_key_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert fingerprint(tmp_path) is None
    key = load_or_make(tmp_path)
    assert fingerprint(tmp_path) == asyncssh.import_private_key(key).get_fingerprint()
