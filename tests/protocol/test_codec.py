"""Every message round trip, and everything that is none refused."""

from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_net.game import events
from odin_net.game.events import HandKnown, Kind, Presence
from odin_net.game.options import Starter
from odin_net.game.refusals import Refusal
from protocol import codec, messages
from protocol.codec import (
    decode_event,
    decode_from_client,
    decode_from_host,
    decode_opening,
    encode,
    encode_event,
    event_of,
)
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.messages import FromClient, FromHost, Logged, Opening, Part, Reason, reason_of
from tests.protocol.samples import FROM_CLIENT, FROM_HOST, LOGGED, NOT_MESSAGES, NOT_THESE, OPENINGS, SAMPLES

DECODERS = [decode_opening, decode_from_client, decode_from_host, decode_event]


def test_there_is_a_sample_of_every_message() -> None:
    everything = {*get_args(Opening), *get_args(FromClient), *get_args(FromHost), *get_args(Logged)}
    assert {type(sample) for sample in SAMPLES} == everything
    tags = [kind.__struct_config__.tag for kind in everything]
    assert len(set(tags)) == len(tags)


CASES: list[tuple[Part, Callable[[bytes], Part]]] = [
    *((message, decode_opening) for message in OPENINGS),
    *((message, decode_from_client) for message in FROM_CLIENT),
    *((message, decode_from_host) for message in FROM_HOST),
    *((message, decode_from_host) for message in LOGGED),
]


@pytest.mark.parametrize(("message", "decode"), CASES, ids=[type(message).__name__ for message, _ in CASES])
def test_a_message_is_the_same_after_the_journey(message: Part, decode: Callable[[bytes], Part]) -> None:
    body = encode(message)
    assert decode(body) == message
    plain = msgpack.unpackb(body)
    assert plain[0] == message.__struct_config__.tag
    assert len(plain) == 1 + len(message.__struct_fields__)
    assert msgpack.packb(plain) == body, "plain msgpack reads it, and writes the same"


U32 = st.integers(0, 2**32 - 1)
SEAT = st.integers(0, 5)
CARD = st.integers(0, 53)
CARDS = st.lists(CARD, max_size=9).map(tuple)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=400)
B = {size: st.binary(min_size=size, max_size=size) for size in (8, 16, 25, 32, 33)}
LEVEL = st.sampled_from(["random", "easy", "normal", "hard"])
OPTIONS = st.builds(
    messages.OptionsPart,
    st.integers(1, 99),
    st.sampled_from(["4", "6", "ROYG", "YGBP", "RYGP"]),
    st.sampled_from(Starter),
)
OCCUPANT = st.builds(
    messages.OccupantPart, TEXT, st.sampled_from(Kind), st.just("") | LEVEL, st.sampled_from(Presence), st.booleans()
)
FIELDS: dict[Any, st.SearchStrategy[Any]] = {
    messages.U32: U32,
    messages.U32 | None: st.none() | U32,
    messages.Seat: SEAT,
    messages.Seat | None: st.none() | SEAT,
    messages.CardNumber | None: st.none() | CARD,
    messages.Cards: CARDS,
    messages.Bytes16: B[16],
    messages.Bytes16 | None: st.none() | B[16],
    messages.Bytes8 | None: st.none() | B[8],
    messages.Bytes32: B[32],
    messages.Bytes32 | None: st.none() | B[32],
    messages.Point: B[33],
    messages.Text: TEXT,
    messages.Words: TEXT.filter(bool),
    messages.Level: LEVEL,
    messages.Milliseconds: st.integers(0, 3_600_000),
    messages.Letters: st.sampled_from(["ROYGBP", "ROYG", "RYGP", "YGBP"]),
    messages.OptionsPart: OPTIONS,
    messages.OccupantPart | None: st.none() | OCCUPANT,
    messages.Seats: st.lists(OCCUPANT, max_size=6).map(tuple),
    messages.PerSeat32: st.lists(st.none() | B[32], max_size=6).map(tuple),
    bool: st.booleans(),
}
OTHERS: dict[tuple[str, str], st.SearchStrategy[Any]] = {
    ("Batch", "events"): st.lists(st.binary(min_size=1, max_size=20), min_size=1, max_size=20).map(tuple),
    ("PastLog", "events"): st.lists(st.binary(min_size=1, max_size=20), min_size=1, max_size=20).map(tuple),
    ("Refused", "about"): st.integers(16, 44),
    ("Paused", "seats"): st.lists(SEAT, max_size=6).map(tuple),
    ("Terms", "muted"): st.lists(SEAT, max_size=6).map(tuple),
    ("Terms", "seats"): st.integers(2, 6),
    ("Audience", "people"): st.lists(
        st.builds(messages.OnlookerPart, TEXT, st.booleans(), st.booleans()), max_size=64
    ).map(tuple),
    ("Kicked", "names"): st.lists(TEXT, max_size=32).map(tuple),
    ("SeenMore", "names"): st.lists(TEXT, max_size=64).map(tuple),
    ("LobbyOpened", "tally"): st.lists(st.builds(messages.TallyPart, TEXT, U32, U32), max_size=64).map(tuple),
    ("GameStarted", "players"): st.integers(2, 6),
    ("DealAborted", "silent"): st.lists(SEAT, max_size=6).map(tuple),
    ("HandDealt", "sealed"): st.lists(B[25], max_size=6).map(tuple),
    ("HandEnded", "hands"): st.lists(CARDS, max_size=6).map(tuple),
    ("HandEnded", "points"): st.lists(st.integers(0, 9), max_size=6).map(tuple),
    ("HandEnded", "hand_keys"): st.lists(B[32], max_size=6).map(tuple),
    ("GameEnded", "winners"): st.lists(SEAT, max_size=6).map(tuple),
}


