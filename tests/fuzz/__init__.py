"""Fuzz targets: every decoder of what comes from outside, fed with valid inputs that were changed a little or a lot.

A target may refuse its input in its own way and do nothing else. `python -m tests.fuzz --runs 100000` runs them all.
"""

from collections.abc import Callable
from contextlib import suppress

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from odin_net.game.replay import RecordError
from odin_net.game.text import BadText, clean_chat, clean_name
from odin_net.records.proofs import check_record
from odin_net.records.record import PlayedGame, record_of
from protocol.channel import Opener, Sealer
from protocol.codec import decode_event, decode_from_client, decode_from_host, decode_opening, encode, encode_event
from protocol.codes import CodeError, parse_code
from protocol.errors import RemoteProtocolError
from protocol.framing import HEADER, FrameReader, frame
from protocol.log import Log
from protocol.messages import FromClient, FromHost, Intent, Join, Logged, Opening
from tests.game.test_records import PLAYED
from tests.helpers.logged_game import GAME, audit, entries, logged_game
from tests.helpers.pairs import client_for, host_connection, opened_pair, settle
from tests.protocol.samples import FROM_CLIENT, FROM_HOST, LOGGED, OPENINGS
from tests.protocol.test_connection import transcript

Target = Callable[[bytes], None]

TRANSCRIPT = transcript()
GAME_EVENTS = logged_game(3, 3)
PROVED = record_of(PlayedGame(bytes(16), GAME_EVENTS.events, [0] * len(GAME_EVENTS.events)))
BODIES = [*map(encode, OPENINGS), *map(encode, FROM_CLIENT), *map(encode, FROM_HOST), *map(encode, LOGGED)]


def _decoder(decode: Callable[[bytes], object], kinds: object) -> Target:
    # msgspec has a codec of its own for the same types, written by others: it reads and refuses the same.
    second: Callable[[bytes], object] = msgspec.msgpack.Decoder(kinds).decode

    def target(data: bytes) -> None:
        assert _read(decode, data) == _read(second, data)

    return target


def _read(decode: Callable[[bytes], object], data: bytes) -> object:
    try:
        return decode(data)
    except (RemoteProtocolError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def event(data: bytes) -> None:
    with suppress(RemoteProtocolError):
        assert encode_event(decode_event(data)), "what can be read can be written"


def frames(data: bytes) -> None:
    reader = FrameReader()
    with suppress(RemoteProtocolError):
        for body in reader.feed(data):
            assert 0 < len(body) <= reader.limit


def channel(data: bytes) -> None:
    with suppress(RemoteProtocolError):
        assert Opener(bytes(32)).open(data) in map(encode, FROM_CLIENT), "only what was sealed opens"


def host(data: bytes) -> None:
    """A newcomer who says this."""
    side = host_connection()
    settle(side, side.receive_data(data))
    side.receive_eof()
    side.data_to_send()


def client(data: bytes) -> None:
    """A host who says this to a newcomer."""
    side = client_for()
    settle(side, side.receive_data(data))
    side.receive_eof()
    side.data_to_send()


def open_host(data: bytes) -> None:
    """Somebody who has proved the code, and then says this as the body of a frame."""
    pair = opened_pair(Intent.SEAT)
    if 0 < len(data) <= 65_520:
        pair.client.send_raw(data)
    pair.pump()


def seated_host(data: bytes) -> None:
    """Somebody who sits there, and then says this as the body of a frame."""
    pair = opened_pair(Intent.SEAT)
    pair.client.send(Join("Ann", bytes(32)))
    if 0 < len(data) <= 65_520:
        pair.client.send_raw(data)
    pair.pump()


def open_client(data: bytes) -> None:
    """A host whose code was right, and who then says this as the body of a frame."""
    pair = opened_pair(Intent.SEAT)
    pair.host.send_raw(b"\x94\x32\xc4\x10" + GAME + b"\x00\x00")
    if 0 < len(data) <= 65_520:
        pair.host.send_raw(data)
    pair.pump()


def log(data: bytes) -> None:
    """An event in the middle of an honest log: appended, folded and audited."""
    chain = Log(GAME)
    try:
        added = chain.append(data)
    except RemoteProtocolError:
        return
    place = sum(data) % len(GAME_EVENTS.events)
    events = [*GAME_EVENTS.events[:place], added, *GAME_EVENTS.events[place:]]
    audit(GAME_EVENTS, 0, entries(events))


def record(data: bytes) -> None:
    with suppress(RecordError, UnicodeDecodeError):
        list(check_record(data.decode()))


def code(data: bytes) -> None:
    with suppress(CodeError):
        parse_code(data.decode("utf-8", "surrogateescape"))


def name(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    for clean in (clean_name, clean_chat):
        with suppress(BadText):
            assert clean(text).isprintable()


TARGETS: dict[str, tuple[Target, list[bytes]]] = {
    "frames": (frames, TRANSCRIPT.sent.to_host + TRANSCRIPT.sent.to_client + [frame(body) for body in BODIES]),
    "opening": (_decoder(decode_opening, Opening), BODIES),
    "from_client": (_decoder(decode_from_client, FromClient), BODIES),
    "from_host": (_decoder(decode_from_host, FromHost | Logged), BODIES),
    "event": (event, [encode_event(event) for event in GAME_EVENTS.events]),
    "channel": (channel, [Sealer(bytes(32)).framed(encode(message))[HEADER:] for message in FROM_CLIENT]),
    "host": (host, [b"".join(TRANSCRIPT.sent.to_host), *(frame(body) for body in BODIES)]),
    "client": (client, [b"".join(TRANSCRIPT.sent.to_client), *(frame(body) for body in BODIES)]),
    "open_host": (open_host, BODIES),
    "seated_host": (seated_host, BODIES),
    "open_client": (open_client, BODIES),
    "log": (log, [*map(encode_event, GAME_EVENTS.events), *map(encode, LOGGED)]),
    "record": (record, [PLAYED.encode(), PROVED.encode()]),
    "code": (code, [b"raven-oak-fjord", b" Raven  oak,FJORD"]),
    "name": (name, [b"Ann", "José".encode(), "李小龍".encode(), b"\x1b[31m", "z\u0316\u0317".encode()]),
}

INTERESTING = [
    b"\x00",
    b"\xff",
    b"\xc0",
    b"\xc1",
    b"\xc3",
    b"\xcb",
    b"\x90",
    b"\xdd\xff\xff\xff\xff",
    b"\xff\xff\xff\xff",
    b"\n",
]


@st.composite
def changed(draw: st.DrawFn, valid: list[bytes]) -> bytes:
    """A valid input after a few changes: bytes flipped, cut, repeated, put in, or taken from another input."""
    data = draw(st.sampled_from(valid))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 8)))
        other = draw(st.sampled_from(valid))
        piece = draw(st.one_of(st.binary(max_size=8), st.sampled_from(INTERESTING), st.just(other[start:])))
        times = draw(st.sampled_from([1, 1, 1, 2, 300]))
        data = data[:start] + piece * times + data[end if draw(st.booleans()) else start :]
    return data


def fuzz(target_name: str, runs: int, number: int) -> None:
    """Run one target so many times, from a seed."""
    target, valid = TARGETS[target_name]
    for data in valid:
        target(data)

    @seed(number)
    @settings(
        max_examples=runs,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(changed(valid))
    def run(data: bytes) -> None:
        target(data)

    run()
