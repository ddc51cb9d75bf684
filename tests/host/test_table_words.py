"""What people say to each other, and the code that lets them in."""

import pytest

from odin_net.game.events import ChatSaid
from odin_net.host import steps
from odin_net.host.chat import OF_PLAYERS
from protocol import messages as wire
from protocol.errors import Close, Hint
from protocol.messages import Hello, Intent, Reason
from tests.helpers.house import House, Person, owned

SEAT = Hello(1, Intent.SEAT, None, None, bytes(16))


# --- chat ---


def test_what_somebody_says_is_cleaned_and_logged_with_seat_and_name() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    bo.say(wire.Say("  hello \u00a0  there  "))
    assert ann.heard[-1] == ChatSaid(1, "Bo", "hello there")
    watcher = house.watch("Cy").say(wire.Say("hi"))
    assert ann.heard[-1] == watcher.heard[-1] == ChatSaid(None, "Cy", "hi")


def test_a_reaction_is_told_to_all_and_is_in_no_log() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    watcher, logged = house.watch("Cy"), len(house.events)
    bo.say(wire.React(wire.Reaction.OUCH))
    for person in (ann, bo, watcher):
        assert person.last(wire.Reacted) == wire.Reacted(1, "Bo", wire.Reaction.OUCH)
    watcher.say(wire.React(wire.Reaction.SKAL))
    assert ann.last(wire.Reacted) == wire.Reacted(None, "Cy", wire.Reaction.SKAL)
    assert len(house.events) == logged


def test_reactions_and_lines_of_chat_are_counted_together() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    for number in range(5):
        ann.say(wire.Say("x") if number % 2 else wire.React(wire.Reaction.SKAL))
    house.refuses(ann, wire.React(wire.Reaction.SKAL), Reason.TOO_FAST)
    house.refuses(ann, wire.Say("x"), Reason.TOO_FAST)
    for _ in range(OF_PLAYERS.share):
        house.now += 1
        bo.say(wire.React(wire.Reaction.SKAL))
    house.now += 5
    house.refuses(bo, wire.React(wire.Reaction.SKAL), Reason.SAID_ENOUGH)
    house.refuses(bo, wire.Say("x"), Reason.SAID_ENOUGH)


def test_the_muted_do_not_react_and_neither_does_who_is_not_in() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    ann.say(wire.Mute(1, True))
    house.refuses(bo, wire.React(wire.Reaction.SKAL), Reason.MUTED)
    ann.say(wire.Mute(1, False))
    bo.say(wire.React(wire.Reaction.SKAL))
    assert ann.last(wire.Reacted) == wire.Reacted(1, "Bo", wire.Reaction.SKAL)


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


def test_1000_lines_a_game_for_players_also_over_a_restart() -> None:
    house, people = owned("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    for person in people[:4]:
        chatter(house, person, OF_PLAYERS.share)
    house.kill()
    for person in people:
        person.come_back()
    for person in people[4:]:
        chatter(house, person, OF_PLAYERS.share)
    left = OF_PLAYERS.lines - len(house.events_of(ChatSaid))
    assert left == OF_PLAYERS.lines - 6 * OF_PLAYERS.share > 0, "six players cannot use up what all have"
    chatter(house, people[0], left)
    house.now += 5
    house.refuses(people[1], wire.Say("too much"), Reason.SAID_ENOUGH)


def test_the_muted_are_not_heard_until_they_are_unmuted() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    house.refuses(bo, wire.Mute(0, True), Reason.NOT_THE_OWNER)
    house.refuses(ann, wire.Mute(5, True), Reason.NOT_NOW)
    ann.say(wire.Mute(1, True))
    house.refuses(bo, wire.Say("hello"), Reason.MUTED)
    ann.say(wire.Say("quiet"), wire.Mute(1, False))
    bo.say(wire.Say("hello"))
    assert ann.heard[-1] == ChatSaid(1, "Bo", "hello")


def test_the_owner_alone_is_told_which_seats_are_muted_and_stays_told_as_they_change() -> None:
    house, (ann, bo, cy) = owned("Ann", "Bo", "Cy")

    def muted(person: Person) -> tuple[int, ...]:
        told = person.last(wire.Terms)
        assert isinstance(told, wire.Terms)
        return told.muted

    ann.say(wire.Mute(1, True))
    assert [muted(person) for person in (ann, bo, cy)] == [(1,), (), ()]
    bo.say(wire.Rename("Bertil"))
    assert (muted(ann), ann.count(wire.Terms)) == ((1,), 2), "who is muted stays so under another name"
    ann.say(wire.SwapSeats(1, 2))
    assert muted(ann) == (2,)
    ann.lose()
    ann.come_back()
    assert (muted(ann), ann.count(wire.Terms)) == ((2,), 4), "who comes back is told"
    ann.say(wire.SetPace(0, 0))
    assert [muted(person) for person in (ann, bo, cy)] == [(2,), (), ()]
    bo.go(Close.LEFT)
    assert muted(ann) == (), "whoever has that seat next is another"
    assert muted(house.join("Bertil")) == muted(ann) == ()


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


def test_a_closed_table_lets_nobody_in_and_tells_all() -> None:
    house, (ann, bo) = owned("Ann", "Bo")
    house.handle(steps.ClosedDown())
    assert (ann.closed, bo.closed) == (Close.TABLE_CLOSED, Close.TABLE_CLOSED)
    assert house.password_for(SEAT) is Hint.TABLE_CLOSED
    assert house.table.wake_at is None
