"""Bad company: kicks that last, onlookers who come back, are muted or sent away, and lines of chat for everybody."""

import pytest

from odin_net.game import Phase
from odin_net.game.events import ChatSaid, Kind
from odin_net.game.options import Options
from odin_net.host import steps
from odin_net.host.admission import far_source, is_loopback, source_of
from odin_net.host.chat import AT_ONCE, OF_ONLOOKERS, OF_PLAYERS, WINDOW
from odin_net.host.guesses import MAX_OF_ONE
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.errors import Close, Hint
from protocol.handshake import ticket_of
from protocol.messages import Hello, Intent, Reason
from tests.helpers.host_said import terms
from tests.helpers.house import Does, House, Person, owned, playing

OPEN = Opening(options=Options(points=99), code="")
SLOW = Opening(options=Options(points=99))
SEAT = Hello(1, Intent.SEAT, None, None, bytes(16))
WATCH = Hello(1, Intent.WATCH, None, None, bytes(16))
HERE, THERE = "192.168.1.20", "192.168.1.21"


def hello_again(person: Person) -> Hello:
    assert person.secret is not None
    return Hello(1, Intent.RESUME, person.house.table.memo.table, ticket_of(person.secret, bytes(16)), bytes(16))


# --- addresses ---


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("inside", "inside"),
        ("", ""),
    ],
)
def test_an_address_counts_whole_or_as_its_64(address: str, key: str) -> None:
    assert source_of(address) == source_of(key) == key
    is_far = not is_loopback(address) and address not in ("", "inside")
    assert far_source(address) == far_source(key) == (key if is_far else "")


# --- a kick lasts: at a table with a code ---


@pytest.mark.parametrize("code", [None, "raven-oak-fjord"])
def test_a_kick_from_a_seat_draws_a_new_code(code: str | None) -> None:
    house, (ann, bo, cy) = owned("Ann", "Bo", "Cy", opening=SLOW._replace(code=code))
    di = house.watch("Di")
    old = house.table.memo.code
    ann.say(wire.Remove(1))
    new = house.table.memo.code
    assert new != old
    assert house.news_of(steps.CodeChanged) == [steps.CodeChanged(new)]
    assert ann.last(wire.TableCode) == wire.TableCode(new, wire.CodeNews.SHOWN)
    assert ann.last(wire.Kicked) == wire.Kicked(("Bo",))
    assert house.password_for(SEAT) == new.encode()
    assert (bo.closed, cy.closed, di.closed) == (Close.KICKED, None, None), "all others stay"
    assert not cy.count(wire.Kicked)
    assert not cy.count(wire.TableCode)


def test_to_drop_a_bot_leaves_the_code_alone() -> None:
    house, (ann,) = owned("Ann")
    ann.say(wire.AddBot("easy"), wire.Remove(1))
    assert len(house.seats) == 1
    assert house.news_of(steps.CodeChanged) == []
    assert ann.last(wire.Kicked) == wire.Kicked(())


def test_a_new_code_puts_out_nobody_who_sits_waits_or_watches_also_when_they_come_back() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    cy, di, eve = house.join("Cy"), house.watch("Di"), house.watch("Eve")
    ann.say(wire.KickGuest("Eve"))
    assert eve.closed is Close.KICKED
    for person in (bo, cy, di):
        assert person.closed is None
        person.lose()
        assert house.password_for(hello_again(person)) == person.secret
        person.come_back()
        assert person.closed is None
    assert (bo.seat, cy.last(wire.Watching)) == (1, wire.Watching(0))
    assert di.count(wire.Watching) == 2
    assert di.log.raw == house.logs[-1].raw


def test_who_proved_the_old_code_and_has_no_name_yet_does_not_get_in_after_a_kick() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    puppet, silent = house.join("Ann"), Person(house, "Cy", b"c" * 32, Does.NOTHING)
    house.arrive(silent, Intent.SEAT)
    assert puppet.refusals == [Reason.NAME_TAKEN]
    ann.say(wire.Remove(1))
    assert (bo.closed, puppet.closed, silent.closed) == (Close.KICKED, Close.TABLE_CLOSED, Close.TABLE_CLOSED)
    assert [seat.name for seat in house.seats] == ["Ann"]


