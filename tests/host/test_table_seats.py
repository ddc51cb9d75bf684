"""Who watches, who waits, who is away, who comes back, who goes for good, and who gets another's seat."""

import pytest

from odin_net.game import Phase
from odin_net.game.events import Actor, CardsPlayed, Kind, Passed, Presence, SeatChanged
from odin_net.game.options import Options
from odin_net.host import steps
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.audit import Result, Why
from protocol.errors import Close, Hint
from protocol.handshake import ticket_of
from protocol.messages import Hello, Intent, Reason
from tests.helpers.house import FAST, OWNER, Does, House, Person, headless, owned, playing

SLOW = Opening(options=Options(points=99))


def moves(house: House) -> int:
    return len(house.events_of(CardsPlayed, Passed))


# --- those who watch and wait ---


def test_a_spectator_sees_the_log_and_no_hand() -> None:
    house, _ = playing("Ann", "Bo")
    watcher = house.watch("Cy")
    assert [type(message) for message in watcher.heard[:2]] == [wire.Watching, wire.LogFollows]
    assert watcher.log.raw == house.logs[-1].raw
    assert watcher.state is not None
    assert watcher.state.hands == (None, None)


def test_a_spectator_may_not_play_or_rule() -> None:
    house, _ = playing("Ann", "Bo")
    watcher = house.watch("Cy")
    for message in (wire.PassTurn(0), wire.Ready(0, True), wire.Back(), wire.Cover(0), wire.Start(), wire.Rename("Di")):
        house.refuses(watcher, message, Reason.NOT_NOW)


def test_32_may_watch_and_the_next_is_told_full() -> None:
    house, _ = owned("Ann")
    for number in range(Opening().watchers):
        assert house.watch(f"W{number}").closed is None
    late = house.watch("Late")
    assert (late.refusals, late.closed) == ([Reason.FULL], Close.DONE)
    hello = Hello(1, Intent.WATCH, None, None, bytes(16))
    assert house.password_for(hello) is Hint.FULL
    assert isinstance(house.password_for(Hello(1, Intent.SEAT, None, None, bytes(16))), bytes)
    assert house.join("Bo").seat == 1


def test_names_that_are_refused_do_not_fill_the_house() -> None:
    house, _ = owned("Ann")
    while isinstance(house.password_for(Hello(1, Intent.SEAT, None, None, bytes(16))), bytes):
        assert house.join("Ann").refusals == [Reason.NAME_TAKEN]
        assert len(house.people) < 100
    assert house.password_for(Hello(1, Intent.SEAT, None, None, bytes(16))) is Hint.FULL


def test_a_seventh_person_waits_and_gets_the_next_free_seat_in_order() -> None:
    house, people = owned("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    gus, hal = house.join("Gus"), house.join("Hal")
    assert (gus.last(wire.Watching), hal.last(wire.Watching)) == (wire.Watching(0), wire.Watching(1))
    people[2].go(Close.LEFT)
    assert (gus.seat, hal.seat) == (5, None)
    assert hal.last(wire.Watching) == wire.Watching(0)
    assert [seat.name for seat in house.seats] == ["Ann", "Bo", "Di", "Ed", "Flo", "Gus"]
    told = gus.heard.index(gus.last(wire.Seated))
    assert isinstance(gus.heard[told - 1], SeatChanged)


def test_a_newcomer_does_not_pass_those_who_wait() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=Opening(seats=2))
    cy, di = house.join("Cy"), house.join("Di")
    bo.go(Close.LEFT)
    assert (cy.seat, di.seat) == (1, None)
    assert ann.seat == 0


def test_who_comes_in_mid_game_watches_and_sits_in_the_next_lobby() -> None:
    house, _ = playing("Ann", "Bo", does=Does.DEAL | Does.PLAY)
    late = house.join("Cy")
    assert late.last(wire.Watching) == wire.Watching(0)
    house.run(lambda: len(house.logs) == 2)
    assert (late.seat, late.occupant.name) == (2, "Cy")


