"""The page's side of the protocol computes what the specification's vectors say."""

import msgpack
import pytest

from protocol.words import WORDS
from tests.clients.web.engines import Engine, engine_called, vectors

READERS = ("opening", "host", "event")
MESSAGES = vectors("messages")


def test_frames(engine: Engine) -> None:
    known = vectors("frames")
    for good in known["good"]:
        assert engine.call("frame", good["body"]) == good["frame"]
        assert engine.call("bodiesIn", [good["frame"]], False) == [good["body"]]
        # Byte by byte, and with a tail.
        pieces = [good["frame"][at : at + 1] for at in range(len(good["frame"]))]
        assert engine.call("bodiesIn", [*pieces, good["frame"] + b"\0\0"], False) == [good["body"]] * 2
    for bad in known["bad before the handshake's end"]:
        assert engine.call("bodiesIn", [bad], False)["error"] == "RemoteProtocolError"
    for bad in known["bad after it"]:
        assert engine.call("bodiesIn", [bad], True)["error"] == "RemoteProtocolError"


def test_no_frame_is_made_that_nobody_takes(engine: Engine) -> None:
    assert engine.call("frame", b"")["error"] == "LocalProtocolError"
    assert engine.call("frame", bytes(65537))["error"] == "LocalProtocolError"
    assert engine.call("bodiesIn", [engine.call("frame", bytes(65536))], True) == [bytes(65536)]


def reader_of(tag: int) -> str | None:
    """Who reads a message with this tag here; nobody those of a client."""
    return "opening" if tag < 8 else "event" if 64 <= tag < 80 else None if 16 <= tag < 48 else "host"


def test_messages(engine: Engine) -> None:
    assert {message["fields"][0] for message in MESSAGES} == {*range(1, 6), 8, 9, 10, *range(16, 45), *range(48, 83)}
    for message in MESSAGES:
        assert engine.call("pack", message["fields"]) == message["body"], message["name"]
        assert engine.call("unpack", message["body"]) == message["fields"]
        reader = reader_of(message["fields"][0])
        if reader is not None:
            assert engine.call("decode", reader, message["body"])["kind"] == message["name"]
            assert engine.call("again", reader, message["body"]) == message["body"]


def test_messages_of_a_client(engine: Engine) -> None:
    """They are only ever written: from objects, whose fields stand in the order of the table."""
    fields = {
        "Join": ("name", "secret"),
        "Watch": ("name", "secret"),
        "Sync": ("game", "seq", "digest"),
        "Play": ("action", "cards", "take"),
        "PassTurn": ("action",),
        "Commit": ("hand", "attempt", "commitment"),
        "Contribute": ("hand", "attempt", "share"),
        "Ready": ("after", "ready"),
        "Say": ("text",),
        "Rename": ("name",),
        "Back": (),
        "Cover": ("seat",),
        "SetOptions": ("options",),
        "AddBot": ("level",),
        "SetLevel": ("seat", "level"),
        "Remove": ("seat",),
        "SwapSeats": ("seat", "to"),
        "Mute": ("seat", "muted"),
        "Start": (),
        "NewCode": (),
        "StopAfterHand": ("stop",),
        "GiveSeat": ("seat", "name"),
        "SetPace": ("bots", "people"),
        "GoOn": ("secret",),
        "KickGuest": ("name",),
        "MuteGuest": ("name", "muted"),
        "Forgive": ("name",),
        "React": ("code",),
        "ShowStep": ("step",),
    }
    said = [message for message in MESSAGES if reader_of(message["fields"][0]) is None]
    assert {message["name"] for message in said} == set(fields)
    for message in said:
        values = dict(zip(fields[message["name"]], message["fields"][1:], strict=True))
        if "options" in values:
            values["options"] = dict(zip(("points", "colours", "starter"), values["options"], strict=True))
        assert engine.call("encode", {"kind": message["name"], **values}) == message["body"]


