"""The session against a small table, in memory and on a clock of its own."""

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.interfaces import SeatSecret
from clients.news import CaughtUp, Ended, How, LinkChanged, LinkStage, Logged, SeatTaken
from clients.reconnect import LONGEST_DELAY, delay_before
from clients.session import CodeNeeded, JoinRequest
from odin_net.game import legal_moves
from odin_net.game.events import ChatSaid, DealContributed, GameStarted
from protocol import messages, pake
from protocol.codec import encode_event
from protocol.connection import ClientConnection, Closed, Happened, Opened
from protocol.errors import Close, Hint
from protocol.log import MAX_EVENTS, Log
from protocol.messages import (
    Audience,
    Clock,
    CodeNews,
    Commit,
    Contribute,
    Intent,
    Join,
    Kicked,
    LogFollows,
    Nudge,
    Part,
    PassTurn,
    Paused,
    Ping,
    Play,
    Pong,
    Reason,
    Refused,
    Rename,
    Say,
    Sync,
    TableCode,
    Watch,
    Watching,
)
from tests.helpers.host_said import onlooker, terms
from tests.helpers.memory import MemoryStore
from tests.helpers.pairs import CODE, SECRET, TABLE
from tests.helpers.simulation import Client, World
from tests.helpers.tiny_table import TinyTable

WISH = JoinRequest("Ann", CODE.decode())
ROBOT = JoinRequest("Ann", CODE.decode(), patience=120, first_patience=5)
# How many seconds a host stays away for, where it comes back at last.
AWAY = 3600


def seated(table: TinyTable | None = None, join_request: JoinRequest = WISH) -> Client:
    """A client that sits at a table and has its log."""
    client = Client(World(), table or TinyTable(), join_request).start()
    assert client.session.caught_up
    assert client.session.seat is not None
    return client


def said(client: Client, kind: type) -> list[object]:
    assert client.link is not None
    return [message for message in client.link.peer.said if isinstance(message, kind)]


def chat(text: str) -> ChatSaid:
    return ChatSaid(None, "Eve", text)


def bye(client: Client, close: Close) -> None:
    assert client.link is not None
    client.link.peer.bye(close)
    client.world.settle()


# --- the way in ---


def test_who_joins_hears_of_the_seat_then_the_log_then_that_it_is_in() -> None:
    client = seated()
    kinds = [type(news) for news in client.heard.news if not isinstance(news, LinkChanged)]
    assert kinds == [SeatTaken, Logged, Logged, CaughtUp]
    assert [news.history for news in client.heard.of(Logged)] == [True, True]  # type: ignore[union-attr]
    assert client.session.lobby is not None
    assert client.session.state == client.table.state


def test_the_secret_is_stored_before_it_is_sent() -> None:
    class Witness(MemoryStore):
        def keep(self, seat: SeatSecret) -> None:
            super().keep(seat)
            assert said(client, Join) == []

    store = Witness()
    client = Client(World(), TinyTable(), WISH, store)
    client.start()
    assert store.diary == ["keep"]
    (join,) = said(client, Join)
    assert isinstance(join, Join)
    assert store.stored is not None
    assert join.secret == store.stored.secret


def test_a_secret_that_cannot_be_stored_is_never_sent() -> None:
    class Full(MemoryStore):
        def keep(self, _: SeatSecret) -> None:
            raise OSError("full")

    client = Client(World(), TinyTable(), WISH, Full())
    with pytest.raises(OSError, match="full"):
        client.start()
    client.world.settle()
    assert said(client, Join) == []


def test_a_stored_seat_of_that_table_is_joined_with_its_secret() -> None:
    table = TinyTable()
    first = seated(table)
    first.cut()
    assert first.store.stored is not None

    class ByTable(MemoryStore):
        def find(self, wanted: bytes | None) -> SeatSecret | None:
            return None if wanted is None else super().find(wanted)

    again = Client(first.world, table, WISH, ByTable(first.store.stored)).start()
    assert again.session.seat == first.session.seat
    assert again.store.diary == []


