import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import MAX_AFTER, MAX_BEFORE, FrameReader, frame


def read(*chunks: bytes, limit: int = MAX_AFTER) -> list[bytes]:
    reader = FrameReader()
    reader.limit = limit
    return [body for chunk in chunks for body in reader.feed(chunk)]


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=5), st.binary(max_size=3))
def test_bodies_come_out_however_the_bytes_arrive(bodies: list[bytes], tail: bytes) -> None:
    stream = b"".join(map(frame, bodies))
    assert read(stream) == bodies, "whole"
    assert read(*(stream[at : at + 1] for at in range(len(stream)))) == bodies, "byte by byte"
    assert read(stream + tail[:3]) == bodies, "with a tail"


@given(st.binary(min_size=1, max_size=40), st.integers(0, 44))
def test_an_unfinished_frame_gives_nothing(body: bytes, length: int) -> None:
    whole = frame(body)
    reader = FrameReader()
    assert list(reader.feed(whole[: min(length, len(whole) - 1)])) == []


@pytest.mark.parametrize("limit", [MAX_BEFORE, MAX_AFTER])
def test_a_length_is_refused_before_the_body_is_read(limit: int) -> None:
    for length in (0, limit + 1, 2**31, 2**32 - 1):
        with pytest.raises(RemoteProtocolError):
            read(length.to_bytes(4, "big"), limit=limit)
    assert read(frame(bytes(limit)), limit=limit) == [bytes(limit)]


def test_the_limit_may_change_between_two_frames_of_one_chunk() -> None:
    reader = FrameReader()
    found = []
    for body in reader.feed(frame(b"a") + frame(bytes(MAX_AFTER))):
        reader.limit = MAX_AFTER
        found.append(len(body))
    assert found == [1, MAX_AFTER]


def test_we_never_send_what_nobody_may_read() -> None:
    for body in (b"", bytes(MAX_AFTER + 1)):
        with pytest.raises(LocalProtocolError):
            frame(body)