@st.composite
def some_message(draw: st.DrawFn, union: object) -> Part:
    kind = draw(st.sampled_from(get_args(union)))
    hints = {field.name: field.type for field in msgspec.structs.fields(kind)}
    drawn = [draw(_strategy(kind.__name__, name, hint)) for name, hint in hints.items()]
    made: Part = kind(*drawn)
    return made


def _strategy(kind: str, name: str, hint: Any) -> st.SearchStrategy[Any]:
    if (kind, name) in OTHERS:
        return OTHERS[kind, name]
    return FIELDS[hint] if hint in FIELDS else st.sampled_from(hint)


@given(some_message(Opening))
def test_every_opening_round_trip(message: Part) -> None:
    assert decode_opening(encode(message)) == message


@given(some_message(FromClient))
def test_every_message_of_a_client_round_trip(message: Part) -> None:
    assert decode_from_client(encode(message)) == message


@given(some_message(FromHost))
def test_every_message_of_a_host_round_trip(message: Part) -> None:
    assert decode_from_host(encode(message)) == message


@given(some_message(Logged))
def test_every_event_round_trip_in_both_of_its_forms(message: Logged) -> None:
    body = encode(message)
    assert decode_from_host(body) == message
    event = decode_event(body)
    assert event == event_of(message)
    assert type(event).__name__ == type(message).__name__
    assert encode_event(event) == body


@pytest.mark.parametrize("logged", get_args(Logged), ids=lambda kind: kind.__name__)
def test_an_event_has_the_same_fields_in_the_game_and_on_the_wire(logged: type[Part]) -> None:
    assert logged.__struct_fields__ == getattr(events, logged.__name__)._fields


def test_a_hand_that_somebody_knows_has_no_form_on_the_wire() -> None:
    with pytest.raises(LocalProtocolError, match="HandKnown is never sent"):
        encode_event(HandKnown(0, (1, 2)))


def test_what_cannot_be_sent_leaves_nothing_behind() -> None:
    with pytest.raises(LocalProtocolError, match="object is never sent"):
        encode(messages.Join("Ann", object()))  # type: ignore[arg-type]
    assert encode(messages.Ping(7)) == b"\x92\x08\x07"


def test_every_refusal_of_the_rules_has_its_number_in_their_order() -> None:
    assert [reason_of(refusal).value for refusal in Refusal] == list(range(12))
    assert [Reason(number).name for number in range(12)] == [refusal.name for refusal in Refusal]
    assert Reason.STALE.name not in Refusal.__members__


# Too bulky for a vector.
HUGE = {
    "arrays in arrays, all of them huge": b"\xdc\x08\x00" * 20_000,
    "deep": b"\x91" * 60_000,
    "deep in a field": b"\x92\x18" + b"\x91" * 60_000,
}