def test_kicks_outlive_the_host_and_are_told_to_the_owner_who_comes_back() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    cy = house.watch("Cy")
    ann.say(wire.Remove(1), wire.KickGuest("cy"))
    code = house.table.memo.code
    house.kill()
    assert house.table.memo.code == code
    ann.heard.clear()
    ann.come_back()
    assert ann.last(wire.Kicked) == wire.Kicked(("Bo", "Cy"))
    for person in (bo, cy):
        person.come_back()
        assert person.closed is Close.KICKED


def test_a_kick_that_is_taken_back_is_forgotten() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    ann.say(wire.Remove(1))
    code = house.table.memo.code
    house.refuses(ann, wire.Forgive("Nobody"), Reason.NOT_NOW)
    ann.say(wire.Forgive("BO"))
    assert ann.last(wire.Kicked) == wire.Kicked(())
    assert house.table.memo.code == code, "they come in with the code of now"
    assert house.password_for(hello_again(bo)) is Hint.UNKNOWN_SEAT
    assert house.join("Bo").seat == 1


def test_a_kick_forgives_nobody_who_guessed() -> None:
    house, (ann, _) = owned("Ann", "Bo", opening=SLOW)
    for _ in range(MAX_OF_ONE):
        house.handle(steps.Guessed(HERE))
        house.handle(steps.Guessed(HERE, right=False))
    ann.say(wire.Remove(1))
    assert house.password_for(SEAT, HERE) is Hint.SHUT_OUT
    ann.say(wire.NewCode())
    assert house.password_for(SEAT, HERE) == house.table.memo.code.encode()


def test_only_the_owner_kicks_mutes_and_forgives() -> None:
    house, (_, bo) = owned("Ann", "Bo")
    cy = house.watch("Cy")
    for message in (wire.KickGuest("Cy"), wire.MuteGuest("Cy", True), wire.Forgive("Cy")):
        house.refuses(bo, message, Reason.NOT_THE_OWNER)
        house.refuses(cy, message, Reason.NOT_NOW)


def test_only_who_watches_or_waits_is_kicked_or_muted_by_name() -> None:
    house, (ann, _) = owned("Ann", "Bo")
    for name in ("Bo", "Ann", "Nobody", ""):
        house.refuses(ann, wire.KickGuest(name), Reason.NOT_NOW)
        house.refuses(ann, wire.MuteGuest(name, True), Reason.NOT_NOW)


def test_an_owner_who_waits_for_a_seat_does_not_kick_themselves() -> None:
    house = House(SLOW._replace(owner=b"o" * 32, seats=3))
    for person in [house.join(name) for name in ("Bo", "Cy")]:
        person.say(wire.Ready(0, True))
    assert house.is_in(Phase.PLAYING)
    ann = house.join("Ann", secret=b"o" * 32)
    assert ann.seat is None
    ann.say(wire.KickGuest("Ann"))
    assert (ann.closed, ann.refusals) == (None, [Reason.NOT_NOW])


def test_those_who_wait_behind_one_who_is_kicked_move_up() -> None:
    house, (ann, _) = owned("Ann", "Bo", opening=SLOW._replace(seats=2))
    cy, di = house.join("Cy"), house.join("Di")
    ann.say(wire.KickGuest("Cy"))
    assert (cy.closed, di.last(wire.Watching)) == (Close.KICKED, wire.Watching(0))
    assert ann.last(wire.Audience) == wire.Audience((wire.OnlookerPart("Di", True, False),))


def test_somebody_who_watched_and_is_lost_can_be_kicked_all_the_same() -> None:
    house, (ann,) = owned("Ann")
    cy = house.watch("Cy")
    cy.lose()
    ann.say(wire.KickGuest("Cy"))
    cy.come_back()
    assert cy.closed is Close.KICKED


def test_the_list_of_kicks_has_an_end() -> None:
    house, (ann,) = owned("Ann")
    for number in range(wire.MAX_KICKED + 1):
        house.watch(f"W{number}")
        ann.say(wire.KickGuest(f"W{number}"))
    names = ann.last(wire.Kicked)
    assert names == wire.Kicked(tuple(f"W{number}" for number in range(1, wire.MAX_KICKED + 1)))


# --- at a table without one ---


