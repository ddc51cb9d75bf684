"""The lobby: names, readiness, the start, options, bots, seats, kicks, and the next lobby after a game."""

import pytest

from odin_net.bots.names import SAGA_NAMES
from odin_net.game import Phase
from odin_net.game.events import Kind, LobbyOpened, Occupant, OptionsChanged, Presence, SeatChanged, TableStopped, Tally
from odin_net.game.options import Options, Starter
from odin_net.host import steps
from odin_net.host.leavers import MOST_ADDRESSES, MOST_LEFT, WITHIN, Leavers
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.codec import decode_event
from protocol.errors import Close
from protocol.handshake import ticket_of
from protocol.messages import Hello, Intent, OptionsPart, Reason
from tests.helpers.house import FAST, OWNER, Does, House, headless, owned, playing

LONG = OptionsPart(20, "6", Starter.LAST)


def test_who_joins_is_seated_and_then_gets_the_log() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    assert [type(message) for message in bo.heard[:3]] == [wire.Seated, wire.LogFollows, LobbyOpened]
    assert (ann.seat, ann.is_owner, bo.seat, bo.is_owner) == (0, True, 1, False)
    assert ann.key != bo.key
    assert ann.log.raw == bo.log.raw == house.logs[-1].raw
    assert [occupant.name for occupant in house.seats] == ["Ann", "Bo"]


def test_only_the_owner_is_told_the_code() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    assert ann.last(wire.TableCode) == wire.TableCode(house.table.memo.code, wire.CodeNews.SHOWN)
    assert bo.count(wire.TableCode) == 0


def test_the_owner_of_an_open_table_is_not_told_that_codes_were_guessed() -> None:
    # SPEC 6: a table code without words says that too many wrong ones were tried.
    _, (ann,) = owned("Ann", opening=Opening(code=""))
    assert ann.count(wire.TableCode) == 0


@pytest.mark.parametrize("name", ["", "  ", "a\x1b[2J", "x" * 17, "a\u202eb", "x\u0301\u0301", "\ud7ff\ue000"])
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    house = House()
    person = house.join(name)
    assert person.refusals == [Reason.BAD_NAME]
    assert (person.seat, house.seats, person.closed) == (None, (), None)


@pytest.mark.parametrize("name", ["Ann", "ann", "\uff21nn", " Ann "])
def test_a_name_that_somebody_has_is_refused(name: str) -> None:
    house, _ = owned("Ann")
    person = house.join(name)
    assert person.refusals == [Reason.NAME_TAKEN]
    assert person.seat is None


def test_names_of_bots_and_watchers_are_taken_too() -> None:
    house, (ann,) = owned("Ann")
    ann.say(wire.AddBot("easy"))
    house.watch("Cy")
    assert house.join(house.seats[1].name).refusals == [Reason.NAME_TAKEN]
    assert house.join("cy").refusals == [Reason.NAME_TAKEN]


def test_after_a_refused_name_another_one_is_tried() -> None:
    house, _ = owned("Ann")
    person = house.join("Ann").say(wire.Rename("Bo"))
    assert (person.seat, person.occupant.name) == (1, "Bo")


def test_an_owner_whose_first_name_was_refused_is_told_the_code_with_the_second() -> None:
    house = House(Opening(owner=OWNER))
    house.join("Ann")
    owner = house.join("Ann", secret=OWNER).say(wire.Rename("Bo"))
    assert owner.last(wire.TableCode) == wire.TableCode(house.table.memo.code, wire.CodeNews.SHOWN)


def test_who_has_no_name_yet_can_do_nothing_else() -> None:
    house, _ = owned("Ann")
    nameless = house.join("Ann")
    for message in (wire.Say("hello"), wire.Ready(0, True), wire.AddBot("easy"), wire.Start()):
        house.refuses(nameless, message, Reason.NOT_NOW)


def test_one_secret_has_one_seat_even_if_both_its_links_had_to_choose_another_name() -> None:
    house, _ = owned("Ann")
    older = house.join("Ann", secret=b"s" * 32)
    newer = house.join("Ann", secret=b"s" * 32)
    older.say(wire.Rename("Bo"))
    newer.say(wire.Rename("Cy"))
    assert [occupant.name for occupant in house.seats] == ["Ann", "Bo"]
    assert (older.closed, newer.seat) == (Close.REPLACED, 1)


