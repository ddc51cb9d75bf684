"""A host whose disk kept less than it had shown, and a game whose end somebody missed."""

import pytest

from odin_net.game import Options, Phase
from odin_net.game.events import (
    CardsPlayed,
    DealAborted,
    GameEnded,
    HandDealt,
    HandEnded,
    LobbyOpened,
    Passed,
    Presence,
)
from odin_net.game.replay import replay
from odin_net.host import steps
from odin_net.host.resume import games_of
from odin_net.host.seats import GRACE
from odin_net.host.table import Opening
from odin_net.records.record import record_of
from protocol import messages as wire
from protocol.audit import Result, Verdict, Why
from protocol.codec import decode_event
from protocol.errors import Close
from tests.helpers.house import FAST, Does, House, Person, headless, owned, playing

LONG = Opening(options=Options(points=40))
MOVES = (CardsPlayed, Passed)
ROLLED_BACK = Verdict(Result.NOT_CHECKED, Why.ROLLED_BACK)


def move(house: House, people: list[Person], times: int = 1) -> None:
    for _ in range(times):
        mover = people[house.state.board.turn]
        mover.say(mover.a_move())


def play_hand(house: House, people: list[Person]) -> None:
    """Until somebody goes out."""
    while house.is_in(Phase.PLAYING):
        move(house, people)


def play_game(house: House, people: list[Person]) -> None:
    """Until the next lobby."""
    game = house.core.log.game
    for person in people:
        person.does = Does.ALL
    house.run(lambda: house.core.log.game != game)
    for person in people:
        person.does = Does.DEAL


def logged(house: House, kind: type[object]) -> int:
    return sum(isinstance(decode_event(raw), kind) for raw in house.core.log.raw)


def common(one: list[bytes], other: list[bytes]) -> int:
    """How many events two logs have in common."""
    return next(place for place in range(len(one)) if one[: place + 1] != other[: place + 1])


def checked_record(house: House) -> Phase:
    """The phase in which the record of the first game ends; a record that is not legal is a fault."""
    _, games = games_of(house.journal)
    *_, last = replay(record_of(games[0].played_at(bytes(16))))
    return last.state.board.phase


# --- who had seen more ---


@pytest.mark.parametrize("lost", [1, 3])
def test_who_saw_more_than_was_kept_is_told_so_and_is_away_until_going_on(lost: int) -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG)
    move(house, [ann, bo], 5)
    saw = list(bo.log.raw)
    house.kill(lost)
    kept = common(saw, house.core.log.raw)
    assert kept < len(saw)
    for person in (ann, bo):
        events = len(person.log)
        person.come_back()
        assert person.last(wire.RolledBack) == wire.RolledBack(person.log.game, kept, bo.log.digest_at(kept))
        assert len(person.log) == events, "nothing comes before they have answered"
        assert person.occupant.presence is Presence.AWAY
    assert house.core.paused
    ann.go_on()
    assert ann.occupant.presence is Presence.HERE
    assert not house.core.paused
    house.wait(GRACE + 1)
    assert bo.occupant.presence is Presence.COVERED
    bo.go_on()
    assert bo.occupant.presence is Presence.HERE
    assert ann.log.raw == bo.log.raw == house.core.log.raw
    assert saw[:kept] == house.core.log.raw[:kept]
    assert logged(house, DealAborted) == 0, "nobody has seen the end of this hand"
    play_hand(house, [ann, bo])
    assert ann.verdicts[-1] == bo.verdicts[-1] == ROLLED_BACK


def test_who_saw_no_more_comes_back_as_ever_and_the_hand_stays_checked_for_them() -> None:
    house, (ann, bo, cy) = playing("Ann", "Bo", "Cy", opening=LONG)
    move(house, [ann, bo, cy], 2)
    cy.lose()
    house.run(lambda: cy.occupant.presence is Presence.COVERED)
    seen = len(cy.log)
    while house.state.board.turn == 2:
        house.wait(1)
    move(house, [ann, bo, cy])
    house.kill(lost=1)
    cy.come_back()
    assert cy.count(wire.RolledBack) == 0
    assert len(cy.log) > seen
    ann.come_back().go_on()
    bo.come_back().go_on()
    play_hand(house, [ann, bo, cy])
    assert [ann.verdicts[-1], bo.verdicts[-1]] == [ROLLED_BACK] * 2
    assert cy.verdicts[-1] == Verdict(Result.CHECKED)


