"""The real exchange. Elsewhere a cheap one of the same form stands in for it."""

import pickle

import pytest

from protocol import pake
from protocol.connection import Failed, Opened
from protocol.messages import Intent
from tests.helpers.pairs import CODE, TABLE, Pair, client_for, host_connection

ENTROPY = bytes(range(64))
BEGINS = pake.HostBegins(b"code", TABLE, ENTROPY)


def test_both_sides_get_one_key_if_the_passwords_are_one() -> None:
    host = pake.run(BEGINS)
    for password, same in ((b"code", True), (b"cod", False)):
        client = pake.run(pake.ClientRuns(password, TABLE, bytes(64), host.point))
        ends = pake.run(pake.HostEnds(BEGINS, client.point))
        assert ends.point == host.point, "the host's point does not change between its two jobs"
        assert (ends.key == client.key) is same


def test_another_table_gives_another_key() -> None:
    host = pake.run(BEGINS)
    client = pake.run(pake.ClientRuns(b"code", b"another sixteen!", bytes(64), host.point))
    assert pake.run(pake.HostEnds(BEGINS, client.point)).key != client.key


@pytest.mark.parametrize(
    "point",
    [
        b"",
        b"A" + bytes(31),
        b"A" + bytes(33),
        b"A" + b"\xff" * 32,
        b"A" + bytes(32),
        b"A\x01" + bytes(31),
        b"B" + pake.run(pake.ClientRuns(b"code", TABLE, bytes(64), pake.run(BEGINS).point)).point[1:],
        b"A" + pake.run(BEGINS).point[1:],
        b"S" + bytes(32),
        b"A\xee" + b"\xff" * 30 + b"\x7f",
        b"A\x01" + bytes(30) + b"\x80",
        b"A\xee" + b"\xff" * 31,
    ],
    ids=[
        "empty",
        "short",
        "long",
        "off the curve",
        "of small order",
        "zero",
        "wrong side",
        "reflected",
        "no side",
        "another zero",
        "a negative zero",
        "another negative zero",
    ],
)
def test_a_point_that_is_none_gives_no_key(point: bytes) -> None:
    assert pake.run(pake.HostEnds(BEGINS, point)).key is None


def test_a_job_travels_to_a_worker_and_shows_nothing() -> None:
    jobs: list[pake.Job] = [BEGINS, pake.HostEnds(BEGINS, b"A"), pake.ClientRuns(b"code", TABLE, ENTROPY, b"B")]
    for job in jobs:
        assert pickle.loads(pickle.dumps(job)) == job  # noqa: S301
        assert "code" not in repr(job)
    assert repr(pake.run(BEGINS)) == "Exchanged(<secret>)"


def test_entropy_is_given_whole() -> None:
    with pytest.raises(ValueError, match="64 bytes of entropy"):
        pake.run(pake.HostBegins(b"code", TABLE, bytes(63)))


def test_a_connection_opens_with_the_real_exchange() -> None:
    pair = Pair(client_for(), host_connection(), exchange=pake.run).pump()
    assert pair.client_happened == pair.host_happened == [Opened(TABLE, Intent.SEAT)]


def test_a_point_off_the_curve_in_the_challenge_ends_the_clients_side() -> None:
    client = client_for()
    pair = Pair(client, host_connection(), lambda _: CODE, exchange=pake.run)
    hello = client.data_to_send()
    pair.host.receive_data(hello)
    pair.host.admit(CODE)
    pair.host.pake_done(pake.Exchanged(b"B" + b"\xff" * 32, None))
    (wanted,) = client.receive_data(pair.host.data_to_send())
    assert client.pake_done(pake.run(wanted.job)) == [Failed("the host's point is none")]  # type: ignore[union-attr]
