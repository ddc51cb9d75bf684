"""The hub: who gets in, what each link gets and when, who is cut off, and a disk that is full."""

from random import Random

import pytest

from odin_net.game.events import ChatSaid, LobbyOpened, Presence, TableStopped
from odin_net.game.options import Options
from odin_net.host import steps
from odin_net.host.admission import MAX_AT_THE_DOOR, MAX_MORE, is_loopback
from odin_net.host.feed import MAX_LAG
from odin_net.host.guesses import MAX_GUESSES, MAX_OF_ONE
from odin_net.host.hub import ANSWER, Hub
from odin_net.host.resume import game_of, games_of
from odin_net.host.table import Opening, open_table
from odin_net.records.folder import record_name
from protocol import messages as wire
from protocol import pake
from protocol.connection import ClientConnection, Logs, Opened
from protocol.errors import Close, Hint
from protocol.framing import frame
from protocol.handshake import HandshakeRandom
from protocol.messages import Reason
from tests.helpers.hallway import Hallway, Visitor, Wire
from tests.helpers.house import OWNER
from tests.helpers.memory import MemoryDisk
from tests.helpers.pairs import cheap

OWNED = Opening(owner=OWNER)
SECRET = bytes(range(32))


def wrong_code(hallway: Hallway) -> str:
    words = hallway.hub.table.memo.code.split("-")
    return "-".join(words[1:] + words[:1])


def is_in(visitor: Visitor) -> bool:
    return any(isinstance(event, Opened) for event in visitor.happened)


def chats(visitor: Visitor) -> list[str]:
    logged = [event.event for event in visitor.happened if isinstance(event, Logs)]
    return [event.text for event in logged if isinstance(event, ChatSaid)]


# --- getting in ---


def test_who_joins_hears_seat_place_and_log_in_this_order() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    kinds = [type(event.event) if isinstance(event, Logs) else type(event) for event in ann.happened[1:]]
    assert [type(message) for message in ann.messages] == [
        wire.Seated, wire.LogFollows, wire.TableCode, wire.Kicked, wire.Terms
    ]  # fmt: skip
    assert kinds.index(LobbyOpened) == 2


@pytest.mark.parametrize("right", [True, False])
def test_the_answer_to_a_proof_leaves_after_a_fixed_time(right: bool) -> None:
    hallway = Hallway()
    visitor = hallway.visit(code=None if right else wrong_code(hallway))
    hallway.wait(ANSWER - 0.01)
    assert (is_in(visitor), visitor.hint) == (False, None)
    hallway.wait(0.02)
    assert (is_in(visitor), visitor.hint) == (right, None if right else Hint.WRONG_PROOF)


def test_a_worker_that_takes_longer_is_not_waited_with_again() -> None:
    hallway = Hallway()
    hallway.works = False
    visitor = hallway.visit()
    assert isinstance(hallway.jobs[0][1], pake.HostBegins)
    hallway.hub.exchanged(hallway.now, *_done(hallway))
    hallway.settle()
    assert isinstance(hallway.jobs[0][1], pake.HostEnds)
    hallway.wait(ANSWER + 1)
    hallway.hub.exchanged(hallway.now, *_done(hallway))
    hallway.settle()
    assert is_in(visitor)


def _done(hallway: Hallway) -> tuple[int, pake.Exchanged]:
    link, job = hallway.jobs.pop()
    return link, cheap(job)


def guess(hallway: Hallway, address: str) -> Hint | None:
    """What somebody there hears who tries a wrong code."""
    visitor = hallway.visit(code=wrong_code(hallway), address=address)
    hallway.wait(1)
    return visitor.hint


@pytest.mark.parametrize("opening", [Opening(), OWNED], ids=["headless", "owned"])
def test_twenty_wrong_codes_draw_another_and_the_newest_lets_in_whoever_guesses(opening: Opening) -> None:
    hallway = Hallway(opening)
    owner = hallway.join("Ann", OWNER) if opening.owner else None
    old = hallway.hub.table.memo.code
    for number in range(MAX_GUESSES):
        assert guess(hallway, f"10.0.0.{number // 3}") is Hint.WRONG_PROOF
    new = hallway.hub.table.memo.code
    assert new != old
    assert steps.CodeChanged(new) in hallway.news
    assert owner is None or wire.TableCode(new, wire.CodeNews.DRAWN) in owner.messages
    late = hallway.visit(code=old, address="10.0.1.1")
    hallway.wait(1)
    assert late.hint is Hint.WRONG_PROOF
    assert hallway.join("Bo", address="10.0.1.2").close is None


