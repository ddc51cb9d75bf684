"""Where Odin keeps its files: in a folder that only its owner can read, locked by who uses them."""

import os
import re
import stat
import sys
from contextlib import suppress
from errno import EINVAL, ENOTSUP
from pathlib import Path
from types import TracebackType

from odin_net.errors import OdinError, saying

FOLDER_MODE = 0o700
FILE_MODE = 0o600
SHARED_MODE = 0o666
# What a file is called while it is being written, and by which process. The folder may be full of somebody's own files.
DRAFT = re.compile(r".+\.(\d+)\.odin\.new")
# How a file system says that it has no such thing as what was asked of it.
UNKNOWN = (EINVAL, ENOTSUP)
OF_OTHERS = 0o077
SOMEBODY_ELSES = saying("it belongs to somebody else")


def data_folder(chosen: str | None = None) -> Path:
    """The folder for all files: the chosen one, that of `ODIN_DATA`, or where this system keeps such things."""
    named = chosen or os.environ.get("ODIN_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path  # noqa: PLC0415  Most commands keep no files.

    return user_data_path("odin", appauthor=False)


def make_private_folder(folder: Path) -> Path:
    """This folder, made if need be, for its owner only; OdinError if it cannot be, or is somebody else's."""
    try:
        # Those above it, too: `parents` of mkdir would let others look into them. One that is there already keeps its
        # mode, for it may hold more than our files.
        for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
            missing.mkdir(mode=FOLDER_MODE, exist_ok=True)
        # A file in its place is found out here.
        folder.mkdir(exist_ok=True)
        is_ours = is_own(folder)
    except OSError as error:
        raise _unusable(folder, error.strerror) from None
    if not is_ours:
        # They could read and change what we put there, or put other things in its place.
        raise _unusable(folder, SOMEBODY_ELSES)
    return folder


def _unusable(folder: Path, why: object) -> OdinError:
    return OdinError(
        "the folder {folder} cannot be used ({why}): name another one with --data.",
        folder=ascii(str(folder)),
        why=why,
    )


def open_private(path: Path, flags: int, mode: int = FILE_MODE) -> int:
    """A file that only its owner can read, opened with these flags of `os`. Its descriptor is not inherited."""
    return os.open(path, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0), mode)


def write_shared(path: Path, data: bytes) -> None:
    """The same as `write_private`, for a file that others may read, as far as the system lets them usually."""
    write_private(path, data, SHARED_MODE)


def write_private(path: Path, data: bytes, mode: int = FILE_MODE) -> None:
    """Put this into a file of its owner, whole or not at all, so that it outlives a loss of power."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.odin.new")
    descriptor = open_private(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            sync_file(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sweep_drafts(data: Path) -> None:
    """Remove what processes that are gone were writing, here and one folder below."""
    for draft in (*data.glob("*.odin.new"), *data.glob("*/*.odin.new")):
        by = DRAFT.fullmatch(draft.name)
        if by is not None and not _writes_elsewhere(int(by[1])):
            with suppress(OSError):
                draft.unlink()


class FileInUse(Exception):
    """Another process has this file."""


class FileLock:
    """Who holds it is the only one, or FileInUse. The system frees it when its process ends, however it ends.

    The lock is a file of its own beside what it guards, because Windows forbids others to read a locked file.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = open_private(path, os.O_RDWR | os.O_CREAT)
        try:
            _lock(self._descriptor)
        except (BlockingIOError, PermissionError):  # The latter is how Windows says it.
            os.close(self._descriptor)
            raise FileInUse(path.name) from None
        except OSError:  # A file system without locks.
            os.close(self._descriptor)
            raise

    def release(self) -> None:
        """Let others have it. A second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)  # The lock goes with it.
            self._descriptor = -1

    def __enter__(self) -> "FileLock":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.release()


def is_private(path: Path) -> bool:
    """Whether nobody but its owner may do anything with it."""
    # Windows has no such modes; what is in a user's folders is private there.
    return sys.platform == "win32" or not path.stat().st_mode & OF_OTHERS


def make_private(path: Path) -> None:
    """Take away what others may do with it; what its owner may stays."""
    path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OF_OTHERS)


if sys.platform == "win32":
    import msvcrt

    def is_own(path: Path) -> bool:
        """Whether it is ours. Here it is for the system to say who may write where: what it lets us is ours."""
        return path.exists()

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def sync_file(descriptor: int) -> None:
        """Make what is in this file outlive a loss of power; OSError if nobody can say that it does."""
        os.fsync(descriptor)

    def sync_folder(folder: Path) -> None:
        """Windows has no such thing."""

    def _writes_elsewhere(pid: int) -> bool:  # noqa: ARG001
        return False  # Who writes a file has it open, and then it cannot be removed.

else:
    import fcntl

    def is_own(path: Path) -> bool:
        """Whether it is ours."""
        return path.stat().st_uid == os.geteuid()

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def sync_file(descriptor: int) -> None:
        """Make what is in this file outlive a loss of power; OSError if nobody can say that it does."""
        if sys.platform != "darwin":
            os.fdatasync(descriptor)
            return
        try:
            # There `fsync` leaves the bytes in the disk's own memory.
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in UNKNOWN:
                raise
            os.fsync(descriptor)

    def sync_folder(folder: Path) -> None:
        """Make the names of the files in this folder outlive a loss of power."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in UNKNOWN:
                raise
        finally:
            os.close(descriptor)

    def _writes_elsewhere(pid: int) -> bool:
        if pid == os.getpid():
            return False  # Another had this number before us.
        try:
            os.kill(pid, 0)
        except PermissionError:
            return True
        except (ProcessLookupError, OverflowError):
            return False
        return True