@pytest.mark.parametrize("body", [*NOT_MESSAGES.values(), *HUGE.values()], ids=[*NOT_MESSAGES, *HUGE])
@pytest.mark.parametrize("decode", DECODERS)
def test_what_is_no_message_is_refused(decode: Any, body: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        decode(body)


@pytest.mark.parametrize("values", NOT_THESE.values(), ids=NOT_THESE)
def test_a_message_with_a_wrong_field_is_refused(values: Any) -> None:
    for decode in DECODERS:
        with pytest.raises(RemoteProtocolError):
            decode(msgpack.packb(values))


@pytest.mark.parametrize("values", [[16, "Ann", b64encode(bytes(32)).decode()], [1, 1, 0, None, None, "A" * 22 + "=="],
                                    [70, [b64encode(bytes(32)).decode()]], [51, ["kU8="]]])  # fmt: skip
def test_a_text_does_not_pass_for_bytes(values: Any) -> None:
    for decode in DECODERS:
        with pytest.raises(RemoteProtocolError):
            decode(msgpack.packb(values))


MOVES = sorted(codec.OF_A_MOVE, key=lambda kind: kind.__name__)


def test_nothing_of_a_move_holds_bytes_that_a_text_could_pass_for() -> None:
    for kind in MOVES:
        assert "BytesType" not in repr(msgspec.inspect.type_info(kind)), kind
    assert "BytesType" in repr(msgspec.inspect.type_info(messages.Join)), "it would be seen"


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
def test_no_field_of_a_move_is_taken_for_what_it_is_like(kind: type[Part]) -> None:
    tag, *fields = msgpack.unpackb(encode(next(sample for sample in SAMPLES if type(sample) is kind)))
    likes: list[Any] = [
        str,
        float,
        lambda value: value == 1,
        lambda value: str(value).encode(),
        lambda value: [[value]],
    ]
    for place, value in enumerate(fields):
        for like in likes:
            values = [tag, *fields[:place], like(value if isinstance(value, int) else 1), *fields[place + 1 :]]
            for decode in DECODERS:
                with pytest.raises(RemoteProtocolError):
                    decode(msgpack.packb(values))


LONG_FORMS = {
    "an array of 32 bits": b"\xdd\0\0\0\x02\x08\x07",
    "a number of 64 bits": b"\x92\x08\xcf" + bytes(7) + b"\x07",
    "a signed number": b"\x92\x08\xd3" + bytes(7) + b"\x07",
    "a tag of 16 bits": b"\x92\xcd\x00\x08\x07",
}


@pytest.mark.parametrize("body", LONG_FORMS.values(), ids=LONG_FORMS.keys())
def test_a_reader_does_not_insist_on_the_shortest_form(body: bytes) -> None:
    assert decode_from_client(body) == decode_from_host(body) == messages.Ping(7)


@given(some_message(Opening) | some_message(FromClient) | some_message(FromHost) | some_message(Logged))
def test_another_writer_writes_the_same_bytes(message: Part) -> None:
    assert encode(message) == msgspec.msgpack.encode(message)


def test_a_role_does_not_read_what_its_own_side_says() -> None:
    for body in [encode(sample) for sample in [*FROM_HOST, *LOGGED]]:
        with pytest.raises(RemoteProtocolError):
            decode_from_client(body)
    for body in [encode(sample) for sample in FROM_CLIENT[3:]]:
        with pytest.raises(RemoteProtocolError):
            decode_from_host(body)


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_no_bytes_end_in_anything_but_our_own_error(body: bytes) -> None:
    for decode in DECODERS:
        with suppress(RemoteProtocolError):
            decode(body)


def test_no_message_shows_its_secrets() -> None:
    for sample in SAMPLES:
        text = repr(sample)
        assert "b'" not in text
        assert 'b"' not in text
        assert "raven" not in text
    assert repr(messages.Join("Ann", bytes(32))) == "Join(name='Ann', secret=<secret>)"


def test_a_play_of_two_cards_takes_at_most_40_bytes_on_the_wire() -> None:
    raw = encode_event(events.CardsPlayed(5, (50, 51), 53))
    assert 4 + len(raw) + 16 <= 40
    assert codec.decode_event(raw) == events.CardsPlayed(5, (50, 51), 53)
