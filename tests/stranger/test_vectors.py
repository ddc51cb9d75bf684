"""Every value of every vector file, computed again from SPEC.md."""

import json
import os
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import msgpack
import pytest

from tests.stranger.audit import Game, Wrong
from tests.stranger.deal import Deal, draw_colours, draw_deck, draw_opener, hands_of, spoken
from tests.stranger.frames import CHANNEL_LIMIT, HANDSHAKE_LIMIT, Channel, Frames, Malformed, frame
from tests.stranger.handshake import HostHandshake, Keys, Refusal, check_accept, prove, say_hello, ticket_of
from tests.stranger.messages import Tag, decode, encode
from tests.stranger.texts import are_one_name, shown_chat, shown_name

Vector = dict[str, Any]

VECTORS = Path(os.environ.get("ODIN_VECTORS", Path(__file__).parents[2] / "protocol" / "vectors"))
FILES = {
    *("channel", "deals", "frames", "handshakes", "log", "logs", "malformed"),
    *("messages", "points", "sealed_hands", "texts", "words", "wrong_logs"),
}


def _plain(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("hex:"):
        return bytes.fromhex(value.removeprefix("hex:"))
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _load(name: str) -> Any:
    return _plain(json.loads((VECTORS / f"{name}.json").read_text("utf-8")))


def _fixed(entropy: bytes) -> Callable[[int], bytes]:
    return lambda size: entropy[:size]


def _name(vector: Vector) -> str:
    return str(vector["name"])


def _what(vector: Vector) -> str:
    return str(vector["what"])


MESSAGES, HANDSHAKES, CHANNEL, DEALS = _load("messages"), _load("handshakes"), _load("channel"), _load("deals")
SEALED, LOG, WORDS, FRAMES = _load("sealed_hands"), _load("log"), _load("words"), _load("frames")
SEALED_DEAL: Vector = SEALED["deal"]
EVENTS = [vector["event"] for vector in LOG["events"]]
BAD_LENGTHS = [
    *((HANDSHAKE_LIMIT, bad) for bad in FRAMES["bad before the handshake's end"]),
    *((CHANNEL_LIMIT, bad) for bad in FRAMES["bad after it"]),
]
LOGS, WRONG_LOGS, POINTS = _load("logs"), _load("wrong_logs"), _load("points")
MALFORMED, TEXTS = _load("malformed"), _load("texts")


def test_no_vector_file_is_left_out() -> None:
    assert {path.stem for path in VECTORS.glob("*.json")} == FILES


@pytest.mark.parametrize("vector", MESSAGES, ids=_name)
def test_message(vector: Vector) -> None:
    fields = decode(vector["body"])
    assert fields == vector["fields"]
    assert fields[0].name.replace("_", "").lower() == vector["name"].lower().replace("turn", "")
    assert encode(*vector["fields"]) == vector["body"]


def test_every_tag_has_a_vector() -> None:
    assert {vector["fields"][0] for vector in MESSAGES} == set(Tag)


@pytest.mark.parametrize("vector", MESSAGES, ids=_name)
def test_message_with_more_or_less_is_malformed(vector: Vector) -> None:
    fields, body = vector["fields"], vector["body"]
    others = [*fields, 0], fields[:-1], [True, *fields[1:]], [7, *fields[1:]], [1.5, *fields[1:]], {1: 1}
    for other in (*map(msgpack.packb, others), body + b"\x00", body[:-1], b""):
        with pytest.raises(Malformed):
            decode(other)


@pytest.mark.parametrize("vector", MALFORMED, ids=_what)
def test_malformed(vector: Vector) -> None:
    with pytest.raises(Malformed):
        decode(vector["body"])


@pytest.mark.parametrize("vector", TEXTS["names"], ids=lambda vector: ascii(vector["typed"])[:30])
def test_name(vector: Vector) -> None:
    assert shown_name(vector["typed"]) == vector["shown"]


@pytest.mark.parametrize("vector", TEXTS["chat"], ids=lambda vector: ascii(vector["typed"])[:30])
def test_chat(vector: Vector) -> None:
    assert shown_chat(vector["typed"]) == vector["shown"]


def test_names_that_are_alike() -> None:
    assert all(are_one_name(*pair) for pair in TEXTS["one name"])
    assert not any(are_one_name(*pair) for pair in TEXTS["two names"])


def test_a_reader_takes_longer_forms() -> None:
    assert decode(bytes.fromhex("dc0002cc08cd0007")) == [Tag.PING, 7]


@pytest.mark.parametrize("vector", FRAMES["good"], ids=lambda vector: str(len(vector["body"])))
def test_frame(vector: Vector) -> None:
    assert frame(vector["body"]) == vector["frame"]
    frames = Frames()
    for byte in vector["frame"]:
        assert frames.pop() is None
        frames.feed(bytes([byte]))
    assert frames.pop() == vector["body"]
    assert frames.pop() is None


@pytest.mark.parametrize(("limit", "start"), BAD_LENGTHS)
def test_bad_length(limit: int, start: bytes) -> None:
    frames = Frames(limit)
    frames.feed(start)
    with pytest.raises(Malformed):
        frames.pop()


def _host(vector: Vector) -> HostHandshake:
    return HostHandshake(vector["password"], vector["table"], _fixed(vector["host entropy"]), vector["host nonce"])


@pytest.mark.parametrize("vector", HANDSHAKES, ids=_name)
def test_handshake(vector: Vector) -> None:
    host = _host(vector)
    hello = say_hello(vector["intent"], vector["expects table"], vector["ticket"], vector["client nonce"])
    assert hello == vector["hello"]
    assert host.receive(hello) == vector["challenge"]
    proof, keys = prove(hello, vector["challenge"], vector["password"], _fixed(vector["client entropy"]))
    assert proof == vector["proof"]
    assert decode(proof)[1] == vector["x"]
    assert host.receive(proof) == vector["accept"]
    check_accept(vector["accept"], keys)
    names = ("K", "th", "PRK", "confirm client", "confirm host", "client to host", "host to client")
    assert keys == host.keys == Keys(*(vector[name] for name in names))
    assert vector["ticket"] in (None, ticket_of(vector["password"], vector["client nonce"]))


@pytest.mark.parametrize("vector", HANDSHAKES, ids=_name)
def test_handshake_with_another_password(vector: Vector) -> None:
    host = _host(vector)
    proof, keys = prove(vector["hello"], host.receive(vector["hello"]), b"another")
    with pytest.raises(Refusal) as refusal:
        host.receive(proof)
    assert refusal.value.hint == 5
    with pytest.raises(Malformed):
        check_accept(vector["accept"], keys)


@pytest.mark.parametrize("bad", POINTS["y, to the client"], ids=_what)
def test_a_point_of_a_host_that_is_none(bad: Vector) -> None:
    vector = HANDSHAKES[0]
    challenge = encode(Tag.CHALLENGE, 1, vector["table"], vector["host nonce"], bad["point"])
    with pytest.raises(Malformed, match="none"):
        prove(vector["hello"], challenge, vector["password"], _fixed(vector["client entropy"]))


@pytest.mark.parametrize("bad", POINTS["x, to the host"], ids=_what)
def test_a_point_of_a_client_that_is_none(bad: Vector) -> None:
    vector = HANDSHAKES[0]
    host = _host(vector)
    host.receive(vector["hello"])
    with pytest.raises(Refusal) as refusal:
        host.receive(encode(Tag.PROOF, bad["point"], vector["confirm client"]))
    assert refusal.value.hint == 5


@pytest.mark.parametrize(("version", "table"), [(2, HANDSHAKES[1]["table"]), (1, bytes(16))])
def test_another_version_or_table_is_left(version: int, table: bytes) -> None:
    y = decode(HANDSHAKES[1]["challenge"])[4]
    with pytest.raises(Malformed, match="another"):
        prove(HANDSHAKES[1]["hello"], encode(Tag.CHALLENGE, version, table, bytes(16), y), b"")


@pytest.mark.parametrize(("there", "back"), [tuple(CHANNEL), tuple(CHANNEL)[::-1]])
def test_channel(there: str, back: str) -> None:
    keys = CHANNEL[there]["key"], CHANNEL[back]["key"]
    assert keys[0] == HANDSHAKES[0][there]
    sender, receiver = Channel(*keys), Channel(*reversed(keys))
    for vector in CHANNEL[there]["frames"]:
        assert sender.seal(vector["message"]) == vector["frame"]
        assert receiver.open(vector["frame"][4:]) == vector["message"]
        assert encode(*decode(vector["message"])) == vector["message"]
    with pytest.raises(Malformed):
        receiver.open(CHANNEL[there]["frames"][-1]["frame"][4:])


def _deal(vector: Vector) -> Deal:
    names = ("game", "hand", "attempt", "commitment of the host", "commitments", "shares", "colours", "opener")
    return Deal(*(vector[name] for name in names))


@pytest.mark.parametrize("vector", [*DEALS, SEALED_DEAL])
def test_deal(vector: Vector) -> None:
    deal, players = _deal(vector), vector["players"]
    assert len(deal.shares) == players
    assert deal.ctx == vector["ctx"]
    assert deal.host_commitment(vector["secret"]) == deal.host
    assert [s and deal.seat_commitment(seat, s) for seat, s in enumerate(deal.shares)] == deal.commitments
    seed = deal.seed(vector["secret"])
    assert seed == vector["seed"]
    assert draw_colours(seed, players, vector["options"][1]) == deal.colours
    assert draw_opener(seed, players) == deal.opener
    assert draw_deck(seed, deal.colours) == vector["deck"]


def test_bound() -> None:
    assert _deal(SEALED_DEAL).bound() == SEALED["bound"]
    assert [vector["cards"] for vector in SEALED["seats"]] == hands_of(SEALED_DEAL["deck"], SEALED_DEAL["players"])


@pytest.mark.parametrize("vector", SEALED["seats"], ids=lambda vector: str(vector["seat"]))
def test_sealed_hand(vector: Vector) -> None:
    deal, seat, key = _deal(SEALED_DEAL), vector["seat"], vector["hand key"]
    assert deal.info(seat) == vector["info"]
    assert deal.hand_key(seat, vector["seat_key"]) == key
    assert deal.seal(seat, key, vector["cards"]) == vector["entry"]
    assert deal.unseal(seat, key, vector["entry"]) == vector["cards"]
    with pytest.raises(Malformed):
        deal.unseal((seat + 1) % 6, key, vector["entry"])


def test_words() -> None:
    assert len(set(WORDS)) == 256
    assert all(word.isascii() and word.islower() and word.isalpha() for word in WORDS)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_log(seat: int | None) -> None:
    game = Game(LOG["game"], 0, seat, b"" if seat is None else LOG["seat_keys"][seat])
    for number, vector in enumerate(LOG["events"]):
        assert game.number == number
        assert game.apply(vector["event"]).name.replace("_", "").lower() == vector["name"].lower()
        assert encode(*decode(vector["event"])) == vector["event"]
        assert game.digest == vector["digest"]
        words = vector.get("words of the digest in it")
        assert words is None or spoken(game.shown, WORDS) == words
    assert (game.phase, game.winners, game.totals) == ("over", [0], [0, 1, 3])


def _reader(log: Vector, seat: int | None) -> Game:
    game = Game(log["game"], 0, seat, b"" if seat is None else log["seat_keys"][seat])
    for made in log["shares"]:
        if made["seat"] == seat:
            game.my_shares[Deal(log["game"], made["hand"], made["attempt"]).ctx] = made["share"]
    return game


@pytest.mark.parametrize("log", LOGS, ids=_name)
def test_what_a_reader_says_of_each_hand(log: Vector) -> None:
    for reader in log["verdicts"]:
        game = _reader(log, reader["seat"])
        said = [game.verdict() for event in log["events"] if game.apply(event) == Tag.HAND_ENDED]
        assert said == reader["hands"]
        assert game.phase == "over"


@pytest.mark.parametrize("vector", WRONG_LOGS["logs"], ids=_name)
def test_wrong_log(vector: Vector) -> None:
    honest = WRONG_LOGS["honest"]
    game = _reader(honest, WRONG_LOGS["seat"])
    parts = [honest["events"][slice(*part)] if isinstance(part, list) else [part] for part in vector["events"]]
    with pytest.raises(Wrong) as wrong:
        list(map(game.apply, chain.from_iterable(parts)))
    assert wrong.value.number == vector["wrong"]


def test_hand_keys_in_the_log_come_from_the_seat_keys() -> None:
    game = Game(LOG["game"])
    shown = [decode(event)[4] for event in EVENTS if game.apply(event) == Tag.HAND_ENDED]
    assert shown == [[game.deal.hand_key(seat, key) for seat, key in enumerate(LOG["seat_keys"])]]


@pytest.mark.parametrize("gone", range(len(EVENTS) - 1))
def test_log_without_one_event_is_wrong(gone: int) -> None:
    game = Game(LOG["game"])
    with pytest.raises(Wrong):
        list(map(game.apply, EVENTS[:gone] + EVENTS[gone + 1 :]))


def test_hands_left_in_another_order_are_wrong() -> None:
    game = Game(LOG["game"])
    *before, ended, _ = EVENTS
    list(map(game.apply, before))
    tag, hands, *rest = decode(ended)
    with pytest.raises(Wrong, match="other hands are left"):
        game.apply(encode(tag, [cards[::-1] for cards in hands], *rest))


def test_a_hand_key_opens_the_hand_under_way() -> None:
    game = Game(LOG["game"], len(EVENTS), 0)
    list(map(game.apply, EVENTS[:30]))
    assert game.hand.hands == [None, None, None]
    game.open_mine(game.deal.hand_key(0, LOG["seat_keys"][0]))
    assert len(game.hand.hands[0] or ()) == game.hand.counts[0]
    list(map(game.apply, EVENTS[30:]))
    assert game.phase == "over"


def test_cards_that_are_not_those_of_the_deck_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(LOG["game"], len(EVENTS), 0)
    dealt = [decode(event)[0] for event in EVENTS].index(Tag.HAND_DEALT)
    list(map(game.apply, EVENTS[: dealt + 1]))
    with monkeypatch.context() as patch:
        patch.setattr(Deal, "unseal", lambda *_: list(range(9)))
        game.open_mine(b"")
    game.hand.hands[0] = None
    with pytest.raises(Wrong, match="I was shown other cards") as wrong:
        list(map(game.apply, EVENTS[dealt + 1 :]))
    assert wrong.value.number == dealt
