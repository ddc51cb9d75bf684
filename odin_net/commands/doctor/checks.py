"""The checks of `odin doctor` that ask the system. Each ends within its time, whatever the system does."""

import asyncio
import errno
import os
import platform
import secrets
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from clients.own_name import NAME_FILE
from clients.seat_store import FOLDER as SEATS
from odin_net import __version__
from odin_net.commands.console import printable
from odin_net.commands.doctor.findings import Finding, Firewall, Grade
from odin_net.commands.doctor.loopback import JoinFailed, loopback_join
from odin_net.errors import Saying, saying
from odin_net.files import SOMEBODY_ELSES, data_folder, is_own, is_private, make_private, open_private
from odin_net.host.saved_tables import FOLDER as TABLES
from odin_net.host.server import is_taken
from odin_net.lan.addresses import Address
from odin_net.lan.announcements import Announced
from odin_net.lan.discovery import Announcer, DiscoveryFailed, browse
from odin_net.lan.probe import speaks_odin
from odin_net.records.folder import FOLDER as GAMES
from protocol.messages import VERSION

T = TypeVar("T")

# A check that takes longer than this is broken off.
SECONDS = 10.0
ANSWER_SECONDS = 3.0
LOOK_SECONDS = 5.0
COMMAND_SECONDS = 3.0

LATE = saying("it takes too long")
REFUSES = saying("the system refuses")

# All that Odin keeps in its data folder.
OURS = (NAME_FILE, SEATS, TABLES, GAMES)

NEEDS = ("cryptography", "ifaddr", "msgpack", "msgspec", "platformdirs", "spake2", "zeroconf")

Checked = Callable[[], Sequence[Finding]]


def bounded(check: str, work: Checked, seconds: float = SECONDS) -> Sequence[Finding]:
    """What a check finds; that it takes too long, or fails itself, is a finding too."""
    found: list[Finding] = []

    def run() -> None:
        try:
            found.extend(work())
        except Exception as error:
            said = saying("this check failed ({error})", error=type(error).__name__)
            found.append(_problem(check, said, saying("Please report it.")))

    # A thread of its own: a disk that hangs cannot be cancelled. As a daemon it does not keep us from ending.
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    late = saying("this check took longer than {seconds} s", seconds=seconds)
    return tuple(found) or (_problem(check, late, saying("Try again.")),)


def check_versions() -> list[Finding]:
    """Which versions run here, and whether all that Odin needs is there."""
    versions, missing = [], []
    for name in NEEDS:
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        said = saying("{names} cannot be found", names=", ".join(missing))
        return [_problem("versions", said, saying("Install Odin again."))]
    system = f"Python {platform.python_version()}, {platform.system()} {platform.release()}"
    # Names and numbers only, which are the same in every language.
    everything = f"Odin {__version__}, protocol {VERSION}, {system}, {', '.join(versions)}"
    return [_ok("versions", Saying("{versions}", {"versions": everything}))]


# --- The data folder ---


def check_data(chosen: str | None) -> list[Finding]:
    """Whether the folder for all files is ours and can be written. What others can look into is made private."""
    folder = data_folder(chosen)
    shown = printable(folder)
    try:
        if not folder.exists():
            return [_of_missing_folder(folder, shown)]
        if not is_own(folder):
            return [_no_folder(shown, SOMEBODY_ELSES)]
        _write_something(folder)
        return [_made_private(folder, shown)]
    except (OSError, ValueError) as error:
        return [_no_folder(shown, getattr(error, "strerror", None) or saying("no folder can have such a name"))]


def _made_private(folder: Path, shown: str) -> Finding:
    """What Odin has put there is its own; the folder is if nothing else lies in it, and stays as it is otherwise."""
    # A link leads to what is not ours.
    tops = [folder / name for name in OURS if not (folder / name).is_symlink()]
    ours = [path for top in tops for path in [top, *top.rglob("*")] if path.exists() and not path.is_symlink()]
    # A draft has the name of its file, and more behind it.
    is_only_ours = {path.name.partition(".")[0] for path in folder.iterdir()} <= set(OURS)
    found = [path for path in [*ours, *([folder] if is_only_ours else [])] if not is_private(path)]
    for path in found:
        make_private(path)
    if not is_private(folder):
        said = saying("others on this computer can look into {folder}", folder=shown)
        return _warning("data", said, saying("It holds more than Odin's files: name one of its own with --data."))
    if found:
        return _ok("data", saying("others on this computer could look into {folder}; now it is private", folder=shown))
    return _ok("data", saying("{folder} can be written and is private", folder=shown))


def _of_missing_folder(folder: Path, shown: str) -> Finding:
    above = next(parent for parent in folder.absolute().parents if parent.exists())
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        return _no_folder(shown, saying("it is not there and cannot be made"))
    return _ok("data", saying("{folder} will be made when it is needed", folder=shown))


def _no_folder(shown: str, why: str | Saying) -> Finding:
    advice = saying("Name another one with --data, or in ODIN_DATA.")
    return _problem("data", saying("the folder {folder} cannot be used ({why})", folder=shown, why=why), advice)


