"""Robots at a small table, in memory: whole evenings with drops, and all the ways to be refused."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.language import Language
from clients.news import Ended, How, Judged
from clients.plain import Narrator
from clients.robot import READY_AGAIN, Robot, numbered
from clients.session import JoinRequest
from odin_net.bots.policies import choose_random
from odin_net.game import Options, command_of, decide, legal_moves
from odin_net.game.events import Actor, CardsPlayed, GameEnded, Occupant, Presence, SeatChanged
from odin_net.game.rules import Move
from odin_net.game.state import PlayerView
from odin_net.game.text import columns
from protocol.audit import Result
from protocol.codec import decode_event, encode_event
from protocol.messages import Back, Join, PassTurn, Play, Ready, Reason, Rename, Watching
from tests.helpers.pairs import CODE
from tests.helpers.simulation import Client, World
from tests.helpers.tiny_table import TinyTable

ROUNDS = 400


class RobotClient(Client):
    def __init__(self, world: World, table: TinyTable, name: str) -> None:
        self.lines: list[str] = []
        self.robot = Robot(self.think, self.lines.append, world.call_later)
        super().__init__(
            world, table, JoinRequest(name, CODE.decode(), patience=120, first_patience=5), then=self.robot
        )
        self.robot.attach(self.session)

    def think(self, view: PlayerView, done: Callable[[Move], None]) -> None:
        done(choose_random(view, self.world.rng))


def evening(seed: int, robots: int, *, bots: int = 0, left: int = 1) -> tuple[World, TinyTable, list[RobotClient]]:
    world, table = World(seed), TinyTable(seed, bots, Options(points=5), left, people=robots)
    return world, table, [RobotClient(world, table, name) for name in "ABCDEF"[:robots]]


def play(world: World, robots: list[RobotClient]) -> None:
    for robot in robots:
        robot.session.start()
    for _ in range(ROUNDS):
        if all(robot.heard.ended for robot in robots):
            return
        world.pass_time(1)
    raise AssertionError("the evening does not end")


@pytest.mark.parametrize(("robots", "bots", "left"), [(2, 0, 1), (3, 2, 1), (6, 0, 2)])
def test_an_evening_of_robots_is_checked_by_each_of_them(robots: int, bots: int, left: int) -> None:
    world, _, clients = evening(7, robots, bots=bots, left=left)
    play(world, clients)
    for client in clients:
        assert isinstance(client.heard.ended, Ended)
        assert client.heard.ended.how is How.DONE
        assert client.robot.finished
        judged = client.heard.of(Judged)
        assert judged
        assert all(isinstance(news, Judged) and news.verdict.result is Result.CHECKED for news in judged)
        assert len([line for line in client.lines if line.startswith("game over, won by ")]) == left
        assert client.lines[0].startswith(f"seated as {client.session.name} at seat ")
        assert all("checked" in line for line in client.lines if line.startswith("hand "))
        assert client.store.stored is None


def test_at_a_table_without_end_a_robot_plays_one_game() -> None:
    world, table, clients = evening(3, 2, left=0)
    play(world, clients)
    for client in clients:
        assert client.heard.ended == Ended(How.LEFT)
        assert client.robot.finished
        assert client.store.stored is None
    assert table.peers == []


@settings(max_examples=15)
@given(st.integers(0, 2**16))
def test_robots_that_are_cut_at_any_moment_play_the_same_game_to_its_end(seed: int) -> None:
    world, table, clients = evening(seed, 2, bots=1)
    chance = Random(seed)
    for client in clients:
        client.session.start()
    for _ in range(ROUNDS):
        if all(client.heard.ended for client in clients):
            break
        for _ in range(chance.randrange(40)):
            if world._queue:
                world._queue.popleft()()
        victim = chance.choice(clients)
        if victim.link is not None and not victim.link.closed:
            victim.link.cut()
        world.pass_time(chance.choice([0.5, 2, 8]))
        if table.deal is not None:  # A host would do this by the clock.
            table.break_off()
    assert all(
        client.heard.ended == Ended(How.DONE, close=client.heard.ended.close)
        for client in clients
        if client.heard.ended
    )
    for client in clients:
        assert client.session.log is not None
        assert client.session.log.raw == table.log.raw[: len(client.session.log)]
        assert all(
            isinstance(news, Judged) and news.verdict.result is not Result.WRONG for news in client.heard.of(Judged)
        )


def test_a_taken_name_gets_a_number() -> None:
    world, table, clients = evening(1, 2)
    table.refuses[Join] = Reason.NAME_TAKEN
    play(world, clients)
    assert clients[0].lines[0] in ("seated as A 2 at seat 1", "seated as A 2 at seat 2")
    assert clients[0].heard.ended is not None


@given(st.text(st.sampled_from("aé漢"), min_size=1, max_size=16), st.integers(2, 64))
def test_a_numbered_name_is_short_enough(name: str, number: int) -> None:
    assert columns(numbered(name, number)) <= 16
    assert numbered(name, number).endswith(f" {number}")


def test_a_name_that_will_not_do_ends_the_robot() -> None:
    world, table, clients = evening(1, 1)
    table.refuses[Join] = Reason.BAD_NAME
    clients[0].start()
    assert clients[0].heard.ended == Ended(How.LEFT, reason=Reason.BAD_NAME)
    assert not clients[0].robot.finished
    assert world.time


def test_what_is_refused_in_a_pause_is_tried_again_at_the_next_event() -> None:
    world, table, clients = evening(1, 1, bots=1)
    (client,) = clients
    table.refuses[Play] = Reason.NOT_NOW
    client.start()
    world.pass_time(1)
    assert client.heard.ended is None
    refused_at = table.state.board.action
    table.happen([SeatChanged(1, Occupant("A"))])
    world.settle()
    assert table.state.board.action > refused_at or client.heard.ended is not None


def test_a_robot_that_said_ready_too_often_says_it_again_by_itself() -> None:
    world, table, clients = evening(1, 1, bots=1)
    (client,) = clients
    table.refuses[Ready] = Reason.TOO_FAST
    client.start()
    assert client.link is not None
    assert client.link.peer.said.count(Ready(0, True)) == 1
    world.pass_time(READY_AGAIN)
    assert client.link.peer.said.count(Ready(0, True)) == 2
    assert client.heard.ended is not None, "and so the game was played"


def test_a_robot_whose_seat_is_covered_says_that_it_is_back() -> None:
    world, table, clients = evening(1, 1, bots=1)
    (client,) = clients
    table.is_silent_about = {Play, Ready}
    client.start()
    table.happen([SeatChanged(1, Occupant("A", presence=Presence.COVERED))])
    world.settle()
    assert client.link is not None
    assert Back() in client.link.peer.said


def test_a_robot_that_sees_something_wrong_says_so_and_goes() -> None:
    world, table, clients = evening(1, 2)
    for client in clients:
        client.session.start()
    table.is_silent_about = {Ready}
    world.settle()
    for peer in table.peers:
        peer.send_raw(encode_event(GameEnded((0,))))
    world.settle()
    for client in clients:
        assert client.robot.found_wrong
        assert client.lines[-1].startswith("hand 0: WRONG at event ")
        assert client.heard.ended == Ended(How.LEFT)
        assert client.store.stored is not None


def test_a_late_thought_is_not_played() -> None:
    world, table, clients = evening(1, 1, bots=1)
    (client,) = clients
    thoughts: list[tuple[PlayerView, Callable[[Move], None]]] = []
    client.robot._think = lambda view, done: thoughts.append((view, done))
    client.start()
    ((view, done),) = thoughts
    # A bot was let to play for us meanwhile.
    table.happen(decide(table.state, command_of(legal_moves(view)[0], view.seat, Actor.BOT)))
    world.settle()
    done(legal_moves(view)[0])
    world.settle()
    assert client.link is not None
    assert not any(isinstance(message, Play | PassTurn) for message in client.link.peer.said)


def test_a_spectator_tells_every_event_once_and_no_hand() -> None:
    world, table, clients = evening(5, 2)
    lines: list[str] = []
    narrator = Narrator(Language("en"), lines.append, watches=True)
    watcher = Client(world, table, JoinRequest("Eve", CODE.decode(), watch=True), then=narrator)
    narrator.attach(watcher.session)
    watcher.start()
    for client in clients:
        client.session.start()
    for _ in range(60):
        if world._queue:
            world._queue.popleft()()
    watcher.cut()
    for _ in range(ROUNDS):
        if watcher.heard.ended:
            break
        world.pass_time(1)
    assert watcher.heard.ended is not None
    assert lines[:2] == ["You watch.", "Ctrl-C: leave."]
    assert lines.count("Ctrl-C: leave.") == 1
    assert "Hand 1 is dealt; " in "\n".join(lines)
    if watcher.heard.ended.how is How.DONE:
        assert lines[-1] == "The table has played all its games. Thank you for playing!"
        assert any(line.startswith("The game is over: ") for line in lines)
    assert watcher.session.log is not None
    plays = [raw for raw in watcher.session.log.raw if isinstance(decode_event(raw), CardsPlayed)]
    assert len([line for line in lines if " plays " in line or " opens with " in line]) == len(plays)
    assert Rename not in map(type, watcher.link.peer.said if watcher.link else [])


def test_a_robot_that_waits_for_a_seat_says_so_once() -> None:
    _, _, (robot,) = evening(1, 1)
    for before in (1, 1, 0):
        robot.robot.heard(Watching(before))
    assert robot.lines == ["waiting for a seat, 1 before us", "waiting for a seat, 0 before us"]
