"""What people say to each other, and the code that lets them in."""

import pytest

from odin_net.game.events import ChatSaid
from odin_net.game.state import Phase
from odin_net.host import steps
from odin_net.host.chatting import MAX_LINES
from odin_net.host.guesses import (
    CODES_AT_ONCE,
    GUESSES_FORGOTTEN_AFTER,
    LONGEST_CODE_PAUSE,
    MAX_GUESSES,
    code_pause,
)
from odin_net.host.resuming import games_of, resume_table
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.errors import Close, Hint
from protocol.messages import Hello, Intent, Reason
from tests.helpers.house import FAST, Does, House, Person, headless, owned, playing

SEAT = Hello(1, Intent.SEAT, None, None, bytes(16))


# --- chat ---


def test_what_somebody_says_is_cleaned_and_logged_with_seat_and_name() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    bo.say(wire.Say("  hello \u00a0  there  "))
    assert ann.heard[-1] == ChatSaid(1, "Bo", "hello there")
    watcher = house.watch("Cy").say(wire.Say("hi"))
    assert ann.heard[-1] == watcher.heard[-1] == ChatSaid(None, "Cy", "hi")


@pytest.mark.parametrize(
    "text", ["", " ", "\x1b[31mred", "a\nb", "a\u2028b", "\u202eevil", "e" + "\u0301" * 4, "x" * 201]
)
def test_hostile_text_is_refused(text: str) -> None:
    house, (ann, _) = owned("Ann", "Bo")
    house.refuses(ann, wire.Say(text), Reason.BAD_TEXT)


def test_200_characters_may_be_said() -> None:
    house, (ann, _) = owned("Ann", "Bo")
    ann.say(wire.Say("x" * 200))
    assert len(house.events_of(ChatSaid)) == 1


def test_five_lines_in_5_s_and_no_more() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    for number in range(5):
        ann.say(wire.Say(f"line {number}"))
        house.wait(0.5)
    house.refuses(ann, wire.Say("one more"), Reason.TOO_FAST)
    bo.say(wire.Say("mine"))
    house.wait(2.4)
    house.refuses(ann, wire.Say("one more"), Reason.TOO_FAST)
    house.wait(0.1)
    ann.say(wire.Say("one more"))
    house.refuses(ann, wire.Say("and another"), Reason.TOO_FAST)


def chatter(house: House, person: Person, lines: int) -> None:
    for _ in range(lines):
        house.now += 1
        person.say(wire.Say("x"))


