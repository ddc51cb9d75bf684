"""A client and a host that says it has lost something: truly, falsely, too often, and at the wrong time."""

from collections.abc import Callable

import pytest

from clients.follower import actions_in, hands_ended, secret_shown
from clients.news import Ended, HostRolledBack, How, Judged, LinkChanged, LinkStage, Logged
from clients.session import JoinRequest
from odin_net.bots.policies import choose_random
from odin_net.game import Options
from odin_net.game.events import CardsPlayed, HandDealt, HandEnded, LobbyOpened, Passed
from odin_net.game.state import Phase
from protocol import messages as wire
from protocol.audit import Result, Verdict, Why
from protocol.codec import decode_event, encode_event
from protocol.errors import Close
from protocol.log import Log
from protocol.messages import GoOn, LogFollows, Sync
from tests.clients.test_robot import RobotClient
from tests.helpers.logged_game import LoggedGame, logged_game
from tests.helpers.pairs import CODE
from tests.helpers.simulation import Client, World
from tests.helpers.tiny_table import TinyTable

GAME: LoggedGame = logged_game(4, 3, Options(points=12), people=(0, 2))
EVENTS = GAME.events
ENDS = [place for place, event in enumerate(EVENTS) if isinstance(event, HandEnded)]
DEALS = [place for place, event in enumerate(EVENTS) if isinstance(event, HandDealt)]


# --- what is lost ---


def test_plays_and_passes_are_counted() -> None:
    assert actions_in(EVENTS) == sum(isinstance(event, CardsPlayed | Passed) for event in EVENTS)
    assert (hands_ended(EVENTS[: ENDS[0]]), hands_ended(EVENTS[: ENDS[0] + 1])) == (0, 1)


def test_a_secret_proves_that_the_end_of_the_hand_under_way_was_seen() -> None:
    first = EVENTS[ENDS[0]]
    assert isinstance(first, HandEnded)
    middle = DEALS[0] + 3
    assert secret_shown(EVENTS[:middle], EVENTS[middle:]) == first.secret
    assert secret_shown(EVENTS[:middle], EVENTS[middle : ENDS[0]]) is None, "its end was not seen"
    between = ENDS[0] + 1
    assert secret_shown(EVENTS[:between], EVENTS[between:]) is None, "no hand is under way there"
    assert secret_shown(EVENTS[: DEALS[0]], EVENTS[DEALS[0] :]) is None, "it was not dealt yet: it will be anew"


# --- at a table ---


def two_at_table(points: int = 99) -> tuple[World, TinyTable, Client, RobotClient]:
    """A client that does nothing by itself, and a robot, in the middle of a hand."""
    world, table = World(3), TinyTable(3, 0, Options(points=points), people=2)
    ann = Client(world, table, JoinRequest("Ann", CODE.decode())).start()
    bo = RobotClient(world, table, "Bo")
    bo.start()
    ann.session.ready()
    world.settle()
    assert table.state.board.phase is Phase.PLAYING
    return world, table, ann, bo


def move(world: World, client: Client, times: int = 1) -> None:
    """Let the client move when it is its turn."""
    for _ in range(times):
        view = client.session.view
        assert view is not None
        assert client.session.is_my_turn
        RobotClient.think(client, view, client.session.move)  # type: ignore[arg-type]
        world.settle()


def cut(world: World, client: Client) -> None:
    client.cut()
    world.pass_time(2)