def test_a_stored_seat_of_that_address_is_resumed_without_a_code() -> None:
    first = seated()
    first.cut()
    again = Client(first.world, first.table, JoinRequest("Ann"), MemoryStore(first.store.stored)).start()
    assert again.session.seat == first.session.seat
    assert [type(message) for message in again.link.peer.said] == [Sync]  # type: ignore[union-attr]


def test_no_code_and_no_seat_is_said_before_anything_is_dialled() -> None:
    client = Client(World(), TinyTable(), JoinRequest("Ann"))
    with pytest.raises(CodeNeeded):
        client.start()
    assert client.dials == []


@pytest.mark.parametrize("hint", [Hint.UNKNOWN_TABLE, Hint.UNKNOWN_SEAT])
def test_the_code_that_was_given_just_now_helps_who_has_a_seat_of_another_evening(hint: Hint) -> None:
    table = TinyTable()
    old = SeatSecret(TABLE if hint is Hint.UNKNOWN_SEAT else b"another table...", SECRET, "Ann")
    client = Client(World(), table, WISH, MemoryStore(old)).start()
    client.world.pass_time(1)
    assert client.session.caught_up
    assert "forget" not in client.store.diary
    assert client.store.stored != old


@pytest.mark.parametrize("hint", list(Hint))
def test_a_hint_ends_who_wants_in_or_makes_them_wait(hint: Hint) -> None:
    table = TinyTable()
    table.hint = hint
    client = Client(World(), table, WISH).start()
    if hint is Hint.BUSY:
        client.world.pass_time(14)
        assert client.heard.ended is None
        assert 6 < len(client.dials) < 80
        client.world.pass_time(4)
    how = How.GONE if hint is Hint.TABLE_CLOSED else How.REFUSED
    assert client.heard.ended == Ended(how, hint)
    assert client.heard.news[-1] == client.heard.ended


def test_who_is_told_busy_gets_in_when_there_is_room() -> None:
    table = TinyTable()
    table.hint = Hint.BUSY
    client = Client(World(), table, WISH).start()
    client.world.pass_time(5)
    table.hint = None
    client.world.pass_time(3)
    assert client.session.caught_up


@pytest.mark.parametrize("hint", list(Hint))
def test_no_hint_ends_the_return_to_a_seat_and_no_secret_is_lost(hint: Hint) -> None:
    client = seated()
    stored = client.store.stored
    client.table.hint = hint
    client.cut()
    client.world.pass_time(AWAY)
    assert client.heard.ended is None
    assert client.store.stored == stored
    client.table.hint = None
    client.world.pass_time(LONGEST_DELAY)
    assert client.session.caught_up
    # It never fell back to the code.
    assert len([message for message in client.link.peer.said if isinstance(message, Sync)]) == 1  # type: ignore[union-attr]


def test_the_wrong_code_is_proved_once() -> None:
    client = Client(World(), TinyTable(), JoinRequest("Ann", "raven-oak-elk")).start()
    assert client.heard.ended == Ended(How.REFUSED, Hint.WRONG_PROOF)
    client.world.pass_time(100)
    assert len(client.dials) == 1


def test_somebody_who_takes_proofs_and_gives_none_gets_five() -> None:
    class Robbed(Client):
        proofs = 0

        def run(self, job: pake.Job) -> None:
            super().run(job)
            self.world.later(self._hang_up)

        def _hang_up(self) -> None:
            assert self.link is not None
            self.proofs += len(self.link.sent) == 2
            self.link.cut()

    client = Robbed(World(), TinyTable(), WISH)
    client.start()
    client.world.pass_time(100)
    assert client.heard.ended == Ended(How.REFUSED)
    assert client.proofs == 5


def test_a_conversation_that_needs_no_handshake_is_open_at_once() -> None:
    class Plain(ClientConnection):
        """As between a screen and a table in one process; this one only says that it is open."""

        is_told = False

        def receive_data(self, data: bytes) -> list[Happened]:
            if self.is_told:
                return super().receive_data(data)
            self.is_told = True
            return [Opened(TABLE, Intent.SEAT)]

        def send(self, message: Part) -> None:
            sent.append(message)

    sent: list[Part] = []
    client = Client(World(), TinyTable(), WISH, converse=Plain)
    client.session.start()
    client.world._queue.popleft()()
    assert client.session.stage is LinkStage.OPEN
    assert [type(message) for message in sent] == [Join]


