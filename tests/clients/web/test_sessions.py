"""Pages at a real host's hub: whole games, drops, kills, kicks, rollbacks, given seats."""

from random import Random
from typing import Any

import pytest

from odin_net.game.cards import cards_in
from odin_net.game.events import Presence
from odin_net.game.options import Options
from odin_net.game.state import Phase
from odin_net.host.table import Opening
from protocol import messages
from protocol.codec import encode, encode_event
from protocol.connection import HostConnection
from protocol.errors import Close, Hint
from protocol.framing import frame
from protocol.handshake import HandshakeRandom
from protocol.hashing import u32
from protocol.messages import Reaction, Reason
from tests.clients.web.engines import Engine
from tests.clients.web.evening import Evening, Page, TrueEvening
from tests.helpers.house import OWNER
from tests.helpers.logged_game import GAME
from tests.helpers.pairs import settle
from tests.protocol.test_audit import DISHONEST, SEEN_BY_ALL

TWO_AND_BOTS = Opening(
    options=Options(points=8), code="raven-oak-fjord", seats=4, bots=2, level="random", bot_ms=100, games=2
)


@pytest.fixture
def evening(cheap_engine: Engine) -> Evening:
    """A table of four without an owner: two bots, and room for two people."""
    return Evening(cheap_engine, TWO_AND_BOTS)


def agrees(page: Page) -> dict[str, Any]:
    """What the page shows, which is what the host knows."""
    seen, truth = page.shown(), page.evening.state
    assert seen["alarm"] is None
    board = truth.board
    assert seen["state"]["action"] == board.action
    assert (seen["state"]["phase"], seen["state"]["turn"]) == (board.phase.value, board.turn)
    assert seen["counts"] == list(board.counts)
    seat = page.session["seat"]
    if board.phase is Phase.PLAYING and seat is not None:
        hand = truth.hands[seat]
        assert hand is not None
        assert seen["hand"] == list(cards_in(hand))
    return seen


def playing(evening: Evening) -> tuple[Page, Page]:
    """Two pages in the middle of a hand."""
    ann, bo = evening.page("Ann"), evening.page("Bo")
    evening.play_until(lambda: evening.state.board.phase is Phase.PLAYING and evening.state.board.action > 3)
    return ann, bo


def test_two_pages_and_two_bots_play_an_evening_and_check_every_hand(evening: Evening) -> None:
    ann, bo = playing(evening)
    agrees(ann)
    assert agrees(bo)["counts"] != []
    evening.play_until(lambda: ann.ended is not None and bo.ended is not None)
    for page in (ann, bo):
        assert page.ended == {"kind": "Ended", "how": "done", "hint": None, "close": Close.GAME_OVER, "reason": None}
        assert set(page.verdicts) == {"checked"}
        assert page.session["stored"] is None, "the table is over"
        assert page.shown()["over"]["state"]["game"]["winners"] != []


def test_a_page_with_the_real_exchange_is_let_in_by_the_real_exchange(engine: Engine) -> None:
    evening = TrueEvening(engine, TWO_AND_BOTS)
    ann = evening.page("Ann", plays=False)
    assert ann.session["seat"] == 2
    assert ann.reload().session["seat"] == 2


def test_a_lost_link_is_dialled_again_and_the_seat_is_there(evening: Evening) -> None:
    ann, _ = playing(evening)
    for _ in range(5):
        ann.cut()
        assert ann.session["stage"] == "waiting"
        assert ann.shown()["isCutOff"]
        evening.wait(2)
        agrees(ann)
        assert ann.session["caughtUp"]
    evening.play_until(lambda: ann.ended is not None)
    assert "wrong" not in ann.verdicts


def test_a_reload_leads_back_to_the_seat_and_its_hand(evening: Evening) -> None:
    ann, _ = playing(evening)
    seat = ann.session["seat"]
    again = ann.reload()
    assert (again.session["seat"], again.session["name"]) == (seat, "Ann")
    assert len(agrees(again)["hand"]) > 0
    evening.play_until(lambda: "checked" in again.verdicts)
    assert set(again.verdicts) <= {"checked", "not checked"}