def test_at_an_open_table_the_address_stays_out_until_the_kick_is_taken_back() -> None:
    house, (ann, cy) = owned("Ann", "Cy", opening=OPEN)
    bo = house.join("Bo", address=HERE)
    ann.say(wire.Remove(bo.seat or 0))
    assert (bo.closed, house.news_of(steps.CodeChanged)) == (Close.KICKED, [])
    assert ann.last(wire.Kicked) == wire.Kicked(("Bo",))
    for hello in (SEAT, WATCH):
        assert house.password_for(hello, HERE) is Hint.KICKED
        assert house.password_for(hello, f"::ffff:{HERE}") is Hint.KICKED
        assert house.password_for(hello, THERE) == b""
        assert house.password_for(hello, "127.0.0.1") == b""
    house.kill()
    assert house.password_for(SEAT, HERE) is Hint.KICKED
    ann.come_back()
    cy.come_back()
    ann.say(wire.Forgive("Bo"))
    assert house.password_for(SEAT, HERE) == b""
    assert house.join("Bo", address=HERE).seat == 2


def test_somebody_who_is_away_is_kept_out_from_where_they_were_also_after_a_restart() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=OPEN)
    bo.lose()
    bo.address = HERE
    bo.come_back()
    house.kill()
    ann.come_back()
    ann.say(wire.Remove(1))
    assert house.password_for(SEAT, HERE) is Hint.KICKED


def test_others_at_that_address_stay_and_come_back() -> None:
    house, (ann, _) = owned("Ann", "Bo", opening=OPEN._replace(seats=2))
    cy, di = house.join("Cy", address=HERE), house.watch("Di", address=HERE)
    eve = house.watch("Eve", address=HERE)
    ann.say(wire.KickGuest("Eve"))
    assert (cy.closed, di.closed, eve.closed) == (None, None, Close.KICKED)
    for person in (cy, di):
        person.lose()
        assert house.password_for(hello_again(person), HERE) == person.secret
        person.come_back()
        assert person.closed is None


def test_loopback_is_never_kept_out() -> None:
    house, (ann,) = owned("Ann", opening=OPEN)
    for number, address in enumerate(("127.0.0.1", "::1", "::ffff:127.0.0.1", "inside", "")):
        person = house.join(f"P{number}", address=address)
        ann.say(wire.Remove(1))
        assert person.closed is Close.KICKED
        assert house.password_for(SEAT, address) == b""


def test_who_stands_in_the_door_of_an_open_table_when_it_is_shut_for_them_does_not_slip_in() -> None:
    house, (ann,) = owned("Ann", opening=OPEN)
    bo, other = house.join("Bo", address=HERE), house.join("Ann", address=THERE)
    puppet = house.join("Ann", address=HERE)
    ann.say(wire.Remove(1))
    assert (bo.closed, puppet.closed, other.closed) == (Close.KICKED, Close.KICKED, None)
    late = Person(house, "Late", b"l" * 32, Does.NOTHING, HERE)
    house.arrive(late, Intent.SEAT)
    assert late.closed is Close.KICKED


# --- those who look on ---


def test_a_spectator_comes_back_also_to_another_host_and_goes_on_where_they_were() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    cy = house.watch("Cy")
    seen = len(cy.log)
    house.kill()
    ann.come_back()
    bo.come_back()
    cy.come_back()
    follows = cy.last(wire.LogFollows)
    assert isinstance(follows, wire.LogFollows)
    assert (follows.seq, cy.closed) == (seen, None)
    assert cy.log.raw == house.logs[-1].raw
    again = house.watch("Cy")
    assert again.refusals == [Reason.NAME_TAKEN], "it is theirs"


def test_a_repeated_watch_gives_the_same_place() -> None:
    house, _ = owned("Ann")
    cy = house.watch("Cy")
    again = Person(house, "Somebody else", cy.secret, Does.NOTHING)
    house.arrive(again, Intent.WATCH)
    assert cy.secret is not None
    again.say(wire.Watch("Somebody else", cy.secret))
    assert (cy.closed, again.closed) == (Close.REPLACED, None)
    assert [one.name for one in house.table.memo.audience] == ["Cy"]