def test_a_client_drops_what_was_lost_and_asks_before_it_goes_on() -> None:
    world, table, ann, _ = two_at_table()
    move(world, ann, 2)
    log = ann.session.log
    assert log is not None
    before = list(log.raw)
    table.takes_back = 2
    cut(world, ann)
    (news,) = ann.heard.of(HostRolledBack)
    assert news == HostRolledBack(log.game, len(before) - 2, actions_in(map(decode_event, before[-2:])), 1)
    assert ann.session.is_asked
    assert not ann.session.caught_up
    assert ann.session.log is not None
    assert ann.session.log.raw == before[:-2]
    assert ann.session.state is not None
    told = [one.seq for one in ann.heard.news[ann.heard.news.index(news) :] if isinstance(one, Logged)]
    assert told == list(range(len(before) - 2)), "what is left is told once more"
    assert ann.link is not None
    assert not any(isinstance(said, GoOn) for said in ann.link.peer.said)
    ann.session.go_on()
    world.settle()
    assert GoOn(None) in ann.link.peer.said
    assert ann.session.caught_up
    assert ann.session.log.raw[: len(before)] == before
    ann.session.go_on()
    world.settle()
    assert ann.link.peer.said.count(GoOn(None)) == 1


def test_the_hand_of_a_rollback_is_not_checked_and_the_next_one_is() -> None:
    world, table, ann, bo = two_at_table()
    move(world, ann)
    table.takes_back = 1
    cut(world, ann)
    ann.session.go_on()
    world.settle()
    for _ in range(200):
        if ann.session.is_my_turn:
            move(world, ann)
        else:
            ann.session.ready()
            world.pass_time(1)
        if len(ann.session.verdicts) > 1:
            break
    first, second = [judged.verdict for judged in ann.session.verdicts][:2]
    assert (first, second) == (Verdict(Result.NOT_CHECKED, Why.ROLLED_BACK), Verdict(Result.CHECKED))
    assert bo.session.verdicts[0].verdict == Verdict(Result.CHECKED), "nothing was taken back for this one"


def until_hand_ends(world: World, ann: Client) -> HandEnded:
    for _ in range(200):
        if ann.session.is_my_turn:
            move(world, ann)
        ended = [
            one.event for one in ann.heard.of(Logged) if isinstance(one, Logged) and isinstance(one.event, HandEnded)
        ]
        if ended:
            return ended[-1]
    raise AssertionError("the hand does not end")


def test_a_verdict_is_withdrawn_with_its_hand_and_the_end_that_was_seen_is_proved() -> None:
    world, table, ann, _ = two_at_table()
    ended = until_hand_ends(world, ann)
    assert len(ann.session.verdicts) == 1
    log = ann.session.log
    assert log is not None
    table.takes_back = len(log) - next(
        place for place, raw in enumerate(log.raw) if isinstance(decode_event(raw), HandEnded)
    )
    cut(world, ann)
    (news,) = ann.heard.of(HostRolledBack)
    assert isinstance(news, HostRolledBack)
    assert news.withdrawn == (1,)
    assert ann.session.verdicts == []
    ann.session.go_on()
    world.settle()
    assert ann.link is not None
    assert GoOn(ended.secret) in ann.link.peer.said


def test_who_loses_the_link_before_an_answer_does_not_come_back_without_one() -> None:
    world, table, ann, _ = two_at_table()
    ended = until_hand_ends(world, ann)
    log = ann.session.log
    assert log is not None
    place = next(place for place, raw in enumerate(log.raw) if isinstance(decode_event(raw), HandEnded))
    table.takes_back = len(log) - place
    cut(world, ann)
    dials = len(ann.dials)
    ann.cut()
    world.pass_time(600)
    assert (ann.session.stage, len(ann.dials)) == (LinkStage.WAITING, dials)
    table.takes_back = 0
    ann.session.go_on()
    world.settle()
    assert ann.session.caught_up
    assert len(ann.heard.of(HostRolledBack)) == 1
    assert ann.link is not None
    said = [one for one in ann.link.peer.said if isinstance(one, Sync | GoOn)]
    assert [type(one) for one in said] == [Sync, GoOn], "the end that it saw is proved all the same"
    assert said[1] == GoOn(ended.secret)


def test_who_got_a_seat_after_what_was_lost_waits_for_one_again() -> None:
    world, _, ann, _ = two_at_table()
    assert ann.link is not None
    ann.link.peer.send(wire.Watching(0))
    world.settle()
    assert (ann.session.seat, ann.session.view, ann.session.is_my_turn) == (None, None, False)