def test_a_host_that_was_killed_and_resumed_is_found_again(evening: Evening) -> None:
    ann, bo = playing(evening)
    evening.die()
    evening.wait(40)
    assert (ann.session["stage"], bo.session["stage"]) in {("waiting", "waiting"), ("connecting", "waiting")}
    assert ann.of("LinkChanged")[-1]["attempt"] > 5
    evening.kill()
    evening.wait(6)
    assert ann.session["caughtUp"]
    agrees(ann)
    agrees(bo)
    evening.play_until(lambda: ann.ended is not None)
    assert "wrong" not in ann.verdicts


def test_who_looks_at_the_page_again_does_not_wait_for_the_next_try(evening: Evening) -> None:
    ann, _ = playing(evening)
    evening.die()
    evening.wait(60)
    evening.kill()
    dials = ann.dials
    ann.call("wake")
    evening.settle()
    assert ann.dials == dials + 1
    evening.wait(0.5)
    assert ann.session["caughtUp"]


def test_a_socket_that_died_in_the_sleep_of_a_phone_is_left_in_seconds(evening: Evening) -> None:
    ann, _ = playing(evening)
    assert ann.link is not None
    ann.link.wire.takes = False  # Nothing comes any more, and nobody says so.
    ann.call("wake")
    evening.settle()
    evening.wait(3)
    assert ann.dials == 1
    evening.wait(2)
    assert ann.dials == 2
    assert ann.session["caughtUp"]


def test_a_link_on_which_nothing_comes_is_left_after_15_seconds(evening: Evening) -> None:
    ann, _ = playing(evening)
    assert ann.link is not None
    ann.link.wire.takes = False
    evening.wait(9)
    assert ann.dials == 1
    evening.wait(8)
    assert ann.session["caughtUp"]
    assert ann.dials == 2


def test_a_bot_that_plays_for_somebody_stops_when_they_look_at_the_page_again(evening: Evening) -> None:
    ann, bo = playing(evening)
    ann.plays = False
    seat = ann.session["seat"]
    evening.play_until(lambda: evening.state.board.turn == seat)
    evening.wait(61)
    assert ann.shown()["nudged"]
    bo.call("send", {"kind": "Cover", "seat": seat})
    evening.settle()
    assert evening.state.board.game.seats[seat].presence is Presence.COVERED
    assert ann.shown()["amCovered"]
    ann.call("wake")
    evening.settle()
    assert evening.state.board.game.seats[seat].presence is Presence.HERE


def test_a_newer_page_has_the_seat_and_the_older_one_does_not_fight_back(evening: Evening) -> None:
    ann, _ = playing(evening)
    newer = Page(evening, "", stored=ann.session["stored"]).start()
    assert newer.session["caughtUp"]
    assert ann.ended is not None
    assert ann.ended["how"] == "replaced"
    dials = ann.dials
    evening.wait(120)
    ann.call("wake")
    assert ann.dials == dials
    assert ann.session["stored"] is not None, "it is the other page's"


def test_a_host_that_kept_less_than_it_had_shown_is_told_to_go_on(evening: Evening) -> None:
    ann, bo = playing(evening)
    evening.disk.lose(3)
    evening.kill()
    evening.wait(3)
    for page in (ann, bo):
        assert page.session["isAsked"]
        assert page.shown()["rollback"]["times"] == 1
        page.call("goOn")
    evening.wait(3)
    agrees(ann)
    assert ann.shown()["rollback"] is None
    evening.play_until(lambda: len(ann.verdicts) > 1)
    assert ann.verdicts[0] == "not checked"
    assert "wrong" not in ann.verdicts


def test_a_move_that_was_made_while_the_host_was_away_is_made_when_it_is_back(evening: Evening) -> None:
    ann, bo = playing(evening)
    seat = ann.session["seat"]
    ann.plays = False
    evening.play_until(lambda: ann.session["isMyTurn"])
    wish = evening.engine.call("wish", ann.number, 0)
    action = evening.state.board.action
    evening.die()
    ann.call(*wish)
    evening.kill()
    evening.wait(2)
    assert evening.state.board.action > action
    assert evening.state.board.game.seats[seat].presence is Presence.HERE
    assert bo.session["caughtUp"]