def test_a_spectator_who_goes_is_forgotten() -> None:
    house, _ = owned("Ann")
    cy = house.watch("Cy")
    cy.go(Close.DONE)
    assert house.table.memo.audience == []
    assert house.password_for(hello_again(cy)) is Hint.UNKNOWN_SEAT


def test_who_is_not_connected_keeps_no_place_against_a_newcomer() -> None:
    house, _ = owned("Ann", "Bo", opening=SLOW._replace(seats=2, watchers=3))
    waits, watches = house.join("Waits"), house.watch("Watches")
    stays = house.watch("Stays")
    waits.lose()
    watches.lose()
    assert house.watch("One").closed is None
    assert [one.name for one in house.table.memo.audience] == ["Waits", "Stays", "One"], "who only watched goes first"
    assert house.watch("Two").closed is None
    assert [one.name for one in house.table.memo.audience] == ["Stays", "One", "Two"]
    assert (house.watch("Three").refusals, stays.closed) == ([Reason.FULL], None)


def test_a_muted_spectator_stays_so_across_returns_restarts_a_seat_and_another_name() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=SLOW._replace(seats=2))
    cy = house.join("Cy")
    ann.say(wire.MuteGuest("cy", True))
    assert ann.last(wire.Audience) == wire.Audience((wire.OnlookerPart("Cy", True, True),))
    house.refuses(cy, wire.Say("hello"), Reason.MUTED)
    cy.lose()
    cy.come_back()
    house.refuses(cy, wire.Say("hello"), Reason.MUTED)
    house.kill()
    for person in (ann, bo, cy):
        person.come_back()
    house.refuses(cy, wire.Say("hello"), Reason.MUTED)
    bo.go(Close.LEFT)
    assert cy.seat == 1
    assert (ann.last(wire.Terms), cy.last(wire.Terms)) == (terms(muted=(1,), seats=2), terms(seats=2))
    cy.say(wire.Rename("Cyrus"))
    house.refuses(cy, wire.Say("hello"), Reason.MUTED)
    ann.say(wire.Mute(1, False))
    cy.say(wire.Say("hello"))
    assert ann.heard[-1] == ChatSaid(1, "Cyrus", "hello")


def test_a_muted_spectator_who_is_given_a_seat_stays_muted() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    cy = house.join("Cy")
    ann.say(wire.MuteGuest("Cy", True))
    bo.lose()
    house.wait(20)
    ann.say(wire.GiveSeat(1, "Cy"))
    assert cy.seat == 1
    house.refuses(cy, wire.Say("hello"), Reason.MUTED)


def test_one_who_is_heard_again_is() -> None:
    house, (ann,) = owned("Ann")
    cy = house.watch("Cy")
    ann.say(wire.MuteGuest("Cy", True), wire.MuteGuest("Cy", False))
    cy.say(wire.Say("hello"))
    assert ann.heard[-1] == ChatSaid(None, "Cy", "hello")


def test_a_kick_in_a_game_puts_a_bot_there_and_draws_a_code() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=SLOW)
    old = house.table.memo.code
    ann.say(wire.Remove(1))
    assert (bo.closed, house.seats[1].kind, house.is_in(Phase.PLAYING)) == (Close.KICKED, Kind.BOT, True)
    assert house.table.memo.code != old


# --- lines of chat ---


def chatter(house: House, person: Person, lines: int) -> int:
    """How many of so many lines are said, one each second."""
    before = len(house.events_of(ChatSaid))
    for _ in range(lines):
        house.now += WINDOW / AT_ONCE
        person.say(wire.Say("x"))
    return len(house.events_of(ChatSaid)) - before


def test_reconnecting_spectators_of_one_address_use_up_neither_the_players_lines_nor_the_spectators() -> None:
    house, (ann, _) = playing("Ann", "Bo", opening=SLOW)
    for number in range(60):
        puppet = house.watch(f"P{number}", address=HERE)
        for _ in range(AT_ONCE):
            house.now += 0.04
            puppet.say(wire.Say("spam"))
        puppet.go(Close.DONE)
    assert len(house.events_of(ChatSaid)) <= OF_ONLOOKERS.share
    assert chatter(house, house.watch("Cy", address=THERE), OF_ONLOOKERS.share) == OF_ONLOOKERS.share
    assert chatter(house, ann, OF_PLAYERS.share) == OF_PLAYERS.share