def test_who_waits_and_is_lost_keeps_the_place_in_the_queue() -> None:
    house, (_, bo) = owned("Ann", "Bo", opening=Opening(seats=2))
    cy, di = house.join("Cy"), house.join("Di")
    cy.lose()
    cy.come_back()
    assert cy.last(wire.Watching) == wire.Watching(0)
    bo.go(Close.LEFT)
    assert (cy.seat, di.seat) == (1, None)


def test_a_seat_is_not_kept_for_somebody_who_waits_elsewhere() -> None:
    house, (_, bo) = owned("Ann", "Bo", opening=Opening(seats=2))
    cy, di = house.join("Cy"), house.join("Di")
    cy.lose()
    bo.go(Close.LEFT)
    assert di.seat == 1
    cy.come_back()
    assert (cy.seat, cy.last(wire.Watching)) == (None, wire.Watching(0))


@pytest.mark.parametrize("close", [Close.LEFT, Close.DONE])
def test_who_stops_waiting_is_out_of_the_queue_and_those_behind_are_told(close: Close) -> None:
    house, _ = owned("Ann", "Bo", opening=Opening(seats=2))
    cy, di = house.join("Cy"), house.join("Di")
    cy.go(close)
    assert di.last(wire.Watching) == wire.Watching(0)
    assert house.join("Cy").last(wire.Watching) == wire.Watching(1)


def test_who_waited_and_comes_back_to_a_lobby_where_all_are_away_gets_the_free_seat() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=Opening(seats=2))
    cy = house.join("Cy")
    cy.lose()
    bo.go(Close.LEFT)
    ann.lose()
    cy.come_back()
    assert cy.seat == 1


# --- presence ---


def test_who_is_lost_is_away_for_20_s_and_then_covered() -> None:
    house, (ann, bo) = playing("Ann", "Bo")
    bo.lose()
    assert house.presence(1) is Presence.AWAY
    assert ann.heard[-1] == SeatChanged(1, house.seats[1])
    house.wait(19.9)
    assert house.presence(1) is Presence.AWAY
    house.wait(0.2)
    assert house.presence(1) is Presence.COVERED


@pytest.mark.parametrize("close", [None, Close.AWAY, Close.DONE, Close.FORKED, Close.MALFORMED])
def test_only_who_leaves_gives_the_seat_up(close: Close | None) -> None:
    house, (_, bo) = playing("Ann", "Bo")
    bo.go(close)
    # Who says good-bye is not waited for: no grace, as the screen promises.
    presence = Presence.COVERED if close is Close.AWAY else Presence.AWAY
    assert (house.seats[1].kind, house.seats[1].presence) == (Kind.PERSON, presence)


def test_who_goes_on_purpose_is_covered_at_once_and_takes_the_seat_back_at_any_moment() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW, does=Does.DEAL | Does.PLAY)
    house.run(lambda: house.turn is bo)
    bo.does = Does.NOTHING
    before = moves(house)
    bo.go(Close.AWAY)
    house.wait(2)  # A bot's time to think, and no grace.
    assert moves(house) > before
    ann.does = Does.NOTHING
    hand = house.state.hands[1]
    bo.come_back()
    assert house.presence(1) is Presence.HERE
    assert bo.state is not None
    assert bo.state.hands[1] == hand


def test_who_goes_on_purpose_from_the_lobby_has_the_grace() -> None:
    house, (_, bo) = owned("Ann", "Bo")
    bo.go(Close.AWAY)
    assert house.presence(1) is Presence.AWAY


def test_when_the_last_one_goes_on_purpose_no_bot_plays_on() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    ann.go(Close.AWAY)
    bo.go(Close.AWAY)
    before = list(house.logs[-1].raw)
    house.wait(3600)
    assert house.logs[-1].raw == before


