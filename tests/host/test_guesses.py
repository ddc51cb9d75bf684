"""Wrong codes: what they cost the address that they came from, the table, and nobody else. SPEC 4."""

import pytest
from msgspec.structs import replace

from odin_net.game.state import Phase
from odin_net.host import steps
from odin_net.host.admission import source_of
from odin_net.host.guesses import (
    CODES_AT_ONCE,
    FIRST_SHUT_OUT,
    GUESSER_FORGOTTEN_AFTER,
    GUESSES_FORGOTTEN_AFTER,
    LONGEST_CODE_PAUSE,
    LONGEST_SHUT_OUT,
    MAX_GUESSERS,
    MAX_GUESSES,
    MAX_OF_ONE,
    code_pause,
    shut_out_for,
)
from odin_net.host.resume import games_of, resume_table
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.errors import Hint
from protocol.messages import CodeNews, Hello, Intent, Reason, TableCode
from tests.helpers.house import ELSEWHERE, FAST, Does, House, headless, owned, playing

SEAT = Hello(1, Intent.SEAT, None, None, bytes(16))
MALLORY = "10.0.0.1"


def guess(house: House, right: bool = False, address: str = MALLORY) -> None:
    house.handle(steps.Guessed(address))
    house.handle(steps.Guessed(address, right))


def guess_from_many(house: House, count: int) -> None:
    """So many wrong ones, each from an address of its own."""
    for _ in range(count):
        guess(house, address=f"10.1.{house.rng.randrange(256)}.{house.rng.randrange(256)}")


def shut_out(house: House, address: str = MALLORY) -> None:
    for _ in range(MAX_OF_ONE):
        assert isinstance(house.password_for(SEAT, address), bytes)
        guess(house, address=address)
    assert house.password_for(SEAT, address) is Hint.SHUT_OUT


# --- one address ---


def test_right_codes_are_refunded_and_wrong_ones_are_not() -> None:
    house, _ = owned("Ann")
    for _ in range(30):
        guess(house, right=True)
    assert (house.table.memo.guesses, house.table.memo.guessers) == (0, [])
    for count in range(1, MAX_OF_ONE):
        guess(house)
        guess(house, right=True)
        assert house.table.memo.guesses == count
        assert isinstance(house.password_for(SEAT, MALLORY), bytes)
    guess(house)
    assert house.password_for(SEAT, MALLORY) is Hint.SHUT_OUT


def test_three_wrong_codes_shut_their_address_out_and_nobody_else() -> None:
    house, (ann, bo) = playing("Ann", "Bo")
    code = house.table.memo.code
    shut_out(house)
    assert house.password_for(SEAT, ELSEWHERE) == code.encode()
    assert ann.heard[-1] == TableCode(code, CodeNews.SHUT_OUT)
    assert bo.count(TableCode) == 0
    bo.lose()
    bo.come_back()
    assert bo.closed is None


def test_it_is_longer_each_time_and_an_hour_at_most() -> None:
    house = headless(2)
    lasted = []
    for _ in range(6):
        shut_out(house)
        began = house.now
        while house.password_for(SEAT, MALLORY) is Hint.SHUT_OUT:
            house.wait(60)
        lasted.append(house.now - began)
    assert lasted == [300, 600, 1200, 2400, 3600, 3600] == [shut_out_for(times) for times in range(1, 7)]


def test_after_an_hour_of_peace_an_address_begins_anew() -> None:
    house = headless(2)
    shut_out(house)
    house.wait(FIRST_SHUT_OUT + GUESSER_FORGOTTEN_AFTER)
    guess_from_many(house, 1)
    assert MALLORY not in [guesser.address for guesser in house.table.memo.guessers]
    shut_out(house)
    house.wait(FIRST_SHUT_OUT)
    assert isinstance(house.password_for(SEAT, MALLORY), bytes)


def test_proofs_at_once_that_might_all_be_wrong_are_busy_and_no_fourth_is_looked_at() -> None:
    house, _ = owned("Ann")
    for _ in range(MAX_OF_ONE):
        house.handle(steps.Guessed(MALLORY))
    assert house.password_for(SEAT, MALLORY) is Hint.BUSY
    assert isinstance(house.password_for(SEAT, ELSEWHERE), bytes)
    house.handle(steps.Guessed(MALLORY, right=True))
    assert isinstance(house.password_for(SEAT, MALLORY), bytes)
    house.handle(steps.Guessed(MALLORY))
    for _ in range(MAX_OF_ONE):
        house.handle(steps.Guessed(MALLORY, right=False))
    assert house.password_for(SEAT, MALLORY) is Hint.SHUT_OUT


