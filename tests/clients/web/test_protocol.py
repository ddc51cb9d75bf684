"""What the vectors do not hold: whole connections to the host's side, codes as people type them, texts, limits."""

from random import Random
from typing import Any, get_args

import pytest

from odin_net.game.events import Actor
from odin_net.game.text import BadText, clean_chat, clean_name
from protocol import connection, messages, pake
from protocol.codec import encode
from protocol.codes import CodeError, completions, parse_code
from protocol.connection import HostConnection
from protocol.errors import Close, Hint
from protocol.framing import MAX_AFTER, frame
from protocol.handshake import HandshakeRandom
from protocol.messages import Intent
from protocol.words import WORDS
from tests.clients.web.engines import Engine
from tests.protocol.samples import SAMPLES

TABLE, CODE, SECRET, GAME = bytes(range(16)), b"raven-oak-fjord", bytes(range(32)), bytes(range(16, 32))


class Pair:
    """A page's connection and a host's, joined in memory."""

    def __init__(
        self, engine: Engine, intent: Intent = Intent.SEAT, password: bytes = CODE, table: bytes | None = None
    ) -> None:
        rng = Random(7)
        self.engine = engine
        self.host = HostConnection(TABLE, HandshakeRandom(rng.randbytes(16), rng.randbytes(64)))
        random = {"nonce": rng.randbytes(16), "entropy": rng.randbytes(64)}
        self.number, self.to_host = engine.call("connect", int(intent), password, random, table)
        self.phase = "handshake"
        self.happened: list[Any] = []
        self.host_happened: list[Any] = []

    def client(self, method: str, *values: Any) -> Any:
        done = self.engine.call("connection", self.number, method, *values)
        if "error" in done:
            return done
        self.to_host += done["sent"]
        self.phase = done["phase"]
        return done["happened"]

    def flow(self, password: bytes = CODE) -> None:
        """Let bytes go both ways until there are none."""
        while True:
            data, self.to_host = self.to_host, b""
            self._told(self.host.receive_data(data), password)
            if not (back := self.host.data_to_send()):
                return
            self.happened += self.client("receiveData", back)

    def _told(self, happened: list[Any], password: bytes) -> None:
        for what in happened:
            self.host_happened.append(what)
            if isinstance(what, connection.HelloReceived):
                self._told(self.host.admit(password), password)
            elif isinstance(what, connection.PakeWanted):
                self._told(self.host.pake_done(pake.run(what.job)), password)


@pytest.fixture
def pair(engine: Engine) -> Pair:
    """A pair whose channel is open, the log's place told."""
    pair = Pair(engine)
    pair.flow()
    assert pair.happened == [{"kind": "Opened", "table": TABLE}]
    pair.client("send", {"kind": "Join", "name": "Ann", "secret": SECRET})
    pair.flow()
    assert pair.host_happened[-1] == connection.Received(messages.Join("Ann", SECRET))
    return pair


def hear(pair: Pair, *said: messages.Part) -> list[Any]:
    for message in said:
        pair.host.send(message)
    pair.happened.clear()
    pair.flow()
    return pair.happened


def test_a_page_comes_back_with_its_secret(engine: Engine) -> None:
    pair = Pair(engine, Intent.RESUME, SECRET, TABLE)
    pair.flow(SECRET)
    pair.client("send", {"kind": "Sync", "game": None, "seq": 0, "digest": None})
    pair.flow(SECRET)
    assert pair.host_happened[-1] == connection.Received(messages.Sync(None, 0, None))


def test_to_come_back_is_to_know_the_table(engine: Engine) -> None:
    random = {"nonce": bytes(16), "entropy": bytes(64)}
    assert engine.call("connect", 2, SECRET, random, None)["error"] == "LocalProtocolError"


def test_a_wrong_code_is_turned_away_with_a_hint(engine: Engine) -> None:
    pair = Pair(engine, password=b"oak-oak-oak")
    pair.flow()
    assert pair.happened == [{"kind": "TurnedAway", "hint": Hint.WRONG_PROOF}]
    assert pair.phase == "over"
    assert pair.client("receiveData", frame(b"anything")) == []


def test_a_host_that_does_not_know_the_code_is_none(engine: Engine) -> None:
    pair = Pair(engine)
    challenge = challenge_of(TABLE)
    assert pair.client("receiveData", frame(challenge)) == []
    lie = frame(b"\x92\x04\xc4\x20" + bytes(32))
    assert pair.client("receiveData", lie) == [{"kind": "Failed", "reason": "the host does not know the code"}]
    assert pair.phase == "over"


def challenge_of(table: bytes, version: int = 1) -> bytes:
    point = pake.run(pake.HostBegins(CODE, table, bytes(range(64)))).point
    return encode(messages.Challenge(version, table, bytes(16), point))


