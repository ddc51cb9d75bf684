"""A table that has moved is found by its number, and nobody who announces it falsely gains anything."""

import pytest

from clients.interfaces import SeatSecret
from clients.news import Ended, How, LinkChanged, Moved
from clients.reconnect import LONGEST_DELAY, PATIENT_TRIES
from clients.session import JoinRequest
from clients.whereabouts import MOST_PLACES, Whereabouts
from odin_net.lan.endpoint import Address
from protocol.connection import LINK_TIMEOUT
from protocol.errors import Hint
from protocol.messages import Hello, Intent, Watch
from tests.helpers.memory import MemoryStore
from tests.helpers.pairs import CODE, SECRET, TABLE
from tests.helpers.simulation import PLACE, Client, World
from tests.helpers.tiny_table import TinyTable

NEW, FALSE = Address("10.0.0.2", 9055), Address("10.0.0.66", 9054)
WISH = JoinRequest("Ann", CODE.decode())


class Liar(TinyTable):
    """It says that it is our table, and knows no secret of it."""

    def __init__(self, answer: Hint | bytes) -> None:
        super().__init__()
        self.answer = answer
        self.hellos: list[Hello] = []

    def admit(self, hello: Hello) -> bytes | Hint:
        self.hellos.append(hello)
        return self.answer


def seated(join_request: JoinRequest = WISH) -> Client:
    client = Client(World(), TinyTable(), join_request).start()
    assert client.session.caught_up
    return client


def lost(client: Client) -> TinyTable:
    """The client's table, which has just gone down."""
    table = client.table
    table.is_up = False
    client.cut()
    return table


# --- where to try ---


def test_only_home_is_tried_while_nothing_else_is_known() -> None:
    where = Whereabouts(PLACE)
    assert [where.next(may_follow=True) for _ in range(3)] == [PLACE] * 3
    where.heard([PLACE])
    assert where.next(may_follow=True) == PLACE
    assert not where.is_hearsay


def test_those_who_are_named_first_each_time_do_not_keep_the_others_from_being_tried() -> None:
    where = Whereabouts(PLACE)
    false = [Address("10.0.0.66", port) for port in range(2 * MOST_PLACES)]
    tried = set()
    for _ in range(2 * MOST_PLACES + 1):
        where.heard([*false, NEW])
        tried |= {where.next(may_follow=True) for _ in range(2)}
    assert NEW in tried


def test_home_and_what_is_said_are_tried_by_turns() -> None:
    where = Whereabouts(PLACE)
    where.next(may_follow=True)
    where.heard([NEW, FALSE, NEW])
    assert [where.next(may_follow=True) for _ in range(6)] == [NEW, PLACE, FALSE, PLACE, NEW, PLACE]
    where.heard([])
    assert where.next(may_follow=True) == FALSE, "what was said before is still worth a try"
    assert where.is_hearsay


def test_who_has_no_seat_follows_nobody() -> None:
    where = Whereabouts(PLACE)
    where.heard([NEW])
    assert [where.next(may_follow=False) for _ in range(3)] == [PLACE] * 3


def test_the_address_that_was_given_is_never_forgotten() -> None:
    where = Whereabouts(PLACE)
    where.next(may_follow=True)
    where.heard([FALSE])
    where.next(may_follow=True)
    # Whoever hands our bytes on to the true host is one to us, until they stop doing so.
    assert where.proved()
    assert where.home == FALSE
    assert [where.next(may_follow=True) for _ in range(4)] == [FALSE, PLACE, FALSE, PLACE]
    assert not where.is_hearsay
    where.heard([NEW])
    assert {where.next(may_follow=True) for _ in range(6)} == {FALSE, PLACE, NEW}
    while where.next(may_follow=True) != PLACE:
        pass
    assert where.proved()
    assert [where.next(may_follow=True) for _ in range(2)] == [PLACE] * 2