def test_a_seat_is_renamed_in_the_lobby_only() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    bo.say(wire.Rename("Bob"))
    assert bo.occupant.name == "Bob"
    house.refuses(bo, wire.Rename("ann"), Reason.NAME_TAKEN)
    house.refuses(bo, wire.Rename("\x07"), Reason.BAD_NAME)
    ann.say(wire.Start())
    house.refuses(bo, wire.Rename("Bert"), Reason.NOT_NOW)


def test_a_name_stays_the_same_if_the_new_one_is_its_own() -> None:
    _, (_, bo) = owned("Ann", "Bo")
    bo.say(wire.Rename("BO"))
    assert bo.occupant.name == "BO"


# --- readiness and the start ---


def test_with_an_owner_a_game_starts_when_all_are_ready() -> None:
    house, (ann, bo) = owned("Ann", "Bo", does=Does.NOTHING)
    ann.say(wire.Ready(0, True))
    assert house.is_in(Phase.LOBBY)
    bo.say(wire.Ready(0, True))
    assert house.is_in(Phase.DEALING)
    assert house.news_of(steps.GameBegan) == [steps.GameBegan(1)]


def test_nobody_starts_alone() -> None:
    house, (ann,) = owned("Ann")
    ann.say(wire.Ready(0, True))
    assert house.is_in(Phase.LOBBY)
    house.refuses(ann, wire.Start(), Reason.NOT_NOW)


def test_the_owner_starts_whether_or_not_the_others_are_ready() -> None:
    house, (ann, bo) = owned("Ann", "Bo", does=Does.NOTHING)
    house.refuses(bo, wire.Start(), Reason.NOT_THE_OWNER)
    ann.say(wire.Start())
    assert house.is_in(Phase.DEALING)
    house.refuses(ann, wire.Start(), Reason.NOT_NOW)


def test_readiness_can_be_taken_back() -> None:
    house, (ann, bo) = owned("Ann", "Bo", does=Does.NOTHING)
    ann.say(wire.Ready(0, True), wire.Ready(0, False))
    bo.say(wire.Ready(0, True))
    assert house.is_in(Phase.LOBBY)


def test_who_changes_without_pause_does_not_fill_the_log() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    before = len(bo.log)
    for number in range(500):
        bo.say(wire.Ready(0, number % 2 == 1), wire.Rename(f"Bo {number}"))
    assert len(bo.log) - before <= 40
    assert bo.refusals[-1] is Reason.TOO_FAST
    ann.say(wire.Rename("Anna"))
    assert ann.refusals == []
    house.wait(10.0)
    bo.say(wire.Rename("Bob"))
    assert bo.occupant.name == "Bob"


def test_a_lobby_that_grows_too_long_turns_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.log.MAX_EVENTS", 60)
    house, (ann, bo) = owned("Ann", "Bo")
    for number in range(40):
        bo.say(wire.Rename(f"Bo {number}"))
    assert max(map(len, house.logs)) <= 40, "nobody may call it malformed"
    assert len(house.logs) > 1
    assert house.is_in(Phase.LOBBY)
    assert [occupant.name for occupant in house.seats] == ["Ann", "Bo 39"]
    assert ann.log.game == bo.log.game == house.logs[-1].game


def test_a_game_whose_log_grows_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    house, (ann, bo) = playing("Ann", "Bo")
    monkeypatch.setattr("protocol.log.MAX_EVENTS", 60)
    for _ in range(20):
        bo.lose()
        bo.come_back()
    stopped, now = house.logs
    assert isinstance(decode_event(stopped.raw[-1]), TableStopped)
    assert len(stopped) <= 40
    assert ann.log.game == bo.log.game == now.game
    assert house.is_in(Phase.LOBBY)


@pytest.mark.slow
def test_who_is_made_unready_by_others_may_say_ready_again_as_often_as_that_happens() -> None:
    house, (ann, bo) = owned("Ann", "Bo", does=Does.NOTHING)
    bo.say(wire.Ready(0, True))
    for number in range(133):
        eve = house.join(f"Eve {number}", address=f"10.0.0.{number}")
        assert not bo.occupant.ready, "SPEC 6: new people make all unready"
        bo.say(wire.Ready(0, True))
        assert bo.occupant.ready
        eve.go(Close.LEFT)
        house.wait(0.1)
    assert bo.refusals == []
    ann.say(wire.Ready(0, True))
    assert house.is_in(Phase.DEALING)