def test_one_who_guesses_without_end_locks_nobody_else_out() -> None:
    hallway = Hallway(OWNED)
    hallway.join("Ann", OWNER)
    old = hallway.hub.table.memo.code
    friends = [f"10.0.1.{number}" for number in range(5)]
    hints = []
    for friend in friends:
        hints += [guess(hallway, "10.0.0.1") for _ in range(10)]
        assert hallway.join(f"From {friend[-1]}", address=friend).close is None
        hallway.wait(30)
    assert hints == [Hint.WRONG_PROOF] * 3 + [Hint.SHUT_OUT] * 47
    assert hallway.hub.table.memo.code == old


def test_who_is_shut_out_hears_it_before_they_prove_anything_and_comes_back_to_a_seat_all_the_same() -> None:
    hallway = Hallway(OWNED)
    secret = bytes(32)
    bo = hallway.join("Bo", secret, address="10.0.0.9")
    bo.lose()
    for _ in range(3):
        guess(hallway, "10.0.0.9")
    assert hallway.visit(address="10.0.0.9").hint is Hint.SHUT_OUT
    # A proof of the seat's secret is no guess.
    assert hallway.resume(secret, bo.log).close is None


@pytest.mark.parametrize("address", ["127.0.0.1", "::ffff:127.0.0.1", "2001:db8::{}", "fe80::{}%eth0"])
def test_four_hundred_at_once_from_one_address_get_three_looked_at(address: str) -> None:
    hallway = Hallway(OWNED)
    hallway.works = False
    crowd = []
    proofs = 0
    for number in range(400):
        crowd.append(hallway.visit(code=wrong_code(hallway), address=address.format(f"{number + 1:x}")))
        # The worker gives everybody who may prove something what they need for it, and looks at no proof.
        for link, job in list(hallway.jobs):
            hallway.jobs.remove((link, job))
            if isinstance(job, pake.HostEnds):
                proofs += 1
            else:
                hallway.hub.exchanged(hallway.now, link, cheap(job))
                hallway.settle()
    proofs += sum(isinstance(job, pake.HostEnds) for _, job in hallway.jobs)
    assert proofs == MAX_OF_ONE
    hallway.wait(20)
    assert all(visitor.is_cut for visitor in crowd)
    hallway.works = True
    assert hallway.visit(address=address.format("1")).hint is Hint.SHUT_OUT
    assert hallway.join("Bo", address="10.0.0.2").close is None


def test_a_code_that_was_replaced_lets_nobody_in_who_said_hello_before() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    hallway.works = False
    visitor = hallway.visit()
    ann.say(wire.NewCode())
    hallway.works = True
    hallway.settle()
    hallway.wait(1)
    assert (is_in(visitor), visitor.hint) == (False, Hint.WRONG_PROOF)
    assert hallway.hub.table.memo.guesses == 0


# --- codes that are typed at another door ---


def type_code(hallway: Hallway, code: str, address: str) -> bytes | Hint | None:
    return hallway.hub.try_code(hallway.now, address, code)


def test_a_typed_code_that_is_right_costs_no_guess() -> None:
    hallway = Hallway()
    assert type_code(hallway, hallway.hub.table.memo.code, "10.0.0.1") is None
    assert (hallway.hub.table.memo.guesses, hallway.hub.table.memo.guessers) == (0, [])


def test_typed_codes_and_proofs_of_one_address_are_counted_together() -> None:
    hallway = Hallway()
    assert guess(hallway, "10.0.0.1") is Hint.WRONG_PROOF
    # A socket for both protocols writes the same address so.
    assert type_code(hallway, wrong_code(hallway), "::ffff:10.0.0.1") is Hint.WRONG_PROOF
    assert type_code(hallway, wrong_code(hallway), "10.0.0.1") is Hint.WRONG_PROOF
    assert hallway.hub.table.memo.guesses == MAX_OF_ONE
    assert type_code(hallway, hallway.hub.table.memo.code, "10.0.0.1") is Hint.SHUT_OUT
    assert hallway.visit(address="10.0.0.1").hint is Hint.SHUT_OUT
    assert type_code(hallway, hallway.hub.table.memo.code, "10.0.0.2") is None


def test_twenty_wrong_typed_codes_draw_another() -> None:
    hallway = Hallway()
    first = hallway.hub.table.memo.code
    for number in range(MAX_GUESSES):
        assert type_code(hallway, wrong_code(hallway), f"10.0.0.{number // 3}") is Hint.WRONG_PROOF
    hallway.settle()
    assert hallway.hub.table.memo.code != first
    assert type_code(hallway, first, "10.0.1.1") is Hint.WRONG_PROOF


def test_a_table_open_to_all_counts_no_typed_code() -> None:
    hallway = Hallway(Opening(code=""))
    assert type_code(hallway, "", "10.0.0.1") is None
    assert hallway.hub.table.memo.guesses == 0


