"""The last game, shown again to everybody: who may, when, and who is sent its log."""

import pytest

from odin_net.game.events import GameStarted
from odin_net.game.state import Phase
from odin_net.host import shared_replay
from odin_net.host.feed import CHUNK
from odin_net.host.shared_replay import parts_of
from protocol import messages as wire
from protocol.log import Log
from protocol.messages import MAX_BATCH, PastLog, Reason, ShowStep, StepShown
from tests.helpers.house import House, Person, owned
from tests.host.test_table_rollback import play_game


def after_a_game(*names: str) -> tuple[House, list[Person], Log]:
    """A table in the lobby after its first game, and the log of that."""
    house, people = owned(*names)
    play_game(house, people)
    assert house.is_in(Phase.LOBBY)
    return house, people, house.logs[0]


def test_all_who_were_there_are_told_the_step_and_need_no_log() -> None:
    house, (ann, bo), past = after_a_game("Ann", "Bo")
    logged = len(house.events)
    ann.say(ShowStep(0), ShowStep(3))
    for person in (ann, bo):
        assert person.last(StepShown) == StepShown(past.game, 3)
        assert person.count(StepShown) == 2
        assert not person.count(PastLog)
    assert len(house.events) == logged


def test_who_came_later_is_sent_that_log_first_and_once() -> None:
    house, (ann, _), past = after_a_game("Ann", "Bo")
    cleo = house.watch("Cleo")
    assert not cleo.count(PastLog)
    ann.say(ShowStep(0), ShowStep(1))
    dag = house.join("Dag")
    for late in (cleo, dag):
        parts = [message for message in late.heard if isinstance(message, PastLog)]
        assert [raw for part in parts for raw in part.events] == past.raw
        assert late.heard.index(parts[-1]) < late.heard.index(StepShown(past.game, 1))
        assert late.last(StepShown) == StepShown(past.game, 1)
    ann.say(ShowStep(2))
    assert dag.count(PastLog) == len(list(parts_of(past)))


def test_who_comes_back_is_told_what_is_shown() -> None:
    _, (ann, bo), past = after_a_game("Ann", "Bo")
    ann.say(ShowStep(4))
    bo.lose()
    bo.heard.clear()
    bo.come_back()
    assert bo.last(StepShown) == StepShown(past.game, 4)
    assert bo.count(PastLog), "what was followed on another link may be lost"


def test_it_ends_when_the_owner_says_so_or_a_game_begins() -> None:
    house, (ann, bo), past = after_a_game("Ann", "Bo")
    ann.say(ShowStep(4), ShowStep(None))
    assert bo.last(StepShown) == StepShown(past.game, None)
    assert not house.watch("Cleo").count(StepShown)
    ann.say(ShowStep(4), wire.Start())
    assert any(isinstance(message, GameStarted) for message in bo.heard)
    assert not house.watch("Dag").count(StepShown)


def test_only_the_owner_shows_it_and_only_between_games() -> None:
    house, (ann, bo), past = after_a_game("Ann", "Bo")
    house.refuses(bo, ShowStep(0), Reason.NOT_THE_OWNER)
    house.refuses(house.watch("Cleo"), ShowStep(0), Reason.NOT_NOW)
    house.refuses(ann, ShowStep(len(past)), Reason.NOT_NOW)
    ann.say(wire.Start())
    house.refuses(ann, ShowStep(0), Reason.NOT_NOW)


def test_there_is_nothing_to_show_before_the_first_game() -> None:
    house, (ann, _) = owned("Ann", "Bo")
    house.refuses(ann, ShowStep(0), Reason.NOT_NOW)


def test_a_log_that_is_too_long_to_be_sent_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    house, (ann, _), past = after_a_game("Ann", "Bo")
    monkeypatch.setattr(shared_replay, "MOST_BYTES", past.size - 1)
    house.refuses(ann, ShowStep(0), Reason.NOT_NOW)


def test_a_resumed_table_can_show_the_game_before_it_was_killed() -> None:
    house, (ann, bo), past = after_a_game("Ann", "Bo")
    ann.say(ShowStep(4))
    house.kill()
    for person in (ann, bo):
        person.heard.clear()
        person.come_back()
        assert not person.count(StepShown), "a host that was restarted shows nothing"
    ann.say(ShowStep(5))
    assert bo.last(StepShown) == StepShown(past.game, 5)
    assert bo.count(PastLog)


def test_parts_fit_into_frames_and_are_the_whole_log() -> None:
    log = Log(bytes(16))
    log.raw = [bytes([number % 256]) * (1 + number % 700) for number in range(5000)]
    log.raw += [b"x"] * (2 * MAX_BATCH + 1)
    parts = list(parts_of(log))
    assert [raw for part in parts for raw in part.events] == log.raw
    assert [part.seq for part in parts] == [sum(len(one.events) for one in parts[:at]) for at in range(len(parts))]
    assert all(sum(map(len, part.events)) <= CHUNK and len(part.events) <= MAX_BATCH for part in parts)
