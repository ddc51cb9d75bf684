"""Two connections in memory, through every path, and a peer that misbehaves on purpose."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from odin_net.game.events import CardsPlayed, GameStarted
from protocol import pake
from protocol.channel import LAST_COUNTER, Sealer
from protocol.codec import encode, encode_event
from protocol.connection import (
    CLOSED_BY_CLIENT,
    CLOSED_BY_HOST,
    FIRST_MESSAGES,
    ClientConnection,
    Closed,
    Connection,
    Failed,
    Happened,
    HelloReceived,
    HostConnection,
    LinkPhase,
    Logs,
    Opened,
    PakeWanted,
    Received,
    TurnedAway,
)
from protocol.errors import Close, Hint, LocalProtocolError
from protocol.framing import frame
from protocol.handshake import HandshakeRandom, schedule
from protocol.log import Log
from protocol.messages import (
    Batch,
    Bye,
    Challenge,
    Fork,
    Hello,
    Intent,
    Join,
    LogFollows,
    Part,
    Ping,
    Play,
    Proof,
    Refuse,
    Seated,
    Sync,
    Watch,
)
from tests.helpers.logged_game import GAME, logged_game
from tests.helpers.pairs import (
    CLIENT_CHANCE,
    CODE,
    HOST_CHANCE,
    SECRET,
    TABLE,
    Pair,
    cheap,
    client_for,
    host_connection,
    opened_pair,
    settle,
)
from tests.protocol.samples import FROM_CLIENT, FROM_HOST, SAMPLES


class TestTheWayIn:
    def test_join(self) -> None:
        pair = opened_pair(Intent.SEAT)
        pair.client.send(Join("Ann", SECRET))
        pair.pump()
        assert pair.host_happened == [Received(Join("Ann", SECRET))]
        pair.host.send(Seated(0, SECRET, False))
        pair.host.send(LogFollows(GAME, 0, 1))
        raw = encode_event(GameStarted(2))
        pair.host.send_raw(raw)
        pair.pump()
        assert pair.client_happened == [
            Received(Seated(0, SECRET, False)),
            Received(LogFollows(GAME, 0, 1)),
            Logs(raw, GameStarted(2)),
        ]

    def test_watch(self) -> None:
        pair = opened_pair(Intent.WATCH)
        pair.client.send(Watch("Cleo", SECRET))
        assert pair.pump().host_happened == [Received(Watch("Cleo", SECRET))]

    def test_resume(self) -> None:
        pair = opened_pair(Intent.RESUME)
        pair.client.send(Sync(None, 0, None))
        assert pair.pump().host_happened == [Received(Sync(None, 0, None))]

    def test_a_return_names_its_seat_by_a_ticket_and_tells_nothing_else(self) -> None:
        client = client_for(Intent.RESUME, SECRET)
        (happened,) = host_connection().receive_data(client.data_to_send())
        assert isinstance(happened, HelloReceived)
        assert happened.hello.ticket is not None
        assert happened.hello.ticket not in SECRET

    def test_wrong_code(self) -> None:
        pair = Pair(client_for(password=b"raven-oak-flute"), host_connection()).pump()
        assert pair.client_happened == [TurnedAway(Hint.WRONG_PROOF)]
        assert pair.host_happened == [TurnedAway(Hint.WRONG_PROOF)], "so that the guess is counted"
        assert pair.host.phase is LinkPhase.OVER

    @pytest.mark.parametrize("key", [b"", bytes(32)])
    def test_a_point_that_is_none_with_a_proof_made_from_no_key_is_refused(self, key: bytes) -> None:
        host, point = host_connection(), b"A" + b"\xff" * 32
        hello = encode(Hello(1, Intent.SEAT, None, None, bytes(16)))
        settle(host, host.receive_data(frame(hello)), exchange=pake.run)
        challenge = host.data_to_send()[4:]
        proof = Proof(point, schedule(hello, challenge, point, key).confirm_client)
        assert settle(host, host.receive_data(frame(encode(proof))), exchange=pake.run) == [
            TurnedAway(Hint.WRONG_PROOF)
        ]
        assert host.data_to_send() == frame(encode(Refuse(Hint.WRONG_PROOF)))

    def test_a_host_that_does_not_know_the_code_learns_nothing_and_is_not_believed(self) -> None:
        pair = Pair(client_for(), host_connection(), lambda _: b"another code").pump()
        assert pair.client_happened == [TurnedAway(Hint.WRONG_PROOF)]
        assert pair.client.phase is LinkPhase.OVER

    def test_a_host_that_accepts_without_knowing_the_code_is_not_believed(self) -> None:
        client = client_for()
        client.data_to_send()
        challenge = encode(Challenge(1, TABLE, bytes(16), b"B" + bytes(32)))
        settle(client, client.receive_data(frame(challenge)))
        accept = b"\x92\x04\xc4\x20" + bytes(32)
        assert client.receive_data(frame(accept)) == [Failed("the host does not know the code")]

    @pytest.mark.parametrize("hint", Hint)
    def test_a_host_may_refuse_who_says_hello(self, hint: Hint) -> None:
        pair = Pair(client_for(), host_connection(), lambda _: hint).pump()
        assert pair.client_happened == [TurnedAway(hint)]

    def test_wrong_version(self) -> None:
        host = host_connection()
        happened = host.receive_data(frame(encode(Hello(2, Intent.RESUME, None, None, bytes(16)))))
        assert happened == [TurnedAway(Hint.VERSION)], "whatever else is odd about it"
        assert host.data_to_send() == frame(encode(Refuse(Hint.VERSION)))
        assert host.phase is LinkPhase.OVER

    def test_a_host_of_another_version(self) -> None:
        client = client_for()
        assert client.receive_data(frame(encode(Challenge(2, TABLE, bytes(16), bytes(33))))) == [
            Failed("the host speaks another version")
        ]

    def test_another_table_is_refused_by_the_host_and_by_the_client(self) -> None:
        client = ClientConnection(Intent.RESUME, SECRET, CLIENT_CHANCE, b"another sixteen!")
        pair = Pair(client, host_connection()).pump()
        assert pair.client_happened == [TurnedAway(Hint.UNKNOWN_TABLE)]
        client = ClientConnection(Intent.RESUME, SECRET, CLIENT_CHANCE, b"another sixteen!")
        challenge = encode(Challenge(1, TABLE, bytes(16), bytes(33)))
        assert client.receive_data(frame(challenge)) == [Failed("this is another table")]

    @pytest.mark.parametrize(
        "hello",
        [
            Hello(1, Intent.SEAT, None, bytes(8), bytes(16)),
            Hello(1, Intent.RESUME, TABLE, None, bytes(16)),
            Hello(1, Intent.RESUME, None, bytes(8), bytes(16)),
        ],
    )
    def test_a_ticket_goes_with_a_return_and_only_with_it(self, hello: Hello) -> None:
        (happened,) = host_connection().receive_data(frame(encode(hello)))
        assert isinstance(happened, Failed)

    def test_an_open_table_has_the_empty_code(self) -> None:
        pair = Pair(client_for(password=b""), host_connection(), lambda _: b"").pump()
        assert pair.client_happened == [Opened(TABLE, Intent.SEAT)]

    def test_two_handshakes_with_one_code_have_nothing_in_common(self) -> None:
        one = Pair(client_for(), host_connection(), exchange=pake.run).pump()
        other_client = ClientConnection(Intent.SEAT, CODE, HandshakeRandom(b"d" * 16, b"D" * 64))
        other = Pair(
            other_client, HostConnection(TABLE, HandshakeRandom(b"i" * 16, b"I" * 64)), exchange=pake.run
        ).pump()
        for pair in (one, other):
            pair.client.send(Join("Ann", SECRET))
        assert one.client.data_to_send() != other.client.data_to_send()


class TestTheWayOut:
    @pytest.mark.parametrize("close", Close)
    def test_a_good_bye_is_heard_if_it_is_for_that_side_to_say(self, close: Close) -> None:
        for by_host, allowed in ((True, CLOSED_BY_HOST), (False, CLOSED_BY_CLIENT)):
            pair = opened_pair()
            speaker, listener = (pair.host, pair.client) if by_host else (pair.client, pair.host)
            speaker.close(close)
            pair.pump()
            (happened,) = pair.client_happened if by_host else pair.host_happened
            assert happened == Closed(close) if close in allowed else isinstance(happened, Failed)
            assert listener.receive_eof() == []
            with pytest.raises(LocalProtocolError):
                speaker.send(Ping(1))

    def test_replaced(self) -> None:
        older, newer = opened_pair(Intent.RESUME), opened_pair(Intent.RESUME)
        newer.client.send(Sync(None, 0, None))
        newer.pump()
        older.host.close(Close.REPLACED)
        assert older.pump().client_happened == [Closed(Close.REPLACED)]
        newer.host.send(Ping(1))
        assert newer.pump().client_happened == [Received(Ping(1))]

    def test_fork(self) -> None:
        game = logged_game(1, 2)
        mine, rolled_back = Log(GAME), Log(GAME)
        for event in game.events:
            mine.append(encode_event(event))
        for event in game.events[:-5]:
            rolled_back.append(encode_event(event))
        pair = opened_pair(Intent.RESUME)
        pair.client.send(mine.sync())
        (received,) = pair.pump().host_happened
        assert isinstance(received, Received)
        assert isinstance(received.message, Sync)
        assert rolled_back.resume_at(received.message) is None
        pair.host.send(Fork(len(rolled_back)))
        pair.host.close(Close.FORKED)
        assert pair.pump().client_happened == [Received(Fork(len(rolled_back))), Closed(Close.FORKED)]

    def test_an_end_without_a_word_is_an_error(self) -> None:
        for pair in (opened_pair(), Pair(client_for(), host_connection())):
            for side in (pair.client, pair.host):
                assert side.receive_eof() == [Failed("the other side has gone without a word")]
                assert side.receive_eof() == []

    def test_what_comes_after_the_end_means_nothing(self) -> None:
        pair = opened_pair()
        pair.client.send(Join("Ann", SECRET))
        pair.client.close(Close.LEFT)
        data = pair.client.data_to_send()
        assert pair.host.receive_data(data + b"rubbish" * 100)[-1] == Closed(Close.LEFT)
        assert pair.host.receive_data(b"more") == []

    def test_a_result_that_comes_too_late_means_nothing(self) -> None:
        host = host_connection()
        host.receive_data(client_for().data_to_send())
        (wanted,) = host.admit(CODE)
        assert isinstance(wanted, PakeWanted)
        host.receive_eof()
        assert host.pake_done(cheap(wanted.job)) == []
        assert host.data_to_send() == b""

    def test_who_has_gone_is_neither_admitted_nor_refused(self) -> None:
        for rubbish in (b"", b"\0\0\0\0"):
            host = host_connection()
            host.receive_data(client_for().data_to_send() + rubbish)
            host.receive_eof()
            host.data_to_send()
            assert host.admit(CODE) == host.refuse(Hint.FULL) == []
            assert host.data_to_send() == b""

    def test_nobody_is_refused_twice(self) -> None:
        host = host_connection()
        host.receive_data(client_for().data_to_send())
        (wanted,) = host.admit(CODE)
        assert host.refuse(Hint.BUSY) == [TurnedAway(Hint.BUSY)]
        assert isinstance(wanted, PakeWanted)
        assert host.pake_done(cheap(wanted.job)) == []
        assert host.refuse(Hint.FULL) == []
        assert host.data_to_send() == frame(encode(Refuse(Hint.BUSY)))


class TestOurOwnMistakes:
    def test_nothing_is_sent_before_the_channel_is_open(self) -> None:
        with pytest.raises(LocalProtocolError):
            client_for().send(Ping(1))

    def test_who_did_not_ask_is_not_admitted(self) -> None:
        with pytest.raises(LocalProtocolError):
            host_connection().admit(CODE)

    def test_who_was_let_in_is_not_refused(self) -> None:
        with pytest.raises(LocalProtocolError):
            opened_pair().host.refuse(Hint.FULL)

    def test_no_exchange_without_a_wish(self) -> None:
        for side in (client_for(), host_connection()):
            with pytest.raises(LocalProtocolError):
                side.pake_done(pake.Exchanged(b"", None))

    def test_a_return_needs_a_table(self) -> None:
        with pytest.raises(LocalProtocolError):
            ClientConnection(Intent.RESUME, SECRET, CLIENT_CHANCE)

    def test_a_body_that_is_too_large_is_not_sent_and_breaks_nothing(self) -> None:
        pair = opened_pair()
        for body in (bytes(65_521), b""):
            with pytest.raises(LocalProtocolError):
                pair.host.send_raw(body)
        pair.host.send(Ping(1))
        assert pair.pump().client_happened == [Received(Ping(1))]

    def test_a_channel_ends_before_its_counter_does(self) -> None:
        sealer = Sealer(bytes(32))
        sealer._counter = LAST_COUNTER
        with pytest.raises(LocalProtocolError):
            sealer.framed(b"one too many")


class TestMessagesInTheWrongState:
    @pytest.mark.parametrize("message", SAMPLES, ids=lambda message: type(message).__name__)
    def test_only_hello_opens_a_conversation_with_a_host(self, message: Part) -> None:
        host = host_connection()
        happened = host.receive_data(frame(encode(message)))
        if isinstance(message, Hello):
            assert not any(isinstance(event, Failed) for event in happened)
        else:
            assert [type(event) for event in happened] == [Failed]
            assert host.data_to_send() == frame(encode(Refuse(Hint.MALFORMED)))

    @pytest.mark.parametrize("message", SAMPLES, ids=lambda message: type(message).__name__)
    def test_only_challenge_or_refuse_answers_a_hello(self, message: Part) -> None:
        client = client_for()
        client.data_to_send()
        happened = client.receive_data(frame(encode(message)))
        answers: dict[type[Part], type[Happened]] = {Challenge: PakeWanted, Refuse: TurnedAway}
        assert [type(event) for event in happened] == [answers.get(type(message), Failed)]
        assert client.data_to_send() == b"", "a client tells a stranger nothing"

    def test_a_proof_before_the_challenge(self) -> None:
        host = host_connection()
        host.receive_data(client_for().data_to_send())
        host.admit(CODE)
        (happened,) = host.receive_data(frame(encode(Proof(bytes(33), bytes(32)))))
        assert isinstance(happened, Failed)

    @pytest.mark.parametrize("intent", Intent)
    def test_the_first_message_is_the_one_that_belongs_to_the_intent(self, intent: Intent) -> None:
        first = FIRST_MESSAGES[intent]
        for message in FROM_CLIENT:
            pair = opened_pair(intent)
            pair.client.send(message)
            (happened,) = pair.pump().host_happened
            answers: dict[type[Part], type[Happened]] = {Bye: Closed, first: Received}
            assert isinstance(happened, answers.get(type(message), Failed))

    @pytest.mark.parametrize("message", [Join("Ann", SECRET), Watch("Ann", SECRET), Sync(None, 0, None)])
    def test_nobody_joins_twice(self, message: Part) -> None:
        pair = opened_pair()
        pair.client.send(Join("Ann", SECRET))
        pair.client.send(message)
        pair.pump()
        assert [type(event) for event in pair.host_happened] == [Received, Failed]
        assert pair.client_happened == [Closed(Close.MALFORMED)]

    def test_no_event_comes_before_its_place_is_told(self) -> None:
        for body in (encode_event(GameStarted(2)), encode(Batch((b"\x91\x4f",)))):
            pair = opened_pair()
            pair.host.send_raw(body)
            (happened,) = pair.pump().client_happened
            assert isinstance(happened, Failed)

    def test_a_batch_is_many_events(self) -> None:
        pair = opened_pair()
        raw = [encode_event(GameStarted(2)), encode_event(CardsPlayed(0, (1,)))]
        pair.host.send(LogFollows(GAME, 0, 2))
        pair.host.send(Batch(tuple(raw)))
        pair.pump()
        assert pair.client_happened[1:] == [Logs(raw[0], GameStarted(2)), Logs(raw[1], CardsPlayed(0, (1,)))]

    @pytest.mark.parametrize(
        "message", [Batch((b"\xc1rubbish",)), Batch((b"\x91\x4f", b"\x91\x08")), LogFollows(GAME, 9, 2)]
    )
    def test_a_batch_of_rubbish_and_a_log_behind_its_end(self, message: Part) -> None:
        pair = opened_pair()
        pair.host.send(LogFollows(GAME, 0, 0))
        pair.host.send(message)
        assert isinstance(pair.pump().client_happened[-1], Failed)

    @pytest.mark.parametrize("sync", [Sync(None, 7, None), Sync(None, 0, bytes(32)), Sync(GAME, 7, None)])
    def test_a_log_has_a_game_a_length_and_a_digest_or_none_of_them(self, sync: Sync) -> None:
        pair = opened_pair(Intent.RESUME)
        pair.client.send(sync)
        assert isinstance(pair.pump().host_happened[0], Failed)

    def test_a_client_does_not_take_what_only_clients_say(self) -> None:
        for message in FROM_CLIENT[3:]:
            pair = opened_pair()
            pair.host.send(message)
            (happened,) = pair.pump().client_happened
            assert isinstance(happened, Failed)

    def test_a_host_does_not_take_what_only_hosts_say(self) -> None:
        for message in FROM_HOST:
            pair = opened_pair()
            pair.client.send(Join("Ann", SECRET))
            pair.client.send(message)
            pair.pump()
            assert isinstance(pair.host_happened[-1], Failed)


class TestTheChannel:
    @pytest.mark.parametrize(
        "mischief",
        [
            lambda frames: [frames[0], frames[0], *frames[1:]],
            lambda frames: frames[1:],
            lambda frames: [frames[1], frames[0], *frames[2:]],
            lambda frames: [frames[0], frames[2]],
        ],
        ids=["repeated", "skipped", "moved", "left out"],
    )
    def test_frames_that_are_not_as_they_were_sent_do_not_open(
        self, mischief: Callable[[list[bytes]], list[bytes]]
    ) -> None:
        pair = opened_pair()
        frames = []
        for message in (Join("Ann", SECRET), Ping(1), Ping(2)):
            pair.client.send(message)
            frames.append(pair.client.data_to_send())
        happened = pair.host.receive_data(b"".join(mischief(frames)))
        assert isinstance(happened[-1], Failed)
        assert pair.host.phase is LinkPhase.OVER

    def test_a_frame_of_one_direction_does_not_open_in_the_other(self) -> None:
        pair = opened_pair()
        pair.client.send(Ping(1))
        (happened,) = pair.client.receive_data(pair.client.data_to_send())
        assert isinstance(happened, Failed)

    def test_a_frame_that_is_too_short_for_its_tag_does_not_open(self) -> None:
        for size in (1, 15, 16):
            (happened,) = opened_pair().host.receive_data(frame(bytes(size)))
            assert isinstance(happened, Failed)

    def test_large_frames_are_for_those_who_have_proved_themselves(self) -> None:
        (happened,) = host_connection().receive_data((4097).to_bytes(4, "big"))
        assert isinstance(happened, Failed)
        assert opened_pair().host.receive_data((65_536).to_bytes(4, "big")) == []
        (happened,) = opened_pair().host.receive_data((65_537).to_bytes(4, "big"))
        assert isinstance(happened, Failed)


FIRST_WORDS: dict[Intent, Part] = {
    Intent.SEAT: Join("Ann", SECRET),
    Intent.WATCH: Watch("Cleo", SECRET),
    Intent.RESUME: Sync(None, 0, None),
}


def transcript(intent: Intent = Intent.SEAT) -> Pair:
    """A pair that has said a little of everything."""
    pair = opened_pair(intent)
    pair.client.send(FIRST_WORDS[intent])
    pair.pump()
    pair.host.send(Seated(0, SECRET, True))
    pair.host.send(LogFollows(GAME, 0, 1))
    pair.host.send_raw(encode_event(GameStarted(2)))
    pair.host.send_raw(encode_event(CardsPlayed(0, (1,), None)))
    pair.pump()
    pair.client.send(Play(1, (2,), 1))
    pair.client.send(Ping(3))
    pair.client.close(Close.AWAY)
    return pair.pump()


class Recording(NamedTuple):
    """What one side was sent, and what it means to a fresh side that draws the same chance."""

    role: str
    intent: Intent
    chunks: list[bytes]
    meaning: list[Happened]

    def replayed(self, chunks: list[bytes]) -> list[Happened]:
        password = SECRET if self.intent is Intent.RESUME else CODE
        side: Connection = host_connection() if self.role == "host" else client_for(self.intent, password)
        happened: list[Happened] = []
        for chunk in chunks:
            happened += settle(side, side.receive_data(chunk), lambda _: password)
        return happened


def recording(role: str, intent: Intent) -> Recording:
    pair = transcript(intent)
    chunks, heard = (
        (pair.sent.to_host, pair.host_happened) if role == "host" else (pair.sent.to_client, pair.client_happened)
    )
    return Recording(role, intent, chunks, [Opened(TABLE, intent), *heard])


every_recording = pytest.mark.parametrize(
    "recorded",
    [pytest.param((role, intent), id=f"{role} {intent.name}") for role in ("host", "client") for intent in Intent],
)


@every_recording
def test_a_recorded_conversation_means_the_same_in_any_pieces(recorded: tuple[str, Intent]) -> None:
    record = recording(*recorded)
    stream, right = b"".join(record.chunks), record.meaning
    assert record.replayed(record.chunks) == right, "as it was sent"
    assert record.replayed([bytes([byte]) for byte in stream]) == right, "byte by byte"
    with_tail = record.replayed([*record.chunks, b"tail"])
    if record.role == "host":
        assert with_tail == right, "nothing means anything behind the good-bye"
    else:
        assert with_tail[:-1] == right
        assert isinstance(with_tail[-1], Failed)
    for length in range(0, len(stream), 7):
        some = record.replayed([bytes([byte]) for byte in stream[:length]])
        assert some == right[: len(some)], "cut off anywhere"


@every_recording
def test_no_flipped_bit_is_ever_accepted(recorded: tuple[str, Intent]) -> None:
    record = recording(*recorded)
    stream, right = b"".join(record.chunks), record.meaning
    for place in range(len(stream)):
        for flip in (1 << place % 8, 0xFF):
            changed = stream[:place] + bytes([stream[place] ^ flip]) + stream[place + 1 :]
            happened = record.replayed([bytes([byte]) for byte in changed])
            kept = [event for event in happened if not isinstance(event, Failed | TurnedAway)]
            assert kept == right[: len(kept)], f"byte {place} of {len(stream)}"
            assert len(kept) < len(right), f"byte {place} of {len(stream)}"


def test_the_recording_is_of_this_chance() -> None:
    """The tests above mean something only if a replay can succeed at all."""
    assert HOST_CHANCE.nonce in transcript().sent.to_client[0]