def test_no_code_is_compared_while_the_disk_takes_no_guess() -> None:
    hallway = Hallway(OWNED)
    hallway.hub.disk_failed(hallway.now)
    assert type_code(hallway, hallway.hub.table.memo.code, "10.0.0.1") is Hint.BUSY


def test_no_code_opens_a_table_that_is_closed() -> None:
    hallway = Hallway()
    hallway.hub.happened(hallway.now, steps.ClosedDown())
    assert type_code(hallway, hallway.hub.table.memo.code, "10.0.0.1") is Hint.TABLE_CLOSED


def test_a_guess_that_is_not_waited_for_counts_as_wrong() -> None:
    hallway = Hallway(OWNED)
    for _ in range(3):
        hallway.visit().lose()
    hallway.wait(1)
    assert hallway.hub.table.memo.guesses == 3


def test_a_guess_of_who_is_cut_off_is_settled() -> None:
    hallway = Hallway(OWNED)
    hallway.works = False
    for _ in range(MAX_OF_ONE):
        visitor = hallway.visit(address="127.0.0.1")
        hallway.hub.exchanged(hallway.now, *_done(hallway))
        hallway.settle()
        visitor.stall()
    hallway.wait(17)
    assert hallway.visit(address="127.0.0.1").hint is Hint.SHUT_OUT


def test_so_many_proofs_at_once_that_all_might_be_wrong_are_busy() -> None:
    hallway = Hallway(OWNED)
    visitors = [hallway.visit(address="127.0.0.1") for _ in range(MAX_OF_ONE + 1)]
    assert visitors[-1].hint is Hint.BUSY
    hallway.wait(1)
    assert [is_in(visitor) for visitor in visitors[:-1]] == [True] * MAX_OF_ONE
    assert hallway.hub.table.memo.guesses == 0


def test_an_unknown_seat_cannot_even_try() -> None:
    assert Hallway().prove(b"x" * 32).hint is Hint.UNKNOWN_SEAT


def test_a_hello_that_was_overheard_counts_once_and_returns_have_another_each_time() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    chance, table = HandshakeRandom(bytes(16), bytes(64)), hallway.hub.table.memo.table
    hello = ClientConnection(wire.Intent.RESUME, OWNER, chance, table).data_to_send()
    first = hallway.silent("10.0.0.2")
    first.send(hello)
    assert not first.is_cut
    overheard = Visitor(hallway, "10.0.0.3", ClientConnection(wire.Intent.RESUME, OWNER, chance, table))
    hallway.visitors.append(overheard)
    hallway.settle()
    assert overheard.hint is Hint.UNKNOWN_SEAT
    assert is_in(hallway.resume(OWNER, ann.log))


def test_who_has_overheard_a_return_does_not_keep_the_places_for_returns_busy() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    ann.lose()
    table = hallway.hub.table.memo.table
    overheard = ClientConnection(wire.Intent.RESUME, OWNER, HandshakeRandom(bytes(16), bytes(64)), table).data_to_send()
    hallway.works = False
    strangers = [hallway.visit(address=f"10.0.0.{number}") for number in range(MAX_AT_THE_DOOR)]
    for number in range(20):
        hallway.silent(f"10.0.1.{number}").send(overheard)
    hallway.works = True
    assert not any(visitor.is_cut for visitor in strangers)
    assert is_in(hallway.resume(OWNER, ann.log))


# --- the door ---


def test_eight_may_stand_at_the_door_and_the_oldest_without_a_hello_makes_room() -> None:
    hallway = Hallway()
    silent = [hallway.silent(f"10.0.0.{number}") for number in range(MAX_AT_THE_DOOR)]
    assert not any(visitor.is_cut for visitor in silent)
    newcomer = hallway.visit(address="10.0.1.1")
    assert [visitor.is_cut for visitor in silent] == [True] + [False] * (MAX_AT_THE_DOOR - 1)
    hallway.wait(0.2)
    assert is_in(newcomer)


def test_if_all_have_said_hello_the_newcomer_is_told_busy() -> None:
    hallway = Hallway()
    hallway.works = False
    waiting = [hallway.visit(address=f"10.0.0.{number}") for number in range(MAX_AT_THE_DOOR)]
    newcomer = hallway.visit(address="10.0.1.1")
    assert newcomer.hint is Hint.BUSY
    assert newcomer.wire.is_closed
    assert not any(visitor.is_cut for visitor in waiting)


def test_a_door_full_of_strangers_keeps_nobody_from_coming_back() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    ann.lose()
    hallway.works = False
    strangers = [hallway.visit(address=f"10.0.0.{number}") for number in range(MAX_AT_THE_DOOR + 4)]
    hallway.works = True
    assert [visitor.hint for visitor in strangers[MAX_AT_THE_DOOR:]] == [Hint.BUSY] * 4
    assert is_in(hallway.resume(OWNER, ann.log))
    assert hallway.hub.table._core.seats[0].presence is Presence.HERE