# --- who is let in ---


def test_a_wrong_code_is_refused_and_three_of_them_shut_out(evening: Evening) -> None:
    for _ in range(3):
        page = evening.page("Eve", code="oak-oak-oak")
        assert page.ended is not None
        assert (page.ended["how"], page.ended["hint"]) == ("refused", Hint.WRONG_PROOF)
    page = evening.page("Eve")
    assert page.ended is not None
    assert (page.ended["how"], page.ended["hint"]) == ("refused", Hint.SHUT_OUT)


def test_a_name_that_somebody_has_is_asked_for_again(evening: Evening) -> None:
    evening.page("Ann", plays=False)
    other = evening.page("Ann", plays=False)
    assert other.shown()["nameRefused"] == Reason.NAME_TAKEN
    other.call("rename", "Bo")
    evening.settle()
    assert other.session["seat"] == 3
    assert other.shown()["nameRefused"] is None


def test_a_table_without_any_place_is_full(cheap_engine: Engine) -> None:
    evening = Evening(cheap_engine, TWO_AND_BOTS._replace(watchers=0))
    evening.page("Ann", plays=False)
    evening.page("Bo", plays=False)
    late = evening.page("Cleo")
    assert late.ended is not None
    assert (late.ended["how"], late.ended["hint"]) == ("refused", Hint.FULL)


def test_a_watcher_sees_the_table_and_no_hand_and_comes_back_without_a_code(evening: Evening) -> None:
    playing(evening)
    eye = evening.page("TV", watches=True)
    seen = agrees(eye)
    assert (seen["watching"], seen["seat"], seen["hand"]) == (0, None, [])
    assert all(hand is None for hand in seen["state"]["hands"])
    again = eye.reload()
    assert agrees(again)["isIn"]
    evening.play_until(lambda: len(again.verdicts) > 0)
    assert set(again.verdicts) == {"not checked"}


def test_a_seat_of_another_evening_does_not_stand_in_the_way_of_a_code(evening: Evening) -> None:
    old = {"table": bytes(16), "secret": bytes(32), "name": "Ann"}
    page = Page(evening, "Ann", code=evening.code, stored=old).start()
    evening.wait(2)
    assert page.session["seat"] == 2
    assert page.session["stored"]["table"] != old["table"]


def test_without_a_code_a_seat_of_another_evening_is_kept_and_the_hint_is_shown(evening: Evening) -> None:
    old = {"table": bytes(16), "secret": bytes(32), "name": "Ann"}
    page = Page(evening, "", stored=old).start()
    assert page.session["stored"] == old
    assert {news["hint"] for news in page.of("LinkChanged")} == {None, Hint.UNKNOWN_TABLE}


def test_with_nothing_to_begin_with_nothing_is_dialled(evening: Evening) -> None:
    page = Page(evening, "Ann")
    assert page.call("start") is False
    assert page.dials == 0


def test_a_browser_that_keeps_nothing_plays_and_says_so(evening: Evening) -> None:
    page = Page(evening, "Ann", code=evening.code)
    evening.engine.call("breakStore", page.number)
    page.start()
    assert page.session["seat"] == 2
    assert page.shown()["notKept"]
    page.cut()
    evening.wait(1)
    assert page.session["seat"] == 2


# --- links that a host treats badly ---


def begun(evening: Evening) -> Page:
    """A page whose handshake has begun, with nobody behind its link."""
    page = Page(evening, "Ann", code=evening.code, plays=False)
    page.call("start")
    page.settle()
    assert page.link is not None
    evening.visitors.remove(page.link)
    return page


def test_a_host_whose_handshake_has_no_end_is_left_after_15_seconds(evening: Evening) -> None:
    page = begun(evening)
    page.call("received", u32(4096))
    for _ in range(14):
        evening.wait(1)
        page.call("received", b"x")
    assert page.session["stage"] == "handshake"
    evening.wait(1.5)
    assert page.dials == 2