def test_what_does_not_fit_is_never_sent(engine: Engine) -> None:
    for message in (
        {"kind": "Cover", "seat": 6},
        {"kind": "Cover", "seat": -1},
        {"kind": "Cover", "seat": True},
        {"kind": "Cover", "seat": 1.5},
        {"kind": "Cover"},
        {"kind": "Play", "action": 0, "cards": list(range(10)), "take": None},
        {"kind": "Play", "action": 0, "cards": [54], "take": None},
        {"kind": "Say", "text": "x" * 401},
        {"kind": "Say", "text": "😀" * 401},
        {"kind": "Join", "name": "Ann", "secret": bytes(31)},
        {"kind": "AddBot", "level": "hard\n"},
        {"kind": "React", "code": 6},
        {"kind": "HandKnown", "seat": 0, "cards": []},
    ):
        assert engine.call("encode", message)["error"] == "LocalProtocolError"
    assert isinstance(engine.call("encode", {"kind": "Say", "text": "😀" * 400}), bytes)


def test_malformed_bodies(engine: Engine) -> None:
    bodies = vectors("malformed")
    for reader in READERS:
        for bad in bodies:
            assert engine.call("decode", reader, bad["body"])["error"] == "RemoteProtocolError", bad["what"]


@pytest.mark.parametrize("reader", READERS)
def test_nobody_reads_what_is_meant_for_another(engine: Engine, reader: str) -> None:
    mine = {"opening": range(1, 6), "host": (8, 9, 10, *range(48, 83)), "event": range(64, 80)}[reader]
    for message in MESSAGES:
        read = engine.call("decode", reader, message["body"])
        assert ("error" not in read) == (message["fields"][0] in mine), message["name"]


def test_ints_may_be_longer_than_they_need_to_be(engine: Engine) -> None:
    for token in ("07", "cc07", "cd0007", "ce00000007", "cf0000000000000007", "d007", "d10007", "d200000007"):
        assert engine.call("decode", "host", bytes.fromhex("9208" + token)) == {"kind": "Ping", "token": 7}
    for token in ("d0ff", "d3ffffffffffffffff", "cf0000000100000000", "cfffffffffffffffff", "ff"):
        assert engine.call("decode", "host", bytes.fromhex("9208" + token))["error"] == "RemoteProtocolError"


def test_nothing_nests_deeper_than_messages_do(engine: Engine) -> None:
    assert engine.call("unpack", b"\x91" * 60_000 + b"\xc0")["error"] == "RemoteProtocolError"


@pytest.mark.parametrize("shaken", vectors("handshakes"), ids=lambda shaken: shaken["name"])
def test_handshakes(engine: Engine, shaken: dict[str, object]) -> None:
    random = {"nonce": shaken["client nonce"], "entropy": shaken["client entropy"]}
    begun = (shaken["intent"], shaken["password"], random, shaken["expects table"])
    done = engine.call("handshake", *begun, [shaken["challenge"], shaken["accept"]])
    assert done["outgoing"] == [shaken["hello"], shaken["proof"]]
    assert done["state"] == "done"
    assert done["table"] == shaken["table"]
    assert done["keys"] == {"clientToHost": shaken["client to host"], "hostToClient": shaken["host to client"]}
    made = engine.call("schedule", shaken["hello"], shaken["challenge"], shaken["x"], shaken["K"])
    assert (made["confirmClient"], made["confirmHost"]) == (shaken["confirm client"], shaken["confirm host"])
    if shaken["ticket"] is not None:
        assert engine.call("ticketOf", shaken["password"], random["nonce"]) == shaken["ticket"]


def test_the_channel(engine: Engine) -> None:
    for direction in vectors("channel").values():
        bodies = [said["message"] for said in direction["frames"]]
        frames = [said["frame"] for said in direction["frames"]]
        assert engine.call("sealed", direction["key"], bodies) == frames
        sealed = engine.call("bodiesIn", frames, True)
        assert engine.call("opened", direction["key"], sealed) == bodies
        # Left out, repeated, moved.
        for wrong in (sealed[1:], [sealed[0], sealed[0]], [sealed[1], sealed[0]], [sealed[0][:-1]], [b""]):
            assert engine.call("opened", direction["key"], wrong)["error"] == "RemoteProtocolError"
    assert engine.call("sealed", bytes(32), [b""])["error"] == "LocalProtocolError"
    assert engine.call("sealed", bytes(32), [bytes(65521)])["error"] == "LocalProtocolError"


def test_words(engine: Engine) -> None:
    known = vectors("words")
    assert known == list(WORDS)
    assert engine.call("wordsOf", bytes(range(256))) == known