def test_the_places_for_returns_are_few() -> None:
    hallway = Hallway(OWNED)
    hallway.join("Ann", OWNER).lose()
    hallway.works = False
    strangers = [hallway.visit(address=f"10.0.0.{number}") for number in range(MAX_AT_THE_DOOR)]
    returning = [hallway.prove(OWNER) for _ in range(4)]
    assert not any(visitor.is_cut for visitor in strangers)
    assert sum(not visitor.is_cut for visitor in returning) == MAX_MORE


@pytest.mark.parametrize("address", ["10.0.0.1", "2001:db8::{}"], ids=["IPv4", "IPv6"])
def test_one_address_has_three_places_and_does_not_take_those_of_others(address: str) -> None:
    hallway = Hallway()
    other = hallway.silent("2001:db8:0:1::1" if ":" in address else "10.0.0.7")
    same = [hallway.silent(address.format(number)) for number in range(1, 4)]
    fourth = hallway.silent(address.format(4))
    assert [visitor.is_cut for visitor in (*same, fourth, other)] == [True, False, False, False, False]


def test_loopback_has_no_limit_of_its_own() -> None:
    hallway = Hallway()
    visitors = [hallway.silent("127.0.0.1") for _ in range(MAX_AT_THE_DOOR)]
    assert not any(visitor.is_cut for visitor in visitors)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "::1%lo"])
def test_these_are_loopback(address: str) -> None:
    assert is_loopback(address)


@pytest.mark.parametrize("address", ["", "10.0.0.1", "::ffff:10.0.0.1", "fe80::1%eth0", "nonsense"])
def test_these_are_not_loopback(address: str) -> None:
    assert not is_loopback(address)


def test_a_hello_is_due_in_3_s() -> None:
    hallway = Hallway()
    visitor = hallway.silent()
    visitor.send(b"\x00\x00")
    hallway.wait(2.9)
    assert not visitor.is_cut
    hallway.wait(1.2)
    assert visitor.is_cut


def test_a_join_is_due_in_15_s() -> None:
    hallway = Hallway()
    visitor = hallway.visit()
    hallway.wait(14.5)
    assert is_in(visitor)
    assert not visitor.is_cut
    hallway.wait(1.6)
    assert (visitor.is_cut, visitor.close) == (True, Close.SILENT)


def test_those_who_sit_do_not_stand_at_the_door() -> None:
    hallway = Hallway(OWNED)
    seated = [hallway.join("Ann", OWNER), *(hallway.join(name) for name in ("Bo", "Cy", "Di"))]
    for number in range(500):
        hallway.silent(f"10.1.{number // 250}.{number % 250}")
    seated[1].say(wire.Say("still here"))
    assert chats(seated[0]) == ["still here"]
    assert len(hallway.hub._peers) == len(seated) + MAX_AT_THE_DOOR


def test_garbage_ends_a_link_and_nothing_else() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    for data in (b"GET / HTTP/1.1\r\n\r\n", bytes(100), frame(b"\xff" * 50), b"\x00\x00\x10\x00" + b"\x92" * 4096):
        visitor = hallway.silent()
        visitor.send(data)
        assert visitor.is_cut
    ann.say(wire.Say("hm"))
    assert chats(ann) == ["hm"]
    assert hallway.hub.table.memo.guesses == 0


# --- in the channel ---


def test_pings_come_every_5_s_and_who_answers_stays() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    hallway.wait(60)
    pings = sum(isinstance(message, wire.Ping) for message in ann.messages)
    assert 10 <= pings <= 12
    assert not ann.is_cut


def test_who_is_silent_for_15_s_is_gone_and_away() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo")
    bo.answers_pings = False
    hallway.wait(14)
    assert not bo.is_cut
    hallway.wait(2.1)
    assert (bo.is_cut, bo.close) == (True, Close.SILENT)
    assert hallway.hub.table._core.seats[1].presence is Presence.AWAY
    assert not ann.is_cut


def test_a_ping_is_answered_with_its_token() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER).say(wire.Ping(77))
    assert ann.messages[-1] == wire.Pong(77)


def test_an_answer_and_an_event_of_one_read_leave_in_the_order_in_which_they_were_sealed() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    ann.say(wire.Ping(7), wire.Say("here"))
    assert not ann.has_failed
    assert chats(ann) == ["here"]


def test_a_ping_behind_what_ends_the_link_does_no_harm() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    visitor = hallway.visit()
    hallway.wait(0.2)
    assert visitor.connection is not None
    visitor.say(wire.Join("Bo", b"b" * 32))
    ann.say(wire.Remove(1))
    assert visitor.close is Close.KICKED
    again = hallway.visit()
    hallway.wait(0.2)
    again.say(wire.Join("Bo", b"b" * 32), wire.Ping(1), wire.Say("hello"))
    assert again.close is Close.KICKED
    assert chats(ann) == []


