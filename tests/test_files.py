"""Private files and locks, on a real file system."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from odin_net import files
from odin_net.errors import OdinError
from odin_net.files import FileInUse, FileLock, data_folder, make_private_folder, sweep_drafts, write_private

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes; folders of a user are private there")


def test_the_data_folder_is_the_chosen_one_then_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_DATA", "from-environment")
    assert data_folder("chosen") == Path("chosen")
    assert data_folder() == Path("from-environment")
    monkeypatch.delenv("ODIN_DATA")
    assert data_folder().name == "odin"


@POSIX
def test_folders_and_files_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = make_private_folder(tmp_path / "a" / "b")
    write_private(folder / "file", b"first")
    write_private(folder / "file", b"second")
    assert (folder / "file").read_bytes() == b"second"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "file").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in folder.iterdir()] == ["file"]


@POSIX
def test_no_folder_that_is_made_on_the_way_is_open_to_others(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        make_private_folder(tmp_path / "share" / "odin" / "seats")
    finally:
        os.umask(before)
    made = (tmp_path / "share", tmp_path / "share" / "odin", tmp_path / "share" / "odin" / "seats")
    assert {folder.stat().st_mode & 0o777 for folder in made} == {0o700}


@POSIX
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_private_folder(tmp_path / "ours")
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(OdinError, match=r"\(it belongs to somebody else\): name another one with --data"):
        make_private_folder(tmp_path / "ours")


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OdinError, match="name another one with --data"):
        make_private_folder(tmp_path / "file" / "folder")


def test_a_lock_has_one_holder_and_can_be_had_again(tmp_path: Path) -> None:
    with FileLock(tmp_path / "lock"), pytest.raises(FileInUse):
        FileLock(tmp_path / "lock")
    FileLock(tmp_path / "lock").release()


def test_a_lock_is_freed_when_its_process_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from odin_net.files import FileLock; "
        "lock = FileLock(pathlib.Path(sys.argv[1])); print('locked', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, tmp_path / "lock"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"locked"
        with pytest.raises(FileInUse):
            FileLock(tmp_path / "lock")
        process.kill()
        process.wait()
    FileLock(tmp_path / "lock").release()


def test_what_a_killed_process_was_writing_is_swept(tmp_path: Path) -> None:
    code = (
        "import os, sys, pathlib; from odin_net import files; "
        "files.sync_file = lambda _: os._exit(9); files.write_private(pathlib.Path(sys.argv[1]), b'half')"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "file"], check=False)
    assert done.returncode == 9
    assert [path.suffix for path in tmp_path.iterdir()] == [".new"]
    sweep_drafts(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_drafts_of_processes_that_are_gone_are_swept_and_no_others(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    (tmp_path / "games").mkdir()
    gone = [tmp_path / f"name.{process.pid}.odin.new", tmp_path / "games" / f"a.odin.jsonl.{os.getpid()}.odin.new"]
    stay = [tmp_path / f"name.{os.getppid()}.odin.new", tmp_path / "games" / "my.odin.new"]
    stay.append(tmp_path / f"notes.{process.pid}.new")  # Whose folder it is, theirs are the other files.
    for path in (*gone, *stay):
        path.touch()
    sweep_drafts(tmp_path)
    assert [path.exists() for path in gone] == [False, False]
    assert os.name != "posix" or [path.exists() for path in stay] == [True, True, True]


@POSIX
def test_what_is_written_outlives_a_loss_of_power_under_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def note(where: object, name: str) -> None:
        call = getattr(where, name)

        def noted(*arguments: object) -> object:
            done.append(name)
            return call(*arguments)

        monkeypatch.setattr(where, name, noted)

    note(files, "sync_file")
    note(files, "sync_folder")
    note(Path, "replace")
    write_private(tmp_path / "file", b"it")
    assert done == ["sync_file", "replace", "sync_folder"]


@POSIX
def test_a_folder_that_knows_no_sync_is_no_failure_and_a_broken_disk_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_with(number: int) -> None:
        def fail(_: int) -> None:
            raise OSError(number, "no")

        monkeypatch.setattr(os, "fsync", fail)

    fail_with(errno.EINVAL)
    files.sync_folder(tmp_path)
    fail_with(errno.EIO)
    with pytest.raises(OSError, match="no"):
        files.sync_folder(tmp_path)


@POSIX
@pytest.mark.parametrize(("full", "then"), [(None, []), (errno.ENOTSUP, ["fsync"]), (errno.EINVAL, ["fsync"])])
def test_on_macos_the_disk_itself_is_asked_and_only_one_that_does_not_know_how_is_not(
    monkeypatch: pytest.MonkeyPatch, full: int | None, then: list[str]
) -> None:
    asked = asked_on_macos(monkeypatch, full)
    files.sync_file(0)
    assert asked == ["full", *then]


@POSIX
def test_on_macos_a_failed_sync_is_not_made_good_by_a_lesser_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_on_macos(monkeypatch, errno.EIO)
    with pytest.raises(OSError, match="no"):
        files.sync_file(0)
    assert asked == ["full"]


def asked_on_macos(monkeypatch: pytest.MonkeyPatch, error: int | None) -> list[str]:
    """What the system is asked for there, where the full sync fails so."""
    asked: list[str] = []

    def full(*_: object) -> None:
        asked.append("full")
        if error is not None:
            raise OSError(error, "no")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("fcntl.F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr("fcntl.fcntl", full)
    monkeypatch.setattr(os, "fsync", lambda _: asked.append("fsync"))
    return asked