def _write_something(folder: Path) -> None:
    """Write a block and take it away again. OSError if that cannot be."""
    path = folder / f"doctor-{secrets.token_hex(8)}"
    descriptor = open_private(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
    finally:
        path.unlink(missing_ok=True)


# --- The port ---


def check_port(bind: Address | None, port: int, address: Address, *, is_chosen: bool) -> list[Finding]:
    """Whether a table can listen there, and if not, who does; friends would come to this address."""
    if port == 0:
        return [_ok("port", saying("any free port will be taken"))]
    for host, family in _places(bind):
        try:
            socket.create_server((host, port), family=family).close()
        except OSError as error:
            if is_taken(error):
                return [_of_taken_port(_reachable(host), port, address, is_chosen=is_chosen)]
            if family is socket.AF_INET or bind is not None:
                return [_of_forbidden_port(port, error)]
            # All interfaces, and no IPv6 on this computer: the host does without it, too.
    return [_ok("port", saying("port {port} is free", port=port))]


def _places(bind: Address | None) -> Iterator[tuple[str, socket.AddressFamily]]:
    if bind is None:
        yield "0.0.0.0", socket.AF_INET  # noqa: S104  As the table does.
        if socket.has_ipv6:
            yield "::", socket.AF_INET6
    else:
        yield str(bind), socket.AF_INET if bind.version == 4 else socket.AF_INET6


def _reachable(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _of_taken_port(host: str, port: int, address: Address, *, is_chosen: bool) -> Finding:
    if _is_odin(str(address), port):
        return _ok("port", saying("an Odin table is open here at port {port}: friends can join it", port=port))
    if _is_odin(host, port):
        alone = saying("an Odin table is open here at port {port}, for this computer only", port=port)
        return _warning("port", alone, saying("Open it without --bind to let friends join."))
    said = saying("port {port} is taken by another program", port=port)
    if is_chosen:
        return _problem("port", said, saying("Choose another with --port."))
    advice = saying("{command} takes the next free one: tell friends the port that it shows.", command="`odin host`")
    return _warning("port", said, advice)


def _is_odin(host: str, port: int) -> bool:
    return _finish(speaks_odin(host, port), ANSWER_SECONDS, late=False)


def _of_forbidden_port(port: int, error: OSError) -> Finding:
    if error.errno == errno.EADDRNOTAVAIL:
        said = saying("the address of --bind is not of this computer")
        return _problem("port", said, saying("Name another with --bind."))
    said = saying("port {port} cannot be used ({why})", port=port, why=error.strerror or REFUSES)
    return _problem("port", said, saying("Choose another with --port, from 1024 up."))


# --- Joining and being found ---


def check_join() -> list[Finding]:
    """Whether somebody on this computer could join a table on it."""
    try:
        asyncio.run(asyncio.wait_for(loopback_join(), SECONDS / 2))
    except TimeoutError:
        why: str | Saying = LATE
    except OSError as error:
        why = error.strerror or REFUSES
    except JoinFailed:
        why = saying("something between the two changes what they say")
    else:
        return [_ok("join", saying("a join on this computer works, code and encryption included"))]
    advice = saying("Look for a security program that watches connections of this computer to itself.")
    return [_problem("join", saying("a join on this computer fails ({why})", why=why), advice)]


def check_discovery(address: Address) -> list[Finding]:
    """Whether what this computer announces is seen by itself."""
    if address.is_loopback:
        alone = saying("a table on this computer only is not announced: join it by its address")
        return [_ok("discovery", alone)]
    why = _finish(sees_itself(address), SECONDS - 1, late=LATE)
    if why is None:
        return [_ok("discovery", saying("a table that is announced at {place} is found from here", place=str(address)))]
    advice = saying("Friends can join by the address that {command} shows.", command="`odin host`")
    unseen = saying("tables on this computer will not be found by themselves: {why}", why=why)
    return [_warning("discovery", unseen, advice)]


async def sees_itself(address: Address, *, on_loopback: bool = False) -> Saying | None:
    """Announce something of our own and look for it; the reason, for a person, if it is not seen."""
    # Of a type of its own, so that nobody takes it for a table.
    service = "_odin-doctor._tcp.local."
    announced = Announced(secrets.token_bytes(16), "doctor", 1, 0, 2, open=False)
    announcer = Announcer(address, service, on_loopback=on_loopback)
    try:
        reason = await announcer.start(announced)
        if reason is not None:
            return reason
        found = await browse(LOOK_SECONDS, [address], lambda table: table.table == announced.table, service)
    except DiscoveryFailed as failed:
        return failed.why
    finally:
        await announcer.stop()
    seen = any(table.table == announced.table for table in found)
    return None if seen else saying("what it announces does not come back to it")


def _finish(work: Coroutine[object, object, T], seconds: float, late: T) -> T:
    """Run this to its end, or give what is said of it when it takes too long."""
    try:
        return asyncio.run(asyncio.wait_for(work, seconds))
    except TimeoutError:
        return late


# --- Firewalls ---


def find_firewall() -> Firewall:
    """Which firewall is on, as far as anyone but the administrator can tell."""
    if sys.platform == "win32":
        return Firewall.WINDOWS
    if sys.platform == "darwin":
        told = _told("/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate")
        return Firewall.NONE if "disabled" in told else Firewall.MACOS
    with suppress(OSError, ValueError):
        if "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(encoding="utf-8").splitlines():
            return Firewall.UFW
    return Firewall.FIREWALLD if _told("systemctl", "is-active", "firewalld").strip() == "active" else Firewall.NONE


def _told(command: str, *arguments: str) -> str:
    """What a command of the system says; nothing if it cannot be asked."""
    found = shutil.which(command)
    if found is None:
        return ""
    try:
        return subprocess.run(  # noqa: S603  Nothing of it comes from outside.
            [found, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=COMMAND_SECONDS,
            check=False,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def _ok(check: str, said: Saying) -> Finding:
    return Finding(check, Grade.OK, said)


def _warning(check: str, said: Saying, advice: Saying) -> Finding:
    return Finding(check, Grade.WARNING, said, advice)


def _problem(check: str, said: Saying, advice: Saying) -> Finding:
    return Finding(check, Grade.PROBLEM, said, advice)