@pytest.mark.parametrize("first", [wire.Ping(1), wire.Say("hello"), wire.Rename("Bob"), wire.Ready(9, True)])
@pytest.mark.parametrize("close", [Close.AWAY, Close.MALFORMED, None])
def test_what_comes_in_one_piece_with_a_good_bye_is_done_and_the_seat_is_away(
    first: wire.FromClient, close: Close | None
) -> None:
    hallway = Hallway(OWNED)
    ann, bo, cy = hallway.join("Ann", OWNER), hallway.join("Bo"), hallway.join("Cy")
    assert bo.connection is not None
    bo.connection.send(first)
    if close is None:
        bo.connection.send_raw(b"\xc1")
    else:
        bo.connection.close(close)
    bo.flush()
    hallway.settle()
    assert bo.is_cut
    assert hallway.hub.table._core.seats[1].presence is Presence.AWAY
    assert chats(ann) == chats(cy) == (["hello"] if isinstance(first, wire.Say) else [])
    assert ann.log.raw == cy.log.raw


def test_a_link_that_breaks_after_its_end_was_read_is_gone() -> None:
    hallway = Hallway(OWNED)
    hallway.join("Ann", OWNER)
    bo = hallway.join("Bo")
    hallway.hub._peers[bo.number].connection.close(Close.MALFORMED)
    bo.lose()
    assert hallway.hub.table._core.seats[1].presence is Presence.AWAY


def test_everybody_gets_every_event_once_and_as_it_stands_in_the_journal() -> None:
    hallway = Hallway(OWNED)
    people = [hallway.join("Ann", OWNER), hallway.join("Bo"), hallway.watch("Cy")]
    for number in range(5):
        people[number % 3].say(wire.Say(f"line {number}"))
    people[0].say(wire.Start())
    hallway.wait(10)
    _, games = games_of(hallway.disk.entries)
    for person in people:
        assert person.log.raw == games[-1].log.raw


def test_who_comes_back_gets_only_what_is_new() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo", b"b" * 32)
    bo.lose()
    ann.say(wire.Say("one"), wire.Say("two"))
    back = hallway.resume(b"b" * 32, bo.log)
    assert chats(back) == ["one", "two"]
    assert back.log.raw == ann.log.raw


def test_a_fork_is_told_and_ends_the_link() -> None:
    hallway = Hallway(OWNED)
    hallway.join("Ann", OWNER)
    liar = hallway.prove(OWNER)
    liar.say(wire.Sync(hallway.hub.table._core.log.game, 900, bytes(32)))
    assert isinstance(liar.messages[-1], wire.Fork)
    assert liar.close is Close.FORKED


def test_who_leaves_for_good_is_gone_and_who_is_lost_is_away() -> None:
    hallway = Hallway(OWNED)
    _, bo, cy = hallway.join("Ann", OWNER), hallway.join("Bo"), hallway.join("Cy")
    assert bo.connection is not None
    bo.connection.close(Close.LEFT)
    bo.flush()
    cy.lose()
    seats = hallway.hub.table._core.seats
    assert [(seat.name, seat.presence) for seat in seats] == [("Ann", Presence.HERE), ("Cy", Presence.AWAY)]


# --- who does not read ---


def test_who_reads_again_while_the_disk_is_full_gets_what_was_written_before() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo")
    bo.stall()
    ann.say(wire.Say("written"))
    hallway.disk.is_full = True
    ann.say(wire.Say("unwritten"))
    bo.wire.takes = True
    hallway.hub.writable(hallway.now, bo.number, True)
    hallway.settle()
    assert chats(bo) == ["written"]


def test_a_stalled_reader_delays_nobody_and_is_cut_after_15_s() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo")
    bo.stall()
    ann.say(wire.Say("hello"))
    assert chats(ann) == ["hello"]
    hallway.wait(14)
    assert not bo.is_cut
    hallway.wait(2.1)
    assert bo.wire.is_aborted
    assert hallway.hub.table._core.seats[1].presence is Presence.AWAY


def test_nothing_is_written_to_who_takes_nothing() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo")
    bo.stall()
    ann.say(wire.Say("hello"))
    hallway.wait(6)
    assert bo.wire.data == b""
    bo.wire.takes = True
    hallway.hub.writable(hallway.now, bo.number, True)
    hallway.settle()
    assert chats(bo) == ["hello"]


def flood(hallway: Hallway, speaker: Visitor, lines: int) -> None:
    for number in range(lines):
        hallway.now += 0.01
        hallway.hub.table._chat._speakers.clear()
        speaker.say(wire.Say(f"line {number}"))


