"""Turns: what is refused and why, the clock, the pace of bots, the nudge and who lets a bot cover."""

import pytest

from odin_net.game import Phase
from odin_net.game.cards import cards_in
from odin_net.game.events import Actor, CardsPlayed, Passed, Presence
from odin_net.game.options import Options
from odin_net.host import steps
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.messages import Reason
from tests.helpers.house import Does, House, Person, owned, playing

LONG = Opening(options=Options(points=99))


def moves(house: House) -> list[CardsPlayed | Passed]:
    return [event for event in house.events if isinstance(event, CardsPlayed | Passed)]


def hand(house: House, seat: int) -> tuple[int, ...]:
    return cards_in(house.state.hands[seat] or 0)


def test_a_legal_move_is_logged_for_all_as_the_persons_own() -> None:
    house, people = playing("Ann", "Bo", opening=LONG)
    mover = house.turn
    mover.say(mover.a_move())
    assert [(move.seat, move.by) for move in moves(house)] == [(mover.seat, Actor.PERSON)]
    assert people[0].log.raw == people[1].log.raw == house.logs[-1].raw


def test_illegal_moves_get_their_reason_and_change_nothing() -> None:
    house, people = playing("Ann", "Bo", opening=LONG)
    mover = house.turn
    other = next(person for person in people if person is not mover)
    mine, theirs = hand(house, mover.seat or 0), hand(house, other.seat or 0)
    house.refuses(other, wire.Play(0, theirs[:1], None), Reason.NOT_YOUR_TURN)
    house.refuses(mover, wire.PassTurn(0), Reason.OPENER_CANNOT_PASS)
    house.refuses(mover, wire.Play(0, theirs[:1], None), Reason.NOT_YOUR_CARD)
    house.refuses(mover, wire.Play(0, (mine[0], mine[0]), None), Reason.SAME_CARD_TWICE)
    house.refuses(mover, wire.Play(0, (), None), Reason.WRONG_NUMBER_OF_CARDS)
    house.refuses(mover, wire.Play(0, mine[:1], theirs[0]), Reason.NOT_IN_THE_MIDDLE)
    refused = mover.last(wire.Refused)
    assert isinstance(refused, wire.Refused)
    assert (refused.about, refused.action) == (19, 0)


def test_a_repeated_move_is_stale_and_acts_once() -> None:
    house, _ = playing("Ann", "Bo", opening=LONG)
    mover = house.turn
    move = mover.a_move()
    mover.say(move)
    house.refuses(mover, move, Reason.STALE)
    assert len(moves(house)) == 1
    refused = mover.last(wire.Refused)
    assert isinstance(refused, wire.Refused)
    assert refused.action == move.action


def test_the_same_move_sent_again_after_a_return_acts_once() -> None:
    house, _ = playing("Ann", "Bo", opening=LONG)
    mover = house.turn
    move = mover.a_move()
    mover.say(move)
    mover.lose()
    mover.come_back()
    house.refuses(mover, move, Reason.STALE)


def test_a_move_of_the_future_is_stale() -> None:
    house, _ = playing("Ann", "Bo", opening=LONG)
    house.refuses(house.turn, wire.PassTurn(7), Reason.STALE)


def test_moves_before_the_game_and_between_hands_are_refused() -> None:
    house, (ann, _) = owned("Ann", "Bo", opening=LONG)
    house.refuses(ann, wire.PassTurn(0), Reason.HAND_OVER)
    house, people = playing("Ann", "Bo", opening=LONG, does=Does.DEAL | Does.PLAY)
    house.run(lambda: house.is_in(Phase.DEALING))
    house.refuses(people[0], wire.PassTurn(house.state.board.action), Reason.HAND_OVER)


# --- bots ---


def test_bots_take_their_time_and_say_who_they_are() -> None:
    house, (ann,) = playing("Ann", opening=LONG._replace(bots=1, bot_ms=1500))
    if house.state.board.turn == 1:
        ann.say(ann.a_move())
    began, before = house.now, len(moves(house))
    house.wait(1.4)
    assert len(moves(house)) == before
    house.wait(0.2)
    assert (moves(house)[before].seat, moves(house)[before].by) == (0, Actor.BOT)
    assert house.now == pytest.approx(began + 1.6)


def test_a_bot_is_not_waited_with_when_it_thinks_for_longer_than_its_pace() -> None:
    house, (ann,) = playing("Ann", opening=LONG._replace(bots=1))
    house.bots_think = False
    house.run(lambda: True)
    if house.state.board.turn == 1:
        ann.say(ann.a_move())
    house.wait(5)
    before = len(moves(house))
    house.bots_think = True
    house.settle()
    assert len(moves(house)) == before + 1