def test_the_table_waits_for_who_is_away_until_a_bot_covers_and_says_so_in_each_play() -> None:
    house, people = playing("Ann", "Bo", opening=SLOW, does=Does.DEAL | Does.PLAY)
    house.run(lambda: house.state.board.turn == 1)
    people[1].does = Does.NOTHING
    before = moves(house)
    people[1].lose()
    house.wait(19.9)
    assert moves(house) == before
    house.wait(10)
    assert moves(house) > before
    by_seat = {event.seat: event.by for event in house.events_of(CardsPlayed, Passed)[before:]}  # type: ignore[union-attr]
    assert by_seat == {0: Actor.PERSON, 1: Actor.BOT}


def test_a_covered_seat_is_taken_back_in_mid_hand_with_hand_and_log() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW, does=Does.DEAL)
    bo.lose()
    house.wait(21)
    if house.turn is ann:
        ann.say(ann.a_move())
    house.run(lambda: moves(house) > 0 and house.state.board.turn == 0)
    seen, hand = len(bo.log), house.state.hands[1]
    bo.come_back()
    assert bo.last(wire.LogFollows) == wire.LogFollows(house.logs[-1].game, seen, len(house.logs[-1]))
    assert house.presence(1) is Presence.HERE
    assert bo.log.raw == house.logs[-1].raw
    assert bo.state is not None
    assert bo.state.hands[1] == hand
    ann.say(ann.a_move())
    bo.say(bo.a_move())
    assert bo.refusals == []


def test_all_away_is_a_pause_in_which_nothing_is_played_and_no_clock_runs() -> None:
    house, people = playing("Ann", "Bo", opening=SLOW._replace(bots=1))
    people[0].say(wire.SetPace(1000, 5000))
    watcher = house.watch("Cy")
    for person in people:
        person.lose()
    assert watcher.last(wire.Paused) == wire.Paused((1, 2))
    before = list(house.logs[-1].raw)
    assert house.table.wake_at is None
    house.wait(86400)
    assert house.logs[-1].raw == before
    assert house.watch("Di").last(wire.Paused) == wire.Paused((1, 2))


def test_after_a_pause_the_others_have_their_whole_grace_again() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    bo.lose()
    house.wait(19)
    ann.lose()
    house.wait(3600)
    ann.come_back()
    house.wait(19.9)
    assert house.presence(1) is Presence.AWAY
    house.wait(0.2)
    assert house.presence(1) is Presence.COVERED


def test_chat_of_a_spectator_does_not_end_the_pause() -> None:
    # SPEC 6: the next event ends it; so it is told again behind events that do not.
    house, people = playing("Ann", "Bo")
    watcher = house.watch("Cy")
    for person in people:
        person.lose()
    watcher.say(wire.Say("hello?"))
    assert watcher.heard[-1] == wire.Paused((0, 1))


def test_after_a_pause_bots_go_on() -> None:
    house, (ann,) = playing("Ann", opening=SLOW._replace(bots=1), does=Does.DEAL | Does.PLAY)
    house.run(lambda: moves(house) == 3)
    ann.lose()
    house.wait(100)
    assert moves(house) == 3
    ann.come_back()
    house.run(lambda: moves(house) > 5, most=60)


# --- coming back ---


def test_coming_back_with_a_shorter_log_goes_on_there() -> None:
    house, (_, bo) = playing("Ann", "Bo")
    bo.lose()
    house.wait(30)
    seen = len(bo.log)
    bo.come_back()
    assert bo.last(wire.LogFollows) == wire.LogFollows(house.logs[-1].game, seen, len(house.logs[-1]))
    assert bo.heard[-2:] == [SeatChanged(1, house.seats[1]), wire.USUAL_TERMS]


