"""Whole evenings from a seed: people come, go, fall silent, are kicked and come back, and hosts are killed.

Whatever happens, every client computes every hand again, the table never freezes, and nothing that was seen is lost.
"""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from odin_net.game import Phase
from odin_net.game.events import DealAborted, DealCommitted, DealContributed, Event, HandEnded, Kind, Presence
from odin_net.game.options import Options
from odin_net.game.replay import replay
from odin_net.host import steps
from odin_net.host.resume import GameLog, games_of
from odin_net.host.table import Opening
from odin_net.records.record import record_of
from protocol import messages as wire
from protocol.audit import Result, Verdict, Why
from protocol.codec import decode_event
from protocol.errors import Close
from protocol.fair_deal import DealId
from protocol.messages import OptionsPart
from tests.helpers.house import Does, House, Person, headless, owned, playing, results


def is_whole(text: str) -> bool:
    """Whether this is the record of a finished game that keeps to the rules."""
    *_, last = replay(text)
    return last.state.board.phase is Phase.OVER


def records(house: House) -> list[str]:
    """The records of all finished games."""
    found = []
    for news in house.news:
        if isinstance(news, steps.GameFinished):
            game = GameLog(news.log, list(map(decode_event, news.log.raw)), list(news.times))
            found.append(record_of(game.played_at(house.table.memo.table)))
    return found


# --- what must be so at the end of each hand ---


def expected(person: Person, game: bytes, hand: list[Event], number: int, *, seated: bool) -> Verdict:
    """What this reader must say of a hand whose deal and play were these events."""
    attempt, bound, begun_again, committed = 0, False, False, False
    shares: tuple[bytes | None, ...] = ()
    for event in hand:
        match event:
            case DealCommitted():
                committed = True
            case DealContributed(contributions):
                shares = contributions
            case DealAborted(silent, _):
                bound |= DealId(game, number, attempt) in person.shares
                begun_again |= committed and not silent
                attempt, committed = attempt + 1, False
    mine = person.shares.get(DealId(game, number, attempt))
    if not any(shares):
        return Verdict(Result.NOT_CHECKED, Why.NOBODY)
    if not seated:
        return Verdict(Result.NOT_CHECKED, Why.WATCHING)
    if mine is None and not bound:
        return Verdict(Result.NOT_CHECKED, Why.AWAY)
    if mine is None or shares[mine[0]] is None:
        return Verdict(Result.NOT_CHECKED, Why.LEFT_OUT)
    return Verdict(Result.NOT_CHECKED, Why.BEGUN_AGAIN) if begun_again else Verdict(Result.CHECKED)


def check_verdicts(house: House, person: Person) -> int:
    """Compare what this client said of all hands with what it had to say; how many there were."""
    count = 0
    for log in house.logs:
        hand: list[Event] = []
        number = 1
        for event in map(decode_event, log.raw):
            hand.append(event)
            if isinstance(event, HandEnded):
                if (log.game, number) in person.judged:
                    verdict, seated = person.judged[log.game, number]
                    assert verdict == expected(person, log.game, hand, number, seated=seated), person.name
                    count += 1
                hand, number = [], number + 1
    return count


def test_all_who_are_present_check_every_hand_of_a_whole_game() -> None:
    opening = Opening(options=Options(points=15), bots=1)
    house, people = playing("Ann", "Bo", "Cy", does=Does.ALL, opening=opening)
    watcher = house.watch("Di")
    house.run(lambda: len(house.logs) == 2)
    for person in people:
        assert set(results(person.verdicts)) == {Result.CHECKED}
        assert check_verdicts(house, person) == len(person.verdicts) >= 2
    assert {(verdict.result, verdict.why) for verdict in watcher.verdicts} == {(Result.NOT_CHECKED, Why.WATCHING)}