def test_what_others_do_gives_nobody_more_changes_of_their_own() -> None:
    house, (_, bo) = owned("Ann", "Bo", does=Does.NOTHING)
    bo.say(wire.Ready(0, True))
    for _ in range(3):
        house.join("Eve").go(Close.LEFT)
    before = len(bo.log)
    for number in range(500):
        bo.say(wire.Ready(0, number % 2 == 0))
    assert len(bo.log) - before <= 41
    assert bo.refusals[-1] is Reason.TOO_FAST


def test_who_joins_and_leaves_without_pause_is_kept_out_until_the_lobby_has_had_a_rest() -> None:
    house, (ann, bo) = owned("Ann", "Bo", does=Does.NOTHING)
    let_in = []
    for _ in range(60):
        eve = house.join("Eve", address="10.0.0.66")
        if eve.seat is None:
            assert (eve.refusals, eve.closed) == ([Reason.TOO_FAST], Close.DONE)
        else:
            let_in.append(house.now)
            eve.go(Close.LEFT)
        house.wait(0.25)
    assert len(let_in) == MOST_LEFT
    before = len(house.logs[-1])
    house.join("Eve", address="10.0.0.66")
    assert len(house.logs[-1]) == before, "nobody notices"
    # Others come in meanwhile, and may look on even from there.
    cy = house.join("Cy", address="10.0.0.7")
    assert cy.seat == 2
    assert house.watch("Eve").closed is None
    for person in (ann, bo, cy):
        person.say(wire.Ready(0, True))
    assert house.is_in(Phase.DEALING)


def test_who_leaves_instead_of_going_on_after_a_rollback_is_counted_too() -> None:
    house, _ = owned("Ann", does=Does.NOTHING)
    house.kill()
    for _ in range(MOST_LEFT):
        eve = house.join("Eve", address="10.0.0.66")
        eve.lose()
        eve.come_back(wire.Sync(house.core.log.game, 999, bytes(32))).go(Close.LEFT)
    assert house.join("Eve", address="10.0.0.66").refusals == [Reason.TOO_FAST]


def test_a_rest_is_over_some_time() -> None:
    house, _ = owned("Ann")
    for _ in range(MOST_LEFT):
        house.join("Eve").go(Close.LEFT)
    assert house.join("Eve").closed is Close.DONE
    house.wait(WITHIN)
    assert house.join("Eve").seat == 1


def test_who_stays_is_not_counted_however_many_come_from_one_address() -> None:
    house, _ = owned("Ann")
    guests = [house.join(f"Guest {number}", address="10.0.0.5") for number in range(5)]
    for guest in guests:
        guest.lose()
        guest.come_back()
    assert [guest.seat for guest in guests] == [1, 2, 3, 4, 5]


def test_only_so_many_addresses_are_remembered() -> None:
    leavers = Leavers()
    for number in range(10 * MOST_ADDRESSES):
        for _ in range(MOST_LEFT):
            leavers.note(f"address {number}", 1.0)
    assert len(leavers._left) == MOST_ADDRESSES
    assert leavers.has_too_many(f"address {10 * MOST_ADDRESSES - 1}", 1.0)
    assert not leavers.has_too_many("address 0", 1.0)


def test_ready_for_another_hand_than_the_next_is_stale() -> None:
    house, (ann, _) = owned("Ann", "Bo")
    house.refuses(ann, wire.Ready(1, True), Reason.STALE)


def test_without_an_owner_a_game_waits_for_every_seat() -> None:
    house = headless(seats=3)
    ann, bo = house.join("Ann", Does.NOTHING), house.join("Bo", Does.NOTHING)
    ann.say(wire.Ready(0, True))
    bo.say(wire.Ready(0, True))
    house.wait(100)
    assert house.is_in(Phase.LOBBY)
    cy = house.join("Cy", Does.NOTHING)
    assert [occupant.ready for occupant in house.seats] == [False] * 3
    for person in (ann, bo, cy):
        assert house.is_in(Phase.LOBBY)
        person.say(wire.Ready(0, True))
    assert house.is_in(Phase.DEALING)


def test_without_an_owner_a_full_table_starts_20_s_after_the_first_is_ready() -> None:
    house = headless(seats=3)
    ann, *_ = [house.join(name, Does.NOTHING) for name in ("Ann", "Bo", "Cy")]
    house.wait(100)
    ann.say(wire.Ready(0, True))
    house.wait(19.9)
    assert house.is_in(Phase.LOBBY)
    house.wait(0.2)
    assert house.is_in(Phase.DEALING)