def test_a_thought_that_is_too_late_or_illegal_does_no_harm() -> None:
    house, (ann,) = playing("Ann", opening=LONG._replace(bots=1))
    house.bots_think = False
    if house.state.board.turn == 1:
        ann.say(ann.a_move())
    ask = house.asks[-1]
    for late in (ask.ask - 1, ask.ask + 1):
        assert house.handle(steps.Thought(late, (0, None))).events == ()
    before = len(moves(house))
    house.wait(2)
    assert len(moves(house)) == before
    house.handle(steps.Thought(ask.ask, (1 << 60, None)))
    house.wait(2)
    assert (len(moves(house)), moves(house)[-1].by) == (before + 1, Actor.BOT)


def test_the_owner_sets_the_pace() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG)
    house.refuses(bo, wire.SetPace(0, 0), Reason.NOT_THE_OWNER)
    ann.say(wire.SetPace(250, 30_000))
    assert (house.table.memo.bot_ms, house.table.memo.people_ms) == (250, 30_000)
    assert bo.last(wire.Clock) == wire.Clock(house.state.board.turn, 30_000)


# --- the clock ---


def test_there_is_no_clock_by_default() -> None:
    house, (ann, _) = playing("Ann", "Bo", opening=LONG)
    house.wait(3600)
    assert moves(house) == []
    assert ann.count(wire.Clock) == 0


def test_the_clock_plays_the_lowest_card_for_who_opens_and_passes_for_others() -> None:
    house, (ann, *_) = playing("Ann", "Bo", "Cy", opening=LONG)
    ann.say(wire.SetPace(1000, 5000))
    opener = house.state.board.turn
    lowest = min(hand(house, opener), key=lambda card: (card % 9, card))
    house.wait(4.9)
    assert moves(house) == []
    house.wait(0.2)
    assert moves(house) == [CardsPlayed(opener, (lowest,), None, Actor.CLOCK)]
    house.wait(5)
    assert moves(house)[1:] == [Passed((opener + 1) % 3, Actor.CLOCK)]


def test_every_turn_of_a_person_tells_all_the_clock() -> None:
    house, (ann, bo) = playing("Ann", "Bo", opening=LONG)
    watcher = house.watch("Cy")
    ann.say(wire.SetPace(1000, 5000))
    house.turn.say(house.turn.a_move())
    for person in (ann, bo, watcher):
        assert person.last(wire.Clock) == wire.Clock(house.state.board.turn, 5000)


def test_who_comes_in_is_told_how_much_is_left() -> None:
    house, (ann, _) = playing("Ann", "Bo", opening=LONG)
    ann.say(wire.SetPace(1000, 5000))
    house.wait(2)
    assert house.watch("Cy").last(wire.Clock) == wire.Clock(house.state.board.turn, 3000)


def test_the_clock_begins_anew_after_all_were_away() -> None:
    house, people = playing("Ann", "Bo", opening=LONG)
    people[0].say(wire.SetPace(1000, 5000))
    house.wait(4)
    for person in people:
        person.lose()
    house.wait(100)
    for person in people:
        person.come_back()
    house.wait(4.9)
    assert moves(house) == []
    house.wait(0.2)
    assert len(moves(house)) == 1


# --- the nudge, and covering ---


def nudged(*names: str) -> tuple[House, Person, list[Person]]:
    """The last of these has let 60 s pass; with the others, the owner first."""
    tables = (playing(*names, opening=LONG, seed=seed) for seed in range(50))
    house, people = next((house, people) for house, people in tables if house.turn is people[-1])
    house.wait(60)
    return house, people[-1], people[:-1]


def test_who_lets_60_s_pass_is_nudged_once_and_nobody_else() -> None:
    house, people = playing("Ann", "Bo", opening=LONG)
    house.wait(59.9)
    assert [person.count(wire.Nudge) for person in people] == [0, 0]
    house.wait(3600)
    assert {person.count(wire.Nudge): person for person in people}[1] is house.turn
    assert sum(person.count(wire.Nudge) for person in people) == 1
    assert moves(house) == []


def test_the_owner_alone_lets_a_bot_cover_after_the_nudge() -> None:
    house, slow, (ann, _) = nudged("Ann", "Bo", "Cy")
    assert slow.seat is not None
    ann.say(wire.Cover(slow.seat))
    assert slow.occupant.presence is Presence.COVERED
    house.wait(2)
    assert moves(house)[0].by is Actor.BOT