class Evening:
    """People at their worst, by a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.house, _ = owned(
            *("Ann", "Bo", "Cy", "Di")[: self.rng.randint(2, 4)],
            does=Does.ALL,
            opening=Opening(
                options=Options(points=self.rng.choice((1, 12, 25))), bots=self.rng.randint(0, 2), bot_ms=200
            ),
            seed=seed,
        )
        self._names = iter(f"P{number}" for number in range(1000))
        self._acts: list[Callable[[], object]] = [
            self._lose, self._lose, self._come_back, self._come_back, self._come_back, self._come_back, self._newcomer,
            self._leave, self._kick, self._give, self._change_habits, self._all_away, self._kill, self._chat,
            self._watch, self._options, self._back,
        ]  # fmt: skip

    @property
    def owner(self) -> Person:
        return self.house.people[0]

    def _here(self) -> list[Person]:
        return [person for person in self.house.people if person.link is not None]

    def _gone(self) -> list[Person]:
        return [
            person for person in self.house.people if person.link is None and person.closed in (None, Close.REPLACED)
        ]

    def step(self) -> None:
        self.rng.choice(self._acts)()
        self.house.wait(self.rng.choice((0.0, 0.02, 0.5, 2.9, 3.1, 7.0, 21.0)))

    def _lose(self) -> None:
        if self._here():
            self.rng.choice(self._here()).lose()

    def _come_back(self) -> None:
        gone = [person for person in self._gone() if person.secret is not None]
        if gone:
            self.rng.choice(gone).come_back()

    def _newcomer(self) -> None:
        if len(self._here()) < 8:
            self.house.join(next(self._names), Does.ALL)

    def _watch(self) -> None:
        if len(self._here()) < 8:
            self.house.watch(next(self._names))

    def _leave(self) -> None:
        leavers = [person for person in self._here() if person is not self.owner]
        if leavers and self.rng.random() < 0.5:
            leaver = self.rng.choice(leavers)
            leaver.closed = Close.DONE
            leaver.go(Close.LEFT)

    def _kick(self) -> None:
        if self.owner.link is not None and self.owner.seat is not None and self.rng.random() < 0.5:
            self.owner.say(wire.Remove(self.rng.randrange(6)))

    def _give(self) -> None:
        waiting = [person for person in self._here() if person.seat is None and person.secret is not None]
        if waiting and self.owner.link is not None:
            self.owner.say(wire.GiveSeat(self.rng.randrange(6), self.rng.choice(waiting).name))

    def _change_habits(self) -> None:
        person = self.rng.choice(self.house.people)
        person.does = self.rng.choice((Does.ALL, Does.ALL, Does.ALL & ~Does.SHARE, Does.ALL & ~Does.COMMIT))

    def _all_away(self) -> None:
        if self.rng.random() < 0.3:
            for person in self._here():
                person.lose()

    def _kill(self) -> None:
        self.house.kill_at = self.house.steps + self.rng.randint(1, 9)
        self.house.wait(5)
        self.house.kill_at = None

    def _chat(self) -> None:
        if self._here():
            self.rng.choice(self._here()).say(wire.Say("skål"))

    def _back(self) -> None:
        if self._here():
            self.rng.choice(self._here()).say(wire.Back())

    def _options(self) -> None:
        if self.owner.link is not None and self.owner.seat is not None:
            colours = self.rng.choice(("4", "6", "ROYG"))
            starter = self.house.state.board.game.options.starter
            self.owner.say(wire.SetOptions(OptionsPart(self.rng.choice((1, 12)), colours, starter)))

    def check_logs(self) -> None:
        """Everybody has seen a beginning of what the host has written."""
        logs = {log.game: log for log in self.house.logs}
        for person in self.house.people:
            if person.log.raw:
                assert logs[person.log.game].raw[: len(person.log)] == person.log.raw


EVENINGS = 12


@cache
def an_evening(seed: int) -> House:
    """How such an evening ends when all who still can come back do so at last."""
    evening = Evening(seed)
    house = evening.house
    for _ in range(50):
        evening.step()
    evening.check_logs()
    for person in house.people:
        person.does = Does.ALL
        if person.link is None and person.closed is None and person.secret is not None:
            person.come_back()
    house.run(lambda: house.is_in(Phase.LOBBY))
    return house


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(EVENINGS))
def test_no_evening_makes_a_hand_wrong_or_a_table_stand_still(seed: int) -> None:
    house = an_evening(seed)
    for person in house.people:
        assert Result.WRONG not in results(person.verdicts), person.name
        check_verdicts(house, person)
    assert all(map(is_whole, records(house)))


@pytest.mark.slow
def test_those_evenings_see_all_kinds_of_verdicts() -> None:
    people = [person for seed in range(EVENINGS) for person in an_evening(seed).people]
    whys = {verdict.why for person in people for verdict in person.verdicts}
    assert whys >= {None, Why.AWAY, Why.WATCHING, Why.LEFT_OUT, Why.NOBODY}


# --- killed at every step ---


def two_people_and_a_bot(seed: int) -> House:
    """A table of all kinds: somebody waits, one is muted, a code was guessed at, a pace is set."""
    opening = Opening(options=Options(points=1), seats=3, bots=1, bot_ms=100, games=2)
    house, (ann, _) = owned("Ann", "Bo", does=Does.ALL, opening=opening, seed=seed)
    house.join("Cy", Does.ALL)
    ann.say(wire.Mute(2, True), wire.SetPace(150, 60_000))
    house.handle(steps.Guessed("10.0.0.1"))
    house.handle(steps.Guessed("10.0.0.1", right=False))
    return house


def finish(house: House) -> None:
    """Let everybody come back, again and again, until all games are played."""
    while not house.news_of(steps.TableOver):
        for person in house.people:
            if person.link is None and person.closed is None:
                person.come_back()
        house.wait(1)
        assert house.now < 10_000


def steps_of(house: House) -> int:
    finish(house)
    return house.steps


def test_a_host_killed_after_any_step_loses_nothing_and_plays_to_the_end() -> None:
    # What is not lost is compared in `House.kill`.
    seed, whys = 0, set()
    first = two_people_and_a_bot(seed).steps
    for kill_at in range(first + 1, steps_of(two_people_and_a_bot(seed)) + 1):
        house = two_people_and_a_bot(seed)
        house.kill_at = kill_at
        finish(house)
        whys |= {verdict.why for person in house.people for verdict in person.verdicts}
        assert house.steps > kill_at
        for person in house.people:
            assert Result.WRONG not in results(person.verdicts)
            assert person.closed is Close.GAME_OVER
            assert person.log.raw == house.logs[-1].raw[: len(person.log)]
            assert person.state is not None
            assert person.state.board.phase is Phase.OVER
        assert all(map(is_whole, records(house)))
        assert house.table.memo.played == 2
    assert whys >= {None, Why.BEGUN_AGAIN}


def test_after_a_kill_the_record_of_a_finished_game_is_made_from_the_journal_alone() -> None:
    house = two_people_and_a_bot(7)
    house.run(lambda: len(house.logs) == 2)
    [text] = records(house)
    _, games = games_of(house.journal)
    assert record_of(games[0].played_at(house.table.memo.table)) == text
    assert is_whole(text)


def test_a_table_killed_between_its_last_game_and_its_good_byes_still_says_them() -> None:
    house = headless(seats=2, games=1)
    people = [house.join(name, Does.ALL) for name in ("Ann", "Bo")]
    house.run(lambda: house.is_in(Phase.OVER))
    house.kill()
    for person in people:
        person.come_back()
        assert person.closed is Close.GAME_OVER
    assert len(house.news_of(steps.TableOver)) == 2


def test_after_a_restart_all_people_are_away_and_bots_wait_for_them() -> None:
    house, people = playing("Ann", "Bo", opening=Opening(options=Options(points=99), bots=1))
    house.kill()
    assert [seat.presence for seat in house.seats if seat.kind is Kind.PERSON] == [Presence.AWAY] * 2
    length = len(house.logs[-1])
    house.wait(3600)
    assert len(house.logs[-1]) == length
    for person in people:
        seen = len(person.log)
        person.come_back()
        follows = person.last(wire.LogFollows)
        assert isinstance(follows, wire.LogFollows)
        assert follows.seq == seen
