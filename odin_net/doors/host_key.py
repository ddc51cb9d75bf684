"""By which key ssh clients know this computer again: kept in the data folder, so that nobody is warned of another one.

It is written as OpenSSH writes its own, for `ssh-keygen -l -f` to read. What this needs of `cryptography` is imported
only where a key is wanted: no screen waits for it.
"""

from base64 import b64decode, b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from odin_net.files import is_private, make_private, make_private_folder, write_private

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE = "ssh_host_key"


def load_or_make(data: Path) -> bytes:
    """The key of this data folder in OpenSSH's form, made at the first time. OSError if it cannot be read or written.

    A file that is no key is replaced: it could let nobody in.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat  # noqa: PLC0415

    path = make_private_folder(data) / FILE
    if _read(path) is None:
        key = Ed25519PrivateKey.generate()
        write_private(path, key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    elif not is_private(path):
        make_private(path)
    # Two hosts may begin at once: the file has the one that counts from now on.
    return path.read_bytes()


def fingerprint(data: Path) -> str | None:
    """What an ssh client shows of the key when it meets this computer for the first time; None if there is no key."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    key = None
    with suppress(OSError):
        key = _read(data / FILE)
    if key is None:
        return None
    _, blob = key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).split()
    return "SHA256:" + b64encode(sha256(b64decode(blob)).digest()).decode().rstrip("=")


def _read(path: Path) -> "Ed25519PrivateKey | None":
    """The key in a file; None if there is none. OSError if nobody can say."""
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key  # noqa: PLC0415

    try:
        key = load_ssh_private_key(path.read_bytes(), None)
    except (FileNotFoundError, ValueError, TypeError, UnsupportedAlgorithm):
        return None
    return key if isinstance(key, Ed25519PrivateKey) else None