def deal_of(known: dict[str, object]) -> dict[str, object]:
    return {name: known[name] for name in ("game", "hand", "attempt")}


@pytest.mark.parametrize("known", vectors("deals"), ids=lambda known: f"{known['players']} players")
def test_deals(engine: Engine, known: dict[str, object]) -> None:
    deal, shares = deal_of(known), known["shares"]
    assert isinstance(shares, list)
    assert engine.call("hostCommitment", deal, known["secret"]) == known["commitment of the host"]
    assert known["commitments"] == [
        None if share is None else engine.call("seatCommitment", deal, seat, share) for seat, share in enumerate(shares)
    ]
    seed = engine.call("seedOf", deal, known["secret"], shares)
    assert seed == known["seed"]
    assert known["colours"] == ("ROYGBP" if known["players"] != 2 else engine.call("drawnColours", seed))
    assert engine.call("drawnOpener", seed, known["players"]) == known["opener"]
    assert engine.call("shuffledDeck", seed, known["colours"]) == known["deck"]


def test_sealed_hands(engine: Engine) -> None:
    known = vectors("sealed_hands")
    dealt, deal = known["deal"], deal_of(known["deal"])
    bound = engine.call(
        "bindingOf", deal, dealt["commitment of the host"], dealt["commitments"], dealt["shares"], dealt["colours"],
        dealt["opener"],
    )  # fmt: skip
    assert bound == known["bound"]
    for seat in known["seats"]:
        info = engine.call("entryInfo", deal, seat["seat"], bound)
        assert info == seat["info"]
        key = engine.call("handKey", seat["seat_key"], info)
        assert key == seat["hand key"]
        assert engine.call("openEntry", key, info, seat["entry"]) == seat["cards"]
        assert engine.call("openEntry", key, info + b"\0", seat["entry"]) is None
        assert engine.call("openEntry", seat["seat_key"], info, seat["entry"]) is None


@pytest.mark.parametrize(
    "cards", [bytes(9), bytes(range(8)), bytes(range(10)), bytes([*range(8), 54])], ids=["twice", "8", "10", "no card"]
)
def test_an_entry_holds_nine_different_cards(engine: Engine, cards: bytes) -> None:
    sealed = engine.call("seal", bytes(32), bytes(12), cards, b"info")
    assert engine.call("openEntry", bytes(32), b"info", sealed) is None


def test_the_log(engine: Engine) -> None:
    known = vectors("log")
    events = [entry["event"] for entry in known["events"]]
    first = engine.call("firstDigest", known["game"])
    digests = engine.call("digests", known["game"], events)
    assert digests == [first, *(entry["digest"] for entry in known["events"])]
    sync = {"kind": "Sync", "game": known["game"], "seq": len(events), "digest": digests[-1]}
    assert engine.call("sync", known["game"], events) == sync
    for seq, digest in enumerate(digests):
        assert engine.call("isBeginning", known["game"], events, known["game"], seq, digest)
    for game, seq, digest in (
        (known["game"], 1, digests[2]),
        (bytes(16), 1, digests[1]),
        (known["game"], len(digests), digests[-1]),
    ):
        assert not engine.call("isBeginning", known["game"], events, game, seq, digest)


def test_the_events_of_the_log_are_messages_of_their_kinds(engine: Engine) -> None:
    for entry in vectors("log")["events"]:
        assert engine.call("decode", "event", entry["event"])["kind"] == entry["name"]
        assert msgpack.unpackb(engine.call("again", "event", entry["event"])) == msgpack.unpackb(entry["event"])


def test_the_spoken_words() -> None:
    # With their real cost: the other engine would take a quarter of a minute for it.
    engine = engine_called("v8")
    entry = next(entry for entry in vectors("log")["events"] if "words of the digest in it" in entry)
    digest = engine.call("decode", "event", entry["event"])["digest"]
    assert engine.call("spoken", digest) == entry["words of the digest in it"]


def test_texts(engine: Engine) -> None:
    known = vectors("texts")
    for call, texts in (("cleanName", known["names"]), ("cleanChat", known["chat"])):
        for text in texts:
            assert engine.call(call, text["typed"]) == text["shown"], ascii(text["typed"])
