"""Changed bodies: the page reads just those that the other clients read, as the same message."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from protocol.codec import decode_event, decode_from_host, decode_opening, encode, encode_event
from protocol.errors import RemoteProtocolError
from tests.clients.web.engines import Engine, vectors

COUNT = 3000
BODIES: list[bytes] = [message["body"] for message in vectors("messages")]
# Other kinds of values, and lengths that are not there.
SPLICES = [
    *(bytes.fromhex(text) for text in ("c0", "c2", "c3", "80", "90", "a0", "ff", "cb0000000000000000", "c70005")),
    *(bytes.fromhex(text) for text in ("d4056100", "cf00000000ffffffff", "d107ff", "ddffffffff", "dc0001")),
    *(bytes.fromhex(text) for text in ("da0001", "c500", "a2c3a9", "a1ff")),
]
READERS: dict[str, Callable[[bytes], bytes]] = {
    "opening": lambda body: encode(decode_opening(body)),
    "host": lambda body: encode(decode_from_host(body)),
    "event": lambda body: encode_event(decode_event(body)),
}


def changed(rng: Random, body: bytes) -> bytes:
    at = rng.randrange(len(body))
    match rng.randrange(6):
        case 0:
            return body[:at]
        case 1:
            return body[:at] + rng.choice(SPLICES) + body[at:]
        case 2:
            return body[:at] + rng.choice(SPLICES) + body[at + 1 :]
        case 3:
            return body[:at] + body[at + 1 :]
        case 4:
            other = rng.choice(BODIES)
            return body[:at] + other[rng.randrange(len(other)) :]
        case _:
            return body[:at] + bytes([body[at] ^ 1 << rng.randrange(8)]) + body[at + 1 :]


@pytest.mark.parametrize("reader", READERS)
def test_changed_bodies_are_read_by_both_or_by_none(engine: Engine, reader: str) -> None:
    rng = Random(reader)
    bodies = [changed(rng, rng.choice(BODIES)) for _ in range(COUNT)]
    rights: list[Any] = []
    for body in bodies:
        try:
            rights.append(READERS[reader](body))
        except RemoteProtocolError:
            rights.append(None)
    assert 20 < sum(right is not None for right in rights) < COUNT // 2
    for body, right, read in zip(bodies, rights, engine.calls(("again", reader, body) for body in bodies), strict=True):
        assert (read if isinstance(read, bytes) else None) == right, body.hex()
        assert isinstance(read, bytes) or read["error"] == "RemoteProtocolError", read