def test_what_only_a_restart_logs_hides_no_rollback() -> None:
    """Three people are away after a restart: three events, more than were lost."""
    house, people = playing("Ann", "Bo", "Cy", opening=LONG)
    move(house, people, 3)
    house.kill(lost=1)
    assert len(house.core.log) >= len(people[0].log)
    people[0].come_back()
    assert people[0].count(wire.RolledBack) == 1
    assert people[0].count(wire.Fork) == 0


def test_a_second_restart_before_anybody_came_changes_nothing_for_them() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG)
    move(house, [ann, bo], 9)
    house.kill(lost=5)
    house.kill()
    house.kill()
    ann.come_back().go_on()
    bo.come_back().go_on()
    assert ann.log.raw == bo.log.raw == house.core.log.raw


def test_who_was_away_for_a_whole_run_between_two_rollbacks_comes_back_too() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG)
    move(house, [ann, bo], 3)
    house.kill(lost=1)
    ann.come_back().go_on()
    ann.does = Does.ALL
    house.run(lambda: house.state.board.action > 6)
    ann.does = Does.DEAL
    house.kill(lost=1)
    bo.come_back().go_on()
    ann.come_back().go_on()
    assert ann.log.raw == bo.log.raw == house.core.log.raw


def test_a_host_that_was_never_resumed_or_has_ended_that_game_says_fork() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG)
    move(house, [ann, bo], 3)
    longer = wire.Sync(bo.log.game, len(bo.log) + 1, bytes(32))
    bo.lose()
    assert bo.come_back(longer).closed is Close.FORKED
    bo.come_back()
    move(house, [ann, bo])
    house.kill(lost=1)
    ann.come_back().go_on()
    ann.say(wire.StopAfterHand(True))
    play_game(house, [ann])
    bo.come_back()
    assert (bo.closed, bo.count(wire.RolledBack)) == (Close.FORKED, 0)


def test_so_does_a_host_whose_last_game_is_over() -> None:
    opening = Opening(options=FAST, seats=2, games=1)
    house = House(opening)
    ann, bo = house.join("Ann", Does.ALL), house.join("Bo", Does.ALL)
    house.run(lambda: house.state.board.action > 2)
    house.kill(lost=1)
    longer = bo.log.sync()
    ann.come_back()
    if ann.count(wire.RolledBack):
        ann.go_on()
    house.run(lambda: house.is_in(Phase.OVER))
    bo.come_back(longer)
    assert (bo.closed, bo.count(wire.RolledBack)) == (Close.FORKED, 0)


def test_a_game_that_nobody_here_knows_is_a_rollback_only_after_a_restart() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG)
    bo.lose()
    bo.come_back(wire.Sync(bytes(16), 7, bytes(32)))
    assert bo.count(wire.RolledBack) == 0
    house.kill()
    bo.come_back(wire.Sync(bytes(16), 7, bytes(32)))
    told = bo.last(wire.RolledBack)
    assert isinstance(told, wire.RolledBack)
    assert told.game == house.core.log.game
    assert ann.log.digest_at(told.seq) == told.digest


def test_a_table_of_bots_alone_that_lost_a_whole_game_says_so_to_who_watched_it() -> None:
    # Its restart logs nothing: nobody who sits there was lost.
    house = headless(seats=2, bots=2, options=Options(points=40))
    dag = house.watch("Dag")
    house.run(lambda: house.is_in(Phase.PLAYING) and logged(house, CardsPlayed) > 1)
    dag.lose()
    house.kill()
    dag.come_back(wire.Sync(bytes(16), 7, bytes(32)))
    told = dag.last(wire.RolledBack)
    assert isinstance(told, wire.RolledBack)
    assert (told.game, told.digest) == (house.core.log.game, dag.log.digest_at(told.seq))


