"""What a client keeps of a game that it has followed to its end."""

import asyncio
import json
from collections.abc import Iterable
from functools import reduce
from pathlib import Path
from typing import Any, cast

from clients.news import HostRolledBack, Logged, News
from clients.record_keeper import RecordKeeper
from clients.session import Session
from odin_net.game.events import CardsPlayed, Event, LobbyOpened
from odin_net.game.options import Options
from odin_net.game.state import State, evolve, open_lobby
from protocol.log import Log
from tests.helpers.logged_game import GAME, logged_game

EVENTS = logged_game(1, 3, Options(points=1)).events
START = 1_790_000_000.0


class Followed:
    """All that a keeper asks a session for."""

    def __init__(self, *, stuck: bool = False) -> None:
        self.table: bytes | None = bytes(16)
        self.log, self.state = Log(GAME), cast("State | None", None)
        self._stuck = stuck

    def take(self, event: Event) -> None:
        self.log.write(event)
        if isinstance(event, LobbyOpened):
            self.state = open_lobby(event)
        elif self.state is not None and not self._stuck:
            self.state = evolve(self.state, event)


class Heard:
    def __init__(self) -> None:
        self.news: list[News] = []

    def heard(self, news: News) -> None:
        self.news.append(news)


def keep(data: Path, news: Iterable[News], *, stuck: bool = False) -> tuple[RecordKeeper, list[News]]:
    """A keeper that has heard all this, a second between any two."""

    async def run() -> RecordKeeper:
        followed = Followed(stuck=stuck)
        clock = iter(range(10_000))
        keeper = RecordKeeper(heard, data, lambda: START + next(clock))
        keeper.attach(cast("Session", followed))
        for one in news:
            match one:
                case Logged(seq, event):
                    if seq == len(followed.log):
                        followed.take(event)
                case HostRolledBack(_, seq):
                    left = EVENTS[:seq]
                    followed.log = Log(GAME)
                    for event in left:
                        followed.log.write(event)
                    assert isinstance(left[0], LobbyOpened)
                    followed.state = reduce(evolve, left[1:], open_lobby(left[0]))
            keeper.heard(one)
        await keeper.close()
        return keeper

    heard = Heard()
    return asyncio.run(run()), heard.news


def told(events: Iterable[Event], history: int = 0, first: int = 0) -> list[News]:
    return [Logged(seq, event, seq < history) for seq, event in enumerate(events, first)]


def lines_of(keeper: RecordKeeper) -> list[dict[str, Any]]:
    (path,) = keeper.written
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_game_that_was_followed_to_its_end_is_kept(tmp_path: Path) -> None:
    keeper, heard = keep(tmp_path, told(EVENTS))
    assert heard == told(EVENTS)
    lines = lines_of(keeper)
    assert lines[0]["game"] == GAME.hex()
    assert {line["seconds"] for line in lines if "seat" in line} == {1.0}
    assert "winners" in lines[-1]


def test_who_came_late_has_the_whole_game_and_the_seconds_that_they_saw(tmp_path: Path) -> None:
    late = next(seq for seq, event in enumerate(EVENTS) if isinstance(event, CardsPlayed)) + 4
    whole = lines_of(keep(tmp_path / "whole", told(EVENTS))[0])
    lines = lines_of(keep(tmp_path / "late", told(EVENTS, history=late))[0])
    assert len(lines) == len(whole)
    turns = [line for line in lines if "seat" in line]
    assert "seconds" not in turns[0]
    assert turns[-1]["seconds"] == 1.0


def test_what_is_told_once_more_after_a_return_keeps_its_time(tmp_path: Path) -> None:
    middle = len(EVENTS) // 2
    again = [*told(EVENTS[:middle]), *told(EVENTS, history=middle)]
    lines = lines_of(keep(tmp_path, again)[0])
    assert all("seconds" in line for line in lines if "seat" in line)


def test_after_a_rollback_the_game_that_went_on_is_kept(tmp_path: Path) -> None:
    middle = len(EVENTS) - 6
    rolled_back = HostRolledBack(GAME, middle, 3, 1)
    # It is told to its end, rolled back, and told to its end again, an event a second later.
    keeper, _ = keep(tmp_path, [*told(EVENTS), rolled_back, *told(EVENTS, history=middle)])
    lines = lines_of(keeper)
    assert max(line["seconds"] for line in lines if "seat" in line) > 1.0
    assert "winners" in lines[-1]


def test_a_log_with_something_wrong_in_it_is_no_record(tmp_path: Path) -> None:
    keeper, _ = keep(tmp_path, told(EVENTS), stuck=True)
    assert keeper.written == []
    assert not (tmp_path / "games").exists()


def test_a_record_that_cannot_be_written_disturbs_nobody_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    keeper, heard = keep(tmp_path, told(EVENTS))
    assert heard == told(EVENTS)
    assert keeper.written == []
    assert "cannot be used" in str(keeper.failed)
