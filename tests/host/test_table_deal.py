"""The fair deal as the host leads it, and when the next hand is dealt."""

import pytest

from odin_net.game import Phase
from odin_net.game.events import (
    CardsPlayed,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    Presence,
    TableStopped,
)
from odin_net.game.options import Options
from odin_net.host import steps
from odin_net.host.dealer import NEXT_HAND
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.audit import Result, Why
from protocol.codec import decode_event
from protocol.errors import Close
from protocol.fair_deal import DealId, host_commitment, seat_commitment
from protocol.messages import Reason
from tests.helpers.host_said import terms
from tests.helpers.house import Does, House, Person, owned, playing

LONG = Opening(options=Options(points=99))
WRONG = b"w" * 32


def dealing(*names: str, does: Does = Does.NOTHING, bots: int = 0) -> tuple[House, list[Person]]:
    """A table at which the first deal is open."""
    house, people = owned(*names, does=does, opening=LONG._replace(bots=bots))
    people[0].say(wire.Start())
    return house, people


def openings(house: House) -> list[DealOpened]:
    return [event for event in house.events if isinstance(event, DealOpened)]


def aborts(house: House) -> list[DealAborted]:
    return [event for event in house.events if isinstance(event, DealAborted)]


def commitments(house: House) -> list[list[bool]]:
    """Who bound themselves in each attempt."""
    found = [event for event in house.events if isinstance(event, DealCommitted)]
    return [[part is not None for part in event.commitments] for event in found]


def test_a_deal_goes_through_its_steps_as_fast_as_people_answer() -> None:
    house, (ann, bo) = dealing("Ann", "Bo", does=Does.DEAL)
    kinds = [type(event) for event in house.events[-5:]]
    assert kinds == [GameStarted, DealOpened, DealCommitted, DealContributed, HandDealt]
    assert ann.state is not None
    assert ann.state.hands == (house.state.hands[0], None)
    assert bo.refusals == ann.refusals == []


def test_the_host_is_bound_to_the_secret_that_it_shows_at_the_end() -> None:
    house, people = playing("Ann", "Bo", opening=LONG, does=Does.ALL)
    house.run(lambda: bool(house.events_of(HandEnded)))
    opened, ended = house.events_of(DealOpened)[0], house.events_of(HandEnded)[0]
    assert isinstance(opened, DealOpened)
    assert isinstance(ended, HandEnded)
    assert host_commitment(DealId(house.logs[0].game, 1, 0), ended.secret) == opened.commitment
    assert [person.verdicts[0].result for person in people] == [Result.CHECKED] * 2


def test_nobody_is_waited_for_who_is_a_bot_or_away() -> None:
    house, (ann, bo, cy) = owned("Ann", "Bo", "Cy", does=Does.DEAL, opening=LONG._replace(bots=1))
    bo.lose()
    ann.say(wire.Start())
    assert commitments(house) == [[False, True, False, True]]
    assert house.is_in(Phase.PLAYING)
    assert cy.refusals == []


def test_a_deal_that_nobody_can_share_in_is_logged_with_no_commitments() -> None:
    house, (ann,) = owned("Ann", does=Does.NOTHING, opening=LONG._replace(bots=1))
    ann.say(wire.Start())
    house.wait(3)
    assert commitments(house) == [[False, False]]
    assert house.is_in(Phase.PLAYING)


def test_who_is_silent_for_3_s_is_left_out() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=LONG)
    bo.does = Does.NOTHING
    ann.say(wire.Start())
    house.wait(2.9)
    assert commitments(house) == []
    house.wait(0.2)
    assert commitments(house) == [[True, False]]
    assert house.is_in(Phase.PLAYING)


def test_who_is_covered_and_connected_shares_in_the_deal() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=LONG)
    house.core.change_seat(1, presence=Presence.COVERED)
    ann.say(wire.Start())
    assert bo.link is not None
    assert commitments(house) == [[True, True]]


def test_who_falls_silent_after_its_commitment_costs_an_attempt_by_name() -> None:
    house, (ann, bo, _) = owned("Ann", "Bo", "Cy", opening=LONG)
    bo.does = Does.COMMIT
    ann.say(wire.Start())
    assert commitments(house) == [[True, True, True]]
    house.wait(2.9)
    assert not house.events_of(DealAborted)
    house.wait(0.2)
    aborted = aborts(house)[0]
    assert aborted.silent == (1,)
    first, second = openings(house)
    assert (first[:2], second[:2]) == ((1, 0), (1, 1))
    assert host_commitment(DealId(house.logs[0].game, 1, 0), aborted.secret) == first.commitment != second.commitment
    assert commitments(house) == [[True, True, True], [True, False, True]]
    assert house.is_in(Phase.PLAYING)
    assert bo.refusals == [Reason.STALE]