def test_who_lags_too_far_is_cut_at_once_and_can_come_back() -> None:
    hallway = Hallway(OWNED)
    ann, bo, cy = hallway.join("Ann", OWNER), hallway.join("Bo", b"b" * 32), hallway.join("Cy")
    bo.stall()
    cy.stall()
    flood(hallway, ann, MAX_LAG)
    assert not bo.is_cut
    flood(hallway, ann, 1)
    assert bo.wire.is_aborted
    assert cy.wire.is_aborted
    back = hallway.resume(b"b" * 32, bo.log)
    assert len(chats(back)) == MAX_LAG + 1
    assert not ann.is_cut


def test_who_asks_much_and_reads_nothing_is_cut() -> None:
    hallway = Hallway(OWNED)
    hallway.join("Ann", OWNER)
    bo = hallway.join("Bo")
    bo.stall()
    for _ in range(100):
        if bo.is_cut:
            break
        bo.say(wire.Start())
    assert bo.wire.is_aborted


def test_who_is_told_good_bye_and_does_not_take_it_is_cut_after_a_while() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo")
    bo.stall()
    ann.say(wire.Remove(1))
    assert not bo.is_cut
    hallway.wait(7)
    assert bo.wire.is_aborted


# --- a full disk ---


def test_nothing_that_is_not_written_is_told() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo")
    hallway.disk.is_full = True
    before = hallway.disk.data
    ann.say(wire.Say("unwritten"))
    assert (chats(ann), chats(bo)) == ([], [])
    assert ann.messages[-1] == bo.messages[-1] == wire.Paused(())
    assert hallway.disk.data == before
    assert hallway.news[-1] == steps.DiskChanged(True)


def test_what_is_asked_meanwhile_is_refused_and_newcomers_are_told_busy() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    hallway.disk.is_full = True
    ann.say(wire.Say("unwritten"), wire.AddBot("easy"))
    assert ann.messages[-1] == wire.Refused(29, 0, Reason.NOT_NOW)
    assert hallway.visit().hint is Hint.BUSY


def test_when_the_disk_takes_writes_again_all_is_told_in_order_and_the_table_goes_on() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo")
    hallway.disk.is_full = True
    ann.say(wire.Say("first"))
    bo.lose()
    hallway.wait(10)
    assert chats(ann) == []
    hallway.disk.is_full = False
    hallway.wait(1.1)
    assert hallway.news[-1] == steps.DiskChanged(False)
    ann.say(wire.Say("second"))
    assert chats(ann) == ["first", "second"]
    _, games = games_of(hallway.disk.entries)
    assert ann.log.raw == games[-1].log.raw


def test_a_private_entry_that_cannot_be_written_stops_the_table_too() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    hallway.disk.is_full = True
    ann.say(wire.Mute(0, True))
    assert ann.messages[-1] == wire.Paused(())
    hallway.disk.is_full = False
    hallway.wait(1.1)
    assert isinstance(ann.happened[-1], Logs)
    memo, _ = games_of(hallway.disk.entries)
    assert memo.seat_secrets[0].muted


def test_a_disk_that_is_full_again_stops_it_again() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    for number in range(3):
        hallway.disk.is_full = True
        ann.say(wire.Say(f"line {number}"))
        assert len(chats(ann)) == number
        hallway.disk.is_full = False
        hallway.wait(1.1)
        assert len(chats(ann)) == number + 1


def test_a_game_that_ends_on_a_full_disk_goes_on_with_its_next_lobby_afterwards() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    ann.say(wire.AddBot("random"), wire.SetPace(1, 1), wire.Start(), wire.StopAfterHand(True))
    hallway.disk.full_at = TableStopped
    game = ann.log.game
    hallway.wait(30)
    assert hallway.disk.is_full
    assert ann.log.game == game
    assert not any(isinstance(news, steps.GameFinished) for news in hallway.news)
    hallway.disk.full_at, hallway.disk.is_full = None, False
    hallway.wait(1.1)
    assert any(isinstance(news, steps.GameFinished) for news in hallway.news)
    assert ann.log.game != game
    _, games = games_of(hallway.disk.entries)
    assert ann.log.raw == games[-1].log.raw


# --- a loss of power ---


def test_whatever_is_shown_would_outlive_a_loss_of_power() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo", SECRET)
    memo, games = games_of(hallway.disk.durable_entries)
    assert [secrets.secret for secrets in memo.seat_secrets] == [OWNER, SECRET]
    assert games[-1].log.raw == ann.log.raw == bo.log.raw
    for word in (wire.Say("skål"), wire.Mute(1, True), wire.NewCode(), wire.AddBot("easy"), wire.SetPace(5, 7)):
        ann.say(word)
        assert hallway.disk.durable == len(hallway.disk.data), word
    memo, games = games_of(hallway.disk.durable_entries)
    (*_, shown) = [message for message in ann.messages if isinstance(message, wire.TableCode)]
    assert (memo.code, memo.seat_secrets[1].muted, memo.bot_ms) == (shown.words, True, 5)
    assert games[-1].log.raw == ann.log.raw == bo.log.raw


