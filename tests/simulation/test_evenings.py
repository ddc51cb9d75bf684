"""Evenings with faults drawn from a seed: they end well, and the same seed gives the same evening."""

import pytest

from clients.news import How
from odin_net.game.options import Options
from odin_net.game.replay import replay
from odin_net.game.state import Phase
from odin_net.host.table import Opening
from odin_net.records.record import record_of
from protocol.audit import Result, Verdict, Why
from tests.simulation.evening import CODE, Evening

OPENING = Opening(Options(points=15), CODE, seats=5, bots=2, level="easy", games=2)
NAMES = ("Ann", "Bo", "Cid")
SEEDS = range(8)


def evening(seed: int) -> Evening:
    made = Evening(seed, OPENING, NAMES)
    made.clock.later(1.0, lambda: made.trouble(every=20.0))
    made.play()
    return made


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_full_of_trouble_ends_well(seed: int) -> None:
    came_to = evening(seed)
    assert came_to.cuts
    assert came_to.full
    assert came_to.host.kills
    assert [guest.ended and guest.ended.how for guest in came_to.guests] == [How.DONE] * len(NAMES)
    verdicts = [judged.verdict.result for guest in came_to.guests for judged in guest.verdicts]
    assert Result.CHECKED in verdicts
    assert Result.WRONG not in verdicts
    games = came_to.host.games()
    assert len(games) == OPENING.games
    for guest in came_to.guests:
        assert guest.session.log is not None
        assert guest.session.log.raw == games[-1].log.raw[: len(guest.session.log)]
    for game in games:
        *_, last = replay(record_of(game.played_at(bytes(16))))
        assert last.state.board.phase is Phase.OVER
        assert last.state.board.game.winners


@pytest.mark.parametrize("lost", [1, 3, 12])
@pytest.mark.parametrize("seed", range(2))
def test_a_disk_that_lied_costs_what_it_lost_and_nothing_else(seed: int, lost: int) -> None:
    """Twice in an evening the host's computer loses its power, and its disk the last entries of the journal."""
    came_to = Evening(seed, OPENING, NAMES)
    for at in (30.0, 90.0):
        came_to.clock.later(at, lambda: came_to.host.kill(lost))
    came_to.play()
    assert came_to.host.kills == 2
    assert [guest.ended and guest.ended.how for guest in came_to.guests] == [How.DONE] * len(NAMES)
    assert any(guest.rollbacks for guest in came_to.guests)
    verdicts = [judged.verdict for guest in came_to.guests for judged in guest.verdicts]
    assert Verdict(Result.NOT_CHECKED, Why.ROLLED_BACK) in verdicts
    assert Result.WRONG not in [verdict.result for verdict in verdicts]
    games = came_to.host.games()
    assert len(games) == OPENING.games
    for guest in came_to.guests:
        assert guest.session.log is not None
        assert guest.session.log.raw == games[-1].log.raw[: len(guest.session.log)]
    for game in games:
        *_, last = replay(record_of(game.played_at(bytes(16))))
        assert last.state.board.game.winners


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = evening(3), evening(3)
    assert one.host.disk.data == other.host.disk.data
    assert one.clock.now == other.clock.now