def test_a_spectator_whose_place_is_lost_and_whose_code_is_old_costs_the_table_one_guess() -> None:
    client = Client(World(), TinyTable(), JoinRequest("Eve", CODE.decode(), watch=True)).start()
    client.table.code = b"raven-oak-elk"
    client.table.onlookers.clear()
    client.cut()
    client.world.pass_time(100)
    assert client.heard.ended == Ended(How.REFUSED, Hint.WRONG_PROOF)
    assert len(client.dials) == 3, "the first time, with the secret, and with the code"


def test_nobody_there_ends_a_person_at_once_and_a_robot_after_five_seconds() -> None:
    for join_request, seconds in ((WISH, 0), (ROBOT, 5)):
        table = TinyTable()
        table.is_up = False
        client = Client(World(), table, join_request).start()
        assert (client.heard.ended is None) == (seconds > 0)
        client.world.pass_time(seconds)
        assert client.heard.ended == Ended(How.UNREACHABLE)


def test_a_robot_waits_for_a_host_that_is_being_started() -> None:
    table = TinyTable()
    table.is_up = False
    client = Client(World(), table, ROBOT).start()
    client.world.pass_time(4)
    table.is_up = True
    client.world.pass_time(1)
    assert client.session.caught_up


def test_a_name_that_is_taken_is_told_and_another_one_is_tried() -> None:
    table = TinyTable()
    table.refuses[Join] = Reason.NAME_TAKEN
    client = Client(World(), table, WISH).start()
    assert client.heard.of(Refused) == [Refused(16, 0, Reason.NAME_TAKEN)]
    assert client.session.seat is None
    client.session.rename("Bo")
    client.world.settle()
    assert said(client, Rename) == [Rename("Bo")]
    assert [seat.name for seat in table.state.board.game.seats] == ["Bo"]
    client.session.leave(for_good=False)
    assert client.heard.ended == Ended(How.LEFT), "the name was no reason to go"


def test_refused_and_then_done_is_refused() -> None:
    table = TinyTable()
    table.refuses[Join] = Reason.FULL
    client = Client(World(), table, WISH).start()
    bye(client, Close.DONE)
    assert client.heard.ended == Ended(How.REFUSED, close=Close.DONE, reason=Reason.FULL)


# --- the end of a link ---


ENDS = {
    Close.DONE: How.GONE,
    Close.REPLACED: How.REPLACED,
    Close.KICKED: How.KICKED,
    Close.GIVEN: How.GIVEN,
    Close.FORKED: How.FORKED,
    Close.GAME_OVER: How.DONE,
}


@pytest.mark.parametrize("close", sorted(set(Close) - {Close.AWAY, Close.LEFT}))
def test_every_good_bye_of_a_host(close: Close) -> None:
    client = seated()
    stored = client.store.stored
    bye(client, close)
    client.world.pass_time(10)
    if close in ENDS:
        assert client.heard.ended == Ended(ENDS[close], close=close)
        assert len(client.dials) == 1
        assert client.store.stored == (None if close in (Close.KICKED, Close.GIVEN, Close.GAME_OVER) else stored)
        assert client.session.wake_at is None
    else:
        assert client.heard.ended is None
        assert client.session.caught_up
        assert len(client.dials) == 2


@pytest.mark.parametrize("close", [Close.AWAY, Close.LEFT])
def test_a_host_that_says_what_only_clients_say_is_dropped_and_tried_again(close: Close) -> None:
    client = seated()
    bye(client, close)
    client.world.pass_time(10)
    assert client.session.caught_up


def test_two_with_one_secret_the_newer_has_the_seat_and_the_older_does_not_fight_back() -> None:
    older = seated()
    newer = Client(older.world, older.table, JoinRequest("Ann"), MemoryStore(older.store.stored)).start()
    older.world.pass_time(14)
    assert older.heard.ended == Ended(How.REPLACED, close=Close.REPLACED)
    assert (len(older.dials), len(newer.dials)) == (1, 1)
    assert newer.session.caught_up
    assert newer.store.stored is not None