def test_another_table_or_version_ends_it_without_a_word(engine: Engine) -> None:
    for challenge in (challenge_of(bytes(16)), challenge_of(TABLE, version=2)):
        pair = Pair(engine, table=TABLE)
        pair.to_host = b""
        (failed,) = pair.client("receiveData", frame(challenge))
        assert failed["kind"] == "Failed"
        assert (pair.phase, pair.to_host) == ("over", b"")


def test_in_the_handshake_only_what_may_come_now_comes(engine: Engine) -> None:
    accept = b"\x92\x04\xc4\x20" + bytes(32)
    for bodies in ([accept], [challenge_of(TABLE)] * 2, [b"\x92\x08\x01"], [b""], [bytes(4097)]):
        pair = Pair(engine)
        happened = pair.client("receiveData", b"".join(len(body).to_bytes(4, "big") + body for body in bodies))
        assert [what["kind"] for what in happened] == ["Failed"]


def test_all_that_a_host_says_arrives(pair: Pair) -> None:
    apart = (messages.Batch, messages.LogFollows)
    kinds = tuple(kind for kind in get_args(messages.FromHost) if kind not in (*apart, messages.Bye))
    said = [message for message in SAMPLES if isinstance(message, kinds)]
    assert {type(message) for message in said} == set(kinds)
    happened = hear(pair, *said)
    assert [what["message"]["kind"] for what in happened] == [type(message).__name__ for message in said]


def test_events_come_one_by_one_and_in_batches(pair: Pair) -> None:
    passed, stopped = b"\x93\x4b\x01\x00", b"\x91\x4f"
    batch = messages.Batch((passed, stopped))
    happened = hear(pair, messages.LogFollows(GAME, 0, 1), batch, messages.Passed(1, Actor.PERSON))
    event = {"kind": "Passed", "seat": 1, "by": 0}
    assert happened[1:] == [
        {"kind": "Logs", "raw": passed, "event": event},
        {"kind": "Logs", "raw": stopped, "event": {"kind": "TableStopped"}},
        {"kind": "Logs", "raw": passed, "event": event},
    ]


@pytest.mark.parametrize(
    "said",
    [
        messages.Passed(1, Actor.PERSON),
        messages.Batch((b"\x91\x4f",)),
        messages.LogFollows(GAME, 2, 1),
        messages.LogFollows(GAME, 0, 65_537),
        messages.Bye(Close.AWAY),
        messages.Bye(Close.LEFT),
        messages.Join("Ann", SECRET),
    ],
    ids=["event", "batch", "behind its end", "too long", "away", "left", "join"],
)
def test_what_a_host_may_not_say_ends_the_connection(pair: Pair, said: messages.Part) -> None:
    (failed,) = hear(pair, said)
    assert failed["kind"] == "Failed"
    assert pair.host_happened[-1] == connection.Closed(Close.MALFORMED)


def test_a_batch_that_holds_more_than_events_ends_the_connection(pair: Pair) -> None:
    told, failed = hear(pair, messages.LogFollows(GAME, 0, 2), messages.Batch((b"\x91\x4f", b"\x92\x08\x01")))
    assert (told["kind"], failed["kind"]) == ("Received", "Failed")


def test_good_bye_is_the_last_word_of_either_side(pair: Pair) -> None:
    assert hear(pair, messages.Bye(Close.TABLE_CLOSED)) == [{"kind": "Closed", "close": Close.TABLE_CLOSED}]
    assert pair.client("send", {"kind": "Back"})["error"] == "LocalProtocolError"
    assert pair.client("receiveEnd") == []


def test_an_end_without_a_word_is_a_lost_link(pair: Pair) -> None:
    assert pair.client("receiveEnd") == [{"kind": "Failed", "reason": "the other side has gone without a word"}]


def test_who_leaves_says_so(pair: Pair) -> None:
    pair.client("close", int(Close.LEFT))
    pair.flow()
    assert pair.host_happened[-1] == connection.Closed(Close.LEFT)


def test_what_was_changed_on_the_way_ends_the_connection(pair: Pair) -> None:
    pair.host.send(messages.Nudge())
    data = pair.host.data_to_send()
    (failed,) = pair.client("receiveData", data[:-1] + bytes([data[-1] ^ 1]))
    assert failed == {"kind": "Failed", "reason": "a body does not open"}


def test_large_frames_come_after_the_handshake_only(pair: Pair) -> None:
    event = b"\x94\x43\xc0\xa1A\xda\x01\x90" + b"x" * 400
    count = (MAX_AFTER - 100) // (len(event) + 3)
    happened = hear(pair, messages.LogFollows(GAME, 0, count), messages.Batch((event,) * count))
    assert [what["kind"] for what in happened] == ["Received", *["Logs"] * count]