def test_a_robot_goes_on_twice_and_leaves_at_the_third_time() -> None:
    world, table, ann, bo = two_at_table()
    move(world, ann)
    table.takes_back = 1
    for _ in range(2):
        cut(world, bo)
        assert bo.heard.ended is None
        assert bo.session.caught_up
    cut(world, bo)
    assert bo.heard.ended is not None
    assert bo.heard.ended.how is How.LEFT
    assert bo.robot.found_wrong
    told = [line for line in bo.lines if line.startswith("the host was rolled back")]
    assert [line.rsplit("number ", 1)[1] for line in told] == [f"{times} at this table" for times in (1, 2, 3)]
    assert bo.store.stored is not None, "the seat is kept"


def test_a_thought_about_what_was_taken_back_is_not_played() -> None:
    """A slow robot thinks twice about the action of one number; the first thought comes last."""
    world, table, ann, bo = two_at_table()
    thoughts: list[Callable[[], None]] = []
    bo.robot._think = lambda view, done: thoughts.append(lambda: done(choose_random(view, world.rng)))
    if ann.session.is_my_turn:
        move(world, ann)
    assert len(thoughts) == 1
    table.takes_back = 1
    cut(world, bo)
    assert len(thoughts) == 2
    acted = len(table.acted)
    thoughts[0]()
    world.settle()
    assert len(table.acted) == acted
    thoughts[1]()
    world.settle()
    assert len(table.acted) == acted + 1


@pytest.mark.parametrize("lie", ["digest", "longer", "another game"])
def test_what_does_not_fit_is_the_alarm_of_a_fork(lie: str) -> None:
    world, table, ann, _ = two_at_table()
    log = ann.session.log
    assert log is not None
    seq = len(log) - 1
    told = {
        "digest": wire.RolledBack(log.game, seq, bytes(32)),
        "longer": wire.RolledBack(log.game, len(log) + 1, log.digest),
        "another game": wire.RolledBack(bytes(16), seq, log.digest_at(seq)),
    }[lie]
    table.is_silent_about.add(Sync)
    cut(world, ann)
    assert ann.link is not None
    ann.link.peer.send(told)
    world.settle()
    assert ann.heard.ended == Ended(How.FORKED, close=Close.FORKED)
    assert ann.link.peer.closed is Close.FORKED


def test_a_rollback_that_nobody_asked_about_ends_the_link() -> None:
    world, _, ann, _ = two_at_table()
    log = ann.session.log
    assert log is not None
    assert ann.link is not None
    peer = ann.link.peer
    peer.send(wire.RolledBack(log.game, 3, log.digest_at(3)))
    world.settle()
    assert peer.closed is Close.MALFORMED
    assert not ann.heard.of(HostRolledBack)


def test_a_log_that_goes_on_before_the_answer_ends_the_link() -> None:
    world, table, ann, _ = two_at_table()
    table.takes_back = 1
    cut(world, ann)
    log = ann.session.log
    assert log is not None
    assert ann.link is not None
    peer = ann.link.peer
    peer.send(LogFollows(log.game, len(log), len(log)))
    world.settle()
    assert peer.closed is Close.MALFORMED
    assert ann.session.is_asked


def test_a_host_cannot_send_the_whole_log_again_to_be_rid_of_the_mark() -> None:
    world, table, ann, _ = two_at_table()
    table.takes_back = 1
    table.is_silent_about.add(GoOn)
    cut(world, ann)
    ann.session.go_on()
    world.settle()
    log = ann.session.log
    assert log is not None
    assert ann.link is not None
    peer = ann.link.peer
    peer.send(LogFollows(log.game, 0, len(log)))
    world.settle()
    assert peer.closed is Close.MALFORMED