def test_a_robot_gives_a_host_up_that_is_away_for_longer_than_its_patience() -> None:
    client = seated(join_request=ROBOT)
    client.table.is_up = False
    client.cut()
    client.world.pass_time(119)
    assert client.heard.ended is None
    client.world.pass_time(1)
    assert client.heard.ended == Ended(How.GONE)
    assert client.store.stored is not None


def test_patience_begins_anew_with_every_return() -> None:
    client = seated(join_request=ROBOT)
    for _ in range(3):
        client.table.is_up = False
        client.cut()
        client.world.pass_time(110)
        client.table.is_up = True
        client.world.pass_time(LONGEST_DELAY)
        assert client.session.caught_up


def test_a_person_waits_for_ever_with_longer_and_longer_pauses() -> None:
    client = seated()
    client.table.is_up = False
    client.cut()
    client.world.pass_time(AWAY)
    assert client.heard.ended is None
    pauses = [later - earlier for earlier, later in zip(client.dials[1:], client.dials[2:], strict=False)]
    assert pauses[0] < 0.5
    assert 2.5 <= min(pauses[5:]) <= max(pauses) <= LONGEST_DELAY
    assert len(set(pauses[5:])) > 10, "chance keeps clients from coming all at once"
    waiting = client.heard.news[-1]
    assert isinstance(waiting, LinkChanged)
    assert waiting.stage is LinkStage.WAITING
    assert waiting.retry_at is not None


def test_a_table_that_was_closed_on_purpose_is_known_as_such_until_it_is_there_again() -> None:
    client = seated()
    client.table.is_up = False
    bye(client, Close.TABLE_CLOSED)
    client.world.pass_time(60)
    links = [news for news in client.heard.news if isinstance(news, LinkChanged)]
    tries = [link for link in links if link.stage is LinkStage.WAITING]
    assert len(tries) > 2
    assert all(link.closed for link in tries)
    client.table.is_up = True
    client.world.pass_time(LONGEST_DELAY)
    assert client.session.caught_up
    client.cut()
    assert client.session.stage is LinkStage.WAITING
    last = client.heard.news[-1]
    assert isinstance(last, LinkChanged)
    assert not last.closed, "that was the network"


@given(st.integers(1, 10_000), st.binary(min_size=4, max_size=4))
def test_a_pause_is_never_long_nor_nothing(attempt: int, chance: bytes) -> None:
    assert 0.1 <= delay_before(attempt, chance) <= LONGEST_DELAY


def test_a_host_that_says_nothing_for_15_seconds_is_gone() -> None:
    client = seated()
    client.world.pass_time(14.9)
    assert len(client.dials) == 1
    assert client.link is not None
    client.link.peer.send(Ping(7))
    client.world.settle()
    assert said(client, Pong) == [Pong(7)]
    client.world.pass_time(14.9)
    assert len(client.dials) == 1
    client.world.pass_time(1)
    assert len(client.dials) == 2
    assert client.session.caught_up


def test_a_host_that_is_silent_in_the_handshake_is_gone_too() -> None:
    table = TinyTable()
    table.is_deaf = True
    client = Client(World(), table, JoinRequest("Ann", CODE.decode(), first_patience=20)).start()
    client.world.pass_time(14)
    assert client.session.stage is LinkStage.HANDSHAKE
    table.is_deaf = False
    client.world.pass_time(2)
    assert client.session.caught_up


def test_a_host_whose_handshake_has_no_end_is_gone_too() -> None:
    table = TinyTable()
    table.is_deaf = True
    client = Client(World(), table, JoinRequest("Ann", CODE.decode(), first_patience=5)).start()
    for byte in b"\x00\x00\x0f\xff" + bytes(20):
        client.session.received(bytes([byte]))
        client.world.pass_time(1)
    assert client.heard.ended == Ended(How.UNREACHABLE)