def test_1000_lines_a_game_also_over_a_restart() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    chatter(house, ann, MAX_LINES // 2)
    house.kill()
    ann.come_back()
    bo.come_back()
    chatter(house, ann, MAX_LINES // 2)
    assert len(house.events_of(ChatSaid)) == MAX_LINES
    house.now += 5
    house.refuses(bo, wire.Say("too much"), Reason.NOT_NOW)


def test_the_muted_are_not_heard_until_they_are_unmuted() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    house.refuses(bo, wire.Mute(0, True), Reason.NOT_THE_OWNER)
    house.refuses(ann, wire.Mute(5, True), Reason.NOT_NOW)
    ann.say(wire.Mute(1, True))
    house.refuses(bo, wire.Say("hello"), Reason.MUTED)
    ann.say(wire.Say("quiet"), wire.Mute(1, False))
    bo.say(wire.Say("hello"))
    assert ann.heard[-1] == ChatSaid(1, "Bo", "hello")


def test_a_mute_goes_with_the_person_and_outlives_returns_and_restarts() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    ann.say(wire.Mute(1, True), wire.SwapSeats(0, 1))
    house.refuses(bo, wire.Say("hello"), Reason.MUTED)
    bo.lose()
    bo.come_back()
    house.refuses(bo, wire.Say("hello"), Reason.MUTED)
    house.kill()
    ann.come_back()
    bo.come_back()
    house.refuses(bo, wire.Say("hello"), Reason.MUTED)
    ann.say(wire.Say("I may"))


# --- guesses ---


def guess(house: House, right: bool) -> None:
    house.handle(steps.Guessed())
    house.handle(steps.Guessed(right))


def test_right_codes_are_refunded_and_wrong_ones_are_not() -> None:
    house, _ = owned("Ann")
    for _ in range(20):
        guess(house, right=True)
    assert house.table.memo.guesses == 0
    for count in range(1, MAX_GUESSES):
        guess(house, right=False)
        guess(house, right=True)
        assert (house.table.memo.guesses, house.table.guesses.no_guess_now) == (count, None)


def test_five_wrong_codes_shut_the_door_to_newcomers_and_ask_the_owner_for_new_words() -> None:
    house, (ann, bo) = playing("Ann", "Bo")
    for _ in range(MAX_GUESSES):
        assert isinstance(house.table.password_for(SEAT), bytes)
        guess(house, right=False)
    assert house.table.password_for(SEAT) is Hint.NEW_CODE_NEEDED
    assert ann.heard[-1] == wire.TableCode("")
    assert bo.count(wire.TableCode) == 0
    bo.lose()
    bo.come_back()
    assert bo.closed is None
    old = house.table.memo.code
    house.refuses(bo, wire.NewCode(), Reason.NOT_THE_OWNER)
    ann.say(wire.NewCode())
    new = house.table.memo.code
    assert new != old
    assert ann.heard[-1] == wire.TableCode(new)
    assert house.news_of(steps.CodeChanged) == [steps.CodeChanged(new)]
    assert house.table.password_for(SEAT) == new.encode()


def test_an_owner_who_was_away_is_asked_for_new_words_on_return() -> None:
    house, (ann, _) = owned("Ann", "Bo")
    ann.lose()
    for _ in range(MAX_GUESSES):
        guess(house, right=False)
    ann.come_back()
    assert ann.last(wire.TableCode) == wire.TableCode("")


def test_without_an_owner_five_wrong_codes_make_a_new_one_at_once() -> None:
    house = House(Opening(options=FAST))
    old = house.table.memo.code
    for _ in range(MAX_GUESSES):
        assert house.news_of(steps.CodeChanged) == []
        guess(house, right=False)
    assert house.news_of(steps.CodeChanged) == [steps.CodeChanged(house.table.memo.code)]
    assert house.table.memo.code != old
    assert (house.table.memo.guesses, house.table.guesses.no_guess_now) == (0, None)


def test_who_goes_on_guessing_waits_longer_for_each_new_code() -> None:
    house = headless(2)
    pauses = []
    for count in range(CODES_AT_ONCE + 10):
        for _ in range(MAX_GUESSES):
            assert isinstance(house.table.password_for(SEAT), bytes)
            guess(house, right=False)
        began = house.now
        if count >= CODES_AT_ONCE:
            assert house.table.password_for(SEAT) is Hint.NEW_CODE_NEEDED
            assert len(house.news_of(steps.CodeChanged)) == count
        house.run(lambda count=count: len(house.news_of(steps.CodeChanged)) > count)  # type: ignore[misc]
        pauses.append(house.now - began)
    assert pauses == [code_pause(count) for count in range(CODES_AT_ONCE + 10)]
    assert pauses[-1] == LONGEST_CODE_PAUSE
    # After a while of peace people may mistype again.
    house.wait(GUESSES_FORGOTTEN_AFTER)
    old = house.table.memo.code
    for _ in range(MAX_GUESSES):
        guess(house, right=False)
    assert house.table.memo.code != old


def test_new_words_come_in_time_while_a_hand_is_played() -> None:
    house = headless(2)
    for name in ("Ann", "Bo"):
        house.join(name, Does.DEAL).say(wire.Ready(0, True))
    house.run(lambda: house.is_in(Phase.PLAYING))
    for _ in range((CODES_AT_ONCE + 1) * MAX_GUESSES):
        guess(house, right=False)
    assert house.table.wake_at == house.table.guesses.due == house.now + code_pause(CODES_AT_ONCE)


def test_so_many_at_once_that_they_might_all_be_wrong_are_busy() -> None:
    house, (ann,) = owned("Ann")
    for _ in range(MAX_GUESSES):
        house.handle(steps.Guessed())
    assert house.table.password_for(SEAT) is Hint.BUSY
    house.handle(steps.Guessed(right=True))
    assert isinstance(house.table.password_for(SEAT), bytes)
    for _ in range(MAX_GUESSES - 1):
        house.handle(steps.Guessed(right=False))
    assert house.table.guesses.no_guess_now is None
    guess(house, right=False)
    assert house.table.guesses.no_guess_now is Hint.NEW_CODE_NEEDED
    assert ann.last(wire.TableCode) == wire.TableCode("")


def test_guesses_outlive_a_restart_those_included_that_were_being_looked_at() -> None:
    house, _ = owned("Ann")
    guess(house, right=False)
    house.handle(steps.Guessed())
    house.kill()
    assert house.table.memo.guesses == 2


def test_an_open_table_counts_no_guesses_and_has_no_code_to_renew() -> None:
    house, (ann,) = owned("Ann", opening=Opening(code=""))
    for _ in range(2 * MAX_GUESSES):
        guess(house, right=False)
    assert house.table.password_for(SEAT) == b""
    house.refuses(ann, wire.NewCode(), Reason.NOT_NOW)


def test_a_closed_table_lets_nobody_in_and_tells_all() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    house.handle(steps.ClosedDown())
    assert (ann.closed, bo.closed) == (Close.TABLE_CLOSED, Close.TABLE_CLOSED)
    assert house.table.password_for(SEAT) is Hint.TABLE_CLOSED
    assert house.table.wake_at is None


def test_guesses_that_a_killed_host_was_looking_at_do_not_shut_the_door_for_good() -> None:
    house = headless(2)
    for _ in range(MAX_GUESSES):
        house.handle(steps.Guessed())
    memo, games = games_of(house.journal)
    old = memo.code
    table, step = resume_table(memo, games, house.rng.randbytes, house.now)
    assert table.memo.code != old
    assert steps.CodeChanged(table.memo.code) in step.outputs
    assert isinstance(table.password_for(SEAT), bytes)
