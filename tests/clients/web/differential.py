"""The page's primitives against the packages that the host computes with, on random inputs.

`python -m tests.clients.web --runs 100000 --seed 2` tries more of them than the suite does.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from spake2 import ed25519_basic as group

from protocol import pake
from tests.clients.web.engines import Engine

# So many a call: a few are not to wait for a long text of JSON, and thousands not for one call each.
BATCH = 500


class Case(NamedTuple):
    """A call, and what it has to give."""

    call: tuple[Any, ...]
    right: Any


def sha256(rng: Random) -> Case:
    data = some_bytes(rng)
    return Case(("sha256", data), hashlib.sha256(data).digest())


def hmac_sha256(rng: Random) -> Case:
    key, data = rng.randbytes(rng.randrange(150)), some_bytes(rng)
    return Case(("hmac", key, data), hmac.digest(key, data, "sha256"))


def hkdf(rng: Random) -> Case:
    key, info, length = rng.randbytes(32), rng.randbytes(rng.randrange(80)), rng.randrange(1, 130)
    return Case(("expand", key, info, length), HKDFExpand(SHA256(), length, info).derive(key))


def seal(rng: Random) -> Case:
    key, nonce, data, associated = box(rng)
    return Case(("seal", key, nonce, data, associated), ChaCha20Poly1305(key).encrypt(nonce, data, associated))


def open_box(rng: Random) -> Case:
    """A sealed box, as often as not with something changed."""
    key, nonce, data, associated = box(rng)
    sealed = ChaCha20Poly1305(key).encrypt(nonce, data, associated)
    match rng.randrange(8):
        case 0:
            sealed = flipped(rng, sealed)
        case 1:
            key = flipped(rng, key)
        case 2:
            nonce = flipped(rng, nonce)
        case 3 if associated:
            associated = flipped(rng, associated)
        case 4:
            sealed = sealed[: rng.randrange(len(sealed))]
    try:
        right = ChaCha20Poly1305(key).decrypt(nonce, sealed, associated)
    except InvalidTag:
        right = None
    return Case(("open", key, nonce, sealed, associated), right)


def multiple(rng: Random) -> Case:
    """A multiple of a point, by numbers at the edges now and then."""
    point = group.Base.scalarmult(rng.randrange(1, group.L))
    scalar = rng.choice([rng.randrange(group.L), rng.randrange(20), group.L - rng.randrange(1, 20)])
    return Case(("multiplied", str(scalar), point.to_bytes()), point.scalarmult(scalar).to_bytes())


def some_point(rng: Random) -> Case:
    """32 bytes, of which half are on the curve and an eighth of those in the group."""
    data = rng.randbytes(32)
    if rng.randrange(4) == 0:
        data = group.Base.scalarmult(rng.randrange(1, group.L)).to_bytes()
    try:
        right = group.bytes_to_element(data).to_bytes()
    except Exception:  # It has several of them.
        right = None
    return Case(("point", data), right if right == data else None)


def exchange(rng: Random) -> Case:
    """A client's half of an exchange with a host that has the same password, or another one."""
    password, table = rng.choice([b"", b"raven-oak-fjord", rng.randbytes(32)]), rng.randbytes(16)
    theirs = rng.choice([password, password, b"oak-oak-oak"])
    point = pake.run(pake.HostBegins(theirs, table, rng.randbytes(64))).point
    job = pake.ClientRuns(password, table, rng.randbytes(64), point)
    ids = (pake.CLIENT_ID, pake.HOST_ID + table)
    return Case(("exchange", job.password, job.entropy, job.host_point, *ids), list(pake.run(job)))


def scrypt(rng: Random) -> Case:
    password, salt = rng.randbytes(rng.randrange(40)), rng.randbytes(rng.randrange(20))
    cost, r, p, length = 2 ** rng.randrange(4, 9), rng.randrange(1, 9), rng.randrange(1, 3), rng.randrange(1, 70)
    right = hashlib.scrypt(password, salt=salt, n=cost, r=r, p=p, dklen=length)
    return Case(("scrypt", password, salt, cost, r, p, length), right)


def some_bytes(rng: Random) -> bytes:
    """Short ones mostly, of every length around a block; seldom longer ones."""
    return rng.randbytes(rng.randrange(rng.choice([70, 70, 140, 140, 600])))


def box(rng: Random) -> tuple[bytes, bytes, bytes, bytes]:
    return rng.randbytes(32), rng.randbytes(12), some_bytes(rng), rng.randbytes(rng.choice([0, 0, rng.randrange(60)]))


def flipped(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


# How many of 10,000 cases are of each kind: what takes long is tried less often.
KINDS: dict[str, tuple[Callable[[Random], Case], int]] = {
    "sha256": (sha256, 3400),
    "hmac": (hmac_sha256, 1000),
    "hkdf": (hkdf, 500),
    "seal": (seal, 2400),
    "open": (open_box, 2400),
    "multiple": (multiple, 100),
    "point": (some_point, 140),
    "exchange": (exchange, 50),
    "scrypt": (scrypt, 10),
}


def cases(kind: str, count: int, seed: int) -> list[Case]:
    """So many cases of a kind, the same for the same seed."""
    make, rng = KINDS[kind][0], Random(f"{kind} {seed}")
    return [make(rng) for _ in range(count)]


def compare(engine: Engine, cases: list[Case]) -> None:
    """Let an engine compute all of them."""
    remaining: Iterator[Case] = iter(cases)
    while batch := list(islice(remaining, BATCH)):
        results = engine.calls(case.call for case in batch)
        for case, result in zip(batch, results, strict=True):
            assert result == case.right, case.call