@pytest.mark.parametrize(("close", "how"), [(Close.TABLE_CLOSED, None), (Close.GAME_OVER, How.DONE)])
def test_a_host_that_says_good_bye_in_one_piece_with_its_accept_is_understood(close: Close, how: How | None) -> None:
    class Hasty(ClientConnection):
        """All that the host says comes at once."""

        def receive_data(self, data: bytes) -> list[Happened]:
            happened = super().receive_data(data)
            if any(isinstance(event, Opened) for event in happened):
                self._end()
                happened.append(Closed(close))
            return happened

    client = Client(World(), TinyTable(), WISH, converse=Hasty).start()
    assert (client.heard.ended and client.heard.ended.how) is how
    if how is None:
        assert client.session.stage is LinkStage.WAITING


@pytest.mark.parametrize("for_good", [True, False])
def test_who_leaves_says_so_and_gives_the_secret_up_only_for_good(for_good: bool) -> None:
    client = seated()
    assert client.link is not None
    client.session.leave(for_good=for_good)
    client.world.settle()
    assert client.link.peer.closed is (Close.LEFT if for_good else Close.AWAY)
    assert client.heard.ended == Ended(How.LEFT)
    assert (client.store.stored is None) == for_good
    client.world.pass_time(100)
    assert len(client.dials) == 1


def test_who_leaves_while_the_host_is_away_keeps_the_secret() -> None:
    client = seated()
    client.table.is_up = False
    client.cut()
    client.session.leave(for_good=True)
    assert client.store.stored is not None
    assert client.heard.ended == Ended(How.LEFT)


def test_a_link_that_comes_after_the_end_is_closed() -> None:
    client = Client(World(), TinyTable(), WISH)
    client.session.start()
    client.session.leave(for_good=False)
    client.world.settle()
    assert client.link is not None
    assert client.link.closed
    assert client.link.sent == []


# --- the log ---


def test_a_returning_client_tells_what_it_has_and_gets_the_rest() -> None:
    client = seated()
    client.cut()
    client.table.happen([chat("meanwhile")])
    client.world.pass_time(1)
    assert client.session.log is not None
    assert client.session.log.raw == client.table.log.raw
    (sync,) = said(client, Sync)
    assert isinstance(sync, Sync)
    assert sync.seq == 2
    last = client.heard.of(Logged)[-1]
    assert isinstance(last, Logged)
    assert (last.seq, last.history) == (2, True)


def test_a_host_that_was_rolled_back_is_an_alarm() -> None:
    client = seated()
    client.table.happen([chat("seen")])
    client.world.settle()
    client.cut()
    client.table.log.raw.pop()
    client.world.pass_time(100)
    assert client.heard.ended == Ended(How.FORKED, close=Close.FORKED)
    assert client.store.stored is not None
    assert len(client.dials) == 2


@pytest.mark.parametrize("change", ["shorter", "other"])
def test_a_spectator_compares_a_log_that_comes_once_more(change: str) -> None:
    client = Client(World(), TinyTable(), JoinRequest("Eve", CODE.decode(), watch=True)).start()
    assert client.heard.of(Watching) == [Watching(0)]
    client.table.happen([chat("one"), chat("two")])
    client.world.settle()
    client.cut()
    client.world.pass_time(1)
    assert client.heard.ended is None
    assert client.session.caught_up
    raws = client.table.log.raw
    client.table.log = Log(client.table.log.game)
    for raw in raws[:-1]:
        client.table.log.append(raw)
    if change == "other":
        client.table.log.append(encode_event(chat("three")))
    client.cut()
    client.world.pass_time(1)
    assert client.heard.ended == Ended(How.FORKED, close=Close.FORKED)


def test_a_log_that_goes_on_elsewhere_is_not_taken() -> None:
    client = seated()
    assert client.link is not None
    client.link.peer.send(LogFollows(client.table.log.game, 1, 5))
    client.world.settle()
    assert client.link.peer.closed is Close.MALFORMED
    client.world.pass_time(1)
    assert client.session.caught_up