def test_a_restart_forgets_no_address_and_none_that_was_being_looked_at() -> None:
    house, _ = owned("Ann")
    shut_out(house)
    for _ in range(MAX_OF_ONE):
        house.handle(steps.Guessed("10.0.0.2"))
    guess(house, address="10.0.0.3")
    memo, games = games_of(house.journal)
    table, _ = resume_table(memo, games, house.rng.randbytes, house.now)
    hints = [table.password_for(SEAT, address, house.now) for address in (MALLORY, "10.0.0.2", "10.0.0.3")]
    assert hints == [Hint.SHUT_OUT, Hint.SHUT_OUT, table.memo.code.encode()]
    assert [guesser.wrong for guesser in table.memo.guessers] == [0, 0, 1]
    assert table.memo.guesses == 2 * MAX_OF_ONE + 1


def test_a_clock_that_was_set_back_shuts_nobody_out_for_longer() -> None:
    house = headless(2)
    shut_out(house)
    memo, games = games_of(house.journal)
    day = 86400.0
    table, _ = resume_table(memo, games, house.rng.randbytes, house.now - day)
    assert isinstance(table.password_for(SEAT, MALLORY, house.now - day + LONGEST_SHUT_OUT), bytes)


def test_256_addresses_are_remembered_and_whose_time_ends_soonest_is_forgotten_first() -> None:
    house = headless(2)
    shut_out(house)
    for number in range(MAX_GUESSERS + 10):
        guess(house, address=f"10.3.{number // 256}.{number % 256}")
    guessers = house.table.memo.guessers
    assert len(guessers) == MAX_GUESSERS
    assert guessers[0].address == MALLORY
    assert house.password_for(SEAT, MALLORY) is Hint.SHUT_OUT
    assert [guesser.address for guesser in guessers[1:3]] == ["10.3.0.11", "10.3.0.12"]


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("127.0.0.1", "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("nonsense", "nonsense"),
    ],
)
def test_an_address_is_an_ipv4_one_or_an_ipv6_64(address: str, source: str) -> None:
    assert source_of(address) == source


# --- all of them ---


@pytest.mark.parametrize("opening", [Opening(options=FAST), Opening(owner=bytes(32))], ids=["headless", "owned"])
def test_twenty_wrong_codes_in_all_draw_a_new_one_at_once(opening: Opening) -> None:
    house = House(opening)
    old = house.table.memo.code
    for _ in range(MAX_GUESSES):
        assert house.news_of(steps.CodeChanged) == []
        guess_from_many(house, 1)
    assert house.news_of(steps.CodeChanged) == [steps.CodeChanged(house.table.memo.code)]
    assert house.table.memo.code != old
    assert (house.table.memo.guesses, house.password_for(SEAT)) == (0, house.table.memo.code.encode())


def test_the_owner_is_told_the_new_code_and_why() -> None:
    house, (ann, bo) = playing("Ann", "Bo")
    guess_from_many(house, MAX_GUESSES)
    assert ann.last(TableCode) == TableCode(house.table.memo.code, CodeNews.DRAWN)
    assert bo.count(TableCode) == 0
    ann.lose()
    ann.come_back()
    assert ann.last(TableCode) == TableCode(house.table.memo.code, CodeNews.SHOWN)


def test_a_code_that_the_owner_asks_for_forgives_every_address() -> None:
    house, (ann, bo) = playing("Ann", "Bo")
    shut_out(house)
    old = house.table.memo.code
    house.refuses(bo, wire.NewCode(), Reason.NOT_THE_OWNER)
    ann.say(wire.NewCode())
    new = house.table.memo.code
    assert new != old
    assert ann.last(TableCode) == TableCode(new, CodeNews.SHOWN)
    assert house.password_for(SEAT, MALLORY) == new.encode()
    assert house.table.memo.guesses == 0


def test_everybody_is_told_that_there_is_another_code_and_nobody_but_the_owner_which() -> None:
    house, (ann, bo) = playing("Ann", "Bo")
    assert bo.last(wire.Terms) == wire.USUAL_TERMS
    ann.say(wire.NewCode())
    assert bo.last(wire.Terms) == replace(wire.USUAL_TERMS, codes=1)
    guess_from_many(house, MAX_GUESSES)
    assert bo.last(wire.Terms) == replace(wire.USUAL_TERMS, codes=2)
    assert bo.count(TableCode) == 0
    bo.lose()
    bo.come_back()
    assert bo.last(wire.Terms) == replace(wire.USUAL_TERMS, codes=2)


def test_a_code_that_the_table_draws_forgives_none() -> None:
    house, _ = owned("Ann")
    old = house.table.memo.code
    shut_out(house)
    guess(house, address="10.0.0.2")
    guess_from_many(house, MAX_GUESSES - MAX_OF_ONE - 1)
    assert house.table.memo.code != old
    assert house.password_for(SEAT, MALLORY) is Hint.SHUT_OUT
    guess(house, address="10.0.0.2")
    guess(house, address="10.0.0.2")
    assert house.password_for(SEAT, "10.0.0.2") is Hint.SHUT_OUT


