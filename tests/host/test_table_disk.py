"""A disk that takes no writes: the table stands still, says so, refuses what is asked, and goes on afterwards."""

from odin_net.game.events import CardsPlayed, Passed
from odin_net.game.options import Options
from odin_net.host import steps
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.errors import Close
from protocol.messages import Reason
from tests.helpers.house import Does, House, Person, playing

LONG = Opening(options=Options(points=99), bots=1)


def disk_failed() -> tuple[House, list[Person]]:
    house, people = playing("Ann", "Bo", opening=LONG, does=Does.DEAL)
    house.handle(steps.DiskChanged(disk_failed=True))
    return house, people


def test_all_are_told_that_nothing_moves() -> None:
    _, (ann, bo) = disk_failed()
    assert ann.heard[-1] == bo.heard[-1] == wire.Paused(())


def test_whatever_is_asked_is_refused_with_not_now() -> None:
    house, (ann, bo) = disk_failed()
    action = house.state.board.action
    for message in (wire.PassTurn(action), wire.Say("hello"), wire.Ready(0, True), wire.SetPace(1, 1), wire.Back()):
        house.refuses(ann, message, Reason.NOT_NOW)
        house.refuses(bo, message, Reason.NOT_NOW)


def test_who_comes_is_asked_to_try_again() -> None:
    house, (_, bo) = disk_failed()
    assert house.join("Cy").closed is Close.TABLE_CLOSED
    assert house.watch("Di").closed is Close.TABLE_CLOSED
    again = Person(house, "Bo", bo.secret, Does.NOTHING)
    again.come_back(wire.Sync(None, 0, None))
    assert (again.closed, bo.closed) == (Close.TABLE_CLOSED, None)


def test_no_bot_moves_and_no_clock_runs_meanwhile() -> None:
    house, people = disk_failed()
    people[1].lose()
    before = list(house.logs[-1].raw)
    assert house.table.wake_at is None
    house.wait(3600)
    assert house.logs[-1].raw == before


def test_afterwards_the_table_goes_on_with_every_clock_anew() -> None:
    house, people = disk_failed()
    house.wait(3600)
    house.handle(steps.DiskChanged(disk_failed=False))
    for person in people:
        person.does = Does.ALL
    moves = len(house.events_of(CardsPlayed, Passed))
    house.run(lambda: len(house.events_of(CardsPlayed, Passed)) > moves + 5)
    assert all(person.count(wire.Nudge) == 0 for person in people)


def test_an_event_ends_the_pause() -> None:
    # SPEC 6: the next event ends it; so there has to be one, also if all that waited was private.
    house, (ann, bo) = disk_failed()
    house.handle(steps.DiskChanged(disk_failed=False))
    for person in (ann, bo):
        paused = max(index for index, message in enumerate(person.heard) if isinstance(message, wire.Paused))
        assert len(person.heard) > paused + 1


def test_when_all_went_meanwhile_the_pause_is_told_for_what_it_is() -> None:
    house, people = playing("Ann", "Bo", opening=LONG)
    watcher = house.watch("Cy")
    house.handle(steps.DiskChanged(disk_failed=True))
    for person in people:
        person.lose()
    house.handle(steps.DiskChanged(disk_failed=False))
    assert watcher.heard[-1] == wire.Paused((1, 2))
