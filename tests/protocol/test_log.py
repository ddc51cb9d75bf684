import hashlib

import pytest

from protocol.codec import encode_event
from protocol.errors import RemoteProtocolError
from protocol.log import Log, spoken
from protocol.messages import Sync
from protocol.words import WORDS
from tests.helpers.logged_game import GAME, logged_game


def log_of(events: int) -> Log:
    log = Log(GAME)
    for event in logged_game(1, 2).events[:events]:
        log.append(encode_event(event))
    return log


def test_the_digest_is_a_chain_over_the_events_bytes() -> None:
    log = log_of(2)
    value = hashlib.sha256(b"\0\0\0\x0aodin/1 log" + b"\0\0\0\x10" + GAME).digest()
    for raw in log.raw:
        value = hashlib.sha256(b"\0\0\0\x20" + value + len(raw).to_bytes(4, "big") + raw).digest()
    assert log.digest == log.digest_at(2) == value


def test_a_client_goes_on_where_it_stopped() -> None:
    host = log_of(20)
    assert host.resume_at(log_of(12).sync()) == 12
    assert host.resume_at(host.sync()) == 20
    assert host.resume_at(Sync(None, 0, None)) == 0
    assert host.resume_at(Sync(b"another sixteen!", 7, bytes(32))) == 0


def test_a_log_that_is_shorter_or_differs_is_a_fork() -> None:
    host = log_of(20)
    assert host.resume_at(log_of(21).sync()) is None
    assert host.resume_at(Sync(GAME, 12, bytes(32))) is None
    assert host.resume_at(Sync(GAME, 12, None)) is None
    assert host.resume_at(Sync(GAME, 4294967295, bytes(32))) is None


def test_what_is_no_event_is_not_added() -> None:
    log = log_of(3)
    before = log.digest
    with pytest.raises(RemoteProtocolError):
        log.append(b"\x91\x01")
    assert (len(log), log.digest) == (3, before)


def test_a_log_that_has_all_it_may_hold_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    log = log_of(4)
    more = log.raw[-1]
    monkeypatch.setattr("protocol.log.MAX_BYTES", log.size + len(more))
    log.append(more)
    with pytest.raises(RemoteProtocolError):
        log.append(more)
    monkeypatch.setattr("protocol.log.MAX_BYTES", 2**24)
    monkeypatch.setattr("protocol.log.MAX_EVENTS", len(log))
    with pytest.raises(RemoteProtocolError):
        log.append(more)
    assert (len(log), log.size) == (5, sum(map(len, log.raw)))


def test_four_words_can_be_read_aloud() -> None:
    one, other = spoken(bytes(32)), spoken(bytes(31) + b"\x01")
    assert one != other
    assert all(word in WORDS for word in one.split())
    assert len(one.split()) == 4