def test_who_gets_no_answer_to_five_proofs_gives_no_sixth(evening: Evening) -> None:
    """Each proof gives a false host one guess at the code."""
    page = begun(evening)
    challenge = encode(messages.Challenge(1, bytes(16), bytes(16), b"B" + bytes(32)))
    for _ in range(5):
        page.call("received", frame(challenge))
        page.call("lost")
        page.call("retry")
        page.settle()
        evening.visitors.clear()
    assert page.ended is not None
    assert (page.ended["how"], page.dials) == ("refused", 5)


def test_a_good_bye_in_one_piece_with_the_accept_is_understood(cheap_engine: Engine) -> None:
    """The host says that the table is over before the page has said a word."""
    page = begun(Evening(cheap_engine, TWO_AND_BOTS))
    assert page.link is not None
    host = HostConnection(bytes(16), HandshakeRandom(bytes(16), bytes(64)))
    data, page.link.outgoing = page.link.outgoing, b""
    admit = lambda _: page.evening.code.encode()  # noqa: E731
    settle(host, host.receive_data(data), admit)
    page.call("received", host.data_to_send())
    data, page.link.outgoing = page.link.outgoing, b""
    settle(host, host.receive_data(data), admit)
    host.close(Close.GAME_OVER)
    page.call("received", host.data_to_send())
    assert page.ended is not None
    assert page.ended["how"] == "done"


# --- a table with an owner ---


@pytest.fixture
def owned(cheap_engine: Engine) -> Evening:
    """A table whose owner sits there and does nothing but what she is told."""
    opening = Opening(options=Options(points=8), code="raven-oak-fjord", owner=OWNER, bot_ms=100, bots=1)
    return Evening(cheap_engine, opening)


def test_who_is_kicked_stays_away(owned: Evening) -> None:
    owner, page = owned.owner(), owned.page("Pia", plays=False)
    owner.say(messages.Remove(page.session["seat"]))
    assert page.ended is not None
    assert page.ended["how"] == "kicked"
    assert page.session["stored"] is None
    dials = page.dials
    owned.wait(60)
    assert page.dials == dials


def test_a_seat_that_was_given_away_is_taken_over_with_its_hand(owned: Evening) -> None:
    owner, pia = owned.owner(), owned.page("Pia")
    owned.wait(1)
    owner.say(messages.Ready(0, True), messages.Start())
    owned.play_until(lambda: owned.state.board.phase is Phase.PLAYING)
    seat = pia.session["seat"]
    pia.cut()
    owned.pages.remove(pia)
    owned.play_until(lambda: owned.state.board.game.seats[seat].presence is Presence.COVERED)
    quin = owned.page("Quin", plays=False)
    assert quin.shown()["watching"] == 0
    owner.say(messages.GiveSeat(seat, "Quin"))
    assert quin.session["seat"] == seat
    assert quin.of("HandOpened") == [{"kind": "HandOpened"}]
    assert len(agrees(quin)["hand"]) > 0
    owned.pages.append(pia)
    owned.wait(2)
    assert pia.ended is not None
    assert pia.ended["how"] == "given"
    assert pia.session["stored"] is None


def test_terms_clock_and_chat_are_shown(owned: Evening) -> None:
    owner, pia = owned.owner(), owned.page("Pia", plays=False)
    owner.say(messages.SetPace(500, 30_000), messages.Say("Hello"))
    seen = pia.shown()
    assert (seen["terms"]["bots"], seen["terms"]["people"]) == (500, 30_000)
    assert seen["chatCount"] == 1
    assert pia.call("send", {"kind": "Say", "text": "Hei"}) is True
    owned.settle()
    assert pia.shown()["chatCount"] == 2
    pia.call("ready")
    owned.settle()
    owner.say(messages.Ready(0, True), messages.Start())
    owned.play_until(lambda: owned.state.board.phase is Phase.PLAYING)
    owned.play_until(lambda: pia.shown()["clock"] is not None)
    assert owned.now < pia.shown()["clock"]["at"] <= owned.now + 30


