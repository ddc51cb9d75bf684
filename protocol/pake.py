"""The password exchange, SPAKE2, as jobs that a worker process can do: spake2 is pure Python and takes milliseconds.

A job holds all that it needs, chance included; `run` is a pure function. SPEC 4.
"""

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from spake2 import SPAKE2_A, SPAKE2_B

CLIENT_ID = b"odin/1 client"
HOST_ID = b"odin/1 host"
POINT = 33
ENTROPY = 64


class HostBegins(NamedTuple):
    """The host's point, before it knows the client's."""

    password: bytes
    table: bytes
    entropy: bytes

    def __repr__(self) -> str:
        return "HostBegins(<secret>)"


class HostEnds(NamedTuple):
    """The host's key, once it knows the client's point."""

    begun: HostBegins
    client_point: bytes

    def __repr__(self) -> str:
        return "HostEnds(<secret>)"


class ClientRuns(NamedTuple):
    """The client's point and key: it knows the host's point from the start."""

    password: bytes
    table: bytes
    entropy: bytes
    host_point: bytes

    def __repr__(self) -> str:
        return "ClientRuns(<secret>)"


class Exchanged(NamedTuple):
    """What a job gives: our point, and the key if the other's point was known and good."""

    point: bytes
    key: bytes | None

    def __repr__(self) -> str:
        return "Exchanged(<secret>)"


Job: TypeAlias = HostBegins | HostEnds | ClientRuns


def run(job: Job) -> Exchanged:
    """Do a job. A point that is none leaves the key None."""
    from spake2 import SPAKE2_A, SPAKE2_B  # noqa: PLC0415  A host leaves jobs to a worker, and needs none of it.

    match job:
        case HostBegins(password, table, entropy):
            return Exchanged(_side(SPAKE2_B, password, table, entropy).start(), None)
        case HostEnds(HostBegins(password, table, entropy), point):
            return _both(SPAKE2_B, password, table, entropy, point)
        case ClientRuns(password, table, entropy, point):
            return _both(SPAKE2_A, password, table, entropy, point)


def _side(side: type, password: bytes, table: bytes, entropy: bytes) -> "SPAKE2_A | SPAKE2_B":
    if len(entropy) != ENTROPY:
        raise ValueError(f"a job needs {ENTROPY} bytes of entropy")
    return side(password, idA=CLIENT_ID, idB=HOST_ID + table, entropy_f=lambda count: entropy[:count])


def _both(side: type, password: bytes, table: bytes, entropy: bytes, point: bytes) -> Exchanged:
    exchange = _side(side, password, table, entropy)
    mine = exchange.start()
    if not _is_canonical(point):
        return Exchanged(mine, None)
    try:
        return Exchanged(mine, exchange.finish(point))
    except Exception:
        return Exchanged(mine, None)


def _is_canonical(point: bytes) -> bool:
    """Whether a point is written in its one way; spake2 also takes bytes behind it, and other spellings of the zero."""
    height = int.from_bytes(point[1:], "little") & ((1 << 255) - 1)
    return len(point) == POINT and height < 2**255 - 19 and height != 1
