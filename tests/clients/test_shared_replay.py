"""The game before, shown again: what a client makes of the host's word, and of a log that it did not follow."""

import secrets
from collections.abc import Iterable

import pytest

from clients.follower import Follower, Misplaced
from clients.model import ReplayTold, Seen, SessionFacts, fold
from clients.news import LinkChanged, LinkStage, Logged, News, ReplayEnded, ReplayShown
from clients.viewing import shared_positions
from odin_net.game.events import CardsPlayed, Event, GameEnded, GameStarted, HandDealt, HandEnded, Passed
from odin_net.game.options import Options
from odin_net.game.state import State
from protocol.codec import decode_event
from protocol.errors import RemoteProtocolError
from protocol.log import Log
from protocol.messages import LogFollows, Part, PastLog, StepShown
from tests.helpers.logged_game import logged_game

STEPS = HandDealt | CardsPlayed | Passed | HandEnded | GameEnded


def game(seed: int = 1, *, points: int = 5) -> Log:
    played = logged_game(seed, 3, Options(points=points))
    log = Log(played.events[0].game)  # type: ignore[union-attr]
    for event in played.events:
        log.write(event)
    return log


class Reader:
    """A follower, and what it told."""

    def __init__(self) -> None:
        self.told: list[News] = []
        self.follower = Follower(secrets.token_bytes, lambda _: True, self.told.append)

    def hear(self, *messages: Part) -> "Reader":
        for message in messages:
            self.follower.hear(message)  # type: ignore[arg-type]
        return self

    def follow(self, log: Log) -> "Reader":
        self.hear(LogFollows(log.game, 0, len(log)))
        for raw in log.raw:
            self.follower.follow(raw, decode_event(raw))
        return self

    @property
    def shown(self) -> ReplayShown:
        last = self.told[-1]
        assert isinstance(last, ReplayShown)
        return last


def in_parts(log: Log, size: int = 7) -> Iterable[PastLog]:
    return (PastLog(log.game, at, tuple(log.raw[at : at + size])) for at in range(0, len(log), size))


def next_game() -> Log:
    """The log that follows, with its lobby."""
    log = Log(b"another game....")
    first = decode_event(game().raw[0])
    log.write(first._replace(game=log.game))  # type: ignore[call-arg]
    return log


def test_who_was_there_and_who_came_later_see_the_same_steps() -> None:
    past, now = game(), next_game()
    there = Reader().follow(past).follow(now).hear(StepShown(past.game, 3))
    late = Reader().follow(now).hear(*in_parts(past), StepShown(past.game, 3))
    assert there.shown == late.shown
    assert there.shown.step == 3
    steps = [event for event in map(decode_event, past.raw) if isinstance(event, STEPS)]
    assert [position.done for position in shared_positions(there.shown.record)] == [
        event._replace(sealed=()) if isinstance(event, HandDealt) else event for event in without_secrets(steps)
    ]
    assert isinstance(late.hear(StepShown(past.game, None)).told[-1], ReplayEnded)


def without_secrets(steps: Iterable[Event]) -> Iterable[Event]:
    """As a record has them."""
    for event in steps:
        if isinstance(event, HandDealt):
            yield event._replace(attempt=0)
        elif isinstance(event, HandEnded):
            yield event._replace(secret=b"", hand_keys=(), digest=b"")
        else:
            yield event


def test_a_game_that_nobody_sent_cannot_be_shown() -> None:
    with pytest.raises(Misplaced):
        Reader().follow(next_game()).hear(StepShown(game().game, 0))


def test_a_log_that_comes_in_pieces_has_no_gaps() -> None:
    past = game()
    first, second, third, *_ = in_parts(past)
    with pytest.raises(Misplaced):
        Reader().hear(second)
    with pytest.raises(Misplaced):
        Reader().hear(first, third)
    with pytest.raises(RemoteProtocolError):
        Reader().hear(PastLog(past.game, 0, (b"\xc1",)))


def test_of_a_log_that_is_wrong_nothing_is_shown() -> None:
    past = game()
    events = list(map(decode_event, past.raw))
    at = next(place for place, event in enumerate(events) if isinstance(event, HandEnded))
    wrong = Log(past.game)
    for event in events:
        wrong.write(event._replace(points=(9, 9, 9)) if event is events[at] else event)  # type: ignore[call-arg]
    late = Reader().follow(next_game()).hear(*in_parts(wrong), StepShown(past.game, 0))
    assert late.shown.record == ""
    assert shared_positions(late.shown.record) == []


# --- the model ---

NOW = SessionFacts(None, None, False, 0.0)


def test_it_is_told_when_it_begins_and_ends_and_not_at_each_step() -> None:
    seen = fold(Seen(), ReplayShown("x", 0), NOW)
    assert (seen.replay, seen.latest) == (ReplayShown("x", 0), (ReplayTold(True),))
    seen = fold(seen, ReplayShown("x", 1), NOW)
    assert (seen.replay, seen.latest) == (ReplayShown("x", 1), ())
    seen = fold(seen, ReplayEnded(), NOW)
    assert (seen.replay, seen.latest) == (None, (ReplayTold(False),))
    assert fold(seen, ReplayEnded(), NOW).latest == ()


@pytest.mark.parametrize(
    "news", [LinkChanged(LinkStage.WAITING), Logged(5, GameStarted(2), False)], ids=["lost", "game"]
)
def test_a_lost_link_and_a_game_that_begins_end_it(news: News) -> None:
    state: State | None = None
    seen = fold(fold(Seen(), ReplayShown("x", 0), NOW), news, NOW._replace(state=state))
    assert seen.replay is None