def test_without_the_owner_it_takes_two_others() -> None:
    house, slow, (_, bo, cy) = nudged("Ann", "Bo", "Cy", "Di")
    assert slow.seat is not None
    bo.say(wire.Cover(slow.seat), wire.Cover(slow.seat))
    assert house.presence(slow.seat) is Presence.HERE
    cy.say(wire.Cover(slow.seat))
    assert house.presence(slow.seat) is Presence.COVERED


def test_the_only_other_one_here_is_enough() -> None:
    house = House(LONG._replace(seats=2))
    people = [house.join(name) for name in ("Ann", "Bo")]
    people[0].say(wire.Ready(0, True))
    people[1].say(wire.Ready(0, True))
    house.wait(60)
    slow = house.turn
    other = next(person for person in people if person is not slow)
    other.say(wire.Cover(slow.seat or 0))
    assert slow.occupant.presence is Presence.COVERED


def test_nobody_is_covered_before_the_nudge_out_of_turn_or_by_themselves() -> None:
    house, people = playing("Ann", "Bo", "Cy", opening=LONG)
    slow = house.turn
    voter, third = house.others(slow)
    assert slow.seat is not None
    house.wait(59)
    house.refuses(voter, wire.Cover(slow.seat), Reason.NOT_NOW)
    house.wait(1)
    house.refuses(voter, wire.Cover(third.seat or 0), Reason.NOT_NOW)
    house.refuses(slow, wire.Cover(slow.seat), Reason.NOT_NOW)
    house.refuses(voter, wire.Cover(5), Reason.NOT_NOW)
    assert len(people) == 3


def test_votes_are_for_one_turn_only() -> None:
    house, slow, (_, bo, cy) = nudged("Ann", "Bo", "Cy", "Di")
    assert slow.seat is not None
    bo.say(wire.Cover(slow.seat))
    slow.say(slow.a_move())
    house.refuses(cy, wire.Cover(slow.seat), Reason.NOT_NOW)
    for action in range(1, 4):
        house.turn.say(wire.PassTurn(action))
    assert house.turn is slow
    house.wait(60)
    cy.say(wire.Cover(slow.seat))
    assert house.presence(slow.seat) is Presence.HERE


def test_a_key_press_takes_the_seat_back() -> None:
    house, slow, (ann, _) = nudged("Ann", "Bo", "Cy")
    ann.say(wire.Cover(slow.seat or 0))
    slow.say(wire.Back())
    assert slow.occupant.presence is Presence.HERE
    house.wait(30)
    assert moves(house) == []
    slow.say(slow.a_move())
    assert moves(house)[0].by is Actor.PERSON


def test_a_move_takes_the_seat_back_too() -> None:
    house, slow, (ann, _) = nudged("Ann", "Bo", "Cy")
    house.bots_think = False
    ann.say(wire.Cover(slow.seat or 0))
    slow.say(slow.a_move())
    assert (slow.refusals, moves(house)[0].by) == ([], Actor.PERSON)
    assert slow.occupant.presence is Presence.HERE


def test_back_of_who_is_here_changes_nothing() -> None:
    house, (ann, _) = playing("Ann", "Bo", opening=LONG)
    before = len(house.events)
    ann.say(wire.Back())
    assert len(house.events) == before


def vote(house: House, slow: Person) -> None:
    for other in house.others(slow):
        other.say(wire.Cover(house.state.board.turn))


@pytest.mark.parametrize("away", [19.0, 20.5])
def test_who_comes_and_goes_without_playing_cannot_keep_all_waiting(away: float) -> None:
    house, people = playing("Ann", "Bo", "Cy")
    turn, action = house.state.board.turn, house.state.board.action
    rude = people[turn]
    for _ in range(5):
        rude.lose()
        house.wait(away)
        vote(house, rude)
        rude.come_back().say(wire.Back())
        vote(house, rude)
        rude.say(wire.Back())
        house.wait(0.4)
    house.wait(1.0)
    assert house.state.board.action > action


def test_who_takes_the_seat_back_twice_and_does_not_play_cannot_keep_all_waiting() -> None:
    house, people = playing("Ann", "Bo", "Cy")
    turn, action = house.state.board.turn, house.state.board.action
    house.wait(61.0)
    for _ in range(2):
        vote(house, people[turn])
        people[turn].say(wire.Back())
        assert house.state.board.action == action
        house.wait(0.5)
    house.wait(0.6)
    assert house.state.board.action == action + 1
    assert people[turn].occupant.presence is Presence.HERE