def test_reactions_are_called_and_shown(owned: Evening) -> None:
    owner, pia = owned.owner(), owned.page("Pia", plays=False)
    assert pia.call("send", {"kind": "React", "code": Reaction.SKAL}) is True
    owned.settle()
    owner.say(messages.React(Reaction.OUCH))
    called = [told for told in pia.shown()["told"] if told["kind"] == "Reacted"]
    seat = pia.session["seat"]
    assert [(told["seat"], told["name"], told["code"]) for told in called] == [(seat, "Pia", 0), (1, "Ann", 4)]


def test_the_last_game_is_shown_again_to_who_was_there_and_who_was_not(owned: Evening) -> None:
    owner, pia = owned.owner(), owned.page("Pia")
    owner.say(messages.SetPace(100, 5_000), messages.Ready(0, True), messages.Start())
    owned.play_until(lambda: pia.shown()["over"] is not None)
    late = owned.page("Quin", plays=False)
    owner.say(messages.ShowStep(3))
    for page in (pia, late):
        owned.settle()
        assert page.shown()["replay"] == {"events": True, "step": 3}
        assert page.shown()["told"][-1] == {"kind": "ReplayTold", "isShown": True}
    again = late.reload()
    assert again.shown()["replay"] == {"events": True, "step": 3}
    owner.say(messages.ShowStep(None))
    owned.settle()
    assert (pia.shown()["replay"], again.shown()["replay"]) == (None, None)
    assert pia.shown()["told"][-1] == {"kind": "ReplayTold", "isShown": False}


@pytest.mark.parametrize("for_good", [False, True])
def test_who_leaves_says_so(owned: Evening, for_good: bool) -> None:
    owned.owner()
    pia = owned.page("Pia", plays=False)
    pia.call("leave", for_good)
    owned.settle()
    assert pia.ended is not None
    assert pia.ended["how"] == "left"
    assert (pia.session["stored"] is None) == for_good
    names = [occupant.name for occupant in owned.state.board.game.seats]
    assert ("Pia" in names) != for_good


# --- a host that lies ---


@pytest.mark.parametrize("name", SEEN_BY_ALL)
def test_a_host_that_lies_is_an_alarm_and_no_blank_page(cheap_engine: Engine, name: str) -> None:
    log, _ = DISHONEST[name]
    right = SEEN_BY_ALL[name]
    seen = cheap_engine.call("watched", GAME, [encode_event(entry.event) for entry in log])
    assert "error" not in seen, seen
    assert seen["alarm"] == {"result": "wrong", "why": None if right.why is None else right.why.value, "seq": right.seq}


# --- whatever happens ---


def misfortune(evening: Evening, page: Page, rng: Random) -> Page:
    """Something that happens to phones and hosts."""
    match rng.randrange(7):
        case 0:
            page.cut()
        case 1:
            return page.reload()
        case 2:
            evening.die()
            evening.wait(rng.random() * 30)
            evening.kill()
        case 3:
            page.call("wake")
            evening.settle()
        case 4:
            if page.link is not None:
                page.link.wire.takes = False
        case 5:
            evening.disk.lose(rng.randrange(1, 6))
            evening.kill()
        case _:
            pass
    return page


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_to_pages_and_host_a_page_shows_what_the_host_knows(cheap_engine: Engine, seed: int) -> None:
    evening, rng = Evening(cheap_engine, TWO_AND_BOTS, seed), Random(seed)
    pages = [evening.page(name) for name in ("Ann", "Bo")]
    for _ in range(25):
        evening.wait(rng.random() * 8)
        who = rng.randrange(2)
        if not evening.hub.table.is_closed:
            pages[who] = misfortune(evening, pages[who], rng)
        evening.wait(1 + rng.random() * 20)
        for page in pages:
            if page.session["isAsked"]:
                page.call("goOn")
            if page.session["caughtUp"] and page.link is not None and page.link.wire.takes:
                agrees(page)
    for page in pages:
        assert page.shown()["alarm"] is None
        assert page.ended is None or page.ended["how"] == "done"