def test_a_crowd_of_false_places_is_tried_in_part_only() -> None:
    where = Whereabouts(PLACE)
    where.heard(Address("10.0.1.1", port) for port in range(1, 1000))
    assert len({where.next(may_follow=True) for _ in range(100)}) == MOST_PLACES + 1


# --- a session ---


def test_a_table_that_has_moved_is_found_and_the_seat_file_follows_it() -> None:
    client = seated()
    table = lost(client)
    assert client.looks == [], "it may be back at once"
    client.announced = [NEW]
    client.elsewhere[NEW] = TinyTable()
    client.elsewhere[NEW].is_up = False
    client.world.pass_time(60)
    assert client.looks[:2] == [table.id] * 2
    assert client.dialled[1 : 1 + PATIENT_TRIES] == [PLACE] * PATIENT_TRIES
    assert client.dialled[1 + PATIENT_TRIES] == NEW
    assert client.heard.of(Moved) == [], "nothing is told before it is proved"
    assert client.store.address == ""
    # It is up again, there.
    client.elsewhere = {NEW: table, PLACE: client.elsewhere[NEW]}
    table.is_up = True
    client.world.pass_time(2 * LONGEST_DELAY)
    assert client.session.caught_up
    assert client.session.place == NEW
    assert client.heard.of(Moved) == [Moved("10.0.0.2:9055")]
    assert client.store.address == "10.0.0.2:9055"


def test_a_hiccup_looks_for_nothing() -> None:
    client = seated()
    client.cut()
    client.world.pass_time(LONGEST_DELAY)
    assert client.session.caught_up
    assert client.looks == []


@pytest.mark.parametrize("answer", [*Hint, b"x" * 32, None])
def test_a_false_announcement_gains_nothing_and_keeps_nobody_away(answer: Hint | bytes | None) -> None:
    client = seated()
    table = lost(client)
    liar = Liar(answer or b"")
    liar.is_deaf = answer is None
    client.announced, client.elsewhere = [FALSE], {FALSE: liar}
    client.world.pass_time(120)
    assert FALSE in client.dialled
    assert {hello.intent for hello in liar.hellos} <= {Intent.RESUME}, "no code is ever proved there"
    assert client.heard.of(Moved) == []
    assert client.heard.ended is None
    links = [news for news in client.heard.news if isinstance(news, LinkChanged)]
    assert all(link.hint is None for link in links), "nor is it quoted"
    table.is_up = True
    client.world.pass_time(LINK_TIMEOUT + 2 * LONGEST_DELAY)
    assert client.session.caught_up
    assert client.session.place == PLACE
    assert client.store.address == ""
    assert client.store.diary == ["keep"]


def test_the_code_of_this_evening_is_not_proved_to_who_was_only_announced() -> None:
    # A seat of another evening, and a code that was given for the address: a hint from there would make it used.
    old = SeatSecret(TABLE, SECRET, "Ann")
    liar = Liar(Hint.UNKNOWN_SEAT)
    table = TinyTable()
    table.is_up = False
    join_request = JoinRequest("Ann", CODE.decode(), first_patience=60)
    client = Client(World(), table, join_request, MemoryStore(old))
    client.announced, client.elsewhere = [FALSE], {FALSE: liar}
    client.start()
    client.world.pass_time(50)
    assert liar.hellos
    assert {hello.intent for hello in liar.hellos} == {Intent.RESUME}
    client.world.pass_time(20)
    assert client.heard.ended == Ended(How.UNREACHABLE), "who has met nobody but a liar has met no table"


def test_who_only_watches_follows_their_table_too() -> None:
    client = Client(World(), TinyTable(), JoinRequest("Eve", CODE.decode(), watch=True)).start()
    assert any(isinstance(said, Watch) for said in client.link.peer.said)  # type: ignore[union-attr]
    table = lost(client)
    client.announced, client.elsewhere = [NEW], {NEW: table, PLACE: TinyTable()}
    client.elsewhere[PLACE].is_up = False
    table.is_up = True
    client.world.pass_time(60)
    assert client.session.caught_up
    assert client.heard.of(Moved) == [Moved("10.0.0.2:9055")]