def test_the_share_of_a_person_is_theirs_wherever_they_come_back_from() -> None:
    house, _ = owned("Ann")
    cy = house.watch("Cy")
    said = 0
    for number in range(1, 5):
        said += chatter(house, cy, OF_ONLOOKERS.share // 2)
        cy.lose()
        cy.address = f"10.0.0.{number}"
        cy.come_back()
    assert said == OF_ONLOOKERS.share
    house.refuses(cy, wire.Say("more"), Reason.SAID_ENOUGH)


def test_spectators_have_200_lines_together_and_players_do_not_touch_them() -> None:
    house, (ann, _) = owned("Ann", "Bo")
    chatter(house, ann, OF_PLAYERS.share)
    watchers = [house.watch(f"W{number}", address=f"10.0.0.{number}") for number in range(6)]
    said = [chatter(house, watcher, OF_ONLOOKERS.share) for watcher in watchers]
    assert said == [*[OF_ONLOOKERS.share] * 5, 0]
    assert sum(said) == OF_ONLOOKERS.lines
    house.refuses(watchers[5], wire.Say("more"), Reason.SAID_ENOUGH)


@pytest.mark.parametrize("comes_back", [True, False])
def test_five_lines_in_5_s_also_over_a_new_link_and_with_a_new_secret(comes_back: bool) -> None:
    house, _ = owned("Ann")
    cy = house.watch("Cy", address=HERE)
    for _ in range(AT_ONCE):
        cy.say(wire.Say("x"))
    if comes_back:
        cy.lose()
        cy.address = THERE
        again = cy.come_back()
    else:
        cy.go(Close.DONE)
        again = house.watch("Di", address=HERE)
    house.refuses(again, wire.Say("more"), Reason.TOO_FAST)
    house.now += WINDOW
    again.say(wire.Say("more"))
    assert len(house.events_of(ChatSaid)) == AT_ONCE + 1


def test_a_house_of_players_has_what_three_have_and_who_joins_anew_no_more() -> None:
    house, _ = owned("Ann", opening=SLOW)
    said = 0
    for number in range(5):
        player = house.join(f"P{number}", address="2001:db8::" + str(number + 1))
        said += chatter(house, player, OF_PLAYERS.share)
        player.go(Close.LEFT)
    assert said == OF_PLAYERS.household * OF_PLAYERS.share
    house.now += WINDOW
    players = [house.join(f"Q{number}", address=HERE) for number in range(4)]
    for player in players[:3]:
        for _ in range(AT_ONCE):
            player.say(wire.Say("x"))
    assert not any(player.refusals for player in players)
    house.refuses(players[3], wire.Say("x"), Reason.TOO_FAST)


def test_people_on_the_hosts_own_computer_each_have_their_five() -> None:
    house, _ = owned("Ann")
    for name in ("Cy", "Di"):
        watcher = house.watch(name, address="127.0.0.1")
        for _ in range(AT_ONCE):
            watcher.say(wire.Say("x"))
    assert len(house.events_of(ChatSaid)) == 2 * AT_ONCE


def test_a_new_game_has_all_its_lines_but_no_more_than_five_in_5_s() -> None:
    house, (ann, _) = playing("Ann", "Bo", does=Does.DEAL | Does.PLAY, opening=Opening(options=Options(points=1)))
    cy = house.watch("Cy")
    chatter(house, cy, OF_ONLOOKERS.share)
    house.now += WINDOW
    house.refuses(cy, wire.Say("more"), Reason.SAID_ENOUGH)
    house.run(lambda: len(house.logs) == 2)
    assert chatter(house, cy, 1) == 1
    for _ in range(AT_ONCE - 1):
        cy.say(wire.Say("x"))
    house.refuses(cy, wire.Say("more"), Reason.TOO_FAST)
    assert ann.closed is None


def test_who_says_nothing_that_is_shown_is_not_remembered() -> None:
    house, _ = owned("Ann")
    for number in range(50):
        puppet = house.watch(f"P{number}", address=HERE).say(wire.Say("\x1b"))
        puppet.go(Close.DONE)
    assert house.table._chat._speakers == {}