def test_each_seat_can_break_one_attempt_at_most() -> None:
    house, people = owned("Ann", "Bo", "Cy", "Di", does=Does.COMMIT, opening=LONG)
    for person, does in zip(people, (Does.COMMIT, Does.DEAL, Does.DEAL, Does.DEAL), strict=True):
        person.does = does
    people[0].say(wire.Start())
    for person in people[1:]:
        person.does = Does.COMMIT
        house.wait(3)
    house.wait(20)
    assert house.is_in(Phase.PLAYING)
    assert len(house.events_of(DealOpened)) <= len(people) + 1
    silent = [event.silent for event in aborts(house)]
    assert len(silent) == len(house.events_of(DealOpened)) - 1
    assert len({seat for seats in silent for seat in seats}) == sum(map(len, silent))


def test_all_who_fall_silent_at_once_cost_one_attempt() -> None:
    house, people = owned("Ann", "Bo", "Cy", does=Does.COMMIT, opening=LONG)
    people[0].say(wire.Start())
    house.wait(6)
    assert [event.silent for event in aborts(house)] == [(0, 1, 2)]
    assert commitments(house) == [[True] * 3, [False] * 3]
    assert house.is_in(Phase.PLAYING)


def test_a_share_that_was_not_bound_is_refused_and_the_right_one_still_counts() -> None:
    house, (ann, bo) = dealing("Ann", "Bo", does=Does.COMMIT)
    house.refuses(ann, wire.Contribute(1, 0, WRONG), Reason.STALE)
    deal = DealId(house.logs[-1].game, 1, 0)
    for person in (ann, bo):
        person.say(wire.Contribute(1, 0, person.shares[deal][1]))
    assert house.is_in(Phase.PLAYING)


def test_late_early_repeated_and_foreign_commitments_and_shares_are_stale() -> None:
    house, (ann, bo) = dealing("Ann", "Bo")
    house.refuses(ann, wire.Contribute(1, 0, WRONG), Reason.STALE)
    house.refuses(ann, wire.Commit(1, 1, WRONG), Reason.STALE)
    house.refuses(ann, wire.Commit(2, 0, WRONG), Reason.STALE)
    deal = DealId(house.logs[-1].game, 1, 0)
    ann.say(wire.Commit(1, 0, seat_commitment(deal, 0, WRONG)))
    house.refuses(ann, wire.Commit(1, 0, bytes(32)), Reason.STALE)
    house.wait(3)
    assert commitments(house) == [[True, False]]
    house.refuses(bo, wire.Commit(1, 0, WRONG), Reason.STALE)
    house.refuses(bo, wire.Contribute(1, 0, WRONG), Reason.STALE)
    ann.say(wire.Contribute(1, 0, WRONG))
    assert house.is_in(Phase.PLAYING)
    house.refuses(ann, wire.Contribute(1, 0, WRONG), Reason.STALE)
    house.refuses(ann, wire.Commit(1, 0, WRONG), Reason.STALE)


def test_who_comes_back_while_a_deal_is_open_is_too_late_for_it() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=LONG)
    bo.lose()
    ann.does = Does.NOTHING
    ann.say(wire.Start())
    bo.come_back()
    house.refuses(bo, wire.Commit(1, 0, WRONG), Reason.STALE)


def test_a_lost_link_is_not_waited_for_before_the_commitments() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=LONG)
    bo.does = Does.NOTHING
    ann.say(wire.Start())
    bo.lose()
    house.settle()
    assert commitments(house) == [[True, False]]
    assert house.is_in(Phase.PLAYING)


def test_who_is_lost_after_the_commitment_may_come_back_for_the_share() -> None:
    house, (ann, bo) = dealing("Ann", "Bo", does=Does.COMMIT)
    deal = DealId(house.logs[-1].game, 1, 0)
    ann.say(wire.Contribute(1, 0, ann.shares[deal][1]))
    bo.lose()
    bo.come_back()
    bo.say(wire.Contribute(1, 0, bo.shares[deal][1]))
    assert house.is_in(Phase.PLAYING)
    assert not house.events_of(DealAborted)