def test_the_20_s_end_when_nobody_is_ready_any_more() -> None:
    house = headless(seats=2)
    ann, _ = house.join("Ann", Does.NOTHING), house.join("Bo", Does.NOTHING)
    ann.say(wire.Ready(0, True))
    house.wait(10)
    ann.say(wire.Ready(0, False))
    house.wait(100)
    assert house.is_in(Phase.LOBBY)


def test_the_20_s_of_the_lobby_stand_still_while_all_are_away() -> None:
    house = headless(seats=3)
    ann, bo, cy = [house.join(name, Does.NOTHING) for name in ("Ann", "Bo", "Cy")]
    ann.say(wire.Ready(0, True))
    house.wait(10)
    for person in (ann, bo, cy):
        person.lose()
    house.wait(3600)
    ann.come_back()
    assert house.is_in(Phase.LOBBY)
    house.wait(19)
    assert house.is_in(Phase.LOBBY)


def test_who_is_covered_in_the_lobby_keeps_nobody_waiting() -> None:
    house, (ann, bo) = owned("Ann", "Bo", does=Does.NOTHING)
    bo.lose()
    ann.say(wire.Ready(0, True))
    assert house.is_in(Phase.LOBBY)
    house.wait(20)
    assert house.presence(1) is Presence.COVERED
    assert not house.is_in(Phase.LOBBY)


def test_a_new_person_makes_all_unready() -> None:
    house, (ann, bo) = owned("Ann", "Bo", does=Does.NOTHING)
    ann.say(wire.Ready(0, True))
    house.join("Cy")
    assert [occupant.ready for occupant in house.seats] == [False, False, False]
    assert bo.log.raw == ann.log.raw


def test_changed_options_make_people_unready_and_bots_stay_ready() -> None:
    house, (ann, _) = owned("Ann", "Bo", does=Does.NOTHING)
    ann.say(wire.AddBot("easy"), wire.Ready(0, True), wire.SetOptions(LONG))
    assert [occupant.ready for occupant in house.seats] == [False, False, True]
    assert house.state.board.game.options == Options(20, "6", Starter.LAST)
    assert house.events_of(OptionsChanged) == [OptionsChanged(Options(20, "6", Starter.LAST))]


def test_the_same_options_change_nothing() -> None:
    house, (ann, _) = owned("Ann", "Bo", does=Does.NOTHING)
    ann.say(wire.SetOptions(LONG), wire.Ready(0, True), wire.SetOptions(LONG))
    assert house.seats[0].ready


def test_options_belong_to_the_owner_and_the_lobby() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    house.refuses(bo, wire.SetOptions(LONG), Reason.NOT_THE_OWNER)
    ann.say(wire.Start())
    house.refuses(ann, wire.SetOptions(LONG), Reason.NOT_NOW)


# --- bots ---


def test_bots_are_added_changed_and_removed() -> None:
    house, (ann,) = owned("Ann")
    ann.say(wire.AddBot("easy"), wire.AddBot("hard"), wire.SetLevel(1, "normal"))
    assert [(seat.kind, seat.level, seat.ready) for seat in house.seats[1:]] == [
        (Kind.BOT, "normal", True),
        (Kind.BOT, "hard", True),
    ]
    ann.say(wire.Remove(1))
    assert [seat.level for seat in house.seats] == ["", "hard"]


def test_what_cannot_be_done_to_bots_is_refused() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=Opening(seats=3))
    house.refuses(bo, wire.AddBot("easy"), Reason.NOT_THE_OWNER)
    ann.say(wire.AddBot("easy"))
    house.refuses(ann, wire.AddBot("easy"), Reason.NOT_NOW)
    house.refuses(ann, wire.SetLevel(1, "easy"), Reason.NOT_NOW)
    house.refuses(ann, wire.SetLevel(5, "easy"), Reason.NOT_NOW)
    house.refuses(ann, wire.Remove(5), Reason.NOT_NOW)
    house.refuses(ann, wire.Remove(0), Reason.NOT_NOW)
    ann.say(wire.Start())
    house.refuses(ann, wire.Remove(2), Reason.NOT_NOW)
    house.refuses(ann, wire.AddBot("easy"), Reason.NOT_NOW)


