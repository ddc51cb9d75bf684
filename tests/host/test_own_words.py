"""Three words of one's own: they open one seat, and nothing else, as long as it is one's seat."""

import msgspec
import pytest

from odin_net.game.events import Presence
from odin_net.game.options import Options
from odin_net.host.guesses import MAX_OF_ONE
from odin_net.host.memo import decode_memo, encode_memo
from odin_net.host.peer import Typed
from odin_net.host.seats import GRACE
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.codes import parse_code
from protocol.errors import Close, Hint
from protocol.messages import Intent
from tests.helpers.hallway import Hallway, Visitor
from tests.helpers.house import OWNER

OWNED = Opening(owner=OWNER, options=Options(points=99))
BO, CY = (name.ljust(32, b".") for name in (b"bo", b"cy"))
WORDS = "raven-oak-fjord"


def sit(hallway: Hallway, name: str = "Bo", secret: bytes = BO) -> Visitor:
    visitor = hallway.typing(Typed(hallway.hub.table.memo.code, WORDS))
    return visitor.say(wire.Join(name, secret))


def tried(hallway: Hallway, words: str = WORDS, address: str = "10.0.0.9") -> bytes | Hint | None:
    return hallway.hub.try_code(hallway.now, address, words)


def test_words_are_three_of_the_list_and_nobody_elses() -> None:
    words = Hallway().hub.table.new_words()
    assert parse_code(words) == words


def test_they_open_the_seat_from_any_address_and_cost_no_guess() -> None:
    hallway = Hallway(OWNED)
    hallway.owner()
    bo = sit(hallway)
    assert tried(hallway) == BO
    assert hallway.hub.table.memo.guesses == 0
    again = hallway.typing(Typed("", WORDS), Intent.RESUME, BO)
    again.log = bo.log
    again.say(bo.log.sync())
    assert bo.close is Close.REPLACED
    assert hallway.hub.table._core.seats[1].presence is Presence.HERE


def test_the_journal_has_them() -> None:
    hallway = Hallway(OWNED)
    hallway.owner()
    sit(hallway)
    watcher = hallway.typing(Typed(hallway.hub.table.memo.code, "oak-oak-oak"), Intent.WATCH)
    watcher.say(wire.Watch("Cy", CY))
    hallway.kill()
    assert (tried(hallway), tried(hallway, "oak-oak-oak")) == (BO, CY)


def test_a_journal_without_them_is_read() -> None:
    hallway = Hallway(OWNED)
    hallway.owner()
    sit(hallway)
    whole = msgspec.msgpack.decode(encode_memo(hallway.hub.table.memo))
    seats = next(index for index, field in enumerate(whole) if isinstance(field, list) and field and BO in field[-1])
    whole[seats] = [seat[:6] for seat in whole[seats]]
    memo = decode_memo(msgspec.msgpack.encode(whole))
    assert [seat.words for seat in memo.seat_secrets] == ["", ""]


def test_they_die_with_a_kick() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.owner()
    sit(hallway)
    ann.say(wire.Remove(1))
    assert tried(hallway) is Hint.WRONG_PROOF


def test_they_die_with_a_seat_that_is_left_for_good() -> None:
    hallway = Hallway(OWNED)
    hallway.owner()
    bo = sit(hallway)
    assert bo.connection is not None
    bo.connection.close(Close.LEFT)
    bo.flush()
    assert tried(hallway) is Hint.WRONG_PROOF


def test_they_die_with_a_seat_that_is_given_away_and_its_new_owner_has_others() -> None:
    hallway = Hallway(OWNED)
    ann, bo = hallway.owner(), sit(hallway)
    for visitor in (ann, bo):
        visitor.say(wire.Ready(0, True))
    hallway.wait(10)
    bo.lose()
    waiting = hallway.typing(Typed(hallway.hub.table.memo.code, "oak-oak-oak")).say(wire.Join("Cy", CY))
    hallway.wait(GRACE + 1)
    ann.say(wire.GiveSeat(1, "Cy"))
    assert waiting.close is None
    assert tried(hallway) is Hint.WRONG_PROOF
    assert tried(hallway, "oak-oak-oak") == CY


@pytest.mark.parametrize("code", ["", "oak-oak-fjord"], ids=["open", "with a code"])
def test_wrong_ones_are_counted_and_shut_the_address_out(code: str) -> None:
    hallway = Hallway(OWNED._replace(code=code))
    hallway.owner()
    sit(hallway)
    for _ in range(MAX_OF_ONE):
        assert tried(hallway, "oak-raven-raven") is Hint.WRONG_PROOF
    assert tried(hallway) is Hint.SHUT_OUT
    assert tried(hallway, address="10.0.0.8") == BO
    # Where no code is needed, none can be wrong.
    if not code:
        assert hallway.visit(address="10.0.0.9").hint is None
        assert hallway.hub.table.memo.guesses == 0


def test_who_stood_at_another_door_stands_in_none_here() -> None:
    hallway = Hallway(OWNED)
    hallway.works = False
    for number in range(24):
        hallway.visit(address=f"10.2.0.{number}")
    assert hallway.visit(address="10.2.1.1").hint is Hint.BUSY
    assert sit(hallway).hint is None


def test_a_code_that_was_replaced_while_they_chose_a_name_counts_no_more() -> None:
    hallway = Hallway(OWNED)
    ann = hallway.owner()
    before = Typed(hallway.hub.table.memo.code, WORDS)
    ann.say(wire.NewCode())
    assert hallway.typing(before).hint is Hint.WRONG_PROOF
    assert hallway.hub.table.memo.guesses == 1
    assert sit(hallway).hint is None


def test_a_guest_within_the_process_who_does_not_read_is_cut() -> None:
    hallway = Hallway(OWNED)
    hallway.owner()
    bo = sit(hallway)
    bo.stall()
    hallway.wait(20)
    assert bo.is_cut
    assert hallway.hub.table._core.seats[1].presence is not Presence.HERE