def test_a_rollback_across_the_end_of_a_game() -> None:
    house, people = playing("Ann", "Bo", opening=Opening(options=FAST))
    first = house.core.log.game
    play_game(house, people)
    saw = house.logs[0].raw
    assert people[0].log.game != first
    house.kill(lost=1)
    assert house.core.log.game == first
    for person in people:
        person.come_back()
        told = person.last(wire.RolledBack)
        assert isinstance(told, wire.RolledBack)
        assert (told.game, saw[: told.seq]) == (first, house.core.log.raw[: told.seq])
        assert person.occupant.presence is Presence.AWAY


# --- a hand whose end was seen ---


def after_a_lost_hand(*names: str) -> tuple[House, list[Person], bytes]:
    """A hand ended and all saw it, but the host has not kept that; with its secret."""
    house, people = playing(*names, opening=LONG)
    play_hand(house, people)
    ended = next(event for event in reversed(people[0].heard) if isinstance(event, HandEnded))
    house.kill(lost=1)
    assert house.is_in(Phase.PLAYING)
    for person in people:
        person.come_back()
    return house, people, ended.secret


def test_a_hand_whose_end_was_seen_is_dealt_anew_and_is_checked_by_nobody() -> None:
    house, people, secret = after_a_lost_hand("Ann", "Bo", "Cy")
    people[0].go_on(secret)
    assert house.is_in(Phase.DEALING)
    assert house.core.log.raw[-1] == people[0].log.raw[-1]
    assert logged(house, DealAborted) == 1
    people[1].go_on()
    people[2].go_on(secret)
    house.run(lambda: house.is_in(Phase.PLAYING))
    assert (logged(house, HandDealt), logged(house, DealAborted)) == (2, 1)
    dealt = house.core.dealt
    assert dealt is not None
    assert (dealt.hand, dealt.attempt) == (1, 1)
    play_hand(house, people)
    assert [person.verdicts[-1] for person in people] == [ROLLED_BACK] * 3
    for person in people:
        person.say(wire.Ready(1, True))
    house.run(lambda: house.is_in(Phase.PLAYING))
    play_hand(house, people)
    assert [person.verdicts[-1].result for person in people] == [Result.CHECKED] * 3


def test_the_same_seat_opens_the_hand_that_is_dealt_anew() -> None:
    house, people = playing("Ann", "Bo", "Cy", opening=LONG)
    play_hand(house, people)
    for person in people:
        person.say(wire.Ready(1, True))
    house.run(lambda: house.is_in(Phase.PLAYING))
    opener = house.state.board.game.opener
    play_hand(house, people)
    ended = next(event for event in reversed(people[0].heard) if isinstance(event, HandEnded))
    house.kill(lost=1)
    for person in people:
        person.come_back().go_on(ended.secret)
    house.run(lambda: house.is_in(Phase.PLAYING))
    assert (house.state.board.game.hand, house.state.board.game.opener) == (2, opener)
    play_hand(house, people)
    assert [person.verdicts[-1] for person in people] == [ROLLED_BACK] * 3


@pytest.mark.parametrize("lie", [bytes(32), b"\xff" * 32, None])
def test_a_word_without_the_secret_voids_nothing(lie: bytes | None) -> None:
    house, (ann, bo), _ = after_a_lost_hand("Ann", "Bo")
    ann.go_on(lie)
    bo.go_on(lie)
    bo.say(wire.GoOn(bytes(32)))
    assert house.is_in(Phase.PLAYING)
    assert logged(house, DealAborted) == 0
    play_hand(house, [ann, bo])
    assert ann.verdicts[-1] == ROLLED_BACK


def test_the_secret_of_a_hand_that_is_over_voids_no_other() -> None:
    house, (ann, bo), secret = after_a_lost_hand("Ann", "Bo")
    ann.go_on()
    bo.go_on()
    play_hand(house, [ann, bo])
    ann.say(wire.GoOn(secret))
    assert house.is_in(Phase.DEALING)
    for person in (ann, bo):
        person.say(wire.Ready(1, True))
    house.run(lambda: house.is_in(Phase.PLAYING))
    ann.say(wire.GoOn(secret))
    assert house.is_in(Phase.PLAYING)