def test_bots_find_a_name_even_if_people_have_all_of_theirs() -> None:
    house, (ann,) = owned("Ann")
    watching = SAGA_NAMES[: Opening().watchers]
    for name in watching:
        house.watch(name)
    ann.say(*[wire.AddBot("easy")] * 5)
    assert len({seat.name for seat in house.seats} | set(watching)) == 6 + len(watching)


def test_a_table_of_bots_alone_plays_all_its_games() -> None:
    house = headless(seats=4, bots=4, games=2)
    house.run(lambda: bool(house.news_of(steps.TableOver)))
    assert house.news_of(steps.GameBegan) == [steps.GameBegan(1), steps.GameBegan(2)]
    assert len(house.news_of(steps.GameFinished)) == 2


# --- seats ---


def test_seats_that_change_places_are_told_with_their_keys_after_the_events() -> None:
    house, (ann, bo, cy) = owned("Ann", "Bo", "Cy")
    keys = ann.key, bo.key, cy.key
    ann.say(wire.SwapSeats(0, 2))
    assert [seat.name for seat in house.seats] == ["Cy", "Bo", "Ann"]
    assert ((ann.seat, ann.key), (bo.seat, bo.key), (cy.seat, cy.key)) == ((2, keys[0]), (1, keys[1]), (0, keys[2]))
    for person in (ann, cy):
        told = max(index for index, message in enumerate(person.heard) if isinstance(message, wire.Seated))
        assert all(isinstance(event, SeatChanged) for event in person.heard[told - 2 : told])
    assert ann.is_owner


def test_seats_that_cannot_change_places_do_not() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    house.refuses(bo, wire.SwapSeats(0, 1), Reason.NOT_THE_OWNER)
    house.refuses(ann, wire.SwapSeats(0, 0), Reason.NOT_NOW)
    house.refuses(ann, wire.SwapSeats(0, 2), Reason.NOT_NOW)
    ann.say(wire.Start())
    house.refuses(ann, wire.SwapSeats(0, 1), Reason.NOT_NOW)


def test_those_behind_a_seat_that_goes_move_up_and_are_told() -> None:
    house, (ann, bo, cy) = owned("Ann", "Bo", "Cy")
    key = cy.key
    bo.go(Close.LEFT)
    assert [seat.name for seat in house.seats] == ["Ann", "Cy"]
    assert cy.last(wire.Seated) == wire.Seated(1, key, False)
    assert isinstance(cy.heard[-2], SeatChanged)
    assert ann.count(wire.Seated) == 1


def test_who_left_the_lobby_may_come_anew_and_has_nothing_left() -> None:
    house, (_, bo) = owned("Ann", "Bo")
    bo.go(Close.LEFT)
    assert bo.secret is not None
    hello = Hello(1, Intent.RESUME, house.table.memo.table, ticket_of(bo.secret, bytes(16)), bytes(16))
    assert house.table.secret_of(hello) is None
    again = house.join("Bo", secret=bo.secret)
    assert again.seat == 1
    assert again.key != bo.key


def test_a_kick_in_the_lobby_frees_the_seat_and_kills_the_secret() -> None:
    house, (ann, bo, cy) = owned("Ann", "Bo", "Cy")
    ann.say(wire.Remove(1))
    assert (bo.closed, cy.seat, [seat.name for seat in house.seats]) == (Close.KICKED, 1, ["Ann", "Cy"])
    bo.come_back()
    assert (bo.closed, len(house.seats)) == (Close.KICKED, 2)
    assert house.join("Bo", secret=bo.secret).closed is Close.KICKED
    assert house.join("Bo").seat == 2


def test_somebody_away_can_be_kicked_and_learns_it_on_return() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    bo.lose()
    ann.say(wire.Remove(1))
    assert [seat.name for seat in house.seats] == ["Ann"]
    bo.come_back()
    assert bo.closed is Close.KICKED


def test_only_the_owner_kicks() -> None:
    house, (_, bo) = owned("Ann", "Bo")
    house.refuses(bo, wire.Remove(0), Reason.NOT_THE_OWNER)


# --- after a game ---