def test_coming_back_without_a_log_or_with_another_games_begins_at_0() -> None:
    house, (_, bo) = playing("Ann", "Bo")
    for sync in (wire.Sync(None, 0, None), wire.Sync(b"g" * 16, 7, b"d" * 32)):
        bo.lose()
        bo.come_back(sync)
        last = bo.last(wire.LogFollows)
        assert isinstance(last, wire.LogFollows)
        assert (last.game, last.seq) == (house.logs[-1].game, 0)


def test_a_longer_or_different_log_is_a_fork_and_changes_nothing() -> None:
    house, (_, bo) = playing("Ann", "Bo")
    right = bo.log.sync()
    bo.lose()
    before = list(house.logs[-1].raw)
    for sync in (wire.Sync(right.game, 999, right.digest), wire.Sync(right.game, right.seq, b"x" * 32)):
        bo.come_back(sync)
        assert (bo.heard[-1], bo.closed) == (wire.Fork(len(before)), Close.FORKED)
    assert house.logs[-1].raw == before
    bo.come_back(right)
    assert bo.closed is None


def test_a_fork_does_not_throw_out_who_sits_there() -> None:
    house, (_, bo) = playing("Ann", "Bo")
    liar = Person(house, "Bo", bo.secret, Does.NOTHING)
    liar.come_back(wire.Sync(bo.log.game, 999, bytes(32)))
    assert (liar.closed, bo.closed, bo.link is None) == (Close.FORKED, None, False)


def test_the_newest_link_of_a_seat_wins_and_the_older_is_told_so() -> None:
    house, (_, bo) = playing("Ann", "Bo")
    newer = Person(house, "Bo", bo.secret, Does.DEAL)
    newer.come_back(wire.Sync(None, 0, None))
    assert (bo.closed, newer.closed) == (Close.REPLACED, None)
    assert (newer.seat, newer.key) == (bo.seat, bo.key)
    assert house.presence(1) is Presence.HERE


def test_what_the_older_link_says_is_not_heard_any_more() -> None:
    house, (_, bo) = playing("Ann", "Bo")
    older = bo.link
    assert older is not None
    Person(house, "Bo", bo.secret, Does.NOTHING).come_back(wire.Sync(None, 0, None))
    for happened in (steps.Said(older, wire.Say("me")), steps.Gone(older, Close.LEFT)):
        step = house.handle(happened)
        assert (step.events, step.memo) == ((), None)


def test_a_repeated_join_gives_the_same_seat() -> None:
    house, (_, bo) = owned("Ann", "Bo")
    again = house.join("Somebody else", secret=bo.secret)
    assert (again.seat, again.key, bo.closed) == (1, bo.key, Close.REPLACED)
    assert [seat.name for seat in house.seats] == ["Ann", "Bo"]


def test_a_repeated_join_gives_the_same_place_in_the_queue() -> None:
    house, _ = owned("Ann", "Bo", opening=Opening(seats=2))
    cy = house.join("Cy")
    house.join("Di")
    again = house.join("Cy", secret=cy.secret)
    assert (again.last(wire.Watching), cy.closed) == (wire.Watching(0), Close.REPLACED)
    assert len(house.table.memo.audience) == 2


def test_a_ticket_names_the_seat_wherever_it_has_moved() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    assert bo.secret is not None
    hello = Hello(1, Intent.RESUME, house.table.memo.table, ticket_of(bo.secret, bytes(16)), bytes(16))
    assert house.password_for(hello) == bo.secret
    bo.lose()
    ann.say(wire.SwapSeats(0, 1))
    assert house.password_for(hello) == bo.secret
    bo.come_back()
    assert bo.seat == 0
    unknown = Hello(1, Intent.RESUME, house.table.memo.table, bytes(8), bytes(16))
    assert house.password_for(unknown) is Hint.UNKNOWN_SEAT


# --- going for good ---