@pytest.mark.parametrize("opening", [Opening(options=FAST), Opening(owner=bytes(32))], ids=["headless", "owned"])
def test_who_goes_on_guessing_waits_longer_for_each_new_code(opening: Opening) -> None:
    house = House(opening)
    pauses = []
    for count in range(CODES_AT_ONCE + 10):
        assert isinstance(house.password_for(SEAT), bytes)
        guess_from_many(house, MAX_GUESSES)
        began = house.now
        if count >= CODES_AT_ONCE:
            assert house.password_for(SEAT) is Hint.NEW_CODE_NEEDED
            assert len(house.news_of(steps.CodeChanged)) == count
        house.run(lambda count=count: len(house.news_of(steps.CodeChanged)) > count)  # type: ignore[misc]
        pauses.append(house.now - began)
    assert pauses == [code_pause(count) for count in range(CODES_AT_ONCE + 10)]
    assert pauses[-1] == LONGEST_CODE_PAUSE
    # After a while of peace people may mistype again.
    house.wait(GUESSES_FORGOTTEN_AFTER)
    old = house.table.memo.code
    guess_from_many(house, MAX_GUESSES)
    assert house.table.memo.code != old


def test_the_owner_need_not_wait_for_the_next_code() -> None:
    house, (ann,) = owned("Ann")
    guess_from_many(house, (CODES_AT_ONCE + 1) * MAX_GUESSES)
    assert house.password_for(SEAT) is Hint.NEW_CODE_NEEDED
    ann.say(wire.NewCode())
    mine = house.table.memo.code
    assert house.password_for(SEAT) == mine.encode()
    house.wait(2 * LONGEST_CODE_PAUSE)
    assert house.table.memo.code == mine


def test_new_words_come_in_time_while_a_hand_is_played() -> None:
    house = headless(2)
    for name in ("Ann", "Bo"):
        house.join(name, Does.DEAL).say(wire.Ready(0, True))
    house.run(lambda: house.is_in(Phase.PLAYING))
    guess_from_many(house, (CODES_AT_ONCE + 1) * MAX_GUESSES)
    assert house.table.wake_at == house.table.guesses.due == house.now + code_pause(CODES_AT_ONCE)


def test_so_many_of_all_at_once_that_they_might_all_be_wrong_are_busy() -> None:
    house, _ = owned("Ann")
    many = [f"10.2.0.{number}" for number in range(MAX_GUESSES)]
    for address in many:
        house.handle(steps.Guessed(address))
    assert house.password_for(SEAT) is Hint.BUSY
    old = house.table.memo.code
    house.handle(steps.Guessed(many[0], right=True))
    assert isinstance(house.password_for(SEAT), bytes)
    for address in many[1:]:
        house.handle(steps.Guessed(address, right=False))
    assert house.table.memo.code == old
    guess(house)
    assert house.table.memo.code != old


@pytest.mark.parametrize("opening", [Opening(options=FAST), Opening(owner=bytes(32))], ids=["headless", "owned"])
def test_guesses_that_a_killed_host_was_looking_at_do_not_shut_the_door_for_good(opening: Opening) -> None:
    house = House(opening)
    for number in range(MAX_GUESSES):
        house.handle(steps.Guessed(f"10.2.0.{number}"))
    memo, games = games_of(house.journal)
    old = memo.code
    table, step = resume_table(memo, games, house.rng.randbytes, house.now)
    assert table.memo.code != old
    assert steps.CodeChanged(table.memo.code) in step.outputs
    assert isinstance(table.password_for(SEAT, ELSEWHERE, house.now), bytes)


def test_a_restart_makes_no_pause_shorter() -> None:
    house, (ann,) = owned("Ann")
    guess_from_many(house, (CODES_AT_ONCE + 2) * MAX_GUESSES)
    house.wait(code_pause(CODES_AT_ONCE))
    guess_from_many(house, MAX_GUESSES)
    house.kill()
    ann.come_back()
    assert house.password_for(SEAT) is Hint.NEW_CODE_NEEDED
    house.wait(code_pause(CODES_AT_ONCE + 1))
    assert isinstance(house.password_for(SEAT), bytes)


def test_an_open_table_counts_no_guesses_and_has_no_code_to_renew() -> None:
    house, (ann,) = owned("Ann", opening=Opening(code=""))
    for _ in range(2 * MAX_GUESSES):
        guess(house)
    assert house.password_for(SEAT, MALLORY) == b""
    house.refuses(ann, wire.NewCode(), Reason.NOT_NOW)