def test_an_alarm_is_not_taken_back() -> None:
    world, table, ann, _ = two_at_table()
    wrong = encode_event(HandDealt(7, 0, "ROYGBP"))
    table.log.append(wrong)
    for peer in table.peers:
        peer.send_raw(wrong)
    world.settle()
    assert ann.session.verdicts[-1].verdict.result is Result.WRONG
    table.takes_back = 1
    cut(world, ann)
    ann.session.go_on()
    world.settle()
    assert ann.session._follower.replica is not None
    assert ann.session._follower.replica.alarm is not None


# --- across the end of a game ---


def after_a_game() -> tuple[World, TinyTable, Client, list[bytes]]:
    """In the lobby of the second game, with the log of the first."""
    world, table, ann, _ = two_at_table(points=1)
    first = table.log
    until_hand_ends(world, ann)
    world.settle()
    assert table.log is not first
    return world, table, ann, first.raw


def test_a_rollback_across_the_end_of_a_game_goes_back_to_the_log_of_before() -> None:
    world, table, ann, raw = after_a_game()
    opened = decode_event(raw[0])
    assert isinstance(opened, LobbyOpened)
    table.is_silent_about |= {Sync, GoOn}
    cut(world, ann)
    assert ann.link is not None
    kept = 2 + next(place for place, one in enumerate(raw) if isinstance(decode_event(one), HandDealt))
    log = Log(opened.game)
    log.raw += raw
    ann.link.peer.send(wire.RolledBack(opened.game, kept, log.digest_at(kept)))
    world.settle()
    (news,) = ann.heard.of(HostRolledBack)
    assert isinstance(news, HostRolledBack)
    assert (news.game, news.seq, news.lost) == (opened.game, kept, actions_in(map(decode_event, raw[kept:])))
    assert news.withdrawn == (1,)
    assert ann.session.log is not None
    assert ann.session.log.raw == raw[:kept]
    assert ann.session.state is not None
    assert ann.session.state.board.phase is Phase.PLAYING
    ended = next(event for event in map(decode_event, raw) if isinstance(event, HandEnded))
    ann.session.go_on()
    world.settle()
    assert GoOn(ended.secret) in ann.link.peer.said


# --- the end of a game that was never shown ---


def test_a_hand_without_an_end_is_not_checked_when_the_next_game_comes() -> None:
    world, table, ann, bo = two_at_table(points=1)
    first = table.log.game
    table.is_up = False
    bo.cut()
    ann.cut()
    table._end_game()
    table.is_up = True
    world.pass_time(10)
    assert table.log.game != first
    assert ann.session.caught_up
    judged = [one for one in ann.heard.of(Judged) if isinstance(one, Judged)]
    assert judged == [Judged(Verdict(Result.NOT_CHECKED, Why.NEVER_SHOWN), 1)]
    assert any("the end was never shown" in line for line in bo.lines)


def test_so_is_one_at_a_table_that_says_it_has_played_all_its_games() -> None:
    world, _, ann, _ = two_at_table(points=1)
    assert ann.link is not None
    ann.link.peer.bye(Close.GAME_OVER)
    world.settle()
    assert [one.verdict.why for one in ann.heard.of(Judged) if isinstance(one, Judged)] == [Why.NEVER_SHOWN]
    assert ann.heard.ended is not None
    assert ann.heard.ended.how is How.DONE


def test_the_next_game_begins_with_the_digest_of_the_one_that_was_followed() -> None:
    world, table, ann, _ = two_at_table(points=1)
    honest = table._open
    table._open = lambda seats, options, _: honest(seats, options, bytes(32))  # type: ignore[method-assign,assignment]
    until_hand_ends(world, ann)
    world.settle()
    assert ann.session.verdicts[-1].verdict == Verdict(Result.WRONG, Why.DIGEST, 0)
    assert ann.session.state is not None, "who is there is still shown"
    assert not [one for one in ann.heard.of(LinkChanged) if isinstance(one, LinkChanged) and one.close]