def test_who_leaves_mid_game_is_stood_in_for_by_a_bot_with_a_new_key() -> None:
    house, (_, bo) = playing("Ann", "Bo", opening=SLOW)
    secrets = house.core.seat_links[1].secrets.key
    bo.go(Close.LEFT)
    assert (house.seats[1].kind, house.seats[1].level) == (Kind.BOT, "normal")
    assert house.seats[1].name != "Bo"
    assert house.core.seat_links[1].secrets.key != secrets
    assert house.core.seat_links[1].secrets.secret is None
    assert (
        house.password_for(
            Hello(1, Intent.RESUME, house.table.memo.table, ticket_of(bo.secret or b"", bytes(16)), bytes(16))
        )
        is Hint.UNKNOWN_SEAT
    )


def test_the_stand_in_makes_room_in_the_next_lobby() -> None:
    house, (ann, bo, cy) = playing("Ann", "Bo", "Cy", does=Does.DEAL | Does.PLAY)
    bo.go(Close.LEFT)
    late = house.join("Di")
    house.run(lambda: len(house.logs) == 2)
    assert [seat.name for seat in house.seats] == ["Ann", "Cy", "Di"]
    assert (ann.seat, cy.seat, late.seat) == (0, 1, 2)


def test_a_kick_mid_game_puts_a_bot_there_and_kills_secret_and_key() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    key = house.core.seat_links[1].secrets.key
    ann.say(wire.Remove(1))
    assert (bo.closed, house.seats[1].kind) == (Close.KICKED, Kind.BOT)
    assert house.core.seat_links[1].secrets.key != key
    bo.come_back()
    assert bo.closed is Close.KICKED


def test_a_kick_while_away_mid_game() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    bo.lose()
    ann.say(wire.Remove(1))
    assert house.seats[1].kind is Kind.BOT
    bo.come_back()
    assert bo.closed is Close.KICKED


def test_when_the_last_person_leaves_bots_play_the_game_to_its_end() -> None:
    house = headless(seats=2, games=1)
    ann, bo = house.join("Ann", Does.ALL), house.join("Bo", Does.ALL)
    house.run(lambda: house.is_in(Phase.PLAYING))
    ann.go(Close.LEFT)
    bo.go(Close.LEFT)
    house.run(lambda: bool(house.news_of(steps.TableOver)))


# --- a seat given to another ---


def covered_seat() -> tuple[House, Person, Person, Person]:
    """Ann owns the table, Bo's seat is covered in mid-hand, Cy waits."""
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    cy = house.join("Cy")
    bo.lose()
    house.wait(20)
    assert house.presence(1) is Presence.COVERED
    return house, ann, bo, cy


def test_the_owner_gives_a_covered_seat_to_who_waits() -> None:
    house, ann, bo, cy = covered_seat()
    old = house.core.seat_links[1].secrets.key
    ann.say(wire.GiveSeat(1, "cy"))
    assert (cy.seat, cy.occupant.name, cy.occupant.presence) == (1, "Cy", Presence.HERE)
    assert cy.key not in (b"", old)
    assert cy.state is not None
    assert cy.state.hands[1] == house.state.hands[1]
    dealt = house.core.dealt
    assert dealt is not None
    key = cy.last(wire.HandKey)
    assert isinstance(key, wire.HandKey)
    assert (key.hand, key.attempt) == (dealt.hand, dealt.attempt)
    bo.come_back()
    assert bo.closed is Close.GIVEN


def test_who_lost_the_seat_to_another_may_prove_it_and_is_told() -> None:
    house, ann, bo, _ = covered_seat()
    ann.say(wire.GiveSeat(1, "Cy"))
    assert bo.secret is not None
    hello = Hello(1, Intent.RESUME, house.table.memo.table, ticket_of(bo.secret, bytes(16)), bytes(16))
    assert house.password_for(hello) == bo.secret
    assert house.join("Bo", secret=bo.secret).closed is Close.GIVEN