def test_a_host_that_is_killed_while_it_deals_anew_goes_on_with_that() -> None:
    house, people, secret = after_a_lost_hand("Ann", "Bo")
    people[0].go_on(secret)
    house.kill()
    for person in people:
        person.come_back()
        if person.count(wire.RolledBack) and house.core.guests[person.link or 0].asked is not None:
            person.go_on(secret)
    house.run(lambda: house.is_in(Phase.PLAYING))
    play_hand(house, people)
    assert [person.verdicts[-1].result for person in people] == [Result.NOT_CHECKED] * 2


def test_a_hand_that_was_dealt_anew_is_not_in_the_record_twice() -> None:
    house, people, secret = after_a_lost_hand("Ann", "Bo")
    people[0].go_on(secret)
    people[1].go_on(secret)
    play_game(house, people)
    assert checked_record(house) is Phase.OVER


def test_the_actions_of_a_hand_that_is_dealt_anew_have_numbers_of_their_own() -> None:
    """A move that was meant for the hand before is stale, even if it is the first of the new one."""
    house, people, secret = after_a_lost_hand("Ann", "Bo")
    action = house.state.board.action
    people[0].go_on(secret)
    people[1].go_on(secret)
    house.run(lambda: house.is_in(Phase.PLAYING))
    assert house.state.board.action > action
    turn = people[house.state.board.turn]
    turn.say(wire.PassTurn(action))
    assert turn.refusals[-1] is wire.Reason.STALE


# --- who is asked ---


def asked() -> tuple[House, Person, Person]:
    """Bo is back and has not said yet whether to go on; Ann is at the table."""
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG)
    move(house, [ann, bo], 3)
    house.kill(lost=1)
    ann.come_back().go_on()
    return house, ann, bo.come_back()


def test_the_owner_is_told_who_had_seen_more() -> None:
    house, ann, _ = asked()
    assert ann.last(wire.SeenMore) == wire.SeenMore(("Ann", "Bo"))
    assert [news.name for news in house.news if isinstance(news, steps.MoreSeen)] == ["Ann", "Bo"]
    ann.lose()
    ann.heard.clear()
    ann.come_back()
    assert ann.last(wire.SeenMore) == wire.SeenMore(("Ann", "Bo"))


def test_who_is_asked_may_do_nothing_but_answer() -> None:
    house, _, bo = asked()
    before = len(house.core.log)
    bo.say(wire.Say("hello"), wire.Rename("Cy"), wire.Back(), wire.PassTurn(house.state.board.action))
    assert bo.refusals == [wire.Reason.NOT_NOW] * 4
    assert len(house.core.log) == before


def test_who_is_asked_may_leave_for_good() -> None:
    house, _, bo = asked()
    bo.go(Close.LEFT)
    assert house.seats[1].name != "Bo"


def test_the_newest_of_two_who_are_asked_about_one_seat_wins() -> None:
    house, _, bo = asked()
    newer = Person(house, "Bo", bo.secret, Does.DEAL)
    newer.come_back(bo.log.sync())
    assert bo.closed is Close.REPLACED
    assert newer.count(wire.RolledBack) == 1


def test_a_spectator_who_is_asked_keeps_the_place_against_newcomers() -> None:
    house, people = playing("Ann", "Bo", opening=LONG._replace(watchers=1))
    dag = house.watch("Dag")
    move(house, people, 3)
    house.kill(lost=2)
    dag.come_back()
    assert house.watch("Eve").refusals == [wire.Reason.FULL]
    dag.go_on()
    assert (dag.closed, dag.log.raw) == (None, house.core.log.raw)


def test_a_spectator_who_has_just_proved_the_secret_keeps_the_place_too() -> None:
    house, _ = owned("Ann", "Bo", opening=LONG._replace(seats=2, watchers=1))
    dag = house.watch("Dag")
    dag.lose()
    house.arrive(dag, wire.Intent.RESUME)
    house.watch("Eve")
    dag.say(dag.log.sync())
    assert dag.closed is None