def test_it_is_durable_before_a_single_byte_of_it_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    hallway = Hallway(OWNED)
    hallway.join("Ann", OWNER)
    ann = hallway.join("Bo")
    left: list[bool] = []
    write = Wire.write

    def spy(link: Wire, data: bytes) -> None:
        left.append(hallway.disk.durable == len(hallway.disk.data))
        write(link, data)

    monkeypatch.setattr(Wire, "write", spy)
    before = hallway.disk.syncs
    ann.say(wire.Say("skål"))
    assert left == [True, True]
    assert hallway.disk.syncs == before + 1


def test_guesses_and_records_wait_for_the_next_step_that_is_seen() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    syncs, length = hallway.disk.syncs, len(hallway.disk.data)
    hallway.visit(code=wrong_code(hallway))
    hallway.wait(0.2)
    guessed = len(hallway.disk.data)
    assert guessed > length
    hallway.hub.happened(hallway.now, steps.Recorded(1))
    assert len(hallway.disk.data) > guessed
    assert hallway.disk.syncs == syncs
    ann.say(wire.Say("skål"))
    assert hallway.disk.durable == len(hallway.disk.data)
    assert games_of(hallway.disk.durable_entries)[0].recorded == 1


def test_a_sync_that_failed_behind_the_table_pauses_it_until_the_disk_has_all() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    hallway.disk.is_full = True
    hallway.hub.disk_failed(hallway.now)
    hallway.settle()
    assert hallway.news[-1] == steps.DiskChanged(True)
    ann.say(wire.Say("too late"))
    assert ann.messages[-2:] == [wire.Paused(()), wire.Refused(24, 0, Reason.NOT_NOW)]
    hallway.hub.disk_failed(hallway.now)  # It is known already.
    hallway.wait(3)
    assert hallway.news[-1] == steps.DiskChanged(True)
    hallway.disk.is_full = False
    hallway.wait(1.1)
    assert hallway.news[-1] == steps.DiskChanged(False)
    ann.say(wire.Say("again"))
    assert chats(ann) == ["again"]
    assert games_of(hallway.disk.durable_entries)[1][-1].log.raw == ann.log.raw


# --- when it was ---


def test_a_record_has_the_name_that_the_journal_gives_it() -> None:
    # The table opens in one second and its journal in the next: a host that is resumed must find the same name.
    hallway = Hallway()
    bots = Opening(options=Options(points=1), seats=2, bots=2, level="random", games=1, bot_ms=0)
    table, first = open_table(bots, hallway.rng.randbytes, hallway.now + 0.9995)
    hallway.disk = MemoryDisk()
    hallway.hub = Hub(table, first, hallway.disk, hallway, hallway.rng.randbytes)
    hallway.now += 1.0005
    hallway.hub.open(hallway.now)
    hallway.settle()
    hallway.wait(60)
    (finished,) = [news for news in hallway.news if isinstance(news, steps.GameFinished)]
    _, games = games_of(hallway.disk.entries)
    assert finished.times == tuple(games[0].times)
    assert record_name(game_of(finished).played_at(bytes(16))) == record_name(games[0].played_at(bytes(16)))


# --- closing ---


def test_when_the_table_closes_all_are_told_those_at_the_door_included() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.join("Ann", OWNER)
    hallway.works = False
    waiting = hallway.visit()
    hallway.hub.happened(hallway.now, steps.ClosedDown())
    hallway.settle()
    assert ann.close is Close.TABLE_CLOSED
    assert waiting.hint is Hint.TABLE_CLOSED


def test_closing_minds_neither_who_has_just_been_let_in_nor_who_does_not_read() -> None:
    hallway = Hallway(OWNED)
    let_in = hallway.visit()
    hallway.wait(0.2)
    assert is_in(let_in)
    let_in.stall()
    hallway.hub.happened(hallway.now, steps.ClosedDown())
    other = hallway.visit()
    assert other.hint is Hint.TABLE_CLOSED


# --- all of it at once ---