@pytest.mark.parametrize("kicked", [True, False])
def test_a_commitment_does_not_outlive_its_person(kicked: bool) -> None:
    # SPEC 7: a commitment of a seat that a bot has is wrong.
    house, (ann, bo, cy) = dealing("Ann", "Bo", "Cy")
    bo.bind()
    house.settle()
    if kicked:
        ann.say(wire.Remove(1))
    else:
        bo.go(Close.LEFT)
    for person in (ann, cy):
        person.does = Does.ALL
    house.run(lambda: bool(cy.verdicts))
    assert commitments(house) == [[False] * 3]
    assert cy.verdicts[0].result is not Result.WRONG


def test_a_seat_that_was_given_away_is_not_bound_by_its_former_owner() -> None:
    house, (ann, bo, cy) = dealing("Ann", "Bo", "Cy")
    di = house.join("Di")
    house.wait(1)
    bo.bind()
    house.settle()
    bo.lose()
    house.core.change_seat(1, presence=Presence.COVERED)
    ann.say(wire.GiveSeat(1, "Di"))
    assert di.seat == 1
    house.wait(3)
    assert commitments(house)[0] == [False] * 3
    assert cy.closed is None


def test_after_all_were_away_a_deal_has_its_3_s_again() -> None:
    house, (ann, bo) = dealing("Ann", "Bo")
    house.wait(2)
    ann.lose()
    bo.lose()
    assert commitments(house) == []
    house.wait(100)
    ann.come_back()
    house.wait(2.9)
    assert commitments(house) == []
    house.wait(0.2)
    assert commitments(house) == [[False, False]]


# --- the next hand ---


def between_hands(*names: str) -> tuple[House, list[Person]]:
    house, people = playing(*names, opening=LONG, does=Does.DEAL | Does.PLAY)
    house.run(lambda: bool(house.events_of(HandEnded)))
    return house, people


def hands(house: House) -> int:
    return len(house.events_of(HandDealt))


def test_the_next_hand_is_dealt_when_all_who_are_here_are_ready() -> None:
    house, (ann, bo, cy) = between_hands("Ann", "Bo", "Cy")
    cy.lose()
    ann.say(wire.Ready(1, True))
    house.wait(1)
    assert hands(house) == 1
    bo.say(wire.Ready(1, True))
    assert hands(house) == 2


def test_the_next_hand_is_dealt_20_s_after_the_first_is_ready() -> None:
    house, (ann, *_) = between_hands("Ann", "Bo", "Cy")
    house.wait(1000)
    assert hands(house) == 1
    ann.say(wire.Ready(1, True))
    house.wait(19.9)
    assert hands(house) == 1
    house.wait(0.2)
    assert hands(house) == 2


def test_all_see_who_is_ready_for_the_next_hand() -> None:
    house, (ann, bo, cy) = between_hands("Ann", "Bo", "Cy")
    assert [occupant.ready for occupant in house.seats] == [False, False, False]
    ann.say(wire.Ready(1, True))
    assert [occupant.ready for occupant in house.seats] == [True, False, False]
    for person in (ann, bo, cy):
        assert person.state is not None
        assert person.state.board.game.seats == house.seats
    ann.say(wire.Ready(1, False))
    assert not any(occupant.ready for occupant in house.seats)


def test_who_was_ready_still_is_after_a_restart() -> None:
    house, (ann, bo, cy) = between_hands("Ann", "Bo", "Cy")
    ann.say(wire.Ready(1, True))
    house.kill()
    assert [occupant.ready for occupant in house.seats] == [True, False, False]
    for person in (bo, cy, ann):
        person.come_back()
    bo.say(wire.Ready(1, True))
    assert hands(house) == 1
    cy.say(wire.Ready(1, True))
    assert hands(house) == 2


def test_after_a_restart_the_20_s_of_the_first_who_was_ready_run() -> None:
    house, (ann, bo, cy) = between_hands("Ann", "Bo", "Cy")
    ann.say(wire.Ready(1, True))
    house.kill()
    for person in (bo, cy, ann):
        person.come_back()
    house.wait(NEXT_HAND - 1)
    assert hands(house) == 1
    house.wait(2)
    assert hands(house) == 2


def test_after_a_restart_those_on_their_way_back_share_in_the_deal() -> None:
    house, (ann, bo) = between_hands("Ann", "Bo")
    ann.say(wire.Ready(1, True))
    house.kill()
    ann.come_back()
    assert hands(house) == 1, "Bo has a moment"
    bo.come_back()
    assert hands(house) == 1, "and is asked"
    bo.say(wire.Ready(1, True))
    assert hands(house) == 2