def test_who_answers_when_the_game_is_over_gets_the_rest_of_it_first() -> None:
    house, ann, bo = asked()
    ann.say(wire.StopAfterHand(True))
    first = bo.log.game
    play_game(house, [ann])
    bo.go_on()
    assert [heard.game for heard in bo.heard if isinstance(heard, wire.LogFollows)][-2:] == [first, house.core.log.game]
    assert bo.log.raw == house.core.log.raw


def test_who_was_not_asked_has_nothing_to_go_on_with() -> None:
    house, _ = owned("Ann")
    stranger = Person(house, "Eve", bytes(32), Does.NOTHING)
    house.arrive(stranger, wire.Intent.SEAT)
    stranger.say(wire.GoOn(None))
    assert stranger.refusals == [wire.Reason.NOT_NOW]


# --- the end of a game that was missed ---


def test_who_missed_the_end_of_a_game_gets_it_before_the_next() -> None:
    house, people = playing("Ann", "Bo", opening=Opening(options=FAST))
    ann, bo = people
    first = house.core.log.game
    move(house, people, 2)
    bo.lose()
    ann.does = Does.ALL
    house.run(lambda: house.core.log.game != first)
    bo.come_back()
    events = [heard for heard in bo.heard if isinstance(heard, HandEnded | GameEnded | LobbyOpened)]
    assert [type(event) for event in events[-3:]] == [HandEnded, GameEnded, LobbyOpened]
    assert bo.judged[first, 1][0] == Verdict(Result.CHECKED)
    assert isinstance(events[-1], LobbyOpened)
    assert events[-1].before == house.logs[0].digest
    assert bo.log.raw == house.core.log.raw


def test_so_does_who_missed_it_and_the_host_was_restarted_since() -> None:
    house, people = playing("Ann", "Bo", opening=Opening(options=FAST))
    ann, bo = people
    first = house.core.log.game
    bo.lose()
    ann.does = Does.ALL
    house.run(lambda: house.core.log.game != first)
    house.kill()
    bo.come_back()
    assert bo.judged[first, 1][0] == Verdict(Result.CHECKED)


def test_who_missed_a_whole_game_gets_the_one_of_now() -> None:
    house, people = playing("Ann", "Bo", opening=Opening(options=FAST))
    ann, bo = people
    first = house.core.log.game
    bo.lose()
    ann.does = Does.ALL
    house.run(lambda: len(house.logs) == 3)
    bo.come_back()
    assert (first, 1) not in bo.judged
    assert bo.log.raw == house.core.log.raw


def test_a_log_of_the_last_game_that_was_never_told_is_a_fork() -> None:
    house, people = playing("Ann", "Bo", opening=Opening(options=FAST))
    ann, bo = people
    first = house.core.log.game
    bo.lose()
    ann.does = Does.ALL
    house.run(lambda: house.core.log.game != first)
    assert bo.come_back(wire.Sync(first, 3, bytes(32))).closed is Close.FORKED


def test_in_the_rest_of_the_last_game_everybody_sits_where_they_sat() -> None:
    house, people = playing("Ann", "Bo", "Cy", opening=Opening(options=FAST))
    ann, bo, cy = people
    first = house.core.log.game
    cy.lose()
    ann.does = bo.does = Does.ALL
    house.run(lambda: house.core.log.game != first)
    ann.does = bo.does = Does.NOTHING
    ann.say(wire.SwapSeats(0, 2))
    cy.heard.clear()
    cy.come_back()
    seats = [heard.seat for heard in cy.heard if isinstance(heard, wire.Seated)]
    assert seats == [2, 0]
    place = [type(heard) for heard in cy.heard].index(GameEnded)
    assert not any(isinstance(heard, wire.Seated) for heard in cy.heard[1:place])


def test_the_first_game_of_a_table_has_none_before_it() -> None:
    house, _ = owned("Ann")
    first = decode_event(house.core.log.raw[0])
    assert isinstance(first, LobbyOpened)
    assert first.before is None