class Crowd:
    """Visitors at their worst, by a seed, on a disk that is full now and then."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.hallway = Hallway(OWNED._replace(options=Options(points=1), bots=1, level="random"), seed)
        self.secrets = [OWNER, *(self.rng.randbytes(32) for _ in range(3))]
        self.people = [self.hallway.join(f"P{number}", secret) for number, secret in enumerate(self.secrets)]
        self.people[0].say(wire.SetPace(50, 300), wire.Start())

    def step(self) -> None:
        number = self.rng.randrange(len(self.people))
        person, disk = self.people[number], self.hallway.disk
        match self.rng.randrange(8):
            case 0:
                person.lose()
            case 1 | 2 if person.is_cut:
                self._come_back(number)
            case 3 if not person.is_cut:
                person.stall()
            case 4 if not person.is_cut:
                person.wire.takes = True
                self.hallway.hub.writable(self.hallway.now, person.number, True)
                self.hallway.settle()
            case 5:
                disk.is_full = not disk.is_full
            case 6 if not person.is_cut:
                person.say(wire.Say("skål"), wire.Ready(0, True))
            case 7:
                self.hallway.silent(f"10.0.{self.rng.randrange(9)}.1").send(self.rng.randbytes(30))
        self.hallway.wait(self.rng.choice((0.0, 0.3, 2.0, 9.0, 25.0)))

    def _come_back(self, number: int) -> None:
        proved = self.hallway.prove(self.secrets[number])
        if is_in(proved):
            log = self.people[number].log
            proved.log = log
            proved.say(log.sync() if log.raw else wire.Sync(None, 0, None))
            self.people[number] = proved

    def check(self) -> None:
        """Nobody has seen what a loss of power would cost, and everybody the same."""
        _, games = games_of(self.hallway.disk.durable_entries)
        written = {game.log.game: game.log.raw for game in games}
        for person in self.people:
            assert not person.has_failed
            if person.log.raw:
                assert written[person.log.game][: len(person.log)] == person.log.raw


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_crowd_sees_what_is_not_written_or_makes_the_host_stand_still(seed: int) -> None:
    crowd = Crowd(seed)
    hallway = crowd.hallway
    for _ in range(80):
        crowd.step()
        crowd.check()
    hallway.disk.is_full = False
    hallway.wait(5)
    for number, person in enumerate(crowd.people):
        person.lose()
        crowd._come_back(number)
    games = len(games_of(hallway.disk.entries)[1])
    for person in crowd.people:
        assert not person.is_cut
        person.say(wire.Ready(0, True))
    crowd.people[0].say(wire.Start())
    hallway.wait(600)
    assert len(games_of(hallway.disk.entries)[1]) > games
    crowd.check()
    assert len({person.log.digest for person in crowd.people}) == 1


# --- kicks ---


def test_at_an_open_table_the_address_of_who_was_kicked_gets_a_hint_of_its_own() -> None:
    hallway = Hallway(OWNED._replace(code=""))
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo", address="192.168.1.20")
    at_the_door = hallway.visit(address="192.168.1.20")
    ann.say(wire.Remove(1))
    hallway.wait(0.2)
    assert (bo.close, at_the_door.close) == (Close.KICKED, Close.KICKED)
    assert hallway.visit(address="::ffff:192.168.1.20").hint is Hint.KICKED
    assert hallway.visit(wire.Intent.WATCH, address="192.168.1.20").hint is Hint.KICKED
    assert hallway.join("Cy", address="192.168.1.21").close is None
    ann.say(wire.Forgive("Bo"))
    assert hallway.join("Bo", address="192.168.1.20").hint is None


def test_a_proof_of_the_code_from_before_a_kick_is_none() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.join("Ann", OWNER), hallway.join("Bo")
    old = hallway.hub.table.memo.code
    at_the_door = hallway.visit(address="192.168.1.20")
    hallway.wait(0.2)
    hallway.works = False
    proving = hallway.visit(address="192.168.1.21")
    ann.say(wire.Remove(1))
    hallway.works = True
    hallway.settle()
    hallway.wait(0.2)
    assert (bo.close, at_the_door.close, proving.hint) == (Close.KICKED, Close.TABLE_CLOSED, Hint.WRONG_PROOF)
    late = hallway.visit(code=old, address="192.168.1.22")
    hallway.wait(0.2)
    assert late.hint is Hint.WRONG_PROOF


def test_a_proof_whose_answer_waits_while_somebody_is_kicked_is_none() -> None:
    hallway = Hallway(OWNED)
    ann, _ = hallway.join("Ann", OWNER), hallway.join("Bo")
    answered = hallway.visit(address="192.168.1.20")
    ann.say(wire.Remove(1))
    hallway.wait(0.2)
    assert (is_in(answered), answered.hint) == (False, Hint.WRONG_PROOF)
    assert hallway.hub.table.memo.guesses == 0


def test_a_television_comes_back_from_another_address_after_a_kick() -> None:
    hallway = Hallway(OWNED)
    ann, _ = hallway.join("Ann", OWNER), hallway.join("Bo")
    television = hallway.watch("Dag", b"d" * 32)
    ann.say(wire.Remove(1))
    television.lose()
    again = hallway.resume(b"d" * 32, television.log)
    assert again.close is None
    assert any(isinstance(message, wire.Watching) for message in again.messages)
    assert again.log.raw == ann.log.raw