def test_the_new_owner_of_a_seat_plays_its_hand_and_has_the_key_again_after_a_loss() -> None:
    house, ann, _, cy = covered_seat()
    ann.say(wire.GiveSeat(1, "Cy"))
    cy.lose()
    cy.log.raw.clear()
    cy.come_back()
    assert cy.state is not None
    assert cy.state.hands[1] == house.state.hands[1]
    ann.does = cy.does = Does.ALL
    house.run(lambda: bool(cy.verdicts))
    assert cy.refusals == []
    assert (cy.verdicts[0].result, cy.verdicts[0].why) == (Result.NOT_CHECKED, Why.CAME_DURING)
    house.run(lambda: len(cy.verdicts) == 2)
    assert cy.verdicts[1].result is Result.CHECKED
    assert cy.count(wire.HandKey) == 2


def test_those_who_wait_behind_are_told_that_a_seat_was_given() -> None:
    house, ann, _, _ = covered_seat()
    di = house.join("Di")
    assert di.last(wire.Watching) == wire.Watching(1)
    ann.say(wire.GiveSeat(1, "Cy"))
    assert di.last(wire.Watching) == wire.Watching(0)


def audience(*waiting: str, watching: tuple[str, ...] = (), muted: tuple[str, ...] = ()) -> wire.Audience:
    people = [(name, True) for name in waiting] + [(name, False) for name in watching]
    return wire.Audience(tuple(wire.OnlookerPart(name, waits, name in muted) for name, waits in people))


def test_the_owner_alone_is_told_who_waits_and_who_watches() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    assert not ann.count(wire.Audience)
    eve = house.watch("Eve")
    cy, di = house.join("Cy"), house.join("Di")
    assert ann.last(wire.Audience) == audience("Cy", "Di", watching=("Eve",)), "who waits comes first"
    cy.lose()
    eve.lose()
    assert ann.last(wire.Audience) == audience("Di")
    cy.come_back()
    assert ann.last(wire.Audience) == audience("Cy", "Di")
    ann.lose()
    di.go(Close.DONE)
    ann.come_back()
    assert ann.last(wire.Audience) == audience("Cy")
    bo.lose()
    house.wait(20)
    ann.say(wire.GiveSeat(1, "Cy"))
    assert ann.last(wire.Audience) == audience()
    assert not any(person.count(wire.Audience) for person in (bo, cy, di, eve))


def test_only_a_covered_seat_is_given_and_only_to_who_waits() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW._replace(bots=1))
    cy = house.join("Cy")
    house.watch("Di")
    for seat in (0, 1, 2, 5):
        house.refuses(ann, wire.GiveSeat(seat, "Cy"), Reason.NOT_NOW)
    bo.lose()
    # A returning player has the seat back: 20 s long it is nobody's to give.
    house.refuses(ann, wire.GiveSeat(2, "Cy"), Reason.NOT_NOW)
    house.wait(20)
    house.refuses(ann, wire.GiveSeat(2, "Di"), Reason.NOT_NOW)
    house.refuses(ann, wire.GiveSeat(2, "Nobody"), Reason.NOT_NOW)
    house.refuses(cy, wire.GiveSeat(2, "Cy"), Reason.NOT_NOW)
    cy.lose()
    house.refuses(ann, wire.GiveSeat(2, "Cy"), Reason.NOT_NOW)


def test_a_seat_given_in_the_lobby_makes_all_unready() -> None:
    house, (ann, bo, _) = owned("Ann", "Bo", "Cy", opening=Opening(seats=3))
    di = house.join("Di")
    bo.lose()
    house.wait(20)
    ann.say(wire.Ready(0, True))
    assert [seat.ready for seat in house.seats] == [True, False, False]
    ann.say(wire.GiveSeat(1, "Di"))
    assert di.seat == 1
    assert not any(seat.ready for seat in house.seats)


def test_the_owner_is_who_has_the_owners_secret_whoever_comes_first() -> None:
    house = House(Opening(options=FAST, owner=OWNER))
    stranger = house.join("Ann")
    assert not stranger.is_owner
    assert house.join("Bo", secret=OWNER).is_owner