def test_who_is_given_a_seat_is_not_ready_because_another_was() -> None:
    house, (ann, bo, cy) = between_hands("Ann", "Bo", "Cy")
    house.join("Di")
    house.core.change_seat(1, presence=Presence.COVERED)
    bo.say(wire.Ready(1, True))
    bo.lose()
    ann.say(wire.GiveSeat(1, "Di"))
    assert not house.seats[1].ready
    ann.say(wire.Ready(1, True))
    cy.say(wire.Ready(1, True))
    assert hands(house) == 1


def test_ready_for_each_hand_is_never_too_often_but_to_and_fro_is() -> None:
    house, (ann, _) = between_hands("Ann", "Bo")
    for _ in range(40):
        ann.say(wire.Ready(1, True), wire.Ready(1, False))
    assert Reason.TOO_FAST not in ann.refusals
    ann.say(wire.Ready(1, True))
    house.refuses(ann, wire.Ready(1, False), Reason.TOO_FAST)


def test_nobody_is_ready_after_all_and_no_hand_is_dealt() -> None:
    house, (ann, bo) = between_hands("Ann", "Bo")
    ann.say(wire.Ready(1, True), wire.Ready(1, False))
    house.wait(100)
    assert hands(house) == 1
    bo.say(wire.Ready(1, True))
    house.wait(19)
    assert hands(house) == 1


@pytest.mark.parametrize("after", [0, 2])
def test_ready_for_another_hand_is_stale(after: int) -> None:
    house, (ann, _) = between_hands("Ann", "Bo")
    house.refuses(ann, wire.Ready(after, True), Reason.STALE)


def test_ready_while_a_hand_is_played_is_stale() -> None:
    house, (ann, _) = playing("Ann", "Bo", opening=LONG)
    house.refuses(ann, wire.Ready(1, True), Reason.STALE)


def test_a_hand_is_dealt_for_those_who_sit_and_let_bots_play() -> None:
    house, people = between_hands("Ann", "Bo")
    for seat in range(2):
        house.core.change_seat(seat, presence=Presence.COVERED)
    house.wait(1)
    house.tick()
    house.wait(19)
    assert hands(house) == 1
    house.wait(2)
    assert hands(house) == 2
    assert all(person.link is not None for person in people)


# --- stopping ---


def test_stop_after_this_hand_ends_the_game_without_winners() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG, does=Does.ALL)
    house.refuses(bo, wire.StopAfterHand(True), Reason.NOT_THE_OWNER)
    ann.say(wire.StopAfterHand(True))
    house.run(lambda: len(house.logs) == 2)
    first = [type(event) for event in map(decode_event, house.logs[0].raw)]
    assert first[-2:] == [HandEnded, TableStopped]
    assert GameEnded not in first
    assert house.state.board.game.tally == ()
    assert len(house.news_of(steps.GameFinished)) == 1


def test_stop_can_be_taken_back() -> None:
    house, (ann, _) = playing("Ann", "Bo", opening=LONG, does=Does.ALL)
    ann.say(wire.StopAfterHand(True), wire.StopAfterHand(False))
    house.run(lambda: hands(house) == 2)


def test_between_hands_the_game_stops_at_once_and_in_the_lobby_there_is_nothing_to_stop() -> None:
    house, (ann, _) = between_hands("Ann", "Bo")
    ann.say(wire.StopAfterHand(True))
    assert house.is_in(Phase.LOBBY)
    house.refuses(ann, wire.StopAfterHand(True), Reason.NOT_NOW)


def test_readiness_is_for_one_game_only() -> None:
    house, (ann, bo) = between_hands("Ann", "Bo")
    ann.say(wire.Ready(1, True))
    ann.say(wire.StopAfterHand(True))
    for person in (ann, bo):
        person.say(wire.Ready(0, True))
    house.run(lambda: bool(house.events_of(HandEnded)))
    bo.say(wire.Ready(1, True))
    assert hands(house) == 1


def test_a_new_game_is_not_stopped_by_the_last_ones_wish() -> None:
    house, (ann, *_) = between_hands("Ann", "Bo")
    ann.say(wire.StopAfterHand(True), wire.Start())
    assert not house.table.memo.stop_after


# --- after a restart of the host ---


def killed(silent: bool = False) -> tuple[House, list[Person]]:
    """Killed with the second hand's deal open."""
    house, people = between_hands("Ann", "Bo")
    for person in people:
        person.does = Does.NOTHING if silent else Does.COMMIT
        person.say(wire.Ready(1, True))
    house.kill()
    for person in people:
        person.does = Does.DEAL
    return house, people