def test_after_a_game_all_are_in_the_lobby_again_with_seats_options_and_a_tally() -> None:
    house, people = owned("Ann", "Bo", "Cy", does=Does.DEAL | Does.PLAY)
    people[0].say(wire.SetOptions(OptionsPart(1, "6", Starter.LAST)), wire.Start())
    house.run(lambda: len(house.logs) == 2)
    opened = house.events[0]
    assert isinstance(opened, LobbyOpened)
    assert opened.game == house.logs[1].game != house.logs[0].game
    assert opened.seats == (Occupant("Ann"), Occupant("Bo"), Occupant("Cy"))
    assert opened.options == Options(1, "6", Starter.LAST)
    assert [tally.games for tally in opened.tally] == [1, 1, 1]
    assert sum(tally.wins for tally in opened.tally) >= 1
    for person in people:
        place = next(i for i, message in enumerate(person.heard) if message == opened)
        assert person.heard[place - 1] == wire.LogFollows(opened.game, 0, 1)
        assert person.heard[place + 1] == wire.Seated(person.seat or 0, person.key, person is people[0])


def test_the_tally_counts_all_games_of_the_evening() -> None:
    house, _ = owned("Ann", "Bo", does=Does.ALL)
    house.run(lambda: len(house.logs) == 4)
    opened = house.events[0]
    assert isinstance(opened, LobbyOpened)
    assert {tally.name: tally.games for tally in opened.tally} == {"Ann": 3, "Bo": 3}
    assert all(isinstance(tally, Tally) for tally in opened.tally)


def test_the_lobby_says_how_many_games_are_left_and_the_last_one_ends_the_table() -> None:
    house = headless(seats=2, games=2)
    people = [house.join(name, Does.ALL) for name in ("Ann", "Bo")]
    watcher = house.watch("Cy")
    house.run(lambda: bool(house.news_of(steps.TableOver)))
    firsts = [person.log.raw[0] for person in people]
    assert firsts == [house.logs[-1].raw[0]] * 2
    lefts = [message.left for message in people[0].heard if isinstance(message, LobbyOpened)]
    assert lefts == [2, 1]
    assert [person.closed for person in (*people, watcher)] == [Close.GAME_OVER] * 3
    assert people[0].log.raw == house.logs[-1].raw


def test_at_the_last_games_end_somebody_away_has_the_grace_to_see_it() -> None:
    house = headless(seats=2, games=1)
    ann, bo = [house.join(name, Does.ALL) for name in ("Ann", "Bo")]
    house.run(lambda: house.is_in(Phase.PLAYING))
    house.core.memo.people_ms = 100
    bo.lose()
    house.run(lambda: house.is_in(Phase.OVER), most=19)
    assert ann.closed is Close.GAME_OVER
    assert not house.news_of(steps.TableOver)
    bo.come_back()
    assert (bo.closed, bo.log.raw) == (Close.GAME_OVER, house.logs[-1].raw)
    assert house.news_of(steps.TableOver)


def test_nobody_keeps_a_finished_table_open_longer_than_the_grace() -> None:
    house = headless(seats=2, games=1)
    _, bo = [house.join(name, Does.ALL) for name in ("Ann", "Bo")]
    house.run(lambda: house.is_in(Phase.PLAYING))
    house.core.memo.people_ms = 100
    bo.lose()
    house.run(lambda: bool(house.news_of(steps.TableOver)), most=41)


def test_who_looks_for_tables_sees_how_full_this_one_is() -> None:
    house, (ann, _) = owned("Ann", "Bo", opening=Opening(options=FAST, seats=4))
    ann.say(wire.AddBot("easy"))
    assert house.news_of(steps.LobbyChanged) == [steps.LobbyChanged(count, 4) for count in range(4)]


def test_who_looks_for_tables_sees_what_the_host_is_called_now() -> None:
    house, (ann, bo) = owned("Ann", "Bo", opening=Opening(options=FAST, seats=4))
    assert house.table.owner_name == "Ann"
    before = len(house.news_of(steps.LobbyChanged))
    bo.say(wire.Rename("Bodil"))
    assert len(house.news_of(steps.LobbyChanged)) == before
    ann.say(wire.Rename("Annika"))
    assert house.table.owner_name == "Annika"
    assert len(house.news_of(steps.LobbyChanged)) == before + 1
    assert headless(seats=2).table.owner_name is None


def test_a_table_knows_whether_a_game_is_running() -> None:
    house, (ann, _) = owned("Ann", "Bo", does=Does.ALL)
    assert not house.table.is_playing
    ann.say(wire.Start())
    assert house.table.is_playing
    ann.say(wire.StopAfterHand(True))
    house.run(lambda: len(house.logs) == 2)
    assert not house.table.is_playing