@pytest.mark.parametrize("limit", ["MAX_EVENTS", "MAX_BYTES"])
def test_a_host_cannot_fill_the_memory_of_its_clients(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    client = seated()
    assert client.link is not None
    assert client.session.log is not None
    monkeypatch.setattr(f"protocol.log.{limit}", {"MAX_EVENTS": 20, "MAX_BYTES": 600}[limit])
    for number in range(100):
        client.link.peer.send_raw(encode_event(chat(f"line {number}")))
    client.world.settle()
    assert client.link.peer.closed is Close.MALFORMED
    assert len(client.session.log) <= 20 or client.session.log.size <= 600
    changed = client.heard.of(LinkChanged)[-1]
    assert isinstance(changed, LinkChanged)
    assert changed.close is Close.MALFORMED


def test_a_log_that_is_said_to_be_endless_is_not_begun() -> None:
    client = seated()
    assert client.link is not None
    client.link.peer.send(LogFollows(client.table.log.game, 0, MAX_EVENTS + 1))
    client.world.settle()
    assert client.link.peer.closed is Close.MALFORMED


def test_the_rest_of_what_a_host_says_is_passed_on() -> None:
    client = seated()
    assert client.link is not None
    messages: list[Part] = [
        Nudge(),
        Clock(0, 1500),
        TableCode("raven-oak-fjord", CodeNews.SHUT_OUT),
        Paused((0,)),
        terms(30_000, bots=500, stop_after=True, muted=(1,)),
    ]
    client.link.peer.send(*messages)
    client.world.settle()
    assert client.heard.news[-5:] == messages
    assert client.session.say("hello")
    client.world.settle()
    assert said(client, Say) == [Say("hello")]


def test_nothing_is_sent_while_there_is_no_link() -> None:
    client = seated()
    client.table.is_up = False
    client.cut()
    assert not client.session.say("hello")
    assert not client.session.ready()


# --- the deal, and plays ---


def two_at_a_table() -> tuple[Client, Client]:
    """Two clients in a game whose first deal is open for their shares."""
    table = TinyTable(people=2)
    table.is_silent_about = {Contribute, Commit}
    world = World()
    ann, bo = (Client(world, table, JoinRequest(name, CODE.decode())).start() for name in ("Ann", "Bo"))
    for client in (ann, bo):
        client.session.ready()
    world.settle()
    assert isinstance(ann.heard.of(Logged)[-2].event, GameStarted)  # type: ignore[union-attr]
    return ann, bo


def hear_again(client: Client, kind: type) -> None:
    """Let the table act on what it heard and did not act on."""
    assert client.link is not None
    client.table.is_silent_about.discard(kind)
    for message in [*client.link.peer.said]:
        if isinstance(message, kind):
            client.table.hear(client.link.peer, message)
    client.world.settle()


def dealt() -> tuple[Client, Client]:
    """Two clients with cards in their hands; the first is the one whose turn it is."""
    ann, bo = two_at_a_table()
    for kind in (Commit, Contribute):
        for client in (ann, bo):
            hear_again(client, kind)
    assert ann.session.view is not None
    assert bo.session.view is not None
    return (ann, bo) if ann.session.view.board.turn == ann.session.seat else (bo, ann)


def test_shares_go_into_the_deal_and_each_sees_their_own_hand() -> None:
    ann, bo = dealt()
    for client in (ann, bo):
        assert len(said(client, Commit)) == len(said(client, Contribute)) == 1
        state, seat = client.session.state, client.session.seat
        assert state is not None
        assert seat is not None
        assert [hand is not None for hand in state.hands] == [other == seat for other in range(2)]
        assert state.hands[seat] == client.table.state.hands[seat]


def test_a_share_that_was_bound_before_a_drop_is_shown_after_it_and_not_bound_again() -> None:
    ann, bo = two_at_a_table()
    first = said(ann, Commit)
    ann.table.is_silent_about = {Contribute}
    for client in (ann, bo):
        hear_again(client, Commit)
    assert len(said(ann, Contribute)) == 1
    ann.table.is_silent_about = set()
    ann.cut()
    ann.world.pass_time(1)
    assert said(ann, Commit) == []
    assert len(said(ann, Contribute)) == 1
    assert len(first) == 1
    hear_again(bo, Contribute)
    assert ann.session.view is not None


def test_a_drop_before_all_were_bound_keeps_the_share() -> None:
    ann, bo = two_at_a_table()
    hear_again(ann, Commit)
    ann.table.is_silent_about = {Contribute}
    ann.cut()
    hear_again(bo, Commit)  # while Ann is away
    ann.table.is_silent_about = set()
    ann.world.pass_time(1)
    assert said(ann, Commit) == []
    assert len(said(ann, Contribute)) == 1


def test_no_share_is_shown_for_a_deal_that_was_broken_off_meanwhile() -> None:
    ann, bo = two_at_a_table()
    ann.table.is_silent_about = {Contribute}
    for client in (ann, bo):
        hear_again(client, Commit)
    ann.cut()
    ann.table.break_off((ann.session.seat or 0,))
    ann.world.pass_time(1)
    assert said(ann, Contribute) == []
    assert said(ann, Commit) == []  # That deal is history too.
    assert not any(isinstance(news.event, DealContributed) for news in ann.heard.of(Logged))  # type: ignore[union-attr]


@pytest.mark.parametrize("arrives", [False, True])
def test_a_move_that_was_not_answered_is_said_again_and_acts_once(arrives: bool) -> None:
    ann, bo = dealt()
    view = ann.session.view
    assert view is not None
    assert ann.link is not None
    ann.link.is_deaf, ann.link.is_mute = not arrives, arrives
    ann.session.move(legal_moves(view)[0])
    ann.world.settle()
    assert len(ann.table.acted) == int(arrives)
    assert ann.session.view == view
    ann.cut()
    ann.world.pass_time(1)
    assert len(ann.table.acted) == 1
    assert ann.session.state is not None
    assert ann.session.state.board.action == 1
    assert len(said(ann, Play)) == (0 if arrives else 1)
    assert bo.session.state is not None
    assert bo.session.state.board == ann.session.state.board


def test_a_move_made_while_the_host_is_away_is_said_when_it_is_back() -> None:
    ann, _ = dealt()
    view = ann.session.view
    assert view is not None
    ann.table.is_up = False
    ann.cut()
    ann.session.move(legal_moves(view)[0])
    ann.table.is_up = True
    ann.world.pass_time(10)
    assert len(ann.table.acted) == 1


def test_a_move_that_was_refused_is_not_said_again() -> None:
    ann, _ = dealt()
    ann.session.pass_turn()
    ann.world.settle()
    assert ann.heard.of(Refused) == [Refused(20, 0, Reason.OPENER_CANNOT_PASS)]
    ann.cut()
    ann.world.pass_time(1)
    assert said(ann, PassTurn) == []


# --- what must never be shown ---


def test_no_secret_hand_key_or_code_is_in_any_repr_or_log_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann, bo = dealt()
    view = ann.session.view
    assert view is not None
    ann.session.move(legal_moves(view)[0])
    ann.session.say("a word in private")
    ann.cut()
    ann.world.pass_time(1)
    bye(bo, Close.KICKED)
    assert ann.store.stored is not None
    shown = [record.getMessage() for record in caplog.records]
    shown += [repr(thing) for thing in (ann.session, ann.store.stored, WISH, ann.session.view, ann.session._follower)]
    text = "\n".join(shown)
    assert "event 5" in text
    assert "KICKED" in text
    place = ann.session._follower._place
    assert place is not None
    secrets = [ann.store.stored.secret, place.seat_key]
    for secret in [form for key in secrets for form in (key.hex(), repr(key)[2:-1])]:
        assert secret not in text
    for word in ("raven", "fjord", "private", repr(view.hand), "cards="):
        assert word not in text


# --- who watches has a secret, too ---

TELEVISION = JoinRequest("Dag", CODE.decode(), watch=True)


def watching(table: TinyTable | None = None, join_request: JoinRequest = TELEVISION) -> Client:
    client = Client(World(), table or TinyTable(), join_request).start()
    assert client.heard.of(Watching)
    assert client.session.caught_up
    return client


def test_a_spectator_stores_a_secret_before_it_is_sent() -> None:
    class Witness(MemoryStore):
        def keep(self, seat: SeatSecret) -> None:
            super().keep(seat)
            assert said(client, Watch) == []

    client = Client(World(), TinyTable(), TELEVISION, Witness())
    client.start()
    assert client.store.stored is not None
    assert said(client, Watch) == [Watch("Dag", client.store.stored.secret)]


def test_a_spectator_comes_back_by_its_secret_whatever_the_code_is_by_then() -> None:
    table = TinyTable()
    client = watching(table)
    seen = len(table.log)
    table.code = b"oak-oak-oak"
    client.cut()
    client.world.pass_time(10)
    assert client.session.caught_up
    assert client.session._intent is Intent.RESUME
    (sync,) = said(client, Sync)
    assert isinstance(sync, Sync)
    assert sync.seq == seen
    assert len(client.heard.of(Watching)) == 2


def test_a_television_that_was_switched_off_and_on_needs_no_code() -> None:
    table = TinyTable()
    first = watching(table)
    first.cut()
    table.code = b"oak-oak-oak"
    again = Client(first.world, table, JoinRequest("Dag", watch=True), MemoryStore(first.store.stored)).start()
    assert again.session.caught_up
    assert again.session.seat is None


def test_who_waits_for_a_seat_comes_back_by_the_secret() -> None:
    table = TinyTable()
    table.is_silent_about = {Join}
    client = Client(World(), table, WISH).start()
    assert client.link is not None
    assert client.store.stored is not None
    table.onlookers.append(client.store.stored.secret)
    client.link.peer.send(messages.Watching(2))
    client.world.settle()
    table.code = b"oak-oak-oak"
    client.cut()
    client.world.pass_time(10)
    assert client.session.caught_up
    assert client.session._intent is Intent.RESUME


def test_a_spectator_whose_place_another_has_got_comes_anew_with_the_code() -> None:
    table = TinyTable()
    client = watching(table)
    before = client.store.stored
    table.onlookers.clear()
    client.cut()
    client.world.pass_time(10)
    assert client.session.caught_up
    assert client.session._intent is Intent.WATCH
    assert client.store.stored is not None
    assert client.store.stored != before


def test_who_has_a_seat_never_uses_the_code_because_of_a_hint() -> None:
    client = seated()
    client.table.hint = Hint.UNKNOWN_SEAT
    client.cut()
    client.world.pass_time(10)
    client.table.hint = None
    client.world.pass_time(10)
    assert client.session.caught_up
    assert client.session._intent is Intent.RESUME


def test_a_spectator_who_goes_or_is_kicked_keeps_no_secret() -> None:
    client = watching()
    client.session.leave(for_good=False)
    assert client.store.stored is None
    kicked = watching()
    bye(kicked, Close.KICKED)
    assert kicked.store.stored is None
    assert kicked.heard.ended == Ended(How.KICKED, close=Close.KICKED)


def test_a_newcomer_from_an_address_that_is_kept_out_does_not_try_again() -> None:
    table = TinyTable()
    table.hint = Hint.KICKED
    client = Client(World(), table, WISH).start()
    assert client.heard.ended == Ended(How.REFUSED, Hint.KICKED)


# --- why there is a new code ---


@pytest.mark.parametrize("news", CodeNews)
def test_it_is_told_why_there_is_a_code(news: CodeNews) -> None:
    client = seated()
    assert client.link is not None
    client.link.peer.send(TableCode("raven-oak-elk", news))
    client.world.settle()
    assert client.heard.of(TableCode) == [TableCode("raven-oak-elk", news)]


def test_company_is_told() -> None:
    client = seated()
    assert client.link is not None
    people = (messages.OnlookerPart("Eve", True, False), messages.OnlookerPart("Dag", False, True))
    client.link.peer.send(messages.Audience(people), messages.Kicked(("Loki",)))
    client.world.settle()
    (told,) = client.heard.of(Audience)
    assert told == Audience((onlooker("Eve", True, False), onlooker("Dag", False, True)))
    assert isinstance(told, Audience)
    assert told.waiting == ("Eve",)
    assert client.heard.of(Kicked) == [Kicked(("Loki",))]
