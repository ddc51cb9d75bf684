"""What a table tells the network, and what the network may tell us."""

from ipaddress import ip_address

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from zeroconf.asyncio import AsyncServiceInfo

from odin_net.game.text import clean_name
from odin_net.lan.addresses import Interface
from odin_net.lan.announcements import Announced, FoundTable, Vantage, parse_found, texts_of
from odin_net.lan.discovery import SERVICE

TABLE = bytes(range(16))
ANNOUNCED = Announced(TABLE, "Ann", 9054, 2, 4, open=False)
ROOM = Vantage([Interface("eth0", ip_address("203.0.113.5"), 24)])
LOOPBACK = Vantage([], on_loopback=True)
HERE = [ip_address("192.168.1.20").packed]

# What is as a table writes it, so that a change to one text is all that is wrong.
GOOD = {key.encode(): value.encode() for key, value in texts_of(ANNOUNCED).items()}


def test_what_is_told_is_what_is_found() -> None:
    info = AsyncServiceInfo(SERVICE, f"x.{SERVICE}", port=9054, addresses=HERE, properties=texts_of(ANNOUNCED))
    heard = AsyncServiceInfo(SERVICE, f"x.{SERVICE}", properties=info.text)
    assert parse_found(heard.properties, HERE, 9054, ROOM) == FoundTable(
        "Ann", "192.168.1.20", 9054, TABLE, 2, 4, False
    )


def test_a_game_that_runs_is_told() -> None:
    texts = {key.encode(): value.encode() for key, value in texts_of(ANNOUNCED._replace(playing=True)).items()}
    found = parse_found(texts, HERE, 9054, ROOM)
    assert found is not None
    assert found.playing


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("table", TABLE.hex()[:-1]),
        ("table", TABLE.hex()[:-2]),
        ("table", TABLE.hex() + "00"),
        ("table", "z" * 32),
        ("table", " " * 30 + "00"),
        ("name", ""),
        ("name", " "),
        ("name", "a" * 17),
        ("name", "\x1b[2J"),
        ("name", "\u202eevil"),
        ("name", "a\nb"),
        ("players", "5"),
        ("players", "-1"),
        ("players", "+1"),
        ("players", "\u0661"),
        ("seats", "1"),
        ("seats", "7"),
        ("seats", "4.0"),
        ("open", "2"),
        ("open", "yes"),
        ("open", ""),
        ("playing", "2"),
        ("v", ""),
        ("v", "1" * 7),
        ("v", "0x1"),
    ],
)
def test_a_record_that_no_table_writes_is_dropped(key: str, value: str) -> None:
    assert parse_found({**GOOD, key.encode(): value.encode()}, HERE, 9054, ROOM) is None


@pytest.mark.parametrize("key", sorted(GOOD))
def test_a_record_needs_all_its_texts(key: bytes) -> None:
    assert parse_found(GOOD, HERE, 9054, ROOM) is not None
    assert parse_found({**GOOD, key: None}, HERE, 9054, ROOM) is None
    assert parse_found({**GOOD, key: b"\xff"}, HERE, 9054, ROOM) is None
    assert parse_found({other: GOOD[other] for other in GOOD if other != key}, HERE, 9054, ROOM) is None


def test_texts_that_a_later_version_adds_do_no_harm() -> None:
    assert parse_found({**GOOD, b"more": b"\xff", b"v": b"2"}, HERE, 9054, ROOM) is not None


@pytest.mark.parametrize("port", [None, 0, -1, 65536])
def test_a_port_must_be_one(port: int | None) -> None:
    assert parse_found(GOOD, HERE, port, ROOM) is None


@pytest.mark.parametrize(
    ("address", "around", "can_be"),
    [
        ("192.168.1.20", ROOM, True),
        ("10.9.8.7", ROOM, True),
        ("169.254.1.2", ROOM, True),
        ("203.0.113.9", ROOM, True),  # public, and a neighbour of ours
        ("8.8.8.8", ROOM, False),
        ("127.0.0.1", ROOM, False),
        ("0.0.0.0", ROOM, False),  # noqa: S104
        ("255.255.255.255", ROOM, False),
        ("224.0.0.251", ROOM, False),
        ("127.0.0.1", LOOPBACK, True),
        ("192.168.1.20", LOOPBACK, False),
    ],
)
def test_no_record_makes_us_call_a_stranger(address: str, around: Vantage, can_be: bool) -> None:
    found = parse_found(GOOD, [ip_address(address).packed], 9054, around)
    assert (found is not None) == can_be


def test_the_first_address_that_can_be_is_taken() -> None:
    addresses = [ip_address(text).packed for text in ("8.8.8.8", "10.0.0.2", "10.0.0.3")]
    found = parse_found(GOOD, addresses, 9054, ROOM)
    assert found is not None
    assert found.address == "10.0.0.2"
    assert parse_found(GOOD, [], 9054, ROOM) is None
    assert parse_found(GOOD, [b"short"], 9054, ROOM) is None


some_texts = st.dictionaries(
    st.sampled_from(sorted(GOOD)) | st.binary(max_size=8),
    st.none() | st.sampled_from(sorted(GOOD.values())) | st.binary(max_size=255) | st.text().map(str.encode),
)


@given(some_texts, st.booleans())
def test_whatever_the_texts_are_the_result_is_clean_or_nothing(texts: dict[bytes, bytes | None], on_top: bool) -> None:
    found = parse_found({**GOOD, **texts} if on_top else texts, HERE, 9054, ROOM)
    if found is not None:
        assert clean_name(found.name) == found.name
        assert 0 <= found.players <= found.seats <= 6
        assert len(found.table) == 16


@given(st.binary(max_size=2000))
@example(b"\xff")
@example(b"\x05table")
@example(b"\x06table=")
def test_whatever_the_bytes_are_nothing_is_raised(text: bytes) -> None:
    info = AsyncServiceInfo(SERVICE, f"x.{SERVICE}", port=9054, addresses=HERE, properties=text)
    assert parse_found(info.properties, HERE, 9054, ROOM) is None