# --- the log's limits ---


def test_a_log_has_a_greatest_length(engine: Engine) -> None:
    assert engine.call("lengthOf", GAME, b"x", 65_536) == 65_536
    assert engine.call("lengthOf", GAME, b"x", 65_537)["error"] == "RemoteProtocolError"
    part = bytes(4096)
    assert engine.call("lengthOf", GAME, part, 4096) == 4096
    assert engine.call("lengthOf", GAME, part, 4097)["error"] == "RemoteProtocolError"


# --- codes ---


def test_codes_are_read_as_the_terminal_reads_them(engine: Engine) -> None:
    typed = ["raven-oak-fjord", "RAVEN Oak  fjord", " rav, oak. fjo ", "rav-oak-fj", "oak-oak-oak", *WORDS[::5]]
    typed += [f"{word[:4]} {word} {word[:3].upper()}" for word in WORDS]
    typed += ["", "raven-oak", "raven-oak-fjord-elk", "raven-oak-xyzzy", "r-a-v", "raven_oak_fjord", "ravne-oak-fjord"]
    for text, read in zip(typed, engine.calls(("parseCode", text) for text in typed), strict=True):
        try:
            assert read == parse_code(text)
        except CodeError:
            assert read["error"] == "CodeError", text


def test_a_slip_is_answered_with_words_that_are_near(engine: Engine) -> None:
    for typed, word in (("ravne", "raven"), ("fiord", "fjord"), ("glaciers", "glacier"), ("wiking", "viking")):
        assert word in engine.call("near", typed)
    assert engine.call("near", "xyzzyxyzzy") == []
    assert engine.call("near", "x" * 10_000) == []
    assert 1 < len(engine.call("near", "s")) <= 3


def test_words_are_completed(engine: Engine) -> None:
    for start in ("", " ", "r", "Ra", "rav", "raven", "ravens", "-"):
        assert engine.call("completions", start) == list(completions(start))


# --- texts ---


def test_texts_are_utf8_strictly(engine: Engine) -> None:
    texts = ["", "Ann", "Jos\u00e9", "\u07ff\u0800\uffff\U00010000\U0010ffff", "\0\x7f\x80"]
    for text in texts:
        assert engine.call("encodeText", text) == text.encode()
        assert engine.call("decodeText", text.encode()) == text
    rng = Random(3)
    tries = [rng.randbytes(rng.randrange(1, 5)) for _ in range(3000)]
    tries += [
        bytes([first, *rng.choices(range(0x7F, 0xC1), k=rng.randrange(4))]) for first in range(256) for _ in "1234"
    ]
    for data, text in zip(tries, engine.calls(("decodeText", data) for data in tries), strict=True):
        try:
            assert text == data.decode()
        except UnicodeDecodeError:
            assert text is None


# Letters of several scripts, marks, spaces, wide ones, what is dropped and what is refused; all long assigned.
CHARACTERS = "".join(
    map(
        chr,
        (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x5D0, 0x5EB), *range(0x627, 0x653), *range(0xAC00, 0xAC20)),
    )
)
MARKS = "".join(map(chr, (*range(0x300, 0x310), 0x34F, 0x64B, 0x20DD)))
ODD = (
    "  \u00a0\u3000\u2003\u4e2d\u6587\u30ab\uff21\uff76\U0001f600\u2665\ufe0f\U000e0100"
    "\u200b\u202e\u2028\ue000\u0378\u3164\x1b\t"
)


def test_names_and_chat_are_cleaned_as_the_host_cleans_them(engine: Engine) -> None:
    rng = Random(4)
    typed = ["".join(rng.choices([*rng.choices(CHARACTERS, k=9), rng.choice(MARKS), rng.choice(ODD)], k=size))
             for size in [*range(24)] * 60]  # fmt: skip
    typed += ["x" * 200, "x" * 201, "\U0001f600" * 200, "\U0001f600" * 201, " " * 801, "\ufe0f" * 400 + "x"]
    for call, clean in (("cleanName", clean_name), ("cleanChat", clean_chat)):
        rights: list[str | None] = []
        for text in typed:
            try:
                rights.append(clean(text))
            except BadText:
                rights.append(None)
        assert len(set(rights)) > 100
        for text, right, shown in zip(typed, rights, engine.calls((call, text) for text in typed), strict=True):
            assert shown == right, ascii(text)


def test_half_a_character_cannot_be_written(engine: Engine) -> None:
    assert engine.call("encodeText", "a\ud800")["error"] == "RangeError"
