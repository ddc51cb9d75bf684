"""The handshake's sums in a worker: SPAKE2 takes milliseconds, and no move waits for them."""

from collections.abc import Callable

import msgspec

from odin_net.workers import Workers
from protocol import pake

_encode = msgspec.msgpack.Encoder().encode
_decode_result: Callable[[bytes], tuple[bytes, bytes | None]] = msgspec.msgpack.Decoder(
    tuple[bytes, bytes | None]
).decode
_decode_job: Callable[[bytes], tuple[bytes, bytes, bytes, bytes | None]] = msgspec.msgpack.Decoder(
    tuple[bytes, bytes, bytes, bytes | None]
).decode


class PakeWorker(Workers):
    """Does the jobs of handshakes in a worker process, in their order."""

    def __init__(self) -> None:
        super().__init__(f"{__name__}:run_job")

    def exchange(
        self, job: pake.Job, done: Callable[[pake.Exchanged | None], None], is_wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Do this job if it is still wanted when it comes up, and tell its result; None if the worker died over it."""
        self.submit(_encode(_fields(job)), lambda told: done(None if told is None else _result(told)), is_wanted)


def run_job(body: bytes) -> bytes:
    """What the worker does."""
    return _encode(tuple(pake.run(_job(*_decode_job(body)))))


def _result(told: bytes) -> pake.Exchanged:
    return pake.Exchanged(*_decode_result(told))


def _fields(job: pake.Job) -> tuple[bytes, bytes, bytes, bytes | None]:
    match job:
        case pake.HostBegins():
            return (*job, None)
        case pake.HostEnds(begun, point):
            return (*begun, point)
        case pake.ClientRuns():
            raise ValueError("a host does no client's sums")


def _job(password: bytes, table: bytes, entropy: bytes, point: bytes | None) -> pake.Job:
    begun = pake.HostBegins(password, table, entropy)
    return begun if point is None else pake.HostEnds(begun, point)