@pytest.mark.parametrize("silent", [True, False])
def test_an_unfinished_deal_is_broken_off_and_begun_again_with_a_fresh_secret(silent: bool) -> None:
    house, people = killed(silent)
    assert aborts(house)[-1].silent == ()
    for person in people:
        person.come_back()
    house.wait(3)
    assert hands(house) == 2
    first, second = [event for event in openings(house) if event.hand == 2]
    assert (first.attempt, second.attempt) == (0, 1)
    assert first.commitment != second.commitment
    for person in people:
        person.does = Does.ALL
    house.run(lambda: len(people[0].verdicts) == 2)
    why = None if silent else Why.BEGUN_AGAIN
    assert [person.verdicts[1].why for person in people] == [why, why]
    assert {person.verdicts[1].result for person in people} == {Result.CHECKED if silent else Result.NOT_CHECKED}


def test_a_deal_that_begins_again_does_not_wait_long_for_who_stays_away() -> None:
    house, (ann, _) = killed()
    ann.come_back()
    house.wait(3.1)
    assert hands(house) == 2
    assert commitments(house)[-1] == [True, False]


def test_who_is_back_first_after_a_restart_shares_in_the_first_deal() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=LONG)
    bo.does = Does.NOTHING
    ann.say(wire.Start())
    house.kill()
    bo.does = Does.DEAL
    ann.come_back()
    bo.come_back()
    house.wait(3)
    assert commitments(house)[-1] == [True, True]
    assert house.is_in(Phase.PLAYING)


def test_a_return_and_what_follows_from_it_are_not_history() -> None:
    # SPEC 6: what has a number below the length is not acted on; the deal that a return lets begin has not.
    house, (ann,) = owned("Ann", opening=LONG._replace(bots=1))
    ann.does = Does.NOTHING
    ann.say(wire.Start())
    house.kill()
    ann.does = Does.DEAL
    ann.come_back()
    opened = max(index for index, event in enumerate(house.events) if isinstance(event, DealOpened))
    follows = ann.last(wire.LogFollows)
    assert isinstance(follows, wire.LogFollows)
    assert follows.length <= opened
    assert commitments(house)[-1] == [False, True]


def test_cards_that_were_dealt_stay_dealt() -> None:
    house, people = playing("Ann", "Bo", opening=LONG)
    dealt, before = house.events_of(HandDealt), house.state.hands
    house.kill()
    for person in people:
        person.come_back()
    assert house.events_of(HandDealt) == dealt
    assert house.state.hands == before
    assert house.events_of(CardsPlayed) == []


def terms_of(person: Person) -> list[wire.Terms]:
    return [message for message in person.heard if isinstance(message, wire.Terms)]


def test_everybody_is_told_of_the_turn_clock_and_of_the_last_hand_and_who_comes_in_too() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    assert terms_of(bo) == [wire.USUAL_TERMS]
    ann.say(wire.SetPace(1000, 30_000))
    ann.say(wire.SetPace(500, 30_000))
    ann.say(wire.SetPace(500, 30_000))
    now = terms(30_000, bots=500)
    assert terms_of(ann) == terms_of(bo) == [wire.USUAL_TERMS, terms(30_000), now]
    cy = house.join("Cy")
    assert terms_of(cy) == [now]
    ann.say(wire.Start())
    ann.say(wire.StopAfterHand(True))
    watcher = house.watch("Di")
    for person in (ann, bo, cy, watcher):
        assert person.last(wire.Terms) == terms(30_000, bots=500, stop_after=True)
    ann.say(wire.StopAfterHand(False))
    assert watcher.last(wire.Terms) == now


def test_the_terms_say_when_a_bot_may_cover_as_it_then_is() -> None:
    house, people = playing("Ann", "Bo")
    people[0].say(wire.SetPace(0, 0))
    told = people[1].last(wire.Terms)
    assert isinstance(told, wire.Terms)
    mover, other = sorted(people, key=lambda person: person.seat != house.state.board.turn)
    house.wait(told.cover_after / 1000 - 1)
    house.refuses(other, wire.Cover(mover.seat or 0), Reason.NOT_NOW)
    house.wait(1)
    other.say(wire.Cover(mover.seat or 0))
    assert house.state.board.game.seats[mover.seat or 0].presence is Presence.COVERED


def test_at_a_usual_table_all_who_come_in_are_told_so_once() -> None:
    house, people = playing("Ann", "Bo")
    assert terms_of(house.watch("Cy")) == terms_of(people[1]) == [wire.USUAL_TERMS]
